#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"
#include "experiments/theory/matrix_group.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::ball_order_study {

namespace {

using namespace ball;

constexpr int total_time = 15;

/// Measures residuals of the exact motion of (40), (41) in the five equations at t = 5, the first
/// three divided by h. The angular velocity of an interval is that at its first node or in its
/// middle; the control has the other sign of the gyroscopic terms, at the first node.
void measure_consistency(Study& study) {
  auto& table = study.table("consistency", {"h", "nodes", "middles"});
  Table changed{{"h", "rest"}, {}};
  RawQuad const t = 5;
  for (int j = 0; j < 6; ++j) {
    RawQuad const h = RawQuad(15) / 100 / (1 << j);
    auto const s =
        exact_states(study, printed_ball("figure_3"), {t - h, t - h / 2, t, t + h / 2, t + h});
    auto const rest = [&](State const& before, State const& now, int gyroscopic) {
      auto const interval = [&](int from, State const& of) {
        return Interval{s[from + 2].q[0] - s[from].q[0], s[from + 2].q[1] - s[from].q[1],
                        Vec3(of.v[2], of.v[3], of.v[4])};
      };
      Vec5 e = five_equations({}, interval(2, now), interval(0, before), s[2].q[0], s[2].q[1],
                              double(h), gyroscopic);
      e.head<3>() /= double(h);
      return largest_entry(e);
    };
    table.add({double(h), rest(s[0], s[2], 1), rest(s[1], s[3], 1)});
    changed.add({double(h), rest(s[0], s[2], -1)});
  }
  for (auto const& [reading, column] :
       {std::pair("omega at nodes", "nodes"), std::pair("omega between nodes", "middles")}) {
    auto const m = order_in(table, column, 1);
    study.measure("FJM-17", reading, m);
    study.measure("FJM-17", "at least one", reading, m);
  }
  study.control("FJM-17", "sign of the gyroscopic terms", order_in(changed, "rest", 1));
}

void measure_convergence(Study& study) {
  auto const run = printed_ball("figure_3");
  auto const errors = errors_over_steps(study, run, total_time, {100, 200, 400, 800, 1600},
                                        {contact_error("position"), spin_error("spin")});
  add_table(study, "errors", errors);
  study.measure("FJM-17", "at least one", "positions of a run", order_in(errors, "position"));
}

/// Compares (43) with the Cayley map with the exact discrete Lagrangian of (41): h times the
/// kinetic energy of the free motion between two rotations, whose angular momentum is constant in
/// space.
void measure_lagrangian(Study& study) {
  BallData const ball;
  Vec3 const w0(-0.7, 0.9, 1.1);
  auto const hat = [](Vec3 const& w) { return theory::hat(w); };
  Eigen::Matrix3d const e = Eigen::Matrix3d::Identity();
  auto& table = study.table("lagrangian", {"h", "difference"});
  Table twice{{"h", "difference"}, {}};
  for (int j = 0; j < 6; ++j) {
    double const h = 0.4 / (1 << j);
    constexpr int n = 400;
    double const d = h / n;
    Eigen::Matrix3d R = e;
    Vec3 w = w0;
    // Classical Runge-Kutta method for R' = R hat(w), I w' = I w x w.
    auto const rate = [&](Vec3 const& at) -> Vec3 {
      return ball.I.cwiseProduct(at).cross(at).cwiseQuotient(ball.I);
    };
    for (int k = 0; k < n; ++k) {
      Vec3 const k1 = rate(w), w2 = w + d / 2 * k1, k2 = rate(w2), w3 = w + d / 2 * k2,
                 k3 = rate(w3), w4 = w + d * k3, k4 = rate(w4);
      Eigen::Matrix3d const R1 = R * hat(w), R2 = (R + d / 2 * R1) * hat(w2),
                            R3 = (R + d / 2 * R2) * hat(w3), R4 = (R + d * R3) * hat(w4);
      R += d / 6 * (R1 + 2 * R2 + 2 * R3 + R4);
      w += d / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    Eigen::Matrix3d const X = 2 * (R - e) * theory::inverse(R + e);
    Vec3 const omega = theory::So3::vee(X) / h;
    table.add({h, std::abs(ball.norm2(omega) - ball.norm2(w0)) / 2});
    twice.add({h, std::abs(ball.norm2(2 * omega) - ball.norm2(w0)) / 2});
  }
  auto const of_action = order_in(table, "difference", 1);
  study.measure("FJM-17/Lagrangian", "at least one", of_action);
  study.measure("FJM-17/Lagrangian", "exactly one", of_action);
  study.control("FJM-17/Lagrangian", "4 in place of 2 in the Cayley map",
                order_in(twice, "difference", 1));
}

}  // namespace

void ball_order(Study& study) {
  measure_consistency(study);
  study.progress(0.5);
  measure_convergence(study);
  measure_lagrangian(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::ball_order_study
