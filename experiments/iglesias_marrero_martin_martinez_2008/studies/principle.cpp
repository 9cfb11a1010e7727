#include "experiments/iglesias_marrero_martin_martinez_2008/shared/ball_arrows.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Q const h = 0.1Q;

/// One of M_c whose F^- exceeds F^+ of g by p.
Arrow arrow_beyond(DiscreteSystem const& s, Arrow const& g, Numbers const& p) {
  return arrow_of_momentum(s, s.target(g), sum(legendre_plus(s, g), p));
}
/// Derivative of L_d(g k(t)) + L_d(k(t)^-1 h) along a curve k(t) of velocity v that accelerates by
/// w.
Q action_derivative(DiscreteSystem const& s, Arrow const& g, Arrow const& next, Numbers const& v,
                    Numbers const& w) {
  return derivative([&](Q t) {
    auto const k = sum(times(t, v), times(t * t, w));
    return s.lagrangian(s.right_moved(g, k)) + s.lagrangian(s.left_moved(next, k));
  });
}

/// The principle of section 3.1 at arbitrary arrows: G8, G9, G15. In the controls the terms of the
/// second arrow have the other sign.
void variations(Study& study) {
  Largest wrong_sum, wrong_pair;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    auto const n = std::size_t(s.rank);
    Dice dice(31);
    auto const g1 = path.sample(), g2 = arrow_after(s, g1, dice), g3 = arrow_after(s, g2, dice);
    Largest sum_of_terms, on_basis, legendre;
    for (int sample = 0; sample < 3; ++sample) {
      auto const v1 = dice.numbers(n, 1), v2 = dice.numbers(n, 1), w1 = dice.numbers(n, 1),
                 w2 = dice.numbers(n, 1);
      Q const action = derivative([&](Q t) {
        auto const k1 = sum(times(t, v1), times(t * t, w1)),
                   k2 = sum(times(t, v2), times(t * t, w2));
        return s.lagrangian(s.right_moved(g1, k1)) +
               s.lagrangian(s.right_moved(s.left_moved(g2, k1), k2)) +
               s.lagrangian(s.left_moved(g3, k2));
      });
      Q const ends = left_field(s, g1, v1) + left_field(s, g2, v2),
              starts = right_field(s, g2, v1) + right_field(s, g3, v2);
      sum_of_terms(action - ends + starts);
      wrong_sum(action - ends - starts);
    }
    auto const plus = legendre_plus(s, g1), minus = legendre_minus(s, g2);
    auto const D = s.distribution(s.target(g1));
    for (std::size_t a = 0; a < D.size(); ++a) {
      Q const action = action_derivative(s, g1, g2, D[a], dice.numbers(n, 1));
      on_basis(action - left_field(s, g1, D[a]) + right_field(s, g2, D[a]));
      legendre(action - plus[a] + minus[a]);
      wrong_pair(action - plus[a] - minus[a]);
    }
    supply(study, {{"G8", sum_of_terms}, {"G9", on_basis}, {"G15", legendre}}, s.name);
  }
  supply_controls(study, {{"G8", "sign of the second arrow", wrong_sum},
                          {"G9", "sign of the second arrow", wrong_pair}});
}

/// Largest component of `covector` outside the span of `forms`, over its largest component.
double outside_span(Rows const& forms, Numbers const& covector) {
  return double(largest(across_span(forms, covector)) / largest(covector));
}

