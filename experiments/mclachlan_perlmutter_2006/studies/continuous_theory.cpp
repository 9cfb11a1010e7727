#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <numeric>

#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/exact_motion.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/instances.hpp"
#include "experiments/theory/jet.hpp"
#include "generated/anisotropic_particle.hpp"
#include "generated/contact_oscillator.hpp"
#include "generated/quadric_particle.hpp"
#include "generated/two_constraint_particle.hpp"

namespace rattleback::mclachlan_perlmutter_2006::continuous_theory_study {

namespace {

using theory::Quad, theory::Vector, theory::Matrix, theory::Jet, theory::VectorOf;
using JetVector = VectorOf<Jet<Quad>>;

int const trials = 20;

/// Lagrangian L(q, v) and constraint A(q) v = 0 of a problem of the catalogue, as functions of z =
/// (q, v).
struct NonholonomicSystem {
  std::string id;
  long n, m;
  std::function<Jet<Quad>(JetVector const&)> lagrangian;
  std::function<JetVector(JetVector const&)> constraint;

  Matrix forms(Vector const& q) const {
    Vector const z = theory::together(q, Vector::Zero(n));
    return theory::jacobian<Quad>(constraint, z).rightCols(n);
  }
  /// Equations (2.4), (2.5) for a constant metric: L_vv vdot - L_q = A^T lambda, and the derivative
  /// of A v = 0.
  struct Equations {
    Matrix saddle;
    Vector right;
  };
  Equations equations(Vector const& q, Vector const& v) const {
    Vector const z = theory::together(q, v);
    Matrix const L = theory::hessian<Quad>(lagrangian, z),
                 D = theory::jacobian<Quad>(constraint, z), A = D.rightCols(n);
    Matrix saddle = Matrix::Zero(n + m, n + m);
    saddle.topLeftCorner(n, n) = L.bottomRightCorner(n, n);
    saddle.topRightCorner(n, m) = -A.transpose();
    saddle.bottomLeftCorner(m, n) = A;
    Vector const force = theory::gradient<Quad>(lagrangian, z).head(n);
    return {saddle, theory::together(force, -D.leftCols(n) * v)};
  }
  Vector acceleration(Vector const& q, Vector const& v) const {
    auto const [saddle, right] = equations(q, v);
    return theory::solution(saddle, right).head(n);
  }
};

template <class P>
NonholonomicSystem of_catalogue(P const& problem = {}) {
  constexpr int n = dof_of<P>, m = P::constraints;
  using JetVec = Vec<Jet<Quad>, n>;
  auto const halves = [](JetVector const& z) {
    std::pair<JetVec, JetVec> qv;
    for (int i = 0; i < n; ++i) qv.first[i] = z[i], qv.second[i] = z[n + i];
    return qv;
  };
  return {P::card().id, n, m,
          [=](JetVector const& z) {
            auto const [q, v] = halves(z);
            return problem.lagrangian(q, v);
          },
          [=](JetVector const& z) {
            auto const [q, v] = halves(z);
            auto const residual = problem.constraint(q, v);
            return JetVector(JetVector::Map(residual.c, m));
          }};
}

/// State (q, v) of C.
struct State {
  Vector q, v;
};
State random_state(NonholonomicSystem const& system, Random& random) {
  Vector const q = random_vector<Quad>(random, system.n);
  Matrix const basis = theory::kernel(system.forms(q));
  return {q, basis * random_vector<Quad>(random, basis.cols())};
}

/// Cotangent bundle with z = (q, p), H, D = FL(C) and W, for L = v^T G v/2 - V(q).
struct CotangentBundle {
  NonholonomicSystem system;
  Matrix inverse_mass;  ///< inverse of G

