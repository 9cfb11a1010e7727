#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

using State = std::array<RawQuad, 4>;  ///< (r, p) in canonical coordinates
using Matrix = std::array<std::array<RawQuad, 4>, 4>;

/// (5) on T*M: r' = p/G, p' = dl_c/dr + F.
State reduced_flow(std::string const& problem, State const& z) {
  Pair const r{z[0], z[1]};
  auto const at = reduced_at(problem, r, paper_slope(problem));
  Pair const v{z[2] / at.G[0], z[3] / at.G[1]}, slope = at.slope(v), force = at.force(v);
  return {v[0], v[1], slope[0] + force[0], slope[1] + force[1]};
}

/// (43) in (r, P): r' = f dH/dP, P' = -f dH/dr.
State flow_of_43(std::string const& problem, State const& z) {
  Pair const r{z[0], z[1]};
  auto const at = reduced_at(problem, r, paper_slope(problem));
  auto const H = hamiltonized(at, {z[2], z[3]});
  return {at.f * H.by_P[0], at.f * H.by_P[1], -at.f * H.by_r[0], -at.f * H.by_r[1]};
}

RawQuad divergence(Matrix const& D) { return D[0][0] + D[1][1] + D[2][2] + D[3][3]; }

/// L_X Omega of Omega = dr ^ dp for the matrix D of derivatives of X: D^T J + J D.
Matrix lie_derivative(Matrix const& D) {
  Matrix all{};
  auto const J = [&](int row, int column) -> RawQuad {  // (J D)_ij
    return row < 2 ? D[row + 2][column] : -D[row - 2][column];
  };
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) all[i][j] = J(i, j) - J(j, i);
  return all;
}

double largest_entry(Matrix const& m) {
  double most = 0;
  for (auto const& row : m)
    for (auto const& entry : row) keep(most, entry);
  return most;
}

/// A point off the axes, and a second velocity there.
struct Point {
  Pair r, v, second;
};
Point point_of(System const& system) {
  auto const tenth = [](int k) -> RawQuad { return RawQuad(k) / 10; };
  Pair const r = system.knife() ? Pair{tenth(4), tenth(6)} : Pair{tenth(7), tenth(-2)};
  return {r, {tenth(8), tenth(9)}, {tenth(-3), tenth(11)}};
}

State state_of(System const& system, Pair const& r, Pair const& v) {
  auto const at = reduced_at(system.problem, r, paper_slope(system.problem));
  return {r[0], r[1], at.G[0] * v[0], at.G[1] * v[1]};
}

/// Defects at one point, relative to the largest derivative of the flow.
struct Defects {
  double two_form, scaled_two_form, scaled_volume, gradient, divergence_of_43;
};

Defects defects_of(System const& system) {
  auto const point = point_of(system);
  auto const derivatives_at = [&](Pair const& v) {
    return derivatives<4, 4>([&](State const& z) { return reduced_flow(system.problem, z); },
                             state_of(system, point.r, v));
  };
  auto const at = reduced_at(system.problem, point.r, paper_slope(system.problem));
  Matrix const D = derivatives_at(point.v);
  double const size = largest_entry(D);
  RawQuad const rate = at.df * point.v[at.c];  // X f

  Matrix const L = lie_derivative(D);
  Matrix scaled{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      int const J = j == i + 2 ? 1 : i == j + 2 ? -1 : 0;
      scaled[i][j] = rate * J + at.f * L[i][j];
    }
  Defects all{largest_entry(L) / size, largest_entry(scaled) / size,
              std::abs(double(rate + at.f * divergence(D))) / size, 0, 0};

  // div(f X) = 0 at two velocities: v . grad(log f) = -div X, two equations for the gradient.
  RawQuad const b0 = -divergence(D), b1 = -divergence(derivatives_at(point.second));
  auto const &u = point.v, &w = point.second;
  RawQuad const determinant = u[0] * w[1] - u[1] * w[0];
  Pair const gradient{(b0 * w[1] - b1 * u[1]) / determinant, (u[0] * b1 - w[0] * b0) / determinant};
  for (int i = 0; i < 2; ++i)
    keep(all.gradient, gradient[i] - (i == at.c ? at.df / at.f : RawQuad(0)));

  Pair const P{at.f * at.G[0] * u[0], at.f * at.G[1] * u[1]};
  auto const D43 = derivatives<4, 4>([&](State const& z) { return flow_of_43(system.problem, z); },
                                     State{point.r[0], point.r[1], P[0], P[1]});
  all.divergence_of_43 = std::abs(double(divergence(D43))) / largest_entry(D43);
  return all;
}

/// Multipliers with |f| <= 1 along a sequence of points on which 1/f exceeds every bound.
void measure_bounds(Study& study) {
  int unbounded = 0;
  std::vector<std::string> words;
  for (auto const& system : systems) {
    double f = 0, F = 0, F_before = 0;
    for (int k = 0; k <= 6; ++k) {
      double const s = std::pow(10.0, k);
      // Towards a zero of cos(phi), else towards large x through maxima of sin(x)^2.
      double const x = system.sinusoidal() ? std::acos(0.0) * (2 * std::floor(s) + 1) : s;
      double const now =
          system.knife() ? system.f(0, std::acos(0.0) - 1 / (2 * s)) : system.f(x, 0);
      f = larger_or_nan(f, std::abs(now));
      if (k == 3) F_before = larger_or_nan(F, 1 / now);
      F = larger_or_nan(F, 1 / now);
    }
    bool const grows = f <= 1 && F > 10 * F_before;
    unbounded += grows;
    words.push_back(fmt::format("{}: f up to {:.3g}, 1/f up to {:.3g} and {}", system.name, f, F,
                                grows ? "growing" : "not growing"));
  }
  study.measure("G40", measured(double(unbounded),
                                "systems of section 5 with |f| <= 1 and 1/f growing on a "
                                "sequence of points: {} ({})",
                                unbounded, fmt::join(words, "; ")));
}

}  // namespace

void hamiltonization(Study& study) {
  auto& table = study.table(
      "defects", {"system", "two_form", "scaled_two_form", "scaled_volume", "divergence_of_43"});
  for (std::size_t s = 0; s < systems.size(); ++s) {
    auto const& system = systems[s];
    auto const d = defects_of(system);
    table.add({double(s), d.two_form, d.scaled_two_form, d.scaled_volume, d.divergence_of_43});
    auto const supply = [&](std::string const& statement, std::string const& reading, double value,
                            std::string const& what) {
      study.measure(statement, reading, system.name,
                    measured(value,
                             "{}, relative to the derivatives of the flow, at a "
                             "point off the axes of the {}: {:.2e}",
                             what, system.name, value));
    };
    supply("G5", "as printed", d.two_form, "largest entry of L_X Omega of the reduced flow");
    supply("G20", "as printed", d.scaled_two_form, "largest entry of L_X (f Omega)");
    supply("G20", "volume form", d.scaled_volume, "L_X (f Omega^2)");
    supply("G21", "as printed", d.scaled_volume, "divergence of f X");
    supply("G23", "as printed", d.gradient,
           "gradient of log f from div(f X) = 0 less that of the printed f");
    supply("G35", "as printed", d.divergence_of_43, "divergence of (43) in (r, P)");
    if (s == 0)
      study.compare("G20", d.scaled_two_form, d.scaled_volume,
                    "largest Lie derivative along the reduced flow of the particle at a point "
                    "off the axes, relative to the derivatives of the flow");
  }
  measure_bounds(study);
}

}  // namespace rattleback::fernandez_bloch_olver_2012
