#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <map>
#include <numeric>

#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/old_discrete_systems.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/exact_motion.hpp"
#include "integrators/core/mechanics/derived_equations.hpp"
#include "integrators/core/mechanics/mechanics.hpp"
#include "problems/anisotropic_particle.hpp"
#include "problems/contact_oscillator.hpp"
#include "problems/core/numbers/quad.hpp"
#include "problems/quadric_particle.hpp"
#include "problems/two_constraint_particle.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

using namespace by_differences;

namespace {

int const trials = 20;

template <int n>
Vec<Quad, n> vec(Numbers const& a) {
  Vec<Quad, n> v;
  for (int i = 0; i < n; ++i) v[i] = Quad(a[std::size_t(i)]);
  return v;
}
template <int n>
Numbers numbers(Vec<Quad, n> const& v) {
  Numbers a;
  for (int i = 0; i < n; ++i) a.push_back(static_cast<Q>(v[i]));
  return a;
}

/// A problem of the catalogue by its Lagrangian and constraint alone: Hamiltonian, D and W.
template <class P>
struct Cotangent {
  static constexpr int n = dof_of<P>, m = P::constraints;
  P system{};
  Q metric = 1;  ///< factor of the inverse metric's first column; another one than 1 is a control

  Numbers velocity(Numbers p) const {
    p[0] *= metric;
    return numbers<n>(mass_inverse(system, vec<n>(p)));
  }
  Numbers momentum(Numbers const& q, Numbers const& v) const {
    return numbers<n>(momentum_of(system, vec<n>(q), vec<n>(v)));
  }
  Q hamiltonian(Numbers const& z) const {
    auto const q = part(z, 0, n), v = velocity(part(z, n, n));
    return dot(part(z, n, n), v) - static_cast<Q>(system.lagrangian(vec<n>(q), vec<n>(v)));
  }
  /// The functions that vanish on D.
  Numbers constraint(Numbers const& z) const {
    return numbers<m>(system.constraint(vec<n>(part(z, 0, n)), vec<n>(velocity(part(z, n, n)))));
  }
  /// Row j: derivatives of the j-th by (q, p).
  Rows constraint_slopes(Numbers const& z) const {
    Rows rows(m, Numbers{});
    for (std::size_t i = 0; i < 2 * n; ++i)
      for (std::size_t j = 0; j < m; ++j)
        rows[j].push_back(derivative([&](Q t) { return constraint(shifted(z, i, t))[j]; }));
    return rows;
  }
  /// W: vectors (0, A_j).
  Rows projection_bundle(Numbers const& z) const {
    Rows W;
    for (std::size_t j = 0; j < m; ++j) {
      Numbers w(n, Q(0));
      for (std::size_t i = 0; i < n; ++i) {
        Numbers e(n, Q(0));
        e[i] = 1;
        w.push_back(numbers<m>(system.constraint(vec<n>(part(z, 0, n)), vec<n>(e)))[j]);
      }
      W.push_back(w);
    }
    return W;
  }
  Numbers hamiltonian_field(Numbers const& z) const {
    Numbers field(2 * n);
    for (std::size_t i = 0; i < n; ++i) {
      field[i] = derivative([&](Q t) { return hamiltonian(shifted(z, i + n, t)); });
      field[i + n] = -derivative([&](Q t) { return hamiltonian(shifted(z, i, t)); });
    }
    return field;
  }
  static Numbers shifted(Numbers z, std::size_t i, Q t) {
    z[i] += t;
    return z;
  }
  /// X_H without its part in W, which is tangent to D.
  Numbers projected_field(Numbers const& z, Rows const& W) const {
    auto const slopes = constraint_slopes(z);
    auto field = hamiltonian_field(z);
    auto const along = table_of(slopes, W, [](auto const& a, auto const& b) { return dot(a, b); });
    Numbers rates;
    for (auto const& row : slopes) rates.push_back(dot(row, field));
    auto const mu = eliminated(along, rates).x;
    for (std::size_t j = 0; j < m; ++j) field = sum(field, times(-mu[j], W[j]));
    return field;
  }
  /// A random state of C.
  std::pair<Numbers, Numbers> state(RandomNumbers& random) const {
    auto const q = random(n);
    auto const basis = null_space(
        n,
        [&](Numbers const& v, int row) {
          return numbers<m>(system.constraint(vec<n>(q), vec<n>(v)))[std::size_t(row)];
        },
        m);
    Numbers v(n, Q(0));
    for (auto const& d : basis) v = sum(v, times(random(), d));
    return {q, v};
  }
};

/// Whether TD, W and both together have the ranks n + k, n - k and 2n at z.
template <class P>
bool splits(Cotangent<P> const& space, Numbers const& z) {
  constexpr int n = dof_of<P>, m = P::constraints;
  auto const slopes = space.constraint_slopes(z), W = space.projection_bundle(z);
  auto both = null_space(
      2 * n, [&](Numbers const& x, int row) { return dot(slopes[std::size_t(row)], x); }, m);
  bool const tangents = rank(both) == 2 * n - m;
  both.insert(both.end(), W.begin(), W.end());
  return tangents && rank(W) == m && rank(both) == 2 * n;
}

template <class P>
void formulation_on_cotangent_bundle(Study& study) {
  constexpr int n = dof_of<P>;
  Cotangent<P> const space;
  RandomNumbers random;
  std::string const id = P::card().id;
  int wrong_ranks = 0, undetermined = 0;
  double worst = 0, orthogonal = 0;
  for (int trial = 0; trial < trials; ++trial) {
    auto const [q, v] = space.state(random);
    auto const z = together(q, space.momentum(q, v));
    wrong_ranks += !splits(space, z);
    auto const exact = accelerations(space.system, Point<P, Quad>{vec<n>(q), vec<n>(v)});
    undetermined += exact.singular;
    auto const pdot = space.momentum(q, numbers<n>(exact.vdot));
    auto const rate = together(v, pdot);
    auto const departure = [&](Rows const& along) {
      return distance(space.projected_field(z, along), rate) / double(largest(rate));
    };
    worst = larger_or_nan(worst, departure(space.projection_bundle(z)));
    orthogonal = larger_or_nan(orthogonal, departure(space.constraint_slopes(z)));
  }
  study.measure("S/theorem 1", "as printed", id, {double(wrong_ranks)});
  study.measure("C35", "equations", id, {double(undetermined)});
  study.measure("C36", "as printed", id, {worst});
  study.control("C36", "orthogonal projection", id, {orthogonal});
}

/// The contact oscillator with an indefinite metric, in which A is null at the point.
void without_normality(Study& study) {
  Cotangent<ContactOscillator<Quad>> space;
  RandomNumbers random;
  int wrong = 0;
  for (int trial = 0; trial < trials; ++trial) {
    auto const [q, v] = space.state(random);
    space.metric = -q[1] * q[1];
    auto p = v;
    p[0] /= space.metric;
    wrong += !splits(space, together(q, p));
  }
  study.control("S/theorem 1", "L not normal", {double(wrong)});
}

/// The contact oscillator's flow over the time t on the coordinates (q, vy, vz) of C.
using Coordinates = Eigen::Matrix<Real, 5, 1>;
Coordinates flow(Coordinates const& c, Real t) {
  Vector3 const q = c.head<3>();
  Motion const motion(ExactSystem{}, q, ExactSystem::admissible(q, c.tail<2>()), t);
  Coordinates end;
  end << motion.end(), motion.end_velocity().tail<2>();
  return end;
}
/// dq ^ dp on D, where p = (-y vz, vy, vz).
Eigen::Matrix<Real, 5, 5> form(Coordinates const& c) {
  Eigen::Matrix<Real, 3, 5> dq, dp;
  dq << Eigen::Matrix<Real, 3, 3>::Identity(), Eigen::Matrix<Real, 3, 2>::Zero();
  dp << 0, -c[4], 0, 0, -c[1], 0, 0, 0, 1, 0, 0, 0, 0, 0, 1;
  return dq.transpose() * dp - dp.transpose() * dq;
}
/// The same for L = (vx^2 + vy^2 + (vz + x vy)^2)/2 with vz + x vy = 0 on the coordinates (q, vx,
/// vy): p_z = vz + x vy is conserved without the constraint, so the reaction vanishes.
Coordinates free_flow(Coordinates const& c, Real t) {
  Coordinates end = c;
  end.head<2>() += t * c.tail<2>();
  end[2] -= c[4] * (t * c[0] + t * t / 2 * c[3]);
  return end;
}
Eigen::Matrix<Real, 5, 5> free_form(Coordinates const&) {
  Eigen::Matrix<Real, 5, 5> form = Eigen::Matrix<Real, 5, 5>::Zero();
  form(0, 3) = form(1, 4) = 1;
  return form - form.transpose().eval();
}
template <class Flow, class Form>
double change_of_form(Flow const& flow, Form const& form) {
  Coordinates start;
  start << 0.5L, 0.3L, -0.4L, 0.6L, 0.8L;
  Real const t = 0.6L;
  Eigen::Matrix<Real, 5, 5> J;
  for (int j = 0; j < 5; ++j)
    J.col(j) =
        difference([&](Real s) { return flow(Coordinates(start + s * Coordinates::Unit(j)), t); });
  return static_cast<double>(
      (J.transpose() * form(flow(start, t)) * J - form(start)).cwiseAbs().maxCoeff());
}

void symplectic_form(Study& study) {
  double const oscillator = change_of_form(flow, form), free = change_of_form(free_flow, free_form);
  study.measure("C31", "in general", {oscillator});
  study.measure("C31", "every such system", "contact oscillator", {oscillator});
  study.measure("C31", "every such system", "constraint along a symmetry", {free});
  study.control("C31", "constraint along a symmetry", {free});
}

/// Largest derivative, relative to its terms, of the action by variations in C that vanish at the
/// ends, along the exact motion run through `pace` times as fast.
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
  study.measure("C35", "solutions", {action_slope_in_distribution(1)});
  // The same curve at another pace fulfils (2.5) and not (2.4).
  double const others[]{action_slope_in_distribution(0.9), action_slope_in_distribution(1.01),
                        action_slope_in_distribution(1.1)};
  study.measure("C35", "other curves",
                {double(std::count_if(std::begin(others), std::end(others),
                                      [](double slope) { return slope < 1e-9; }))});
  study.control("C35", "another pace", {others[1]});
}

