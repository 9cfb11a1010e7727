#include "experiments/ferraro_jimenez_martin_2015/shared/retractions.hpp"

#include "experiments/ferraro_jimenez_martin_2015/shared/operations.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using V = Vector3<Quad>;
using Matrix = Matrix3<Quad>;

/// Elements of the algebra at which the formulas are compared.
struct Point {
  V x, lambda, eta;
};
constexpr int points = 12;
Point random_point(int number) {
  Random random(1, number);
  auto const element = [&] { return vector3<Quad>(random.vector(3, 1.5)); };
  V const x = element(), lambda = element();
  return {x, lambda, element()};
}

/// B_j/j!, j = 0 ... last, from x = (e^x - 1) sum_j B_j x^j/j!.
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
template <class G>
Matrix series_of_inverse_dexp(V const& at, int last) {
  Matrix const A = ad<G>(at);
  Matrix sum = Matrix::Zero(), power = Matrix::Identity();
  for (Quad const b : bernoulli_over_factorial(last)) {
    sum += b * power;
    power = (power * A).eval();
  }
  return sum;
}
template <class G>
Matrix series_of_dexp(V const& at, int last) {
  Matrix sum = Matrix::Identity(), term = Matrix::Identity();
  for (int j = 1; j <= last; ++j) {
    term = (term * ad<G>(at)).eval() / Quad(j + 1);
    sum += term;
  }
  return sum;
}

/// Largest defects by statement, over both groups and both retractions: of the two sides, and of
/// the left side and a changed right side.
struct Defect {
  Largest as_printed, changed;
};
using Defects = std::map<std::string, Defect>;
template <class A, class B, class C>
void keep(Defects& worst, std::string const& id, A const& a, B const& b, C const& changed) {
  worst[id].as_printed(distance(a, b));
  worst[id].changed(distance(a, changed));
}

/// Lemma 9.4 for any smooth map.
template <class G, class Map>
void measure_lemma_4(Defects& worst, std::string const& id, Point const& at, Map const& map) {
  auto const& [x, lambda, eta] = at;
  Matrix const g = map(x), tangent = trivialised_tangent<G>(map, x);
  V const along = derivative([&](Quad e) -> V { return Ad<G>(map(V(x + e * eta))) * lambda; });
  V const bracket = ad<G>(V(Ad<G>(g) * lambda)) * V(tangent * eta);
  keep(worst, id, along, V(-bracket), bracket);
}

