#pragma once
// The rigid body on SO(n), n = 3 or 4, without constraints: Moser and Veselov's map (6.7), M_1 =
// omega^T M_0 omega, and the exact motion, in quad and apart from the integrators.

#include "experiments/theory/old_discrete_system.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

// Vectors of quad numbers, their linear algebra and difference quotients.
using namespace theory::old;

/// J = diag(1, ..., n), matrices row by row; antisymmetric ones also by their entries below the
/// diagonal, the order of the catalogue's velocities.
struct FreeRigidBody {
  std::size_t n;

  Q J(std::size_t a) const { return Q(a + 1); }
  Numbers product(Numbers const& a, Numbers const& b) const {
    Numbers c(n * n, Q(0));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < n; ++k) c[n * i + j] += a[n * i + k] * b[n * k + j];
    return c;
  }
  Numbers transposed(Numbers const& a) const {
    Numbers t(n * n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) t[n * j + i] = a[n * i + j];
    return t;
  }
  Numbers identity() const {
    Numbers one(n * n, Q(0));
    for (std::size_t i = 0; i < n; ++i) one[n * i + i] = 1;
    return one;
  }
  Numbers antisymmetric(Numbers const& entries) const {
    Numbers S(n * n, Q(0));
    for (std::size_t a = 0, k = 0; a < n; ++a)
      for (std::size_t b = 0; b < a; ++b, ++k) {
        S[n * a + b] = entries[k];
        S[n * b + a] = -entries[k];
      }
    return S;
  }
  Numbers entries(Numbers const& S) const {
    Numbers below;
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < a; ++b) below.push_back(S[n * a + b]);
    return below;
  }
  /// m = J v + v J and back, entry by entry.
  Numbers momentum(Numbers v) const { return scaled(v, false); }
  Numbers velocity(Numbers m) const { return scaled(m, true); }
  Q energy(Numbers const& m) const { return dot(m, velocity(m)) / 2; }

  /// tr(a J b^T): L_d of (6.2).
  Q lagrangian(Numbers const& a, Numbers const& b) const {
    Q value = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k) value += a[n * i + k] * J(k) * b[n * i + k];
    return value;
  }

  /// (1 - X/2)^-1 (1 + X/2)
  Numbers cayley(Numbers const& x) const {
    auto const X = times(0.5Q, antisymmetric(x));
    auto const plus = sum(identity(), X), minus = sum(identity(), times(-1, X));
    Rows rows;
    for (std::size_t i = 0; i < n; ++i)
      rows.push_back({minus.begin() + long(n * i), minus.begin() + long(n * (i + 1))});
    Numbers result(n * n);
    for (std::size_t j = 0; j < n; ++j) {
      Numbers column;
      for (std::size_t i = 0; i < n; ++i) column.push_back(plus[n * i + j]);
      auto const x_j = eliminated(rows, column).x;
      for (std::size_t i = 0; i < n; ++i) result[n * i + j] = x_j[i];
    }
    return result;
  }
  /// Entries of omega J - J omega^T, (6.6).
  Numbers discrete_momentum(Numbers const& omega) const {
    Numbers below;
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < a; ++b)
        below.push_back(omega[n * a + b] * J(b) - J(a) * omega[n * b + a]);
    return below;
  }
  /// (6.7): x with omega = cayley(x), from a guess.
  Numbers solved(Numbers const& hM, Numbers const& guess) const {
    return newton_root(
        guess, [&](Numbers const& x) { return sum(discrete_momentum(cayley(x)), times(-1, hM)); });
  }
  struct State {
    Numbers g, M;
  };
  State stepped(State const& s, Q h) const {
    auto const omega = cayley(solved(times(h, s.M), times(h, velocity(s.M))));
    return {product(s.g, omega),
            entries(product(product(transposed(omega), antisymmetric(s.M)), omega))};
  }
  /// gdot = g v, mdot = [m, v], by classical Runge-Kutta.
  State exact(State s, Q time, int steps) const {
    Q const h = time / steps;
    auto const rate = [&](State const& at) {
      auto const m = antisymmetric(at.M), v = antisymmetric(velocity(at.M));
      return State{product(at.g, v), entries(sum(product(m, v), times(-1, product(v, m))))};
    };
    auto const shifted = [](State const& at, State const& d, Q c) {
      return State{sum(at.g, times(c, d.g)), sum(at.M, times(c, d.M))};
    };
    for (int k = 0; k < steps; ++k) {
      auto const k1 = rate(s), k2 = rate(shifted(s, k1, h / 2)), k3 = rate(shifted(s, k2, h / 2)),
                 k4 = rate(shifted(s, k3, h));
      s = shifted(shifted(shifted(shifted(s, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
    }
    return s;
  }

  /// The largest h up to which (6.7) has the solution that continues omega = 1, by Newton's method
  /// along h and the sign of its Jacobian determinant.
  Q continuation_limit(Numbers const& M) const {
    auto const jacobian_sign = [&](Numbers const& x) {
      Rows rows;
      for (std::size_t j = 0; j < x.size(); ++j)
        rows.push_back([&] {
          Q const d = 1e-12Q;
          auto ahead = x, behind = x;
          ahead[j] += d;
          behind[j] -= d;
          return times(1 / (2 * d), sum(discrete_momentum(cayley(ahead)),
                                        times(-1, discrete_momentum(cayley(behind)))));
        }());
      return determinant(rows) > 0 ? 1 : -1;
    };
    Numbers x(M.size(), Q(0));
    int const sign = jacobian_sign(x);
    Q h = 0, ahead = 0.1Q;
    while (ahead > 1e-12Q) {
      bool good = false;
      Numbers next;
      try {
        next = solved(times(h + ahead, M), x);
        good = jacobian_sign(next) == sign && distance(next, x) < 0.5;
      } catch (std::runtime_error const&) {  // no solution that far
      }
      if (good) {
        h += ahead;
        x = next;
      } else {
        ahead /= 2;
      }
    }
    return h;
  }

 private:
  Numbers scaled(Numbers w, bool down) const {
    for (std::size_t a = 0, k = 0; a < n; ++a)
      for (std::size_t b = 0; b < a; ++b, ++k)
        w[k] = down ? w[k] / (J(a) + J(b)) : w[k] * (J(a) + J(b));
    return w;
  }
};

}  // namespace rattleback::mclachlan_perlmutter_2006
