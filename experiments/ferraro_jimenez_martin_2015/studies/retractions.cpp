#include "experiments/ferraro_jimenez_martin_2015/shared/retractions.hpp"

#include <array>
#include <tuple>

#include "experiments/measure/fit.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::retractions_study {

namespace {

/// Elements of the algebra for the comparison of formulas.
struct Point {
  Vector3 x, lambda, eta;
};
Point random_point(Random& random) {
  auto const element = [&] { return vector_of<Quad>(random.vector(3, 1.5)); };
  Vector3 const x = element(), lambda = element();
  return {x, lambda, element()};
}

/// Numbers B_j/j!, j = 0 ... last, from x = (e^x - 1) sum_j B_j x^j/j!.
std::vector<Quad> bernoulli_over_factorial(int last) {
  std::vector<Quad> b{1};
  for (int j = 1; j <= last; ++j) {
    Quad sum = 0, factorial = 1;
    for (int k = j - 1; k >= 0; --k) {
      factorial *= j + 1 - k;
      sum += b[k] / factorial;
    }
    b.push_back(-sum);
  }
  return b;
}
/// Sum of B_j/j! ad^j up to j = last, the series of dexp^-1.
Matrix3 series_of_inverse_dexp(Group G, Vector3 const& x, int last) {
  Matrix3 const A = G.ad(x);
  Matrix3 sum = Matrix3::Zero(), power = Matrix3::Identity();
  for (Quad const b : bernoulli_over_factorial(last)) {
    sum += b * power;
    power *= A;
  }
  return sum;
}
Matrix3 series_of_dexp(Group G, Vector3 const& x, int last) {
  Matrix3 const A = G.ad(x);
  Matrix3 sum = Matrix3::Identity(), term = Matrix3::Identity();
  for (int j = 1; j <= last; ++j) {
    term *= A / Quad(j + 1);
    sum += term;
  }
  return sum;
}

/// Adds the difference of both sides of a formula, and that of its left side and a changed right
/// side.
void compare(Residuals& r, std::string_view id, std::string_view control, Matrix3 const& left,
             Matrix3 const& right, Matrix3 const& changed) {
  r.measure(id, distance(left, right));
  r.control(id, control, distance(left, changed));
}
/// Adds the differences of d/de of Ad_g(e) lambda from minus a bracket, and from the bracket.
void compare_with_bracket(Residuals& r, std::string_view id, Group G, GroupJet const& g,
                          Vector3 const& lambda, Vector3 const& bracket) {
  AlgebraJet const moved = G.Ad(g) * lambda.cast<QuadJet>();
  Vector3 const slope = theory::rates(moved);
  r.measure(id, largest_entry(slope + bracket));
  r.control(id, "sign of the bracket", largest_entry(slope - bracket));
}
/// Tests lemma 9.4 for a smooth map.
void measure_lemma_4(Residuals& r, std::string_view id, Group G, Point const& point, Map const& f) {
  auto const& [x, lambda, eta] = point;
  GroupJet const g = f(along(x, eta));
  Vector3 const moved = G.Ad(Matrix3(theory::values(g))) * lambda,
                velocity = G.trivialised_tangent(f, x) * eta;
  compare_with_bracket(r, id, G, g, lambda, G.ad(moved) * velocity);
}

void measure_group(Residuals& exact, Residuals& r, Group G, Point const& point) {
  auto const& [x, lambda, eta] = point;
  Vector3 const minus_x = -x;
  Matrix3 const e = Matrix3::Identity(), X = G.hat(x) / 2, minus = inverse_of(e - X),
                plus = inverse_of(e + X), dcay = G.tangent(Tau::cayley, x),
                dexp = G.tangent(Tau::exponential, x);
  compare(r, "FJM-23/dcay", "sign of x", dcay, G.between(minus, plus), G.between(plus, minus));
  compare(r, "FJM-23/dcay-inverse", "sign of x", inverse_of(dcay), G.inverse_dcay(x),
          G.inverse_dcay(minus_x));
  compare(r, "FJM-23/dexp", "sign of x", dexp, series_of_dexp(G, x, 40),
          series_of_dexp(G, minus_x, 40));
  Matrix3 const inverse_dexp = inverse_of(dexp);
  r.measure("FJM-23/dexp-inverse", "series converges",
            distance(inverse_dexp, series_of_inverse_dexp(G, x, 120)));
  r.control("FJM-23/dexp-inverse", "B_1 = +1/2",
            distance(inverse_dexp, series_of_inverse_dexp(G, minus_x, 120)));

  for (Tau const tau : {Tau::cayley, Tau::exponential}) {
    Matrix3 const g = G.retract(tau, x), g_inverse = G.retract(tau, minus_x),
                  forward = G.tangent(tau, x), backward = G.tangent(tau, minus_x);
    exact.measure("FJM-23/inverse", distance(G.retract(tau, Vector3(0 * x)), e));
    compare(exact, "FJM-23/inverse", "sign of xi", e, g * g_inverse, g * g);
    compare(r, "FJM-23", "Ad at -xi", forward, G.Ad(g) * backward, G.Ad(g_inverse) * backward);
    compare(r, "FJM-23/(53)", "Ad at xi", inverse_of(forward),
            inverse_of(backward) * G.Ad(g_inverse), inverse_of(backward) * G.Ad(g));
    // Lemma 9.3 along g exp(e eta), for which g^-1 delta g is eta.
    GroupJet const curve =
        g.cast<QuadJet>() * G.retract(Tau::exponential, along(Vector3::Zero(), eta));
    Vector3 const bracket = G.ad(lambda) * eta;
    compare_with_bracket(r, "FJM-23/9.3", G, curve, lambda, G.Ad(g) * bracket);
    measure_lemma_4(r, "FJM-23/9.4", G, point,
                    [&](AlgebraJet const& at) { return G.retract(tau, at); });
    // Derivative of xi -> tau(xi)^-1.
    Matrix3 const slope = theory::rates(inverse_of_jet(G.retract(tau, along(x, eta)))),
                  inverse = inverse_of(g), moved = G.hat(forward * eta),
                  moved_back = G.hat(backward * eta);
    for (auto const& [right, exchanged] :
         {std::pair<Matrix3, Matrix3>(-inverse * moved, -moved * inverse),
          std::pair<Matrix3, Matrix3>(-moved_back * inverse, -inverse * moved_back)})
      compare(r, "FJM-23/inverse-derivative", "translates exchanged", slope, right, exchanged);
  }
  // Retraction for which the two factors of (53) do not commute.
  Map const split = [&](AlgebraJet const& at) -> GroupJet {
    QuadJet const zero(0);
    AlgebraJet const half(at[0] / QuadJet(2), zero, zero), rest(zero, at[1], at[2]);
    GroupJet const outer = G.retract(Tau::exponential, half);
    return outer * G.retract(Tau::exponential, rest) * outer;
  };
  Matrix3 const inverse_tangent = inverse_of(G.trivialised_tangent(split, x)),
                inverse_at_minus = inverse_of(G.trivialised_tangent(split, minus_x)),
                Ad = G.Ad(Matrix3(theory::values(split(along(minus_x, eta)))));
  compare(r, "FJM-23/(53)", "factors exchanged", inverse_tangent, inverse_at_minus * Ad,
          Ad * inverse_at_minus);
  // Map that is not a retraction: two factors, one of them quadratic, and not the unit at 0.
  measure_lemma_4(r, "FJM-23/any-map", G, point, [&](AlgebraJet const& at) -> GroupJet {
    AlgebraJet const half = at / QuadJet(2), bent(at[1] * at[2], at[0] + at[1] * at[1], 1 - at[2]);
    return G.retract(Tau::exponential, half) * G.retract(Tau::exponential, bent);
  });
}

/// Closed forms of dcay and of its inverse printed for SO(3).
Matrix3 printed_dcay(Vector3 const& w) {
  return 2 / (4 + w.squaredNorm()) * (2 * Matrix3::Identity() + so3.hat(w));
}
Matrix3 printed_inverse_dcay(Vector3 const& w) {
  return Matrix3::Identity() - so3.hat(w) / 2 + w * w.transpose() / 4;
}

/// Tests the closed forms printed for SO(3).
void measure_so3(Residuals& exact, Residuals& r, Point const& point) {
  auto const& [x, lambda, eta] = point;
  Quad const square = x.squaredNorm();
  Matrix3 const W = so3.hat(x), e = Matrix3::Identity(), dcay = so3.tangent(Tau::cayley, x),
                sum = (W + W * W / 2) / (4 + square);
  compare(exact, "FJM-23/SO3", "2 in place of the first 4", so3.retract(Tau::cayley, x),
          e + 4 * sum, e + 2 * sum);
  Vector3 const bracket = so3.ad(x) * eta, product = x.cross(eta);
  exact.measure("FJM-23/ad", largest_entry(bracket - product));
  exact.control("FJM-23/ad", "order of the factors", largest_entry(bracket + product));
  compare(r, "FJM-23/SO3-dcay", "sign of omega", dcay, printed_dcay(x), printed_dcay(-x));
  compare(r, "FJM-23/SO3-dcay-inverse", "sign of omega", inverse_of(dcay), printed_inverse_dcay(x),
          printed_inverse_dcay(-x));
}

/// Measures formulas at 12 points. Formulas without derivatives must hold to the rounding of quad
/// precision.
void measure_formulas(Study& study) {
  Residuals exact, with_derivatives;
  for (int k = 1; k <= 12; ++k) {
    Random random(1, k);
    auto const point = random_point(random);
    for (Group const G : {so3, se2}) measure_group(exact, with_derivatives, G, point);
    measure_so3(exact, with_derivatives, point);
  }
  exact.supply(study, 1, quad_epsilon);
  with_derivatives.supply(study, 1, 0x1p-52);
}

/// Cay(Omega) for Omega = P^-1 A in the algebra (P symmetric with A skew, or P skew with A
/// symmetric), or, if not `in_algebra`, for an arbitrary matrix A.
SmallMatrix cayley_of(SmallMatrix const& P, bool skew_P, bool in_algebra = true) {
  long const n = P.rows();
  SmallMatrix A(n, n);
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      auto const entry = [&](long k, long l) { return 1 + k * n + l - (k - l) * (k - l); };
      long const mirrored = in_algebra ? entry(j, i) : 0;
      A(i, j) = Quad(entry(i, j) + (skew_P ? mirrored : -mirrored)) / 20;
    }
  SmallMatrix const I = SmallMatrix::Identity(n, n), half = theory::solution(P, A) / 2,
                    minus = I - half, plus = I + half;
  return theory::solution(minus, plus);
}
/// Defect of Y^T P Y = P, Y = cay(Omega).
Measured quadratic_defect(SmallMatrix const& P, bool skew_P, bool in_algebra = true) {
  SmallMatrix const Y = cayley_of(P, skew_P, in_algebra), P_Y = P * Y;
  return in_quad(distance(Y.transpose() * P_Y, P));
}

