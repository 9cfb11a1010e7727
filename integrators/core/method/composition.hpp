#pragma once
// Symmetric compositions of a self-adjoint one-step method: a step of size h consists of substeps
// of sizes gamma_1 h, ..., gamma_s h with gamma_i = gamma_(s + 1 - i), which raises the order.
// Yoshida, Phys. Lett. A 150 (1990) 262; Suzuki, Phys. Lett. A 146 (1990) 319; Kahan & Li, Math.
// Comp. 66 (1997) 1089.

#include <cmath>
#include <string>
#include <vector>

#include "problems/core/numbers/raw_quad.hpp"

namespace rattleback {

/// Scheme of a symmetric composition.
struct Composition {
  std::string name;              ///< name
  int order;                     ///< order for a smooth self-adjoint step of order 2
  std::string source;            ///< paper
  std::vector<RawQuad> weights;  ///< gamma_1, ..., gamma_s; Kahan & Li's to 24 digits
};

/// Cube root in quad precision by Newton's iteration: some libraries compute powers in double
/// precision only.
inline RawQuad cube_root(RawQuad x) {
  RawQuad root = std::cbrt(static_cast<double>(x));
  for (int i = 0; i < 3; ++i) root -= (root * root * root - x) / (3 * root * root);
  return root;
}

/// Returns all schemes: yoshida4, suzuki4, kahan_li6, kahan_li8.
inline std::vector<Composition> const& compositions() {
  static std::vector<Composition> const all = [] {
    RawQuad const two = cube_root(2), four = cube_root(4);
    RawQuad const y = 1 / (2 - two), s = 1 / (4 - four);
    auto const symmetric = [](std::vector<RawQuad> half) {
      for (std::size_t i = half.size() - 1; i-- > 0;) half.push_back(half[i]);
      return half;
    };
    return std::vector<Composition>{
        {"yoshida4", 4, "Yoshida 1990", symmetric({y, -two * y})},
        {"suzuki4", 4, "Suzuki 1990", symmetric({s, s, 1 - 4 * s})},
        {"kahan_li6", 6, "Kahan & Li 1997, 9 stages",
         symmetric({0.39216144400731413927925056_quad, 0.33259913678935943859974864_quad,
                    -0.70624617255763935980996482_quad, 0.08221359629355080023149045_quad,
                    0.79854399093482996339895035_quad})},
        {"kahan_li8", 8, "Kahan & Li 1997, 17 stages",
         symmetric({0.13020248308889008087881763_quad, 0.56116298177510838456196441_quad,
                    -0.38947496264484728640807860_quad, 0.15884190655515560089621075_quad,
                    -0.39590389413323757733623154_quad, 0.18453964097831570709183254_quad,
                    0.25837438768632204729397911_quad, 0.29501172360931029887096624_quad,
                    -0.60550853383003451169892108_quad})}};
  }();
  return all;
}

}  // namespace rattleback
