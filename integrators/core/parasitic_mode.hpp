#pragma once
// Parasitic mode of the methods that reflect momenta: how the flipped part of the momentum grows
// along a motion. Derivation: docs/parasitic_mode.md.

#include "integrators/core/invariant_measure.hpp"
#include "integrators/core/registry.hpp"
#include "integrators/core/resolve.hpp"

namespace rattleback {

/// Returns the matrices of the parasitic mode at a point (q, v) of the motion. The mode is
/// f = A W d, with d the flipped part (p^+ - p^-)/2 of the momentum, W the inverse mass matrix and
/// A the constraint forms. From step to step f changes its sign; its amplitude obeys f' = K f with
///   K = D_v psi . W A^T C^-1,   C = A W A^T,
/// psi the time derivative of the constraint along the motion without constraints. psi is quadratic
/// in v, so that a central difference is exact. The size is |d|_W^2 = f.C^-1 f.
template <class P>
ParasiticMode parasitic_mode_at(P const& system, Point<P, double> const& z) {
  constexpr int n = dof_of<P>, m = P::constraints;
  auto const terms_at = [&](Vec<double, size_of<P>> const& q, Vec<double, n> const& v) {
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
  auto const psi = [&](Vec<double, n> const& v) {
    auto const terms = terms_at(z.q, v);
    return terms.phi_along_motion + terms.mu * solve(terms.mass, terms.right_hand_side).x;
  };
  Mat<double, m, n> raised;  // A W
  auto const gram_at = [&](Vec<double, size_of<P>> const& q) {
    auto const terms = terms_at(q, z.v);
    Mat<double, m, m> C;
    for (int a = 0; a < m; ++a) raised.row[a] = solve(terms.mass, terms.mu.row[a]).x;
    for (int a = 0; a < m; ++a)
      for (int b = 0; b < m; ++b) C(a, b) = dot(terms.mu.row[a], raised.row[b]);
    return C;
  };
  double const step = 1e-5;  // truncation ~ step^2, rounding ~ 1e-16/step
  auto const moved = [&](double s) {
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
  // Second derivatives of V = -L(q, 0) along W A^T.
  Mat<double, m, m> stiffness{};
  if constexpr (HasGlobalChart<typename P::Space>) {
    using D = Dual<Dual<double, 1>, 1>;
    for (int a = 0; a < m; ++a)
      for (int b = 0; b < m; ++b) {
        auto const along_a = P::Space::tangent(z.q, raised.row[a]);
        auto const along_b = P::Space::tangent(z.q, raised.row[b]);
        Vec<D, size_of<P>> q;
        for (int i = 0; i < size_of<P>; ++i) {
          q[i].value = {z.q[i], Vec<double, 1>{along_a[i]}};
          q[i].slope[0] = {along_b[i], Vec<double, 1>{0}};
        }
        stiffness(a, b) = -uncounted(system).lagrangian(q, Vec<D, n>{}).slope[0].slope[0];
      }
  }
  Mat<double, m, m> K;
  for (int j = 0; j < m; ++j) {
    auto const solved = solve(C, unit<double, m>(j));
    mode.singular = mode.singular || solved.singular;
    auto const u = transposed_times(raised, solved.x);
    auto const column = 0.5 * (psi(z.v + u) - psi(z.v - u));
    for (int i = 0; i < m; ++i) K(i, j) = column[i];
  }
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) {
      mode.rate.push_back(K(i, j));
      mode.gram.push_back(C(i, j));
      mode.stiffness.push_back(stiffness(i, j));
      mode.gram_rate.push_back((later(i, j) - earlier(i, j)) / (2 * step));
    }
  return mode;
}

/// Returns the matrices at many points (q[i], v[i]) of the setting's system.
/// Throws Misuse if the setting is invalid.
template <template <class> class Problem>
std::vector<ParasiticMode> parasitic_modes(Setting const& setting,
                                           std::vector<std::vector<double>> const& q,
                                           std::vector<std::vector<double>> const& v) {
  using P = Problem<double>;
  auto const resolved = resolve<P>(setting);
  std::vector<ParasiticMode> modes;
  for (std::size_t k = 0; k < q.size(); ++k) {
    Point<P, double> z;
    for (int i = 0; i < size_of<P>; ++i) z.q[i] = q[k].at(i);
    for (int i = 0; i < dof_of<P>; ++i) z.v[i] = v[k].at(i);
    modes.push_back(parasitic_mode_at(resolved.system, z));
  }
  return modes;
}

/// Divergence of the motion at the setting's point with respect to the Riemannian volume of the
/// kinetic energy on the allowed velocities v = E u + Y, u the independent ones: the density
/// (det M det(E^T M E))^(1/2). The trace of the parasitic mode in orthonormal frames is its
/// negative.
template <template <class> class Problem>
double riemannian_divergence(Setting const& setting) {
  return divergence_of<Problem>(setting, [](auto const& system, auto const& q, auto const& v) {
    using P = std::remove_cvref_t<decltype(system)>;
    using std::sqrt;
    constexpr int n = dof_of<P>, m = P::constraints;
    auto const M = metric_at(system, q);
    std::array<bool, n> independent;
    independent.fill(true);
    for (int k : P::dependent_velocities) independent[k] = false;
    Mat<Quad, n - m, n> E;  // rows: allowed velocities
    int a = 0;
    for (int i = 0; i < n; ++i) {
      if (!independent[i]) continue;
      auto more = v, less = v;  // affine in u: the difference is exact
      more[i] += 1;
      less[i] -= 1;
      complete_velocity(system, q, more);
      complete_velocity(system, q, less);
      E.row[a++] = Quad(0.5) * (more - less);
    }
    Mat<Quad, n - m, n - m> reduced;
    for (int i = 0; i < n - m; ++i)
      for (int j = 0; j < n - m; ++j) reduced(i, j) = dot(E.row[i], M * E.row[j]);
    return Quad(sqrt(determinant(M) * determinant(reduced)));
  });
}

}  // namespace rattleback
