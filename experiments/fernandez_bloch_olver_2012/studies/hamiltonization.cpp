#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"

namespace rattleback::fernandez_bloch_olver_2012::hamiltonization_study {

namespace {

using Matrix4 = Eigen::Matrix<Quad, 4, 4>;
using theory::jacobian, theory::sin, theory::sqrt;

/// Flow of (5) on T*M, z = (r, p): r' = p/G, p' = dl_c/dr + F.
/// @param curvature  factor of F: 1 is correct, 0 corresponds to a holonomic constraint
template <class T>
VectorOf<T> reduced_flow(System const& system, VectorOf<T> const& z, int curvature) {
  T const a = system.a(z);
  VectorOf<T> at = z;  // (r, v)
  at[2 + system.place()] /= T(1) + a * a;
  VectorOf<T> const dl = slope(lagrangian(system), at).head(2);
  return together(at.tail(2), dl + force(system, at) * T(curvature));
}

/// Divergence of f^n times the field, over f^n, relative to the largest derivative, for a system
/// with three coordinates: H = sum P_i^2/(2 M_i) + r_1 r_2, M_i = 2 + sin(r_i + r_(i+1)), in (r, p
/// = P/f). It is Hamiltonian after d tau = f dt with f = (1 + r_1^2)^(-1/2).
double divergence_in_three_coordinates(Vector const& z, int n) {
  auto const f = []<class T>(VectorOf<T> const& z) -> T { return T(1) / sqrt(T(1) + z[0] * z[0]); };
  auto const H = []<class T>(VectorOf<T> const& z) -> T {
    T sum = z[0] * z[1];
    for (int i = 0; i < 3; ++i)
      sum += z[3 + i] * z[3 + i] / (T(2) * (T(2) + sin(z[i] + z[(i + 1) % 3])));
    return sum;
  };
  // r' = f dH/dP and P' = -f dH/dr, so that p' = (P' - p f')/f.
  auto const field = [&]<class T>(VectorOf<T> const& z) -> VectorOf<T> {
    T const at = f(z);
    VectorOf<T> const rP = together(z.head(3), z.tail(3) * at);
    VectorOf<T> X = canonical_field<T>(H, rP) * at;
    T const rate = slope(f, z).head(3).dot(X.head(3));
    X.tail(3) = (X.tail(3) - z.tail(3) * rate) / at;
    return X;
  };
  Matrix const D = jacobian<Quad>(field, z);
  Quad const along = n / f(z) * slope(f, z).dot(field(z));
  return std::abs(double(D.trace() + along)) / largest_entry(D);
}

/// Curl of the gradient of log f that div(f X) = 0 requires, relative to the largest derivative of
/// the gradient, X the reduced flow (5) of a free particle in R^3 with z' = -a(x, y) y'.
template <class A>
double curl_of_gradient(A const& a, Vector const& r) {
  auto const field = [&]<class T>(VectorOf<T> const& z) -> VectorOf<T> {
    T const at = a(z), vy = z[3] / (T(1) + at * at);
    VectorOf<T> const da = slope(a, z);
    VectorOf<T> X(4);
    X << z[2], vy, T(0), at * vy * (da[0] * z[2] + da[1] * vy);
    return X;
  };
  // v . grad(log f) = -div X at the velocity v = e_i.
  auto const component = [&](Vector const& r, int i) -> Quad {
    Vector p = Vector::Unit(2, i);
    p[1] *= 1 + a(r) * a(r);
    return -jacobian<Quad>(field, together(r, p)).trace();
  };
  Quad const d = Quad(1) / (1 << 24);
  auto const rate = [&](int i, int j) -> Quad {
    Vector const e = Vector::Unit(2, j) * d;
    return (component(r + e, i) - component(r - e, i)) / (2 * d);
  };
  double size = 0;
  for (int const i : {0, 1})
    for (int const j : {0, 1}) size = larger_or_nan(size, std::abs(double(rate(i, j))));
  return std::abs(double(rate(1, 0) - rate(0, 1))) / size;
}

/// Lie derivative L_X Omega of Omega = dr ^ dp for the matrix D of derivatives of X: D^T J + J D.
Matrix4 lie_derivative(Matrix4 const& J, Matrix4 const& D) { return D.transpose() * J + J * D; }

/// Number of a reading or of a control at one point.
struct Row {
  std::string statement, name;
  double value;
  /// True if the smallest value over the points counts, to show that it is not zero.
  bool smallest = false;
  bool control = false;
};

/// Numbers of one system at a random point r and velocity u. Derivatives of the flow are relative
/// to the largest of these derivatives.
std::vector<Row> rows_at(System const& system, Vector const& ru) {
  auto const f = [&](auto const& z) { return system.f(z); };
  auto const derivatives_at = [&](Vector const& z, int curvature) {
    Vector const rp = together(z.head(2), momentum(lagrangian(system), z));
    return Matrix4(jacobian<Quad>(
        [&](auto const& moved) { return reduced_flow(system, moved, curvature); }, rp));
  };
  Matrix4 J = Matrix4::Zero();
  J.topRightCorner(2, 2).setIdentity();
  J.bottomLeftCorner(2, 2) = -Matrix4::Identity().topLeftCorner(2, 2);
  Matrix4 const D = derivatives_at(ru, 1), free = derivatives_at(ru, 0);
  double const size = largest_entry(D);
  Vector const r = ru.head(2), u = ru.tail(2), df = slope(f, ru).head(2);
  Quad const at = f(ru), rate = df.dot(u);  // X f

  // Derivatives of the force (0, F) of (5) by (r, p), by central differences.
  Vector const rp = together(r, momentum(lagrangian(system), ru));
  auto const force_at = [&](Vector z) -> Vector {
    z[2 + system.place()] /= 1 + system.a(z) * system.a(z);  // p to v
    return together(Vector::Zero(2), force(system, z));
  };
  Quad const d = Quad(1) / (1 << 30);
  Matrix4 of_force;
  for (long j = 0; j < 4; ++j) {
    Vector const e = Vector::Unit(4, j) * d;
    of_force.col(j) = (force_at(rp + e) - force_at(rp - e)) / (2 * d);
  }
  double const off_force = largest_entry(lie_derivative(J, D - of_force)) / size;

  // L_X(f^n Omega)/f^n.
  auto const scaled_form = [&](int n, Matrix4 const& of) -> Matrix4 {
    return n * rate / at * J + lie_derivative(J, of);
  };
  auto const size_of_form = [&](int n, Matrix4 const& of) {
    return largest_entry(scaled_form(n, of)) / size;
  };
  // L_X(f^n Omega^2)/f^n = (L_X(f^n Omega)/f^n + L_X Omega) ^ Omega, up to a factor.
  auto const scaled_volume = [&](int n) {
    return std::abs(double((J * (scaled_form(n, D) + scaled_form(0, D))).trace())) / (4 * size);
  };
  // div(f X) = 0 at two velocities: v . grad(log f) = -div X gives two equations for the gradient.
  auto const of_log = [&](int curvature) {
    Vector w(2);
    w << -u[1], u[0];
    Quad const b0 = -derivatives_at(ru, curvature).trace();
    Quad const b1 = -derivatives_at(together(r, w), curvature).trace();
    return largest_entry((b0 * u + b1 * w) / u.squaredNorm() - df / at);
  };
  Vector const rP = together(r, momentum(poincare_lagrangian(system, 0), ru));
  Matrix4 const of_H =
      jacobian<Quad>([&](auto const& z) { return canonical_field(hamiltonian(system), z); }, rP);
  auto const divergence_from = [&](Quad const& expected, int last) {
    Matrix const D43 = jacobian<Quad>(
        [&](auto const& z) { return field_of_42(system, Quad(1) / 2, z, last); }, rP);
    return std::abs(double(D43.trace() - expected)) / largest_entry(D43);
  };
  return {{"G5", "as printed", size_of_form(0, D), true},
          {"G5", "without the force", size_of_form(0, free)},
          {"G5", "canonical flow of H_c", size_of_form(0, of_H), false, true},
          {"G20", "as printed", size_of_form(1, D)},
          {"G20", "volume form", scaled_volume(1)},
          {"G20", "without f", scaled_volume(0), true, true},
          {"G21", "as printed", scaled_volume(1)},
          {"G21", "exponent m", scaled_volume(2), true, true},
          {"G23", "as printed", of_log(1)},
          {"G23", "opposite curvature", of_log(-1), true, true},
          {"G35", "as printed", divergence_from(0, 0), true},
          {"G35", "derivative of log f", divergence_from(rate / at, 0)},
          {"G35", "with the last term of (42)", divergence_from(0, 1), false, true},
          {"G5", "differential of the force", off_force}};
}

/// Returns the worst value of each row over 20 random points in R^n.
template <class Rows>
std::vector<Row> worst_rows(int n, Rows const& rows_at) {
  std::vector<Row> worst;
  for (int k = 1; k <= 20; ++k) {
    Random random(1, k);
    auto const rows = rows_at(theory::vector_of<Quad>(random.vector(std::size_t(n), 1.2)));
    if (k == 1) worst = rows;
    for (std::size_t i = 0; i < rows.size(); ++i)
      worst[i].value = rows[i].smallest ? smaller_or_nan(worst[i].value, rows[i].value)
                                        : larger_or_nan(worst[i].value, rows[i].value);
  }
  return worst;
}

void supply_rows(Study& study, std::string const& instance, std::vector<Row> const& rows) {
  for (auto const& [statement, name, value, smallest, control] : rows)
    supply(study, instance, {{statement, name, value, control}});
}

/// Measures G40, multipliers with |f| <= 1 along a sequence of points on which 1/f is unbounded:
/// all of them, and those that are at least 1/2, or less, at its first points.
void measure_bounds(Study& study) {
  int unbounded = 0, bounded_away_from_zero = 0;
  Measured all{.value = 0};
  for (auto const& system : systems) {
    auto const f = series(7, [&](std::size_t k) {
      // Points towards a zero of cos(phi), or towards large x through maxima of sin(x)^2.
      double const s = std::pow(10.0, double(k)), quarter = std::acos(0.0);
      double const x = system.sinusoidal() ? quarter * (2 * std::floor(s) + 1) : s;
      return system.f(std::array{x, quarter - 1 / (2 * s)});
    });
    auto const F = series(7, [&](std::size_t k) { return 1 / f[k]; });
    bool const grows = largest(f) <= 1 && largest(F) > 10 * largest({F.begin(), F.begin() + 4});
    unbounded += grows;
    bounded_away_from_zero += grows && smallest({f.begin(), f.begin() + 4}) >= 0.5;
    all.details.emplace_back("largest 1/$f$, " + system.name, largest(F));
  }
  all.value = unbounded;
  study.measure("G40", "f bounded", all);
  all.value = bounded_away_from_zero;
  study.measure("G40", "f bounded away from zero", all);
  all.value = unbounded - bounded_away_from_zero;
  study.control("G40", "f not bounded away from zero", all);
}

}  // namespace

void hamiltonization(Study& study) {
  auto& table = study.table(
      "defects", {"system", "two_form", "scaled_two_form", "scaled_volume", "divergence_of_43"});
  for (std::size_t s = 0; s < systems.size(); ++s) {
    auto const rows = worst_rows(4, [&](auto const& z) { return rows_at(systems[s], z); });
    supply_rows(study, systems[s].name, rows);
    double const two_form = rows[3].value, volume = rows[4].value;
    table.add({double(s), rows[0].value, two_form, volume, rows[10].value});
    if (s == 0)
      study.add_erratum(
          "G20", two_form, volume,
          "largest Lie derivative along the reduced flow of the particle at 20 random "
          "points, relative to the derivatives of the flow");
  }
  study.uses("G20");
  // G21 for a system with three coordinates; all systems of the paper have two.
  supply_rows(study, "three coordinates", worst_rows(6, [](auto const& z) -> std::vector<Row> {
                return {{"G21", "as printed", divergence_in_three_coordinates(z, 2)},
                        {"G21", "exponent m", divergence_in_three_coordinates(z, 3), true, true}};
              }));
  supply_rows(study, "", worst_rows(2, [](Vector const& r) -> std::vector<Row> {
                auto const product = [](auto const& z) { return z[0] * z[1]; };
                auto const x = [](auto const& z) { return z[0]; };
                // 1 + a^2 = (1 + x^2)(1 + y^2), whose multiplier is (1 + x^2)^(-1/2).
                auto const separable = [](auto const& z) {
                  auto const u = z[0] * z[0], v = z[1] * z[1];
                  return std::decay_t<decltype(z[0])>(sqrt(u + v + u * v));
                };
                return {{"G41", "as printed", curl_of_gradient(product, r), true},
                        {"G41", "separable", curl_of_gradient(separable, r)},
                        {"G41", "particle of section 5.1", curl_of_gradient(x, r), false, true}};
              }));
  measure_bounds(study);
}

}  // namespace rattleback::fernandez_bloch_olver_2012::hamiltonization_study
