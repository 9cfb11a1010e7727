#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

using State = std::array<RawQuad, 4>;  ///< (r, p) in canonical coordinates
using Matrix = std::array<std::array<RawQuad, 4>, 4>;

/// (5) on T*M: r' = p/G, p' = dl_c/dr + F.
/// @param curvature  the factor of F: 1 is right, 0 belongs to a holonomic constraint
State reduced_flow(std::string const& problem, State const& z, int curvature = 1) {
  Pair const r{z[0], z[1]};
  auto const at = reduced_at(problem, r, paper_slope(problem));
  Pair const v{z[2] / at.G[0], z[3] / at.G[1]}, slope = at.slope(v), force = at.force(v);
  return {v[0], v[1], slope[0] + curvature * force[0], slope[1] + curvature * force[1]};
}

/// (43) in (r, P): r' = f dH/dP, P' = -f dH/dr.
/// @param bracket  the factor of the last term of (42), 1 or 0; the E of it is 1/2
State flow_of_43(std::string const& problem, State const& z, int bracket = 0) {
  Pair const r{z[0], z[1]};
  auto const at = reduced_at(problem, r, paper_slope(problem));
  auto const H = hamiltonized(at, {z[2], z[3]});
  State X{at.f * H.by_P[0], at.f * H.by_P[1], -at.f * H.by_r[0], -at.f * H.by_r[1]};
  X[2 + at.c] -= bracket * (H.value - RawQuad(1) / 2) * at.df;
  return X;
}

/// A system with three coordinates that is Hamiltonian after d tau = f dt, with H = sum P_i^2/(2
/// M_i) + r_1 r_2, M_i = 2 + sin(r_(i+1)), f = (1 + r_1^2)^(-1/2), in (r, p = P/f): the divergence
/// of f^n times its field, over f^n, relative to the largest derivative.
double divergence_in_three_coordinates(Random& random, int n) {
  using Six = std::array<RawQuad, 6>;
  auto const f = [](Six const& z) -> RawQuad { return 1 / sqrtq(1 + z[0] * z[0]); };
  auto const field = [&](Six const& z) -> Six {
    RawQuad const u = f(z), df = -z[0] * u * u * u;
    auto const M = [&](int i) -> RawQuad { return 2 + sinq(z[(i + 1) % 3]); };
    Six X;
    for (int i = 0; i < 3; ++i) X[i] = u * u * z[3 + i] / M(i);
    for (int j = 0; j < 3; ++j) {
      int const k = (j + 2) % 3;
      RawQuad const P = u * z[3 + k], by_r = -P * P * cosq(z[j]) / (2 * M(k) * M(k)) +
                                             (j < 2 ? z[1 - j] : RawQuad(0));
      X[3 + j] = -by_r - z[3 + j] * df / u * X[0];
    }
    return X;
  };
  Six z;
  for (auto& one : z) one = random.uniform(-1.2, 1.2);
  auto const D = derivatives<6, 6>(field, z);
  RawQuad sum = -n * z[0] * f(z) * f(z) * field(z)[0];
  double size = 0;
  for (int i = 0; i < 6; ++i) {
    sum += D[i][i];
    for (auto const& entry : D[i]) keep(size, entry);
  }
  return std::abs(double(sum)) / size;
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

/// A number at one point, of a reading or of a control.
struct Row {
  std::string statement, name;
  double value;
  bool smallest = false;  ///< over points: the smallest counts where "not zero" is to be shown
  bool control = false;
};

/// Of one system at a random point and velocity; derivatives of the flow are relative to the
/// largest of them.
std::vector<Row> rows_at(System const& system, Random& random) {
  auto const pair = [&]() -> Pair {
    RawQuad const first = random.uniform(-1.2, 1.2);
    return {first, random.uniform(-1.2, 1.2)};
  };
  Pair const r = pair(), u = pair(), w{-u[1], u[0]};
  auto const at = reduced_at(system.problem, r, paper_slope(system.problem));
  auto const derivatives_at = [&](Pair const& v, int curvature) {
    return derivatives<4, 4>(
        [&](State const& z) { return reduced_flow(system.problem, z, curvature); },
        State{r[0], r[1], at.G[0] * v[0], at.G[1] * v[1]});
  };
  Matrix const D = derivatives_at(u, 1), free = derivatives_at(u, 0);
  double const size = largest_entry(D);
  RawQuad const rate = at.df * u[at.c];  // X f

  Matrix const L = lie_derivative(D);
  Matrix scaled{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      int const J = j == i + 2 ? 1 : i == j + 2 ? -1 : 0;
      scaled[i][j] = rate * J + at.f * L[i][j];
    }
  // L_X(f^n Omega^2)/f^n, up to a factor.
  auto const scaled_volume = [&](int n) {
    return std::abs(double(n * rate / at.f + divergence(D))) / size;
  };
  // div(f X) = 0 at two velocities: v . grad(log f) = -div X, two equations for the gradient.
  auto const gradient = [&](int curvature) {
    RawQuad const b0 = -divergence(derivatives_at(u, curvature));
    RawQuad const b1 = -divergence(derivatives_at(w, curvature)), square = dot(u, u);
    Pair const of_log{(b0 * u[0] - b1 * u[1]) / square, (b0 * u[1] + b1 * u[0]) / square};
    double defect = 0;
    for (int i = 0; i < 2; ++i) keep(defect, of_log[i] - (i == at.c ? at.df / at.f : RawQuad(0)));
    return defect;
  };
  auto const of_43 = [&](int bracket) {
    auto const D43 =
        derivatives<4, 4>([&](State const& z) { return flow_of_43(system.problem, z, bracket); },
                          State{r[0], r[1], at.f * at.G[0] * u[0], at.f * at.G[1] * u[1]});
    return std::abs(double(divergence(D43))) / largest_entry(D43);
  };
  return {{"G5", "as printed", largest_entry(L) / size, true},
          {"G5", "no curvature", largest_entry(lie_derivative(free)) / size, false, true},
          {"G20", "as printed", largest_entry(scaled) / size},
          {"G20", "volume form", scaled_volume(1)},
          {"G20", "without f", scaled_volume(0), true, true},
          {"G21", "as printed", scaled_volume(1)},
          {"G21", "exponent m", scaled_volume(2), true, true},
          {"G23", "as printed", gradient(1)},
          {"G23", "opposite curvature", gradient(-1), true, true},
          {"G35", "as printed", of_43(0), true},
          {"G35", "with the last term of (42)", of_43(1), false, true}};
}

/// The worst of each row over `points` random points.
std::vector<Row> worst_rows(System const& system, int points) {
  std::vector<Row> worst;
  for (int k = 1; k <= points; ++k) {
    Random random(1, k);
    auto const rows = rows_at(system, random);
    if (k == 1) worst = rows;
    for (std::size_t i = 0; i < rows.size(); ++i)
      worst[i].value = rows[i].smallest ? smaller_or_nan(worst[i].value, rows[i].value)
                                        : larger_or_nan(worst[i].value, rows[i].value);
  }
  return worst;
}

/// Multipliers with |f| <= 1 along a sequence of points on which 1/f exceeds every bound.
void measure_bounds(Study& study) {
  int unbounded = 0, bounded_away_from_zero = 0;
  Measured all{.value = 0};
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
    bounded_away_from_zero += grows && F <= 2;
    all.details.emplace_back("largest 1/f, " + system.name, F);
  }
  all.value = unbounded;
  study.measure("G40", all);
  all.value = bounded_away_from_zero;
  study.control("G40", "bounded away from zero", all);
}

