#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_actions.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// Errors at T = 4 over h, by the printed and by the right equations.
void convergence(Study& study) {
  auto const errors_of = [&](char const* name, std::vector<std::string> columns,
                             std::vector<long> const& counts, auto const& error,
                             auto const& readings) -> rattleback::Table const& {
    auto& table = study.table(name, columns);
    for (long const steps : counts) {
      std::vector<double> row{comparison_time / double(steps)};
      for (auto const reading : readings) row.push_back(error(reading, steps));
      table.add(row);
    }
    return table;
  };
  using Ball = BallReading;
  using Body = VeselovaReading;
  auto const& ball =
      errors_of("ball", {"h", "corrected", "coefficient", "inertia"}, {80, 160, 320, 640},
                ball_error, std::array{Ball::corrected, Ball::coefficient, Ball::inertia});
  auto const exact = veselova_exact(study);
  auto const& body = errors_of(
      "veselova", {"h", "corrected", "sign", "sign_only", "fields"}, {20, 40, 80, 160, 320, 640},
      [&](Body reading, long steps) { return veselova_error(exact, reading, steps); },
      std::array{Body::corrected, Body::sign, Body::sign_only, Body::fields});
  auto const compare = [&](char const* erratum, rattleback::Table const& table,
                           std::size_t column) {
    std::vector<double> printed, right;
    for (auto const& row : table.rows) {
      printed.push_back(row[column]);
      right.push_back(row[1]);
    }
    study.compare(erratum, printed.back(), right.back(),
                  fmt::format("errors at T = 4 over halved h: {} as printed, {}", in_words(printed),
                              in_words(right)));
  };
  compare("E29", ball, 2);
  compare("E27", ball, 3);
  compare("E21", body, 2);
  compare("E20", body, 4);
}

}  // namespace

void errata_actions(Study& study) {
  convergence(study);
  study.progress(0.7);
  RobotPair const robot(study);
  compare(study,
          {{"E19", right_translation(), "one arrow of S^2 x SO(3)"},
           {"E22", equality_sign(study), "a run of five steps of .1, mgl = 1"},
           {"E24", critical_points(), "five random points each"},
           {"E25", regularity_form(), "Veselova at one unit, h = .1"},
           {"E30", second_arrow(robot), "two intervals of a run of the robot, h = .1"},
           {"E31", sign_of_the_force(robot), "two intervals of a run of the robot, h = .1"}});
  long const escape = index_of_escape();
  study.find("E29/escape", double(escape), fmt::format("{} of 20001", escape));
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
