#include "experiments/mclachlan_perlmutter_2006/shared/difference_maps.hpp"

#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

using theory::together;

Matrix DifferenceMap::distribution(Vector const& q) const {
  return theory::kernel(forms(q) * frame(q));
}
JetVector DifferenceMap::constraint(JetVector const& pair) const {
  JetVector const v = phi(pair);
  return forms(v.head(size)) * v.tail(size);
}

DifferenceMap euclidean(NaturalSystem const& system, Node node) {
  long const n = system.n;
  Quad const before = node == Node::start ? 0 : -h / 2, after = before + h;
  return {node == Node::start ? "(4.8) on R^n, " + system.name : "(4.13) on R^n, " + system.name,
          n,
          n,
          [=](JetVector const& g) {
            return together(node_of(node, g.head(n), g.tail(n)),
                            (g.tail(n) - g.head(n)) / QuadJet(h));
          },
          [=](JetVector const& v) {
            return together(v.head(n) + before * v.tail(n), v.head(n) + after * v.tail(n));
          },
          [=](JetVector const&) { return MatrixOf<QuadJet>::Identity(n, n); },
          [](JetVector const& q, JetVector const& eta) { return q + eta; },
          system.forms,
          [=](RandomNumbers& random) { return random(n); }};
}

namespace {

DifferenceMap curved(std::string const& name, FiniteDifferenceMap phi, Quad before) {
  return {
      name,
      3,
      4,
      [=](JetVector const& pair) { return phi(pair, h); },
      [=](JetVector const& v) { return together(geodesic(v, before), geodesic(v, before + h)); },
      [](JetVector const& q) {
        MatrixOf<QuadJet> columns = MatrixOf<QuadJet>::Zero(4, 3);
        columns.topLeftCorner(3, 2) = frame(q);
        columns(3, 2) = 1;
        return columns;
      },
      moved,
      [](JetVector const& q) { return contact(q).transpose().eval(); },
      [](RandomNumbers& random) {
        Vector const q{{0.48Q, 0.6Q, 0.64Q, 0.2Q}};
        return theory::MovedArrow(moved)(q, random(3, 0.5Q));
      }};
}

}  // namespace

std::vector<DifferenceMap> const& difference_maps() {
  static std::vector<DifferenceMap> const all{
      curved("(4.6) on S^2 x R", geodesic_at_start, 0),
      curved("(4.7) on S^2 x R", geodesic_at_middle, -h / 2),
      euclidean(natural_systems()[0], Node::start), euclidean(natural_systems()[2], Node::middle),
      euclidean(natural_systems()[3], Node::middle)};
  return all;
}

}  // namespace rattleback::mclachlan_perlmutter_2006
