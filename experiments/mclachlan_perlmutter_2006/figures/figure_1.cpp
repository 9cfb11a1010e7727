#include <fmt/format.h>

#include <algorithm>
#include <boost/math/tools/roots.hpp>

#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/measure/lyapunov.hpp"
#include "experiments/measure/sweep.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::figure_1_study {

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

/// z of the fixed point on the symmetry line vz = 0, where vz vanishes again after half a period.
double symmetric_fixed_point(RealFunction const& vz_after_half) {
  boost::math::tools::eps_tolerance<double> const tolerance(50);
  std::uintmax_t iterations = 100;
  auto const [low, high] =
      boost::math::tools::toms748_solve(vz_after_half, 1.0, 1.38, tolerance, iterations);
  return (low + high) / 2;
}

/// Number of chaotic orbits of the last portrait if the first has none and the number never
/// decreases; else 0.
double chaotic_at_the_end(std::vector<long> const& chaotic) {
  bool const growing = chaotic.front() == 0 && std::is_sorted(chaotic.begin(), chaotic.end());
  return growing ? double(chaotic.back()) : 0;
}

/// Measures F1, F1c, F1d and F1b for (4.18) on the four portraits.
void measure_portraits(Study& study) {
  long const iterates = study.quick ? 1000 : 8000, short_run = study.quick ? 300 : 1000;
  double const threshold = chaos_threshold(double(short_run));
  auto const all = starts();
  double off_section = 0, alike = 1, unlike = 0;
  std::vector<long> chaotic;
  std::vector<double> unperturbed;  // exponents of the fine run at epsilon = 0
  auto& exponents = study.table("lyapunov", {"epsilon", "z", "vz", "exponent", "at_640_steps"});
  for (std::size_t e = 0; e < std::size(portrait_epsilons); ++e) {
    double const epsilon = portrait_epsilons[e];
    auto& section = study.table(fmt::format("section_{}", e), {"orbit", "z", "vz"});
    auto const coarse = exponents_per_iterate(study, all, epsilon, short_run, steps_per_period),
               fine = exponents_per_iterate(study, all, epsilon, short_run, 640);
    if (e == 0) unperturbed = fine;
    chaotic.push_back(count_chaotic(coarse, threshold));
    alike = smaller_or_nan(alike, share_alike(coarse, fine, threshold));
    unlike = share_alike(coarse, unperturbed, threshold);
    for (std::size_t i = 0; i < all.size(); ++i) {
      auto const [z, vz] = all[i];
      exponents.add({epsilon, z, vz, coarse[i], fine[i]});
      auto const run =
          study.execute(contact_run("dla_leapfrog", section_start(epsilon, z, vz), epsilon)
                            .with(step_of_period(steps_per_period), iterates * steps_per_period,
                                  steps_per_period));
      for (std::size_t k = 0; k < run.q.size(); ++k) {
        auto const &q = run.q[k], &v = run.v[k];
        if (q[0] > 0) section.add({double(i), q[2], v[2]});
        off_section = larger_or_nan({off_section, std::abs(q[1] + 1), std::abs(v[1])});
      }
      study.progress((double(e) + double(i + 1) / double(all.size())) / 4.5);
    }
  }
  study.table("mark_A", {"z", "vz"}).add({0.6, 0});
  study.table("mark_B", {"z", "vz"}).add({0, 0.5});

  study.measure("F1", "the figure's orbits",
                {chaotic_at_the_end(chaotic),
                 {{"chaotic at $epsilon$ = 0.4", chaotic[1]}, {"at 0.7", chaotic[2]}}});
  study.control("F1", "no perturbation", {chaotic_at_the_end(std::vector(4, chaotic.front()))});
  study.measure("F1c", {double(chaotic.front())});
  study.control("F1c", "epsilon = 1", {double(chaotic.back())});
  study.control("F1d", "another flow", {unlike});
  measure_in_full(study, "F1d", "the figure's orbits", "needs the full length of the exponents",
                  {alike});
  study.measure("F1b", "of (4.18)",
                {.value = off_section,
                 .details = {{"iterates", iterates}, {"orbits", 4. * double(all.size())}},
                 .steps = double(iterates * steps_per_period)});
}

/// Measures F1b for the flow: y and vy after a period.
void measure_period(Study& study) {
  auto const departure = [&](double epsilon, RawQuad time) {
    auto const state =
        study.reference(contact_run("", section_start(epsilon, 0.6, 0), epsilon), {time})[0];
    return larger_or_nan(std::abs(double(state.q[1] + 1)), std::abs(double(state.v[1])));
  };
  for (double epsilon : {0.0, 0.7})
    study.measure("F1b", "of the flow", fmt::format("$epsilon$ = {}", epsilon),
                  {departure(epsilon, two_pi)});
  study.control("F1b", "another time", {departure(0.7, two_pi * 39 / 40)});
}

/// Measures F1a: order in h of the shift of a symmetric fixed point.
void measure_shift(Study& study) {
  double const epsilon = 0.7;
  auto const from = [&](std::string const& method, double z) {
    return contact_run(method, section_start(epsilon, z, 0), epsilon);
  };
  // The certified reference gives the exact half period.
  double const exact = symmetric_fixed_point(
      [&](double z) { return double(study.reference(from("", z), {RawQuad(pi)})[0].v[2]); });
  std::vector<double> const numbers{20, 40, 80, 160}, h = values_over(numbers, step_of_period);
  auto const fixed_points = [&](std::string const& method) {
    return values_over(numbers, [&](int N) {
      return symmetric_fixed_point([&](double z) {
        return study.execute(from(method, z).with(step_of_period(N), N / 2, 0)).v.back()[2];
      });
    });
  };
  auto const shifts = [&](std::vector<double> const& z) {
    return values_over(z, [&](double at) { return std::abs(at - exact); });
  };
  auto const z = fixed_points("dla_leapfrog"), shift = shifts(z);
  auto over_h2 = shift;
  for (std::size_t i = 0; i < h.size(); ++i) over_h2[i] /= h[i] * h[i];
  tabulate(study, "fixed_point", {{"N", numbers}, {"h", h}, {"z", z}, {"shift_over_h2", over_h2}});
  study.measure("F1a",
                {fit_power(h, shift).slope,
                 {{"shift/$h^2$ at $N$ = 160", over_h2.back()}, {"$z$ of the flow", exact}}});
  study.control("F1a", "(4.12)", {fit_power(h, shifts(fixed_points("dla_euler"))).slope});
}

}  // namespace

void figure_1(Study& study) {
  measure_portraits(study);
  measure_period(study);
  measure_shift(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::figure_1_study