template <class G>
void measure_group(Defects& worst, Point const& point) {
  auto const& [x, lambda, eta] = point;
  Matrix const I = Matrix::Identity(), X = G::hat(x);
  auto const map_of = [](Tau tau) { return [tau](V const& at) { return retract<G>(tau, at); }; };
  auto const cay = map_of(Tau::cayley), exp = map_of(Tau::exponential);
  Matrix const dcay = trivialised_tangent<G>(cay, x), dexp = trivialised_tangent<G>(exp, x);
  auto const printed_dcay = [&](int sign) {
    Matrix result;
    for (int j = 0; j < 3; ++j)
      result.col(j) = G::vee(Matrix(Matrix(I - sign * X / 2).inverse() * G::hat(V(V::Unit(j))) *
                                    Matrix(I + sign * X / 2).inverse()));
    return result;
  };
  Matrix const dcay_inverse = dcay.inverse(), dexp_inverse = dexp.inverse();
  keep(worst, "FJM-23/dcay", dcay, printed_dcay(1), printed_dcay(-1));
  keep(worst, "FJM-23/dcay-inverse", dcay_inverse, inverse_dcay<G>(x), inverse_dcay<G>(V(-x)));
  keep(worst, "FJM-23/dexp", dexp, series_of_dexp<G>(x, 40), series_of_dexp<G>(V(-x), 40));
  keep(worst, "FJM-23/dexp-inverse", dexp_inverse, series_of_inverse_dexp<G>(x, 120),
       series_of_inverse_dexp<G>(V(-x), 120));

  for (Tau const tau : {Tau::cayley, Tau::exponential}) {
    auto const map = map_of(tau);
    Matrix const g = map(x), inverse = g.inverse(), forward = trivialised_tangent<G>(map, x),
                 backward = trivialised_tangent<G>(map, V(-x));
    worst["FJM-23/inverse"].as_printed(distance(map(V(V::Zero())), I));
    keep(worst, "FJM-23/inverse", I, Matrix(g * map(V(-x))), Matrix(g * g));
    keep(worst, "FJM-23", forward, Matrix(Ad<G>(g) * backward), Matrix(Ad<G>(inverse) * backward));
    keep(worst, "FJM-23/(53)", Matrix(forward.inverse()),
         Matrix(backward.inverse() * Ad<G>(map(V(-x)))), Matrix(backward.inverse() * Ad<G>(g)));
    // lemma 9.3 along g exp(e eta), whose g^-1 delta g is eta
    V const along_group = derivative([&](Quad e) -> V {
      return Ad<G>(Matrix(g * retract<G>(Tau::exponential, V(e * eta)))) * lambda;
    });
    V const bracket = Ad<G>(g) * ad<G>(lambda) * eta;
    keep(worst, "FJM-23/9.3", along_group, V(-bracket), bracket);
    measure_lemma_4<G>(worst, "FJM-23/9.4", point, map);
    // the derivative of xi -> tau(xi)^-1
    Matrix const of_inverse =
        derivative([&](Quad e) -> Matrix { return map(V(x + e * eta)).inverse(); });
    Matrix const moved = G::hat(V(forward * eta)), moved_back = G::hat(V(backward * eta));
    keep(worst, "FJM-23/inverse-derivative", of_inverse, Matrix(-inverse * moved),
         Matrix(-moved * inverse));
    keep(worst, "FJM-23/inverse-derivative", of_inverse, Matrix(-moved_back * inverse),
         Matrix(-inverse * moved_back));
  }
  // no retraction: two factors, one of them quadratic, and not the unit at 0
  measure_lemma_4<G>(worst, "FJM-23/any-map", point, [](V const& at) -> Matrix {
    V const bent(at[1] * at[2], at[0] + at[1] * at[1], 1 - at[2]);
    return retract<G>(Tau::exponential, V(at / 2)) * retract<G>(Tau::exponential, bent);
  });
}

/// The closed forms printed for SO(3).
void measure_so3(Defects& worst, Point const& point) {
  V const x = point.x, eta = point.eta;
  Matrix const W = So3::hat(x), I = Matrix::Identity();
  Quad const square = x.squaredNorm();
  auto const map = [](V const& at) { return retract<So3>(Tau::cayley, at); };
  Matrix const dcay = trivialised_tangent<So3>(map, x);
  auto const cay = [&](int four) -> Matrix { return I + four / (4 + square) * (W + W * W / 2); };
  auto const tangent = [&](int sign) -> Matrix { return 2 / (4 + square) * (2 * I + sign * W); };
  auto const inverse = [&](int sign) -> Matrix { return I - sign * W / 2 + x * x.transpose() / 4; };
  keep(worst, "FJM-23/SO3", map(x), cay(4), cay(2));
  keep(worst, "FJM-23/SO3-dcay", dcay, tangent(1), tangent(-1));
  keep(worst, "FJM-23/SO3-dcay-inverse", Matrix(dcay.inverse()), inverse(1), inverse(-1));
  keep(worst, "FJM-23/ad", V(ad<So3>(x) * eta), V(x.cross(eta)), V(eta.cross(x)));
}

