#include <Eigen/SVD>
#include <random>

#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/constrained_body.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// Numbers in [-1, 1] that do not depend on the library.
Numbers sampled(std::mt19937& engine, std::size_t n) {
  Numbers x;
  for (std::size_t i = 0; i < n; ++i) x.push_back(2 * Q(engine()) / 4294967296.0Q - 1);
  return x;
}

void measure(Study& study, char const* id, std::string const& instance, Q value, char const* what) {
  study.measure(id, "as printed", instance,
                measured(double(value), "{} {:.1e}, {}", what, double(value), instance));
}

/// Matrices by their entries below the diagonal.
Numbers bracket(FreeRigidBody const& body, Numbers const& a, Numbers const& b) {
  auto const A = body.antisymmetric(a), B = body.antisymmetric(b);
  return body.entries(sum(body.product(A, B), times(-1, body.product(B, A))));
}

/// skew((vdot + v^2) J) below the diagonal.
Numbers lagrangian_side(FreeRigidBody const& body, Numbers const& v, Numbers const& v_dot) {
  auto const V = body.antisymmetric(v);
  auto X = sum(body.antisymmetric(v_dot), body.product(V, V));
  for (std::size_t i = 0; i < body.n; ++i)
    for (std::size_t j = 0; j < body.n; ++j) X[body.n * i + j] *= body.J(j);
  return body.entries(sum(X, times(-1, body.transposed(X))));
}

void continuous_equations(Study& study) {
  std::mt19937 engine(21);
  for (auto const& body : constrained_bodies()) {
    auto const free = body.free();
    std::size_t const dof = body.one_forms[0].size();
    Q equation = 0, projection = 0, symmetry = 0;
    for (int i = 0; i < 10; ++i) {
      auto const v = sampled(engine, dof), v_dot = sampled(engine, dof);
      auto const turning = bracket(free, free.momentum(v), v);
      equation =
          larger_or_nan(equation, Q(distance(lagrangian_side(free, v, v_dot),
                                             sum(free.momentum(v_dot), times(-1, turning)))));
      projection = larger_or_nan(
          projection, Q(distance(body.by_multipliers(turning), body.by_metric(turning))));
      auto const a = free.cayley(v), b = free.cayley(v_dot);
      symmetry = larger_or_nan(symmetry, absolute(free.lagrangian(a, b) - free.lagrangian(b, a)));
    }
    measure(study, "C97", body.name, equation, "both sides within");
    measure(study, "C98", body.name, projection, "fields within");
    measure(study, "C99", body.name, symmetry, "exchange of the points:");
  }
}

/// What of x is left outside the span of a basis.
Q outside(Rows basis, Numbers x) {
  for (std::size_t i = 0; i < basis.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      basis[i] = sum(basis[i], times(-dot(basis[i], basis[j]) / dot(basis[j], basis[j]), basis[j]));
    x = sum(x, times(-dot(x, basis[i]) / dot(basis[i], basis[i]), basis[i]));
  }
  return absolute(dot(x, x));
}

void integrability(Study& study) {
  auto const units = [](std::size_t dof, std::initializer_list<std::size_t> which) {
    Rows basis;
    for (std::size_t i : which) {
      basis.emplace_back(dof, Q(0));
      basis.back()[i] = 1;
    }
    return basis;
  };
  struct Subspace {
    std::size_t n;
    Rows basis;
  };
  std::vector<Subspace> const all{{3, constrained_bodies()[0].allowed()},
                                  {3, units(3, {0, 1})},
                                  {3, units(3, {2})},
                                  {3, units(3, {0, 1, 2})},
                                  {4, constrained_bodies()[1].allowed()},
                                  {4, units(6, {0, 1, 2})},
                                  {4, units(6, {0, 5})},
                                  {4, units(6, {0, 1, 3})}};
  int disagree = 0, subalgebras = 0;
  for (auto const& [n, basis] : all) {
    FreeRigidBody const body{n};
    Q const s = 1e-8Q;
    Q brackets = 0, loops = 0;
    for (auto const& a : basis)
      for (auto const& b : basis) {
        brackets = larger_or_nan(brackets, outside(basis, bracket(body, a, b)));
        // A small loop along the two fields and back again.
        auto loop = body.identity();
        for (auto const& x : {times(s, a), times(s, b), times(-s, a), times(-s, b)})
          loop = body.product(loop, body.cayley(x));
        loops = larger_or_nan(loops, outside(basis, times(1 / (s * s), body.entries(loop))));
      }
    bool const subalgebra = brackets < 1e-12Q;
    subalgebras += subalgebra;
    disagree += subalgebra != (loops < 1e-12Q);
  }
  study.measure("C93", measured(double(disagree), "{} of {} subspaces, {} of them subalgebras",
                                disagree, all.size(), subalgebras));
}

/// The momenta of C_d = cay(k): do they fill a linear subspace?
void another_constraint(Study& study) {
  std::mt19937 engine(22);
  for (auto const& body : constrained_bodies()) {
    auto const basis = body.allowed();
    std::size_t const dof = body.one_forms[0].size();
    Eigen::MatrixXd momenta(dof, 40);
    for (int i = 0; i < 40; ++i) {
      auto const c = sampled(engine, basis.size());
      Numbers v(dof, Q(0));
      for (std::size_t j = 0; j < basis.size(); ++j) v = sum(v, times(c[j] / 2, basis[j]));
      auto const M = body.free().discrete_momentum(body.free().cayley(v));
      for (std::size_t j = 0; j < dof; ++j) momenta(long(j), i) = double(M[j]);
    }
    auto const s = Eigen::JacobiSVD<Eigen::MatrixXd>(momenta).singularValues();
    measure(study, "C103", body.name, s[long(basis.size())] / s[0],
            "first singular value beyond dimension k, relative:");
  }
}

}  // namespace

void rigid_body_equations(Study& study) {
  continuous_equations(study);
  integrability(study);
  another_constraint(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
