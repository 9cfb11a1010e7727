#include "experiments/iglesias_marrero_martin_martinez_2008/shared/suslov_body.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::largest_step_study {

namespace {

using Body = PlanarInertia<double>;
using Pair = Body::Pair;

constexpr double twice_the_energy = 2.868;  // for the case SUS
constexpr double longest_suslov = 1.6, longest_sleigh = 8;

/// Rotations of M_c at which the momentum map has a fold, as h w = 2 A^-1 P.
std::vector<Pair> fold_curve(Body const& body, int points) {
  std::vector<Pair> curve;
  for (int k = 0; k <= points; ++k) {
    double const phi = 2 * M_PI * k / points, c = std::cos(phi), s = std::sin(phi);
    curve.push_back(2 * body.velocity(body.half_momentum(first_fold(body, c, s) * Pair(c, s))));
  }
  return curve;
}
/// Distance from the origin to the first intersection of a ray with the curve.
double first_hit(std::vector<Pair> const& curve, Pair const& ray) {
  double nearest = INFINITY;
  auto const side = [&](Pair const& p) { return ray[0] * p[1] - ray[1] * p[0]; };
  auto const along = [&](Pair const& p) { return ray.dot(p); };
  for (std::size_t k = 1; k < curve.size(); ++k) {
    double const a = side(curve[k - 1]), b = side(curve[k]);
    if ((a > 0) == (b > 0)) continue;
    double const part = a / (a - b);
    double const hit = along(curve[k - 1]) * (1 - part) + along(curve[k]) * part;
    if (hit > 0) nearest = smaller_or_nan(nearest, hit);
  }
  return nearest / ray.norm();
}

void measure_suslov(Study& study) {
  auto const body = suslov_inertia<double>();
  auto const curve = fold_curve(body, 20000);
  auto& folds = study.table("suslov_folds", {"w1", "w2"});
  for (std::size_t k = 0; k < curve.size(); k += 40) folds.add({curve[k][0], curve[k][1]});
  auto& circle = study.table("circle", {"w1", "w2"});
  for (int k = 0; k <= 180; ++k) circle.add({std::cos(M_PI * k / 90), std::sin(M_PI * k / 90)});
  auto& line = study.table("suslov_line", {"w1", "w2"});
  for (double const s : {-1.9, 1.9}) line.add({s * body.b[1], -s * body.b[0]});

  auto const measure = [&](double angle) {
    Pair const unit{std::cos(angle), std::sin(angle)};
    double const speed = std::sqrt(twice_the_energy / body.twice_energy(unit));
    auto const run =
        suslov_run(longest_suslov, 1, std::vector<Quad>{speed * unit[0], speed * unit[1], 0});
    return std::pair{study.method(run).largest_step(run.spec()), speed};
  };
  auto& measured = study.table("suslov_steps", {"degrees", "step", "w1", "w2"});
  auto& by_fold = study.table("suslov_by_fold", {"degrees", "step"});
  double least = INFINITY, low = INFINITY, high = 0;
  Largest difference;
  int const directions = study.quick ? 60 : 180;
  for (int k = 0; k <= directions; ++k) {
    double const angle = 2 * M_PI * k / directions;
    auto const [step, speed] = measure(angle);
    Pair const w{speed * std::cos(angle), speed * std::sin(angle)};
    double const fold = first_hit(curve, w);
    if (k % 5 == 0) measured.add({angle * 180 / M_PI, step, step * w[0], step * w[1]});
    by_fold.add({angle * 180 / M_PI, fold / speed});
    difference(step * speed - fold);
    least = smaller_or_nan(least, step);
    low = smaller_or_nan(low, step * speed), high = larger_or_nan(high, step * speed);
  }
  auto const [step, speed] = measure(std::atan2(-body.b[0], body.b[1]));
  study.add_finding(
      "S4/fold", difference.value,
      fmt::format("{:.1e} ($h|w$| from {:.5f} to {:.5f}, {:.7f} on the line $b·w$ = 0; every "
                  "direction has a step of {:.5f})",
                  difference.value, low, high, step * speed, least));
}

/// End of the branch from tau = 0 of the equation of a step of SLE-A on the ray t (P, c), c > 0:
/// t c = a (t P + 2 a) tan(theta/2) + k sin(theta) with P = h u, c = h D w, tau = tan(theta/2).
/// Returns the t at which the branch reaches `longest`, has a fold, or has theta = pi.
double end_of_branch(double P, double c, double longest) {
  double const a = 0.5, k = 1;
  double before = 0;
  for (double tau = 1e-4; tau < 1e9; tau *= 1.0005) {
    double const rest = c - a * P * tau;
    double const t = rest > 0 ? (2 * a * a * tau + 2 * k * tau / (1 + tau * tau)) / rest : INFINITY;
    if (t >= longest) return longest;
    if (t < before) break;
    before = t;
  }
  return before;
}

void measure_sleigh(Study& study) {
  double const D = 1.25;
  auto& limits = study.table("sleigh_limits", {"P", "c"});
  for (double angle = M_PI - 1e-3; angle > M_PI / 2; angle -= 2e-3) {
    double const P = std::cos(angle), c = std::sin(angle);
    double const t = end_of_branch(P, c, longest_sleigh);
    if (t < longest_sleigh) limits.add({t * P, t * c});
  }
  auto& measured = study.table("sleigh_steps", {"P", "c"});
  int const directions = 360;
  for (int k = 1; k < directions; ++k) {
    double const angle = M_PI * k / directions, P = std::cos(angle), c = std::sin(angle);
    Run const run{.problem = "chaplygin_sleigh",
                  .method = "euler_poincare_suslov",
                  .case_name = "SLE-A",
                  .step = longest_sleigh,
                  .steps = 1,
                  .v = std::vector<Quad>{P, 0, c / D}};
    double const step = study.method(run).largest_step(run.spec());
    double const limit = end_of_branch(P, c, longest_sleigh);
    bool const drawn = k % 6 == 0 || std::abs(step - limit) > 1e-4;
    if (step < longest_sleigh && drawn) measured.add({step * P, step * c});
  }
}

}  // namespace

void largest_step(Study& study) {
  measure_suslov(study);
  study.progress(0.4);
  measure_sleigh(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::largest_step_study
