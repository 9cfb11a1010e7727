#include <boost/math/tools/roots.hpp>

#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/measure/lyapunov.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr int steps_per_period = 40;

std::vector<SectionPoint> starts() {
  std::vector<SectionPoint> all;
  for (double vz : {0.1, 0.3, 0.5, 0.7, 0.9})
    for (int sign : {1, -1}) all.emplace_back(0, sign * vz);
  for (double z : {0.3, 0.6, 0.9, 1.2})
    for (int sign : {1, -1}) all.emplace_back(sign * z, 0);
  return all;
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
  for (std::size_t e = 0; e < std::size(portrait_epsilons); ++e) {
    double const epsilon = portrait_epsilons[e];
    auto& section = findings.table(fmt::format("section_{}", e), {"orbit", "z", "vz"});
    auto const coarse =
        exponents_per_iterate(findings, all, epsilon, lyapunov_iterates, steps_per_period);
    auto const fine = exponents_per_iterate(findings, all, epsilon, lyapunov_iterates, 640);
    int same = 0;
    chaotic.push_back(0);
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto const start = section_start(epsilon, all[i].first, all[i].second);
      auto const run = findings.execute(contact_run("dla_leapfrog", start, epsilon)
                                            .with(step_of_period(steps_per_period),
                                                  iterates * steps_per_period, steps_per_period));
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
                     measured(alike,
                              "{:.3f} of {} starts are of one kind at 40 and at 640 steps, the "
                              "least of four portraits",
                              alike, all.size()));
  findings.measure("F1b", "of (4.18)",
                   {.value = off_section,
                    .words = fmt::format("(y, vy) within {:.1e} of (-1, 0) at {} iterates of {} "
                                         "orbits",
                                         off_section, iterates, 4 * all.size()),
                    .steps = double(iterates * steps_per_period)});
}

/// The flow's own section: y and vy after a period.
void measure_period(Findings& findings) {
  for (double epsilon : {0.0, 0.7}) {
    auto const state =
        findings.reference(contact_run("", section_start(epsilon, 0.6, 0), epsilon), {two_pi})[0];
    double const off =
        larger_or_nan(std::abs(double(state.q[1] + 1)), std::abs(double(state.v[1])));
    std::string const instance = fmt::format("epsilon = {}", epsilon);
    findings.measure(
        "F1b", "of the flow", instance,
        measured(off, "(y, vy) within {:.1e} of (-1, 0) at t = 2 pi, {}", off, instance));
  }
}

void measure_shift(Findings& findings) {
  double const epsilon = 0.7;
  auto const from = [&](double z) {
    return contact_run("dla_leapfrog", section_start(epsilon, z, 0), epsilon);
  };
  // The exact fixed point needs the exact half period, by the certified reference.
  double const exact = symmetric_fixed_point(
      [&](double z) { return double(findings.reference(from(z), {RawQuad(pi)})[0].v[2]); });
  auto& shifts = findings.table("fixed_point", {"N", "h", "z", "shift_over_h2"});
  std::vector<double> h, shift;
  for (int N : {20, 40, 80, 160}) {
    h.push_back(step_of_period(N));
    double const z = symmetric_fixed_point([&](double trial) {
      return findings.execute(from(trial).with(h.back(), N / 2, 0)).v.back()[2];
    });
    shift.push_back(std::abs(z - exact));
    shifts.add({double(N), h.back(), z, shift.back() / (h.back() * h.back())});
  }
  double const order = fit_power(h, shift).slope;
  findings.measure(
      "F1a",
      measured(
          order,
          "slope {:.4f} over N = 20 ... 160; shift/h^2 = {:.4f} at N = 160, the flow's z = {:.10f}",
          order, shift.back() / (h.back() * h.back()), exact));
}

void compute(Findings& findings) {
  measure_portraits(findings);
  measure_period(findings);
  measure_shift(findings);
}

Panel panel(int index) {
  auto p = section_panel(fmt::format("{} = {}", italic("ε"), portrait_epsilons[index]),
                         fmt::format("section_{}.csv", index));
  if (portrait_epsilons[index] != 0.7) return p;
  p.key = "top right opaque";
  for (std::string const mark : {"A", "B"})
    p.series.push_back({"mark_" + mark + ".csv", "z", "vz", "points", mark});
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