void measure_quadratic_groups(Study& study) {
  char const* const id = "FJM-23/quadratic";
  SmallMatrix const one = SmallMatrix::Identity(4, 4);
  SmallMatrix lorentz = one, symplectic = SmallMatrix::Zero(4, 4);
  lorentz(3, 3) = -1;
  symplectic(0, 2) = symplectic(1, 3) = 1;
  symplectic(2, 0) = symplectic(3, 1) = -1;
  for (auto const& [group, defect] :
       {std::pair("SO(3)", quadratic_defect(SmallMatrix::Identity(3, 3), false)),
        std::pair("SO(4)", quadratic_defect(one, false)),
        std::pair("SO(3, 1)", quadratic_defect(lorentz, false)),
        std::pair("Sp(4)", quadratic_defect(symplectic, true))})
    study.measure(id, "as printed", group, defect);
  study.control(id, "matrix outside of the algebra", quadratic_defect(lorentz, false, false));
  // The element of cayley_of() in the algebra of SO(3) is the matrix of this vector.
  Matrix3 const on_so3 = so3.retract(Tau::cayley, Vector3(0.1_quad, -0.2_quad, 0.1_quad));
  study.measure(id, "as printed", "Cayley map on SO(3)",
                in_quad(distance(cayley_of(SmallMatrix::Identity(3, 3), false), on_so3)));
  for (int const n : {3, 4}) {
    SmallMatrix const Y = cayley_of(SmallMatrix::Identity(n, n), false);
    SmallMatrix reflected = Y;
    reflected.row(0) = -Y.row(0);
    auto const name = fmt::format("determinant, SO({})", n);
    study.measure(id, "as printed", name, in_quad(double(theory::determinant(Y) - 1)));
    study.control(id, "reflection after the map", name,
                  in_quad(double(theory::determinant(reflected) - 1)));
  }
}

