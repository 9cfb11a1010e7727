#include <fmt/format.h>

#include "experiments/core/fit.hpp"
#include "experiments/ferraro_jimenez_martin_2015/retraction_maps.hpp"
#include "problems/core/extremes.hpp"

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

/// Derivative of a matrix or vector function of one variable at 0, of sixth order.
template <class F>
auto derivative(F const& f) {
  Quad const d = 1e-5;
  using Value = decltype(f(d));
  return Value((45 * (f(d) - f(-d)) - 9 * (f(2 * d) - f(-2 * d)) + (f(3 * d) - f(-3 * d))) /
               (60 * d));
}

struct Defects {
  double tangents = 0;  ///< dcay, dcay^-1, dexp, dexp^-1 against (50), (51)
  double lemma_3 = 0, lemma_4 = 0, eq_52 = 0, eq_53 = 0, inversion = 0;
};
template <class G>
void check(Defects& worst) {
  Matrix const I = Matrix::Identity();
  auto const keep = [](double& most, Matrix const& a, Matrix const& b) {
    most = larger_or_nan(most, double(distance(a, b)));
  };
  Matrix const X = G::hat(x);
  Matrix printed_dcay;
  for (int j = 0; j < 3; ++j)
    printed_dcay.col(j) = G::vee(
        Matrix(Matrix(I - X / 2).inverse() * G::hat(V(V::Unit(j))) * Matrix(I + X / 2).inverse()));
  keep(worst.tangents, printed_dcay, trivialised_tangent<G>(Tau::cayley, x));
  keep(worst.tangents, inverse_dcay<G>(x), trivialised_tangent<G>(Tau::cayley, x).inverse());
  keep(worst.tangents, series_of_dexp<G>(x, 40), trivialised_tangent<G>(Tau::exponential, x));
  keep(worst.tangents, series_of_inverse_dexp<G>(x, 120),
       trivialised_tangent<G>(Tau::exponential, x).inverse());

  for (Tau const tau : {Tau::cayley, Tau::exponential}) {
    Matrix const g = retract<G>(tau, x), forward = trivialised_tangent<G>(tau, x),
                 backward = trivialised_tangent<G>(tau, V(-x));
    keep(worst.inversion, g * retract<G>(tau, V(-x)), I);
    keep(worst.eq_52, forward, Ad<G>(g) * backward);
    keep(worst.eq_53, inverse_tangent<G>(tau, x),
         inverse_tangent<G>(tau, V(-x)) * Ad<G>(retract<G>(tau, V(-x))));
    // Lemma 9.3 along g exp(e eta), whose g^-1 delta g is eta; lemma 9.4 along x + e eta.
    V const along_group = derivative([&](Quad e) -> V {
      return Ad<G>(Matrix(g * retract<G>(Tau::exponential, V(e * eta)))) * lambda;
    });
    worst.lemma_3 = larger_or_nan(
        worst.lemma_3, double(distance(along_group, V(-Ad<G>(g) * ad<G>(lambda) * eta))));
    V const along_algebra =
        derivative([&](Quad e) -> V { return Ad<G>(retract<G>(tau, V(x + e * eta))) * lambda; });
    worst.lemma_4 = larger_or_nan(
        worst.lemma_4,
        double(distance(along_algebra, V(-ad<G>(V(Ad<G>(g) * lambda)) * V(forward * eta)))));
  }
}

/// The closed forms printed for SO(3).
double defect_of_so3_formulas() {
  Matrix const W = So3::hat(x), I = Matrix::Identity();
  Quad const square = x.squaredNorm();
  Matrix const cay = I + 4 / (4 + square) * (W + W * W / 2), dcay = 2 / (4 + square) * (2 * I + W),
               inverse = I - W / 2 + x * x.transpose() / 4;
  return larger_or_nan(
      {double(distance(cay, retract<So3>(Tau::cayley, x))),
       double(distance(dcay, trivialised_tangent<So3>(Tau::cayley, x))),
       double(distance(inverse, trivialised_tangent<So3>(Tau::cayley, x).inverse())),
       double(distance(ad<So3>(x), W))});
}

