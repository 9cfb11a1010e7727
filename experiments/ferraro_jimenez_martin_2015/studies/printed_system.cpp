#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;

constexpr int total_time = 15;

struct System {
  std::string name, problem, case_name;
};
System const printed{"printed", "body_frame_ball", "figure_3"};
System const sphere{"sphere", "chaplygin_sphere", "FJM-rotating"};

using Mat3 = Eigen::Matrix3d;

Mat3 rotation_of(State const& s) {
  Mat3 R;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) R(i, j) = s.q[2 + 3 * i + j];
  return R;
}
Vec3 body_velocity(State const& s) { return {s.v[2], s.v[3], s.v[4]}; }

/// Velocity of the contact point less that of rolling, v = r omega x e3 + Omega e3 x (x, y).
Eigen::Vector2d slip(State const& s, BallData const& ball, Vec3 const& omega) {
  return {s.v[0] - ball.r * omega[1] + ball.Omega * s.q[1],
          s.v[1] + ball.r * omega[0] - ball.Omega * s.q[0]};
}
double energy(BallData const& ball, Vec3 const& w) { return ball.norm2(w) / 2; }

/// With components of omega in the body the motion of (40), (41) slips; with those in space (41) is
/// not the energy of the rolling ball.
void measure_ball(Findings& findings) {
  BallData const ball;
  double of_printed = 0, of_ball = 0, of_energy = 0, size = 0;
  for (auto const& s : exact_states(printed.problem, printed.case_name, {5, 10, 15}))
    of_printed = larger_or_nan(of_printed, slip(s, ball, rotation_of(s) * body_velocity(s)).norm());
  for (auto const& s : exact_states(sphere.problem, sphere.case_name, {5, 10, 15})) {
    Vec3 const w = body_velocity(s), omega = rotation_of(s) * w;
    of_ball = larger_or_nan(of_ball, slip(s, ball, omega).norm());
    of_energy = larger_or_nan(of_energy, std::abs(energy(ball, omega) - energy(ball, w)));
    size = larger_or_nan(size, energy(ball, w));
  }
  findings.measure("FJM-20/ball", "angular velocity in the body",
                   measured(of_printed,
                            "largest slip {:.3f} at the contact point on the exact motion of (40), "
                            "(41) at t = 5, 10, 15, second example; {:.1e} for the rolling ball",
                            of_printed, of_ball));
  findings.measure("FJM-20/ball", "angular velocity in space",
                   measured(of_energy / size,
                            "largest relative difference {:.2e} of the rotational energy in (41) "
                            "from that of the rolling ball on its exact motion at t = 5, 10, 15, "
                            "data of the second example",
                            of_energy / size));
}

/// What an action of SO(3) changes of the rolling ball: left translations R -> S R leave the body
/// velocity w, right translations R -> R S leave omega = R w and take w to S^T w.
void measure_reduction(Findings& findings) {
  BallData const ball;
  Mat3 S = Eigen::AngleAxisd(0.7, Vec3(1, 2, -2) / 3).toRotationMatrix();
  double left = 0, right = 0, of_slip_right = 0;
  for (auto const& s : exact_states(sphere.problem, sphere.case_name, {5, 10, 15})) {
    Mat3 const R = rotation_of(s);
    Vec3 const w = body_velocity(s), moved = S.transpose() * w;
    left = larger_or_nan(left, slip(s, ball, S * R * w).norm());
    right = larger_or_nan(right, std::abs(energy(ball, moved) / energy(ball, w) - 1));
    of_slip_right = larger_or_nan(of_slip_right, slip(s, ball, R * S * moved).norm());
  }
  constexpr auto words =
      "the action of one rotation leaves a slip of {:.2e} and a relative change {:.2e} of the "
      "rotational energy on the exact motion of the rolling ball, data of the second example";
  findings.measure("FJM-20/reduction", "left translations", measured(left, words, left, 0.0));
  findings.measure("FJM-20/reduction", "right translations",
                   measured(right, words, of_slip_right, right));
}

void compute(Findings& findings) {
  std::vector<Trajectory<double>> fine;
  for (auto const& s : {printed, sphere}) {
    Candidate const tight{
        s.problem, s.case_name, "odeint_dopri5", "plain", {{"rtol", "1e-12"}, {"atol", "1e-12"}}};
    fine.push_back(tight.run(RawQuad(total_time) / 300, 300, 1));
    watch(findings, tight, fine.back());
    Candidate const gni{s.problem, s.case_name, "reduced_gni", "plain"};
    auto const t = gni.run(RawQuad(total_time) / 100, 100, 1);
    watch(findings, gni, t);
    auto& points = findings.table("gni_" + s.name, {"t", "x", "y"});
    for (std::size_t k = 0; k < t.q.size(); k += 4) points.add({t.times[k], t.q[k][0], t.q[k][1]});
  }
  auto& table =
      findings.table("contact_points", {"t", "printed_x", "printed_y", "x", "y", "distance"});
  for (std::size_t k = 0; k < fine[0].q.size(); ++k) {
    auto const &a = fine[0].q[k], &b = fine[1].q[k];
    table.add({fine[0].times[k], a[0], a[1], b[0], b[1], contact_distance(a, b)});
  }
  auto const a = exact_state(printed.problem, printed.case_name, total_time).q;
  auto const b = exact_state(sphere.problem, sphere.case_name, total_time).q;
  double const apart = contact_distance(a, b);
  findings.find("FJM-20/apart", apart,
                fmt::format("contact points at T = 15: ({:.5f}, {:.5f}) of (40), (41), ({:.5f}, "
                            "{:.5f}) of the rolling ball, {:.4f} apart",
                            a[0], a[1], b[0], b[1], apart));
  measure_ball(findings);
  measure_reduction(findings);
}

}  // namespace

Experiment printed_system() {
  return {.id = "fjm2015_printed_system",
          .paper = paper_id,
          .title = "The system that section 7.4 integrates beside the rolling ball",
          .about =
              "The second example's data in the equations as printed (body_frame_ball) and in "
              "those of the ball they name (chaplygin_sphere). Body momentum balance belongs to "
              "the body components of the angular velocity, rolling to the spatial ones.",
          .choices = {{"orientation of the ball at the start", "R = 1",
                       "the printed equations do not contain it"}},
          .figures =
              {{.id = "contact_points",
                .number = "",
                .caption = "Data of the second example, {/:Italic T} = 15: (a) contact point of "
                           "the system that section 7.4 prints and of the rolling ball, exact "
                           "(lines) and by the GNI with {/:Italic h} = 0.15 (every fourth "
                           "node); (b) distance of the two exact ones.",
                .columns = 2,
                .width = 6.9,
                .height = 3.8,
                .panels = {{.title = "(a)",
                            .x_label = "{/:Italic x}",
                            .y_label = "{/:Italic y}",
                            .key = "bottom left",
                            .series = {{"contact_points.csv", "printed_x", "printed_y", "lines",
                                        "section 7.4"},
                                       {"contact_points.csv", "x", "y", "lines", "ball"},
                                       {"gni_printed.csv", "x", "y", "points", "section 7.4, GNI"},
                                       {"gni_sphere.csv", "x", "y", "points", "ball, GNI"}}},
                           {.title = "(b)",
                            .x_label = "{/:Italic t}",
                            .y_label = "distance of the contact points",
                            .series = {{"contact_points.csv", "t", "distance", "lines", ""}}}}}},
          .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
