#include <algorithm>

#include "experiments/ferraro_jimenez_martin_2015/shared/top.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::invariant_measure_study {

namespace {

using namespace ball;

Top axisymmetric() { return {.case_name = "axisymmetric", .I = {0.8, 0.8, 1.2}, .c = {0, 0, 0.3}}; }
Top concentric() { return {.case_name = "concentric", .c = {0, 0, 0}}; }
/// Eccentric top with an attractor.
Top contracting() { return {.radius = 3, .g = 100, .I = {4, 12, 14}, .c = {1, 1.5, 1.2}}; }

// Initial condition with R = 1 that is not a relative equilibrium, and one in the basin of the
// attractor.
Vec3 const upright{0, 0, 1}, slow{0.3, -0.2, 0.5};
Vec3 const basin_gamma = Vec3(-0.3, -0.6, -0.74).normalized(), basin_w{-3.2, -5.9, -8.1};

struct Divergences {
  Largest divergence, defect;
};
/// Divergences and defects at 40 nodes of a run up to T = 15.
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

/// Largest residual of div f + d(log density)/dt = 0 along a motion, relative to the largest
/// divergence.
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
  for (std::string const case_name : {"FJM", "FJM-rotating"}) {
    auto const ball = along_run(study, "chaplygin_sphere", case_name);
    auto const table = case_name == "FJM" ? "table at rest" : "rotating table";
    study.measure("FJM-22/sphere", "rolling ball", table, {.value = ball.defect.value});
    study.control("FJM-22/sphere", "measure without its density", table,
                  {.value = ball.divergence.value});
    if (case_name == "FJM") continue;
    study.add_finding(
        "FJM-22/sphere/volume", ball.divergence.value,
        fmt::format("largest divergence with respect to $dx dy$ dR $dw$ on a rotating table: "
                    "{:.3e}",
                    ball.divergence.value));
  }
  study.measure("FJM-22/sphere", "printed system",
                {.value = along_run(study, "body_frame_ball", "figure_3").divergence.value});
}

/// Measures both densities, and the eccentric top from the same initial condition.
void measure_densities(Study& study) {
  double const time = study.quick ? 100 : 400;
  for (auto const& t : {axisymmetric(), concentric(), Top{}}) {
    auto const motion = contraction(study, t, upright, slow, time, 0.05, "1e-12");
    add(study, t.case_name, motion);
    bool const symmetric = t.case_name == "axisymmetric";
    double const residual = density_residual(t, motion, [&](Vec3 const& gamma, Vec3 const& rate) {
      return symmetric ? t.log_axisymmetric_density_rate(gamma, rate)
                       : t.log_concentric_density_rate(gamma, rate);
    });
    if (t.case_name == "eccentric")
      study.control("FJM-22/top", "eccentric top", {.value = residual});
    else
      study.measure("FJM-22/top", "if", symmetric ? "axially symmetric" : "concentric",
                    {.value = residual});
  }
}

/// Integral of the divergence over one revolution of a steady rotation, and change of (gamma, w) in
/// five revolutions.
struct OverARevolution {
  double integral, moved;
};
OverARevolution over_a_revolution(Study& study, Top const& top, Top::Rotation const& rotation,
                                  bool shown) {
  Vec3 const w = rotation.Omega * rotation.gamma;
  double const period = 2 * std::acos(-1.0) / rotation.Omega;
  auto const along = [&](Vec3 const& spin) {
    return contraction(study, top, rotation.gamma, spin, 5 * period, period / 50, "1e-12");
  };
  auto const motion = along(w);
  Largest moved;
  for (std::size_t k = 0; k < motion.times.size(); ++k) {
    moved((motion.gammas[k] - rotation.gamma).norm());
    moved((motion.ws[k] - w).norm());
  }
  if (shown) {
    add(study, "rotation", motion);
    add(study, "rotation_reversed", along(-w));
  }
  return {motion.integrals.back() / 5, moved.value};
}
/// Tests whether the integral over one revolution is the period times the divergence at the steady
/// rotation, to 1 per cent.
bool is_product(Top const& top, Top::Rotation const& rotation, double integral) {
  double const divergence = top.divergence(rotation.gamma, rotation.Omega * rotation.gamma);
  return std::abs(rotation.Omega * integral / (2 * std::acos(-1.0) * divergence) - 1) < 0.01;
}

/// Steady rotation of an axially symmetric top about an axis at 60 degrees to the symmetry axis.
Top::Rotation inclined_rotation(Top const& top) {
  Vec3 const gamma(std::sqrt(0.75), 0, 0.5);
  return top.rotation_about(gamma, (top.I[2] - top.I[0]) * gamma[2] / top.c[2]);
}

/// Largest change of the logarithm of the phase volume over the tenths of the second half.
double largest_change(Contraction const& motion) {
  std::size_t const half = motion.times.size() / 2, tenth = half / 10;
  double largest = -INFINITY;
  for (std::size_t k = half; k + tenth < motion.times.size(); k += tenth)
    largest = larger_or_nan(largest, motion.integrals[k + tenth] - motion.integrals[k]);
  return largest;
}

