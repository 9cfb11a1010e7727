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
Divergences along_run(Findings& findings, std::string const& problem,
                      std::string const& case_name) {
  auto const& entry = findings.problem(problem);
  Run run{.problem = problem, .method = "reduced_gni", .case_name = case_name, .start = "plain"};
  auto const t = findings.execute(run.with(RawQuad(15) / 400, 400, 10));
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

void add(Findings& findings, std::string const& name, Contraction const& motion) {
  auto& table = findings.table(name, {"t", "integral"});
  std::size_t const every = std::max<std::size_t>(1, motion.times.size() / 4000);
  for (std::size_t k = 0; k < motion.times.size(); k += every)
    table.add({motion.times[k], motion.integrals[k]});
}

void measure_spheres(Findings& findings) {
  auto const words = [](double value, std::string const& what) {
    return measured(value, "{} {:.1e} at 40 nodes of a run up to T = 15", what, value);
  };
  for (std::string const case_name : {"FJM", "FJM-rotating"}) {
    auto const ball = along_run(findings, "chaplygin_sphere", case_name);
    findings.measure(
        "FJM-22/sphere", "rolling ball", case_name == "FJM" ? "table at rest" : "rotating table",
        words(ball.defect.value,
              "largest residual of the equation of an invariant density of the rolling "
              "ball, inertias 1, 1.1, 1.2,"));
    if (case_name == "FJM") continue;
    findings.find("FJM-22/sphere/volume", ball.divergence.value,
                  fmt::format("largest divergence with respect to dx dy dR dw on a rotating table: "
                              "{:.3e}",
                              ball.divergence.value));
  }
  auto const printed = along_run(findings, "body_frame_ball", "figure_3").divergence.value;
  findings.measure("FJM-22/sphere", "printed system",
                   words(printed, "largest divergence of (40), (41) with respect to dx dy dR dw"));
}

/// Both densities, and the eccentric top from the same start.
void measure_densities(Findings& findings) {
  double const time = findings.quick ? 100 : 400;
  for (auto const& t : {axisymmetric(), concentric(), Top{}}) {
    auto const motion = contraction(findings, t, upright, slow, time, 0.05, "1e-12");
    add(findings, t.case_name, motion);
    if (t.case_name == "eccentric") continue;
    bool const symmetric = t.case_name == "axisymmetric";
    double const residual = density_residual(t, motion, [&](Vec3 const& gamma, Vec3 const& rate) {
      return symmetric ? t.log_axisymmetric_density_rate(gamma, rate)
                       : t.log_concentric_density_rate(gamma, rate);
    });
    findings.measure(
        "FJM-22/top", "if", symmetric ? "axially symmetric" : "concentric",
        measured(residual,
                 "largest residual {:.1e} of div f + d(log density)/dt = 0, over the largest "
                 "divergence, along a motion of the {} top up to t = {:g}",
                 residual, t.case_name, time));
  }
}

/// A closed orbit of the eccentric top, and an attractor.
void measure_eccentric(Findings& findings) {
  Top const top;
  auto const rotation = top.permanent_rotation(0.9);
  Vec3 const w = rotation.Omega * rotation.gamma;
  double const period = 2 * std::acos(-1.0) / rotation.Omega;
  auto const motion =
      contraction(findings, top, rotation.gamma, w, 5 * period, period / 50, "1e-12");
  Largest moved;
  for (std::size_t k = 0; k < motion.times.size(); ++k) {
    moved((motion.gammas[k] - rotation.gamma).norm());
    moved((motion.ws[k] - w).norm());
  }
  double const over_a_period = std::abs(motion.integrals.back()) / 5;
  findings.measure(
      "FJM-22/top", "only if",
      measured(over_a_period,
               "integral {:.4e} of the divergence over a revolution of the steady rotation "
               "of an eccentric top, I = (0.4, 0.5, 0.6), c = (0.1, 0.2, 0.3), Omega = "
               "{:.3f}; (gamma, w) moves by {:.0e} in five revolutions",
               over_a_period, rotation.Omega, moved.value));
  add(findings, "rotation", motion);
  add(findings, "rotation_reversed",
      contraction(findings, top, rotation.gamma, -w, 5 * period, period / 50, "1e-12"));

  double const time = findings.quick ? 100 : 300;
  auto const falling =
      contraction(findings, contracting(), basin_gamma, basin_w, time, 0.01, "1e-10");
  add(findings, "attractor", falling);
  std::size_t const half = falling.times.size() / 2;
  auto const line = fit_line({falling.times.begin() + half, falling.times.end()},
                             {falling.integrals.begin() + half, falling.integrals.end()});
  auto const contracted = measured(
      line.slope,
      "logarithm of the phase volume of an eccentric top, I = (2, 6, 7), c = (1, 1.5, 1.2): "
      "slope {:.4f} per unit of time over the second half of a run, {:.2f} in all at T = "
      "{:g}",
      line.slope, falling.integrals.back(), time);
  findings.measure("FJM-25/volume", contracted);
  findings.find("FJM-22/attractor", contracted.value, contracted.words);
}

void compute(Findings& findings) {
  measure_spheres(findings);
  findings.progress(0.2);
  measure_densities(findings);
  findings.progress(0.6);
  measure_eccentric(findings);
}

Panel panel(std::string title, std::vector<Series> series, std::string key, Range x_range = {},
            Range y_range = {}) {
  auto panel = plain_panel(std::move(title), italic("t"), "∫ divergence d" + italic("t"),
                           std::move(series), x_range, y_range);
  panel.key = std::move(key);
  return panel;
}

}  // namespace

