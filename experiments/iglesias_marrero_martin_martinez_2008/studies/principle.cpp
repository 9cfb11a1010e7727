#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/rolling_ball.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::principle_study {

namespace {

Quad const h = 0.1_quad;

/// Returns an arrow of M_c whose F^- equals F^+ of g plus p.
Arrow arrow_beyond(DiscreteSystem const& s, Arrow const& g, Vector const& p) {
  return arrow_of_momentum(s, s.target(g), legendre_plus(s, g) + p);
}
/// Derivative of L_d(g k(t)) + L_d(k(t)^-1 h) along a curve k(t) with velocity v and acceleration
/// term w.
Quad action_derivative(DiscreteSystem const& s, Arrow const& g, Arrow const& next, Vector const& v,
                       Vector const& w) {
  return derivative([&](QuadJet const& t) {
    JetVector const k = t * v + t * t * w;
    return s.lagrangian(s.right_moved(g, k)) + s.lagrangian(s.left_moved(next, k));
  });
}

/// Tests the principle of section 3.1 at arbitrary arrows: G8, G9, G15. The controls have the other
/// sign of the terms of the second arrow.
void variations(Study& study) {
  double least_wrong_sum = INFINITY;
  Largest wrong_pair;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    Random random(1, 1);
    Arrow const g1 = path.sample(), g2 = arrow_after(s, g1, random),
                g3 = arrow_after(s, g2, random);
    Largest sum_of_terms, wrong_sum, on_basis, legendre;
    for (int sample = 1; sample <= 3; ++sample) {
      Random directions(2, sample);
      auto const draw = [&] { return random_vector(directions, s.rank); };
      Vector const v1 = draw(), v2 = draw(), w1 = draw(), w2 = draw();
      Quad const action = derivative([&](QuadJet const& t) {
        JetVector const k1 = t * v1 + t * t * w1, k2 = t * v2 + t * t * w2;
        return s.lagrangian(s.right_moved(g1, k1)) +
               s.lagrangian(s.right_moved(s.left_moved(g2, k1), k2)) +
               s.lagrangian(s.left_moved(g3, k2));
      });
      Quad const ends = left_field(s, g1, v1) + left_field(s, g2, v2),
                 starts = right_field(s, g2, v1) + right_field(s, g3, v2);
      sum_of_terms(double(action - ends + starts));
      wrong_sum(double(action - ends - starts));
    }
    least_wrong_sum = smaller_or_nan(least_wrong_sum, wrong_sum.value);
    Vector const plus = legendre_plus(s, g1), minus = legendre_minus(s, g2);
    Matrix const D = s.distribution(s.target(g1));
    for (long a = 0; a < D.cols(); ++a) {
      Quad const action = action_derivative(s, g1, g2, D.col(a), random_vector(random, s.rank));
      on_basis(double(action - left_field(s, g1, D.col(a)) + right_field(s, g2, D.col(a))));
      legendre(double(action - plus[a] + minus[a]));
      wrong_pair(double(action - plus[a] - minus[a]));
    }
    supply(study, {{"G8", sum_of_terms}, {"G9", on_basis}, {"G15", legendre}}, s.name);
  }
  supply_controls(study, {{"G8", "sign of the second arrow", least_wrong_sum},
                          {"G9", "sign of the second arrow", wrong_pair}});
}

