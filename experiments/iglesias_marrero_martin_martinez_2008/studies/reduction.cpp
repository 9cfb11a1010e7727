#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// The pair groupoid over R^n x G above a system on (R^n x R^n) x G: (b_0, b_1, g_0, g_1) -> (b_0,
/// b_1, g_0^-1 g_1), with the same L_d, M_c and D_c.
struct Above {
  DiscreteSystem reduced;
  std::size_t n;
  Group G;
  bool morphism = true;  ///< in the control L_d has g_1 g_0^-1 in place of g_0^-1 g_1

  Arrow pair(Numbers const& a, Numbers const& b) const {
    return together(together(part(a, 0, n), part(b, 0, n)), part(a, n, G.size), part(b, n, G.size));
  }
  Numbers node(Arrow const& g, std::size_t k) const {
    return together(part(g, k * n, n), part(g, 2 * n + k * G.size, G.size));
  }
  Arrow image(Arrow const& g) const {
    return together(part(g, 0, 2 * n),
                    G.product(G.inverse(part(g, 2 * n, G.size)), part(g, 2 * n + G.size, G.size)));
  }
  /// The arrow above g from the element `from` of G.
  Arrow lifted(Arrow const& g, Numbers const& from) const {
    return together(part(g, 0, 2 * n), from, G.product(from, part(g, 2 * n, G.size)));
  }
  DiscreteSystem system() const {
    auto const moved = [*this](Numbers const& q, Numbers const& eta) {
      return together(sum(part(q, 0, n), part(eta, 0, n)),
                      G.product(part(q, n, G.size), G.curve(part(eta, n, eta.size() - n))));
    };
    auto s = reduced;
    s.lagrangian = [*this](Arrow const& g) {
      auto const g0 = part(g, 2 * n, G.size), g1 = part(g, 2 * n + G.size, G.size);
      return reduced.lagrangian(
          morphism ? image(g) : together(part(g, 0, 2 * n), G.product(g1, G.inverse(g0))));
    };
    s.constraint = [*this](Arrow const& g) { return reduced.constraint(image(g)); };
    s.distribution = [*this](Numbers const& q) { return reduced.distribution(part(q, 0, n)); };
    s.source = [*this](Arrow const& g) { return node(g, 0); };
    s.target = [*this](Arrow const& g) { return node(g, 1); };
    s.unit = [*this](Numbers const& q) { return pair(q, q); };
    s.inverse = [*this](Arrow const& g) { return pair(node(g, 1), node(g, 0)); };
    s.right_moved = [*this, moved](Arrow const& g, Numbers const& eta) {
      return pair(node(g, 0), moved(node(g, 1), eta));
    };
    s.left_moved = [*this, moved](Arrow const& g, Numbers const& eta) {
      return pair(moved(node(g, 0), eta), node(g, 1));
    };
    return s;
  }
};

}  // namespace

void reduction(Study& study) {
  auto const all = paths();
  struct Case {
    std::size_t path, n;
    Group group;
    Numbers first;  // g_0, anywhere on the group
  };
  auto const R0 = rodrigues({0.3Q, -0.2Q, 0.5Q});
  Numbers const E0{0.7Q, -0.4Q, 0.2Q};
  Largest operators, solutions, next_arrows;
  for (auto const& [k, n, group, first] : {Case{1, 0, rotations(), R0},
                                           {2, 0, planar_motions(), E0},
                                           {4, 2, rotations(), R0},
                                           {5, 2, planar_motions(), E0}}) {
    auto const& reduced = all[k].system;
    Dice dice(61);
    auto const g = all[k].sample(), other = arrow_after(reduced, g, dice);
    for (bool const morphism : {true, false}) {
      Above const above{reduced, n, group, morphism};
      auto const whole = above.system();
      auto const G = above.lifted(g, first),
                 after = above.lifted(other, part(G, 2 * n + group.size, group.size));
      auto const image = above.image(evolved(whole, G));
      double const of_operator =
                       distance(euler_lagrange(whole, G, after), euler_lagrange(reduced, g, other)),
                   of_solution =
                       rest_on_distribution(reduced, g, euler_lagrange(reduced, g, image)),
                   of_next = distance(image, evolved(reduced, g));
      if (morphism) {
        supply(study, {{"G29", of_operator}, {"C3.21/i", of_solution}, {"C3.21", of_next}},
               reduced.name);
      } else {
        operators(of_operator);
        solutions(of_solution);
        next_arrows(of_next);
      }
    }
  }
  supply_controls(study, {{"G29", "no morphism", operators},
                          {"C3.21/i", "no morphism", solutions},
                          {"C3.21", "no morphism", next_arrows}});
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
