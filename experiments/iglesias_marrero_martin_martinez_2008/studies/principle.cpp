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

/// The principle of section 3.1 at arbitrary arrows: G8, G9, G15.
void variations(Study& study) {
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
      Q const terms = left_field(s, g1, v1) - right_field(s, g2, v1) + left_field(s, g2, v2) -
                      right_field(s, g3, v2);
      sum_of_terms(action - terms);
    }
    auto const plus = legendre_plus(s, g1), minus = legendre_minus(s, g2);
    auto const D = s.distribution(s.target(g1));
    for (std::size_t a = 0; a < D.size(); ++a) {
      Q const action = action_derivative(s, g1, g2, D[a], dice.numbers(n, 1));
      on_basis(action - left_field(s, g1, D[a]) + right_field(s, g2, D[a]));
      legendre(action - plus[a] + minus[a]);
    }
    measure(
        study, s.name,
        {{"G8", sum_of_terms,
          "derivative of the action of three arrows less the sum over two nodes, largest of three"},
         {"G9", on_basis, "derivative of the action of two arrows along D_c less X_a^L - X_a^R"},
         {"G15", legendre,
          "derivative of the action of two arrows along D_c less F^+(g) - F^-(h)"}});
  }
}

/// Solutions of the equations: G2, G10, G13, G21.
void solutions(Study& study) {
  double least_term = 1;
  Largest largest_sum, all_terms;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    Dice dice(32);
    auto const g = path.sample();
    auto const r = s.distribution(s.source(g)).size();
    auto const next = evolved(s, g), last = evolved(s, next);

    Largest along, linear;
    for (auto const& v : s.distribution(s.target(g)))
      along(action_derivative(s, g, next, v, dice.numbers(std::size_t(s.rank), 1)));
    auto const free = unconstrained(s);
    auto const compare = [&](Numbers const& bound, Numbers const& all, Numbers const& x) {
      auto const D = s.distribution(x);
      for (std::size_t a = 0; a < D.size(); ++a) linear(bound[a] - dot(D[a], all));
    };
    compare(legendre_minus(s, g), legendre_minus(free, g), s.source(g));
    compare(legendre_plus(s, g), legendre_plus(free, g), s.target(g));
    measure(study, s.name,
            {{"G10", rest_on_distribution(s, g, euler_lagrange(s, g, next)),
              "part on D_c of the covector of the equations at a solution, over its size"},
             {"G21", along, "derivative of the action along D_c where F^-(Y(g)) = F^+(g)"},
             {"G13", linear, "F^- and F^+ less the unconstrained ones on D_c"}});
    // Terms p and -p at the two nodes, whose sum over k vanishes.
    auto const p = dice.numbers(r, 0.05Q);
    auto const off = arrow_beyond(s, g, times(-1, p)), back = arrow_beyond(s, off, p);
    auto const term = [&](Arrow const& a, Arrow const& b) {
      return difference(legendre_plus(s, a), legendre_minus(s, b));
    };
    auto const first = term(g, off), second = term(off, back);
    least_term = smaller_or_nan(least_term, double(largest(first) / largest(legendre_plus(s, g))));
    largest_sum(largest(sum(first, second)));
    for (auto const& [a, b] : {std::pair{g, next}, {next, last}})
      for (auto const& v : s.distribution(s.target(a)))
        all_terms(action_derivative(s, a, b, v, dice.numbers(std::size_t(s.rank), 1)) /
                  largest(legendre_plus(s, a)));
  }
  measure(study,
          {{"G2", least_term,
            fmt::format("least residual at a node, over the momentum, of sequences of three arrows "
                        "of the six examples whose sums over k vanish to {:.1e}",
                        largest_sum.value),
            number, "one sum for each index"},
           {"G2", all_terms,
            "largest derivative of the action along D_c, over the momentum, at sequences of three "
            "arrows of the six examples with vanishing terms",
            "term by term"}});
  study.compare("E8", least_term, all_terms.value,
                "residual at a node over the momentum, six examples, h = .1");
}

/// Composable pairs of M_c: G11 and G12.
void composable_pairs(Study& study) {
  // M_c = {(cos s, sin s)}: (s, t) is composable where F = sin s - cos t vanishes. Where both
  // derivatives vanish and the second ones have opposite signs, two lines of F = 0 cross.
  int crossings = 0;
  for (double const s : {M_PI_2, -M_PI_2})
    for (double const t : {0.0, M_PI})
      crossings += std::abs(std::sin(s) - std::cos(t)) < 1e-15 && -std::sin(s) * std::cos(t) < 0;
  measure(study, {{"G11", crossings,
                   "crossings of two lines in the set of composable pairs of M_c = {x^2 + y^2 = "
                   "1} in the pair groupoid of R",
                   counted}});
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
    measure(study, s.name,
            {{"G12", dimension - int(m) - 2 * r,
              fmt::format("dimension {} of the composable pairs of M_c near units less m "
                          "+ 2r with m = {}, r = {}",
                          dimension, m, r),
              counted}});
  }
}

