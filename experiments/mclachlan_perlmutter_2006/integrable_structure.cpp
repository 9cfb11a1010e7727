#include <fmt/format.h>

#include <numeric>

#include "experiments/core/fit.hpp"
#include "experiments/mclachlan_perlmutter_2006/contact_maps.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// Time-2 pi flow of (5.2) on (x, z, sqrt(1 + y^2) vz) along y = a sin t, from certified
/// references.
Eigen::Matrix3d flow_matrix(double a) {
  Eigen::Matrix3d omega;
  RawQuad const two_pi = 2 * 3.14159265358979323846264338327950288Q;
  for (int column = 0; column < 3; ++column) {
    Eigen::Vector3d const e = Eigen::Vector3d::Unit(column);
    auto const r = find_problem("contact_oscillator")
                       .reference(setting_of({e[0], 0, e[1], 0, a, e[2]}), {two_pi});
    auto const &q = r.states[0].q, &v = r.states[0].v;
    omega.col(column) << double(q[0]), double(q[2]), double(v[2]);
  }
  return omega;
}

/// Largest departure of the y of (4.18) from a sin(i theta) over one period.
double y_error(double a, int N) {
  double const h = step_of_period(N), theta = 2 * std::asin(h / 2);
  auto const [y0, vy0] = y_start("dla_leapfrog", a, h, 0);
  RunSpec spec;
  spec.setting = setting_of({1, y0, 0, 0, vy0, 0});
  spec.step = RawQuad(h);
  spec.steps = N;
  spec.every = 1;
  auto const run = find_problem("contact_oscillator").method("dla_leapfrog").integrate(spec);
  double error = 0;
  for (std::size_t i = 0; i < run.q.size(); ++i)
    error = std::max(error, std::abs(run.q[i][1] - a * std::sin(double(i) * theta)));
  return error;
}

/// Departure of the spectrum from {real ones, exp(+-i alpha)}, alpha by the trace.
double spectrum_defect(Eigen::MatrixXd const& map, std::vector<double> const& real) {
  auto const mu = eigenvalues(map);
  double const alpha = rotation_angle(map, std::accumulate(real.begin(), real.end(), 0.0));
  std::vector<std::complex<double>> wanted(real.begin(), real.end());
  wanted.push_back(std::polar(1.0, alpha));
  wanted.push_back(std::polar(1.0, -alpha));
  double defect = 0;
  for (auto const& w : wanted) defect = std::max(defect, (mu.array() - w).abs().minCoeff());
  for (auto const& m : mu) {
    double nearest = 10;
    for (auto const& w : wanted) nearest = std::min(nearest, std::abs(m - w));
    defect = std::max(defect, nearest);
  }
  return defect;
}

/// Largest N in [3, last] whose map is unstable at phase 0, as N decides the step 2 sin(pi/N).
int largest_unstable(double a, int last) {
  for (int N = last; N >= 3; --N)
    if (excess_radius(time_map("dla_leapfrog", a, step_of_period(N), N, 0)) > 1e-5) return N;
  return 0;
}

