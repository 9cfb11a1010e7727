#pragma once

#include "problems/core/numbers/linear_solve.hpp"
#include "problems/core/problem.hpp"
#include "problems/core/rigid_body.hpp"
#include "problems/core/spaces/so_n.hpp"

namespace rattleback {

/// Rigid body on SO(n) with left-invariant constraints.
///   L = tr(R' J R'^T)/2 = sum_(a > b) (J_a + J_b) v_ab^2/2
///   constraints: mu_j . v = 0
/// in the antisymmetric body velocity v = R^-1 R', of which v_ab with a > b are kept, row by row;
/// J = diag(J1, ..., Jn). The momentum is m = J v + v J. McLachlan & Perlmutter 2006, section 6.2,
/// which chooses no numbers.
template <class Scalar, int n>
struct ConstrainedRigidBody {
  static_assert(n == 3 || n == 4);
  using Real = Scalar;
  using Space = SO<n>;
  static constexpr int dof = Space::dof;
  static constexpr int constraints = n == 3 ? 1 : 2;
  static constexpr std::array<int, constraints> dependent_velocities = [] {
    std::array<int, constraints> slots{};
    for (int k = 0; k < constraints; ++k) slots[k] = k;
    return slots;
  }();

  Real J1 = 1, J2 = 2, J3 = 3, J4 = 4;

  static constexpr auto parameters() {
    using P = ConstrainedRigidBody;
    std::array const all{Parameter<P>{"J1", &P::J1, "entry of the mass tensor", 0},
                         Parameter<P>{"J2", &P::J2, "entry of the mass tensor", 0},
                         Parameter<P>{"J3", &P::J3, "entry of the mass tensor", 0},
                         Parameter<P>{"J4", &P::J4, "entry of the mass tensor", 0}};
    std::array<Parameter<P>, n> used = [&]<std::size_t... k>(std::index_sequence<k...>) {
      return std::array<Parameter<P>, n>{all[k]...};
    }
    (std::make_index_sequence<n>{});
    return used;
  }

  /// The one-forms mu_j in the order of the velocities.
  static Mat<Real, constraints, dof> one_forms() {
    Real const half = Real(1) / 2, quarter = half / 2, o(0), one(1);
    if constexpr (n == 3)
      return {{{one, half, -quarter}}};
    else
      return {{{one, o, o, half, -half, quarter}, {o, one, -half, o, quarter, half}}};
  }

  static ProblemCard card() {
    std::vector<std::string> coordinates, velocities;
    for (int a = 1; a <= n; ++a)
      for (int b = 1; b <= n; ++b) {
        coordinates.push_back("R" + std::to_string(a) + std::to_string(b));
        if (b < a) velocities.push_back("v" + std::to_string(a) + std::to_string(b));
      }
    return {.id = "constrained_rigid_body_so" + std::to_string(n),
            .name = "Rigid body on SO(" + std::to_string(n) + ") with left-invariant constraints",
            .coordinates = coordinates,
            .velocities = velocities,
            .invariants = {},
            .reversing_symmetry = "(R, v) -> (R, -v)",
            .exact_solution = "",
            .source = "McLachlan & Perlmutter 2006, section 6.2"};
  }

  /// For n = 4: round numbers, projected onto the constraints in the metric of the kinetic energy.
  static std::vector<Case<ConstrainedRigidBody>> cases() {
    Real const ten(10), hundred(100);
    auto const R = Space::template identity<Real>();
    if constexpr (n == 3) {
      return {{"MP-SO3", "all velocities in motion", {}, R, {-3 / ten, 4 / ten, -4 / ten}}};
    } else {
      ConstrainedRigidBody const body;
      Vec<Real, 6> v{-3 / ten, 2 / ten, -4 / ten, -1 / ten, -25 / hundred, 15 / hundred};
      return {{"MP-SO4", "all velocities in motion", body, R, body.nearest_allowed(v)}};
    }
  }

  template <class T>
  T lagrangian(Vec<T, n * n> const&, Vec<T, dof> const& v) const {
    return dot(v, mass_matrix() * v) / 2;
  }
  template <class T>
  Vec<T, constraints> constraint(Vec<T, n * n> const&, Vec<T, dof> const& v) const {
    return one_forms() * v;
  }
  Mat<Real, dof, dof> mass_matrix() const {
    Real const J[]{J1, J2, J3, J4};
    Vec<Real, dof> entries;
    for (int a = 0, k = 0; a < n; ++a)
      for (int b = 0; b < a; ++b, ++k) entries[k] = J[a] + J[b];
    return diagonal(entries);
  }

 private:
  /// v - M^-1 mu^T (mu M^-1 mu^T)^-1 mu v
  Vec<Real, dof> nearest_allowed(Vec<Real, dof> const& v) const {
    auto const mu = one_forms();
    auto const mass = mass_matrix();
    Mat<Real, constraints, dof> raised;
    for (int j = 0; j < constraints; ++j) raised.row[j] = solve_without_pivoting(mass, mu.row[j]);
    Mat<Real, constraints, constraints> gram;
    for (int i = 0; i < constraints; ++i)
      for (int j = 0; j < constraints; ++j) gram(i, j) = dot(mu.row[i], raised.row[j]);
    return v - transposed_times(raised, solve_without_pivoting(gram, mu * v));
  }
};

template <class Real>
using ConstrainedRigidBodySO3 = ConstrainedRigidBody<Real, 3>;
template <class Real>
using ConstrainedRigidBodySO4 = ConstrainedRigidBody<Real, 4>;

}  // namespace rattleback

#include "generated/constrained_rigid_body_so3.hpp"
#include "generated/constrained_rigid_body_so4.hpp"
