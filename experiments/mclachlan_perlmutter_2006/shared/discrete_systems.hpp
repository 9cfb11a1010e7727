#pragma once
// Natural systems with unit masses on R^n, and discrete systems (Q, L_d, C_d, A_d) on them by the
// definitions of section 3: from L_d, the functions that vanish on C_d and the one-forms, in quad
// precision with exact derivatives. Independent of the formulas of section 4.

#include <random>

#include "experiments/theory/discrete_system.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

// The discrete Lagrange-d'Alembert principle is the principle on the pair groupoid Q x Q.
using theory::Arrow, theory::Matrix, theory::MatrixOf, theory::Quad, theory::Vector;
using theory::DiscreteSystem, theory::QuadJet, theory::JetVector;

/// Ratio of the smallest to the largest singular value.
double conditioning(Matrix const& vectors);

/// L = |v|^2/2 - V(q) on R^n with A(q) v = 0.
struct NaturalSystem {
  std::string name;
  long n;
  theory::NumberOfArrow potential;
  theory::MatrixOfVector forms;  ///< rows of A(q); empty without constraint

  Vector gradient(Vector const& q) const { return theory::gradient<Quad>(potential, q); }
  /// Basis of C_q, one vector per column.
  Matrix distribution(Vector const& q) const;
  long k() const { return n - forms(Vector::Constant(n, 0.5_quad)).rows(); }
};

/// Systems that differ pairwise in n, k, the dependence of A on q or the degree of the potential.
std::vector<NaturalSystem> const& natural_systems();

/// Euclidean finite difference maps of section 4 without the division by h.
enum class Node { start, middle };
template <class A, class B>
theory::VectorOf<typename A::Scalar> node_of(Node node, Eigen::MatrixBase<A> const& q0,
                                             Eigen::MatrixBase<B> const& q1) {
  if (node == Node::start) return q0;
  return (q0 + q1) / typename A::Scalar(2);
}

/// (Q, L o phi, C_d, A) with the map (4.8) or (4.13) for L_d and for C_d.
DiscreteSystem discrete(NaturalSystem const& system, Node lagrangian, Node constraint, Quad h);
/// Returns the system on coordinates u in R^k of a leaf of an integrable constraint: DEL equations
/// of L_d(q(u_0), q(u_1)).
DiscreteSystem on_leaf(DiscreteSystem const& ambient, long k, theory::VectorOfArrow const& point);

/// Nodes q_0, q_1, ... of a path of the discrete map from a pair.
std::vector<Vector> path_of(DiscreteSystem const& s, Arrow g, int steps);
/// Action sum (3.1).
Quad action_sum(DiscreteSystem const& s, std::vector<Vector> const& nodes);
/// Derivatives of the action sum if node i moves along the columns of X.
Vector action_slopes(DiscreteSystem const& s, std::vector<Vector> const& nodes, std::size_t i,
                     Matrix const& X);

/// Numbers in [-1, 1], the same in every run.
class RandomNumbers {
 public:
  Quad operator()() { return 2 * Quad(double(engine_())) / Quad(4294967296.0) - 1; }
  Vector operator()(long n, Quad size = 1) {
    Vector a(n);
    for (Quad& x : a) x = size * (*this)();
    return a;
  }
  /// Random vector of C_q.
  Vector in_distribution(NaturalSystem const& system, Vector const& q, Quad size = 1) {
    Matrix const D = system.distribution(q);
    return D * (*this)(D.cols(), size);
  }

 private:
  std::mt19937 engine_{2006};
};

/// Returns a pair of C_d near (q, q): the step from q with the momentum of a random velocity in C.
Arrow random_pair(DiscreteSystem const& s, NaturalSystem const& system, Vector const& q, Quad h,
                  RandomNumbers& random);

}  // namespace rattleback::mclachlan_perlmutter_2006
