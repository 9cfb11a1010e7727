#pragma once
// Retraction of a Lie group, as an option: a map tau from the Lie algebra to the group, near the
// identity.

#include "problems/core/spaces/space.hpp"

namespace rattleback {

enum class Retraction { cayley, exponential };

/// Returns tau(xi).
template <LieGroup G, class T>
Vec<T, G::size> retract(Retraction tau, Vec<T, G::dof> const& xi) {
  return tau == Retraction::cayley ? G::cay(xi) : G::exp(xi);
}
/// Returns tau^-1(g); NaN or infinity if g is not in the image of tau.
template <LieGroup G, class T>
Vec<T, G::dof> unretract(Retraction tau, Vec<T, G::size> const& g) {
  return tau == Retraction::cayley ? G::cay_inverse(g) : G::log(g);
}
/// Returns (dtau_xi^-1)^T p.
template <LieGroup G, class T>
Vec<T, G::dof> inverse_tangent_transpose(Retraction tau, Vec<T, G::dof> const& xi,
                                         Vec<T, G::dof> const& p) {
  return tau == Retraction::cayley ? G::dcay_inverse_transpose(xi, p)
                                   : G::dexp_inverse_transpose(xi, p);
}

}  // namespace rattleback