  explicit CotangentBundle(NonholonomicSystem const& s) : system(s) {
    Vector const origin = Vector::Zero(2 * s.n);
    inverse_mass =
        theory::inverse(theory::hessian<Quad>(s.lagrangian, origin).bottomRightCorner(s.n, s.n));
  }
  Vector point(State const& s) const {
    return theory::together(s.q, theory::solution(inverse_mass, s.v));
  }
  JetVector state(JetVector const& z) const {
    return theory::together(z.head(system.n), inverse_mass.cast<Jet<Quad>>() * z.tail(system.n));
  }
  /// Differentials of the functions that vanish on D, one per row.
  Matrix differentials(Vector const& z) const {
    return theory::jacobian<Quad>([&](JetVector const& x) { return system.constraint(state(x)); },
                                  z);
  }
  /// Basis (0, A_j) of W, one vector per column.
  Matrix projection_bundle(Vector const& z) const {
    Matrix W = Matrix::Zero(2 * system.n, system.m);
    W.bottomRows(system.n) = system.forms(z.head(system.n)).transpose();
    return W;
  }
  Vector hamiltonian_field(Vector const& z) const {
    auto const hamiltonian = [&](JetVector const& x) {
      JetVector const qv = state(x);
      return x.tail(system.n).dot(qv.tail(system.n)) - system.lagrangian(qv);
    };
    Vector const slopes = theory::gradient<Quad>(hamiltonian, z);
    return theory::together(slopes.tail(system.n), -slopes.head(system.n));
  }
  /// X_H minus the combination of columns of W that makes it tangent to D.
  Vector projected_field(Vector const& z, Matrix const& W) const {
    Matrix const d = differentials(z);
    Vector const field = hamiltonian_field(z);
    return field - W * theory::solution(d * W, d * field);
  }
  /// True if TD, W and both together have the ranks n + k, n - k and 2n at z.
  bool splits(Vector const& z) const {
    long const n = system.n, m = system.m;
    Matrix const tangents = theory::kernel(differentials(z)), W = projection_bundle(z);
    Matrix both(2 * n, tangents.cols() + m);
    both << tangents, W;
    return theory::rank(tangents) == 2 * n - m && theory::rank(W) == m &&
           theory::rank(both) == 2 * n;
  }
};

void formulation_on_cotangent_bundle(Study& study, NonholonomicSystem const& system) {
  CotangentBundle const bundle(system);
  // Difference between X_H, projected along the columns of a matrix, and the rate of (q, p).
  auto const departure = [&](State const& s, Matrix const& along) {
    Vector const z = bundle.point(s);
    Vector const rate = bundle.point({s.v, system.acceleration(s.q, s.v)});
    return theory::distance(bundle.projected_field(z, along), rate) / theory::largest_entry(rate);
  };
  auto const draw = [&](Random& random) { return random_state(system, random); };
  study.over(
      trials, draw,
      {{"C36", "as printed",
        [&](State const& s) { return departure(s, bundle.projection_bundle(bundle.point(s))); }},
       {"C36", "orthogonal projection",
        [&](State const& s) {
          return departure(s, bundle.differentials(bundle.point(s)).transpose());
        },
        true}},
      0x1p-52, system.id);
  study.measure(
      "S/theorem 1", "as printed", system.id,
      {number_of(trials, draw, [&](State const& s) { return !bundle.splits(bundle.point(s)); })});
  study.measure("C35", "equations", system.id, {number_of(trials, draw, [&](State const& s) {
                  return theory::determinant(system.equations(s.q, s.v).saddle) == 0;
                })});
}

/// Control: the contact oscillator with an indefinite metric, for which A is null at the point.
void without_normality(Study& study) {
  CotangentBundle bundle(of_catalogue<ContactOscillator<double>>());
  auto const draw = [&](Random& random) { return random_state(bundle.system, random); };
  study.control("S/theorem 1", "L not normal", {number_of(trials, draw, [&](State const& s) {
                  bundle.inverse_mass(0, 0) = -s.q[1] * s.q[1];
                  return !bundle.splits(bundle.point(s));
                })});
}

/// Flow of the contact oscillator over the time t in the coordinates (q, vy, vz) of C.
VectorX flow(VectorX const& c, Real t) {
  Vector3 const q = c.head(3);
  Motion const motion(ExactSystem{}, q, ExactSystem::admissible(q, c.tail(2)), t);
  return theory::together(motion.end(), motion.end_velocity().tail(2));
}
/// dq ^ dp on D, where p = (-y vz, vy, vz).
MatrixX form(VectorX const& c) {
  MatrixX dq = MatrixX::Identity(3, 5), dp = MatrixX::Zero(3, 5);
  dp(0, 1) = -c[4];
  dp(0, 4) = -c[1];
  dp(1, 3) = dp(2, 4) = 1;
  return dq.transpose() * dp - dp.transpose() * dq;
}
/// Flow of L = (vx^2 + vy^2 + (vz + x vy)^2)/2 with vz + x vy = 0 in the coordinates (q, vx, vy).
/// p_z = vz + x vy is conserved without the constraint, so that the reaction vanishes.
VectorX free_flow(VectorX const& c, Real t) {
  VectorX end = c;
  end.head(2) += t * c.tail(2);
  end[2] -= c[4] * (t * c[0] + t * t / 2 * c[3]);
  return end;
}
MatrixX free_form(VectorX const&) {
  MatrixX form = MatrixX::Zero(5, 5);
  form(0, 3) = form(1, 4) = 1;
  form(3, 0) = form(4, 1) = -1;
  return form;
}
double change_of_form(VectorX (*flow)(VectorX const&, Real), MatrixX (*form)(VectorX const&)) {
  VectorX start(5);
  start << 0.5L, 0.3L, -0.4L, 0.6L, 0.8L;
  Real const t = 0.6L;
  MatrixX const J = jacobian([&](VectorX const& x) { return flow(x, t); }, start);
  return theory::distance(J.transpose() * form(flow(start, t)) * J, form(start));
}

void symplectic_form(Study& study) {
  double const oscillator = change_of_form(flow, form), free = change_of_form(free_flow, free_form);
  study.measure("C31", "in general", {oscillator});
  study.measure("C31", "every such system", "contact oscillator", {oscillator});
  study.measure("C31", "every such system", "constraint along a symmetry", {free});
  study.control("C31", "constraint along a symmetry", {free});
}

/// Largest derivative, relative to its terms, of the action with respect to variations in C that
/// vanish at the ends, along the exact motion traversed `pace` times as fast.
double action_slope_in_distribution(double pace) {
  ExactSystem const oscillator;
  Vector3 const q{0.5, 0.3, -0.4}, v = ExactSystem::admissible(q, {0.6, 0.8});
  double const end = 0.6;
  double worst = 0;
  for (Vector2 const& w : {Vector2(1, 0), Vector2(0, 1), Vector2(0.7, -0.4)}) {
    auto const integral = [&](auto const& of) {
      return boost::math::quadrature::gauss<double, 30>::integrate(
          [&](double t) {
            Motion const motion(oscillator, q, v, pace * t);
            double const bump = t * t * (end - t), rate = t * (2 * end - 3 * t);
            Vector3 const at = motion.end(), velocity = pace * motion.end_velocity();
            Vector3 const varied = bump * ExactSystem::admissible(at, w);
            Vector3 const varied_rate =
                rate * ExactSystem::admissible(at, w) - bump * Vector3(velocity[1] * w[1], 0, 0);
            return static_cast<double>(of(velocity.dot(varied_rate), at.dot(varied)));
          },
          0.0, end);
    };
    double const slope = integral([](Real kinetic, Real work) { return kinetic - work; });
    double const size =
        integral([](Real kinetic, Real work) { return std::abs(kinetic) + std::abs(work); });
    worst = larger_or_nan(worst, std::abs(slope) / size);
  }
  return worst;
}

void principle(Study& study) {
  study.measure("C35", "solutions", "action", {action_slope_in_distribution(1)});
  Vector3 const q{0.5, 0.3, -0.4};
  Motion const motion({}, q, ExactSystem::admissible(q, {0.6, 0.8}), 0.6);
  Vector3 const v = motion.end_velocity();
  study.measure("C35", "solutions", "constraint",
                {double(std::abs(v[0] + motion.end()[1] * v[2]))});
  // A curve traversed at another speed satisfies (2.5) but not (2.4).
  double const others[]{action_slope_in_distribution(0.9), action_slope_in_distribution(1.01),
                        action_slope_in_distribution(1.1)};
  study.measure("C35", "other curves",
                {double(std::count_if(std::begin(others), std::end(others),
                                      [](double slope) { return slope < 1e-9; }))});
  study.control("C35", "another pace", {others[1]});
}

/// Run from the state of its exact motion after the time 1, with the velocity components `reversed`
/// negated.
Run after_one(Study& study, Run run, std::vector<std::size_t> const& reversed = {}) {
  auto const s = study.reference(run, {1})[0];
  run.q = s.q;
  run.v = s.v;
  for (auto const i : reversed) (*run.v)[i] = -(*run.v)[i];
  return run;
}

void energy_and_reversal(Study& study) {
  for (auto const* id : {"contact_oscillator", "chaotic_r7", "anisotropic_particle",
                         "two_constraint_particle", "sphere_contact_particle", "rolling_ball"}) {
    auto const energy = study.problem(id).energy;
    double const before = energy({}),
                 after = energy(after_one(study, {.problem = id, .method = ""}).spec().setting),
                 change = (after - before) / before;
    if (std::string(id) == "rolling_ball")
      study.control("C32", "affine constraint", {change});
    else
      study.measure("C32", "as printed", id, {change});
  }
  for (auto const* id : {"contact_oscillator", "anisotropic_particle", "two_constraint_particle"}) {
    auto const& start = study.problem(id).cases.front();
    auto const state = [](auto const& q, auto const& v) {
      return theory::together(theory::vector_of<double>(q), theory::vector_of<double>(v));
    };
    auto const departure = [&](std::vector<std::size_t> const& components) {
      auto const there = after_one(study, {.problem = id, .method = ""}, components),
                 back = after_one(study, there, components);
      return theory::distance(state(*back.q, *back.v), state(start.q, start.v)) /
             theory::largest_entry(state(start.q, start.v));
    };
    std::vector<std::size_t> all(start.v.size());
    std::iota(all.begin(), all.end(), 0);
    study.measure("S/proposition 1", "as printed", id, {departure(all)});
    if (id == std::string("contact_oscillator")) {
      study.control("S/proposition 1", "reversal of v_y alone", {departure({1})});
      study.control("S/proposition 1", "no reversal", {departure({})});
    }
  }
}

/// Lagrangian on a possible leaf, with two coordinates u and velocities w in place of the points q
/// and velocities v.
struct Leaf {
  NonholonomicSystem system;
  std::function<JetVector(JetVector const& u)> point;
  std::function<JetVector(JetVector const& u, JetVector const& w)> velocity;

