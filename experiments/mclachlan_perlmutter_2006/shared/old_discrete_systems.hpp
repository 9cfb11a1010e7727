#pragma once
// Natural systems with unit masses on R^n, and discrete systems (Q, L_d, C_d, A_d) on them by the
// definitions of section 3: L_d, the functions that vanish on C_d and the one-forms, in quad
// precision and by difference quotients. Nothing here knows the formulas of section 4.

#include <Eigen/Dense>
#include <array>
#include <random>

#include "experiments/theory/old_discrete_system.hpp"
#include "experiments/theory/old_matrix_groups.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::by_differences {

// The discrete Lagrange-d'Alembert principle is that of the pair groupoid Q x Q.
using namespace theory::old;

inline Eigen::VectorXd singular_values(Rows const& vectors) {
  Eigen::MatrixXd m(vectors.size(), vectors.front().size());
  for (std::size_t i = 0; i < vectors.size(); ++i)
    for (std::size_t j = 0; j < vectors[i].size(); ++j)
      m(Eigen::Index(i), Eigen::Index(j)) = double(vectors[i][j]);
  return Eigen::JacobiSVD<Eigen::MatrixXd>(m).singularValues();
}
/// Smallest singular value over the largest.
inline double conditioning(Rows const& vectors) {
  auto const values = singular_values(vectors);
  return values.minCoeff() / values.maxCoeff();
}
/// Dimension of the space that they span, to nine digits.
inline int rank(Rows const& vectors) {
  auto const values = singular_values(vectors);
  return int((values.array() > 1e-9 * values.maxCoeff()).count());
}
/// Derivative at 0 of a curve of numbers.
template <class F>
Numbers velocity(F const& curve) {
  Numbers rates;
  for (std::size_t i = 0; i < curve(Q(0)).size(); ++i)
    rates.push_back(derivative([&](Q t) { return curve(t)[i]; }));
  return rates;
}

/// L = |v|^2/2 - V(q) on R^n with A(q) v = 0.
struct NaturalSystem {
  std::string name;
  int n;
  std::function<Q(Numbers const&)> potential;
  std::function<Rows(Numbers const&)> forms;  ///< rows of A(q); none without constraint

  Numbers gradient(Numbers const& q) const {
    Numbers g;
    for (int i = 0; i < n; ++i)
      g.push_back(derivative([&](Q t) {
        auto at = q;
        at[std::size_t(i)] += t;
        return potential(at);
      }));
    return g;
  }
  Numbers constraint(Numbers const& q, Numbers const& v) const {
    Numbers values;
    for (auto const& row : forms(q)) values.push_back(dot(row, v));
    return values;
  }
  /// Rows: a basis of C_q.
  Rows distribution(Numbers const& q) const {
    auto const rows = forms(q);
    return null_space(
        n, [&](Numbers const& v, int row) { return dot(rows[std::size_t(row)], v); },
        int(rows.size()));
  }
  int k() const { return n - int(forms(Numbers(std::size_t(n), Q(0.5))).size()); }
};

/// No two share n, k, the dependence of A on q and the potential's degree.
inline std::vector<NaturalSystem> const& natural_systems() {
  static std::vector<NaturalSystem> const all{
      {"contact oscillator", 3, [](Numbers const& q) { return dot(q, q) / 2; },
       [](Numbers const& q) {
         return Rows{{1, 0, q[1]}};
       }},
      {"contact oscillator, epsilon = 0.7", 3,
       [](Numbers const& q) { return dot(q, q) / 2 + 0.35Q * q[0] * q[0] * q[2] * q[2]; },
       [](Numbers const& q) {
         return Rows{{1, 0, q[1]}};
       }},
      {"particle in R^3 with vx + x vy + y vz = 0", 3,
       [](Numbers const& q) { return dot(q, q) / 2 + q[1] * q[1] * q[1] * q[2] / 4; },
       [](Numbers const& q) {
         return Rows{{1, q[0], q[1]}};
       }},
      {"two constraints on R^4", 4, [](Numbers const& q) { return dot(q, q) / 2; },
       [](Numbers const& q) {
         return Rows{{1, q[1], q[2], 0}, {0, q[3], 1, q[0]}};
       }}};
  return all;
}

/// Euclidean finite difference maps of section 4 without the division by h.
enum class Node { start, middle };
inline Numbers node_of(Node node, Numbers const& q0, Numbers const& q1) {
  return node == Node::start ? q0 : times(0.5Q, sum(q0, q1));
}

