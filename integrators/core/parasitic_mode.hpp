#pragma once
// Parasitic mode of the methods that reflect momenta: how the flipped part of the momentum grows
// along a motion. Derivation: docs/parasitic_mode.md.

#include "integrators/core/resolve.hpp"

namespace rattleback {

/// Returns the matrices of the parasitic mode at the setting's point (q, v) of the motion. The mode
/// is f = A W d, with d the flipped part (p^+ - p^-)/2 of the momentum, W the inverse mass matrix
/// and A the constraint forms. From step to step f changes its sign; its amplitude obeys f' = K f
/// with
///   K = D_v psi . W A^T C^-1,   C = A W A^T,
/// psi the time derivative of the constraint along the motion without constraints. psi is quadratic
/// in v, so that a central difference is exact. The size is |d|_W^2 = f.C^-1 f.
/// Throws Misuse if the setting is invalid or the constraints are singular at the point.
template <template <class> class Problem>
ParasiticMode parasitic_mode(Setting const& setting) {
  using P = Problem<double>;
  constexpr int n = dof_of<P>, m = P::constraints;
  auto const [system, z, unused] = resolve<P>(setting);
  auto const terms_at = [&, &system = system](Vec<double, size_of<P>> const& q,
                                              Vec<double, n> const& v) {
    auto terms = equation_terms(system, Point<P, double>{q, v});
    if constexpr (StatesRegularConstraint<P>) {
      terms.mu = regular_constraint_terms(system, q, v).mu;
      using D = Dual<double, 1>;
      auto const velocity = P::Space::tangent(q, v);
      Vec<D, size_of<P>> moving;
      for (int i = 0; i < size_of<P>; ++i) moving[i] = {q[i], Vec<double, 1>{velocity[i]}};
      auto const phi = system.regular_constraint(moving, cast<D>(v));
      for (int k = 0; k < m; ++k) terms.phi_along_motion[k] = phi[k].slope[0];
    }
    return terms;
  };
  auto const psi = [&, &z = z](Vec<double, n> const& v) {
    auto const terms = terms_at(z.q, v);
    return terms.phi_along_motion + terms.mu * solve(terms.mass, terms.right_hand_side).x;
  };
  Mat<double, m, n> raised;  // A W
  auto const gram_at = [&, &z = z](Vec<double, size_of<P>> const& q) {
    auto const terms = terms_at(q, z.v);
    Mat<double, m, m> C;
    for (int a = 0; a < m; ++a) raised.row[a] = solve(terms.mass, terms.mu.row[a]).x;
    for (int a = 0; a < m; ++a)
      for (int b = 0; b < m; ++b) C(a, b) = dot(terms.mu.row[a], raised.row[b]);
    return C;
  };
  double const step = 1e-5;  // truncation ~ step^2, rounding ~ 1e-16/step
  auto const moved = [&, &z = z](double s) {
    return gram_at(P::Space::compose(z.q, P::Space::exp(s * z.v)));
  };
  auto const later = moved(step), earlier = moved(-step), C = gram_at(z.q);
  ParasiticMode mode;
  auto const forms = terms_at(z.q, z.v).mu;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      mode.forms.push_back(forms(i, j));
      mode.raised.push_back(raised(i, j));
    }
  Mat<double, m, m> K;
  for (int j = 0; j < m; ++j) {
    auto const solved = solve(C, unit<double, m>(j));
    if (solved.singular) throw Misuse("the constraints are singular");
    auto const u = transposed_times(raised, solved.x);
    auto const column = 0.5 * (psi(z.v + u) - psi(z.v - u));
    for (int i = 0; i < m; ++i) K(i, j) = column[i];
  }
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) {
      mode.rate.push_back(K(i, j));
      mode.gram.push_back(C(i, j));
      mode.gram_rate.push_back((later(i, j) - earlier(i, j)) / (2 * step));
    }
  return mode;
}

}  // namespace rattleback
