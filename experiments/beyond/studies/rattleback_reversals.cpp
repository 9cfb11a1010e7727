// Study of the reversals of the rattleback.

#include <cmath>

#include "experiments/beyond/shared/contenders.hpp"
#include "experiments/beyond/shared/spin.hpp"
#include "experiments/core/words.hpp"

namespace rattleback::beyond::rattleback_reversals_study {

namespace {

/// Reversals by a solver at tolerance 1e-12, and their largest difference from those of a second
/// solver.
struct Reversals {
  std::vector<double> times, spins, crossings;
  double disagreement = 0;

  Reversals(Study& study, char const* case_name, long time) {
    // The first two reversals are 0.8 ms apart.
    auto const run = Run{"rattleback", "", case_name}.with(RawQuad(1) / 10000, 10000 * time);
    auto const first = study.execute(solved(run, "odeint_rkf78", "1e-12"));
    auto const second = study.execute(solved(run, "odeint_bulirsch_stoer", "1e-12"));
    times = first.times;
    spins = spins_of(first);
    crossings = sign_changes(times, spins);
    auto const others = sign_changes(second.times, spins_of(second));
    // Different numbers of crossings give NaN.
    disagreement = others.size() == crossings.size() ? 0 : std::nan("");
    for (std::size_t i = 0; i < crossings.size() && i < others.size(); ++i)
      disagreement = larger_or_nan(disagreement, std::abs(crossings[i] - others[i]));
  }
};

}  // namespace

void rattleback_reversals(Study& study) {
  long const time = study.quick ? 12 : 20;
  Reversals const plus(study, "reverses", time), minus(study, "steady", time);
  auto& table = study.table("spin", {"time", "plus", "minus"});
  for (std::size_t i = 0; i < plus.times.size(); i += 200)
    table.add({plus.times[i], plus.spins[i], minus.spins[i]});
  auto& crossings = study.table("crossings", {"start", "time"});
  for (double const t : plus.crossings) crossings.add({5, t});
  for (double const t : minus.crossings) crossings.add({-5, t});
  study.add_finding(
      "RB-01", {minus.crossings.at(0), plus.crossings.at(0)},
      fmt::format("from -5 at {}; from +5 at {}; two solvers at tolerance 1e-12 "
                  "differ by {:.1e} and {:.1e}",
                  in_words(minus.crossings, "{:.6f}"), in_words(plus.crossings, "{:.6f}"),
                  minus.disagreement, plus.disagreement));
}

}  // namespace rattleback::beyond::rattleback_reversals_study
