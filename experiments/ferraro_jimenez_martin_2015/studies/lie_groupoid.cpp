#include "experiments/ferraro_jimenez_martin_2015/shared/reduced_system.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::lie_groupoid_study {

namespace {

Quad const h = 0.05_quad;
constexpr int steps = 40;

// Groupoids of section 8: arrows with source, target, products and inverses, and curves of arrows
// from a unit with a velocity in the algebroid. These determine (47).

/// Arrow of M x M x G with G = SE(2); arrow of Q x Q if W is the identity.
struct Arrow {
  Jets from, to;
  GroupJet W = GroupJet::Identity();
};
Arrow composed(Arrow const& g, Arrow const& next) { return {g.from, next.to, g.W * next.W}; }
Arrow inverted(Arrow const& g) { return {g.to, g.from, inverse_of_jet(g.W)}; }

struct Groupoid {
  std::function<QuadJet(Arrow const&)> L_d;
  Matrix G;  ///< metric of the algebroid
  std::function<Matrix(Vector const& q)> mu;

  /// Curve from the unit over q with the j-th unit vector of the algebroid as velocity.
  Arrow curve(Jets const& q, long j) const {
    Jets const e = theory::jets<Quad>(Vector::Zero(G.rows()), Vector::Unit(G.rows(), j));
    Arrow at{q, q + e.head(q.size())};
    if (e.size() > q.size()) at.W = se2.retract(Tau::exponential, AlgebraJet(e.tail(3)));
    return at;
  }
  // Transforms (47) in the standard basis: -v(L_d o r_h o i) and v(L_d o l_g).
  Vector minus_transform(Arrow const& g) const {
    Vector p(G.rows());
    for (long j = 0; j < p.size(); ++j) p[j] = -L_d(composed(inverted(curve(g.from, j)), g)).s;
    return p;
  }
  Vector plus_transform(Arrow const& g) const {
    Vector p(G.rows());
    for (long j = 0; j < p.size(); ++j) p[j] = L_d(composed(g, curve(g.to, j))).s;
    return p;
  }
};

/// Groupoid Q x Q over the space of the oscillators.
Groupoid pair_groupoid(Oscillator const& system, Scheme scheme) {
  return {[=](Arrow const& g) { return system.Ld(g.from, g.to, h, scheme); }, system.M,
          [](Vector const& q) -> Matrix { return Oscillator::mu(q).transpose(); }};
}
/// Groupoid M x M x G with M = R^2 and G = SE(2), for the catalogue's snakeboard: (psi, phi) and
/// (v1, v2, w). L_d is that of section 7.2 with the Cayley map.
Groupoid snakeboard_groupoid() {
  Board const board;
  return {[=](Arrow const& g) { return discrete_lagrangian(board, g.from, g.to, g.W); }, board.G,
          [=](Vector const& q) -> Matrix { return board.rows(q); }};
}

/// Measures residuals at two arrows of a discrete motion with given momenta, and those of changed
/// equations.
void measure_residuals(Residuals& r, Groupoid const& groupoid, Arrow const& g, Arrow const& next,
                       Vector const& given_plus, Vector const& given_minus, Random& random) {
  SmallMatrix const mu = groupoid.mu(theory::values(next.from)), G = groupoid.G,
                    raised = theory::solution(G, mu.transpose()),  // Z^a, the complement of D
      C = mu * raised;
  auto const Q = [&](Vector const& p) -> Vector {
    return mu.transpose() * theory::solution(C, raised.transpose() * p);
  };
  Vector const plus = groupoid.plus_transform(g), minus = groupoid.minus_transform(next),
               jump = minus - plus, sum = minus + plus;
  r.measure("FJM-24", distance(plus, given_plus));
  r.measure("FJM-24", distance(minus, given_minus));
  r.measure("FJM-24", largest_entry(jump - Q(jump)));
  r.measure("FJM-24", largest_entry(Q(sum)));
  r.control("FJM-24", "jump and sum exchanged", largest_entry(sum - Q(sum)));
  // (49) on vectors of D (unit vectors minus their part in the complement) and on the complement.
  for (long j = 0; j < G.rows(); ++j) {
    Vector const e = Vector::Unit(G.rows(), j), along = e - theory::solution(G, Q(G * e));
    r.measure("FJM-24/(49)", jump.dot(along));
  }
  r.measure("FJM-24/(49)", largest_entry(raised.transpose() * sum));
  r.control("FJM-24/(49)", "jump in the second line", largest_entry(raised.transpose() * jump));
  // Covectors that satisfy (49): one annihilates a basis of D, the other one the complement.
  auto const random_in = [&](Matrix const& annihilated) -> Vector {
    Matrix const basis = theory::kernel(annihilated.transpose());
    return basis * vector_of<Quad>(random.vector(basis.cols()));
  };
  Vector const random_jump = random_in(theory::kernel(mu)), random_sum = random_in(raised);
  r.measure("FJM-24/(49)", "(49) implies (48)", largest_entry(random_jump - Q(random_jump)));
  r.measure("FJM-24/(49)", "(49) implies (48)", largest_entry(Q(random_sum)));
  r.control("FJM-24/(49)", "jump and sum exchanged", largest_entry(random_sum - Q(random_sum)));
  // In the image of D the average momentum, raised by the metric, satisfies the constraints.
  auto const violated = [&](Vector const& p) { return largest_entry(mu * theory::solution(G, p)); };
  r.measure("FJM-24/average", violated(sum / 2));
  r.control("FJM-24/average", "pre-momenta alone", violated(plus));
}

/// Measures residuals along nodes of (7), and the matching of (47) along nodes of (6).
void measure_on_pairs(Study& study) {
  Oscillator const system;
  Residuals r, matching;
  Random random(1, 1);
  auto const arrow = [](Vector3 const& from, Vector3 const& to) -> Arrow {
    return {from.cast<QuadJet>(), to.cast<QuadJet>()};
  };
  for (Scheme const scheme : schemes) {
    auto const groupoid = pair_groupoid(system, scheme);
    auto const z = system.admissible_start(h, scheme);
    Vector3 before = z.q, now = system.step(z, h, scheme).q, free_before = before, free_now = now;
    for (int k = 1; k < steps; ++k) {
      Vector3 const next = next_nodes(system, before, now, h, scheme).projected;
      measure_residuals(r, groupoid, arrow(before, now), arrow(now, next),
                        system.D(2, before, now, h, scheme), -system.D(1, now, next, h, scheme),
                        random);
      before = now;
      now = next;
      Vector3 const free = system.discrete_euler_lagrange(free_before, free_now, h, scheme);
      Vector const minus = groupoid.minus_transform(arrow(free_now, free)),
                   plus = groupoid.plus_transform(arrow(free_before, free_now));
      matching.measure("FJM-24/matching", distance(minus, plus));
      matching.control("FJM-24/matching", "sign of FL_d^-", distance(-minus, plus));
      free_before = free_now;
      free_now = free;
    }
  }
  r.supply(study, 1, 0x1p-52, "$Q × Q$");
  matching.supply(study, 1, 0x1p-52);
}

/// Measures residuals along nodes of the catalogue's reduced GNI, which is (30).
void measure_on_snakeboard(Study& study) {
  Run const reduced{.problem = "snakeboard", .method = "reduced_gni", .case_name = "FIM"};
  auto const run = study.execute_quad(reduced.with(h, steps));
  auto const pose = [&](std::size_t k) -> Matrix3 {
    Quad const c = theory::cos(run.q[k][2]), s = theory::sin(run.q[k][2]);
    return Matrix3{{c, -s, run.q[k][0]}, {s, c, run.q[k][1]}, {0, 0, 1}};
  };
  auto const arrow = [&](std::size_t k) -> Arrow {
    Matrix3 const g = inverse_of(pose(k)) * pose(k + 1);
    return {vector_of<QuadJet>(run.q[k], 3, 2), vector_of<QuadJet>(run.q[k + 1], 3, 2),
            g.cast<QuadJet>()};
  };
  auto const groupoid = snakeboard_groupoid();
  Residuals r;
  Random random(1, 1);
  for (std::size_t k = 1; k < steps; ++k) {
    // Momenta p^-, p^+ of the method in the order (v1, v2, w, psi, phi).
    auto const momentum = [&](long from) -> Vector {
      auto const& row = run.diagnostics[k - 1];
      return theory::together(vector_of<Quad>(row, from + 3, 2), vector_of<Quad>(row, from, 3));
    };
    measure_residuals(r, groupoid, arrow(k - 1), arrow(k), momentum(5), momentum(0), random);
  }
  r.supply(study, 1, 0x1p-52, "$M × M × G$");
}

}  // namespace

void lie_groupoid(Study& study) {
  measure_on_pairs(study);
  measure_on_snakeboard(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::lie_groupoid_study