/// Solutions of the equations: G2, G10, G13, G21.
void solutions(Study& study) {
  double least_term = 1;
  Largest largest_sum, all_terms, off_rest, off_along, other_end;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    Dice dice(32);
    auto const g = path.sample();
    auto const r = s.distribution(s.source(g)).size();
    auto const next = evolved(s, g), last = evolved(s, next);
    auto const D = s.distribution(s.target(g));
    auto const action_along_D = [&](Arrow const& first, Arrow const& second) {
      Largest along;
      for (auto const& v : s.distribution(s.target(first)))
        along(action_derivative(s, first, second, v, dice.numbers(std::size_t(s.rank), 1)));
      return along.value;
    };

    double const along = action_along_D(g, next);
    Largest linear;
    auto const free = unconstrained(s);
    auto const compare = [&](Largest& most, Numbers const& bound, Numbers const& all,
                             Numbers const& x) {
      auto const basis = s.distribution(x);
      for (std::size_t a = 0; a < basis.size(); ++a) most(bound[a] - dot(basis[a], all));
    };
    compare(linear, legendre_minus(s, g), legendre_minus(free, g), s.source(g));
    compare(linear, legendre_plus(s, g), legendre_plus(free, g), s.target(g));
    compare(other_end, legendre_plus(s, g), legendre_plus(free, g), s.source(g));
    auto const annihilator = null_space(D, s.rank);
    supply(study,
           {{"G10", outside_span(annihilator, euler_lagrange(s, g, next))},
            {"G21", along},
            {"G13", linear}},
           s.name);
    // Terms p and -p at the two nodes, whose sum over k vanishes.
    auto const p = dice.numbers(r, 0.05Q);
    auto const off = arrow_beyond(s, g, times(-1, p)), back = arrow_beyond(s, off, p);
    off_rest(outside_span(annihilator, euler_lagrange(s, g, off)));
    off_along(action_along_D(g, off));
    auto const term = [&](Arrow const& a, Arrow const& b) {
      return difference(legendre_plus(s, a), legendre_minus(s, b));
    };
    auto const first = term(g, off), second = term(off, back);
    least_term = smaller_or_nan(least_term, double(largest(first) / largest(legendre_plus(s, g))));
    largest_sum(largest(sum(first, second)));
    for (auto const& [a, b] : {std::pair{g, next}, {next, last}})
      all_terms(action_along_D(a, b) / double(largest(legendre_plus(s, a))));
  }
  study.measure("G2", "one sum for each index",
                {.value = least_term,
                 .details = {{"largest sum over k", largest_sum.value}},
                 .epsilon = of_differences});
  supply(study, {{"G2", "term by term", all_terms}});
  supply_controls(study, {{"G2", "sums alone", least_term},
                          {"G10", "no solution", off_rest},
                          {"G21", "no solution", off_along},
                          {"G13", "D_c at the other end", other_end}});
  study.compare("E8", least_term, all_terms.value,
                "residual at a node over the momentum, six examples, h = .1");
}

/// Composable pairs of M_c: G11 and G12.
void composable_pairs(Study& study) {
  // M_c = {(cos s, a sin s)}: (s, t) is composable where F = a sin s - cos t vanishes. Where both
  // derivatives vanish and the second ones have opposite signs, two lines of F = 0 cross.
  auto const crossings = [](double a) {
    int count = 0;
    for (double const s : {M_PI_2, -M_PI_2})
      for (double const t : {0.0, M_PI})
        count +=
            std::abs(a * std::sin(s) - std::cos(t)) < 1e-15 && -a * std::sin(s) * std::cos(t) < 0;
    return count;
  };
  supply(study, {{"G11", crossings(1)}});
  supply_controls(study, {{"G11", "ellipse", crossings(2)}});
  for (auto const& path : paths()) {
    auto const& s = path.system;
    Dice dice(33);
    auto const m = std::size_t(path.base_dimension()), n = std::size_t(s.rank);
    auto const x = s.source(path.arrow(0));

    // Tangents of the base: all directions, or those across gamma.
    auto const tangents = s.name == "Veselova" ? s.distribution(x) : unit_vectors(int(m));
    auto const at = dice.numbers(2 * n, 0.05Q);
    Rows slopes;
    for (std::size_t j = 0; j < m + 2 * n; ++j)
      slopes.push_back(derivative([&](Q t) {
        auto base = x;
        if (j < m) base = sum(base, times(t, tangents[j]));
        if (s.name == "Veselova") base = times(1 / sqrtq(dot(base, base)), base);
        auto xi = at;
        if (j >= m) xi[j - m] += t;
        auto const g = s.right_moved(s.unit(base), part(xi, 0, n));
        auto const next = s.right_moved(s.unit(s.target(g)), part(xi, n, n));
        return together(s.constraint(g), s.constraint(next));
      }));
    int const dimension = int(m + 2 * n) - rank(columns(slopes)), r = int(s.distribution(x).size());
    supply(study, {{"G12", dimension - int(m) - 2 * r}}, s.name);
  }
}

