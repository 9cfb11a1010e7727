#include "experiments/mclachlan_perlmutter_2006/shared/constrained_body.hpp"
#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

Numbers random_numbers(Random& random, std::size_t n) {
  auto const x = random.vector(n);
  return {x.begin(), x.end()};
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

/// Equations of a body at random velocities and accelerations.
struct Motion {
  ConstrainedBody const& body;
  FreeRigidBody free;
  Numbers v, v_dot, turning;  ///< turning: [m, v]

  Motion(ConstrainedBody const& body, Random& random)
      : body(body),
        free(body.free()),
        v(random_numbers(random, body.one_forms[0].size())),
        v_dot(random_numbers(random, v.size())),
        turning(bracket(free, free.momentum(v), v)) {}

  /// Difference of skew((v' + v^2) J) from m' + sign [m, v].
  double equation(Q sign) const {
    return distance(lagrangian_side(free, v, v_dot),
                    sum(free.momentum(v_dot), times(sign, turning)));
  }
  double projection() const {
    return distance(body.by_multipliers(turning), body.by_metric(turning));
  }
  double projection_by_unit_metric() const {
    return distance(body.by_multipliers(turning), body.by_unit_metric(turning));
  }
  /// Change of tr(g_0 J g_1^T) by the exchange of two elements, J with `extra` above the diagonal.
  double exchange(Q extra) const {
    auto const a = free.cayley(v), b = free.cayley(v_dot);
    Q change = free.lagrangian(a, b) - free.lagrangian(b, a);
    for (std::size_t k = 0; k < body.n; ++k)
      change += extra * (a[body.n * k] * b[body.n * k + 1] - b[body.n * k] * a[body.n * k + 1]);
    return double(absolute(change));
  }
};

void continuous_equations(Study& study) {
  for (auto const& body : constrained_bodies())
    study.over(
        10, [&](Random& random) { return Motion(body, random); },
        {{"C97", "as printed", [](Motion const& m) { return m.equation(-1); }},
         {"C97", "plus sign", [](Motion const& m) { return m.equation(1); }, true},
         {"C98", "as printed", &Motion::projection},
         {"C98", "another metric", &Motion::projection_by_unit_metric, true},
         {"C99", "as printed", [](Motion const& m) { return m.exchange(0); }},
         {"C99", "J not symmetric", [](Motion const& m) { return m.exchange(1); }, true}},
        0x1p-52, body.name);
}

/// Square of the distance of x from the span of a basis.
Q outside(Rows basis, Numbers x) {
  for (std::size_t i = 0; i < basis.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      basis[i] = sum(basis[i], times(-dot(basis[i], basis[j]) / dot(basis[j], basis[j]), basis[j]));
    x = sum(x, times(-dot(x, basis[i]) / dot(basis[i], basis[i]), basis[i]));
  }
  return absolute(dot(x, x));
}

void integrability(Study& study) {
  auto const units = [](int dof, std::initializer_list<std::size_t> which) {
    Rows basis;
    for (std::size_t i : which) basis.push_back(unit_vectors(dof)[i]);
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
  int disagree = 0, disagree_with_abelian = 0, subalgebras = 0;
  for (auto const& [n, basis] : all) {
    FreeRigidBody const body{n};
    Q const s = 1e-8Q;
    Q brackets = 0, loops = 0, commutators = 0;
    for (auto const& a : basis)
      for (auto const& b : basis) {
        brackets = larger_or_nan(brackets, outside(basis, bracket(body, a, b)));
        commutators = larger_or_nan(commutators, largest(bracket(body, a, b)));
        // A small loop along the two fields and back again.
        auto loop = body.identity();
        for (auto const& x : {times(s, a), times(s, b), times(-s, a), times(-s, b)})
          loop = body.product(loop, body.cayley(x));
        loops = larger_or_nan(loops, outside(basis, times(1 / (s * s), body.entries(loop))));
      }
    bool const subalgebra = brackets < 1e-12Q;
    subalgebras += subalgebra;
    bool const integrable = loops < 1e-12Q;
    disagree += subalgebra != integrable;
    disagree_with_abelian += (commutators < 1e-12Q) != integrable;
  }
  study.measure("C93",
                {.value = double(disagree), .details = {{"subalgebras", double(subalgebras)}}});
  study.control("C93", "k not abelian", {double(disagree_with_abelian)});
}

/// How far momenta of a C_d are from filling a linear subspace of dimension k: the first singular
/// value beyond it, relative to the largest. step_of(v) is the element of C_d of v in k.
template <class Step>
double departure_from_subspace(ConstrainedBody const& body, Step const& step_of) {
  auto const basis = body.allowed();
  std::size_t const dof = body.one_forms[0].size();
  Eigen::MatrixXd momenta(dof, 40);
  for (int i = 0; i < 40; ++i) {
    Random random(1, i + 1);
    auto const c = random_numbers(random, basis.size());
    Numbers v(dof, Q(0));
    for (std::size_t j = 0; j < basis.size(); ++j) v = sum(v, times(c[j] / 2, basis[j]));
    auto const M = body.free().discrete_momentum(step_of(v));
    for (std::size_t j = 0; j < dof; ++j) momenta(long(j), i) = double(M[j]);
  }
  auto const s = theory::singular_values(momenta);
  return s[long(basis.size())] / s[0];
}

void another_constraint(Study& study) {
  for (auto const& body : constrained_bodies()) {
    auto const free = body.free();
    auto const cayley = [&](Numbers const& v) { return free.cayley(v); };
    auto const of_the_paper = [&](Numbers const& v) {
      return free.cayley(free.solved(free.momentum(v), v));
    };
    study.measure("C103", "as printed", body.name, {departure_from_subspace(body, cayley)});
    study.control("C103", "C_d of the paper", body.name,
                  {departure_from_subspace(body, of_the_paper)});
  }
}

}  // namespace

void rigid_body_equations(Study& study) {
  continuous_equations(study);
  integrability(study);
  another_constraint(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
