#include "experiments/ferraro_jimenez_martin_2015/shared/retractions.hpp"

#include "experiments/ferraro_jimenez_martin_2015/shared/operations.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using V = Vector3<Quad>;
using Matrix = Matrix3<Quad>;

V const x(Quad(4) / 10, Quad(11) / 10, Quad(-7) / 10), lambda(Quad(3) / 10, Quad(-9) / 10, Quad(1)),
    eta(Quad(-5) / 10, Quad(2) / 10, Quad(8) / 10);

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

/// Largest defects by statement, over both groups and both retractions.
using Defects = std::map<std::string, Largest>;
template <class A, class B>
void keep(Defects& worst, std::string const& id, A const& a, B const& b) {
  worst[id](distance(a, b));
}

/// Lemma 9.4 at x for any smooth map.
template <class G, class Map>
void measure_lemma_4(Defects& worst, std::string const& id, Map const& map) {
  Matrix const g = map(x), tangent = trivialised_tangent<G>(map, x);
  V const along = derivative([&](Quad e) -> V { return Ad<G>(map(V(x + e * eta))) * lambda; });
  keep(worst, id, along, V(-ad<G>(V(Ad<G>(g) * lambda)) * V(tangent * eta)));
}

template <class G>
void measure_group(Defects& worst) {
  Matrix const I = Matrix::Identity(), X = G::hat(x);
  auto const map_of = [](Tau tau) { return [tau](V const& at) { return retract<G>(tau, at); }; };
  auto const cay = map_of(Tau::cayley), exp = map_of(Tau::exponential);
  Matrix const dcay = trivialised_tangent<G>(cay, x), dexp = trivialised_tangent<G>(exp, x);
  Matrix printed_dcay;
  for (int j = 0; j < 3; ++j)
    printed_dcay.col(j) = G::vee(
        Matrix(Matrix(I - X / 2).inverse() * G::hat(V(V::Unit(j))) * Matrix(I + X / 2).inverse()));
  keep(worst, "FJM-23/dcay", printed_dcay, dcay);
  keep(worst, "FJM-23/dcay-inverse", inverse_dcay<G>(x), Matrix(dcay.inverse()));
  keep(worst, "FJM-23/dexp", series_of_dexp<G>(x, 40), dexp);
  keep(worst, "FJM-23/dexp-inverse", series_of_inverse_dexp<G>(x, 120), Matrix(dexp.inverse()));

  for (Tau const tau : {Tau::cayley, Tau::exponential}) {
    auto const map = map_of(tau);
    Matrix const g = map(x), forward = trivialised_tangent<G>(map, x),
                 backward = trivialised_tangent<G>(map, V(-x));
    keep(worst, "FJM-23/inverse", Matrix(g * map(V(-x))), I);
    keep(worst, "FJM-23/inverse", map(V(V::Zero())), I);
    keep(worst, "FJM-23", forward, Matrix(Ad<G>(g) * backward));
    keep(worst, "FJM-23/(53)", Matrix(forward.inverse()),
         Matrix(backward.inverse() * Ad<G>(map(V(-x)))));
    // lemma 9.3 along g exp(e eta), whose g^-1 delta g is eta
    V const along_group = derivative([&](Quad e) -> V {
      return Ad<G>(Matrix(g * retract<G>(Tau::exponential, V(e * eta)))) * lambda;
    });
    keep(worst, "FJM-23/9.3", along_group, V(-Ad<G>(g) * ad<G>(lambda) * eta));
    measure_lemma_4<G>(worst, "FJM-23/9.4", map);
    // the derivative of xi -> tau(xi)^-1
    Matrix const inverse = g.inverse(),
                 of_inverse =
                     derivative([&](Quad e) -> Matrix { return map(V(x + e * eta)).inverse(); });
    keep(worst, "FJM-23/inverse-derivative", of_inverse,
         Matrix(-inverse * G::hat(V(forward * eta))));
    keep(worst, "FJM-23/inverse-derivative", of_inverse,
         Matrix(-G::hat(V(backward * eta)) * inverse));
  }
  // no retraction: two factors, one of them quadratic, and not the unit at 0
  measure_lemma_4<G>(worst, "FJM-23/any-map", [](V const& at) -> Matrix {
    V const bent(at[1] * at[2], at[0] + at[1] * at[1], 1 - at[2]);
    return retract<G>(Tau::exponential, V(at / 2)) * retract<G>(Tau::exponential, bent);
  });
}

/// The closed forms printed for SO(3).
void measure_so3(Defects& worst) {
  Matrix const W = So3::hat(x), I = Matrix::Identity();
  Quad const square = x.squaredNorm();
  auto const map = [](V const& at) { return retract<So3>(Tau::cayley, at); };
  Matrix const dcay = trivialised_tangent<So3>(map, x);
  keep(worst, "FJM-23/SO3", Matrix(I + 4 / (4 + square) * (W + W * W / 2)), map(x));
  keep(worst, "FJM-23/SO3-dcay", Matrix(2 / (4 + square) * (2 * I + W)), dcay);
  keep(worst, "FJM-23/SO3-dcay-inverse", Matrix(I - W / 2 + x * x.transpose() / 4),
       Matrix(dcay.inverse()));
  keep(worst, "FJM-23/ad", V(ad<So3>(x) * eta), V(x.cross(eta)));
}

