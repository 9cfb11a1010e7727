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

/// Largest defects of the printed bases, matrices and forms.
struct Defects {
  Largest D, Y, D_perp, Pi, Q, P, lagrangian;
  int affine = 0;  ///< data sets that contradict "linear or affine"
};
Defects defects() {
  Defects d;
  double const x = 0.7, y = -1.2;
  for (auto const& b : samples()) {
    Eigen::Matrix<double, 5, 3> D = Eigen::Matrix<double, 5, 3>::Zero();
    D(0, 0) = b.r, D(3, 0) = 1, D(1, 1) = -b.r, D(2, 1) = 1, D(4, 2) = 1;
    Eigen::Matrix<double, 5, 2> normal = Eigen::Matrix<double, 5, 2>::Zero();
    normal(0, 0) = 1, normal(3, 0) = -b.m * b.r / b.I[1];
    normal(1, 1) = 1, normal(2, 1) = b.m * b.r / b.I[0];
    d.D(largest_entry(b.mu() * D));
    d.D_perp(largest_entry(D.transpose() * b.metric() * normal));
    d.Q(largest_entry(b.printed_Q() - b.projection()));
    d.P(largest_entry(b.printed_P() - (Mat5::Identity() - b.projection())));
    // (40) at the field Y~, and the metric dual of Y~
    Vec5 Y;
    Y << -b.Omega * y, b.Omega * x, 0, 0, 0;
    d.Y(largest_entry(b.constraint(x, y, Y)));
    d.Pi(largest_entry(b.metric() * Y - b.Pi(x, y)));
    // h times (41) at the mean velocity, and (43)
    double const x1 = 0.9, y1 = -1.1;
    Vec3 const w(0.3, -0.5, 0.8);
    Vec5 v;
    v << (x1 - x) / h, (y1 - y) / h, w;
    double const by_43 =
        b.m / (2 * h) * ((x1 - x) * (x1 - x) + (y1 - y) * (y1 - y)) +
        h / 2 * (b.I[0] * w[0] * w[0] + b.I[1] * w[1] * w[1] + b.I[2] * w[2] * w[2]);
    d.lagrangian(std::abs(by_43 / (h / 2 * v.dot(b.metric() * v)) - 1));
    for (double const Omega : {0.0, b.Omega}) {
      BallData table = b;
      table.Omega = Omega;
      bool const rests = largest_entry(table.constraint(x, y, Vec5::Zero())) == 0;
      d.affine += rests != (Omega == 0);
    }
  }
  return d;
}

/// E12: distance of the momenta of the printed Fl_d from those of (29) for L_d(g) = l_d(tau^-1(g)),
/// by differentiation along curves in the group; with D_3 by omega and by h omega.
struct Momenta {
  double printed, corrected;
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
  Largest printed, corrected;
  for (bool const at_end : {false, true}) {
    Vector3<Quad> by_29;
    for (int j = 0; j < 3; ++j)
      by_29[j] = derivative([&](Quad s) {
        Matrix3<Quad> const e =
            retract<So3>(Tau::exponential, Vector3<Quad>(s * Vector3<Quad>::Unit(j)));
        return lagrangian(at_end ? Matrix3<Quad>(g * e) : Matrix3<Quad>(e * g));
      });
    Matrix3<Quad> const pull =
        inverse_dcay<So3>(Vector3<Quad>((at_end ? -step : step) * w)).transpose();
    Vector3<Quad> const by_omega = step * I.cwiseProduct(w), by_h_omega = I.cwiseProduct(w);
    printed(distance(Vector3<Quad>(pull * by_omega), by_29));
    corrected(distance(Vector3<Quad>(pull * by_h_omega), by_29));
  }
  return {printed.value, corrected.value};
}

/// Largest residuals along a run of (42) with a sign of Pi.
struct AlongRun {
  std::array<Largest, 5> equations;
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
    for (int i = 0; i < 5; ++i) most.equations[i](e[i]);
  }
  return most;
}

}  // namespace

void ball_equations(Study& study) {
  auto const d = defects();
  for (auto const& [id, defect, what] :
       {std::tuple("FJM-15/D", d.D, "largest entry of mu times the basis"),
        std::tuple("FJM-15/Y", d.Y, "largest residual of (40) at the field"),
        std::tuple("FJM-15/D-perp", d.D_perp, "largest metric product of the two bases"),
        std::tuple("FJM-15/Pi", d.Pi, "largest entry of G Y~ - Pi"),
        std::tuple("FJM-15/(43)", d.lagrangian, "largest relative difference"),
        std::tuple("FJM-15/(44)", d.Q, "largest entry of (44) less G^-1 mu^T C^-1 mu"),
        std::tuple("FJM-15/(45)", d.P, "largest entry of (45) less 1 - G^-1 mu^T C^-1 mu")})
    study.measure(id, measured(defect.value, "{} {:.1e}, four sets of data", what, defect.value));
  study.measure(
      "FJM-15/affine",
      measured(d.affine, "{} contradictions in eight data sets, Omega = 0 and not 0", d.affine));

  auto const momenta = legendre_transformations();
  for (auto const& [reading, off, by] : {std::tuple("as printed", momenta.printed, "omega"),
                                         std::tuple("corrected", momenta.corrected, "h omega")})
    study.measure("E12", reading,
                  measured(off,
                           "largest difference {:.1e} of the momenta of Fl_d from (29), by "
                           "differences in the group, D_3 by {}, h = 0.15, I = (1, 1.1, 1.2)",
                           off, by));

  for (double const sign : {1.0, -1.0}) {
    auto const run = along_run(sign);
    std::string const reading = sign > 0 ? "as printed" : "corrected",
                      of = fmt::format(
                          "(42) with {}2 Q* Pi, {} steps of 0.15, data of the second "
                          "example",
                          sign > 0 ? "+" : "-", steps);
    auto const of_run = [&](Largest const& residual, std::string const& what) {
      auto m = measured(residual.value, "{} {:.1e}, {}", what, residual.value, of);
      m.steps = steps;
      return m;
    };
    study.measure("E13", reading,
                  of_run(run.constraint, "largest residual of (40) at the average momenta"));
    for (int i = 0; i < 5; ++i) {
      auto const id = fmt::format("FJM-16/{}", i + 1);
      auto const residual =
          of_run(run.equations[i], fmt::format("largest residual of equation {}", i + 1));
      if (i < 3) {
        study.measure(id, "as printed", sign > 0 ? "printed sign" : "corrected sign", residual);
      } else {
        study.measure(id, reading, residual);
      }
    }
  }
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
