#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "integrators/core/equations/structure.hpp"

namespace rattleback {

namespace {
using graph::Index;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Reactions M^-1 A(p)^T of a problem with constant M at its points.
class Reactions {
 public:
  Reactions(RecordedFormulas const& formulas, std::vector<std::vector<double>> const& points)
      : f_(formulas), points_(points) {}

  /// True if no constraint changes along them.
  bool leave_the_constraint() const {
    int looked_at = 0;
    for (std::size_t here = 0; here < points_.size(); ++here) {
      auto const q = coordinates_of(here);
      auto const before = coefficients_at(here, q);
      for (std::size_t acting = 0; acting < points_.size(); ++acting) {
        // The constraint acts at another time than it holds at.
        auto const mass = values_at(f_.mass, here, q),
                   forms = values_at(f_.mu, acting, coordinates_of(acting));
        Eigen::LLT<Matrix> const factors(Eigen::Map<Matrix const>(mass.data(), f_.dof, f_.dof));
        for (int k = 0; k < f_.constraints; ++k) {
          Eigen::VectorXd const w = factors.solve(forms.segment(k * f_.dof, f_.dof).matrix());
          for (double const length : lengths_along(w, q)) {
            auto const after = coefficients_at(here, q + length * w);
            if (!before.allFinite() || !after.allFinite()) continue;
            ++looked_at;
            if (((after - before).abs() > rounding * (before.abs() + after.abs())).any())
              return false;
          }
        }
      }
    }
    return looked_at > 0;
  }

 private:
  static constexpr double rounding = 1e-11;

  Eigen::VectorXd coordinates_of(std::size_t point) const {
    return Eigen::Map<Eigen::VectorXd const>(&points_[point][f_.parameters], f_.size);
  }
  /// Values of nodes without velocities, with the parameters and the time of a point, at q.
  Eigen::ArrayXd values_at(std::vector<Index> const& nodes, std::size_t point,
                           Eigen::VectorXd const& q) const {
    auto inputs = points_[point];
    std::copy(q.begin(), q.end(), inputs.begin() + f_.parameters);
    auto const values = graph::evaluate<double>(f_.graph, nodes, inputs);
    return Eigen::Map<Eigen::ArrayXd const>(values.data(), values.size());
  }
  /// A(q) and phi(q, 0).
  Eigen::ArrayXd coefficients_at(std::size_t point, Eigen::VectorXd const& q) const {
    auto nodes = f_.mu;
    nodes.insert(nodes.end(), f_.constraint_at_rest.begin(), f_.constraint_at_rest.end());
    return values_at(nodes, point, q);
  }
  /// Multiples of w that move q by its own size, and by lengths of other units.
  static std::vector<double> lengths_along(Eigen::VectorXd const& w, Eigen::VectorXd const& q) {
    double const size = w.lpNorm<Eigen::Infinity>();
    std::vector<double> lengths;
    for (int exponent = -30; exponent <= 30; exponent += 10)
      lengths.push_back(std::exp2(exponent) / size);
    double turns = 0;  // the largest change of a coordinate in its own size
    for (int i = 0; i < q.size(); ++i)
      if (q[i] != 0) turns = std::max(turns, std::abs(w[i] / q[i]));
    if (turns > 0) lengths.push_back(1 / turns);
    return lengths;
  }

  RecordedFormulas const& f_;
  std::vector<std::vector<double>> const& points_;
};

}  // namespace

bool constraint_constant_along_reaction(RecordedFormulas const& formulas,
                                        std::vector<std::vector<double>> const& points) {
  return Reactions(formulas, points).leave_the_constraint();
}

}  // namespace rattleback
