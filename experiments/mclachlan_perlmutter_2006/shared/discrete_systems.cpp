#include "experiments/mclachlan_perlmutter_2006/shared/discrete_systems.hpp"

#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

double conditioning(Matrix const& vectors) {
  Vector const values = theory::singular_values(vectors);
  return double(values[values.size() - 1] / values[0]);
}

Matrix NaturalSystem::distribution(Vector const& q) const { return theory::kernel(forms(q)); }

std::vector<NaturalSystem> const& natural_systems() {
  using Jets = JetVector const&;
  using Rows = MatrixOf<QuadJet>;
  auto const harmonic = [](Jets q) { return q.squaredNorm() / 2; };
  auto const contact = [](Jets q) { return Rows{{1, 0, q[1]}}; };
  static std::vector<NaturalSystem> const all{
      {"contact oscillator", 3, harmonic, contact},
      {"contact oscillator, $epsilon$ = 0.7", 3,
       [=](Jets q) { return harmonic(q) + 0.35_quad * q[0] * q[0] * q[2] * q[2]; }, contact},
      {"particle in $R^3$ with $v_x + x v_y + y v_z$ = 0", 3,
       [=](Jets q) { return harmonic(q) + q[1] * q[1] * q[1] * q[2] / 4; },
       [](Jets q) {
         return Rows{{1, q[0], q[1]}};
       }},
      {"two constraints on $R^4$", 4, harmonic, [](Jets q) {
         return Rows{{1, q[1], q[2], 0}, {0, q[3], 1, q[0]}};
       }}};
  return all;
}

DiscreteSystem discrete(NaturalSystem const& system, Node lagrangian, Node constraint, Quad h) {
  long const n = system.n;
  return theory::on_pair_groupoid(
      system.name, n,
      [=](JetVector const& g) {
        JetVector const step = g.tail(n) - g.head(n);
        return step.squaredNorm() / (2 * h * h) -
               system.potential(node_of(lagrangian, g.head(n), g.tail(n)));
      },
      [=](JetVector const& g) -> JetVector {
        return system.forms(node_of(constraint, g.head(n), g.tail(n))) * (g.tail(n) - g.head(n));
      },
      [=](Vector const& q) { return system.distribution(q); });
}
DiscreteSystem on_leaf(DiscreteSystem const& ambient, long k, theory::VectorOfArrow const& point) {
  return theory::on_pair_groupoid(
      ambient.name + " on a leaf", k,
      [=](JetVector const& g) {
        return ambient.lagrangian(theory::together(point(g.head(k)), point(g.tail(k))));
      },
      [](JetVector const&) { return JetVector(0); },
      [=](Vector const&) { return Matrix::Identity(k, k); });
}

std::vector<Vector> path_of(DiscreteSystem const& s, Arrow g, int steps) {
  std::vector<Vector> nodes{s.source(g), s.target(g)};
  for (int i = 1; i < steps; ++i) nodes.push_back(s.target(g = evolved(s, g)));
  return nodes;
}
Quad action_sum(DiscreteSystem const& s, std::vector<Vector> const& nodes) {
  Quad sum = 0;
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i)
    sum += s.lagrangian(theory::together(nodes[i], nodes[i + 1]));
  return sum;
}
Vector action_slopes(DiscreteSystem const& s, std::vector<Vector> const& nodes, std::size_t i,
                     Matrix const& X) {
  Vector slopes(X.cols());
  for (long j = 0; j < X.cols(); ++j)
    slopes[j] = theory::derivative([&](QuadJet const& t) {
      // Terms of (3.1) that contain node i.
      JetVector const moved = nodes[i] + t * X.col(j);
      QuadJet sum = 0;
      if (i > 0) sum += s.lagrangian(theory::together(nodes[i - 1].cast<QuadJet>(), moved));
      if (i + 1 < nodes.size())
        sum += s.lagrangian(theory::together(moved, nodes[i + 1].cast<QuadJet>()));
      return sum;
    });
  return slopes;
}

Arrow random_pair(DiscreteSystem const& s, NaturalSystem const& system, Vector const& q, Quad h,
                  RandomNumbers& random) {
  Vector const v = random.in_distribution(system, q);
  return arrow_of_momentum(s, q, s.distribution(q).transpose() * v / h);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
