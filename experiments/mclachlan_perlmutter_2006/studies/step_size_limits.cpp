#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/measure/step_map.hpp"
#include "experiments/measure/sweep.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::step_size_limits_study {

namespace {

using theory::Quad;  // not the class rattleback::Quad

/// Largest modulus of an eigenvalue of the leapfrog's map on (x, z, vz) over a period, with the
/// step 2 sin(pi/N), minus 1, in quad arithmetic.
double excess(Study& study, double a, int N, double phase = 0) {
  Quad const angle = two_pi / N, h = 2 * sin(angle / 2), y = a * sin(phase * angle),
             middle = a * sin((phase + 0.5) * angle) / cos(angle / 2), vy = 2 * (middle - y) / h;
  Eigen::Matrix<Quad, 3, 3> map;
  for (int column = 0; column < 3; ++column) {
    Eigen::Matrix<Quad, 3, 1> const e = Eigen::Matrix<Quad, 3, 1>::Unit(column);
    auto run = contact_run_off_constraint("dla_leapfrog", {}).with(h, N, 0);
    run.q = {{e[0], y, e[1]}};
    run.v = {{-y * e[2], vy, e[2]}};
    auto const end = study.execute_quad(run);
    map.col(column) << end.q.back()[0], end.q.back()[2], end.v.back()[2];
  }
  // Characteristic polynomial; at least one root is real, and is near 1 if the others are.
  Quad const trace = map.trace(), minors = (trace * trace - Quad((map * map).trace())) / 2,
             product = theory::determinant(map);
  Quad root = 1;
  for (int k = 0; k < 100; ++k) {
    Quad const value = ((root - trace) * root + minors) * root - product,
               slope = (3 * root - 2 * trace) * root + minors;
    root -= value / slope;
  }
  Quad const half_sum = (trace - root) / 2, of_others = product / root,
             square = half_sum * half_sum - of_others,
             largest = square > 0 ? abs(half_sum) + sqrt(square) : sqrt(of_others);
  return double(larger_or_nan(abs(root), largest) - 1);
}

/// Largest N in [3, last] with an unstable map at phase 0; 0 if there is none.
int largest_unstable(Study& study, double a, int last) {
  for (int N = last; N >= 3; --N)
    if (excess(study, a, N) > 1e-5) return N;
  return 0;
}

/// Measures C5: first unstable step among those that divide the period of y.
void find_critical_steps(Study& study) {
  // For a = 0 the map of one step is constant.
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
    int const N = largest_unstable(study, a, int(1.7 * a) + 20);
    // The denominator of (4.18) is positive for every phase iff h < 4 sqrt(a^2 + 1)/(a^2 + 2).
    critical.add({a, double(N), a * step_of_period(N), a * step_of_period(N + 1), 4, pi,
                  4 * a * std::sqrt(a * a + 1) / (a * a + 2)});
    study.progress(0.6 * a / 100);
  }
  auto const& last = critical.rows.back();
  double const unstable = last[2], stable = last[3], bound = last[6];
  study.measure("C5", "first unstable closing step", {unstable});
  study.measure("C5", "all smaller steps stable", {stable});
  study.measure("C5", "first step without solution", {bound});
  study.add_finding(
      "C5/4-over-a", unstable,
      fmt::format("largest unstable $N$ at $a$ = 100: a $h$ = {:.3f}, the next smaller step "
                  "{:.3f}, the denominator's bound {:.3f}; $pi$ is {:.3f}",
                  unstable, stable, bound, pi));
}

/// Measured excess of maps over N steps. The norm of (5.2) and that of (x, z, vz) differ by the
/// factor 1 + y^2 at most.
Measured excess_measured(double excess, double a, double N, std::vector<Detail> details = {}) {
  return in_quad(excess / (1 + a * a), N, std::move(details));
}

