#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"

namespace rattleback::fernandez_bloch_olver_2012::figure_9_study {

namespace {

void add_energies(Study& study, std::string const& name, std::vector<double> const& errors,
                  double offset) {
  tabulate(study, "energy_" + name,
           {{"i", counting(errors.size(), offset)}, {"error", errors}, {"size", absolute(errors)}});
}

/// Logarithm of the largest |E - 1| of PTHDEL within four steps of `place`, relative to that away
/// from `place` and from the zeros of f.
Measured growth_near(std::vector<double> const& energies, double place) {
  Largest near, away;
  for (std::size_t i = 0; i < energies.size(); ++i) {
    double const at = double(i) + at_intervals;
    bool const inside = std::abs(at - place) <= 4;
    if (inside || !near_a_crossing(at)) (inside ? near : away)(energies[i]);
  }
  return {.value = std::log(ratio_of(near.value, away.value).value),
          .details = {{"largest near", near.value}, {"away", away.value}}};
}

/// Largest |f (E - 1)| on the exact motion, at the middle of the steps.
double poincare_energy_of_the_motion(Study& study) {
  auto const& problem = study.problem(knife_edge.problem);
  std::vector<Quad> times;
  for (int i = 0; i < knife_nodes; ++i) times.push_back((Quad(i) + 0.5) * knife_edge.step);
  auto const states = problem.exact({}, times);
  return largest(series(states.size(), [&](std::size_t i) {
    auto const& [time, q, v, multipliers] = states[i];
    return double(knife_edge.f(q)) * (problem.energy({.q = q, .v = v}) - 1);
  }));
}

/// Ratio of the smaller number of RDLA and HDEL to that of PTHDEL.
Measured least_of_old(double rdla, double hdel, double pthdel) {
  return with_three(smaller_or_nan(rdla, hdel) / pthdel, {rdla, hdel, pthdel});
}

/// Measures |E - 1| of the three methods for one start; for HDEL by L_c and by l_c.
void measure_energies(Study& study, std::string const& start) {
  auto const [rdla, hdel, pthdel] = knife_runs(study, start);
  auto const unreduced = knife_run(study, "dla_midpoint", start);
  auto const of_pthdel = scores(pthdel.energies, at_intervals);
  std::pair<std::string, Scores> const of_rdla[]{
      {"(22)-(23), ", scores(unreduced.energies, at_intervals)},
      {"(24)-(25), ", scores(rdla.energies, at_intervals)}};
  std::pair<std::string, Scores> const of_hdel[]{
      {"E of L_c, ", scores(hdel.energies, at_intervals)},
      {"E of l_c, ", scores(hdel_energies_in_t(hdel), at_intervals)}};
  auto const sizes = [&](std::string const& statement, std::string const& prefix, Scores const& s) {
    supply(study, "",
           {{statement, prefix + start + ", everywhere", s.largest},
            {statement, prefix + start + ", away", s.largest_away},
            {statement, prefix + start + ", root mean square", s.root_mean_square},
            {statement, prefix + start + ", median", s.median}});
  };
  for (auto const& [forces, s] : of_rdla) sizes("K8", forces, s);
  for (auto const& [energy, s] : of_hdel) sizes("K9", energy, s);
  study.measure("K10", start + ", away", {of_pthdel.largest_away});
  study.measure("K10", start + ", median", {of_pthdel.median});
  study.measure("K11", start, {.value = largest(pthdel.poincare), .steps = knife_nodes});
  for (std::size_t k = 0; k < 2; ++k)
    study.measure("K10b", start, fmt::format("near $i$ = {}", printed_crossings[k]),
                  growth_near(pthdel.energies, crossings[k]));
  for (auto const& [forces, old] : of_rdla)
    for (auto const& [energy, s] : of_hdel)
      for (auto const& [measure, of] : {std::pair{"median, ", &Scores::median},
                                        {"largest, ", &Scores::largest},
                                        {"largest away, ", &Scores::largest_away}})
        study.measure("K10a", measure + energy + forces + start,
                      least_of_old(old.*of, s.*of, of_pthdel.*of));
  if (start != "legendre") return;
  study.control("K10b", "between the zeros of f", growth_near(pthdel.energies, 45));
  study.control("K11", "exact motion",
                {.value = poincare_energy_of_the_motion(study), .steps = knife_nodes});
  auto const on_particle = simulations(study, particle, start);
  auto const most = [&](int m) { return largest(on_particle[m].energies); };
  study.control("K10a", "particle of section 5.1", least_of_old(most(0), most(1), most(2)));
}

}  // namespace

void figure_9(Study& study) {
  study.uses("E1");
  auto const [rdla, hdel, pthdel] = knife_runs(study, "euler");
  auto const in_t = hdel_energies_in_t(hdel);
  for (auto const& [name, energies] : {std::pair{"rdla", rdla.energies},
                                       {"hdel", hdel.energies},
                                       {"hdel_in_t", in_t},
                                       {"pthdel", pthdel.energies},
                                       {"pthdel_poincare", pthdel.poincare},
                                       {"hdel_r1", hdel_r1(study).energies},
                                       {"hdel_r2", hdel_r2(study).energies}})
    add_energies(study, name, energies, at_intervals);
  for (auto const& [name, run] : {std::pair{"rdla", &rdla}, {"hdel", &hdel}, {"pthdel", &pthdel}})
    add_steps(study, name, *run);
  for (auto const& start : starts) measure_energies(study, start);

  std::array const sharp{abruptness(rdla.errors, at_nodes), abruptness(hdel.errors, at_nodes),
                         abruptness(pthdel.errors, at_nodes)};
  std::vector<double> smooth, smooth_errors;
  double const of_rdla = abruptness(rdla.energies, at_intervals);
  double const of_pthdel = abruptness(pthdel.energies, at_intervals);
  Measured all{.value = 0, .details = {{"RDLA", of_rdla}, {"PTHDEL", of_pthdel}}};
  for (auto const& method : other_methods) {
    auto const run = knife_run(study, method, {});
    double const offset = method == "dla_midpoint" ? at_intervals : at_next_nodes;
    add_energies(study, method, run.energies, offset);
    smooth.push_back(abruptness(run.energies, offset));
    smooth_errors.push_back(abruptness(run.errors, at_nodes));
    all.details.emplace_back(method, smooth.back());
  }
  all.value = ratio_of(smaller_or_nan(of_rdla, of_pthdel), largest(smooth)).value;
  study.measure("K3a", all);
  study.measure(
      "K3a", "errors of all three methods",
      with_three(ratio_of(smallest({sharp.begin(), sharp.end()}), largest(smooth_errors)).value,
                 sharp));
  study.control("K3a", "errors without sec(phi)",
                {smallest(smooth_errors) / largest(smooth_errors)});
  study.control("K3a", "methods without sec(phi)", {smallest(smooth) / largest(smooth)});
}

}  // namespace rattleback::fernandez_bloch_olver_2012::figure_9_study
