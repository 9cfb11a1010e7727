#include <fmt/format.h>

#include "experiments/core/convergence.hpp"
#include "experiments/core/fit.hpp"
#include "experiments/ferraro_iglesias_martin_2008/examples.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

Run particle(std::string method, RawQuad h, long steps) {
  return {"nonholonomic_particle", "P1", std::move(method), h, steps};
}
Run snakeboard(std::string method, long steps) {
  return {"snakeboard", "FIM", std::move(method), RawQuad(1) / 10, steps};
}

/// Residuals of (4a), (4b) and (5b) from p^-, p^+ and the projector of `geometry`.
struct ReflectionDefects {
  Largest along, across, average;

  template <int n, class Geometry>
  void add(Trajectory<RawQuad> const& run, Geometry const& geometry) {
    auto const q = nodes_of<Quad, n>(run);
    auto const momenta = momenta_of<Quad, n>(run);
    for (std::size_t k = 1; k < q.size(); ++k) {
      auto const g = geometry(q[k]);
      Eigen::Matrix<Quad, n, n> const Q_dual = g.projector().transpose();
      auto const& [p, p_plus, average, velocity] = momenta[k - 1];
      Vector<Quad, n> const change = p - p_plus, sum = p + p_plus;
      Vector<Quad, n> const normal_change = Q_dual * change, normal_sum = Q_dual * sum;
      along(largest_entry(change - normal_change));
      across(largest_entry(normal_sum));
      auto const raised = g.gradients();
      this->average(largest_entry(raised.transpose() * sum / 2));
    }
  }
};

/// Residuals of (9a)-(9c), and of the midpoint constraint of the DLA method, over a run.
struct ParticleDefects {
  Largest a, b, c, midpoint, momentum;

  explicit ParticleDefects(Run const& run) {
    auto const q = nodes_of<Quad, 3>(run.in_quad());
    Quad const h = Quad(run.step), h2 = h * h;
    for (std::size_t k = 1; k + 1 < q.size(); ++k) {
      Vector<Quad, 3> const d1 = q[k] - q[k - 1], d2 = q[k + 1] - q[k], second = d2 - d1;
      Quad const y1 = q[k][1], y2 = q[k + 1][1];
      a(double(abs(Quad((second[0] + y1 * second[2]) / h2))));
      b(double(abs(Quad(second[1] / h2))));
      c(double(abs(Quad((d1[2] + d2[2] - y1 * (d1[0] + d2[0])) / (2 * h)))));
      midpoint(double(abs(Quad((d2[2] - (y1 + y2) / 2 * d2[0]) / h))));
      // Theorem 2 with the section (1, 0, y), as printed.
      Quad const after = (d2[0] + y2 * d2[2]) / h2, before = (d1[0] + y1 * d1[2]) / h2;
      momentum(double(abs(Quad(after - before - (y2 - y1) * d2[2] / h2))));
    }
  }
};

/// Residual of the momentum equation of example 2, as printed and as theorem 2 has it.
struct SnakeboardDefects {
  Largest printed, theorem;

  explicit SnakeboardDefects(std::vector<Vector<Quad, 5>> const& q, Quad h) {
    SnakeboardData const data;
    Vector<Quad, 3> const inertia(data.m, data.m, data.total());
    // The section (a + c y, b - c x, c) generates (a, b, c); another element of se(2) at another
    // point adds what the two points differ by.
    auto const generator = [](Vector<Quad, 3> const& e, Vector<Quad, 5> const& at) {
      return Vector<Quad, 3>(e[0] - e[2] * at[1], e[1] + e[2] * at[0], e[2]);
    };
    auto const section = [&](Vector<Quad, 5> const& at) {
      auto const abc = snakeboard_direction(at);
      return Vector<Quad, 3>(abc[0] + abc[2] * at[1], abc[1] - abc[2] * at[0], abc[2]);
    };
    for (std::size_t k = 1; k + 1 < q.size(); ++k) {
      auto const momentum = [&](std::size_t from) {  // D_2 L_d of the paper, over h^2
        Vector<Quad, 5> const d = q[from + 1] - q[from];
        return Vector<Quad, 3>(inertia.cwiseProduct(d.template head<3>()) / Quad(h * h));
      };
      auto const p1 = momentum(k - 1), p2 = momentum(k);
      auto const abc1 = snakeboard_direction(q[k]), abc2 = snakeboard_direction(q[k + 1]);
      Quad const change = p2.dot(abc2) - p1.dot(abc1);
      Vector<Quad, 3> const turned = abc2 - abc1, moved = section(q[k + 1]) - section(q[k]);
      printed(double(abs(Quad(change - p2.dot(turned)))));
      theorem(double(abs(Quad(change - p2.dot(generator(moved, q[k + 1]))))));
    }
  }
};

