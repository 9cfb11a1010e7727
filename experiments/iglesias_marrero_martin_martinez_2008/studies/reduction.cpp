#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// The pair groupoid over B x G above a system on (B x B) x G: (b0, b1, g0, g1) -> (b0, b1,
/// g0^-1 g1), with the same L_d, M_c and D_c.
struct Group {
  std::size_t base, size;  // dimension of B, numbers of an element of G
  Numbers (*product)(Numbers const&, Numbers const&);
  Numbers (*inverse)(Numbers const&);
  Numbers (*curve)(Numbers const&);  // through the identity, with this velocity at t = 1
};
Arrow morphism(Group const& G, Arrow const& g) {
  auto const ends = part(g, 0, 2 * G.base);
  return together(ends, G.product(G.inverse(part(g, 2 * G.base, G.size)),
                                  part(g, 2 * G.base + G.size, G.size)));
}
DiscreteSystem above(DiscreteSystem const& reduced, Group const& G) {
  auto const n = G.base, e = 2 * G.base;
  auto const node = [=](Arrow const& g, std::size_t k) {
    return together(part(g, k * n, n), part(g, e + k * G.size, G.size));
  };
  auto const pair = [=](Numbers const& a, Numbers const& b) {
    return together(together(part(a, 0, n), part(b, 0, n)),
                    together(part(a, n, G.size), part(b, n, G.size)));
  };
  auto const moved = [=](Numbers const& q, Numbers const& eta) {
    return together(sum(part(q, 0, n), part(eta, 0, n)),
                    G.product(part(q, n, G.size), G.curve(part(eta, n, eta.size() - n))));
  };
  auto s = reduced;
  s.lagrangian = [=](Arrow const& g) { return reduced.lagrangian(morphism(G, g)); };
  s.constraint = [=](Arrow const& g) { return reduced.constraint(morphism(G, g)); };
  s.distribution = [=](Numbers const& q) { return reduced.distribution(part(q, 0, n)); };
  s.source = [=](Arrow const& g) { return node(g, 0); };
  s.target = [=](Arrow const& g) { return node(g, 1); };
  s.unit = [=](Numbers const& q) { return pair(q, q); };
  s.inverse = [=](Arrow const& g) { return pair(node(g, 1), node(g, 0)); };
  s.right_moved = [=](Arrow const& g, Numbers const& eta) {
    return pair(node(g, 0), moved(node(g, 1), eta));
  };
  s.left_moved = [=](Arrow const& g, Numbers const& eta) {
    return pair(moved(node(g, 0), eta), node(g, 1));
  };
  return s;
}

void compute(Findings& findings) {
  Group const rotations{0, 9, product, transposed, turned_by};
  Group const motions{0, 3, planar_product, planar_inverse, planar_exp};
  auto rolling = rotations, driving = motions;
  rolling.base = driving.base = 2;
  auto const all = paths();
  struct Case {
    std::size_t path;
    Group group;
    Numbers first;  // g0, anywhere on the group
  };
  auto const R0 = rodrigues({0.3Q, -0.2Q, 0.5Q});
  Numbers const E0{0.7Q, -0.4Q, 0.2Q};
  for (auto const& [k, group, first] :
       {Case{1, rotations, R0}, {2, motions, E0}, {4, rolling, R0}, {5, driving, E0}}) {
    auto const& reduced = all[k].system;
    auto const whole = above(reduced, group);
    auto const lifted = [&](Arrow const& g, Numbers const& from) {
      auto const increment = part(g, 2 * group.base, group.size);
      return together(part(g, 0, 2 * group.base), together(from, group.product(from, increment)));
    };
    auto const end = [&](Arrow const& g) {
      return part(g, 2 * group.base + group.size, group.size);
    };
    auto const g = all[k].sample(), G = lifted(g, first);
    Dice dice(61);
    auto const other = reduced.right_moved(reduced.unit(reduced.target(g)),
                                           dice.numbers(std::size_t(reduced.rank), 0.2Q));
    measure(findings, reduced.name,
            {{"G29",
              distance(euler_lagrange(whole, G, lifted(other, end(G))),
                       euler_lagrange(reduced, g, other)),
              "largest difference of the Euler-Lagrange covectors above and below, at an arbitrary "
              "pair of arrows"}});
    auto const next = evolved(whole, G);
    measure(findings, reduced.name,
            {{"C3.21/i",
              rest_on_distribution(reduced, g, euler_lagrange(reduced, g, morphism(group, next))),
              "part on D_c of the covector below at the image of a solution above, over its size"},
             {"C3.21", distance(morphism(group, next), evolved(reduced, g)),
              "image of the next arrow above less the next arrow below"}});
  }
}

}  // namespace

Experiment reduction() {
  return {
      .id = "immm2008_reduction",
      .paper = paper_id,
      .title = "Reduction by a symmetry",
      .about =
          "Theorems of section 3.5 on the pair groupoids of SO(3), SE(2), R^2 x SO(3) and "
          "T^2 x SE(2) above Suslov, sleigh, ball and robot.",
      .choices = {{"arrows", "a short arrow of each example, h = 0.1", "the theorems are for any"}},
      .figures = {},
      .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
