#include <array>

#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/retractions.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;

constexpr int steps = 100;
constexpr double h = 0.15;

/// Masses, radii and inertias at which formulas are compared; the third is the paper's.
std::vector<BallData> const& samples() {
  static std::vector<BallData> const all{{1, 1, Vec3(2, 2, 2) / 3, 1},
                                         {0.7, 1.3, Vec3(0.4, 0.9, 0.6), -0.5},
                                         {},
                                         {5, 0.2, Vec3(0.1, 0.07, 0.15), 2}};
  return all;
}

/// Determinant of the Gram matrix of the columns, over the product of their squared lengths.
template <int columns>
double independence(Eigen::Matrix<double, 5, columns> const& basis) {
  Eigen::Matrix<double, columns, columns> const gram = basis.transpose() * basis;
  return gram.determinant() / gram.diagonal().prod();
}

/// Largest defects of the printed bases, matrices and forms, and least independence of the bases.
struct Defects {
  Largest D, Y, D_perp, Pi, Q, P, lagrangian;
  double rank_of_D = INFINITY, rank_of_D_perp = INFINITY;
  int affine = 0;  ///< data sets that contradict "linear or affine"
};
/// As printed; or with one sign, or the inertias I_1 and I_2 of the printed formulas, or a vector
/// of the bases changed, h/2 in (43), and (40) without Omega.
Defects defects(bool changed = false) {
  Defects d;
  double const x = 0.7, y = -1.2, sign = changed ? -1 : 1;
  for (auto const& b : samples()) {
    auto printed = b;
    if (changed) std::swap(printed.I[0], printed.I[1]);
    Eigen::Matrix<double, 5, 3> D = Eigen::Matrix<double, 5, 3>::Zero();
    D(0, 0) = sign * b.r, D(3, 0) = 1, D(1, 1) = -b.r, D(2, 1) = 1, D(4, 2) = 1;
    Eigen::Matrix<double, 5, 2> normal = Eigen::Matrix<double, 5, 2>::Zero();
    normal(0, 0) = 1, normal(3, 0) = -sign * b.m * b.r / b.I[1];
    normal(1, 1) = 1, normal(2, 1) = b.m * b.r / b.I[0];
    d.D(largest_entry(b.mu() * D));
    Eigen::Matrix<double, 5, 3> right = D;
    right(0, 0) = b.r;
    d.D_perp(largest_entry(right.transpose() * b.metric() * normal));
    if (changed) D.col(2) = D.col(0) + D.col(1), normal.col(1) = 2 * normal.col(0);
    d.rank_of_D = smaller_or_nan(d.rank_of_D, independence(D));
    d.rank_of_D_perp = smaller_or_nan(d.rank_of_D_perp, independence(normal));
    d.Q(largest_entry(printed.printed_Q() - b.projection()));
    d.P(largest_entry(printed.printed_P() - (Mat5::Identity() - b.projection())));
    // (40) at the field Y~, and the metric dual of Y~
    Vec5 Y;
    Y << -b.Omega * y, sign * b.Omega * x, 0, 0, 0;
    d.Y(largest_entry(b.constraint(x, y, Y)));
    d.Pi(largest_entry(b.metric() * Y - b.Pi(x, y)));
    // h times (41) at the mean velocity, and (43)
    double const x1 = 0.9, y1 = -1.1;
    Vec3 const w(0.3, -0.5, 0.8);
    Vec5 v;
    v << (x1 - x) / h, (y1 - y) / h, w;
    double const by_43 =
        b.m / ((changed ? 1 : 2) * h) * ((x1 - x) * (x1 - x) + (y1 - y) * (y1 - y)) +
        h / 2 * (b.I[0] * w[0] * w[0] + b.I[1] * w[1] * w[1] + b.I[2] * w[2] * w[2]);
    d.lagrangian(std::abs(by_43 / (h / 2 * v.dot(b.metric() * v)) - 1));
    for (double const Omega : {0.0, b.Omega}) {
      BallData table = b;
      table.Omega = changed ? 0 : Omega;
      bool const rests = largest_entry(table.constraint(x, y, Vec5::Zero())) == 0;
      d.affine += rests != (Omega == 0);
    }
  }
  return d;
}

