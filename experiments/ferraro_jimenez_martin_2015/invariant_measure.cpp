#include "experiments/ferraro_jimenez_martin_2015/top_equations.hpp"
#include "problems/core/extremes.hpp"

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
  double largest = 0, largest_defect = 0;
};
/// Along 40 nodes of a run up to T = 15.
Divergences along_run(Findings& findings, std::string const& problem,
                      std::string const& case_name) {
  auto const& entry = find_problem(problem);
  Runs const runs{problem, case_name, "reduced_gni", "plain"};
  auto const t = run(runs, 15, 400, 10);
  watch(findings, runs, t);
  Divergences d;
  for (std::size_t k = 0; k < t.q.size(); ++k) {
    Setting s;
    s.case_name = case_name;
    s.q = std::vector<RawQuad>(t.q[k].begin(), t.q[k].end());
    s.v = std::vector<RawQuad>(t.v[k].begin(), t.v[k].end());
    d.largest = larger_or_nan(d.largest, std::abs(entry.divergence(s)));
    if (entry.measure_defect)
      d.largest_defect = larger_or_nan(d.largest_defect, std::abs(entry.measure_defect(s)));
  }
  return d;
}

/// Largest change of integral + log density: zero along a motion that keeps the density.
template <class LogDensity>
double density_defect(Contraction const& motion, LogDensity const& log_density) {
  double most = 0;
  for (std::size_t k = 0; k < motion.times.size(); ++k)
    most = larger_or_nan(most, std::abs(motion.integrals[k] + log_density(motion.gammas[k]) -
                                        log_density(motion.gammas[0])));
  return most;
}

void add(Findings& findings, std::string const& name, Contraction const& motion) {
  auto& table = findings.table(name, {"t", "integral"});
  std::size_t const every = std::max<std::size_t>(1, motion.times.size() / 4000);
  for (std::size_t k = 0; k < motion.times.size(); k += every)
    table.add({motion.times[k], motion.integrals[k]});
}

void measure_spheres(Findings& findings) {
  auto const sphere = along_run(findings, "chaplygin_sphere", "FJM-rotating");
  findings.measure("FJM-22/sphere/volume", sphere.largest);
  findings.measure("FJM-22/sphere/density", sphere.largest_defect);
  findings.measure("FJM-22/printed", along_run(findings, "body_frame_ball", "figure_3").largest);
}

/// Both densities, and the eccentric top from the same start.
void measure_smooth(Findings& findings) {
  double const time = findings.quick ? 100 : 400;
  auto const& top = find_problem("chaplygin_top");
  double formula = 0;
  for (auto const& t : {axisymmetric(), concentric(), Top{}}) {
    auto const motion = contraction(findings, t, upright, slow, time, 0.05, "1e-12");
    add(findings, t.case_name, motion);
    if (t.case_name == "axisymmetric")
      findings.measure("FJM-22/top/axisymmetric", density_defect(motion, [&](Vec3 const& gamma) {
                         return t.log_axisymmetric_density(gamma);
                       }));
    if (t.case_name == "concentric")
      findings.measure("FJM-22/top/concentric", density_defect(motion, [&](Vec3 const& gamma) {
                         return t.log_concentric_density(gamma);
                       }));
    for (std::size_t k = 0; k < motion.times.size(); k += motion.times.size() / 10)
      formula = larger_or_nan(formula,
                              std::abs(t.divergence(motion.gammas[k], motion.ws[k]) -
                                       top.divergence(t.setting(motion.gammas[k], motion.ws[k]))));
  }
  findings.measure("FJM-22/top/formula", formula);
}

/// A closed orbit of the eccentric top, and an attractor.
void measure_eccentric(Findings& findings) {
  Top const top;
  auto const rotation = top.permanent_rotation(0.9);
  Vec3 const w = rotation.Omega * rotation.gamma;
  double const turn = 2 * std::acos(-1.0) / rotation.Omega;
  auto const motion = contraction(findings, top, rotation.gamma, w, 5 * turn, turn / 50, "1e-12");
  double moved = 0;
  for (std::size_t k = 0; k < motion.times.size(); ++k)
    moved = larger_or_nan(
        {moved, (motion.gammas[k] - rotation.gamma).norm(), (motion.ws[k] - w).norm()});
  findings.measure("FJM-22/top/rotation/steady", moved);
  double const rate = find_problem("chaplygin_top").divergence(top.setting(rotation.gamma, w));
  findings.measure("FJM-22/top/rotation", std::abs(rate) * turn,
                   fmt::format("{:.6e} a turn (divergence {:.6e}, Omega = {:.4f})",
                               std::abs(rate) * turn, rate, rotation.Omega));
  add(findings, "rotation", motion);
  auto const reversed =
      contraction(findings, top, rotation.gamma, -w, 5 * turn, turn / 50, "1e-12");
  add(findings, "rotation_reversed", reversed);

  double const time = findings.quick ? 100 : 300;
  auto const falling =
      contraction(findings, contracting(), basin_gamma, basin_w, time, 0.01, "1e-10");
  add(findings, "attractor", falling);
  std::size_t const half = falling.times.size() / 2;
  auto const line = fit_line({falling.times.begin() + half, falling.times.end()},
                             {falling.integrals.begin() + half, falling.integrals.end()});
  findings.measure("FJM-22/top/attractor", line.slope,
                   fmt::format("{:.4f} per unit time; {:.2f} at T = {:g}", line.slope,
                               falling.integrals.back(), time));
}