void energy_and_reversal(Study& study) {
  for (auto const* id : {"contact_oscillator", "chaotic_r7", "anisotropic_particle",
                         "two_constraint_particle", "sphere_contact_particle", "rolling_ball"}) {
    Run const run{.problem = id, .method = ""};
    auto const end = study.reference(run, {1})[0];
    auto after = run;
    after.q = end.q;
    after.v = end.v;
    auto const energy = study.problem(id).energy;
    double const before = energy({}), change = (energy(after.spec().setting) - before) / before;
    if (std::string(id) == "rolling_ball")
      study.control("C32", "affine constraint", {change});
    else
      study.measure("C32", "as printed", id, {change});
  }
  for (auto const* id : {"contact_oscillator", "anisotropic_particle", "two_constraint_particle"}) {
    auto const reversed_after_one = [&](Run from, std::vector<std::size_t> const& components) {
      auto const s = study.reference(from, {1})[0];
      from.q = s.q;
      from.v = s.v;
      for (auto const i : components) (*from.v)[i] = -(*from.v)[i];
      return from;
    };
    auto const& start = study.problem(id).cases.front();
    auto const departure = [&](std::vector<std::size_t> const& components) {
      auto const back = reversed_after_one(
          reversed_after_one({.problem = id, .method = ""}, components), components);
      double error = 0, size = 0;
      for (std::size_t i = 0; i < start.q.size(); ++i) {
        error = larger_or_nan({error, std::abs(double((*back.q)[i]) - start.q[i]),
                               std::abs(double((*back.v)[i]) - start.v[i])});
        size = larger_or_nan({size, std::abs(start.q[i]), std::abs(start.v[i])});
      }
      return error / size;
    };
    std::vector<std::size_t> all(start.v.size());
    std::iota(all.begin(), all.end(), 0);
    study.measure("S/proposition 1", "as printed", id, {departure(all)});
    if (id == std::string("contact_oscillator"))
      study.control("S/proposition 1", "reversal of vy alone", {departure({1})});
  }
}

