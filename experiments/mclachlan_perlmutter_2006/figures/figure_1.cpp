#include <fmt/format.h>

#include <algorithm>
#include <boost/math/tools/roots.hpp>

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
      boost::math::tools::toms748_solve(vz_after_half, 1.0, 1.38, tolerance, iterations);
  return (low + high) / 2;
}

/// Chaotic orbits of the last portrait, if the first has none and their number never falls.
double chaotic_in_the_end(std::vector<int> const& chaotic) {
  bool const growing = chaotic.front() == 0 && std::is_sorted(chaotic.begin(), chaotic.end());
  return growing ? chaotic.back() : 0;
}

void measure_portraits(Study& study) {
  long const iterates = study.quick ? 1000 : 8000;
  long const lyapunov_iterates = study.quick ? 300 : 1000;
  double const threshold = chaos_threshold(double(lyapunov_iterates));
  auto const all = starts();
  double off_section = 0, alike = 1, unlike = 0;
  std::vector<int> chaotic;
  std::vector<double> unperturbed;  // exponents of the fine run at epsilon = 0
  auto& exponents = study.table("lyapunov", {"epsilon", "z", "vz", "exponent", "at_640_steps"});
  for (std::size_t e = 0; e < std::size(portrait_epsilons); ++e) {
    double const epsilon = portrait_epsilons[e];
    auto& section = study.table(fmt::format("section_{}", e), {"orbit", "z", "vz"});
    auto const coarse =
        exponents_per_iterate(study, all, epsilon, lyapunov_iterates, steps_per_period);
    auto const fine = exponents_per_iterate(study, all, epsilon, lyapunov_iterates, 640);
    if (e == 0) unperturbed = fine;
    int same = 0, same_as_unperturbed = 0;
    chaotic.push_back(0);
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto const start = section_start(epsilon, all[i].first, all[i].second);
      auto const run = study.execute(contact_run("dla_leapfrog", start, epsilon)
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
      same_as_unperturbed += (coarse[i] > threshold) == (unperturbed[i] > threshold);
      study.progress((double(e) + double(i + 1) / double(all.size())) / 4.5);
    }
    alike = smaller_or_nan(alike, double(same) / double(all.size()));
    unlike = double(same_as_unperturbed) / double(all.size());
  }
  study.table("mark_A", {"z", "vz"}).add({0.6, 0});
  study.table("mark_B", {"z", "vz"}).add({0, 0.5});

  study.measure("F1", "the figure's orbits",
                {.value = chaotic_in_the_end(chaotic),
                 .details = {{"chaotic at epsilon = 0.4", chaotic[1]}, {"at 0.7", chaotic[2]}}});
  study.control("F1", "no perturbation", {chaotic_in_the_end(std::vector(4, chaotic.front()))});
  study.measure("F1c", {double(chaotic.front())});
  study.control("F1c", "epsilon = 1", {double(chaotic.back())});
  study.control("F1d", "another flow", {unlike});
  if (study.quick)
    study.not_run("F1d", "the figure's orbits", "needs the full length of the exponents");
  else
    study.measure("F1d", "the figure's orbits", {alike});
  study.measure("F1b", "of (4.18)",
                {.value = off_section,
                 .details = {{"iterates", iterates}, {"orbits", 4 * all.size()}},
                 .steps = double(iterates * steps_per_period)});
}

/// The flow's own section: y and vy after a period.
void measure_period(Study& study) {
  auto const departure = [&](double epsilon, RawQuad time) {
    auto const state =
        study.reference(contact_run("", section_start(epsilon, 0.6, 0), epsilon), {time})[0];
    return larger_or_nan(std::abs(double(state.q[1] + 1)), std::abs(double(state.v[1])));
  };
  for (double epsilon : {0.0, 0.7})
    study.measure("F1b", "of the flow", fmt::format("epsilon = {}", epsilon),
                  {departure(epsilon, two_pi)});
  study.control("F1b", "another time", {departure(0.7, two_pi * 39 / 40)});
}

void measure_shift(Study& study) {
  double const epsilon = 0.7;
  auto const from = [&](double z) {
    return contact_run("dla_leapfrog", section_start(epsilon, z, 0), epsilon);
  };
  // The exact fixed point needs the exact half period, by the certified reference.
  double const exact = symmetric_fixed_point(
      [&](double z) { return double(study.reference(from(z), {RawQuad(pi)})[0].v[2]); });
  auto& shifts = study.table("fixed_point", {"N", "h", "z", "shift_over_h2"});
  std::vector<double> h, shift, shift_by_euler;
  for (int N : {20, 40, 80, 160}) {
    h.push_back(step_of_period(N));
    auto const fixed_point = [&](std::string const& method) {
      return symmetric_fixed_point([&](double trial) {
        auto run = from(trial).with(h.back(), N / 2, 0);
        run.method = method;
        return study.execute(run).v.back()[2];
      });
    };
    double const z = fixed_point("dla_leapfrog");
    shift.push_back(std::abs(z - exact));
    shift_by_euler.push_back(std::abs(fixed_point("dla_euler") - exact));
    shifts.add({double(N), h.back(), z, shift.back() / (h.back() * h.back())});
  }
  study.measure("F1a", {.value = fit_power(h, shift).slope,
                        .details = {{"shift/h^2 at N = 160", shift.back() / (h.back() * h.back())},
                                    {"z of the flow", exact}}});
  study.control("F1a", "(4.12)", {fit_power(h, shift_by_euler).slope});
}

}  // namespace

void figure_1(Study& study) {
  measure_portraits(study);
  measure_period(study);
  measure_shift(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