  Jet<Quad> lagrangian(JetVector const& x) const {
    JetVector const u = x.head(2), w = x.tail(2);
    return system.lagrangian(theory::together(point(u), velocity(u, w)));
  }
  /// Difference between the acceleration by the Euler-Lagrange equations of l(u, w), l_ww w' = l_u
  /// - l_wu w, and the Lagrange-d'Alembert acceleration, relative to the latter; x = (u, w).
  double departure(Vector const& x) const {
    auto const l = [this](JetVector const& at) { return lagrangian(at); };
    Vector const u = x.head(2), w = x.tail(2);
    Matrix const H = theory::hessian<Quad>(l, x);
    Vector const w_dot =
        theory::solution(H.bottomRightCorner(2, 2),
                         theory::gradient<Quad>(l, x).head(2) - H.bottomLeftCorner(2, 2) * w);
    JetVector const moving = velocity(theory::jets<Quad>(u, w), theory::jets<Quad>(w, w_dot));
    Vector const q = theory::values(point(u.cast<Jet<Quad>>())), v = theory::values(moving);
    Vector const by_principle = system.acceleration(q, v);
    return theory::distance(theory::rates(moving), by_principle) /
           theory::largest_entry(by_principle);
  }
};

Leaf on_quadric(std::string const& name, decltype(Leaf::point) const& point,
                decltype(Leaf::velocity) const& velocity) {
  QuadricParticle<double> system;
  for (auto const& c : QuadricParticle<double>::cases())
    if (c.name == name) system = c.system;
  return {of_catalogue(system), point, velocity};
}

void motion_on_leaves(Study& study) {
  using V = JetVector;
  auto const sphere = on_quadric(
      "sphere",
      [](V const& u) {
        return V{{cos(u[0]) * cos(u[1]), cos(u[0]) * sin(u[1]), sin(u[0])}};
      },
      [](V const& u, V const& w) {
        return V{{-sin(u[0]) * cos(u[1]) * w[0] - cos(u[0]) * sin(u[1]) * w[1],
                  -sin(u[0]) * sin(u[1]) * w[0] + cos(u[0]) * cos(u[1]) * w[1], cos(u[0]) * w[0]}};
      });
  auto const parabola = on_quadric(
      "parabola",
      [](V const& u) {
        return V{{u[0], u[0] * u[0], u[1]}};
      },
      [](V const& u, V const& w) {
        return V{{w[0], 2 * u[0] * w[0], w[1]}};
      });
  auto const plane = on_quadric(
      "plane",
      [](V const& u) {
        return V{{u[0], 0.1_quad - u[0] / 2 + u[1] / 4, u[1]}};
      },
      [](V const&, V const& w) {
        return V{{w[0], w[1] / 4 - w[0] / 2, w[1]}};
      });
  // vx = -y vz substituted into L, although no leaf has these velocities.
  Leaf const contact{of_catalogue<ContactOscillator<double>>(),
                     [](V const& u) {
                       return V{{0.5_quad, u[0], u[1]}};
                     },
                     [](V const& u, V const& w) {
                       return V{{-u[0] * w[1], w[0], w[1]}};
                     }};
  auto const over = [&](std::string const& instance, Leaf const& l, bool is_control) {
    study.over(3, numbers(4),
               {{"C33", is_control ? "contact constraint" : "as printed",
                 [&](Vector const& x) { return l.departure(x); }, is_control}},
               0x1p-52, instance);
  };
  over("sphere", sphere, false);
  over("parabola", parabola, false);
  over("plane", plane, false);
  over("", contact, true);
}

}  // namespace

void continuous_theory(Study& study) {
  formulation_on_cotangent_bundle(study, of_catalogue<ContactOscillator<double>>());
  formulation_on_cotangent_bundle(study, of_catalogue<AnisotropicParticle<double>>());
  formulation_on_cotangent_bundle(study, of_catalogue<TwoConstraintParticle<double>>());
  without_normality(study);
  study.progress(0.4);
  symplectic_form(study);
  principle(study);
  motion_on_leaves(study);
  study.progress(0.6);
  energy_and_reversal(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::continuous_theory_study