/// Acceleration that the Euler-Lagrange equations of l(u, w) = L(point(u), velocity(u, w)) give the
/// point.
template <class Lagrangian, class Velocity>
Numbers acceleration_on_leaf(Lagrangian const& l, Velocity const& velocity, Numbers const& u,
                             Numbers const& w) {
  auto const by_w = [&](Numbers const& at, Numbers const& rate, Numbers const& e) {
    return derivative([&](Q t) { return l(at, sum(rate, times(t, e))); });
  };
  // l_ww w' = l_u - l_wu w.
  Rows mass;
  Numbers force;
  for (auto const& e : unit_vectors(2)) {
    mass.emplace_back();
    for (auto const& f : unit_vectors(2))
      mass.back().push_back(derivative([&](Q t) { return by_w(u, sum(w, times(t, f)), e); }));
    force.push_back(derivative([&](Q t) { return l(sum(u, times(t, e)), w); }) -
                    derivative([&](Q t) { return by_w(sum(u, times(t, w)), w, e); }));
  }
  return sum(velocity(u, eliminated(mass, force).x),
             derivative([&](Q t) { return velocity(sum(u, times(t, w)), w); }));
}
/// Its departure from the acceleration of the LdA equations at three random states.
template <class P, class Chart, class Velocity>
double departure_on_leaves(P const& system, Chart const& point, Velocity const& velocity) {
  RandomNumbers random;
  double worst = 0;
  for (int trial = 0; trial < 3; ++trial) {
    auto const u = random(2, 0.7Q), w = random(2);
    auto const by_leaf = acceleration_on_leaf(
        [&](Numbers const& at, Numbers const& rate) {
          return static_cast<Q>(system.lagrangian(vec<3>(point(at)), vec<3>(velocity(at, rate))));
        },
        velocity, u, w);
    auto const by_principle = numbers<3>(
        accelerations(system, Point<P, Quad>{vec<3>(point(u)), vec<3>(velocity(u, w))}).vdot);
    worst = larger_or_nan(worst, distance(by_leaf, by_principle) / double(largest(by_principle)));
  }
  return worst;
}