void measure_formulas(Study& study) {
  Defects worst;
  measure_group<So3>(worst);
  measure_group<Se2>(worst);
  measure_so3(worst);
  for (auto const& [id, defect] : worst)
    study.measure(
        id,
        measured(defect.value,
                 "largest difference {:.1e} of the two sides at x = (.4, 1.1, -.7), {}, "
                 "derivatives by differences of sixth order",
                 defect.value,
                 id.starts_with("FJM-23/SO3") || id == "FJM-23/ad" ? "SO(3)" : "SO(3) and SE(2)"));
}

/// cay(Omega)^T P cay(Omega) = P for Omega = P^-1 A in the algebra: P symmetric with A skew, and P
/// skew with A symmetric.
template <int n>
double quadratic_defect(Eigen::Matrix<Quad, n, n> const& P, bool skew_P) {
  using Square = Eigen::Matrix<Quad, n, n>;
  Square A, Omega, cay;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      Quad const entry = Quad(1 + i * n + j - (i - j) * (i - j)) / 20,
                 mirrored = Quad(1 + j * n + i - (i - j) * (i - j)) / 20;
      A(i, j) = skew_P ? entry + mirrored : entry - mirrored;
    }
  Square const I = Square::Identity();
  for (int j = 0; j < n; ++j)
    Omega.col(j) = linear_solution<Quad, n>(P, Eigen::Matrix<Quad, n, 1>(A.col(j)));
  Square const right = I + Omega / 2;
  for (int j = 0; j < n; ++j)
    cay.col(j) =
        linear_solution<Quad, n>(Square(I - Omega / 2), Eigen::Matrix<Quad, n, 1>(right.col(j)));
  return double(distance(Square(cay.transpose() * P * cay), P));
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
    study.measure("FJM-23/quadratic", "as printed", group,
                  measured_in_quad(defect, 1,
                                   "largest entry {:.1e} of Y^T P Y - P, Y the Cayley map of an "
                                   "element of the algebra, {}, quad precision",
                                   defect, group));
}

void measure_singularities(Study& study) {
  int singular = 0;
  for (int k = 1; k <= 3000; ++k) {
    Vector3<double> const w =
        k / 30.0 * Vector3<double>(1 + k % 3, k % 5 - 2, 1 - k % 7).normalized();
    Matrix3<double> const W = So3::hat(w), I = Matrix3<double>::Identity(),
                          dcay = 2 / (4 + w.squaredNorm()) * (2 * I + W),
                          inverse = I - W / 2 + w * w.transpose() / 4;
    singular += !(dcay.determinant() > 0 && std::isfinite(distance(inverse, I)));
  }
  study.measure("FJM-23/singularities",
                measured(singular,
                         "{} vectors of 3000, with angles from 0.03 to 100, at which the "
                         "determinant of dcay is not positive or its inverse not finite",
                         singular));
  Vector3<double> const once(0, 0, 2 * std::acos(-1.0));
  Matrix3<double> dexp = Matrix3<double>::Identity();
  double const angle = once[2];
  Matrix3<double> const A = So3::hat(once);
  dexp += (1 - std::cos(angle)) / (angle * angle) * A +
          (angle - std::sin(angle)) / (angle * angle * angle) * A * A;
  study.find(
      "FJM-23/dexp-singular", dexp.determinant(),
      fmt::format("determinant {:.1e} of dexp at the angle 2 pi on SO(3)", dexp.determinant()));
}

/// Truncation error of dexp^-1 over the angle, along a fixed axis.
void measure_truncation(Study& study) {
  auto& table = study.table("truncation", {"angle", "j1", "j2", "j4", "j8", "j16"});
  std::vector<int> const last{1, 2, 4, 8, 16};
  Numbers angles;
  std::vector<Numbers> errors(last.size());
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
      for (std::size_t i = 0; i < last.size(); ++i) errors[i].push_back(row[i + 1]);
    }
  }
  Largest farthest;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < last.size(); ++i) {
    double const order = fit_power(angles, errors[i]).slope;
    farthest(order - (last[i] == 1 ? 2 : last[i] + 2));
    words.push_back(fmt::format("{:.2f} up to j = {}", order, last[i]));
  }
  study.measure("FJM-23/truncation",
                measured(farthest.value,
                         "orders in the angle of the series of dexp^-1 on SO(3), angles from 0.2 "
                         "to 0.7: {}; at most {:.3f} from that of the first term left out",
                         fmt::join(words, ", "), farthest.value));
}

void measure_cost(Study& study) {
  auto const count = operations_on_so3();
  for (auto const& [of, n] :
       {std::pair("the map", count.map),
        std::pair("the inverse of its trivialised derivative", count.inverse_tangent)}) {
    double const ratio = double(n.exponential) / double(n.cayley);
    study.measure("FJM-23/cost", "as printed", of,
                  measured(ratio,
                           "{} on SO(3): {} operations for the exponential map, {} for the "
                           "Cayley map, ratio {:.2f}; a root, sine or cosine counts as one "
                           "operation, which favours the exponential map",
                           of, n.exponential, n.cayley, ratio));
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