/// Tests solutions of the equations: G2, G10, G13, G21.
void solutions(Study& study) {
  double least_term = 1, least_along = INFINITY;
  Largest largest_sum, all_terms, off_rest, other_end, of_one_term;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    Random random(1, 1);
    Arrow const g = path.sample(), next = evolved(s, g), last = evolved(s, next);
    auto const action_along_D = [&](Arrow const& first, Arrow const& second) {
      Largest along;
      Matrix const D = s.distribution(s.target(first));
      for (auto const& v : D.colwise())
        along(double(action_derivative(s, first, second, v, random_vector(random, s.rank))));
      return along.value;
    };
    auto const free = unconstrained(s);
    auto const gap = [&](Vector const& bound, Vector const& all, Vector const& x) {
      return distance(bound, s.distribution(x).transpose() * all);
    };
    Vector const plus = legendre_plus(s, g), minus = legendre_minus(s, g),
                 free_plus = legendre_plus(free, g), free_minus = legendre_minus(free, g);
    other_end(gap(plus, free_plus, s.source(g)));
    Matrix const annihilator = kernel(s.distribution(s.target(g)).transpose());
    supply(
        study,
        {{"G10", outside_span(annihilator, euler_lagrange(s, g, next))},
         {"G21", action_along_D(g, next)},
         {"G13", worst_of(gap(minus, free_minus, s.source(g)), gap(plus, free_plus, s.target(g)))}},
        s.name);
    // Terms p and -p at the two nodes, with zero sum.
    Vector const p = random_vector(random, plus.size(), 0.05);
    Arrow const off = arrow_beyond(s, g, -p), back = arrow_beyond(s, off, p);
    off_rest(outside_span(annihilator, euler_lagrange(s, g, off)));
    least_along = smaller_or_nan(least_along, action_along_D(g, off));
    of_one_term(action_along_D(g, off) / largest_entry(plus));
    Vector const first = plus - legendre_minus(s, off),
                 second = legendre_plus(s, off) - legendre_minus(s, back);
    double const sum = largest_entry(first + second);
    largest_sum(sum);
    // A sequence whose sum does not vanish shows nothing.
    Quad const size = sum < 1e-20 ? largest_entry(plus) : INFINITY;
    least_term = smaller_or_nan(least_term, largest_entry(first / size));
    for (auto const& [a, b] : {std::pair{g, next}, {next, last}})
      all_terms(action_along_D(a, b) / largest_entry(legendre_plus(s, a)));
  }
  study.measure("G2", "one sum for each index",
                {.value = least_term,
                 .details = {{"largest sum over $k$", largest_sum.value}},
                 .epsilon = unit_roundoff});
  supply(study, {{"G2", "term by term", all_terms}});
  supply_controls(study, {{"G2", "a term that does not vanish", of_one_term},
                          {"G10", "no solution", off_rest},
                          {"G21", "no solution", least_along},
                          {"G13", "D_c at the other end", other_end}});
  study.add_erratum("E8", least_term, all_terms.value,
                    "residual at a node over the momentum, six examples, $h$ = .1");
}

/// Tests composable pairs of M_c: G11 and G12.
void composable_pairs(Study& study) {
  // M_c = {(cos s, a sin s)}: (s, t) is composable if F = a sin s - cos t vanishes. If both
  // derivatives vanish and the second ones have opposite signs, two branches of F = 0 intersect. A
  // product of the size of rounding has no sign.
  auto const both_cross = [](double a) {
    int count = 0;
    for (double const s : {M_PI_2, -M_PI_2})
      for (double const t : {0.0, M_PI})
        count += std::abs(a * std::sin(s) - std::cos(t)) < 1e-15 &&
                 -a * std::sin(s) * std::cos(t) < -1e-15;
    return count == 2;
  };
  supply(study, {{"G11", both_cross(1)}});
  supply_controls(study, {{"G11", "ellipse", both_cross(2)}});
  for (auto const& path : paths()) {
    auto const& s = path.system;
    Random random(1, 1);
    long const m = path.base_dimension(), n = s.rank;
    Vector const x = s.source(path.arrow(0));
    bool const on_sphere = s.name == "Veselova";

    // Tangents of the base: all directions, or those orthogonal to gamma.
    Matrix const tangents = on_sphere ? s.distribution(x) : Matrix(Matrix::Identity(m, m));
    auto const constraints = [&](auto const& c) {
      JetVector base = x + tangents * c.head(m);
      if (on_sphere) base /= sqrt(base.squaredNorm());
      JetVector const g = s.right_moved(s.unit(base), c.segment(m, n)),
                      next = s.right_moved(s.unit(s.target(g)), c.tail(n));
      return together(s.constraint(g), s.constraint(next));
    };
    Vector const at = together(Vector::Zero(m), random_vector(random, 2 * n, 0.05));
    long const dimension = m + 2 * n - rank(jacobian<Quad>(constraints, at), 1e-15),
               r = s.distribution(x).cols();
    supply(study, {{"G12", dimension - m - 2 * r}}, s.name);
  }
}

