#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::figure_3_study {

namespace {

using namespace ball;

constexpr int total_time = 15;
constexpr double moving_energy = 0.116;   // exact value for the data
constexpr double initial_energy = 0.356;  // kinetic energy for the data
constexpr int finest = 13;                // h = 15/177828 = 8.44e-5
constexpr int reference = 15;             // n = 562341, h = 2.67e-5

/// Even number next to 10^(2 + j/4): exponentially decreasing steps that include both ends printed
/// in the paper. At the end of each run the alternating mode has the same sign.
long steps_of(int j) { return 2 * std::lround(std::pow(10.0, 2 + j / 4.0) / 2); }

/// Rule for (x_1, y_1) from omega^0. A: to leading order. D: with the terms in h and h^2 of the
/// momentum of the first interval. B, not from the paper: momentum p(0) at the first node.
enum class Start { a, d, b };

/// Kinetic energy for m = 3, I = (1, 1.1, 1.2).
double kinetic(Numbers const& v) {
  return 1.5 * (v[0] * v[0] + v[1] * v[1]) +
         (v[2] * v[2] + 1.1 * v[3] * v[3] + 1.2 * v[4] * v[4]) / 2;
}

struct End {
  Numbers q, nodal, interval;
  double largest_moving_error;  ///< error of the moving energy at nodes, over the run
};
Run run_of(Start start, long steps) {
  auto run = printed_ball("figure_3", start == Start::b ? "plain" : "euler");
  if (start == Start::d) {
    BallData const ball;
    BallMap const map;
    double const h = double(total_time) / double(steps);
    Vec3 const w(-0.2, 0, 0.4), at_node = map.end_momentum(w, h, 1).cwiseQuotient(ball.I);
    double const vx = ball.r * at_node[1], vy = -ball.r * at_node[0] + ball.Omega;  // at (1, 0)
    run.q = {1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    run.v = {vx, vy, w[0], w[1], w[2]};
    run.is_method_state = true;  // velocities of an interval, not of a node
  }
  return run;
}
End end_of(Study& study, Start start, long steps) {
  auto const t = study.execute(run_of(start, steps).with(RawQuad(total_time) / steps, steps, 0));
  auto const& moving = t.invariants[1];
  // For the start D the value at the node is not the first of the run.
  return {t.q.back(), t.v.back(), carried(t, "interval_velocity"),
          start == Start::d ? std::abs(moving.final - moving_energy) : moving.max_deviation};
}

Table errors_of(Study& study, Start start, End const& compared, int last) {
  Table errors{{"h", "position", "spin", "interval_spin", "largest_moving", "energy",
                "interval_energy", "change", "largest_spin"},
               {}};
  for (int j = 0; j <= last; ++j) {
    long const steps = steps_of(j);
    auto const e = end_of(study, start, steps);
    errors.add({double(total_time) / double(steps), contact_distance(e.q, compared.q),
                spin_distance(e.nodal, compared.nodal),
                spin_distance(e.interval, compared.interval), e.largest_moving_error,
                std::abs(kinetic(e.nodal) - kinetic(compared.nodal)),
                std::abs(kinetic(e.interval) - kinetic(compared.interval)),
                std::abs(kinetic(e.nodal) - initial_energy),
                largest_spin_error(study, run_of(start, steps), printed_ball("figure_3"),
                                   total_time, steps)});
  }
  return errors;
}

/// Slope over the four finest steps that are at least 30 times that of the finest run, whose own
/// error is then negligible.
Measured slope(Table const& errors, std::string const& name, double finest_step) {
  Numbers const steps = column(errors, "h"), all = column(errors, name);
  Numbers h, e;
  for (std::size_t j = 0; j < steps.size(); ++j)
    if (steps[j] >= 30 * finest_step) {
      h.push_back(steps[j]);
      e.push_back(all[j]);
    }
  h.erase(h.begin(), h.end() - 4);
  e.erase(e.begin(), e.end() - 4);
  auto const line = fit_power(h, e);
  return {.value = line.slope,
          .details = {{fmt::format("error at $h$ = {:.3g}", h.front()), e.front()},
                      {fmt::format("error at $h$ = {:.3g}", h.back()), e.back()}}};
}

}  // namespace

void figure_3(Study& study) {
  int const last = study.quick ? 8 : finest;
  long const fine = steps_of(study.quick ? finest : reference);
  double const finest_step = double(total_time) / double(fine);
  for (Start const start : {Start::a, Start::d}) {
    std::string const second =
        start == Start::a ? "second point to leading order" : "second point with the terms in h";
    auto const r = errors_of(study, start, end_of(study, start, fine), last);
    study.measure("FJM-20/position", second, slope(r, "position", finest_step));
    for (auto const& [id, reading, column] :
         {std::tuple("FJM-20/spin", "last interval", "interval_spin"),
          std::tuple("FJM-20/spin", "last node", "spin"),
          std::tuple("FJM-20/spin", "largest error of the run", "largest_spin"),
          std::tuple("FJM-20/energy", "energy of the last node", "energy"),
          std::tuple("FJM-20/energy", "energy of the last interval", "interval_energy"),
          std::tuple("FJM-20/energy", "against the initial energy", "change")})
      study.measure(id, reading, second, slope(r, column, finest_step));
    if (start == Start::a) {
      study.measure("FJM-20/energy", "moving energy", slope(r, "largest_moving", finest_step));
      study.control("FJM-20/energy", "energy without <p, Y>", slope(r, "energy", finest_step));
      auto& table = study.table("start_A", {"h", "position", "interval_spin", "moving_energy",
                                            "kinetic_energy", "h1", "h2"});
      for (auto const& row : r.rows)
        table.add({row[0], row[1], row[3], row[4], row[5], 0.02 * row[0], 0.005 * row[0] * row[0]});
    }
    study.progress(start == Start::a ? 0.4 : 0.8);
  }

  auto const exact = exact_state(study, printed_ball("figure_3"), total_time);
  auto const b = errors_of(study, Start::b, {exact.q, exact.v, exact.v, 0}, last);
  auto& table = study.table("start_B", {"h", "position", "nodal_spin"});
  for (auto const& row : b.rows) table.add({row[0], row[1], row[2]});
  auto const of_position = order_in(b, "position", total_time),
             of_spin = order_in(b, "spin", total_time);
  study.control("FJM-20/position", "momentum p(0) at the first node", of_position);
  study.control("FJM-20/spin", "momentum p(0) at the first node", of_spin);
  study.add_finding(
      "FJM-20/start-B", of_position.value,
      fmt::format("orders at $T$ = 15, $h$ = {:.3g} to {:.3g}: position {:.3f}, $omega$ of the "
                  "last node {:.3f}",
                  b.rows.front()[0], b.rows.back()[0], of_position.value, of_spin.value));
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::figure_3_study
