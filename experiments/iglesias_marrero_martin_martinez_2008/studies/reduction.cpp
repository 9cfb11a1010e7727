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
    s.lagrangian = [*this](Arrow const& g) { return reduced.lagrangian(image(g)); };
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
  for (auto const& [k, n, group, first] : {Case{1, 0, rotations(), R0},
                                           {2, 0, planar_motions(), E0},
                                           {4, 2, rotations(), R0},
                                           {5, 2, planar_motions(), E0}}) {
    auto const& reduced = all[k].system;
    Above const above{reduced, n, group};
    auto const whole = above.system();
    auto const g = all[k].sample(), G = above.lifted(g, first);
    Dice dice(61);
    auto const other = arrow_after(reduced, g, dice);
    auto const after = above.lifted(other, part(G, 2 * n + group.size, group.size));
    auto const image = above.image(evolved(whole, G));
    measure(study, reduced.name,
            {{"G29", distance(euler_lagrange(whole, G, after), euler_lagrange(reduced, g, other)),
              "largest difference of the Euler-Lagrange covectors above and below, at an arbitrary "
              "pair of arrows"},
             {"C3.21/i", rest_on_distribution(reduced, g, euler_lagrange(reduced, g, image)),
              "part on D_c of the covector below at the image of a solution above, over its size"},
             {"C3.21", distance(image, evolved(reduced, g)),
              "image of the next arrow above less the next arrow below"}});
  }
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
