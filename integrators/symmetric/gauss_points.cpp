#include "integrators/symmetric/gauss_points.hpp"

namespace rattleback {

std::array<GaussPoint, most_gauss_points> const& gauss_points(int count) {
  using Rule = std::array<GaussPoint, most_gauss_points>;
  static auto const all = [] {
    std::array<Rule, most_gauss_points + 1> rules;
    Quad const pi = 4 * atan(Quad(1));
    for (int n = 1; n <= most_gauss_points; ++n)
      for (int i = 0; i < n; ++i) {
        Quad x = cos(pi * (i + Quad(3) / 4) / (n + Quad(1) / 2)), slope = 0;
        for (int iteration = 0; iteration < 12; ++iteration) {
          Quad before = 1, p = x;
          for (int k = 2; k <= n; ++k) {
            Quad const next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
            before = p;
            p = next;
          }
          slope = n * (x * p - before) / (x * x - 1);
          x -= p / slope;
        }
        rules[n][i] = {(1 + x) / 2, 1 / ((1 - x * x) * slope * slope)};
      }
    return rules;
  }();
  return all[count];
}

}  // namespace rattleback