/// (3.16) at momenta of the reversible examples, and G31.
void hamiltonian(Study& study) {
  Largest printed, corrected;
  int degenerate = 0;
  std::vector<double> determinants;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    auto const unit = path.arrow(0);
    auto const D = s.distribution(s.source(unit));
    auto const mass =
        table_of(D, D, [&](auto const& a, auto const& b) { return -h * bilinear(s, unit, a, b); });
    determinants.push_back(double(determinant(mass)));
    degenerate += std::abs(determinants.back()) < 1e-9;
    if (!path.reversible()) continue;
    auto const g = path.sample();
    auto const x = s.source(g);
    auto const p = legendre_minus(s, g);
    Q const scale = 1 / largest(p);
    auto const third = legendre_plus(s, g);  // F^+ o (F^-)^-1
    printed(double(scale) * distance(legendre_plus(s, evolved(s, g)), third));
    // (F^+)^-1(p): the inverse of the arrow with F^-(i(g)) = -p of L_d o i.
    auto const inverse_plus = s.inverse(arrow_of_momentum(opposite(s), x, times(-1, p)));
    corrected(double(scale) * distance(legendre_plus(s, evolved(s, inverse_plus)), third));
    corrected(double(scale) * distance(legendre_minus(s, evolved(s, g)), third));
  }
  measure(study, {{"G30", printed,
                   "largest distance of (3.16) from F^+ o (F^-)^-1, over the momentum, "
                   "particle, Suslov, sleigh and robot",
                   number},
                  {"G30", corrected,
                   "largest distance of F^+ o gamma o (F^+)^-1 and F^- o gamma o (F^-)^-1 from "
                   "F^+ o (F^-)^-1, over the momentum, the same examples",
                   "inverse of F^+"}});
  study.compare("E12", printed.value, corrected.value,
                "distance from F^+ o (F^-)^-1 over the momentum, four examples, h = .1");
  measure(study, {{"G31", degenerate,
                   "examples with a degenerate -h G on D_c at a unit, of six (determinants " +
                       in_words(determinants, "{:.3g}") + ")",
                   counted}});
}

/// Momentum maps: G32 and the constants of corollary 3.26.
void momenta(Study& study) {
  Dice dice(34);
  auto const of_ends = [&](DiscreteSystem const& s, Arrow const& g, Numbers const& before,
                           Numbers const& after) {
    Q const moved = derivative([&](Q t) {
      return s.lagrangian(s.left_moved(s.right_moved(g, times(t, after)), times(t, before)));
    });
    return double(absolute(moved - left_field(s, g, after) + right_field(s, g, before)));
  };
  auto const straight = particle(h);
  auto const q = dice.numbers(6, 1);
  measure(study, "particle",
          {{"G32", of_ends(straight, q, {1, 0, q[1]}, {1, 0, q[4]}),
            "derivative of L_d along the section (1, 0, y) at both ends less Psi^L(L_d) - "
            "Psi^R(L_d)"}});
  auto const heavy = paths()[3];
  auto const g = heavy.sample();
  measure(study, "Veselova",
          {{"G32", of_ends(heavy.system, g, heavy.system.source(g), heavy.system.target(g)),
            "the same for the section gamma"}});

  struct Case {
    DiscreteSystem system;
    Arrow first;
    Rows symmetries;
  };
  RobotBody balanced;
  balanced.m0l = 0;
  auto const all = paths();
  SleighBody const disc{1, 1, 0, 0};
  auto const balanced_robot = robot(h, balanced);
  auto const table = ball(0.01Q, 3.5Q);  // a step of figure 2: this ball soon spins fast
  for (auto const& c :
       {Case{straight, all[0].sample(), {{0, 1, 0}}},
        Case{sleigh(h, disc), all[2].sample(), {{1, 0, 0}}},
        Case{table, rolled(0.01Q, 3.5Q, {0.99Q, 1}, {1, 0.99Q}, 0.7Q), table.distribution({})},
        Case{balanced_robot,
             arrow_of_momentum(balanced_robot, {0, 0}, {0.05Q, -0.02Q}),
             {difference(balanced_robot.distribution({})[0],
                         balanced_robot.distribution({})[1])}}}) {
    Largest change;
    Numbers initial;
    int const steps = study.quick ? 3 : 8;
    auto arrow = c.first;
    for (int k = 0; k < steps; ++k) {
      Numbers momentum;
      for (auto const& X : c.symmetries) momentum.push_back(left_field(c.system, arrow, X));
      if (k == 0) initial = momentum;
      change(distance(momentum, initial) / double(largest(initial)));
      arrow = evolved(c.system, arrow);
    }
    auto m = residual(change.value, fmt::format("largest relative change of the momenta of {} "
                                                "horizontal symmetries in {} steps, {}",
                                                c.symmetries.size(), steps, c.system.name));
    m.steps = steps;
    study.measure("C3.26", "as printed", c.system.name, m);
  }
}

}  // namespace

void principle(Study& study) {
  variations(study);
  study.progress(0.2);
  solutions(study);
  study.progress(0.6);
  composable_pairs(study);
  hamiltonian(study);
  momenta(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
