#include <fmt/format.h>

#include "experiments/mclachlan_perlmutter_2006/contact_maps.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr double shown[]{0.5, 1.0, 2.0};

/// Spectral radius of the time-N map of (4.12) minus 1.
double euler_excess(double a, int N) {
  return excess_radius(time_map("dla_euler", a, step_of_period(N), N, 0));
}

/// C8: (4.12).
void measure_euler(Findings& findings) {
  std::vector<double> const amplitudes{0.05, 0.2, 0.5, 0.75, 1, 2, 5, 10, 20, 50};
  std::vector<int> const numbers =
      findings.quick ? std::vector<int>{5, 6, 7, 8, 13, 40}
                     : std::vector<int>{5, 6, 7, 8, 9, 10, 13, 20, 33, 40, 80, 121, 200};
  auto& radii = findings.table("euler_radii", {"a", "N", "h", "excess"});
  auto const largest_over_amplitudes = [&](std::vector<int> const& some) {
    double largest = -1;
    for (double a : amplitudes)
      for (int N : some) {
        double const excess = euler_excess(a, N);
        radii.add({a, double(N), step_of_period(N), excess});
        largest = larger_or_nan(largest, excess);
      }
    return largest;
  };
  double const general = largest_over_amplitudes(numbers);
  double const four = largest_over_amplitudes({4}), three = largest_over_amplitudes({3});
  findings.measure("C8", general, fmt::format("{:.1e} (h <= 1.18)", general));
  findings.measure("C8/N=4", four, fmt::format("{:.1e} (h = 1.41)", four));
  double first_above = 0;
  for (double a : amplitudes)
    if (first_above == 0 && euler_excess(a, 3) > 1e-9) first_above = a;
  findings.measure("C8/N=3", three,
                   fmt::format("{:.2f} (h = 1.73; positive from a = {} on)", three, first_above));

  // The limit of an orbit, and how fast it gets there.
  double const h = step_of_period(40);
  auto const [y0, vy0] = y_start("dla_euler", 1, h, 0);
  RunSpec spec;
  spec.setting = setting_of({1, y0, 0.7, 0, vy0, 0.4});
  spec.step = RawQuad(h);
  spec.steps = 40 * 2000;
  auto const run = find_problem("contact_oscillator").method("dla_euler").integrate(spec);
  auto const &q = run.q.back(), &v = run.v.back();
  double const rest = larger_or_nan({std::abs(q[0]), std::abs(q[2]), std::abs(v[2])});
  findings.measure("C8/limit", rest,
                   fmt::format("{:.1e} (vy = {:.3f} of {:.3f})", rest, v[1], vy0));

  auto& rates = findings.table("euler_rates", {"N", "h", "pair_over_h", "real_over_h"});
  for (int N : {20, 40, 80, 160, 320}) {
    double const step = step_of_period(N);
    double pair = 0, real = 0;
    for (auto const& mu : eigenvalues(time_map("dla_euler", 1, step, N, 0)))
      (std::abs(mu.imag()) > 1e-9 ? pair : real) = -std::log(std::abs(mu)) / (N * step) / step;
    rates.add({double(N), step, pair, real});
  }
}

/// C9: (5.3) on (x, z, vx, vz).
void measure_non_dla(Findings& findings) {
  // Its constraint lets A v change sign every step, so the second eigenvalue is (-1)^N.
  double even = 0, odd = 0, odd_signed = 0;
  for (double a : {0.5, 1.0, 2.0, 5.0, 20.0})
    for (int N : {3, 5, 8, 13, 20, 40, 80, 199, 198}) {
      auto const map = non_dla_map(a, N);
      if (N % 2 == 0)
        even = larger_or_nan(even, spectrum_defect(map, {1, 1}));
      else {
        odd = larger_or_nan(odd, spectrum_defect(map, {1, 1}));
        odd_signed = larger_or_nan(odd_signed, spectrum_defect(map, {1, -1}));
      }
    }
  findings.measure("C9", even);
  findings.measure("C9/odd N", odd,
                   fmt::format("{:.2f} (against 1, -1, exp(+-i alpha): {:.1e})", odd, odd_signed));
}

