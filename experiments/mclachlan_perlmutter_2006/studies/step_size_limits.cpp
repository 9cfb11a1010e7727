#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/measure/fit.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// Largest N in [3, last] whose map is unstable at phase 0, as N decides the step 2 sin(pi/N).
int largest_unstable(Study& study, double a, int last) {
  for (int N = last; N >= 3; --N)
    if (excess_radius(time_map(study, "dla_leapfrog", a, step_of_period(N), N, 0)) > 1e-5) return N;
  return 0;
}

/// C5: where the first of the steps that close the period of y is unstable.
void find_critical_steps(Study& study) {
  // At a = 0 the map of one step is constant.
  double low = 0.1, high = 10;
  while (high - low > 1e-9) {
    double const middle = (low + high) / 2;
    (excess_radius(time_map(study, "dla_leapfrog", 0, middle, 1, 0)) > 1e-9 ? high : low) = middle;
  }
  study.measure("C5/a=0", {high});

  auto& critical = study.table(
      "critical_step", {"a", "N", "unstable_a_h", "stable_below_a_h", "four", "pi", "denominator"});
  std::vector<double> const amplitudes =
      study.quick ? std::vector<double>{2, 5, 20, 100}
                  : std::vector<double>{2, 3, 4, 5, 7, 10, 15, 20, 30, 40, 70, 100};
  for (double a : amplitudes) {
    int const N = largest_unstable(study, a, static_cast<int>(1.7 * a) + 20);
    // The denominator of (4.18) is positive for every phase iff h < 4 sqrt(a^2 + 1)/(a^2 + 2).
    double const denominator = 4 * a * std::sqrt(a * a + 1) / (a * a + 2);
    critical.add(
        {a, double(N), a * step_of_period(N), a * step_of_period(N + 1), 4, pi, denominator});
    study.progress(0.6 * a / 100);
  }
  auto const& last = critical.rows.back();
  study.measure("C5", "first unstable closing step", {last[2]});
  study.measure("C5", "all smaller steps stable", {last[3]});
  study.measure("C5", "first step without solution", {last[6]});
  study.find("C5/4-over-a", last[2],
             fmt::format("largest unstable N at a = 100: a h = {:.3f}, the next smaller step "
                         "{:.3f}, the denominator's bound {:.3f}; pi is {:.3f}",
                         last[2], last[3], last[6], pi));
}

/// C6 where the paper's b = 0 is taken at its word: the largest modulus over small steps.
void measure_symmetric(Study& study) {
  for (double a : {0.5, 1.0, 2.0, 5.0, 20.0}) {
    double largest = 0, last = 0;
    for (int N = 4; N <= 200; N += N < 40 ? 1 : 23) {
      if (step_of_period(N) >= smaller_or_nan(1.0, pi / (2 * a))) continue;
      last = N;
      largest = larger_or_nan(
          largest, 1 + excess_radius(time_map(study, "dla_leapfrog", a, step_of_period(N), N, 0)));
    }
    study.measure("C6", "steps that close the period, node at y = 0", fmt::format("a = {}", a),
                  {.value = largest, .details = {{"largest N", last}}});
  }
  double const a = 20;
  int const N = largest_unstable(study, a, 54);
  study.control("C6", "a step above h*",
                {1 + excess_radius(time_map(study, "dla_leapfrog", a, step_of_period(N), N, 0))});
}

/// C6: y-orbits that are not symmetric about a node, for steps that close the period of y.
void measure_phases(Study& study) {
  double worst_ratio = 1;
  std::vector<std::string> rates;
  for (double a : {0.5, 1.0, 2.0}) {
    auto& phases = study.table(fmt::format("phase_{}", a), {"N", "excess"});
    std::vector<double> number, log_excess;
    for (int N = 8; N <= 32; N += 2) {
      double const excess =
          excess_radius(time_map(study, "dla_leapfrog", a, step_of_period(N), N, 0.25));
      if (excess < 1e-11) break;  // rounding of the map, from here on
      phases.add({double(N), excess});
      number.push_back(N);
      log_excess.push_back(std::log(excess));
    }
    double const rate = -fit_line(number, log_excess).slope, expected = std::asinh(1 / a);
    rates.push_back(fmt::format("{:.3f}/{:.3f}", rate, expected));
    if (std::abs(rate / expected - 1) >= std::abs(worst_ratio - 1)) worst_ratio = rate / expected;
    study.measure(
        "C6", "steps that close the period, any phase of y", fmt::format("a = {}", a),
        {.value = 1 + std::exp(log_excess.front()), .details = {{"a h", a * step_of_period(8)}}});
  }
  study.find("C6/phase", worst_ratio,
             fmt::format("rates of decay in N over asinh(1/a) at a = 0.5, 1, 2: {}",
                         fmt::join(rates, ", ")));
}

/// Growth per step of (x, z, vz) over many steps: log of the ratio of its norms, by the steps. The
/// map is linear, so the norm is set to 1 after every leg, lest it overflow.
double growth_per_step(Study& study, double a, double h, long steps) {
  long const leg = 1000;
  auto const [y0, vy0] = y_start("dla_leapfrog", a, h, 0);
  ContactStart at{0.6, y0, 0.6, -y0 * 0.4, vy0, 0.4};
  auto const normalise = [&at] {
    double const weight = 1 + at.y * at.y;  // norm of (5.2)
    double const norm = std::sqrt(at.x * at.x + at.z * at.z + weight * at.vz * at.vz);
    for (double* linear : {&at.x, &at.z, &at.vx, &at.vz}) *linear /= norm;
    return norm;
  };
  normalise();
  double growth = 0;
  for (long done = 0; done < steps; done += leg) {
    auto leg_run = contact_run("dla_leapfrog", at);
    leg_run.own_state = true;
    auto const run = study.execute(leg_run.with(h, leg, 0));
    auto const &q = run.q.back(), &v = run.v.back();
    at = {q[0], q[1], q[2], v[0], v[1], v[2]};
    growth += std::log(normalise());
  }
  return growth / static_cast<double>(steps);
}

/// C6 for steps that do not close the period of y, at a = 1.
void scan_tongues(Study& study) {
  long const steps = study.quick ? 5000 : 20000;
  int const last = study.quick ? 160 : 800;
  auto& tongues = study.table("tongues", {"h", "growth_per_step"});
  double largest = 0, where = 0;
  int growing = 0;
  for (int i = 0; i <= last; ++i) {
    double const h = 0.6 + 0.8 * i / last, growth = growth_per_step(study, 1, h, steps);
    tongues.add({h, growth});
    if (growth > 10.0 / double(steps)) ++growing;
    if (growth > largest) {
      largest = growth;
      where = h;
    }
    if (i % 20 == 0) study.progress(0.7 + 0.3 * i / last);
  }
  study.measure("C6", "any step",
                {.value = std::exp(largest),
                 .details = {{"h", where}, {"growing", growing}, {"of", last + 1}}});
}

}  // namespace

void step_size_limits(Study& study) {
  find_critical_steps(study);
  measure_symmetric(study);
  measure_phases(study);
  study.progress(0.7);
  scan_tongues(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