/// E12: distance of the momenta of the printed Fl_d from those of (29) for L_d(g) = l_d(tau^-1(g)),
/// by differentiation along curves in the group; with D_3 by omega and by h omega, and with the
/// other sign of the argument of dtau^-1.
struct Momenta {
  double printed, corrected, other_sign;
};
Momenta legendre_transformations() {
  Vector3<Quad> const w(Quad(3) / 10, Quad(-5) / 10, Quad(8) / 10),
      I(1, Quad(11) / 10, Quad(12) / 10);
  Quad const step = Quad(15) / 100;
  Matrix3<Quad> const g = retract<So3>(Tau::cayley, Vector3<Quad>(step * w));
  auto const lagrangian = [&](Matrix3<Quad> const& at) -> Quad {
    Vector3<Quad> const omega = inverse_cayley<So3>(at) / step;
    return step / 2 * omega.dot(I.cwiseProduct(omega));
  };
  Largest printed, corrected, other_sign;
  for (bool const at_end : {false, true}) {
    Vector3<Quad> by_29;
    for (int j = 0; j < 3; ++j)
      by_29[j] = derivative([&](Quad s) {
        Matrix3<Quad> const e =
            retract<So3>(Tau::exponential, Vector3<Quad>(s * Vector3<Quad>::Unit(j)));
        return lagrangian(at_end ? Matrix3<Quad>(g * e) : Matrix3<Quad>(e * g));
      });
    Quad const argument = at_end ? -step : step;
    Matrix3<Quad> const pull = inverse_dcay<So3>(Vector3<Quad>(argument * w)).transpose(),
                        other = inverse_dcay<So3>(Vector3<Quad>(-argument * w)).transpose();
    Vector3<Quad> const by_omega = step * I.cwiseProduct(w), by_h_omega = I.cwiseProduct(w);
    printed(distance(Vector3<Quad>(pull * by_omega), by_29));
    corrected(distance(Vector3<Quad>(pull * by_h_omega), by_29));
    other_sign(distance(Vector3<Quad>(other * by_h_omega), by_29));
  }
  return {printed.value, corrected.value, other_sign.value};
}

/// Largest residuals along a run of (42) with a sign of Pi.
struct AlongRun {
  std::array<Largest, 5> equations, other_sign_of_O;
  Largest constraint;  ///< of the affine constraints at the average momenta
};
AlongRun along_run(double pi_sign) {
  BallMap map{.pi_sign = pi_sign};
  map.start(h);
  AlongRun most;
  map.step(h);
  for (int k = 1; k < steps; ++k) {
    auto const before = map.interval;
    double const x = map.x, y = map.y;
    Vec5 const average = map.data.metric().inverse() * ((map.p + map.p_plus) / 2);
    most.constraint(largest_entry(map.data.constraint(x, y, average)));
    map.step(h);
    Vec5 const e = five_equations(map.data, map.interval, before, x, y, h);
    Vec5 const other = five_equations(map.data, map.interval, before, x, y, h, 1, -1);
    for (int i = 0; i < 5; ++i) {
      most.equations[i](e[i]);
      most.other_sign_of_O[i](other[i]);
    }
  }
  return most;
}

}  // namespace

void ball_equations(Study& study) {
  for (char const* const erratum : {"E13", "E12"}) study.uses(erratum);
  auto const d = defects(), changed = defects(true);
  for (auto const& [id, reading, defect, control, of_changed] :
       {std::tuple("FJM-15/D", "in the distribution", d.D.value, "sign of r e_1", changed.D.value),
        std::tuple("FJM-15/D", "independent", d.rank_of_D, "sum in place of e_5",
                   changed.rank_of_D),
        std::tuple("FJM-15/Y", "as printed", d.Y.value, "sign of the second component",
                   changed.Y.value),
        std::tuple("FJM-15/D-perp", "orthogonal", d.D_perp.value, "sign of e_4",
                   changed.D_perp.value),
        std::tuple("FJM-15/D-perp", "independent", d.rank_of_D_perp, "one vector twice",
                   changed.rank_of_D_perp),
        std::tuple("FJM-15/Pi", "as printed", d.Pi.value, "sign of the second component",
                   changed.Pi.value),
        std::tuple("FJM-15/(43)", "as printed", d.lagrangian.value, "m/h in place of m/(2 h)",
                   changed.lagrangian.value),
        std::tuple("FJM-15/(44)", "as printed", d.Q.value, "I_1 and I_2 exchanged",
                   changed.Q.value),
        std::tuple("FJM-15/(45)", "as printed", d.P.value, "I_1 and I_2 exchanged",
                   changed.P.value),
        std::tuple("FJM-15/affine", "as printed", double(d.affine), "no Omega in (40)",
                   double(changed.affine))}) {
    study.measure(id, reading, {.value = defect});
    study.control(id, control, {.value = of_changed});
  }

  for (auto const id : {"E12", "E13"}) study.uses(id);
  auto const momenta = legendre_transformations();
  study.measure("E12", "as printed", {.value = momenta.printed});
  study.measure("E12", "corrected", {.value = momenta.corrected});
  study.control("E12", "sign of the argument of dtau^-1", {.value = momenta.other_sign});

  auto const of_run = [](Largest const& residual) {
    return Measured{.value = residual.value, .steps = steps};
  };
  study.control("E13", "no Pi", of_run(along_run(0).constraint));
  for (double const sign : {1.0, -1.0}) {
    auto const run = along_run(sign);
    std::string const reading = sign > 0 ? "as printed" : "corrected";
    study.measure("E13", reading, of_run(run.constraint));
    for (int i = 0; i < 5; ++i) {
      auto const id = fmt::format("FJM-16/{}", i + 1);
      if (i < 3)
        study.measure(id, "as printed", sign > 0 ? "printed sign" : "corrected sign",
                      of_run(run.equations[i]));
      else
        study.measure(id, reading, of_run(run.equations[i]));
      if (sign < 0)
        study.control(id, fmt::format("sign of O_{}", i + 1), of_run(run.other_sign_of_O[i]));
    }
  }
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