/// Angle between the hyperplanes vx + c_vz vz + c_z z = 0.
double angle_between(Eigen::Vector2d const& c, Eigen::Vector2d const& d) {
  Eigen::Vector3d const m(c[0], 1, c[1]), n(d[0], 1, d[1]);
  return std::atan2(m.cross(n).norm(), m.dot(n));
}

/// C10: the hyperplanes that (5.3) keeps.
void measure_subspaces(Findings& findings) {
  long fewest = 4, most = 0;
  for (double a : shown) {
    auto& table = findings.table(fmt::format("subspace_{}", a), {"N", "h", "c_z", "c_vz"});
    for (int N : {8, 12, 16, 20, 28, 40, 56, 80, 112, 160}) {
      auto const map = non_dla_map(a, N);
      long const normals = fixed_normals(map).cols();
      fewest = smaller_or_nan(fewest, normals);
      most = larger_or_nan(most, normals);
      auto const c = invariant_subspace(map);
      table.add({double(N), step_of_period(N), std::abs(c[0]), std::abs(c[1])});
    }
  }
  findings.measure("C10/unique", double(most),
                   fmt::format("{} (fewest {}; a = 0.5, 1, 2, N = 8 ... 160)", most, fewest));
  if (fewest != 2 || most != 2) {
    findings.not_checkable("C10", "the eigenvalue 1 has no two eigenvectors");
    return;
  }
  auto const subspace = [](double a, int N) { return invariant_subspace(non_dla_map(a, N)); };
  double smallest = pi;
  for (double a : shown)
    smallest = smaller_or_nan({smallest, angle_between(subspace(a, 40), subspace(a, 80)),
                               angle_between(subspace(a, 40), subspace(2 * a, 40))});
  auto const c = subspace(1, 40);
  findings.measure("C10", smallest,
                   fmt::format("{:.2e} rad (a = 1, N = 40: vx + {:.5f} vz + {:.5f} z = 0)",
                               smallest, c[1], c[0]));
}

/// Spectral radii of the three methods over h, for the figure.
void tabulate_radii(Findings& findings) {
  std::vector<int> numbers;
  for (int N = 4; N <= 200; N += N < 20 ? 2 : N < 60 ? 4 : 20) numbers.push_back(N);
  for (double a : shown) {
    auto& table = findings.table(fmt::format("radii_{}", a), {"h", "euler", "leapfrog", "non_dla"});
    for (int N : numbers) {
      double const h = step_of_period(N);
      table.add({h, 1 + euler_excess(a, N), 1 + excess_radius(time_map("dla_leapfrog", a, h, N, 0)),
                 1 + excess_radius(non_dla_map(a, N))});
    }
  }
}

void compute(Findings& findings) {
  measure_euler(findings);
  findings.progress(0.5);
  measure_non_dla(findings);
  measure_subspaces(findings);
  findings.progress(0.8);
  tabulate_radii(findings);
}

std::vector<Claim> claims() {
  std::string const below = "All eigenvalues of the time-N map of (4.12) are below 1 in modulus";
  std::string const corrected = "velocity form of (5.3) evaluated at q_(i+1)";
  return {{.id = "C8",
           .place = "section 5.1",
           .statement = below + ": largest modulus minus 1",
           .printed = "< 0",
           .criterion = at_most(-1e-9),
           .reason = "below rounding by far; a = 0.05 ... 50, sampled N = 5 ... 200",
           .correction = {},
           .assumption = "at least five steps in the period of y; phase 0"},
          {.id = "C8/N=4",
           .place = "section 5.1",
           .statement = below + ", N = 4",
           .printed = "< 0",
           .criterion = at_most(-1e-9),
           .reason = "marginal: the largest modulus is 1 to rounding for every a"},
          {.id = "C8/N=3",
           .place = "section 5.1",
           .statement = below + ", N = 3",
           .printed = "< 0",
           .criterion = at_most(-1e-9),
           .reason = "the largest modulus is 1 for small a and exceeds 1 for larger"},
          {.id = "C8/limit",
           .place = "section 5.1",
           .statement = "Orbits of (4.12) tend to (x, z, vz) = 0: largest coordinate after 2000 "
                        "periods of y, a = 1, N = 40",
           .printed = "0",
           .criterion = at_most(1e-9),
           .reason = "nine digits below the start, which is of size 1; y and vy persist"},
          {.id = "C9",
           .place = "(5.3)",
           .statement = "The time-N map of (5.3) has eigenvalues 1, 1, exp(+-i alpha)",
           .printed = "0",
           .criterion = at_most(1e-7),
           .reason = "a double eigenvalue is known to the root of rounding; N <= 199, a <= 20",
           .correction = corrected + "; N even"},
          {.id = "C9/odd N",
           .place = "(5.3)",
           .statement = "The same for an odd number of steps in the period",
           .printed = "0",
           .criterion = at_most(1e-7),
           .reason = "false: A(q)(v_i + v_(i+1)) = 0 lets the constraint's residual change sign "
                     "every step, so one eigenvalue is (-1)^N"},
          {.id = "C10",
           .place = "section 5.1",
           .statement = "An invariant three-dimensional subspace of (5.3) depends on a and on h: "
                        "smallest angle as h is halved or a doubled",
           .printed = "not 0",
           .criterion = at_least(1e-4),
           .reason = "rounding turns a normal by 1e-12; a = 0.5, 1, 2 at N = 40",
           .correction = corrected,
           .assumption = "the subspace is the one without an x term"},
          {.id = "C10/unique",
           .place = "section 5.1",
           .statement = "The extra eigenvalue 1 singles out the invariant subspace: number of "
                        "independent normals",
           .printed = "an invariant subspace",
           .criterion = within(1, 0),
           .reason = "the double eigenvalue 1 is semisimple (rank(P - 1) = 2): two independent "
                     "normals are fixed, and so is every combination of them",
           .correction = corrected}};
}