/// Measures C6 with b = 0 as printed: largest modulus over small steps.
void measure_symmetric(Study& study) {
  for (double a : {0.5, 1.0, 2.0, 5.0, 20.0}) {
    std::vector<double> numbers;
    for (int N = 4; N <= 200; N += N < 40 ? 1 : 23)
      if (step_of_period(N) < smaller_or_nan(1.0, pi / (2 * a))) numbers.push_back(N);
    double const largest = largest_over(numbers, [&](int N) { return excess(study, a, N); });
    study.measure("C6", "steps that close the period, node at y = 0", fmt::format("$a$ = {}", a),
                  excess_measured(largest, a, numbers.front(), {{"largest $N$", numbers.back()}}));
  }
  int const N = largest_unstable(study, 20, 54);
  study.control("C6", "a step above h*", excess_measured(excess(study, 20, N), 20, N));
}

/// Measures C6 for y-orbits that are not symmetric about a node, with steps that divide the period
/// of y.
void measure_phases(Study& study) {
  double worst_ratio = 1;
  std::vector<std::string> rates;
  for (double a : {0.5, 1.0, 2.0}) {
    auto& phases = study.table(fmt::format("phase_{}", a), {"N", "excess"});
    std::vector<double> number, log_excess;
    int const last = 40;
    for (int N = 8; N <= last; N += 2) {
      double const unstable = excess(study, a, N, 0.25);
      phases.add({double(N), unstable});
      number.push_back(N);
      log_excess.push_back(std::log(unstable));
    }
    double const rate = -fit_line(number, log_excess).slope, expected = std::asinh(1 / a);
    rates.push_back(fmt::format("{:.3f}/{:.3f}", rate, expected));
    if (std::abs(rate / expected - 1) >= std::abs(worst_ratio - 1)) worst_ratio = rate / expected;
    study.measure("C6", "steps that close the period, any phase of y", fmt::format("$a$ = {}", a),
                  excess_measured(std::exp(*std::ranges::min_element(log_excess)), a, last));
  }
  study.add_finding("C6/phase", worst_ratio,
                    fmt::format("rates of decay in $N$ over asinh(1/$a$) at $a$ = 0.5, 1, 2: {}",
                                joined(rates, ", ")));
}

/// Growth rate per step of (x, z, vz) over many steps: logarithm of the ratio of norms over the
/// number of steps. The map is linear; the norm is reset to 1 after every leg to avoid overflow.
double growth_per_step(Study& study, double a, double h, long steps) {
  long const leg = 1000;
  auto const [y0, vy0] = y_start("dla_leapfrog", a, h, 0);
  PhasePoint z{{0.6, y0, 0.6}, {-y0 * 0.4, vy0, 0.4}};
  auto const normalise = [&z] {
    auto &q = z.q, &v = z.v;
    double const weight = 1 + q[1] * q[1];  // norm of (5.2)
    double const norm = std::sqrt(q[0] * q[0] + q[2] * q[2] + weight * v[2] * v[2]);
    for (double* linear : {&q[0], &q[2], &v[0], &v[2]}) *linear /= norm;
    return norm;
  };
  normalise();
  auto run = contact_run("dla_leapfrog", {}).with(h, leg, 0);
  run.is_method_state = true;
  double growth = 0;
  for (long done = 0; done < steps; done += leg) {
    z = end_of(study.execute(from(run, z)));
    growth += std::log(normalise());
  }
  return growth / double(steps);
}

/// Measures C6 for steps that do not divide the period of y, at a = 1.
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
    largest = larger_or_nan(largest, growth);
    if (growth == largest) where = h;
    if (i % 20 == 0) study.progress(0.7 + 0.3 * i / last);
  }
  study.measure("C6", "any step",
                {std::exp(largest), {{"h", where}, {"growing", growing}, {"of", last + 1}}});
}

}  // namespace

void step_size_limits(Study& study) {
  find_critical_steps(study);
  measure_symmetric(study);
  measure_phases(study);
  study.progress(0.7);
  scan_tongues(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::step_size_limits_study
