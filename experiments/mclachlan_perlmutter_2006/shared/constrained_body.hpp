#pragma once
// The bodies on SO(3) and SO(4) with left-invariant constraints, and the two ways to put a momentum
// on the constraint: by multipliers, and by the metric of the kinetic energy.

#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/free_rigid_body.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

struct ConstrainedBody {
  std::size_t n;
  std::string name, problem;
  Rows one_forms;  ///< mu_j on the velocities below the diagonal

  FreeRigidBody free() const { return {n}; }
  Run run(std::string const& method) const { return {problem, method}; }
  /// Velocity of the catalogue's case.
  Numbers velocity(Study& study) const {
    return study.execute_quad(run("moser_veselov").with(0.01Q, 1)).v.front();
  }
  /// Basis of k.
  Rows allowed() const {
    return null_space(
        int(one_forms[0].size()),
        [&](Numbers const& v, int j) { return dot(one_forms[std::size_t(j)], v); },
        int(one_forms.size()));
  }
  /// M + sum lambda_j mu_j in m, as in (6.8).
  Numbers by_multipliers(Numbers M) const {
    Rows rows;
    Numbers right;
    for (auto const& mu : one_forms) {
      Numbers row;
      for (auto const& other : one_forms) row.push_back(dot(mu, free().velocity(other)));
      rows.push_back(row);
      right.push_back(-dot(mu, free().velocity(M)));
    }
    auto const lambda = eliminated(rows, right).x;
    for (std::size_t j = 0; j < one_forms.size(); ++j) M = sum(M, times(lambda[j], one_forms[j]));
    return M;
  }
  /// The same by the unit metric of the velocities, one form after the other.
  Numbers by_unit_metric(Numbers const& M) const {
    auto v = free().velocity(M);
    for (auto const& mu : one_forms) v = sum(v, times(-dot(mu, v) / dot(mu, mu), mu));
    return free().momentum(v);
  }
  /// The momentum of the velocity in k that is nearest to that of M in the kinetic energy.
  Numbers by_metric(Numbers const& M) const {
    auto const basis = allowed();
    Rows rows;
    Numbers right;
    for (auto const& b : basis) {
      Numbers row;
      for (auto const& c : basis) row.push_back(dot(b, free().momentum(c)));
      rows.push_back(row);
      right.push_back(dot(b, M));
    }
    auto const c = eliminated(rows, right).x;
    Numbers v(M.size(), Q(0));
    for (std::size_t i = 0; i < basis.size(); ++i) v = sum(v, times(c[i], basis[i]));
    return free().momentum(v);
  }
};

inline std::vector<ConstrainedBody> const& constrained_bodies() {
  static std::vector<ConstrainedBody> const all{
      {3, "SO(3)", "constrained_rigid_body_so3", {{1, 0.5Q, -0.25Q}}},
      {4,
       "SO(4)",
       "constrained_rigid_body_so4",
       {{1, 0, 0, 0.5Q, -0.5Q, 0.25Q}, {0, 1, -0.5Q, 0, 0.25Q, 0.5Q}}}};
  return all;
}

}  // namespace rattleback::mclachlan_perlmutter_2006