/// Closed form of dexp on SO(3).
Matrix3 dexp_of(Vector3 const& w) {
  Quad const square = w.squaredNorm(), angle = theory::sqrt(square);
  Matrix3 const W = so3.hat(w);
  return Matrix3::Identity() + (1 - theory::cos(angle)) / square * W +
         (angle - theory::sin(angle)) / (angle * square) * W * W;
}

/// Measures determinants at angles up to 100, including the singularities of dexp.
void measure_singularities(Study& study) {
  double const turn = 2 * std::acos(-1.0);
  auto const determinant = [](Matrix3 const& A) { return double(theory::determinant(A)); };
  int of_dcay = 0, of_dexp = 0;
  for (int k = 1; k <= 3015; ++k) {
    double const angle = k <= 3000 ? k / 30.0 : (k - 3000) * turn;
    Vector3 const axis(1 + k % 3, k % 5 - 2, 1 - k % 7), w = angle / length(axis) * axis;
    of_dcay += !(determinant(printed_dcay(w)) > 1e-12) ||
               !std::isfinite(largest_entry(printed_inverse_dcay(w)));
    of_dexp += !(determinant(dexp_of(w)) > 1e-12);
  }
  study.measure("FJM-23/singularities", {.value = double(of_dcay)});
  study.control("FJM-23/singularities", "exponential map", {.value = double(of_dexp)});
}

