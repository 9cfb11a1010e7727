#include "experiments/theory/group_elements.hpp"

namespace rattleback::theory {

Vector planar_increment(Vector const& from, Vector const& to) {
  return planar_product(planar_inverse(Vector{{from[2], from[0], from[1]}}),
                        Vector{{to[2], to[0], to[1]}});
}

Group rotations() {
  return {9, [] { return entries_of(MatrixOf3<QuadJet>::Identity()); },
          [](JetVector const& a, JetVector const& b) {
            return entries_of((matrix_of(a) * matrix_of(b)).eval());
          },
          [](JetVector const& a) { return entries_of(matrix_of(a).transpose()); },
          [](JetVector const& w) { return entries_of(turned_by(w)); }};
}
Group planar_motions() {
  return {3, [] { return JetVector(JetVector::Zero(3)); },
          [](JetVector const& a, JetVector const& b) { return planar_product(a, b); },
          [](JetVector const& a) { return planar_inverse(a); },
          [](JetVector const& xi) { return planar_exp(xi); }};
}

DiscreteSystem on_trivial_groupoid(std::string name, long n, Group const& G,
                                   NumberOfArrow lagrangian, VectorOfArrow constraint,
                                   std::function<Matrix(Vector const&)> distribution) {
  auto const first = [n](JetVector const& g) -> JetVector { return g.head(n); };
  auto const last = [n](JetVector const& g) -> JetVector { return g.segment(n, n); };
  auto const W = [size = G.size](JetVector const& g) -> JetVector { return g.tail(size); };
  return {std::move(name),
          n + 3,
          std::move(lagrangian),
          std::move(constraint),
          std::move(distribution),
          first,
          last,
          [=](JetVector const& x) { return stacked(x, x, G.identity()); },
          [=](JetVector const& g) { return stacked(last(g), first(g), G.inverse(W(g))); },
          [=](JetVector const& g, JetVector const& eta) {
            return stacked(first(g), last(g) + eta.head(n), G.product(W(g), G.curve(eta.tail(3))));
          },
          [=](JetVector const& g, JetVector const& eta) {
            return stacked(first(g) + eta.head(n), last(g), G.product(G.curve(-eta.tail(3)), W(g)));
          }};
}

}  // namespace rattleback::theory
