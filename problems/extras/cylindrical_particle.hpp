#pragma once

#include <cmath>
#include <limits>
#include <utility>

#include "problems/core/problem.hpp"

namespace rattleback {

/// Closed form of the motion.
template <class Real>
struct Extras<CylindricalParticle<Real>> {
  /// The radial motion is a repulsive Kepler problem r'' = kappa/r^2, kappa = c^2 + k, with
  /// t = kappa (sinh eta + eta)/(2 E)^(3/2); Kepler's equation is solved by Newton's method.
  template <class T>
  std::pair<Vec<T, 3>, Vec<T, 3>> exact(Vec<T, 3> const& q0, Vec<T, 3> const& v0, T t) const {
    using std::abs, std::acosh, std::asinh, std::atan, std::cosh, std::sinh, std::sqrt, std::tanh;
    T const r0 = q0[0], c = v0[2] * sqrt(r0), kappa = c * c + problem_of(*this).k;
    T const twice_energy = v0[0] * v0[0] + 2 * kappa / r0, root = sqrt(twice_energy);
    T const argument = twice_energy * r0 / kappa - 1;
    T const eta0 = (v0[0] < 0 ? -1 : 1) * (argument > 1 ? acosh(argument) : T(0));
    T const mean = sinh(eta0) + eta0 + t * twice_energy * root / kappa;
    T eta = asinh(mean / 2);
    for (int i = 0; i < 100; ++i) {
      T const change = (sinh(eta) + eta - mean) / (cosh(eta) + 1);
      eta = eta - change;
      if (abs(change) <= 4 * std::numeric_limits<T>::epsilon() * (1 + abs(eta))) break;
    }
    auto const gudermann = [](T x) { return 2 * atan(tanh(x / 2)); };
    T const r = kappa * (cosh(eta) + 1) / twice_energy, w = c / sqrt(r), root2 = sqrt(T(2));
    T const theta = q0[1] + root2 * c / sqrt(kappa) * (gudermann(eta / 2) - gudermann(eta0 / 2));
    T const z =
        q0[2] + 2 * root2 * c * sqrt(kappa) / twice_energy * (sinh(eta / 2) - sinh(eta0 / 2));
    return {{r, theta, z}, {kappa * sinh(eta) / (root * r), w / r, w}};
  }
};

}  // namespace rattleback