/// Measures the truncation errors of dexp and of dexp^-1 over the angle, along a fixed axis.
void measure_truncation(Study& study) {
  auto& table = study.table("truncation", {"angle", "j1", "j2", "j4", "j8", "j16"});
  std::vector<int> const last{1, 2, 4, 8, 16};
  Vector3 const x(0.4_quad, 1.1_quad, -0.7_quad);
  Numbers angles;
  std::vector<Numbers> errors(last.size()), of_dexp(last.size()), other_sign(last.size());
  for (int k = 0; k <= 36; ++k) {
    double const angle = std::pow(10.0, -2 + k / 12.0);
    if (angle > 7) break;
    Vector3 const at = x * (angle / theory::sqrt(x.squaredNorm()));
    auto const error = [&](int sign, int j) {
      return distance(series_of_inverse_dexp(so3, sign * at, j), so3.inverse_dexp(at));
    };
    Numbers row{angle};
    for (int const j : last) row.push_back(error(1, j));
    table.add(row);
    if (!(angle > 0.2 && angle < 0.7)) continue;  // rounding in quad precision dominates below
    angles.push_back(angle);
    for (std::size_t i = 0; i < last.size(); ++i) {
      errors[i].push_back(row[i + 1]);
      of_dexp[i].push_back(distance(series_of_dexp(so3, at, last[i]), dexp_of(at)));
      other_sign[i].push_back(error(-1, last[i]));
    }
  }
  Vector3 const beyond = x * (7 / theory::sqrt(x.squaredNorm()));
  for (int const j : {40, 80, 120})
    study.measure(
        "FJM-23/dexp-inverse", "every x", fmt::format("up to $j$ = {}", j),
        {.value = distance(series_of_inverse_dexp(so3, beyond, j), so3.inverse_dexp(beyond))});
  auto const farthest = [&](std::vector<Numbers> const& of, bool inverse) {
    Largest most;
    Measured measured{.value = 0};
    for (std::size_t i = 0; i < last.size(); ++i) {
      double const order = fit_power(angles, of[i]).slope;
      // B_j vanishes for odd j above 1.
      most(order - (inverse && last[i] > 1 ? last[i] + 2 : last[i] + 1));
      measured.details.emplace_back(fmt::format("order of the series up to $j$ = {}", last[i]),
                                    order);
    }
    measured.value = most.value;
    return measured;
  };
  study.measure("FJM-23/truncation", "as printed", "dexp", farthest(of_dexp, false));
  study.measure("FJM-23/truncation", "as printed", "dexp^{-1}", farthest(errors, true));
  study.control("FJM-23/truncation", "B_1 = +1/2", farthest(other_sign, true));
}

