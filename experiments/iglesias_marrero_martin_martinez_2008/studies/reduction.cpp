#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::reduction_study {

namespace {

/// Pair groupoid over R^n x G above a system on (R^n x R^n) x G: (b_0, b_1, g_0, g_1) -> (b_0, b_1,
/// g_0^-1 g_1), with L_d, M_c and D_c of the system.
struct Above {
  DiscreteSystem reduced;
  long n;
  Group G;
  bool morphism = true;  ///< false in the control: L_d has g_1 g_0^-1 in place of g_0^-1 g_1

  JetVector pair(JetVector const& a, JetVector const& b) const {
    return stacked(a.head(n), b.head(n), a.tail(G.size), b.tail(G.size));
  }
  JetVector node(JetVector const& g, long k) const {
    return together(g.segment(k * n, n), g.segment(2 * n + k * G.size, G.size));
  }
  JetVector image(JetVector const& g, bool by_morphism = true) const {
    JetVector const g0 = g.segment(2 * n, G.size), g1 = g.tail(G.size);
    return together(g.head(2 * n),
                    by_morphism ? G.product(G.inverse(g0), g1) : G.product(g1, G.inverse(g0)));
  }
  JetVector moved(JetVector const& q, JetVector const& eta) const {
    return together(q.head(n) + eta.head(n), G.product(q.tail(G.size), G.curve(eta.tail(3))));
  }
  /// Arrow above g from the element `from` of G.
  Arrow lifted(Arrow const& g, Vector const& from) const {
    JetVector const start = from.cast<QuadJet>(), g_jets = g.cast<QuadJet>();
    return values(stacked(g_jets.head(2 * n), start, G.product(start, g_jets.tail(G.size))));
  }
  DiscreteSystem system() const {
    auto s = reduced;
    s.lagrangian = [*this](JetVector const& g) { return reduced.lagrangian(image(g, morphism)); };
    s.constraint = [*this](JetVector const& g) { return reduced.constraint(image(g)); };
    s.distribution = [*this](Vector const& q) { return reduced.distribution(q.head(n)); };
    s.source = [*this](JetVector const& g) { return node(g, 0); };
    s.target = [*this](JetVector const& g) { return node(g, 1); };
    s.unit = [*this](JetVector const& q) { return pair(q, q); };
    s.inverse = [*this](JetVector const& g) { return pair(node(g, 1), node(g, 0)); };
    s.right_moved = [*this](JetVector const& g, JetVector const& eta) {
      return pair(node(g, 0), moved(node(g, 1), eta));
    };
    s.left_moved = [*this](JetVector const& g, JetVector const& eta) {
      return pair(moved(node(g, 0), eta), node(g, 1));
    };
    return s;
  }
};

}  // namespace

void reduction(Study& study) {
  struct Case {
    std::size_t path;
    long n;
    Group group;
    Vector first;  // g_0, an arbitrary group element
  };
  Vector const R0 = entries_of(rodrigues(Vector{{0.3_quad, -0.2_quad, 0.5_quad}})),
               E0{{0.7_quad, -0.4_quad, 0.2_quad}};
  Largest operators, solutions, lifts, next_arrows, of_smaller, exchanged;
  for (auto const& [k, n, group, first] : {Case{1, 0, rotations(), R0},
                                           {2, 0, planar_motions(), E0},
                                           {4, 2, rotations(), R0},
                                           {5, 2, planar_motions(), E0}}) {
    auto const& reduced = paths()[k].system;
    Random random(1, 1);
    Arrow const g = paths()[k].sample(), other = arrow_after(reduced, g, random),
                next = evolved(reduced, g);
    for (bool const morphism : {true, false}) {
      Above const above{reduced, n, group, morphism};
      auto const whole = above.system();
      auto const image_of = [&](JetVector const& a) { return values(above.image(a)); };
      Arrow const G = above.lifted(g, first), end = G.tail(group.size),
                  after = above.lifted(other, end),
                  image = image_of(evolved(whole, G).cast<QuadJet>());
      Vector const on_lift = euler_lagrange(whole, G, above.lifted(next, end));
      double const of_operator =
                       distance(euler_lagrange(whole, G, after), euler_lagrange(reduced, g, other)),
                   of_solution =
                       rest_on_distribution(reduced, g, euler_lagrange(reduced, g, image)),
                   of_next = distance(image, next),
                   of_lift = rest_on_distribution(whole, G, on_lift);
      if (!morphism) {
        operators(of_operator);
        solutions(of_solution);
        lifts(of_lift);
        next_arrows(of_next);
        continue;
      }
      supply(study,
             {{"G29", of_operator},
              {"C3.21/i", of_solution},
              {"C3.21/i", "vanishes, hence a solution", of_lift},
              {"C3.21", of_next}},
             reduced.name);
      // Solution of the equations on all but the last section of D_c.
      Vector p = legendre_plus(whole, G);
      p.tail(1)[0] += 0.05_quad;
      JetVector const beyond = arrow_of_momentum(whole, whole.target(G), p).cast<QuadJet>();
      of_smaller(distance(image_of(beyond), next));
      // On a Lie group the images are composable in both orders.
      if (n == 0) exchanged(distance(evolved(reduced, image), g));
    }
  }
  supply_controls(study, {{"G29", "no morphism", operators},
                          {"C3.21/i", "no morphism", solutions},
                          {"C3.21/i", "lift without a morphism", lifts},
                          {"C3.21", "no morphism", next_arrows},
                          {"C3.21", "D_c's image proper in D'_c", of_smaller},
                          {"C3.21", "(Phi(h), Phi(g))", exchanged}});
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::reduction_study
