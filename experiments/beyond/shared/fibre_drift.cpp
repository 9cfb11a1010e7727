#include "experiments/beyond/shared/fibre_drift.hpp"

#include "experiments/comparison/symmetric_torus_test.hpp"

namespace rattleback::beyond {

std::vector<Column> const& columns() {
  static std::vector<Column> const all = [] {
    std::vector<Column> both;
    for (auto [problem, name, is_protected, label] : {std::tuple{"pendulum_cvt", "a0", true, "a0"},
                                                      {"pendulum_cvt", "a1", true, "a1"},
                                                      {"knife_edge_cvt", "c0", true, "c0"},
                                                      {"pendulum_cvt", "a2", false, "a2"},
                                                      {"pendulum_cvt", "a2-reverse", false, "a2r"},
                                                      {"pendulum_cvt", "a3", false, "a3"},
                                                      {"knife_edge_cvt", "c1", false, "c1"}})
      for (bool const reversed : {false, true})
        both.push_back(
            {problem, name, reversed, is_protected, std::string(label) + (reversed ? "−" : "+")});
    return both;
  }();
  return all;
}

Run run_on(Column const& column, RawQuad step, long steps, long every) {
  auto run = Run{column.problem, "", column.case_name}.with(step, steps, every);
  if (column.reversed) run.v = reversed_velocity(find_problem(column.problem), column.case_name);
  return run;
}

char const* name_of(Mark mark) {
  constexpr char const* names[]{"bounded", "kept", "rises", "falls", "walks", "undecided", "fails"};
  return names[static_cast<int>(mark)];
}

Drift fibre_drift(Study& study, Run const& run) {
  auto const& card = study.method(run).card;
  auto const t = study.execute(run);
  if (t.outcome != Outcome::ok) return {};
  auto const fibre = fibre_energy(t, card);
  auto const& [rate, ripple, drifts] = fibre.of_logarithm;
  auto const mark = fibre.deviation <= fibre_rounding ? Mark::kept
                    : !drifts                         ? Mark::bounded
                    : rate > 0                        ? Mark::rises
                                                      : Mark::falls;
  return {mark, rate, ripple, fibre.times, fibre.energy};
}

}  // namespace rattleback::beyond
