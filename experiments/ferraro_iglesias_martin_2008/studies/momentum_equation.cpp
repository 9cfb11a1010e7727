#include "experiments/ferraro_iglesias_martin_2008/shared/groups.hpp"
#include "experiments/measure/convergence.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::momentum_equation_study {

namespace {

using Nodes = std::vector<Vector>;

double size_of(Quad x) { return double(abs(x)); }

/// Action of a Lie algebra on Q: (xi, q) -> xi_Q(q).
using Generator = std::function<Vector(Vector const& xi, Vector const& q)>;
/// Section q -> xi of the Lie algebra, with xi_Q(q) in D except for the control.
using Section = std::function<Vector(Vector const& q)>;

/// Measures the residuals of theorem 2 and of the identity in its proof, for L_d with the momenta M
/// (q_(k+1) - q_k), relative to the largest momentum.
void theorem_2(Study& study, std::string const& instance, Nodes const& q, Vector const& mass,
               Section const& section, Generator const& generator, bool is_control = false) {
  LargestValues largest;
  auto const add = [&](char const* id, Quad x) {
    is_control ? largest.control(id, "section that violates the constraint", size_of(x))
               : largest(id, size_of(x));
  };
  for (std::size_t k = 1; k + 1 < q.size(); ++k) {
    Vector const p1 = mass.cwiseProduct(q[k] - q[k - 1]), p2 = mass.cwiseProduct(q[k + 1] - q[k]),
                 xi1 = section(q[k]), xi2 = section(q[k + 1]);
    Quad const before = p1.dot(generator(xi1, q[k])), after = p2.dot(generator(xi2, q[k + 1]));
    Quad const right = p2.dot(generator(xi2 - xi1, q[k + 1]));
    add("FIM-07", after - before - right);
    if (!is_control)
      largest.control("FIM-07", "sign of the right side", size_of(after - before + right));
    add("FIM-57", before - p2.dot(generator(xi1, q[k + 1])));
    largest.relative_to(largest_entry(p2));
  }
  largest.supply(study, in_quad(0, double(q.size() - 1)), instance);
}

/// Left sides of the printed equations of example 1 at three nodes, relative to the size of the
/// coordinates times h^-2 or h^-1.
struct ParticleEquations {
  Vector d1, d2;
  Quad h, y1, y2;
  double size;

  ParticleEquations(Vector const& q0, Vector const& q1, Vector const& q2, Quad h)
      : d1(q1 - q0), d2(q2 - q1), h(h), y1(q1[1]), y2(q2[1]), size(1 + largest_entry(q1)) {}