void motion_on_leaves(Study& study) {
  using P = QuadricParticle<Quad>;
  std::map<std::string, std::function<Numbers(Numbers const&)>> const leaves{
      {"sphere",
       [](Numbers const& u) {
         return Numbers{cosq(u[0]) * cosq(u[1]), cosq(u[0]) * sinq(u[1]), sinq(u[0])};
       }},
      {"parabola",
       [](Numbers const& u) {
         return Numbers{u[0], u[0] * u[0], u[1]};
       }},
      {"plane", [](Numbers const& u) {
         return Numbers{u[0], 0.1Q - u[0] / 2 + u[1] / 4, u[1]};
       }}};
  for (auto const& [name, point] : leaves) {
    P system;
    for (auto const& c : P::cases())
      if (c.name == name) system = c.system;
    auto const& chart = point;
    study.measure("C33", "as printed", name,
                  {departure_on_leaves(system, chart, [&](Numbers const& u, Numbers const& w) {
                    return derivative([&](Q t) { return chart(sum(u, times(t, w))); });
                  })});
  }
  // vx = -y vz put into L, although no leaf has these velocities.
  study.control("C33", "contact constraint",
                {departure_on_leaves(
                    ContactOscillator<Quad>{},
                    [](Numbers const& u) {
                      return Numbers{0.5Q, u[0], u[1]};
                    },
                    [](Numbers const& u, Numbers const& w) {
                      return Numbers{-u[0] * w[1], w[0], w[1]};
                    })});
}

}  // namespace

void continuous_theory(Study& study) {
  formulation_on_cotangent_bundle<ContactOscillator<Quad>>(study);
  formulation_on_cotangent_bundle<AnisotropicParticle<Quad>>(study);
  formulation_on_cotangent_bundle<TwoConstraintParticle<Quad>>(study);
  without_normality(study);
  study.progress(0.4);
  symplectic_form(study);
  principle(study);
  motion_on_leaves(study);
  study.progress(0.6);
  energy_and_reversal(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
