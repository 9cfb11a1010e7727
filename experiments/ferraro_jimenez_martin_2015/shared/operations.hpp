#pragma once
// Arithmetic operations of the closed forms of both retractions on SO(3), counted by execution.

#include <array>
#include <cmath>

namespace rattleback::ferraro_jimenez_martin_2015 {

/// Number that counts its arithmetic operations.
struct Counted {
  double value;
  static inline thread_local long operations = 0;

  friend Counted operator+(Counted a, Counted b) { return counted(a.value + b.value); }
  friend Counted operator-(Counted a, Counted b) { return counted(a.value - b.value); }
  friend Counted operator*(Counted a, Counted b) { return counted(a.value * b.value); }
  friend Counted operator/(Counted a, Counted b) { return counted(a.value / b.value); }
  static Counted counted(double value) {
    ++operations;
    return {value};
  }
};
inline Counted sqrt(Counted a) { return Counted::counted(std::sqrt(a.value)); }
inline Counted sin(Counted a) { return Counted::counted(std::sin(a.value)); }
inline Counted cos(Counted a) { return Counted::counted(std::cos(a.value)); }

struct Operations {
  long cayley, exponential;
};
struct OperationsOnSo3 {
  Operations map, inverse_tangent;
};

/// Counts the operations of cay and exp in the form d + a hat(w) + b w w^T, and of dcay^-1 and
/// dexp^-1 in this form.
inline OperationsOnSo3 operations_on_so3() {
  std::array<Counted, 3> const w{{{0.4}, {1.1}, {-0.7}}};
  Counted const one{1}, two{2}, four{4}, half{0.5}, quarter{0.25};
  auto const square = [&] { return w[0] * w[0] + w[1] * w[1] + w[2] * w[2]; };
  auto const matrix = [&](Counted d, Counted a, Counted b) {
    Counted const bx = b * w[0], by = b * w[1], bz = b * w[2], ax = a * w[0], ay = a * w[1],
                  az = a * w[2], xy = bx * w[1], xz = bx * w[2], yz = by * w[2];
    return std::array{d + bx * w[0], xy - az, xz + ay, xy + az,      d + by * w[1],
                      yz - ax,       xz - ay, yz + ax, d + bz * w[2]};
  };
  auto const count = [](auto const& run) {
    Counted::operations = 0;
    run();
    return Counted::operations;
  };
  Operations const map{count([&] {
                         Counted const n = square(), b = two / (four + n);
                         matrix(one - b * n, b + b, b);
                       }),
                       count([&] {
                         Counted const n = square(), angle = sqrt(n), c = cos(angle);
                         matrix(c, sin(angle) / angle, (one - c) / n);
                       })};
  Operations const inverse{count([&] { matrix(one, Counted{-0.5}, quarter); }), count([&] {
                             Counted const n = square(), x = half * sqrt(n),
                                           c = x * cos(x) / sin(x);
                             matrix(c, Counted{-0.5}, (one - c) / n);
                           })};
  return {map, inverse};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
