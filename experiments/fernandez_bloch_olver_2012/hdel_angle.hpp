#pragma once
// HDEL on the knife edge, the equation of phi alone: cheap enough to ask what another choice among
// its roots would change.

#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace rattleback::fernandez_bloch_olver_2012 {

/// Which of several real roots a step takes.
enum class RootRule { nearest_to_last, nearest_to_h };

/// Angles phi_i by HDEL with epsilon = 1/2 and steps of tau k_i = sin((i+1) h) - sin(i h), while
/// there is a real root with |D| <= 1.5. With c = cos(phi_i + D/2), s = sin(2 phi_i + D):
///   c^2 D + s D^2/4 = k p_i,   p_(i+1) = (c^2 D - s D^2/4)/k
inline std::vector<double> hdel_angles(double h, long N, std::string const& start, RootRule rule) {
  auto const left = [](double phi, double D) {
    double const c = std::cos(phi + D / 2);
    return c * c * D + std::sin(2 * phi + D) * D * D / 4;
  };
  auto const right = [](double phi, double D) {
    double const c = std::cos(phi + D / 2);
    return c * c * D - std::sin(2 * phi + D) * D * D / 4;
  };
  std::vector<double> phi{0};
  double p = 1, last = h;  // start legendre
  if (start != "legendre") {
    last = start == "euler" ? std::sin(h) : h;
    p = left(0, last) / std::sin(h);
  }
  for (long i = 0; i < N; ++i) {
    double const k = std::sin(double(i + 1) * h) - std::sin(double(i) * h), a = phi.back();
    auto const height = [&](double D) { return left(a, D) - k * p; };
    double const nominal = rule == RootRule::nearest_to_h ? h : last;
    std::optional<double> chosen;
    constexpr int intervals = 600;
    auto const place = [](int j) { return 1.5 * (2.0 * j / intervals - 1); };
    for (int j = 0; j < intervals; ++j) {
      double const low = height(place(j)), high = height(place(j + 1));
      if (low * high > 0) continue;
      std::uintmax_t iterations = 100;
      auto const [x, y] = boost::math::tools::toms748_solve(
          height, place(j), place(j + 1), low, high, boost::math::tools::eps_tolerance<double>(),
          iterations);
      double const D = (x + y) / 2;
      if (!chosen || std::abs(D - nominal) < std::abs(*chosen - nominal)) chosen = D;
    }
    if (!chosen) break;
    p = right(a, *chosen) / k;
    last = *chosen;
    phi.push_back(a + last);
  }
  return phi;
}

/// Does this run make all N steps with errors of phi below `allowed`?
inline bool hdel_angle_survives(double h, long N, std::string const& start, RootRule rule,
                                double allowed) {
  auto const phi = hdel_angles(h, N, start, rule);
  if (static_cast<long>(phi.size()) <= N) return false;
  for (long i = 0; i <= N; ++i)
    if (!(std::abs(phi[i] - double(i) * h) < allowed)) return false;
  return true;
}

}  // namespace rattleback::fernandez_bloch_olver_2012
