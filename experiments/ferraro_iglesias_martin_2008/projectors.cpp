#include <fmt/format.h>

#include <random>

#include "experiments/ferraro_iglesias_martin_2008/examples.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

constexpr int points = 200;

/// Points with coordinates in [-3, 3].
template <int n>
std::vector<Vector<Quad, n>> random_points(unsigned seed) {
  std::mt19937_64 generator(seed);
  std::vector<Vector<Quad, n>> all(points);
  for (auto& q : all)
    for (int i = 0; i < n; ++i) q[i] = Quad(6 * std::ldexp(double(generator() >> 11), -53) - 3);
  return all;
}

void compute(Findings& findings) {
  Largest matrix, spans, idempotent, degenerate;
  for (auto const& q : random_points<5>(1)) {
    auto const g = snakeboard_geometry(q);
    auto const printed = printed_snakeboard_projector(q);
    matrix(largest_entry(printed - g.projector()));
    idempotent(largest_entry(printed * printed - printed));
    // D annihilated by the forms, its complement orthogonal to D.
    Eigen::Matrix<Quad, 5, 3> D = Eigen::Matrix<Quad, 5, 3>::Zero();
    D(3, 0) = D(4, 1) = 1;
    D.col(2).head<3>() = snakeboard_direction(q);
    spans(largest_entry(g.forms * D));
    Eigen::Matrix<Quad, 3, 2> const products =
        D.transpose() * g.metric * printed_snakeboard_complement(q);
    spans(largest_entry(products));
  }
  findings.measure("FIM-13", matrix.value);
  findings.measure("FIM-13/spans", spans.value);
  findings.measure("FIM-13/projector", idempotent.value);
  // At a = 0 both printed vectors lie along x, while Q stays of rank two.
  Vector<double, 5> q;
  q << 0, 0, std::acos(0.0), 0, 0.3;
  auto const complement = printed_snakeboard_complement(q);
  Eigen::Vector2d const u = complement.col(0).normalized().head<2>();
  Eigen::Vector2d const v = complement.col(1).normalized().head<2>();
  double const angle = std::abs(u[0] * v[1] - u[1] * v[0]);
  findings.measure("FIM-13/degenerate", angle,
                   fmt::format("{:.1e}; the trace of Q, its rank, is there {:.3f}", angle,
                               printed_snakeboard_projector(q).trace()));

  Largest dual, metric, complement_defect;
  SleighData const sleigh;
  for (auto const& point : random_points<3>(2)) {
    auto const g = sleigh_geometry(point);
    dual(largest_entry(printed_sleigh_dual_projector(point) - g.projector().transpose()));
    // D and its complement as printed.
    Quad const s = sin(point[2]), c = cos(point[2]);
    Quad const k = sleigh.a * sleigh.m / (sleigh.I + sleigh.m * sleigh.a * sleigh.a);
    Vector<Quad, 3> const along(c, s, Quad(0)), turn(Quad(0), Quad(0), Quad(1));
    Vector<Quad, 3> const normal(-s, c, -k), lowered = g.metric * normal;
    complement_defect(double(abs(Quad(along.dot(lowered)))));
    complement_defect(double(abs(Quad(turn.dot(lowered)))));
    complement_defect(double(abs(Quad((g.forms * along)[0]))));
    // L from the velocity of the centre of mass, x_C = x + a cos(theta), y_C = y + a sin(theta).
    Vector<Quad, 3> const v(point[1] / 2, point[0] - 1, point[1] + point[0] / 3);
    Quad const vx = v[0] - sleigh.a * s * v[2], vy = v[1] + sleigh.a * c * v[2];
    Quad const L = sleigh.m * (vx * vx + vy * vy) / 2 + sleigh.I * v[2] * v[2] / 2;
    Vector<Quad, 3> const p = g.metric * v;
    metric(double(abs(Quad(L - v.dot(p) / 2))));
  }
  findings.measure("FIM-16", dual.value);
  findings.measure("FIM-16/metric", metric.value);
  findings.measure("FIM-16/complement", complement_defect.value);
}

}  // namespace

Experiment projectors() {
  auto const exact = at_most(1e-29);
  std::string const reason = "closed formulas with 113 bits, 34 digits, at 200 random points";
  auto const row = [&](std::string id, std::string place, std::string statement) {
    return Claim{.id = std::move(id),
                 .place = std::move(place),
                 .statement = std::move(statement),
                 .printed = "formula",
                 .criterion = exact,
                 .reason = reason,
                 .correction = {},
                 .assumption = {}};
  };
  std::vector<Claim> claims{
      row("FIM-13", "section 5, example 2",
          "Printed Q of the snakeboard less G^-1 mu^T C^-1 mu of section 2"),
      row("FIM-13/spans", "section 5, example 2",
          "Printed spans: the constraints annihilate D, the complement is orthogonal to it"),
      row("FIM-13/projector", "section 5, example 2", "Printed Q is a projector, Q^2 = Q"),
      row("FIM-16", "section 5, example 3",
          "Printed Q* of the sleigh less the transpose of G^-1 mu^T C^-1 mu"),
      row("FIM-16/metric", "section 5, example 3",
          "Printed metric against the velocity of the centre of mass"),
      row("FIM-16/complement", "section 5, example 3", "Printed spans of the sleigh")};
  claims.push_back({.id = "FIM-13/degenerate",
                    .place = "section 5, example 2",
                    .statement = "The two vectors that span the complement of D do not where "
                                 "a = 0: sine of the angle between them there (Q keeps its rank)",
                    .printed = "spans the complement",
                    .criterion = at_least(1e-3),
                    .reason = "a thousandth would still be two directions",
                    .correction = {},
                    .assumption = {}});
  return {.id = "fim2008_projectors",
          .paper = "ferraro_iglesias_martin_2008",
          .title = "Printed projectors of the snakeboard and the sleigh",
          .about =
              "Matrices and spans of examples 2 and 3 against metric and constraints, in the "
              "paper's coordinates.",
          .choices = {{"parameters",
                       "snakeboard m = 2, r = 1/2, J = .4, J0 = .3, J1 = .05; "
                       "sleigh m = I = 1, a = .2",
                       "the formulas hold for any"}},
          .claims = claims,
          .figures = {},
          .compute = compute};
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