/// G21 beyond the paper's systems, all of which have two coordinates.
void measure_three_coordinates(Study& study, int points) {
  std::array<double, 4> of{};  // by exponent
  for (int n : {2, 3})
    for (int k = 1; k <= points; ++k) {
      Random random(1, k);
      double const one = divergence_in_three_coordinates(random, n);
      of[n] = k == 1 ? one : n == 2 ? larger_or_nan(of[n], one) : smaller_or_nan(of[n], one);
    }
  study.measure("G21", "as printed", "three coordinates", {.value = of[2]});
  study.control("G21", "exponent m", "three coordinates", {.value = of[3]});
}

}  // namespace

void hamiltonization(Study& study) {
  int const points = 20;
  auto& table = study.table(
      "defects", {"system", "two_form", "scaled_two_form", "scaled_volume", "divergence_of_43"});
  for (std::size_t s = 0; s < systems.size(); ++s) {
    auto const& system = systems[s];
    auto const rows = worst_rows(system, points);
    auto const of = [&](std::string const& statement, std::string const& name) {
      return std::find_if(
                 rows.begin(), rows.end(),
                 [&](Row const& row) { return row.statement == statement && row.name == name; })
          ->value;
    };
    double const two_form = of("G20", "as printed"), volume = of("G20", "volume form");
    table.add({double(s), of("G5", "as printed"), two_form, volume, of("G35", "as printed")});
    for (auto const& row : rows)
      row.control ? study.control(row.statement, row.name, system.name, {.value = row.value})
                  : study.measure(row.statement, row.name, system.name, {.value = row.value});
    if (s == 0)
      study.compare("G20", two_form, volume,
                    "largest Lie derivative along the reduced flow of the particle at 20 random "
                    "points, relative to the derivatives of the flow");
  }
  study.uses("G20");
  measure_three_coordinates(study, points);
  measure_bounds(study);
}

}  // namespace rattleback::fernandez_bloch_olver_2012