/// Number that counts its arithmetic operations.
struct Counted {
  double value;
  static inline thread_local long operations = 0;

  friend Counted operator+(Counted a, Counted b) { return counted(a.value + b.value); }
  friend Counted operator-(Counted a, Counted b) { return counted(a.value - b.value); }
  friend Counted operator*(Counted a, Counted b) { return counted(a.value * b.value); }
  friend Counted operator/(Counted a, Counted b) { return counted(a.value / b.value); }
  static Counted counted(double value) {
    ++operations;
    return {value};
  }
};
Counted sqrt(Counted a) { return Counted::counted(std::sqrt(a.value)); }
Counted sin(Counted a) { return Counted::counted(std::sin(a.value)); }
Counted cos(Counted a) { return Counted::counted(std::cos(a.value)); }

/// Counts the operations of cay and exp in the form d + a hat(w) + b w w^T, and of dcay^-1 and
/// dexp^-1 in this form.
void measure_cost(Study& study) {
  std::array<Counted, 3> const w{{{0.4}, {1.1}, {-0.7}}};
  Counted const one{1}, two{2}, four{4}, half{0.5}, quarter{0.25};
  auto const square = [&] { return w[0] * w[0] + w[1] * w[1] + w[2] * w[2]; };
  auto const matrix = [&](Counted d, Counted a, Counted b) {
    Counted const bx = b * w[0], by = b * w[1], bz = b * w[2], ax = a * w[0], ay = a * w[1],
                  az = a * w[2], xy = bx * w[1], xz = bx * w[2], yz = by * w[2];
    return std::array{d + bx * w[0], xy - az, xz + ay, xy + az,      d + by * w[1],
                      yz - ax,       xz - ay, yz + ax, d + bz * w[2]};
  };
  auto const count = [](auto const& run) {
    Counted::operations = 0;
    run();
    return double(Counted::operations);
  };
  double const cay = count([&] {
    Counted const n = square(), b = two / (four + n);
    matrix(one - b * n, b + b, b);
  });
  double const exp = count([&] {
    Counted const n = square(), angle = sqrt(n), c = cos(angle);
    matrix(c, sin(angle) / angle, (one - c) / n);
  });
  double const inverse_dcay = count([&] { matrix(one, Counted{-0.5}, quarter); });
  double const inverse_dexp = count([&] {
    Counted const n = square(), x = half * sqrt(n), c = x * cos(x) / sin(x);
    matrix(c, Counted{-0.5}, (one - c) / n);
  });
  auto const relative = [](double cost, double to) { return cost / to; };
  bool const is_ratio = relative(8, 2) == 4;
  for (auto const& [of, cayley, exponential] :
       {std::tuple("the map", cay, exp),
        std::tuple("the inverse of its trivialised derivative", inverse_dcay, inverse_dexp)}) {
    std::vector<Detail> const operations{{"operations of the exponential map", exponential},
                                         {"of the Cayley map", cayley}};
    study.measure("FJM-23/cost", "as printed", of,
                  {.value = is_ratio ? relative(exponential, cayley) : NAN, .details = operations});
    study.control("FJM-23/cost", "exponential map as the efficient one", of,
                  {.value = relative(cayley, exponential), .details = operations});
  }
}

}  // namespace

void retractions(Study& study) {
  measure_formulas(study);
  measure_quadratic_groups(study);
  measure_singularities(study);
  measure_truncation(study);
  measure_cost(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::retractions_study