  Quad of_9a(Quad y) const { return (d2[0] - d1[0] + y * (d2[2] - d1[2])) / (h * h); }
  Quad of_9b() const { return (d2[1] - d1[1]) / (h * h); }
  double per_h(Quad x) const { return size_of(x) * double(h) / size; }
  double per_h2(Quad x) const { return size_of(x) * double(h * h) / size; }
  double a(Quad y) const { return per_h2(of_9a(y)); }
  double b() const { return per_h2(of_9b()); }
  double c() const { return per_h((d1[2] + d2[2] - y1 * (d1[0] + d2[0])) / (2 * h)); }
  /// Residual of the DLA constraint.
  double constraint(Quad y) const { return per_h((d2[2] - y * d2[0]) / h); }
  /// Momentum equations of (1, 0, y) and (0, 1, 0) minus (9a) and (9b).
  double momentum(int sign) const {
    Quad const after = (d2[0] + y2 * d2[2]) / (h * h), before = (d1[0] + y1 * d1[2]) / (h * h);
    Quad const right = sign * (y2 - y1) * d2[2] / (h * h);
    return larger_or_nan(per_h2(after - before - right - of_9a(y1)),
                         per_h2(d2[1] / (h * h) - d1[1] / (h * h) - of_9b()));
  }
};

void particle_sections(Study& study, Nodes const& q) {
  auto const theorem = [&](char const* instance, Section const& section, bool is_control = false) {
    auto const translation = [](Vector const& xi, Vector const&) { return xi; };
    theorem_2(study, instance, q, Vector::Ones(3), section, translation, is_control);
  };
  theorem("particle, first section", [](Vector const& at) { return Vector3(1, 0, at[1]); });
  theorem("particle, second section", [](Vector const&) { return Vector3(0, 1, 0); });
  theorem("particle, a general section", [](Vector const& at) {
    Quad const f = sin(at[0]) + at[2], g = cos(at[1] * at[2]);
    return Vector3(f, g, at[1] * f);
  });
  theorem(
      "particle, $z$-component with the other sign",
      [](Vector const& at) { return Vector3(1, 0, -at[1]); }, true);
}

void particle_equations(Study& study) {
  auto run = run_of("nonholonomic_particle", "P1", "gni", RawQuad(1) / 10, study.quick ? 60 : 160);
  double const steps = double(run.steps);
  Quad const h = run.step;
  auto const q = nodes_of<Quad>(study.execute_quad(run));
  run.method = "dla_midpoint";
  auto const dla = nodes_of<Quad>(study.execute_quad(run));
  particle_sections(study, q);

  LargestValues largest, symmetry;
  for (std::size_t k = 1; k + 1 < q.size(); ++k) {
    ParticleEquations const gni(q[k - 1], q[k], q[k + 1], h),
        by_dla(dla[k - 1], dla[k], dla[k + 1], h);
    largest("FIM-09", larger_or_nan({gni.a(gni.y1), gni.b(), gni.c()}));
    largest.control("FIM-09", "y_2 in (9a)", gni.a(gni.y2));
    largest.control("FIM-09", "(9c) by DLA", by_dla.c());
    largest("FIM-11", larger_or_nan(by_dla.a(by_dla.y1), by_dla.b()));
    largest.control("FIM-11", "y_2 in (9a)", by_dla.a(by_dla.y2));
    largest("FIM-63", by_dla.constraint((by_dla.y1 + by_dla.y2) / 2));
    largest.control("FIM-63", "left end", by_dla.constraint(by_dla.y1));
    // Momenta along y and along x, relative to their first values.
    auto const change = [&](int i) {
      return size_of((q[k + 1][i] - q[k][i]) / (q[1][i] - q[0][i]) - 1);
    };
    symmetry("FIM-08", change(1));
    symmetry.control("FIM-08", "translation along x", change(0));
  }
  largest.supply(study, in_quad(0, steps));
  symmetry.supply(study, in_quad(0, steps), "particle, $y$");
  over_instances(study, [&](Random& random, LargestValues& at_any) {
    Vector const q0 = random_point(random, 3), q1 = random_point(random, 3);
    ParticleEquations const at(q0, q1, random_point(random, 3), h);
    at_any("FIM-62", at.momentum(1));
    at_any.control("FIM-62", "sign of the right side", at.momentum(-1));
  });
}

/// Normal part Q^T p as printed.
Vector normal_part(Vector const& q, Vector const& p) {
  return printed_snakeboard_projector(q).transpose() * p;
}

/// Nodes of q_(k+1) = (Id - 2 I^-1 Q^T I) (q_k - q_(k-1)) + q_k with Q as printed; I = Id gives Q^T
/// in place of I^-1 Q^T I.
Nodes explicit_scheme(Vector const& q0, Vector const& q1, std::size_t nodes, Vector const& I) {
  Nodes q{q0, q1};
  while (q.size() < nodes) {
    Vector const last = q.back(), d = last - q[q.size() - 2];
    q.push_back(last + d - 2 * normal_part(last, I.cwiseProduct(d)).cwiseQuotient(I));
  }
  return q;
}

/// Largest difference between the three printed terms of example 2 and the left side, relative to
/// the largest momentum.
double printed_terms(Nodes const& q, Quad h, int sign_of_third) {
  Largest defect, size;
  SnakeboardData const data;
  Vector3 const mass(data.m, data.m, data.J + 2 * data.J1), signs(1, 1, sign_of_third);
  for (std::size_t k = 2; k < q.size(); ++k) {
    Vector3 const p1 = mass.cwiseProduct((q[k - 1] - q[k - 2]).head(3)) / (h * h),
                  p2 = mass.cwiseProduct((q[k] - q[k - 1]).head(3)) / (h * h),
                  abc1 = snakeboard_direction(q[k - 1]), abc2 = snakeboard_direction(q[k]);
    Quad const right = signs.cwiseProduct(abc2 - abc1).dot(p2);
    defect(size_of(p2.dot(abc2) - p1.dot(abc1) - right));
    size(largest_entry(p2));
  }
  return defect.value / size.value;
}

/// Largest relative difference between D_2 L_d and p^+ from p^- by the right translations of SE(2)
/// and of R^2 x S^1. The former are Ad*, between the components in the body frames. The mass along
/// y is `ratio` times that along x.
double by_either_group(Nodes const& q, Vector I, int ratio) {
  Largest difference, size;
  I[1] *= ratio;
  for (std::size_t k = 1; k < q.size(); ++k) {
    Vector3 const from = q[k - 1].head(3), to = q[k].head(3),
                  p = I.head(3).cwiseProduct(to - from);  // both p^- and D_2 L_d
    Matrix3 const dual =
        Ad<Se2, Quad>(inverse(motion_of_plane(from)) * motion_of_plane(to)).transpose();
    difference(distance(body_to_chart(to[2]) * dual * body_to_chart(from[2]).transpose() * p, p));
    size(largest_entry(p));
  }
  return difference.value / size.value;
}

double energy_spread(Nodes const& q, Vector const& I) {
  std::vector<Quad> energies;  // twice the energy
  for (std::size_t k = 1; k < q.size(); ++k) {
    Vector const d = q[k] - q[k - 1];
    energies.push_back(d.dot(I.cwiseProduct(d)));
  }
  return relative_spread(energies);
}

void snakeboard_equations(Study& study) {
  auto const run = run_of("snakeboard", "FIM", "gni", RawQuad(1) / 10, study.quick ? 150 : 500);
  auto const q = nodes_of<Quad>(study.execute_quad(run));
  Vector const I = snakeboard().at(q[0]).metric.diagonal();

  // The section (a + c y, b - c x, c) generates (a, b, c).
  auto const section = [](Vector const& at) {
    Vector3 const abc = snakeboard_direction(at);
    return Vector3(abc[0] + abc[2] * at[1], abc[1] - abc[2] * at[0], abc[2]);
  };
  auto const generator = [](Vector const& e, Vector const& at) {
    Vector v = Vector::Zero(5);
    v.head(3) = Vector3(e[0] - e[2] * at[1], e[1] + e[2] * at[0], e[2]);
    return v;
  };
  theorem_2(study, "snakeboard, SE(2)", q, I, section, generator);

  LargestValues largest, symmetry;
  auto const own = explicit_scheme(q[0], q[1], q.size(), I),
             without_inertia = explicit_scheme(q[0], q[1], q.size(), Vector::Ones(5));
  Vector const first = q[1] - q[0];
  Largest size;
  for (auto const& node : q) size(largest_entry(node));
  for (std::size_t k = 1; k < q.size(); ++k) {
    Vector const d = q[k] - q[k - 1], p = I.cwiseProduct(d);
    for (int const i : {3, 4}) symmetry("FIM-08", size_of(d[i] / first[i] - 1));
    largest("FIM-14", distance(own[k], q[k]) / size.value);
    largest.control("FIM-14", "Q^T without the inertia",
                    distance(without_inertia[k], q[k]) / size.value);
    if (k == 1) continue;
    Vector const before = I.cwiseProduct(q[k - 1] - q[k - 2]);
    auto const residual = [&](int factor) {
      return distance(p, before - factor * normal_part(q[k - 1], before)) / largest_entry(p);
    };
    largest("FIM-70", residual(2));
    largest.control("FIM-70", "factor 1 of Q", residual(1));
  }
  largest("FIM-74", energy_spread(q, I));
  largest.control("FIM-74", "Q^T without the inertia", energy_spread(without_inertia, I));
  largest("FIM-15", printed_terms(q, run.step, 1));
  largest.control("FIM-15", "sign of the third term", printed_terms(q, run.step, -1));
  largest("FIM-73", "same discrete Lagrangian", by_either_group(q, I, 1));
  largest.control("FIM-73", "unequal masses", by_either_group(q, I, 2));
  largest.supply(study, in_quad(0, double(run.steps)));
  symmetry.supply(study, in_quad(0, double(run.steps)), "snakeboard, $psi$ and $phi$");
  auto const order = observed_orders(study.problem("snakeboard"), study.method("snakeboard", "gni"),
                                     "exact", {20, 40, 80, 160})
                         .orders.front();
  study.add_finding("FIM-14/order", order.order,
                    fmt::format("{:.3f} on the snakeboard, $h$ = 1/20 to 1/160", order.order));
}

}  // namespace

void momentum_equation(Study& study) {
  particle_equations(study);
  study.progress(0.4);
  snakeboard_equations(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::momentum_equation_study