Experiment invariant_measure() {
  return {
      .id = "fjm2015_invariant_measure",
      .paper = paper_id,
      .title = "Which rolling balls keep a measure",
      .about =
          "Divergences of Chaplygin's sphere, of the system of section 7.4 and of Chaplygin's "
          "top, and their integrals along motions.",
      .choices =
          {{"what a computation can say",
            "existence: a density, verified along motions. Non-existence: on a closed orbit a "
            "smooth positive density makes the integral of the divergence zero, and on a compact "
            "energy surface it bounds that integral",
            "a closed orbit or an attractor with contraction refutes; that an integral stays "
            "bounded along one orbit, as for the eccentric top from a generic start in panel (a), "
            "proves nothing. One set of data refutes for these data, not for all eccentric tops"},
           {"data of the top",
            "m = r = g = 1, I = (0.4, 0.5, 0.6), c = (0.1, 0.2, 0.3); axially symmetric: "
            "I_2 = 0.4, c = (0, 0, 0.3); attractor: m = 1, r = 3, g = 100, I = (2, 6, 7), "
            "c = (1, 1.5, 1.2)",
            "the paper has none; with the last set phase volume contracts visibly"},
           {"the start in panel (c)", "gamma along (-0.3, -0.6, -0.74), w = (-3.2, -5.9, -8.1)",
            "rounded from a run that had reached the attractor: of 20 random starts at five "
            "energies only four did within 400 time units, the others show no drift"},
           {"how long", "T = 400 and 300; quick: 100", "many revolutions"}},
      .figures =
          {{.id = "contraction",
            .number = "",
            .caption =
                "Chaplygin's top: integral of the divergence along motions. (a) The same "
                "start in the axially symmetric, the concentric and the eccentric case (first 60 "
                "time units); "
                "(b) steady rotation of the eccentric top, in both senses; (c) an eccentric "
                "top whose phase volume contracts onto an attractor.",
            .columns = 3,
            .width = 9.6,
            .height = 3.8,
            .panels = {panel("(a)",
                             {{"axisymmetric.csv", "t", "integral", "lines", "symmetric"},
                              {"concentric.csv", "t", "integral", "lines", "concentric"},
                              {"eccentric.csv", "t", "integral", "lines", "eccentric"}},
                             "bottom left", {{0, 60}}, {{-0.6, 1.4}}),
                       panel("(b)",
                             {{"rotation.csv", "t", "integral", "lines", "+Ω"},
                              {"rotation_reversed.csv", "t", "integral", "lines", "−Ω"}},
                             "top left"),
                       panel("(c)", {{"attractor.csv", "t", "integral", "lines", ""}}, "off")}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