void compute(Findings& findings) {
  measure_spheres(findings);
  findings.progress(0.2);
  measure_smooth(findings);
  findings.progress(0.6);
  measure_eccentric(findings);
}

std::vector<Claim> claims() {
  std::string const sphere =
      "if the centres coincide we recover the Chaplygin sphere, which "
      "possesses an invariant measure";
  std::string const iff = "a measure if and only if (i) concentric or (ii) axially symmetric";
  auto const claim = [](std::string key, std::string statement, std::string printed,
                        Criterion criterion, std::string reason, std::string correction = {}) {
    return Claim{.id = "FJM-22/" + std::move(key),
                 .place = "section 7.4",
                 .statement = std::move(statement),
                 .printed = std::move(printed),
                 .criterion = std::move(criterion),
                 .reason = std::move(reason),
                 .correction = std::move(correction)};
  };
  return {
      claim("sphere/volume",
            "The measure of Chaplygin's sphere is not dx dy dR dw itself: largest |divergence| "
            "along a motion",
            sphere, at_least(1e-3), "rounding is 1e-20 (quad precision)"),
      claim("sphere/density",
            "With the density (1 - D gamma . J^-1 gamma)^(1/2), J = I + D, D = m r^2, it is "
            "invariant: largest divergence of the weighted motion",
            sphere, at_most(1e-15), "quad precision and differences"),
      claim("printed",
            "The system that is integrated keeps dx dy dR dw with density one, another measure "
            "than the sphere's: largest |divergence|",
            "the same sphere", at_most(1e-15), "quad precision and differences",
            "another system than Chaplygin's sphere (E16)"),
      claim(
          "top/formula",
          "Trace of dw'/dw from Newton and Euler against the divergence of the derived equations: "
          "largest difference (check of what follows)",
          "(not stated)", at_most(1e-9), "double precision; rates of order one"),
      claim("top/concentric",
            "(i) Concentric: the integral of the divergence plus the logarithm of the sphere's "
            "density is constant: largest change",
            iff, at_most(1e-6), "Simpson's rule with intervals of 0.05"),
      claim("top/axisymmetric",
            "(ii) Axially symmetric: the same with (I_1 + m a^2) (I_1 I_3 + m a . I a)^(1/2), a "
            "from the centre of mass to the contact point",
            iff, at_most(1e-6), "Simpson's rule with intervals of 0.05"),
      claim("top/rotation/steady",
            "Neither: the top spins steadily about the vertical, a closed orbit: largest change of "
            "(gamma, w) over five turns",
            iff, at_most(1e-8), "tolerance 1e-12, growing on an unstable orbit"),
      claim("top/rotation",
            "On that orbit the integral of the divergence over a turn is not zero, as any smooth "
            "positive density would make it",
            iff, at_least(1e-6), "the divergence is good to 1e-14"),
      claim("top/attractor",
            "Neither, other data: the integral of the divergence falls steadily, as it cannot "
            "where a smooth positive density bounds it; slope over the second half of the run",
            iff, at_most(-0.01), "no slope is left of a bounded function over a long time")};
}

Panel panel(std::string title, std::optional<std::pair<double, double>> range,
            std::vector<Series> series, std::string key) {
  return {.title = std::move(title),
          .x_label = "{/:Italic t}",
          .y_label = "∫ divergence d{/:Italic t}",
          .x_range = range ? std::optional(std::pair(0.0, 60.0)) : std::nullopt,
          .y_range = range,
          .key = std::move(key),
          .series = std::move(series)};
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
           {"how long", "T = 400 and 300; quick: 100", "many turns"}},
      .claims = claims(),
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
            .panels = {panel("(a)", {{-0.6, 1.4}},
                             {{"axisymmetric.csv", "t", "integral", "lines", "symmetric"},
                              {"concentric.csv", "t", "integral", "lines", "concentric"},
                              {"eccentric.csv", "t", "integral", "lines", "eccentric"}},
                             "bottom left"),
                       panel("(b)", {},
                             {{"rotation.csv", "t", "integral", "lines", "+Ω"},
                              {"rotation_reversed.csv", "t", "integral", "lines", "−Ω"}},
                             "top left"),
                       panel("(c)", {}, {{"attractor.csv", "t", "integral", "lines", ""}},
                             "off")}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