void compute(Findings& findings) {
  // C1 and the rotation angles gamma(a).
  double not_orthogonal = 0;
  std::map<double, double> gamma;
  for (double a : {0.5, 1.0, 2.0, 5.0}) {
    auto const omega = flow_matrix(a);
    not_orthogonal =
        std::max({not_orthogonal,
                  (omega.transpose() * omega - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff(),
                  std::abs(omega.determinant() - 1)});
    gamma[a] = rotation_angle(omega, 1);
  }
  findings.measure("C1", not_orthogonal);
  findings.progress(0.2);

  findings.measure("C2", std::max(y_error(1, 40), y_error(3, 17)));

  // C4: spectra for y-orbits that are symmetric about a node, and the angles alpha.
  auto& angles = findings.table("rotation_angles", {"a", "N", "h", "alpha", "gamma"});
  double defect = 0;
  for (auto const& [a, g] : gamma)
    for (int N : {20, 40, 80, 160}) {
      double const h = step_of_period(N);
      auto const map = time_map("dla_leapfrog", a, h, N, 0);
      defect = std::max(defect, spectrum_defect(map, {1}));
      angles.add({a, double(N), h, rotation_angle(map, 1), g});
    }
  findings.measure("C4", defect);
  std::vector<double> h, difference;
  for (auto const& row : angles.rows)
    if (row[0] == 1.0) {
      h.push_back(row[2]);
      difference.push_back(std::abs(row[3] - row[4]));
    }
  auto const line = fit_power(h, difference);
  findings.measure(
      "C7", line.slope,
      fmt::format("{:.3f} (alpha - gamma = {:.2e} at N = 160)", line.slope, difference.back()));
  findings.progress(0.3);

  // C5: the critical step. At a = 0 the map of one step is constant; else odd N go unstable first.
  double low = 1.5, high = 2.5;
  while (high - low > 1e-9) {
    double const middle = (low + high) / 2;
    (excess_radius(time_map("dla_leapfrog", 0, middle, 1, 0)) > 1e-9 ? high : low) = middle;
  }
  findings.measure("C5/a=0", high, fmt::format("{:.6f}", high));
  auto& critical = findings.table("critical_step", {"a", "N", "a_h", "four", "pi", "denominator"});
  double at_largest = 0;
  std::vector<double> const amplitudes =
      findings.quick ? std::vector<double>{2, 5, 20, 100}
                     : std::vector<double>{2, 3, 5, 7, 10, 15, 20, 30, 40, 70, 100};
  for (double a : amplitudes) {
    int const N = largest_unstable(a, static_cast<int>(1.7 * a) + 20);
    // The denominator of (4.18) is positive for every phase iff h < 4 sqrt(a^2 + 1)/(a^2 + 2).
    double const denominator = 4 * a * std::sqrt(a * a + 1) / (a * a + 2);
    at_largest = a * step_of_period(N);
    critical.add({a, double(N), at_largest, 4, pi, denominator});
    findings.progress(0.3 + 0.5 * a / 100);
  }
  findings.measure("C5", at_largest, fmt::format("{:.3f}/a (at a = 100)", at_largest));

  // C6: the same statement for y-orbits that are not symmetric about a node.
  double worst = 0;
  for (double a : {0.5, 1.0, 2.0}) {
    auto& phases = findings.table(fmt::format("phase_defect_{}", a), {"N", "excess"});
    for (int N = 8; N <= 24; N += 2) {
      double const excess = excess_radius(time_map("dla_leapfrog", a, step_of_period(N), N, 0.25));
      phases.add({double(N), std::max(excess, 1e-16)});
      if (a == 1 && N == 8) worst = excess;
    }
  }
  findings.measure("C6", worst, fmt::format("{:.2e} (a = 1, N = 8, phase theta/4)", worst));

  // C9: (5.3) on (x, z, vx, vz). Its constraint lets A v change sign every step, so the second
  // eigenvalue is (-1)^N.
  double even = 0, odd = 0, odd_signed = 0;
  for (double a : {0.5, 1.0, 2.0, 5.0, 20.0})
    for (int N : {3, 5, 8, 13, 20, 40, 80, 199, 198}) {
      auto const map = time_map("reversible_non_dla", a, step_of_period(N), N, 0, true);
      if (N % 2 == 0)
        even = std::max(even, spectrum_defect(map, {1, 1}));
      else {
        odd = std::max(odd, spectrum_defect(map, {1, 1}));
        odd_signed = std::max(odd_signed, spectrum_defect(map, {1, -1}));
      }
    }
  findings.measure("C9", even);
  findings.measure("C9/odd N", odd,
                   fmt::format("{:.2f} (against 1, -1, exp(+-i alpha): {:.1e})", odd, odd_signed));
}

}  // namespace