void compute(Findings& findings) {
  Defects worst;
  check<So3>(worst);
  check<Se2>(worst);
  findings.measure("FJM-23/tangents", worst.tangents);
  findings.measure("FJM-23/SO3", defect_of_so3_formulas());
  findings.measure("FJM-23", larger_or_nan(worst.eq_52, worst.eq_53),
                   fmt::format("(52) {:.1e}, (53) {:.1e}", worst.eq_52, worst.eq_53));
  findings.measure("FJM-23/lemmas", larger_or_nan(worst.lemma_3, worst.lemma_4),
                   fmt::format("9.3 {:.1e}, 9.4 {:.1e}", worst.lemma_3, worst.lemma_4));
  findings.measure("FJM-23/inverse", worst.inversion);

  // Truncation error of dexp^-1 over the angle, along a fixed axis.
  auto& table = findings.table("truncation", {"angle", "j1", "j2", "j4", "j8", "j16"});
  std::vector<int> const last{1, 2, 4, 8, 16};
  std::vector<double> angles;
  std::vector<std::vector<double>> errors(last.size());
  for (int k = 0; k <= 36; ++k) {
    double const angle = std::pow(10.0, -2 + k / 12.0);
    if (angle > 7) break;
    V const at = x * (Quad(angle) / root(x.squaredNorm()));
    Matrix const exact = inverse_dexp<So3>(at);
    std::vector<double> row{angle};
    for (std::size_t i = 0; i < last.size(); ++i)
      row.push_back(double(distance(series_of_inverse_dexp<So3>(at, last[i]), exact)));
    table.add(row);
    if (angle > 0.2 && angle < 0.7) {
      angles.push_back(angle);
      for (std::size_t i = 0; i < last.size(); ++i) errors[i].push_back(row[i + 1]);
    }
  }
  double farthest = 0;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < last.size(); ++i) {
    double const order = fit_power(angles, errors[i]).slope,
                 expected = last[i] == 1 ? 2 : last[i] + 2;
    farthest = larger_or_nan(farthest, std::abs(order - expected));
    words.push_back(fmt::format("j <= {}: {:.2f}", last[i], order));
  }
  findings.measure("FJM-23/truncation", farthest,
                   fmt::format("{:.3f} ({})", farthest, fmt::join(words, ", ")));
}

std::string const differences = "differences of sixth order in quad precision";

}  // namespace

Experiment retractions() {
  auto const series = [](std::string column, std::string label) {
    return Series{"truncation.csv", "angle", std::move(column), "linespoints", std::move(label)};
  };
  return {
      .id = "fjm2015_retractions",
      .paper = "ferraro_jimenez_martin_2015",
      .title = "Retractions: the formulas of the appendix",
      .about =
          "Exponential and Cayley map on SO(3) and SE(2) in quad precision, at x = (.4, 1.1, "
          "-.7): each printed formula against the definition that it states in closed form.",
      .choices = {{"groups",
                   "SO(3), which the appendix prints, and SE(2), of the snakeboard and "
                   "the sleigh",
                   "SE(2) is no quadratic group, but the matrix formulas of the Cayley map hold"}},
      .claims =
          {{.id = "FJM-23",
            .place = "lemma 9.5",
            .statement = "(52) with both tangents from definition 9.1, and (53) with the printed "
                         "inverses: largest defect",
            .printed = "identities",
            .criterion = at_most(1e-22),
            .reason = differences},
           {.id = "FJM-23/lemmas",
            .place = "lemmas 9.3 and 9.4",
            .statement = "Derivatives of Ad_g lambda along the group and along the algebra: "
                         "largest defect",
            .printed = "identities",
            .criterion = at_most(1e-22),
            .reason = differences},
           {.id = "FJM-23/tangents",
            .place = "appendix, a) and b)",
            .statement = "Series of dexp (to j = 40) and dexp^-1 (to j = 120), matrix formulas of "
                         "dcay and dcay^-1, against definition 9.1: largest defect",
            .printed = "formulas",
            .criterion = at_most(1e-22),
            .reason = differences},
           {.id = "FJM-23/SO3",
            .place = "appendix, SO(3)",
            .statement = "Closed forms of cay, dcay, dcay^-1 and ad on SO(3): largest defect",
            .printed = "formulas",
            .criterion = at_most(1e-22),
            .reason = differences},
           {.id = "FJM-23/inverse",
            .place = "appendix",
            .statement = "tau(x) tau(-x) = e: largest defect",
            .printed = "e",
            .criterion = at_most(1e-31),
            .reason = "rounding in quad precision"},
           {.id = "FJM-23/truncation",
            .place = "appendix, a)",
            .statement = "Truncating the series of dexp^-1 achieves a desired order of accuracy: "
                         "largest departure of the order in the angle from that of the first term "
                         "left out",
            .printed = "a desired order",
            .criterion = at_most(0.05),
            .reason = "fitted for angles of 0.2 to 0.7: rounding in quad precision shows below"}},
      .figures = {{.id = "truncation",
                   .number = "",
                   .caption = "Error of dexp^{-1} on SO(3) when its series ends with ad^j, "
                              "against the angle; the series converges below 2π.",
                   .width = 4.8,
                   .height = 3.6,
                   .panels = {{.title = "",
                               .x_label = "angle |{/:Italic ω}|",
                               .y_label = "largest error of an entry",
                               .x_scale = "log",
                               .y_scale = "log",
                               .x_range = {{0.01, 6.3}},
                               .y_range = {{1e-30, 1e2}},
                               .key = "bottom right",
                               .series = {series("j1", "{/:Italic j} ≤ 1"),
                                          series("j2", "{/:Italic j} ≤ 2"),
                                          series("j4", "{/:Italic j} ≤ 4"),
                                          series("j8", "{/:Italic j} ≤ 8"),
                                          series("j16", "{/:Italic j} ≤ 16")}}}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