/// Distance of a coordinate from the arithmetic sequence of its first two nodes.
template <int n>
double from_arithmetic(std::vector<Vector<Quad, n>> const& q, int i) {
  Largest distance;
  for (std::size_t k = 0; k < q.size(); ++k)
    distance(double(abs(Quad(q[k][i] - q[0][i] - int(k) * (q[1][i] - q[0][i])))));
  return distance.value;
}

/// q_(k+1) = (Id - 2 I^-1 Q^T I) (q_k - q_(k-1)) + q_k with Q as printed.
std::vector<Vector<Quad, 5>> explicit_scheme(Vector<Quad, 5> const& q0, Vector<Quad, 5> const& q1,
                                             std::size_t nodes) {
  std::vector<Vector<Quad, 5>> q{q0, q1};
  while (q.size() < nodes) {
    auto const& last = q.back();
    auto const I = snakeboard_geometry(last).metric.diagonal().eval();
    Vector<Quad, 5> const d = last - q[q.size() - 2];
    Vector<Quad, 5> const p = I.cwiseProduct(d);
    Vector<Quad, 5> const normal = printed_snakeboard_projector(last).transpose() * p;
    Vector<Quad, 5> const next = last + d - 2 * normal.cwiseQuotient(I);
    q.push_back(next);
  }
  return q;
}

void check_snakeboard(Findings& findings, std::vector<Vector<Quad, 5>> const& q) {
  Quad const h = Quad(1) / 10;
  SnakeboardDefects const defects(q, h);
  findings.measure("FIM-15", defects.printed.value);
  findings.measure("FIM-15/theorem", defects.theorem.value);
  double const psi = from_arithmetic<5>(q, 3), phi = from_arithmetic<5>(q, 4);
  findings.measure("FIM-08/snakeboard", larger_or_nan(psi, phi));
  auto const own = explicit_scheme(q[0], q[1], q.size());
  Largest distance;
  std::vector<Quad> energies;
  auto const I = snakeboard_geometry(q[0]).metric.diagonal().eval();
  for (std::size_t k = 0; k < q.size(); ++k) {
    distance(largest_entry(own[k] - q[k]));
    if (k == 0) continue;
    Vector<Quad, 5> const v = (q[k] - q[k - 1]) / h;
    energies.push_back(v.dot(I.cwiseProduct(v)) / 2);
  }
  findings.measure("FIM-14", distance.value);
  double const spread = relative_spread(energies);
  findings.measure("FIM-14/energy", spread,
                   fmt::format("{:.1e}, E = {:.12f}", spread, double(energies.front())));
  // Through the group SE(2) x R^2, where L is left- but not right-invariant. The free step keeps
  // the momentum and, as the board is described by its centre of mass, the angular momentum about
  // it.
  std::vector<double> reduced;
  for (auto const& k : momenta_of<double, 5>(snakeboard("reduced_gni", 500).in_double())) {
    Vector<double, 5> const mass = I.cast<double>();
    reduced.push_back(k.p.dot(k.p.cwiseQuotient(mass)) / 2);
  }
  findings.measure("FIM-14/SE2", relative_spread(reduced));
  auto const& problem = find_problem("snakeboard");
  auto const order =
      observed_orders(problem, problem.method("gni"), "exact", {20, 40, 80, 160}).orders.front();
  findings.measure("FIM-14/order", order.order, fmt::format("{:.3f}", order.order));
}

