#include <fmt/format.h>

#include <boost/math/tools/roots.hpp>

#include "experiments/core/fit.hpp"
#include "experiments/core/lyapunov.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr double epsilons[]{0, 0.4, 0.7, 1.0};
constexpr int steps_per_period = 40;

std::vector<std::pair<double, double>> starts() {
  std::vector<std::pair<double, double>> all;
  for (double vz : {0.1, 0.3, 0.5, 0.7, 0.9})
    for (int sign : {1, -1}) all.emplace_back(0, sign * vz);
  for (double z : {0.3, 0.6, 0.9, 1.2})
    for (int sign : {1, -1}) all.emplace_back(sign * z, 0);
  return all;
}

Trajectory<double> section_run(ContactStart const& start, double epsilon, long iterates, int N) {
  RunSpec spec;
  spec.setting = setting_of(start, epsilon);
  spec.step = RawQuad(step_of_period(N));
  spec.steps = iterates * N;
  spec.every = N;
  return find_problem("contact_oscillator").method("dla_leapfrog").integrate(spec);
}

/// Largest finite-time Lyapunov exponent per iterate of each start. The twin starts apart in z
/// alone, so both share y and stay on the section's constraint.
std::vector<double> exponents_per_iterate(double epsilon, long iterates, int N, int threads) {
  EnsembleSpec spec;
  spec.parameters = {{"epsilon", RawQuad(epsilon)}};
  for (auto const& [z, vz] : starts()) {
    auto const s = section_start(epsilon, z, vz);
    spec.starts.insert(spec.starts.end(), {s.x, s.y, s.z, s.vx, s.vy, s.vz});
    ++spec.orbits;
  }
  spec.step = step_of_period(N);
  spec.steps = iterates * N;
  spec.every = N;
  spec.threads = threads;
  spec.lyapunov = true;
  spec.direction = {0, 0, 1, 0, 0, 0};
  auto exponents =
      find_problem("contact_oscillator").method("dla_leapfrog").ensemble(spec).exponents;
  for (double& x : exponents) x *= N * step_of_period(N);
  return exponents;
}

/// z of the fixed point on the symmetry line vz = 0, where the orbit rests again half a period
/// later.
template <class HalfPeriodVelocity>
double symmetric_fixed_point(HalfPeriodVelocity const& vz_after_half) {
  boost::math::tools::eps_tolerance<double> const tolerance(50);
  std::uintmax_t iterations = 100;
  auto const [low, high] =
      boost::math::tools::toms748_solve(vz_after_half, 1.15, 1.38, tolerance, iterations);
  return (low + high) / 2;
}

void measure_portraits(Findings& findings) {
  long const iterates = findings.quick ? 1000 : 8000;
  long const lyapunov_iterates = findings.quick ? 300 : 1000;
  double const threshold = chaos_threshold(double(lyapunov_iterates));
  auto const all = starts();
  double off_section = 0, alike = 1;
  std::vector<int> chaotic;
  auto& exponents = findings.table("lyapunov", {"epsilon", "z", "vz", "exponent", "at_640_steps"});
  for (std::size_t e = 0; e < std::size(epsilons); ++e) {
    double const epsilon = epsilons[e];
    auto& section = findings.table(fmt::format("section_{}", e), {"orbit", "z", "vz"});
    auto const coarse =
        exponents_per_iterate(epsilon, lyapunov_iterates, steps_per_period, findings.threads);
    auto const fine = exponents_per_iterate(epsilon, lyapunov_iterates, 640, findings.threads);
    int same = 0;
    chaotic.push_back(0);
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto const start = section_start(epsilon, all[i].first, all[i].second);
      auto const run = section_run(start, epsilon, iterates, steps_per_period);
      for (std::size_t k = 0; k < run.q.size(); ++k) {
        if (run.q[k][0] > 0) section.add({double(i), run.q[k][2], run.v[k][2]});
        off_section =
            larger_or_nan({off_section, std::abs(run.q[k][1] + 1), std::abs(run.v[k][1])});
      }
      exponents.add({epsilon, all[i].first, all[i].second, coarse[i], fine[i]});
      chaotic.back() += coarse[i] > threshold;
      same += (coarse[i] > threshold) == (fine[i] > threshold);
      findings.progress((double(e) + double(i + 1) / double(all.size())) / 4.5);
    }
    alike = smaller_or_nan(alike, double(same) / double(all.size()));
  }
  findings.table("mark_A", {"z", "vz"}).add({0.6, 0});
  findings.table("mark_B", {"z", "vz"}).add({0, 0.5});

  bool growing = chaotic.front() == 0;
  for (std::size_t e = 1; e < chaotic.size(); ++e)
    growing = growing && chaotic[e] >= chaotic[e - 1];
  std::string const counts = fmt::format("chaotic orbits of {} at epsilon = 0, 0.4, 0.7, 1: {}",
                                         all.size(), fmt::join(chaotic, ", "));
  findings.measure("F1", "the figure's orbits",
                   {.value = growing ? double(chaotic.back()) : 0, .words = counts});
  findings.measure("F1c", {.value = double(chaotic.front()), .words = counts});
  if (findings.quick)
    findings.not_run("F1d", "the figure's orbits", "needs the full length of the exponents");
  else
    findings.measure("F1d", "the figure's orbits",
                     {.value = alike,
                      .words = fmt::format("{:.3f} of {} starts are of one kind at 40 and at 640 "
                                           "steps, the least of four portraits",
                                           alike, all.size())});
  findings.measure("F1b", "of (4.18)",
                   {.value = off_section,
                    .words = fmt::format("(y, vy) within {:.1e} of (-1, 0) at {} iterates of {} "
                                         "orbits",
                                         off_section, iterates, 4 * all.size()),
                    .steps = double(iterates * steps_per_period)});
}

