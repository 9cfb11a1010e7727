#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::errata_ball_study {

void errata_ball(Study& study) {
  using namespace ball;
  auto const exact = exact_state(study, printed_ball("figure_3"), 15);
  auto const right = [&](long n) { return ball_error(exact, -1, false, n); };
  auto const sign = [&](long n) { return ball_error(exact, 1, false, n); };
  auto const inertia = [&](long n) { return ball_error(exact, -1, true, n); };
  auto const compare = [&](std::string const& id, double printed) {
    study.add_erratum(id, printed, right(3000),
                      fmt::format("printed {:.2e}, right {:.2e}", printed, right(3000)));
  };
  compare("E12", inertia(3000));
  compare("E13", sign(3000));
  auto& errors = study.table("errors", {"h", "corrected", "sign", "inertia"});
  for (long const n : {100, 200, 400, 800, 1600, 3200})
    errors.add({15.0 / double(n), right(n), sign(n), inertia(n)});
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::errata_ball_study