/// (Q, L o phi, C_d, A) with the map (4.8) or (4.13) for L_d and for C_d.
inline DiscreteSystem discrete(NaturalSystem const& system, Node lagrangian, Node constraint, Q h) {
  auto const n = std::size_t(system.n);
  auto const first = [n](Arrow const& g) { return part(g, 0, n); };
  auto const second = [n](Arrow const& g) { return part(g, n, n); };
  return {
      system.name,
      system.n,
      [=](Arrow const& g) {
        auto const v = times(1 / h, sum(second(g), times(-1, first(g))));
        return dot(v, v) / 2 - system.potential(node_of(lagrangian, first(g), second(g)));
      },
      [=](Arrow const& g) {
        return system.constraint(node_of(constraint, first(g), second(g)),
                                 sum(second(g), times(-1, first(g))));
      },
      [=](Numbers const& q) { return system.distribution(q); },
      first,
      second,
      [](Numbers const& q) { return together(q, q); },
      [=](Arrow const& g) { return together(second(g), first(g)); },
      [=](Arrow const& g, Numbers const& eta) { return together(first(g), sum(second(g), eta)); },
      [=](Arrow const& g, Numbers const& eta) { return together(sum(first(g), eta), second(g)); }};
}

/// The same on coordinates u of a leaf of an integrable constraint: DEL equations of L_d(q(u_0),
/// q(u_1)).
inline DiscreteSystem on_leaf(DiscreteSystem const& ambient, int k,
                              std::function<Numbers(Numbers const&)> const& point) {
  auto const size = std::size_t(k);
  auto const first = [size](Arrow const& g) { return part(g, 0, size); };
  auto const second = [size](Arrow const& g) { return part(g, size, size); };
  return {
      ambient.name + " on a leaf",
      k,
      [=](Arrow const& g) {
        return ambient.lagrangian(together(point(first(g)), point(second(g))));
      },
      [](Arrow const&) { return Numbers{}; },
      [=](Numbers const&) { return unit_vectors(k); },
      first,
      second,
      [](Numbers const& u) { return together(u, u); },
      [=](Arrow const& g) { return together(second(g), first(g)); },
      [=](Arrow const& g, Numbers const& eta) { return together(first(g), sum(second(g), eta)); },
      [=](Arrow const& g, Numbers const& eta) { return together(sum(first(g), eta), second(g)); }};
}

/// Nodes q_0, q_1, ... of a path of the discrete map from a pair.
inline std::vector<Numbers> path_of(DiscreteSystem const& s, Arrow g, int steps) {
  std::vector<Numbers> nodes{s.source(g), s.target(g)};
  for (int i = 1; i < steps; ++i) nodes.push_back(s.target(g = evolved(s, g)));
  return nodes;
}
/// The action sum (3.1).
inline Q action_sum(DiscreteSystem const& s, std::vector<Numbers> const& nodes) {
  Q sum = 0;
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i)
    sum += s.lagrangian(together(nodes[i], nodes[i + 1]));
  return sum;
}
/// Its derivative when node i moves along v.
inline Q action_slope(DiscreteSystem const& s, std::vector<Numbers> nodes, std::size_t i,
                      Numbers const& v) {
  auto const at = nodes[i];
  return derivative([&](Q t) {
    nodes[i] = sum(at, times(t, v));
    return action_sum(s, nodes);
  });
}

/// Numbers in [-1, 1], the same in every run.
class RandomNumbers {
 public:
  Q operator()() { return 2 * Q(double(engine_())) / Q(4294967296.0) - 1; }
  Numbers operator()(int n, Q size = 1) {
    Numbers a;
    for (int i = 0; i < n; ++i) a.push_back(size * (*this)());
    return a;
  }
  /// A vector of C_q.
  Numbers in_distribution(NaturalSystem const& system, Numbers const& q, Q size = 1) {
    Numbers v(q.size(), Q(0));
    for (auto const& d : system.distribution(q)) v = sum(v, times(size * (*this)(), d));
    return v;
  }

 private:
  std::mt19937 engine_{2006};
};

/// A pair of C_d near (q, q): the step that leaves q with the momentum of a random velocity in C.
inline Arrow random_pair(DiscreteSystem const& s, NaturalSystem const& system, Numbers const& q,
                         Q h, RandomNumbers& random) {
  auto const v = random.in_distribution(system, q);
  Numbers p;
  for (auto const& d : s.distribution(q)) p.push_back(dot(d, v) / h);
  return arrow_of_momentum(s, q, p);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::by_differences