/// Those without derivatives are judged with the rounding of quad precision.
void measure_formulas(Study& study) {
  Defects worst;
  for (int k = 1; k <= points; ++k) {
    auto const point = random_point(k);
    measure_group<So3>(worst, point);
    measure_group<Se2>(worst, point);
    measure_so3(worst, point);
  }
  std::map<std::string, std::string> const controls{
      {"FJM-23/dcay", "sign of x"},
      {"FJM-23/dcay-inverse", "sign of x"},
      {"FJM-23/dexp", "sign of x"},
      {"FJM-23/dexp-inverse", "B_1 = +1/2"},
      {"FJM-23/inverse", "sign of xi"},
      {"FJM-23", "Ad at -xi"},
      {"FJM-23/(53)", "Ad at xi"},
      {"FJM-23/9.3", "sign of the bracket"},
      {"FJM-23/9.4", "sign of the bracket"},
      {"FJM-23/any-map", "sign of the bracket"},
      {"FJM-23/inverse-derivative", "translates exchanged"},
      {"FJM-23/SO3", "2 in place of the first 4"},
      {"FJM-23/SO3-dcay", "sign of omega"},
      {"FJM-23/SO3-dcay-inverse", "sign of omega"},
      {"FJM-23/ad", "order of the factors"}};
  for (auto const& [id, defect] : worst) {
    bool const exact = id == "FJM-23/inverse" || id == "FJM-23/SO3" || id == "FJM-23/ad";
    double const epsilon = exact ? quad_epsilon : 0x1p-52;
    study.measure(id, {.value = defect.as_printed.value, .epsilon = epsilon});
    study.control(id, controls.at(id), {.value = defect.changed.value, .epsilon = epsilon});
  }
}

/// cay(Omega)^T P cay(Omega) = P for Omega = P^-1 A in the algebra: P symmetric with A skew, and P
/// skew with A symmetric; or, outside of the algebra, for any matrix A.
template <int n>
Measured quadratic_defect(Eigen::Matrix<Quad, n, n> const& P, bool skew_P, bool in_algebra = true) {
  using Square = Eigen::Matrix<Quad, n, n>;
  Square A, Omega, cay;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      Quad const entry = Quad(1 + i * n + j - (i - j) * (i - j)) / 20,
                 mirrored = Quad(1 + j * n + i - (i - j) * (i - j)) / 20;
      A(i, j) = !in_algebra ? entry : skew_P ? entry + mirrored : entry - mirrored;
    }
  Square const I = Square::Identity();
  for (int j = 0; j < n; ++j)
    Omega.col(j) = linear_solution<Quad, n>(P, Eigen::Matrix<Quad, n, 1>(A.col(j)));
  Square const right = I + Omega / 2;
  for (int j = 0; j < n; ++j)
    cay.col(j) =
        linear_solution<Quad, n>(Square(I - Omega / 2), Eigen::Matrix<Quad, n, 1>(right.col(j)));
  return in_quad(double(distance(Square(cay.transpose() * P * cay), P)));
}

void measure_quadratic_groups(Study& study) {
  Eigen::Matrix<Quad, 4, 4> lorentz = Eigen::Matrix<Quad, 4, 4>::Identity(),
                            symplectic = Eigen::Matrix<Quad, 4, 4>::Zero();
  lorentz(3, 3) = -1;
  symplectic(0, 2) = symplectic(1, 3) = 1;
  symplectic(2, 0) = symplectic(3, 1) = -1;
  auto const one = Eigen::Matrix<Quad, 4, 4>::Identity();
  for (auto const& [group, defect] :
       {std::pair("SO(3)", quadratic_defect<3>(Matrix::Identity(), false)),
        std::pair("SO(4)", quadratic_defect<4>(one, false)),
        std::pair("SO(3, 1)", quadratic_defect<4>(lorentz, false)),
        std::pair("Sp(4)", quadratic_defect<4>(symplectic, true))})
    study.measure("FJM-23/quadratic", "as printed", group, defect);
  study.control("FJM-23/quadratic", "matrix outside of the algebra",
                quadratic_defect<4>(lorentz, false, false));
}

/// Is a matrix without inverse up to rounding?
bool singular(Matrix3<double> const& A) { return !(A.determinant() > 1e-12); }

/// dexp on SO(3), by its closed form.
Matrix3<double> dexp_of(Vector3<double> const& w) {
  double const angle = w.norm();
  Matrix3<double> const W = So3::hat(w);
  return Matrix3<double>::Identity() + (1 - std::cos(angle)) / (angle * angle) * W +
         (angle - std::sin(angle)) / (angle * angle * angle) * W * W;
}

