#pragma once
// Functions of sections 2 and 4 of Fernandez, Bloch & Olver 2012 on its three systems, at points of
// any number type: l_c and H_c as functions of z = (r, v) and (r, P), and their equations.
// Derivatives are computed with jets.

#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"
#include "experiments/theory/jet.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

using theory::Matrix, theory::VectorOf;
using theory::together, theory::largest_entry;
using JetOfQuad = theory::Jet<Quad>;

/// Square G v v at z = (r, v), with the metric G_a = 1 + A_a^2.
template <class T>
T square(System const& system, VectorOf<T> const& z) {
  T const s = system.connection(z, z.tail(2));
  return z[2] * z[2] + z[3] * z[3] + s * s;
}
/// Potential V(r).
template <class T>
T potential(System const& system, VectorOf<T> const& z) {
  return T(0) - T(system.S) * z[0];
}
/// Reduced Lagrangian l_c(r, v).
inline auto lagrangian(System const& system) {
  return [&]<class T>(VectorOf<T> const& z) -> T {
    return square(system, z) / T(2) - potential(system, z);
  };
}
/// Rate f^power of a time tau, d tau = f^power dt: power 1, or 0 or -1 for false neighbours.
template <class T>
T rate_of_time(System const& system, VectorOf<T> const& z, int power) {
  T const f = system.f(z);
  return power == 1 ? f : power == 0 ? T(1) : T(1) / f;
}
/// Lagrangian L_c(r, v) = l_c(r, f v), where v is a velocity in tau.
inline auto hamiltonized(System const& system, int power = 1) {
  return [&system, power]<class T>(VectorOf<T> const& z) -> T {
    T const f = rate_of_time(system, z, power);
    return lagrangian(system)(VectorOf<T>(together(z.head(2), z.tail(2) * f)));
  };
}
/// Poincare Lagrangian (44), f (l_c + E).
inline auto poincare_lagrangian(System const& system, Quad E) {
  return [&system, E]<class T>(VectorOf<T> const& z) -> T {
    return system.f(z) * (lagrangian(system)(z) + T(E));
  };
}
/// Hamiltonian H_c(r, P) = sum P_a^2/(2 f^2 G_a) + V.
inline auto hamiltonian(System const& system) {
  return [&]<class T>(VectorOf<T> const& z) -> T {
    T const f = system.f(z), a = system.a(z);
    T const P = z[2 + system.place()], other = z[3 - system.place()];
    return (P * P / (T(1) + a * a) + other * other) / (T(2) * f * f) + potential(system, z);
  };
}
/// Transformed Hamiltonian f (H_c - E).
inline auto transformed_hamiltonian(System const& system, Quad E) {
  return [&system, E]<class T>(VectorOf<T> const& z) -> T {
    return system.f(z) * (hamiltonian(system)(z) - T(E));
  };
}

/// Derivatives df/dz at a point, or, for a moving point, with their rates.
template <class F>
Vector slope(F const& f, Vector const& z) {
  return theory::gradient<Quad>(f, z);
}
template <class F>
VectorOf<JetOfQuad> slope(F const& f, VectorOf<JetOfQuad> const& z) {
  return theory::moving_gradient<Quad>(f, z);
}

/// Canonical vector field (dH/dP, -dH/dr) at z = (r, P).
template <class T, class H>
VectorOf<T> canonical_field(H const& hamiltonian, VectorOf<T> const& z) {
  long const n = z.size() / 2;
  VectorOf<T> const dH = slope(hamiltonian, z);
  return together(dH.tail(n), -dH.head(n));
}
/// Right-hand sides of (41)-(42) at (r, P).
/// @param last  factor of the last term of (42): 1, or 0 for (43)
template <class T>
VectorOf<T> field_of_42(System const& system, Quad E, VectorOf<T> const& z, int last = 1) {
  auto const H = hamiltonian(system);
  auto const f = [&](auto const& at) { return system.f(at); };
  VectorOf<T> const df = slope(f, z).head(2);
  VectorOf<T> field = canonical_field<T>(H, z) * system.f(z);
  field.tail(2) -= df * (T(last) * (H(z) - T(E)));
  return field;
}
/// Right-hand side of (5) at z = (r, v): F_a = -(dl/dxi)^* B_ab v^b with xi = -A v and B_12 =
/// dA_1/dr_2 - dA_2/dr_1, whose sign (5) requires.
template <class T>
VectorOf<T> force(System const& system, VectorOf<T> const& z) {
  VectorOf<T> const da = slope([&](auto const& r) { return system.a(r); }, z);
  T const B = system.place() == 0 ? da[1] : -da[0];
  VectorOf<T> F(2);
  F << z[3], -z[2];
  return F * (system.connection(z, z.tail(2)) * B);
}

/// Momentum dL/dv of a Lagrangian L(r, v).
template <class L, class T>
VectorOf<T> momentum(L const& lagrangian, VectorOf<T> const& z) {
  return slope(lagrangian, z).tail(2);
}
/// Energy (47): v dL/dv - L.
template <class L>
Quad energy(L const& lagrangian, Vector const& z) {
  return z.tail(2).dot(momentum(lagrangian, z)) - lagrangian(z);
}
/// Rate d/dt dL/dv along the rate (v, v').
template <class L>
Vector rate_of_momentum(L const& lagrangian, Vector const& z, Vector const& rate) {
  auto const p = [&](auto const& moved) { return momentum(lagrangian, moved); };
  return theory::directional<Quad>(p, z, rate);
}
/// Euler-Lagrange expression d/dt dL/dv - dL/dr along the rate (v, v').
template <class L>
Vector euler_lagrange(L const& lagrangian, Vector const& z, Vector const& rate) {
  return rate_of_momentum(lagrangian, z, rate) - slope(lagrangian, z).head(2);
}

/// States of a motion at seven times at intervals d, with derivatives of sixth order at the middle
/// time.
struct SevenStates {
  std::vector<ReferenceState> states;
  static inline Quad const d = Quad(1) / 4096;

  ReferenceState const& middle() const { return states[3]; }
  static std::vector<Quad> around(Quad at) {
    std::vector<Quad> all;
    for (int j = -3; j <= 3; ++j) all.push_back(at + j * d);
    return all;
  }
  Quad rate_of(std::size_t i) const {
    return rate([=](auto const& state) { return state.q[i]; });
  }
  /// Derivatives of a function of the state.
  template <class F>
  Quad rate(F const& f) const {
    auto const u = [&](int j) { return Quad(f(states[std::size_t(3 + j)])); };
    return (45 * (u(1) - u(-1)) - 9 * (u(2) - u(-2)) + (u(3) - u(-3))) / (60 * d);
  }
  template <class F>
  Quad second_rate(F const& f) const {
    auto const u = [&](int j) { return Quad(f(states[std::size_t(3 + j)])); };
    return (2 * (u(-3) + u(3)) - 27 * (u(-2) + u(2)) + 270 * (u(-1) + u(1)) - 490 * u(0)) /
           (180 * d * d);
  }
};

}  // namespace rattleback::fernandez_bloch_olver_2012
