#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"
#include "experiments/theory/matrix_group.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::printed_system_study {

namespace {

using namespace ball;

constexpr int total_time = 15;

Run const printed = printed_ball("figure_3");
Run const sphere{.problem = "chaplygin_sphere",
                 .method = "reduced_gni",
                 .case_name = "FJM-rotating",
                 .start = "plain"};

using Mat3 = Eigen::Matrix3d;

Vec3 body_velocity(State const& s) { return {s.v[2], s.v[3], s.v[4]}; }

/// Velocity of the contact point minus that of rolling, v = r omega x e3 + Omega e3 x (x, y).
Eigen::Vector2d slip(State const& s, BallData const& ball, Vec3 const& omega) {
  return {s.v[0] - ball.r * omega[1] + ball.Omega * s.q[1],
          s.v[1] + ball.r * omega[0] - ball.Omega * s.q[0]};
}
double energy(BallData const& ball, Vec3 const& w) { return ball.norm2(w) / 2; }

/// Measures slip and energy. With the body components of omega the motion of (40), (41) slips; with
/// the space components (41) is not the energy of the rolling ball, unless the ball is homogeneous.
/// Left translations R -> S R preserve the body velocity w of the rolling ball; right translations
/// R -> R S preserve omega = R w and map w to S^T w. (40), (41) contain w alone.
void measure_slip_and_energy(Study& study) {
  BallData const ball, homogeneous{.I = {1, 1, 1}};
  std::vector<RawQuad> const times{5, 10, 15};
  char const* const right = "right translations";
  Residuals r;
  Vec3 const axis = Vec3(1, 2, -2) / 3;
  Mat3 const S = theory::exponential<theory::So3>(Vec3(0.7 * axis));
  for (auto const& s : exact_states(study, printed, times)) {
    Mat3 const R = rotation_of(s.q), R_rate = R * theory::hat(body_velocity(s));
    r.measure("FJM-20/ball", "angular velocity in the body",
              slip(s, ball, R * body_velocity(s)).norm());
    // Changes of (40), (41) by an action, from the rotation and its rate.
    auto const changes = [&](Mat3 const& moved, Mat3 const& rate) -> double {
      Vec3 const w = theory::axial<double>(moved.transpose() * rate);
      return larger_or_nan(slip(s, ball, w).norm(),
                           std::abs(energy(ball, w) / energy(ball, body_velocity(s)) - 1));
    };
    r.measure("FJM-20/reduction", "printed system", changes(S * R, S * R_rate));
    r.control("FJM-20/reduction", "printed system, right translations", changes(R * S, R_rate * S));
  }
  for (auto const& s : exact_states(study, sphere, times)) {
    Mat3 const R = rotation_of(s.q);
    Vec3 const w = body_velocity(s), omega = R * w, moved = S.transpose() * w;
    auto const change = [&](BallData const& of, Vec3 const& to) {
      return energy(of, to) / energy(of, w) - 1;
    };
    r.control("FJM-20/ball", "Chaplygin's sphere", slip(s, ball, omega).norm());
    r.measure("FJM-20/ball", "angular velocity in space", change(ball, omega));
    r.control("FJM-20/ball", "homogeneous ball", change(homogeneous, omega));
    r.measure("FJM-20/reduction", "left translations", slip(s, ball, S * R * w).norm());
    r.measure("FJM-20/reduction", right, change(ball, moved));
    r.measure("FJM-20/reduction", right, slip(s, ball, R * S * moved).norm());
    r.control("FJM-20/reduction", "homogeneous ball", change(homogeneous, moved));
    r.control("FJM-20/reduction", "homogeneous ball", slip(s, homogeneous, R * S * moved).norm());
  }
  r.supply(study, 1, 0x1p-52);
}

}  // namespace

void printed_system(Study& study) {
  std::vector<Trajectory<double>> fine;
  for (auto const& [name, gni] : {std::pair("printed", printed), std::pair("sphere", sphere)}) {
    Run tight = gni;
    tight.method = "odeint_dopri5";
    tight.options = {{"rtol", "1e-12"}, {"atol", "1e-12"}};
    fine.push_back(study.execute(tight.with(RawQuad(total_time) / 300, 300)));
    auto const t = study.execute(gni.with(RawQuad(total_time) / 100, 100));
    auto& points = study.table(std::string("gni_") + name, {"t", "x", "y"});
    for (std::size_t k = 0; k < t.q.size(); k += 4) points.add({t.times[k], t.q[k][0], t.q[k][1]});
  }
  auto& table =
      study.table("contact_points", {"t", "printed_x", "printed_y", "x", "y", "distance"});
  for (std::size_t k = 0; k < fine[0].q.size(); ++k) {
    auto const &a = fine[0].q[k], &b = fine[1].q[k];
    table.add({fine[0].times[k], a[0], a[1], b[0], b[1], contact_distance(a, b)});
  }
  auto const a = exact_state(study, printed, total_time).q;
  auto const b = exact_state(study, sphere, total_time).q;
  double const apart = contact_distance(a, b);
  study.add_finding(
      "FJM-20/apart", apart,
      fmt::format("contact points at $T$ = 15: ({:.5f}, {:.5f}) of (40), (41), ({:.5f}, "
                  "{:.5f}) of the rolling ball, {:.4f} apart",
                  a[0], a[1], b[0], b[1], apart));
  measure_slip_and_energy(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::printed_system_study
