#include "experiments/theory/decompositions.hpp"

template Eigen::Matrix<rattleback::RawQuad, Eigen::Dynamic, Eigen::Dynamic>
Eigen::internal::product_by_definition(
    rattleback::RawQuad const&,
    Eigen::Matrix<rattleback::RawQuad, Eigen::Dynamic, Eigen::Dynamic> const&,
    Eigen::Matrix<rattleback::RawQuad, Eigen::Dynamic, Eigen::Dynamic> const&);

namespace rattleback::theory {

template struct Decompositions<long double>;
#ifdef RATTLEBACK_QUADMATH  // otherwise Quad is long double
template struct Decompositions<Quad>;
#endif

}  // namespace rattleback::theory
