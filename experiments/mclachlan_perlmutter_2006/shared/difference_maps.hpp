#pragma once
// Finite difference maps (definition 6) with their inverses, on S^2 x R and on R^n.

#include "experiments/mclachlan_perlmutter_2006/shared/geodesics.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

inline Q const h = 0.1Q;  ///< of the maps

/// A finite difference map with its inverse, coded apart from it, and one-forms on its space.
struct DifferenceMap {
  std::string name;
  int n;             ///< dimension of Q
  std::size_t size;  ///< numbers of a point
  std::function<Tangent(Numbers const&, Numbers const&)> phi;
  std::function<std::pair<Numbers, Numbers>(Tangent const&)> inverse;
  std::function<Rows(Numbers const&)> frame;                     ///< n tangent vectors at a point
  std::function<Numbers(Numbers const&, Numbers const&)> moved;  ///< by components in the frame
  std::function<Rows(Numbers const&)> forms;
  std::function<Numbers(RandomNumbers&)> point;

  Numbers vector(Numbers const& q, Numbers const& eta) const {
    Numbers v(size, Q(0));
    auto const basis = frame(q);
    for (std::size_t i = 0; i < basis.size(); ++i) v = sum(v, times(eta[i], basis[i]));
    return v;
  }
  /// Rows: components of a basis of C_q.
  Rows distribution(Numbers const& q) const {
    auto const rows = forms(q);
    return null_space(
        n, [&](Numbers const& eta, int row) { return dot(rows[std::size_t(row)], vector(q, eta)); },
        int(rows.size()));
  }
  /// A o phi.
  Numbers constraint(Numbers const& q0, Numbers const& q1) const {
    auto const v = phi(q0, q1);
    Numbers values;
    for (auto const& row : forms(v.point)) values.push_back(dot(row, v.vector));
    return values;
  }
  Numbers pair(Tangent const& v) const {
    auto const [q0, q1] = inverse(v);
    return together(q0, q1);
  }
};

inline DifferenceMap euclidean(NaturalSystem const& system, Node node) {
  auto const n = std::size_t(system.n);
  return {node == Node::start ? "(4.8) on R^n, " + system.name : "(4.13) on R^n, " + system.name,
          system.n,
          n,
          [=](Numbers const& q0, Numbers const& q1) {
            return Tangent{node_of(node, q0, q1), times(1 / h, sum(q1, times(-1, q0)))};
          },
          [=](Tangent const& v) {
            Q const before = node == Node::start ? 0 : -h / 2;
            return std::pair{sum(v.point, times(before, v.vector)),
                             sum(v.point, times(before + h, v.vector))};
          },
          [=](Numbers const&) { return unit_vectors(int(n)); },
          [](Numbers const& q, Numbers const& eta) { return sum(q, eta); },
          [=](Numbers const& q) { return system.forms(q); },
          [=](RandomNumbers& random) { return random(int(n)); }};
}
inline DifferenceMap curved(std::string const& name, FiniteDifferenceMap phi, Q before) {
  return {name,
          3,
          4,
          [=](Numbers const& q0, Numbers const& q1) { return phi(q0, q1, h); },
          [=](Tangent const& v) {
            return std::pair{geodesic(v, before).point, geodesic(v, before + h).point};
          },
          [](Numbers const& q) {
            auto const [f1, f2] = frame(part(q, 0, 3));
            return Rows{together(f1, {0}), together(f2, {0}), {0, 0, 0, 1}};
          },
          moved,
          [](Numbers const& q) { return Rows{contact(q)}; },
          [](RandomNumbers& random) {
            return moved({0.48Q, 0.6Q, 0.64Q, 0.2Q}, random(3, 0.5Q));
          }};
}
/// Those of section 4 that the paper uses, on spaces of three and four dimensions.
inline std::vector<DifferenceMap> const& difference_maps() {
  static std::vector<DifferenceMap> const all{
      curved("(4.6) on S^2 x R", geodesic_at_start, 0),
      curved("(4.7) on S^2 x R", geodesic_at_middle, -h / 2),
      euclidean(natural_systems()[0], Node::start), euclidean(natural_systems()[2], Node::middle),
      euclidean(natural_systems()[3], Node::middle)};
  return all;
}

/// Point and vector as one list of numbers.
inline Numbers joined(Tangent const& v) { return together(v.point, v.vector); }

}  // namespace rattleback::mclachlan_perlmutter_2006
