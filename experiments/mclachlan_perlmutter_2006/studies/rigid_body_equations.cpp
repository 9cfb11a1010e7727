#include "experiments/mclachlan_perlmutter_2006/shared/constrained_body.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/instances.hpp"
#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::mclachlan_perlmutter_2006::rigid_body_equations_study {

namespace {

/// Commutator of two matrices, given by their entries below the diagonal.
Vector bracket(FreeRigidBody const& body, Vector const& a, Vector const& b) {
  Matrix const A = body.antisymmetric(a), B = body.antisymmetric(b);
  return body.entries(A * B - B * A);
}

/// Entries of skew((vdot + v^2) J) below the diagonal.
Vector lagrangian_side(FreeRigidBody const& body, Vector const& v, Vector const& v_dot) {
  Matrix const V = body.antisymmetric(v), X = (body.antisymmetric(v_dot) + V * V) * body.J();
  return body.entries(X - X.transpose());
}

/// Equations of a body at random velocities and accelerations.
struct Motion {
  ConstrainedBody const& body;
  FreeRigidBody free;
  Vector v, v_dot, commutator;  ///< commutator: [m, v]

  Motion(ConstrainedBody const& body, Random& random)
      : body(body),
        free(body.free()),
        v(random_vector<Quad>(random, body.one_forms.cols())),
        v_dot(random_vector<Quad>(random, v.size())),
        commutator(bracket(free, free.momentum(v), v)) {}

  /// Difference of skew((v' + v^2) J) from m' + sign [m, v].
  double equation(Quad sign) const {
    return theory::distance(lagrangian_side(free, v, v_dot),
                            free.momentum(v_dot) + sign * commutator);
  }
  double projection() const {
    return theory::distance(body.by_multipliers(commutator), body.by_metric(commutator));
  }
  double projection_by_unit_metric() const {
    return theory::distance(body.by_multipliers(commutator), body.by_unit_metric(commutator));
  }
  /// tr(g_0 J g_1^T) for J with `extra` above the diagonal.
  Quad lagrangian(Matrix const& g0, Matrix const& g1, Quad extra = 0) const {
    return free.lagrangian(g0, g1) + extra * g0.col(0).dot(g1.col(1));
  }
  /// Change of tr(g_0 J g_1^T) by the exchange of two elements.
  double exchange(Quad extra) const {
    Matrix const a = free.cayley(v), b = free.cayley(v_dot);
    return double(theory::abs(lagrangian(a, b, extra) - lagrangian(b, a, extra)));
  }
  /// Difference of tr(g_0 J g_1^T) from tr(omega^power J), omega = g_0^T g_1.
  double reduction(int power) const {
    Matrix const a = free.cayley(v), b = free.cayley(v_dot), omega = a.transpose() * b,
                 product = power == 2 ? Matrix(omega * omega) : omega;
    return double(theory::abs(lagrangian(a, b) - (product * free.J()).trace()));
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
         {"C99", "J not symmetric", [](Motion const& m) { return m.exchange(1); }, true},
         {"C99", "reduced Lagrangian", [](Motion const& m) { return m.reduction(1); }},
         {"C99", "square of omega", [](Motion const& m) { return m.reduction(2); }, true}},
        0x1p-52, body.name);
}

/// Square of the distance of x from the span of the columns of `basis`.
Quad outside(Matrix const& basis, Vector const& x) {
  return (x - basis * theory::least_squares(basis, x)).squaredNorm();
}

void integrability(Study& study) {
  auto const units = [](long dof, std::vector<long> const& which) -> Matrix {
    return Matrix::Identity(dof, dof)(Eigen::all, which);
  };
  struct Subspace {
    long n;
    Matrix basis;
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
    Quad const s = 1e-8_quad;
    Quad brackets = 0, loops = 0, commutators = 0;
    for (Vector const a : basis.colwise())
      for (Vector const b : basis.colwise()) {
        Vector const commutator = bracket(body, a, b);
        brackets = larger_or_nan<Quad>(brackets, outside(basis, commutator));
        commutators = larger_or_nan<Quad>(commutators, theory::largest_entry(commutator));
        // Small loop along the two fields and their inverses.
        Matrix const loop =
            body.cayley(s * a) * body.cayley(s * b) * body.cayley(-s * a) * body.cayley(-s * b);
        loops = larger_or_nan<Quad>(loops, outside(basis, body.entries(loop) / (s * s)));
      }
    bool const subalgebra = brackets < 1e-12_quad;
    subalgebras += subalgebra;
    bool const integrable = loops < 1e-12_quad;
    disagree += subalgebra != integrable;
    disagree_with_abelian += (commutators < 1e-12_quad) != integrable;
  }
  study.measure("C93",
                {.value = double(disagree), .details = {{"subalgebras", double(subalgebras)}}});
  study.control("C93", "k not abelian", {double(disagree_with_abelian)});
}

/// Deviation of the momenta of a C_d from a linear subspace of dimension k: the (k+1)-th singular
/// value relative to the largest. step_of(v) is the element of C_d of v in k. Momenta are
/// derivatives of L_d(g_0, omega) at g_0 = 1, so that (6.6) is tested too.
template <class Step>
double departure_from_subspace(ConstrainedBody const& body, Step const& step_of) {
  Matrix const basis = body.allowed();
  Eigen::MatrixXd momenta(basis.rows(), 40);
  for (int i = 0; i < 40; ++i) {
    Random random(1, i + 1);
    Vector const v = basis * random_vector<Quad>(random, basis.cols()) / 2;
    auto const free = body.free();
    auto const omega = step_of(v);
    for (long k = 0; k < momenta.rows(); ++k)
      momenta(k, i) =
          double(free.lagrangian(free.antisymmetric(Vector::Unit(momenta.rows(), k)), omega));
  }
  auto const s = theory::singular_values(momenta);
  return s[basis.cols()] / s[0];
}

void another_constraint(Study& study) {
  for (auto const& body : constrained_bodies()) {
    auto const free = body.free();
    auto const cayley = [&](Vector const& v) { return free.cayley(v); };
    auto const of_the_paper = [&](Vector const& v) {
      return free.cayley(free.solved(free.momentum(v), v));
    };
    Measured const another{departure_from_subspace(body, cayley)};
    study.measure("C103", "as printed", body.name, another);
    study.measure("C103", "(6.6)", body.name, {departure_from_subspace(body, of_the_paper)});
    study.control("C103", "cay(h v)", body.name, another);
  }
}

}  // namespace

void rigid_body_equations(Study& study) {
  continuous_equations(study);
  integrability(study);
  another_constraint(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::rigid_body_equations_study
