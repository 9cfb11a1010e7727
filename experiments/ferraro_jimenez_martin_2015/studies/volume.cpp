#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

/// Determinant of (q_1, p_1^-) -> (q_2, p_2^-), from the case's start with its velocity moved off
/// the constraint (start `plain`), by central differences in (q_0, v_0).
template <int dof>
Quad determinant(Study& study, Run run) {
  static_assert(dof == 3 || dof == 5);
  constexpr int n = 2 * dof;
  auto const start = study.execute_quad(run.with(RawQuad(1) / 10, 1));
  std::vector<RawQuad> z = start.start_q;
  for (int i = 0; i < dof; ++i) z.push_back(start.start_v[i] + RawQuad(i + 1) / 10);
  run.start = "plain";
  run.own_state = true;

  // (q, p^-) after so many steps from (q_0, v_0).
  auto const image = [&](long steps, std::vector<RawQuad> const& from) {
    run.q.emplace(from.begin(), from.begin() + dof);
    run.v.emplace(from.begin() + dof, from.end());
    auto const t = study.execute_quad(run.with(RawQuad(1) / 10, steps));
    std::vector<RawQuad> all = t.q.back();
    auto const& p = t.memory.front().second;
    all.insert(all.end(), p.begin(), p.end());
    return all;
  };
  auto const of_derivative = [&](long steps) {
    Eigen::Matrix<Quad, n, n> D;
    RawQuad const d = 1e-9;
    for (int j = 0; j < n; ++j) {
      auto up = z, down = z;
      up[j] += d;
      down[j] -= d;
      auto const a = image(steps, up), b = image(steps, down);
      for (int i = 0; i < n; ++i) D(i, j) = (a[i] - b[i]) / (2 * d);
    }
    Quad result;
    linear_solution<Quad, n>(D, Eigen::Matrix<Quad, n, 1>::Zero(), &result);
    return result;
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
    Quad const value =
        run.problem == "snakeboard" ? determinant<5>(study, run) : determinant<3>(study, run);
    // Every reflection contributes (-1)^m; a composition reflects twice.
    bool const twice = run.method == "gni_composition";
    double const expected = twice || constraints % 2 == 0 ? 1 : -1;
    worst = larger_or_nan(worst, double(std::abs(value - expected)));
    words.push_back(fmt::format("{} {} {:+.12f}", run.problem, run.method, double(value)));
  }
  study.find("FJM-01/volume", worst,
             fmt::format("largest departure {:.1e} of the determinant from (-1)^m, from 1 for a "
                         "composition of two: {}",
                         worst, fmt::join(words, ", ")));
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