/// Largest real part of the eigenvalues of (gamma, w)' at a steady rotation, in the given or (sense
/// = -1) the reversed sense, without the two zeros of |gamma| and of the family of rotations; NaN
/// if two exponents are not zero up to the error of the differences.
double largest_exponent(Top const& top, Top::Rotation const& rotation, int sense) {
  auto const rate = [&](Eigen::VectorXd const& z) -> Eigen::VectorXd {
    Vec3 const gamma = z.head<3>(), w = z.tail<3>();
    return theory::together(gamma.cross(w), top.acceleration(gamma, w));
  };
  Eigen::VectorXd const at =
      theory::together(rotation.gamma, sense * rotation.Omega * rotation.gamma);
  Eigen::MatrixXd slope(6, 6);
  constexpr double d = 1e-6;
  for (int j = 0; j < 6; ++j) {
    Eigen::VectorXd const e = d * Eigen::VectorXd::Unit(6, j);
    slope.col(j) = (rate(at + e) - rate(at - e)) / (2 * d);
  }
  Eigen::VectorXcd exponents = theory::eigenvalues(slope);
  std::sort(exponents.begin(), exponents.end(),
            [](auto const& a, auto const& b) { return std::abs(a) < std::abs(b); });
  if (!(std::abs(exponents[1]) < 1e-4 * std::abs(exponents[5]))) return NAN;
  double largest = -INFINITY;
  for (int j = 2; j < 6; ++j) largest = larger_or_nan(largest, exponents[j].real());
  return largest;
}

/// Largest relative change, along the certified motion, of the sum of the kinetic energy and a
/// multiple of the potential energy.
double change_of_energy(Study& study, Top const& top, double factor) {
  Numbers energies;
  for (auto const& s : study.reference(top.run(basin_gamma, basin_w, "1e-12"), {0, 1, 2, 3})) {
    Vec3 const gamma(double(s.q[8]), double(s.q[9]), double(s.q[10])),
        w(double(s.v[2]), double(s.v[3]), double(s.v[4]));
    energies.push_back(
        (w.dot(top.I.cwiseProduct(w)) + top.m * w.cross(top.arm(gamma)).squaredNorm()) / 2 +
        factor * top.m * top.g * top.c.dot(gamma));
  }
  Largest change;
  for (double const energy : energies) change(energy / energies.front() - 1);
  return change.value;
}

/// Measures a closed orbit of the eccentric top, and an attractor.
void measure_eccentric(Study& study) {
  Top const top, symmetric{.I = {2, 2, 3.8}, .c = {0, 0, 0.3}};
  auto const rotation = top.permanent_rotation(1.8);
  auto const eccentric = over_a_revolution(study, top, rotation, true),
             inclined = over_a_revolution(study, symmetric, inclined_rotation(symmetric), false);
  study.measure(
      "FJM-22/top", "only if",
      {.value = is_product(top, rotation, eccentric.integral) ? std::abs(eccentric.integral) : NAN,
       .details = {{"$Omega$", rotation.Omega},
                   {"change of ($gamma$, $w$) in five revolutions", eccentric.moved}}});
  study.control("FJM-22/top", "axially symmetric top",
                {.value = std::abs(inclined.integral),
                 .details = {{"change of ($gamma$, $w$) in five revolutions", inclined.moved}}});

  double const time = study.quick ? 100 : 300;
  auto const falling = contraction(study, contracting(), basin_gamma, basin_w, time, 0.01, "1e-10");
  add(study, "attractor", falling);
  std::size_t const half = falling.times.size() / 2;
  auto const line = fit_line({falling.times.begin() + half, falling.times.end()},
                             {falling.integrals.begin() + half, falling.integrals.end()});
  study.measure("FJM-25/volume", "volume",
                {.value = largest_change(falling), .details = {{"slope", line.slope}}});
  auto centred = contracting();
  centred.c = {0, 0, 0};
  study.control("FJM-25/volume", "top with an invariant measure",
                {.value = largest_change(
                     contraction(study, centred, basin_gamma, basin_w, time, 0.01, "1e-10"))});
  auto const spinning = contracting().permanent_rotation(18.5);
  study.measure("FJM-25/volume", "asymptotic stability",
                {.value = largest_exponent(contracting(), spinning, 1)});
  study.control("FJM-25/volume", "spin reversed",
                {.value = largest_exponent(contracting(), spinning, -1)});
  study.measure("FJM-25/volume", "energy", {.value = change_of_energy(study, contracting(), 1)});
  study.control("FJM-25/volume", "kinetic energy",
                {.value = change_of_energy(study, contracting(), 0)});
}

}  // namespace

void invariant_measure(Study& study) {
  measure_spheres(study);
  study.progress(0.2);
  measure_densities(study);
  study.progress(0.6);
  measure_eccentric(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::invariant_measure_study
