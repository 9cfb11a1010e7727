#include "experiments/theory/discrete_system.hpp"

#include "experiments/theory/linear_algebra.hpp"
#include "experiments/theory/newton.hpp"

namespace rattleback::theory {

namespace {

QuadJet const parameter_s{0, 1, 0, 0}, parameter_t{0, 0, 1, 0};

Matrix identity(DiscreteSystem const& s) { return Matrix::Identity(s.rank, s.rank); }

/// Returns the rates along s of L_d(moved(g, s eta)) for each column eta of X, as jets in t.
JetVector fields(DiscreteSystem const& s, MovedArrow const& moved, JetVector const& g,
                 Matrix const& X) {
  JetVector all(X.cols());
  for (long i = 0; i < X.cols(); ++i) {
    QuadJet const f = s.lagrangian(moved(g, parameter_s * X.col(i)));
    all[i] = QuadJet(f.s, 0, f.st, 0);
  }
  return all;
}
Matrix constraint_forms(DiscreteSystem const& s, MovedArrow const& moved, Arrow const& g) {
  Matrix forms(s.constraint(g).size(), s.rank);
  for (long i = 0; i < s.rank; ++i)
    forms.col(i) = rates(s.constraint(moved(g, parameter_s * Vector::Unit(s.rank, i))));
  return forms;
}

}  // namespace

DiscreteSystem unconstrained(DiscreteSystem s) {
  s.constraint = [](JetVector const&) { return JetVector(0); };
  s.distribution = [n = s.rank](Vector const&) { return Matrix::Identity(n, n); };
  return s;
}
DiscreteSystem on_pair_groupoid(std::string name, long n, NumberOfArrow lagrangian,
                                VectorOfArrow constraint,
                                std::function<Matrix(Vector const&)> distribution) {
  return {std::move(name),
          n,
          std::move(lagrangian),
          std::move(constraint),
          std::move(distribution),
          [n](JetVector const& g) { return g.head(n); },
          [n](JetVector const& g) { return g.tail(n); },
          [](JetVector const& x) { return together(x, x); },
          [n](JetVector const& g) { return together(g.tail(n), g.head(n)); },
          [n](JetVector const& g, JetVector const& eta) {
            return together(g.head(n), g.tail(n) + eta);
          },
          [n](JetVector const& g, JetVector const& eta) {
            return together(g.head(n) + eta, g.tail(n));
          }};
}

JetVector left_fields(DiscreteSystem const& s, JetVector const& g, Matrix const& X) {
  return fields(s, s.right_moved, g, X);
}
Vector left_fields(DiscreteSystem const& s, Vector const& g, Matrix const& X) {
  return values(left_fields(s, JetVector(g.cast<QuadJet>()), X));
}
JetVector right_fields(DiscreteSystem const& s, JetVector const& g, Matrix const& X) {
  return -fields(s, s.left_moved, g, X);
}
Vector right_fields(DiscreteSystem const& s, Vector const& g, Matrix const& X) {
  return values(right_fields(s, JetVector(g.cast<QuadJet>()), X));
}

Vector legendre_minus(DiscreteSystem const& s, Arrow const& g) {
  return right_fields(s, g, s.distribution(s.source(g)));
}
Vector legendre_plus(DiscreteSystem const& s, Arrow const& g) {
  return left_fields(s, g, s.distribution(s.target(g)));
}

Matrix bilinear(DiscreteSystem const& s, Arrow const& g, Matrix const& A, Matrix const& B) {
  Matrix G(A.cols(), B.cols());
  for (long i = 0; i < A.cols(); ++i) {
    JetVector const moved = s.left_moved(g, parameter_s * A.col(i));
    for (long j = 0; j < B.cols(); ++j)
      G(i, j) = s.lagrangian(s.right_moved(moved, parameter_t * B.col(j))).st;
  }
  return G;
}
Matrix bilinear(DiscreteSystem const& s, Arrow const& g) {
  return bilinear(s, g, identity(s), identity(s));
}

Matrix right_constraint_forms(DiscreteSystem const& s, Arrow const& g) {
  return constraint_forms(s, s.right_moved, g);
}
Matrix left_constraint_forms(DiscreteSystem const& s, Arrow const& g) {
  return constraint_forms(s, s.left_moved, g);
}
Matrix right_tangents(DiscreteSystem const& s, Arrow const& g) {
  return kernel(right_constraint_forms(s, g));
}
Matrix left_tangents(DiscreteSystem const& s, Arrow const& g) {
  return kernel(left_constraint_forms(s, g));
}
Matrix right_regularity(DiscreteSystem const& s, Arrow const& g) {
  return bilinear(s, g, s.distribution(s.source(g)), right_tangents(s, g));
}
Matrix left_regularity(DiscreteSystem const& s, Arrow const& g) {
  return bilinear(s, g, left_tangents(s, g), s.distribution(s.target(g)));
}

Vector euler_lagrange(DiscreteSystem const& s, Arrow const& g, Arrow const& h) {
  return left_fields(s, g, identity(s)) - right_fields(s, h, identity(s));
}
double rest_on_distribution(DiscreteSystem const& s, Arrow const& g, Vector const& covector) {
  return largest_entry(s.distribution(s.target(g)).transpose() * covector) /
         largest_entry(covector);
}

Arrow arrow_of_momentum(DiscreteSystem const& s, Vector const& x, Vector const& p,
                        Vector const& start) {
  Arrow const unit = s.unit(x);
  Matrix const D = s.distribution(x);
  Vector const root = newton_root(
      start.size() > 0 ? start : Vector(Vector::Zero(s.rank)), [&](JetVector const& xi) {
        JetVector const g = s.right_moved(unit, xi);
        return together(s.constraint(g), right_fields(s, g, D) - p.cast<QuadJet>());
      });
  return s.right_moved(unit, root);
}
Arrow evolved(DiscreteSystem const& s, Arrow const& g) {
  return arrow_of_momentum(s, s.target(g), legendre_plus(s, g));
}
double reversibility_of_map(DiscreteSystem const& s, Arrow const& g) {
  return distance(evolved(s, s.inverse(evolved(s, g))), s.inverse(g));
}
double lagrangian_asymmetry(DiscreteSystem const& s, Arrow const& g) {
  return double(abs(s.lagrangian(s.inverse(g)) - s.lagrangian(g)));
}
double constraint_asymmetry(DiscreteSystem const& s, Arrow const& g) {
  return largest_entry(s.constraint(s.inverse(g)));
}

}  // namespace rattleback::theory
