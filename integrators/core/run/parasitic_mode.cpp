#include "integrators/core/run/parasitic_mode.hpp"

#include "integrators/core/run/resolve.hpp"
#include "problems/core/dense_matrix.hpp"

namespace rattleback {

namespace {

using Numbers = std::vector<double>;

/// The terms of the equations of motion, with the regular constraint where the problem states one.
MotionTerms<double> terms_at(System<double> const& system, Numbers const& q, Numbers const& v) {
  MotionTerms<double> terms;
  system->terms(system.get(), 0, q.data(), v.data(), terms);
  if (system->regular_terms)
    system->regular_terms(system.get(), 0, q.data(), v.data(), terms.mu.data(),
                          terms.phi_along_motion.data());
  return terms;
}

/// Rows of A W, and C = A W A^T.
struct Gram {
  std::vector<Numbers> raised;
  DenseMatrix<double> C;
};
Gram gram_at(System<double> const& system, Numbers const& q, Numbers const& v) {
  int const n = system->dof, m = system->constraints;
  auto const terms = terms_at(system, q, v);
  Gram gram{{}, DenseMatrix<double>(m)};
  DenseMatrix<double> const mass(n, terms.mass);
  for (int a = 0; a < m; ++a)
    gram.raised.push_back(
        solve(mass, Numbers(terms.mu.begin() + a * n, terms.mu.begin() + (a + 1) * n)).x);
  for (int a = 0; a < m; ++a)
    for (int b = 0; b < m; ++b)
      gram.C(a, b) = dot(n, terms.mu.data() + a * n, gram.raised[b].data());
  return gram;
}

ParasiticMode mode_at(System<double> const& system, Numbers const& q, Numbers const& v) {
  int const n = system->dof, m = system->constraints;
  auto const psi = [&](Numbers const& velocity) {
    auto const terms = terms_at(system, q, velocity);
    auto const free = solve(DenseMatrix<double>(n, terms.mass), terms.right_hand_side).x;
    auto value = times(m, n, terms.mu.data(), free.data());
    for (int i = 0; i < m; ++i) value[i] = terms.phi_along_motion[i] + value[i];
    return value;
  };
  double const step = 1e-5;  // truncation ~ step^2, rounding ~ 1e-16/step
  auto const moved = [&](double s) {
    Numbers xi(n), at(q.size());
    for (int i = 0; i < n; ++i) xi[i] = s * v[i];
    system->moved(q.data(), xi.data(), at.data());
    return gram_at(system, at, v).C;
  };
  auto const later = moved(step), earlier = moved(-step);
  auto const [raised, C] = gram_at(system, q, v);
  ParasiticMode mode;
  mode.forms = terms_at(system, q, v).mu;
  for (auto const& row : raised) mode.raised.insert(mode.raised.end(), row.begin(), row.end());
  DenseMatrix<double> K(m);
  for (int j = 0; j < m; ++j) {
    Numbers unit(m, 0.);
    unit[j] = 1;
    auto const solved = solve(C, unit);
    mode.singular = mode.singular || solved.singular;
    Numbers more = v, less = v;
    for (int i = 0; i < n; ++i) {
      double u = solved.x[0] * raised[0][i];
      for (int a = 1; a < m; ++a) u = u + solved.x[a] * raised[a][i];
      more[i] = v[i] + u;
      less[i] = v[i] - u;
    }
    auto const above = psi(more), below = psi(less);
    for (int i = 0; i < m; ++i) K(i, j) = 0.5 * (above[i] - below[i]);
  }
  // Directions of the rows of A W in the coordinates of the chart.
  std::vector<Numbers> along;
  for (auto const& row : raised) {
    along.emplace_back(q.size());
    system->tangent(q.data(), row.data(), along.back().data());
  }
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) {
      mode.rate.push_back(K(i, j));
      mode.gram.push_back(C(i, j));
      // The second derivative of V = -L(q, 0).
      mode.stiffness.push_back(
          system->stiffness
              ? system->stiffness(system.get(), 0, q.data(), along[i].data(), along[j].data())
              : 0);
      mode.gram_rate.push_back((later(i, j) - earlier(i, j)) / (2 * step));
    }
  return mode;
}

}  // namespace

std::vector<ParasiticMode> parasitic_modes(SharedProblem const& problem, Setting const& setting,
                                           std::vector<std::vector<double>> const& q,
                                           std::vector<std::vector<double>> const& v) {
  auto const resolved = resolve<double>(problem, setting);
  std::vector<ParasiticMode> modes;
  for (std::size_t k = 0; k < q.size(); ++k) modes.push_back(mode_at(resolved.system, q[k], v[k]));
  return modes;
}

}  // namespace rattleback
