#include "experiments/ferraro_jimenez_martin_2015/shared/top.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;
using Vec3 = Top::Vec3;

Top axisymmetric() { return {.case_name = "axisymmetric", .I = {0.4, 0.4, 0.6}, .c = {0, 0, 0.3}}; }
Top concentric() { return {.case_name = "concentric", .c = {0, 0, 0}}; }
/// An eccentric top with an attractor.
Top contracting() { return {.radius = 3, .g = 100, .I = {2, 6, 7}, .c = {1, 1.5, 1.2}}; }

// A start with R = 1 that is no relative equilibrium, and one in the basin of the attractor.
Vec3 const upright{0, 0, 1}, slow{0.3, -0.2, 0.5};
Vec3 const basin_gamma = Vec3(-0.3, -0.6, -0.74).normalized(), basin_w{-3.2, -5.9, -8.1};

struct Divergences {
  Largest divergence, defect;
};
/// Along 40 nodes of a run up to T = 15.
Divergences along_run(Study& study, std::string const& problem, std::string const& case_name) {
  auto const& entry = study.problem(problem);
  Run run{.problem = problem, .method = "reduced_gni", .case_name = case_name, .start = "plain"};
  auto const t = study.execute(run.with(RawQuad(15) / 400, 400, 10));
  Divergences d;
  for (std::size_t k = 0; k < t.q.size(); ++k) {
    run.q.emplace(t.q[k].begin(), t.q[k].end());
    run.v.emplace(t.v[k].begin(), t.v[k].end());
    auto const here = run.spec().setting;
    d.divergence(entry.divergence(here));
    if (entry.measure_defect) d.defect(entry.measure_defect(here));
  }
  return d;
}

/// Largest residual of div f + d(log density)/dt = 0 along a motion, over the largest divergence.
template <class Rate>
double density_residual(Top const& top, Contraction const& motion, Rate const& log_density_rate) {
  Largest residual, size;
  for (std::size_t k = 0; k < motion.times.size(); ++k) {
    auto const &gamma = motion.gammas[k], &w = motion.ws[k];
    double const divergence = top.divergence(gamma, w);
    residual(divergence + log_density_rate(gamma, Vec3(gamma.cross(w))));
    size(divergence);
  }
  return residual.value / size.value;
}

void add(Study& study, std::string const& name, Contraction const& motion) {
  auto& table = study.table(name, {"t", "integral"});
  std::size_t const every = std::max<std::size_t>(1, motion.times.size() / 4000);
  for (std::size_t k = 0; k < motion.times.size(); k += every)
    table.add({motion.times[k], motion.integrals[k]});
}

void measure_spheres(Study& study) {
  auto const words = [](double value, std::string const& what) {
    return measured(value, "{} {:.1e} at 40 nodes of a run up to T = 15", what, value);
  };
  for (std::string const case_name : {"FJM", "FJM-rotating"}) {
    auto const ball = along_run(study, "chaplygin_sphere", case_name);
    study.measure("FJM-22/sphere", "rolling ball",
                  case_name == "FJM" ? "table at rest" : "rotating table",
                  words(ball.defect.value,
                        "largest residual of the equation of an invariant density of the rolling "
                        "ball, inertias 1, 1.1, 1.2,"));
    if (case_name == "FJM") continue;
    study.find("FJM-22/sphere/volume", ball.divergence.value,
               fmt::format("largest divergence with respect to dx dy dR dw on a rotating table: "
                           "{:.3e}",
                           ball.divergence.value));
  }
  auto const printed = along_run(study, "body_frame_ball", "figure_3").divergence.value;
  study.measure("FJM-22/sphere", "printed system",
                words(printed, "largest divergence of (40), (41) with respect to dx dy dR dw"));
}

/// Both densities, and the eccentric top from the same start.
void measure_densities(Study& study) {
  double const time = study.quick ? 100 : 400;
  for (auto const& t : {axisymmetric(), concentric(), Top{}}) {
    auto const motion = contraction(study, t, upright, slow, time, 0.05, "1e-12");
    add(study, t.case_name, motion);
    if (t.case_name == "eccentric") continue;
    bool const symmetric = t.case_name == "axisymmetric";
    double const residual = density_residual(t, motion, [&](Vec3 const& gamma, Vec3 const& rate) {
      return symmetric ? t.log_axisymmetric_density_rate(gamma, rate)
                       : t.log_concentric_density_rate(gamma, rate);
    });
    study.measure(
        "FJM-22/top", "if", symmetric ? "axially symmetric" : "concentric",
        measured(residual,
                 "largest residual {:.1e} of div f + d(log density)/dt = 0, over the largest "
                 "divergence, along a motion of the {} top up to t = {:g}",
                 residual, t.case_name, time));
  }
}

/// A closed orbit of the eccentric top, and an attractor.
void measure_eccentric(Study& study) {
  Top const top;
  auto const rotation = top.permanent_rotation(0.9);
  Vec3 const w = rotation.Omega * rotation.gamma;
  double const period = 2 * std::acos(-1.0) / rotation.Omega;
  auto const motion = contraction(study, top, rotation.gamma, w, 5 * period, period / 50, "1e-12");
  Largest moved;
  for (std::size_t k = 0; k < motion.times.size(); ++k) {
    moved((motion.gammas[k] - rotation.gamma).norm());
    moved((motion.ws[k] - w).norm());
  }
  double const over_a_period = std::abs(motion.integrals.back()) / 5;
  study.measure(
      "FJM-22/top", "only if",
      measured(over_a_period,
               "integral {:.4e} of the divergence over a revolution of the steady rotation "
               "of an eccentric top, I = (0.4, 0.5, 0.6), c = (0.1, 0.2, 0.3), Omega = "
               "{:.3f}; (gamma, w) moves by {:.0e} in five revolutions",
               over_a_period, rotation.Omega, moved.value));
  add(study, "rotation", motion);
  add(study, "rotation_reversed",
      contraction(study, top, rotation.gamma, -w, 5 * period, period / 50, "1e-12"));

  double const time = study.quick ? 100 : 300;
  auto const falling = contraction(study, contracting(), basin_gamma, basin_w, time, 0.01, "1e-10");
  add(study, "attractor", falling);
  std::size_t const half = falling.times.size() / 2;
  auto const line = fit_line({falling.times.begin() + half, falling.times.end()},
                             {falling.integrals.begin() + half, falling.integrals.end()});
  auto const contracted = measured(
      line.slope,
      "logarithm of the phase volume of an eccentric top, I = (2, 6, 7), c = (1, 1.5, 1.2): "
      "slope {:.4f} per unit of time over the second half of a run, {:.2f} in all at T = "
      "{:g}",
      line.slope, falling.integrals.back(), time);
  study.measure("FJM-25/volume", contracted);
  study.find("FJM-22/attractor", contracted.value, contracted.words);
}

}  // namespace

void invariant_measure(Study& study) {
  measure_spheres(study);
  study.progress(0.2);
  measure_densities(study);
  study.progress(0.6);
  measure_eccentric(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
