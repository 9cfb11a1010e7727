#pragma once
// Body of the Suslov runs in the plane of D_c.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/planar_inertia.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

/// Returns the planar inertia of the case SUS.
template <class T>
PlanarInertia<T> suslov_inertia() {
  Matrix3 const J = suslov_mass_tensor(), I = J.trace() * Matrix3::Identity() - J;
  return {I.topLeftCorner(2, 2).cast<T>(), I.topRightCorner(2, 1).cast<T>()};
}
/// Returns tan(theta/2) of the first fold along the direction (cos(angle), sin(angle)) of sigma.
template <class T>
T first_fold(PlanarInertia<T> const& body, T cosine, T sine) {
  auto const at = [&](T r) { return body.fold({r * cosine, r * sine}); };
  T good = 0, step = T(1) / 128;
  while (at(good + step) > 0) good += step;
  T bad = good + step;
  for (int i = 0; i < 110 && good < bad; ++i) {
    T const middle = (good + bad) / 2;
    (at(middle) > 0 ? good : bad) = middle;
  }
  return good;
}
/// Returns the steady rotation, with the energy of w, to which motions tend.
template <class T>
typename PlanarInertia<T>::Pair attractor(PlanarInertia<T> const& body,
                                          typename PlanarInertia<T>::Pair const& w) {
  typename PlanarInertia<T>::Pair const line = -body.K(body.b);
  T const size = sqrt(body.twice_energy(w) / body.twice_energy(line));
  // (b . w)' = -(b . w) b . A^-1 K w
  T const side = body.across(body.velocity(body.K(line))) > 0 ? 1 : -1;
  return side * size * line;
}

/// Returns a run of the case SUS, optionally from the velocity v.
inline Run suslov_run(Quad step, long steps, std::optional<std::vector<Quad>> v = {}) {
  return {.problem = "suslov",
          .method = "euler_poincare_suslov",
          .case_name = "SUS",
          .step = step,
          .steps = steps,
          .v = std::move(v)};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
