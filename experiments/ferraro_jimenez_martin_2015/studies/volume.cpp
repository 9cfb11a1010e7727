#include "experiments/core/words.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::volume_study {

namespace {

/// Determinant of (q_1, p_1^-) -> (q_2, p_2^-) by central differences in (q_0, v_0), from the
/// case's initial condition with a velocity that violates the constraint (start `plain`).
Quad determinant_of_step(Study& study, Run run) {
  auto const start = study.execute_quad(run.with(0.1_quad, 1));
  long const dof = long(start.start_v.size());
  Vector v = vector_of<Quad>(start.start_v);
  for (long i = 0; i < dof; ++i) v[i] += Quad(i + 1) / 10;
  Vector const z = theory::together(vector_of<Quad>(start.start_q), v);
  run.start = "plain";
  run.is_method_state = true;

  // State (q, p^-) after a number of steps from (q_0, v_0).
  auto const image = [&](long steps, Vector const& from) {
    run.q.emplace(from.begin(), from.begin() + dof);
    run.v.emplace(from.begin() + dof, from.end());
    auto const t = study.execute_quad(run.with(0.1_quad, steps));
    return theory::together(vector_of<Quad>(t.q.back()), vector_of<Quad>(t.memory.front().second));
  };
  auto const of_derivative = [&](long steps) {
    Quad const d = 1e-9;
    Matrix D(2 * dof, 2 * dof);
    for (long j = 0; j < 2 * dof; ++j) {
      Vector const e = d * Vector::Unit(2 * dof, j);
      D.col(j) = (image(steps, z + e) - image(steps, z - e)) / (2 * d);
    }
    return theory::determinant(D);
  };
  return of_derivative(2) / of_derivative(1);  // of the second step alone
}

}  // namespace

void volume(Study& study) {
  struct Map {
    Run run;
    int constraints;
  };
  auto const on = [](std::string problem, std::string case_name, std::string method) {
    return Run{.problem = std::move(problem),
               .method = std::move(method),
               .case_name = std::move(case_name)};
  };
  std::vector<Map> const maps{{on_test_system("gni", "T", {{"epsilon", "0.5"}}), 1},
                              {on_test_system("gni", "T", {{"epsilon", "0"}}), 1},
                              {on_test_system("gni_composition"), 1},
                              {on("nonholonomic_particle", "P1", "gni"), 1},
                              {on("snakeboard", "FIM", "gni"), 2},
                              {on("snakeboard", "FIM", "reduced_gni"), 2},
                              {on("chaplygin_sleigh", "FIM", "gni"), 1},
                              {on("chaplygin_sleigh", "FIM", "reduced_gni"), 1}};
  double worst = 0;
  std::vector<std::string> words;
  for (auto const& [run, constraints] : maps) {
    Quad const value = determinant_of_step(study, run);
    // Every reflection contributes (-1)^m; a composition reflects twice.
    bool const twice = run.method == "gni_composition";
    double const expected = twice || constraints % 2 == 0 ? 1 : -1;
    worst = larger_or_nan(worst, std::abs(double(value - expected)));
    words.push_back(fmt::format("{} {} {:+.12f}", run.problem, run.method, double(value)));
  }
  study.add_finding(
      "FJM-01/volume", worst,
      fmt::format("largest departure {:.1e} of the determinant from $(-1)^{{m}}$, from 1 for a "
                  "composition of two: {}",
                  worst, joined(words, ", ")));
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::volume_study