/// At angles up to 100, those of dexp's singularities among them.
void measure_singularities(Study& study) {
  double const turn = 2 * std::acos(-1.0);
  int of_dcay = 0, of_dexp = 0;
  for (int k = 1; k <= 3015; ++k) {
    double const angle = k <= 3000 ? k / 30.0 : (k - 3000) * turn;
    Vector3<double> const w = angle * Vector3<double>(1 + k % 3, k % 5 - 2, 1 - k % 7).normalized();
    Matrix3<double> const W = So3::hat(w), I = Matrix3<double>::Identity(),
                          dcay = 2 / (4 + w.squaredNorm()) * (2 * I + W),
                          inverse = I - W / 2 + w * w.transpose() / 4;
    of_dcay += singular(dcay) || !std::isfinite(distance(inverse, I));
    of_dexp += singular(dexp_of(w));
  }
  study.measure("FJM-23/singularities", {.value = double(of_dcay)});
  study.control("FJM-23/singularities", "exponential map", {.value = double(of_dexp)});
  double const determinant = dexp_of({0, 0, turn}).determinant();
  study.find("FJM-23/dexp-singular", determinant,
             fmt::format("determinant {:.1e} of dexp at the angle 2 pi on SO(3)", determinant));
}

/// Truncation error of dexp^-1 over the angle, along a fixed axis.
void measure_truncation(Study& study) {
  auto& table = study.table("truncation", {"angle", "j1", "j2", "j4", "j8", "j16"});
  std::vector<int> const last{1, 2, 4, 8, 16};
  V const x(Quad(4) / 10, Quad(11) / 10, Quad(-7) / 10);
  Numbers angles;
  std::vector<Numbers> errors(last.size()), other_sign(last.size());
  for (int k = 0; k <= 36; ++k) {
    double const angle = std::pow(10.0, -2 + k / 12.0);
    if (angle > 7) break;
    V const at = x * (Quad(angle) / root(x.squaredNorm()));
    Matrix const exact = inverse_dexp<So3>(at);
    Numbers row{angle};
    for (int const j : last)
      row.push_back(double(distance(series_of_inverse_dexp<So3>(at, j), exact)));
    table.add(row);
    if (angle > 0.2 && angle < 0.7) {  // rounding in quad precision shows below
      angles.push_back(angle);
      for (std::size_t i = 0; i < last.size(); ++i) {
        errors[i].push_back(row[i + 1]);
        other_sign[i].push_back(
            double(distance(series_of_inverse_dexp<So3>(V(-at), last[i]), exact)));
      }
    }
  }
  auto const farthest = [&](std::vector<Numbers> const& of) {
    Largest most;
    Measured measured{.value = 0};
    for (std::size_t i = 0; i < last.size(); ++i) {
      double const order = fit_power(angles, of[i]).slope;
      most(order - (last[i] == 1 ? 2 : last[i] + 2));
      measured.details.emplace_back(fmt::format("order of the series up to j = {}", last[i]),
                                    order);
    }
    measured.value = most.value;
    return measured;
  };
  study.measure("FJM-23/truncation", farthest(errors));
  study.control("FJM-23/truncation", "B_1 = +1/2", farthest(other_sign));
}

void measure_cost(Study& study) {
  auto const count = operations_on_so3();
  for (auto const& [of, n] :
       {std::pair("the map", count.map),
        std::pair("the inverse of its trivialised derivative", count.inverse_tangent)}) {
    double const cayley = double(n.cayley), exponential = double(n.exponential);
    std::vector<Detail> const operations{{"operations of the exponential map", exponential},
                                         {"of the Cayley map", cayley}};
    study.measure("FJM-23/cost", "as printed", of,
                  {.value = exponential / cayley, .details = operations});
    study.control("FJM-23/cost", "exponential map as the efficient one", of,
                  {.value = cayley / exponential, .details = operations});
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

}  // namespace rattleback::ferraro_jimenez_martin_2015