Panel radii_panel() {
  Panel panel{.title = "spectral radius",
              .x_label = "{/:Italic h}",
              .y_label = "max |μ|",
              .x_range = {{0, 1.5}},
              .y_range = {{0.3, 1.05}},
              .key = "bottom left",
              .series = {}};
  for (double a : shown)
    panel.series.push_back({fmt::format("radii_{}.csv", a), "h", "euler", "linespoints",
                            fmt::format("(4.12), {{/:Italic a}} = {}", a)});
  panel.series.push_back({"radii_1.csv", "h", "leapfrog", "lines", "(4.18), {/:Italic a} = 1"});
  panel.series.push_back({"radii_1.csv", "h", "non_dla", "lines", "(5.3), {/:Italic a} = 1"});
  return panel;
}

Panel subspace_panel() {
  Panel panel{.title = "invariant subspace of (5.3)",
              .x_label = "{/:Italic h}",
              .y_label = "|{/:Italic c_z}|, |{/:Italic c_{vz}}|",
              .x_scale = "log",
              .y_scale = "log",
              .x_range = {{0.03, 1}},
              .key = "bottom right",
              .series = {}};
  for (double a : shown)
    for (char const* c : {"c_vz", "c_z"})
      panel.series.push_back(
          {fmt::format("subspace_{}.csv", a), "h", c, "linespoints",
           fmt::format("{}, {{/:Italic a}} = {}",
                       c[2] == 'z' ? "{/:Italic c_z}" : "{/:Italic c_{vz}}", a)});
  return panel;
}

}  // namespace

Experiment other_methods() {
  return {
      .id = "mp2006_other_methods",
      .paper = "mclachlan_perlmutter_2006",
      .title = "The contact oscillator by a nonreversible and by a non-DLA method",
      .about =
          "Section 5.1: spectra of the maps of (4.12) and (5.3) over one period of y, "
          "h = 2 sin(pi/N), from runs of basis vectors.",
      .choices = {{"method \"(4.10)\"", "(4.12)",
                   "(4.10) is a discrete Lagrangian; (4.11), in "
                   "velocities (4.12), is its method"},
                  {"the phase of the y-orbit on the grid", "y_i = a sin(i theta)",
                   "the paper's b = 0 does not say where the nodes fall"},
                  {"the invariant subspace of (5.3)", "the one whose normal has no x component",
                   "there is a pencil of them"}},
      .claims = claims(),
      .figures = {{.id = "other_methods",
                   .number = "",
                   .caption = "Left: spectral radius of the map over one period of y (even numbers "
                              "of steps): (4.12) contracts, (4.18) and (5.3) do not. Right: "
                              "coefficients of the invariant subspace vx + c_{vz} vz + c_z z = 0 "
                              "of (5.3), which depends on the step and on the orbit's a.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 3.3,
                   .panels = {radii_panel(), subspace_panel()}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