Experiment integrable_structure() {
  std::string const symmetric = "the y-orbit passes a node at y = 0 (the paper's b = 0)";
  return {
      .id = "mp2006_integrable_structure",
      .paper = "mclachlan_perlmutter_2006",
      .title = "How the integrable structure of the contact oscillator survives",
      .about =
          "Section 5.1: along a periodic y-orbit the contact oscillator is linear in (x, z, vz). "
          "Spectra of the maps over one period of y, h = 2 sin(pi/N), from runs of basis vectors.",
      .choices = {{"the phase of the y-orbit on the grid",
                   "y_i = a sin(i theta), and a quarter step off",
                   "the paper's b = 0 does not say where the nodes fall; the spectra depend on it"},
                  {"critical step",
                   "largest step 2 sin(pi/N) with an eigenvalue off the unit circle by 1e-5",
                   "steps between these do not close the period of y"}},
      .claims =
          {{.id = "C1",
            .place = "(5.2)",
            .statement = "The time-2 pi flow in (x, z, vz sqrt(1 + y^2)) is a rotation",
            .printed = "in SO(3)",
            .criterion = at_most(1e-14),
            .reason = "quad references rounded to double; a = 0.5, 1, 2, 5"},
           {.id = "C2",
            .place = "section 5.1",
            .statement = "y follows leapfrog with theta = 2 asin(h/2): y_i = a sin(i theta)",
            .printed = "0",
            .criterion = at_most(1e-13),
            .reason = "rounding over one period"},
           {.id = "C4",
            .place = "section 5.1",
            .statement = "The time-N map of (4.18) has eigenvalues 1, exp(+-i alpha)",
            .printed = "0",
            .criterion = at_most(1e-10),
            .reason = "rounding of products of up to 160 steps; a = 0.5 ... 5",
            .correction = {},
            .assumption = symmetric},
           {.id = "C5/a=0",
            .place = "section 5.1",
            .statement = "The critical step is 2 at a = 0",
            .printed = "2",
            .criterion = within(2, 1e-6),
            .reason = "bisection on the one-step map"},
           {.id = "C5",
            .place = "section 5.1",
            .statement = "The critical step is about pi/a as a grows (a h* at a = 100)",
            .printed = "pi/a",
            .criterion = within(pi, 0.15),
            .reason = "five percent of pi; the measured law is 4/a, where the denominator of "
                      "(4.18) can vanish"},
           {.id = "C6",
            .place = "section 5.1",
            .statement =
                "Below the critical step all orbits are quasiperiodic: no eigenvalue leaves the "
                "unit circle",
            .printed = "0",
            .criterion = at_most(1e-9),
            .reason =
                "true only for y-orbits that are symmetric about a node; else the excess decays "
                "like exp(-N asinh(1/a))"},
           {.id = "C7",
            .place = "section 5.1",
            .statement =
                "Discrete and exact flow are conjugate: the rotation angles agree to O(h^2)",
            .printed = "2",
            .criterion = within(2, 0.05),
            .reason = "slope over N = 20 ... 160 at a = 1",
            .correction = {},
            .assumption =
                symmetric + ", and orbits are re-labelled, as the angles differ at equal a"},
           {.id = "C9",
            .place = "(5.3)",
            .statement = "The time-N map of (5.3) has eigenvalues 1, 1, exp(+-i alpha)",
            .printed = "0",
            .criterion = at_most(1e-7),
            .reason =
                "a double eigenvalue is known to the root of rounding; N = 3 ... 199, a <= 20",
            .correction = "velocity form of (5.3) evaluated at q_(i+1); N even"},
           {.id = "C9/odd N",
            .place = "(5.3)",
            .statement = "The same for an odd number of steps in the period",
            .printed = "0",
            .criterion = at_most(1e-7),
            .reason =
                "false: A(q)(v_i + v_(i+1)) = 0 lets the constraint's residual change sign every "
                "step, so one eigenvalue is (-1)^N"}},
      .figures = {{.id = "critical_step",
                   .number = "",
                   .caption =
                       "Left: largest unstable step times a, with the paper's pi, the limit 4, and "
                       "the bound at which the denominator of (4.18) can vanish. Right: eigenvalue "
                       "excess of (4.18) for a y-orbit a quarter step off symmetry.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 3.1,
                   .panels = {{.title = "critical step",
                               .x_label = "{/:Italic a}",
                               .y_label = "{/:Italic a h}*",
                               .x_scale = "log",
                               .x_range = {{1.6, 130}},
                               .y_range = {{2.4, 4.8}},
                               .key = "bottom right",
                               .series = {{"critical_step.csv", "a", "a_h", "points", "measured"},
                                          {"critical_step.csv", "a", "denominator", "lines",
                                           "denominator > 0"},
                                          {"critical_step.csv", "a", "four", "lines", "4"},
                                          {"critical_step.csv", "a", "pi", "lines", "π (paper)"}}},
                              {.title = "phase θ/4",
                               .x_label = "{/:Italic N}",
                               .y_label = "max |μ| − 1",
                               .y_scale = "log",
                               .key = "bottom left",
                               .series = {{"phase_defect_0.5.csv", "N", "excess", "linespoints",
                                           "{/:Italic a} = 0.5"},
                                          {"phase_defect_1.csv", "N", "excess", "linespoints",
                                           "{/:Italic a} = 1"},
                                          {"phase_defect_2.csv", "N",
                                           "excess", "linespoints", "{/:Italic a} = 2"}}}}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
