#include <algorithm>
#include <cmath>

#include "integrators/core/tables/problem_table.hpp"

namespace rattleback {

namespace {

/// Returns the power of four that is nearest to x in its logarithm; 1 if x is not > 0 and finite.
double power_of_four(double x) {
  if (!(x > 0) || !std::isfinite(x)) return 1;
  int exponent = 0;
  double const fraction = std::frexp(x, &exponent);  // a power of two changes the exponent alone
  return std::ldexp(1., 2 * int(std::floor((exponent + std::log2(fraction)) / 2 + 0.5)));
}

}  // namespace

NaturalUnits natural_units(ProblemTable<double> const& f, std::vector<std::string> const& factors,
                           InitialCondition<double> const& start, double time) {
  int const size = f.size, n = f.dof, m = f.constraints;
  void const* const self = start.system.get();
  auto const *q = start.q.data(), *v = start.v.data();
  std::vector<double> M(n * n), qdot(size), vdot(n), multipliers(m);
  MotionTerms<double> terms;
  f.metric(self, 0, q, M.data());
  f.motion(self, 0, q, v, qdot.data(), vdot.data(), multipliers.data());
  f.terms(self, 0, q, v, terms);
  auto const square = [&](double const* x) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) sum += x[i] * M[i * n + j] * x[j];
    return sum > 0 && std::isfinite(sum) ? sum : 0.0;
  };
  double const moving = square(v), forced = square(vdot.data());
  double fastest = moving > 0 ? forced / moving : 0;  // the square of a rate
  for (int i = 0; f.stiffness && i < n; ++i) {
    std::vector<double> along(size);
    along[i] = 1;
    double const stiff =
        std::abs(f.stiffness(self, 0, q, along.data(), along.data()) / M[i * n + i]);
    if (std::isfinite(stiff)) fastest = std::max(fastest, stiff);
  }
  // The velocity whose mass measures the unit of length; -1: none, of a rotation.
  std::vector<int> of_velocities, of_coordinates;
  for (auto const& factor : factors) {
    int const first = static_cast<int>(of_velocities.size());
    if (factor == "SO3") {
      of_velocities.insert(of_velocities.end(), 3, -1);
      of_coordinates.insert(of_coordinates.end(), 9, -1);
      continue;
    }
    int const count = factor == "SE2" ? 3 : std::stoi(factor.substr(1));
    for (int i = 0; i < count; ++i)
      of_velocities.push_back(factor != "SE2" ? first + i : i < 2 ? first : -1);
    of_coordinates.insert(of_coordinates.end(), of_velocities.begin() + first, of_velocities.end());
  }
  for (int i = 0; i < n; ++i)
    if (of_velocities[i] < 0) fastest = std::max(fastest, v[i] * v[i]);

  NaturalUnits units;
  units.time = power_of_four(time > 0 ? time : 1 / std::sqrt(fastest));
  double const energy = std::max(moving, forced * units.time * units.time);
  units.energy = power_of_four(energy);
  auto const velocity = [&](int i) {
    return i < 0 || energy == 0 ? 1 / units.time : power_of_four(std::sqrt(energy / M[i * n + i]));
  };
  for (int const i : of_velocities) units.velocity.push_back(velocity(i));
  for (int const i : of_coordinates)
    units.coordinate.push_back(i < 0 ? 1 : velocity(i) * units.time);
  for (int k = 0; k < m; ++k) {
    double largest = 0;
    for (int i = 0; i < n; ++i)
      largest = std::max(largest, std::abs(terms.mu[k * n + i]) * units.velocity[i]);
    units.constraint.push_back(power_of_four(largest));
  }
  // A light part of a system may hold little of its energy: its own velocities are then measured.
  constexpr double much_smaller = 1. / 64, smallest = 1. / (1 << 24);
  double least = 1;
  for (int i = 0; i < n; ++i)
    if (double const own = std::max(std::abs(v[i]), std::abs(vdot[i]) * units.time); own > 0)
      least = std::min(least, own / units.velocity[i]);
  if (least < much_smaller) units.tolerance = power_of_four(std::max(least, smallest));
  auto const is_one = [](double unit) { return unit == 1; };
  units.are_used = units.time != 1 || units.energy != 1;
  for (auto const* of : {&units.coordinate, &units.velocity, &units.constraint})
    units.are_used = units.are_used || !std::all_of(of->begin(), of->end(), is_one);
  return units;
}

}  // namespace rattleback
