#include <fmt/format.h>

#include <cmath>

#include "experiments/core/experiment.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::holonomic_constraints_study {

namespace {

struct Subject {
  std::string problem, case_name;
  bool linear, other_constraint;
};
std::vector<Subject> const& subjects() {
  static std::vector<Subject> const all{{"quadric_particle", "plane", true, false},
                                        {"quadric_particle", "sphere", false, false},
                                        {"quadric_particle", "parabola", false, false},
                                        {"sphere_contact_particle", "unit_sphere", false, true}};
  return all;
}

struct Method {
  std::string id, equation;
};
std::vector<Method> const midpoint{{"dla_trapezoidal", "(4.14)"}, {"dla_leapfrog", "(4.18)"}};
Method const one_sided{"dla_euler", "(4.12)"};

/// Value of g at a configuration, from the invariants at the start of a run.
double holonomic(Study& study, Subject const& subject, std::vector<double> const& q,
                 std::vector<double> const& v) {
  Run run{.problem = subject.problem,
          .method = "dla_euler",
          .case_name = subject.case_name,
          .start = "plain",
          .is_method_state = true};
  run.q.emplace(q.begin(), q.end());
  run.v.emplace(v.begin(), v.end());
  return study.execute(run.with(RawQuad(1) / 1000, 1, 0)).invariants[1].initial;
}

/// |g - g(0)| over a run, at the listed q_i and at the nodes q_i + (h/2) v_i of the discrete path.
struct Drift {
  std::vector<double> times, listed, nodes;
  double largest_listed = 0, largest_node = 0;
};

Drift drift_of(Study& study, Subject const& subject, Method const& method, double time) {
  double const h = 0.1;
  auto const run = study.execute({.problem = subject.problem,
                                  .method = method.id,
                                  .case_name = subject.case_name,
                                  .step = RawQuad(1) / 10,
                                  .steps = std::lround(time / h)});
  auto const at_node = [&](std::size_t i) {
    auto node = run.q[i];
    for (std::size_t k = 0; k < node.size(); ++k) node[k] += h / 2 * run.v[i][k];
    return holonomic(study, subject, node, run.v[i]);
  };
  Drift drift;
  double const first = at_node(0);
  for (std::size_t i = 0; i < run.q.size(); ++i) {
    drift.times.push_back(run.times[i]);
    drift.listed.push_back(std::abs(run.invariant_values[i][1] - run.invariant_values[0][1]));
    drift.nodes.push_back(std::abs(at_node(i) - first));
    drift.largest_listed = larger_or_nan(drift.largest_listed, drift.listed.back());
    drift.largest_node = larger_or_nan(drift.largest_node, drift.nodes.back());
  }
  if (run.outcome != Outcome::ok) drift.largest_listed = drift.largest_node = std::nan("");
  return drift;
}

}  // namespace

void holonomic_constraints(Study& study) {
  double const time = study.quick ? 20 : 100, steps = time * 10;
  double done = 0, listed = 0;
  for (auto const& subject : subjects()) {
    auto const measured = [&](double drift) {
      return Measured{.value = drift, .details = {{"length of the run", time}}, .steps = steps};
    };
    auto const one = drift_of(study, subject, one_sided, time);
    std::string const system = subject.problem + " (" + subject.case_name + ")";
    std::string const quadratic = subject.other_constraint ? "C51" : "C14/quadratic";
    if (subject.linear)
      for (auto const* reading : {"nodes", "listed positions"})
        study.measure("C14/linear", reading, one_sided.equation + ", " + system,
                      measured(one.largest_listed));
    else if (!subject.other_constraint)
      study.control("C14/linear", "quadratic constraint", system, measured(one.largest_listed));
    else
      study.control("C51", "map (4.8)", measured(one.largest_listed));
    Drift last;
    for (auto const& method : midpoint) {
      last = drift_of(study, subject, method, time);
      auto const instance = method.equation + ", " + system;
      if (subject.linear) {
        study.measure("C14/linear", "nodes", instance, measured(last.largest_node));
        study.measure("C14/linear", "listed positions", instance, measured(last.largest_listed));
      } else {
        study.measure(quadratic, "as printed", instance, measured(last.largest_node));
        study.control(quadratic, "listed positions", instance, measured(last.largest_listed));
        listed = larger_or_nan(listed, last.largest_listed);
      }
    }
    auto& table =
        study.table(subject.case_name, {"t", "euler", "leapfrog_listed", "leapfrog_nodes"});
    for (std::size_t i = 0; i < last.times.size() && last.times[i] <= 20; ++i)
      table.add({last.times[i], one.listed[i], last.listed[i], last.nodes[i]});
    study.progress(done += 0.25);
  }
  study.add_finding(
      "C14/listed nodes", listed,
      fmt::format("{:.1e} for $g$ of size 1, three quadrics, $h$ = 0.1, $t$ = {}", listed, time));
}

}  // namespace rattleback::mclachlan_perlmutter_2006::holonomic_constraints_study