void compute(Findings& findings) {
  RawQuad const h = RawQuad(1) / 10;
  long const steps = findings.quick ? 60 : 160;
  auto const board = snakeboard("gni", findings.quick ? 150 : 500).in_quad();

  ReflectionDefects defects;
  defects.add<3>(particle("gni", h, steps).in_quad(), particle_geometry<Quad>);
  defects.add<5>(board, [](auto const& q) { return snakeboard_geometry(q); });
  defects.add<3>(Run{"chaplygin_sleigh", "FIM", "gni", RawQuad(12) / 100, 60}.in_quad(),
                 [](auto const& q) { return sleigh_geometry(q); });
  double const equations = larger_or_nan(defects.along.value, defects.across.value);
  findings.measure(
      "FIM-02", equations,
      fmt::format("{:.1e} (4a), {:.1e} (4b)", defects.along.value, defects.across.value));
  findings.measure("FIM-03", defects.average.value);
  findings.progress(0.4);

  auto& singles = findings.table("single_momenta", {"h", "p_plus", "average"});
  std::vector<double> sizes, violations;
  for (int const per_unit : {10, 20, 40, 80}) {
    Run const run{"nonholonomic_particle", "P1", "gni", RawQuad(1) / per_unit, 4 * per_unit};
    auto const t = run.in_double();
    auto const q = nodes_of<double, 3>(t);
    auto const momenta = momenta_of<double, 3>(t);
    Largest single, average;
    for (std::size_t k = 1; k < q.size(); ++k) {
      auto const forms = particle_geometry(q[k]).forms;
      single(std::abs(forms.dot(momenta[k - 1].p_plus)));
      average(std::abs(forms.dot(momenta[k - 1].average)));
    }
    sizes.push_back(double(run.step));
    violations.push_back(single.value);
    singles.add({sizes.back(), single.value, average.value});
  }
  double const slope = fit_power(sizes, violations).slope;
  findings.measure("FIM-03/single", slope,
                   fmt::format("{:.3f} ({:.2e} at h = .1)", slope, violations.front()));

  ParticleDefects const gni(particle("gni", h, steps)), dla(particle("dla_midpoint", h, steps));
  findings.measure("FIM-07", larger_or_nan(gni.momentum.value, gni.b.value));
  findings.measure("FIM-08",
                   from_arithmetic<3>(nodes_of<Quad, 3>(particle("gni", h, steps).in_quad()), 1));
  findings.measure(
      "FIM-09", larger_or_nan({gni.a.value, gni.b.value, gni.c.value}),
      fmt::format("{:.1e} (a), {:.1e} (b), {:.1e} (c)", gni.a.value, gni.b.value, gni.c.value));
  findings.measure("FIM-11", larger_or_nan(dla.a.value, dla.b.value));
  findings.measure(
      "FIM-11/constraint", dla.midpoint.value,
      fmt::format("{:.1e}; its residual of (9c) is {:.1e}", dla.midpoint.value, dla.c.value));
  findings.progress(0.7);
  check_snakeboard(findings, nodes_of<Quad, 5>(board));
}

Claim row(std::string id, std::string place, std::string statement, std::string printed,
          Criterion criterion, std::string reason) {
  return {.id = std::move(id),
          .place = std::move(place),
          .statement = std::move(statement),
          .printed = std::move(printed),
          .criterion = std::move(criterion),
          .reason = std::move(reason),
          .correction = {},
          .assumption = {}};
}