/// Tests (3.16) at momenta of the reversible examples, and G31.
void hamiltonian(Study& study) {
  Largest printed, corrected, other_end;
  auto const degenerate = [](DiscreteSystem const& s, Arrow const& unit) {
    Matrix const D = s.distribution(s.source(unit));
    return rank(bilinear(s, unit, D, D), 1e-15) < D.cols();
  };
  int degenerate_ones = 0;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    degenerate_ones += degenerate(s, path.arrow(0));
    if (!path.reversible()) continue;
    Arrow const g = path.sample();
    Vector const p = legendre_minus(s, g), third = legendre_plus(s, g);  // F^+ o (F^-)^-1
    auto const gap = [&](Vector const& a) { return distance(a, third) / largest_entry(p); };
    printed(gap(legendre_plus(s, evolved(s, g))));
    // (F^+)^-1(p): inverse of the arrow with F^-(i(g)) = -p of L_d o i.
    Arrow const inverse_plus = s.inverse(arrow_of_momentum(opposite(s), s.source(g), -p)),
                next = evolved(s, inverse_plus);
    corrected(gap(legendre_plus(s, next)));
    corrected(gap(legendre_minus(s, evolved(s, g))));
    other_end(gap(legendre_minus(s, next)));
  }
  auto const massless = sleigh(h, {0, 1, 0.5_quad, 0});
  supply(study, {{"G30", printed}, {"G30", "inverse of F^+", corrected}, {"G31", degenerate_ones}});
  supply_controls(study,
                  {{"G30", "F^- at the end", other_end},
                   {"G31", "massless sleigh", degenerate(massless, massless.unit(Vector(0)))}});
  study.add_erratum("E12", printed.value, corrected.value,
                    "distance from $F^+ ∘ (F^-)^{-1}$ over the momentum, four examples, $h$ = .1");
}

/// Tests momentum maps: G32 and the constants of corollary 3.26.
void momenta(Study& study) {
  Random random(1, 1);
  Largest other_sign;
  auto const of_ends = [&](DiscreteSystem const& s, Arrow const& g, Vector const& before,
                           Vector const& after) {
    Quad const moved = derivative([&](QuadJet const& t) {
      return s.lagrangian(s.left_moved(s.right_moved(g, t * after), t * before));
    });
    Quad const left = left_field(s, g, after), right = right_field(s, g, before);
    other_sign(double(moved - left - right));
    supply(study, {{"G32", abs(moved - left + right)}}, s.name);
  };
  auto const straight = particle(h);
  Arrow const q = random_vector(random, 6);
  of_ends(straight, q, Vector{{1, 0, q[1]}}, Vector{{1, 0, q[4]}});
  auto const heavy = paths()[3];
  Arrow const g = heavy.sample();
  of_ends(heavy.system, g, heavy.system.source(g), heavy.system.target(g));
  supply_controls(study, {{"G32", "sign of the right-invariant field", other_sign}});

  auto const change = [&](DiscreteSystem const& s, Arrow arrow, Matrix const& symmetries) {
    // The section is a symmetry: X^L(L_d) = X^R(L_d) at an arbitrary arrow.
    Arrow const any = arrow_after(s, arrow, random);
    Vector const initial = left_fields(s, arrow, symmetries),
                 off = left_fields(s, any, symmetries) - right_fields(s, any, symmetries);
    // The solution begins in M_c.
    Measured most{.value = worst_of(largest_entry(off) / largest_entry(initial),
                                    largest_entry(s.constraint(arrow))),
                  .steps = study.quick ? 3. : 8.,
                  .epsilon = unit_roundoff};
    for (int k = 1; k < int(most.steps); ++k) {
      arrow = evolved(s, arrow);
      most.value = larger_or_nan(most.value, distance(left_fields(s, arrow, symmetries), initial) /
                                                 largest_entry(initial));
    }
    return most;
  };
  auto const constant = [&](DiscreteSystem const& s, Arrow const& first, Matrix const& symmetries) {
    study.measure("C3.26", "as printed", s.name, change(s, first, symmetries));
  };
  RobotBody balanced = sample_robot();
  balanced.m0l = 0;
  auto const balanced_robot = robot(h, balanced);
  // A step of figure 2: this ball soon spins fast.
  auto const table = ball(0.01_quad, 3.5_quad, body());
  constant(straight, paths()[0].sample(), Vector::Unit(3, 1));
  constant(sleigh(h, {1, 1, 0, 0}), paths()[2].sample(), Vector::Unit(3, 0));
  constant(
      table,
      rolled(0.01_quad, 3.5_quad, Vector{{0.99_quad, 1}}, Vector{{1, 0.98_quad}}, 0.7_quad, body()),
      table.distribution({}));
  Matrix const turns = balanced_robot.distribution({});
  constant(balanced_robot,
           arrow_of_momentum(balanced_robot, Vector::Zero(2), Vector{{0.05_quad, -0.02_quad}}),
           turns.col(0) - turns.col(1));
  Arrow const first = arrow_of_momentum(straight, Vector{{0, 0.5_quad, 0}}, Vector::Ones(2));
  study.control("C3.26", "d/dx of the particle", change(straight, first, Vector::Unit(3, 0)));
}

}  // namespace

void principle(Study& study) {
  for (char const* const erratum : {"E8", "E12"}) study.uses(erratum);
  variations(study);
  study.progress(0.2);
  solutions(study);
  study.progress(0.6);
  composable_pairs(study);
  hamiltonian(study);
  momenta(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::principle_study
