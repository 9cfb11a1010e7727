#include <fmt/format.h>

#include "experiments/timings/benchmarks.hpp"
#include "integrators/core/registry/registry.hpp"
#include "problems/core/numbers/lanes.hpp"

namespace rattleback {

constexpr int most_degrees_of_freedom = 5;

std::vector<Target> targets(std::map<std::string, double> const& nanoseconds) {
  std::vector<Target> all;
  auto const time_of = [&](std::string const& name) {
    auto const found = nanoseconds.find(name);
    return found == nanoseconds.end() ? 0.0 : found->second;
  };
  // Adds a ratio of the times of two names.
  auto const add = [&](char const* group, std::string const& name, std::string const& above,
                       std::string const& below, double factor, double bound, bool at_least) {
    double const a = time_of(above), b = time_of(below);
    if (a > 0 && b > 0) all.push_back({group, name, factor * a / b, bound, at_least});
  };

  std::string const leapfrog = "dla_leapfrog/chaotic_r7", by_hand = "hand_written/chaotic_r7";
  add("Speed of lanes over that of an intrinsics kernel written by hand", leapfrog,
      by_hand + "/lanes", leapfrog + "/lanes", 1, 0.9, true);
  add("Time of a step over that of a scalar step written by hand", leapfrog,
      leapfrog + "/one_orbit", by_hand + "/one_orbit", 1, 1.5, false);
  add("Time of a step in a problem's unit over that of the same step compiled alone", leapfrog,
      leapfrog + "/one_orbit", compiled_alone, 1, 1.5, false);
  for (auto const& [problem, methods] : pairs_of_texts)
    for (auto const& method : methods)
      add("Time of a step of a text over that of the same problem of the catalogue",
          fmt::format("{}/{}", method, problem), name_of_text_steps(method, problem, "text"),
          name_of_text_steps(method, problem, "catalogue"), 1, 6, false);

  for (auto const& [problem, bound] : {std::pair{"chaotic_r7", 1.0},
                                       {"chaplygin_sleigh", 1.5},
                                       {"chaplygin_sphere", 1.5},
                                       {"driven_sleigh", 1.5}}) {
    std::string const evaluation = std::string("right_hand_side/") + problem;
    add("Time of a generated right-hand side over one written by hand", problem,
        evaluation + "/generated", evaluation + "/by_hand", 1, bound, false);
  }
  add("Time of a step of a run of odeint's RK4 over that of dla_leapfrog", "chaotic_r7",
      "odeint_rk4/chaotic_r7/run", "dla_leapfrog/chaotic_r7/run", 1, 6, false);

  // Runge-Kutta 4 evaluates the equations four times a step, (4.18) once.
  add("Time of an evaluation in a run of projected Runge-Kutta 4 over that of dla_leapfrog",
      "pendulum_cvt", "projected(odeint_rk4,constraint)/pendulum_cvt/run",
      "dla_leapfrog/pendulum_cvt/run", 0.25, 3, false);

  std::string const run = "/run";
  for (auto const& [name, time] : nanoseconds) {
    if (!name.ends_with(run)) continue;
    std::string const pair = name.substr(0, name.size() - run.size());
    auto const slash = pair.find('/');
    if (slash == pair.npos) continue;
    std::string const problem = pair.substr(slash + 1);
    if (find_problem(problem).dof > most_degrees_of_freedom ||
        pair_facts(pair.substr(0, slash), problem).kind == "adaptive")
      continue;
    all.push_back({fmt::format("Microseconds of a step of a run, at most {} degrees of freedom",
                               most_degrees_of_freedom),
                   pair, time * 1e-3, 5, false});
  }

  for (auto const& problem : registry()) {
    std::string const equal_norm = "equal_norm_gni", rattle = "gni_rattle";
    auto const& id = problem.card.id;
    if (problem.driven || !problem.method(rattle).not_applicable_because.empty()) continue;
    double const iterations = pair_facts(equal_norm, id).iterations_per_step;
    add("Time of a step of a run of equal_norm_gni, for each iteration, over that of gni_rattle",
        id, equal_norm + "/" + id + run, rattle + "/" + id + run, 1 / iterations, 1.5, false);
  }

  std::string const one_orbit = "/one_orbit";
  for (auto const& [name, time] : nanoseconds) {
    if (!name.ends_with(one_orbit)) continue;
    std::string const pair = name.substr(0, name.size() - one_orbit.size());
    auto const slash = pair.find('/');
    if (slash == pair.npos || pair.starts_with("hand_written")) continue;
    std::string const method = pair.substr(0, slash), problem = pair.substr(slash + 1);
    auto const facts = pair_facts(method, problem);
    bool const is_explicit = facts.kind == "explicit";
    add(is_explicit                ? "Lane speed-up over the number of lanes, explicit"
        : facts.kind == "adaptive" ? "Lane speed-up over the number of lanes, adaptive"
                                   : "Lane speed-up over the number of lanes, Newton-based",
        pair, name, pair + "/lanes", 1.0 / lane_count, is_explicit ? 0.6 : 0.5, true);
    if (!is_explicit || facts.lagrangian_derivatives_per_step == 0) continue;
    // A step of the baseline evaluates the equations once more, for its multipliers.
    add("Time an evaluation of the force over that of odeint's RK4", pair, name,
        "odeint_rk4/" + problem + one_orbit, 5 / facts.lagrangian_derivatives_per_step, 1, false);
    add("Time an evaluation of the force over that of odeint's RK4 with a motion written by hand",
        pair, name, "hand_written_rk4/" + problem + one_orbit,
        4 / facts.lagrangian_derivatives_per_step, 1, false);
  }

  std::string const ensemble = "ensemble/chaotic_r7/dla_leapfrog/threads:";
  for (char const* threads : {"2", "3"})
    add("Processor time of several threads over that of one", fmt::format("{} threads", threads),
        ensemble + threads, ensemble + "1", 1, 1.05, false);
  if (double const time = time_of(ensemble + "1"); time > 0)
    all.push_back({"CPU seconds of the 1.5e10 orbit-steps of figure 6(b), from one ensemble",
                   leapfrog, 1.5e10 * time * 1e-9, 30, false});
  return all;
}

}  // namespace rattleback