std::vector<Claim> claims() {
  auto const exact = at_most(1e-28);
  std::vector<Claim> all{
      row("FIM-02", "(4a), (4b), (6)",
          "The reflection p^- = (P - Q)* p^+ solves (4a) and (4b), by projectors built from metric "
          "and constraints; particle, snakeboard, sleigh, with 113 bits",
          "equivalent", exact, quad_reason),
      row("FIM-03", "(5b)", "The average of p^+ and p^- satisfies the constraints, same runs",
          "= 0", exact, quad_reason),
      row("FIM-07", "theorem 2, example 1", "Momentum equations of the particle for both sections",
          "equality", exact, quad_reason),
      row("FIM-08", "corollary 3",
          "The horizontal symmetry along y of the particle: y_k is arithmetic", "preserved", exact,
          quad_reason),
      row("FIM-08/snakeboard", "corollary 3",
          "Horizontal symmetries of the snakeboard: psi_k and phi_k are arithmetic", "preserved",
          exact, quad_reason),
      row("FIM-09", "(9a)-(9c)", "The method on the particle is (9), residuals as printed",
          "equality", exact, quad_reason),
      row("FIM-11", "section 5, example 1", "The DLA method fulfils (9a) and (9b) too", "equality",
          exact, quad_reason),
      row("FIM-11/constraint", "section 5, example 1",
          "Instead of (9c) the DLA method fulfils the constraint at midpoints", "equality", exact,
          quad_reason),
      row("FIM-14", "section 5, example 2",
          "The printed explicit scheme, with the printed Q, from the same first interval: distance "
          "of its nodes from the method's",
          "equality", exact, quad_reason),
      row("FIM-14/energy", "section 5, example 2",
          "Energy of the snakeboard is preserved: relative spread over all intervals", "preserved",
          exact, quad_reason),
      row("FIM-15", "section 5, example 2", "The momentum equation as printed", "equality", exact,
          quad_reason),
      row("FIM-15/theorem", "theorem 2",
          "The same with the difference of the sections of se(2) at q_(k+1)", "equality", exact,
          quad_reason)};
  all.push_back(row("FIM-03/single", "(5b)",
                    "Only the average does: power of h at which p^+ alone violates the constraint "
                    "of the particle",
                    "in average", within(1, 0.1), "four halvings of h from .1"));
  all.push_back(row("FIM-14/SE2", "section 5, example 2",
                    "Through SE(2) x R^2, where the metric is not right-invariant and theorem 1 "
                    "silent, the reduced method preserves the energy as well: relative spread",
                    "not printed", at_most(1e-12),
                    "500 steps in double; the free step moves the centre of mass straight on"));
  all.push_back(row("FIM-14/order", "section 4", "Order of the method on the snakeboard",
                    "not printed", within(2, 0.1), "symmetric scheme, hence even order"));
  for (auto& claim : all)
    if (claim.id.starts_with("FIM-14") || claim.id.starts_with("FIM-15"))
      claim.assumption = "data of the snakeboard are our choice";
  return all;
}

}  // namespace

Experiment momentum_equation() {
  return {
      .id = "fim2008_momentum_equation",
      .paper = "ferraro_iglesias_martin_2008",
      .title = "Momentum equations and the constraints in average",
      .about =
          "Theorem 2, corollary 3 and the displayed equations of examples 1 and 2, from nodes "
          "and momenta with 113 bits; quick: shorter runs.",
      .choices = {{"data of the particle",
                   "q_0 = (0, -2, 0), x' = 1, y' = 1/4, h = .1, first "
                   "interval from the exact motion",
                   "the paper prints none; the motion passes y = 0"},
                  {"data of the snakeboard",
                   "m = 2, r = 1/2, J = .4, J0 = .3, J1 = .05, q_0 = (0, 0, 0, 0, .3), "
                   "(x', y', theta') = (a, b, c), psi' = 1, phi' = .2, h = .1, 500 steps",
                   "the paper prints none"}},
      .claims = claims(),
      .figures = {{.id = "single_momenta",
                   .number = "",
                   .caption = "Nonholonomic particle: largest violation of the constraint by the "
                              "momentum {/:Italic p}^+ of one interval, over the step size.",
                   .width = 3.6,
                   .height = 3.0,
                   .panels = {{.title = "",
                               .x_label = "{/:Italic h}",
                               .y_label = "max |{/:Italic μ} {/:Italic G}^{-1} {/:Italic p}^+|",
                               .x_scale = "log",
                               .y_scale = "log",
                               .x_range = {{0.01, 0.2}},
                               .series = {{"single_momenta.csv", "h", "p_plus", "linespoints"}}}}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