/// (3.16) at momenta of the reversible examples, and G31.
void hamiltonian(Study& study) {
  Largest printed, corrected, two_steps;
  auto const degenerate = [](DiscreteSystem const& s, Arrow const& unit) {
    auto const D = s.distribution(s.source(unit));
    auto const mass =
        table_of(D, D, [&](auto const& a, auto const& b) { return -h * bilinear(s, unit, a, b); });
    return rank(mass) < int(D.size());
  };
  int degenerate_ones = 0;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    degenerate_ones += degenerate(s, path.arrow(0));
    if (!path.reversible()) continue;
    auto const g = path.sample();
    auto const x = s.source(g);
    auto const p = legendre_minus(s, g);
    double const scale = 1 / double(largest(p));
    auto const third = legendre_plus(s, g);  // F^+ o (F^-)^-1
    printed(scale * distance(legendre_plus(s, evolved(s, g)), third));
    // (F^+)^-1(p): the inverse of the arrow with F^-(i(g)) = -p of L_d o i.
    auto const inverse_plus = s.inverse(arrow_of_momentum(opposite(s), x, times(-1, p)));
    auto const next = evolved(s, inverse_plus);
    corrected(scale * distance(legendre_plus(s, next), third));
    corrected(scale * distance(legendre_minus(s, evolved(s, g)), third));
    two_steps(scale * distance(legendre_plus(s, evolved(s, next)), third));
  }
  auto const massless = sleigh(h, {0, 1, 0.5Q, 0});
  supply(study, {{"G30", printed}, {"G30", "inverse of F^+", corrected}, {"G31", degenerate_ones}});
  supply_controls(study, {{"G30", "two steps", two_steps},
                          {"G31", "massless sleigh", degenerate(massless, massless.unit({}))}});
  study.compare("E12", printed.value, corrected.value,
                "distance from F^+ o (F^-)^-1 over the momentum, four examples, h = .1");
}

/// Momentum maps: G32 and the constants of corollary 3.26.
void momenta(Study& study) {
  Dice dice(34);
  Largest other_sign;
  auto const of_ends = [&](DiscreteSystem const& s, Arrow const& g, Numbers const& before,
                           Numbers const& after) {
    Q const moved = derivative([&](Q t) {
      return s.lagrangian(s.left_moved(s.right_moved(g, times(t, after)), times(t, before)));
    });
    Q const left = left_field(s, g, after), right = right_field(s, g, before);
    other_sign(moved - left - right);
    supply(study, {{"G32", absolute(moved - left + right)}}, s.name);
  };
  auto const straight = particle(h);
  auto const q = dice.numbers(6, 1);
  of_ends(straight, q, {1, 0, q[1]}, {1, 0, q[4]});
  auto const heavy = paths()[3];
  auto const g = heavy.sample();
  of_ends(heavy.system, g, heavy.system.source(g), heavy.system.target(g));
  supply_controls(study, {{"G32", "sign of the right-invariant field", other_sign}});

  RobotBody balanced;
  balanced.m0l = 0;
  auto const all = paths();
  auto const balanced_robot = robot(h, balanced);
  auto const table = ball(0.01Q, 3.5Q);  // a step of figure 2: this ball soon spins fast
  auto const change = [&](DiscreteSystem const& s, Arrow arrow, Rows const& symmetries) {
    Measured most{.value = 0, .steps = study.quick ? 3. : 8., .epsilon = of_differences};
    Numbers initial;
    for (int k = 0; k < int(most.steps); ++k) {
      Numbers momentum;
      for (auto const& X : symmetries) momentum.push_back(left_field(s, arrow, X));
      if (k == 0) initial = momentum;
      most.value =
          larger_or_nan(most.value, distance(momentum, initial) / double(largest(initial)));
      arrow = evolved(s, arrow);
    }
    return most;
  };
  auto const constant = [&](DiscreteSystem const& s, Arrow const& first, Rows const& symmetries) {
    study.measure("C3.26", "as printed", s.name, change(s, first, symmetries));
  };
  constant(straight, all[0].sample(), {{0, 1, 0}});
  constant(sleigh(h, {1, 1, 0, 0}), all[2].sample(), {{1, 0, 0}});
  constant(table, rolled(0.01Q, 3.5Q, {0.99Q, 1}, {1, 0.99Q}, 0.7Q), table.distribution({}));
  auto const turns = balanced_robot.distribution({});
  constant(balanced_robot, arrow_of_momentum(balanced_robot, {0, 0}, {0.05Q, -0.02Q}),
           {difference(turns[0], turns[1])});
  study.control("C3.26", "d/dx of the particle",
                change(straight, arrow_of_momentum(straight, {0, 0.5Q, 0}, {1, 1}), {{1, 0, 0}}));
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

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