/// The flow's own section: y and vy after a period.
void measure_period(Findings& findings) {
  RawQuad const two_pi = 2 * 3.14159265358979323846264338327950288Q;
  for (double epsilon : {0.0, 0.7}) {
    auto const state = find_problem("contact_oscillator")
                           .reference(setting_of(section_start(epsilon, 0.6, 0), epsilon), {two_pi})
                           .states[0];
    double const off =
        larger_or_nan(std::abs(double(state.q[1] + 1)), std::abs(double(state.v[1])));
    std::string const instance = fmt::format("epsilon = {}", epsilon);
    findings.measure(
        "F1b", "of the flow", instance,
        {.value = off,
         .words = fmt::format("(y, vy) within {:.1e} of (-1, 0) at t = 2 pi, {}", off, instance)});
  }
}

void measure_shift(Findings& findings) {
  // The exact fixed point needs the exact half period, by the certified reference.
  auto const& problem = find_problem("contact_oscillator");
  double const epsilon = 0.7;
  double const exact = symmetric_fixed_point([&](double z) {
    auto const r =
        problem.reference(setting_of(section_start(epsilon, z, 0), epsilon), {RawQuad(pi)});
    return static_cast<double>(r.states[0].v[2]);
  });
  auto& shifts = findings.table("fixed_point", {"N", "h", "z", "shift_over_h2"});
  std::vector<double> h, shift;
  for (int N : {20, 40, 80, 160}) {
    double const z = symmetric_fixed_point([&](double trial) {
      RunSpec spec;
      spec.setting = setting_of(section_start(epsilon, trial, 0), epsilon);
      spec.step = RawQuad(step_of_period(N));
      spec.steps = N / 2;
      return problem.method("dla_leapfrog").integrate(spec).v.back()[2];
    });
    h.push_back(step_of_period(N));
    shift.push_back(std::abs(z - exact));
    shifts.add({double(N), h.back(), z, shift.back() / (h.back() * h.back())});
  }
  double const order = fit_power(h, shift).slope;
  findings.measure("F1a",
                   {.value = order,
                    .words = fmt::format("slope {:.4f} over N = 20 ... 160; shift/h^2 = "
                                         "{:.4f} at N = 160, the flow's z = {:.10f}",
                                         order, shift.back() / (h.back() * h.back()), exact)});
}

void compute(Findings& findings) {
  measure_portraits(findings);
  measure_period(findings);
  measure_shift(findings);
}

Panel panel(int index) {
  std::string const data = fmt::format("section_{}.csv", index);
  Panel p{.title = fmt::format("{{/:Italic ε}} = {}", epsilons[index]),
          .x_label = "{/:Italic z}",
          .y_label = "{/:Italic v_z}",
          .x_range = {{-1.5, 1.5}},
          .y_range = {{-1.1, 1.1}},
          .series = {{data, "z", "vz", "dots"}}};
  if (epsilons[index] == 0.7) {
    p.key = "top right opaque";
    p.series.push_back({"mark_A.csv", "z", "vz", "points", "A"});
    p.series.push_back({"mark_B.csv", "z", "vz", "points", "B"});
  }
  return p;
}

}  // namespace

Experiment figure_1() {
  return {
      .id = "mp2006_figure_1",
      .paper = "mclachlan_perlmutter_2006",
      .title = "Phase portraits of the perturbed contact oscillator",
      .about =
          "Poincare sections of (5.4) by the leapfrog (4.18), 40 steps per period of y, which is "
          "one iterate of the section y = -1, vy = 0. Points with x > 0 are drawn.",
      .choices = {{"three values of epsilon", "0.4, 0.7, 1.0 beside 0",
                   "they show circles, islands, chaotic bands and a chaotic sea"},
                  {"the starts", "(z, vz) = (0, +-0.1 ... +-0.9), (+-0.3 ... +-1.2, 0) on H = 3/2",
                   "they cover the section evenly"},
                  {"the step", "h = 2 sin(pi/40)",
                   "with it 40 steps close the period of y exactly; 2 pi/40 "
                   "would turn the section by eight periods over 8000 iterates"},
                  {"orbits A and B", "epsilon = 0.7, (z, vz) = (0.6, 0) and (0, 0.5)",
                   "one regular and one chaotic orbit by their Lyapunov exponents"}},
      .figures = {{.id = "figure_1",
                   .number = "1",
                   .caption =
                       "Phase portraits of (5.4) on H = 1.5, y^2 + vy^2 = 1 by (4.18), 40 steps "
                       "per iterate of the Poincare map, for four values of epsilon.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 5.6,
                   .panels = {panel(0), panel(1), panel(2), panel(3)}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
