#include <fmt/format.h>

#include <limits>
#include <numbers>

#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/instances.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/lda_motion.hpp"
#include "experiments/measure/step_map.hpp"
#include "experiments/theory/jet.hpp"

namespace rattleback::mclachlan_perlmutter_2006::contact_oscillator_study {

namespace {

constexpr Real whole_turn = 2 * std::numbers::pi_v<Real>;

/// Ratio of A ^ dA to dx ^ dy ^ dz.
template <class Form>
double twist(theory::Vector const& q, Form const& A) {
  theory::Matrix const D = theory::jacobian<theory::Quad>(A, q);
  return double(A(q).dot(theory::Vector3(D(2, 1) - D(1, 2), D(0, 2) - D(2, 0), D(1, 0) - D(0, 1))));
}
void integrability(Study& study) {
  using theory::Quad, theory::Vector, theory::VectorOf;
  // One-form dx + q[i] dz in space, and a one-form of the plane with quadratic coefficients.
  auto const off = [](Vector const& q, int i) {
    auto const A = [i]<class T>(VectorOf<T> const& at) { return VectorOf<T>{{T(1), T(0), at[i]}}; };
    return std::abs(twist(q, A) - 1);
  };
  auto const in_plane = [](Vector const& x) {
    return std::abs(twist(x.head(3), [&x]<class T>(VectorOf<T> const& q) {
      VectorOf<T> const powers{{T(1), q[0], q[1], q[0] * q[0], q[0] * q[1], q[1] * q[1]}};
      VectorOf<T> const c = x.tail(12).cast<T>();
      return VectorOf<T>{{powers.dot(c.head(6)), powers.dot(c.tail(6)), T(0)}};
    }));
  };
  study.over(10, numbers(15),
             {{"C63", "space", [&](Vector const& x) { return off(x.head(3), 1); }},
              {"C63", "dx + z dz", [&](Vector const& x) { return off(x.head(3), 2); }, true},
              {"C63", "plane", in_plane}});
}

/// Returns a draw of states that satisfy the constraint.
auto state_of(LdaSystem const& s) {
  return [&s](Random& random) {
    VectorX const q = random_vector<Real>(random, s.n);
    return LdaState{q, s.basis(q) * random_vector<Real>(random, s.k())};
  };
}

void equations_of_motion(Study& study) {
  auto const s = contact_system(0);
  using Formula = std::function<Real(VectorX const&, VectorX const&)>;
  std::vector<InstanceRow<LdaState>> rows;
  auto const add = [&](char const* id, char const* control, Formula const& printed,
                       Formula const& changed) {
    for (auto const& [name, formula] : {std::pair{"as printed", printed}, {control, changed}})
      rows.push_back({id, name,
                      [formula = formula](LdaState const& at) {
                        return double(std::abs(formula(at.q, at.v)));
                      },
                      name == control});
  };
  // Reaction along the motion: the derivatives of L = (|v|^2 - |q|^2)/2 are differences. The points
  // are drawn in the kernel of the printed one-form, so that the fourth equation can fail as well.
  auto const lagrangian = [](VectorX const& q, VectorX const& v) -> Real {
    return (v.squaredNorm() - q.squaredNorm()) / 2;
  };
  auto const equations = [&s, lagrangian](bool reaction_on_z_by_y) -> Formula {
    return [=](VectorX const& q, VectorX const& v) {
      VectorX const a = s.acceleration(q, v);
      VectorX reaction(3);
      for (long i = 0; i < 3; ++i) {
        VectorX const e = VectorX::Unit(3, i);
        auto const momentum = [&](Real t) {
          return difference(
              [&](Real d) { return lagrangian(q + t * v + t * t / 2 * a, v + t * a + d * e); });
        };
        reaction[i] =
            difference(momentum) - difference([&](Real d) { return lagrangian(q + d * e, v); });
      }
      return larger_or_nan({std::abs(reaction[1]),
                            std::abs(reaction[2] - (reaction_on_z_by_y ? q[1] : 1) * reaction[0]),
                            std::abs(v[0] + q[1] * v[2])});
    };
  };
  add("C66", "reaction lambda on z", equations(true), equations(false));
  auto const multiplier = [&s](Real sign) -> Formula {
    return [=](VectorX const& q, VectorX const& v) {
      return s.acceleration(q, v)[0] + q[0] -
             (q[0] + q[1] * q[2] + sign * v[1] * v[2]) / (1 + q[1] * q[1]);
    };
  };
  add("C68", "plus sign", multiplier(-1), multiplier(1));
  // Rate of vz sqrt(1 + y^2), with alpha, beta of (5.2) for a sin t = y.
  auto const linear = [&s](Real sign) -> Formula {
    return [=](VectorX const& q, VectorX const& v) {
      Real const root = std::sqrt(1 + q[1] * q[1]), alpha = -q[1] / root, beta = 1 / root;
      Real const w = root * v[2],
                 w_dot = root * s.acceleration(q, v)[2] + q[1] * v[1] * v[2] / root;
      return larger_or_nan({std::abs(v[0] - alpha * w), std::abs(v[2] - beta * w),
                            std::abs(w_dot - sign * (alpha * q[0] + beta * q[2]))});
    };
  };
  add("C69", "symmetric matrix", linear(-1), linear(1));
  // Potential with the additional term epsilon q[0]^2 q[i]^2.
  auto const perturbed = [](int i) -> Formula {
    auto system = contact_system(0);
    system.gradient = [i](VectorX const& q) {
      VectorX g = q;
      g[0] += 0.7L * q[0] * q[i] * q[i];
      g[i] += 0.7L * q[0] * q[0] * q[i];
      return g;
    };
    return [=](VectorX const& q, VectorX const& v) { return system.acceleration(q, v)[1] + q[1]; };
  };
  add("C78", "perturbation by x^2 y^2", perturbed(2), perturbed(1));
  auto const divergence = [&s](Real power) -> Formula {
    return [=](VectorX const& q, VectorX const& v) {
      auto const field = [&](VectorX const& at) {
        VectorX const position = at.head(3),
                      velocity = ExactSystem::admissible(position, at.tail(2)),
                      a = s.acceleration(position, velocity);
        return VectorX(std::pow(1 + at[1] * at[1], power) * theory::together(velocity, a.tail(2)));
      };
      return jacobian(field, theory::together(q, v.tail(2))).trace();
    };
  };
  add("C119", "density 1", divergence(0.5L), divergence(0));

  study.over(10, state_of(s), rows);
}

/// Tests the derivative of the constraint along arbitrary curves; x: position, velocity,
/// acceleration.
void differentiated_constraint(Study& study) {
  auto const residual = [](int derivatives, int of_forms) {
    return [=](VectorX const& x) {
      VectorX const q = x.head(3), v = x.segment(3, 3), a = x.tail(3);
      Real const rate = difference(
          [&](Real t) { return Real((contact_row(q + t * v + t * t / 2 * a) * (v + t * a))[0]); });
      Real const stated =
          derivatives == 1 ? v[0] + q[1] * v[2] : a[0] + q[1] * a[2] + of_forms * v[1] * v[2];
      return double(std::abs(rate - stated));
    };
  };
  study.over(10, numbers<Real>(9),
             {{"E6", "as printed", residual(1, 0)},
              {"E6", "second derivatives", residual(2, 1)},
              {"E6", "without y' z'", residual(2, 0), true}});
}

/// Measures the distances that exact motions reach, with and without the harmonic potential.
void bounds(Study& study) {
  for (Real stiffness : {0.0L, 1.0L}) {
    ExactSystem const system{stiffness, true};
    for (int i = 0; i < 3; ++i) {
      Random random(1, i + 1);
      Vector3 q = random_vector<Real>(random, 3),
              v = ExactSystem::admissible(q, random_vector<Real>(random, 2));
      Real const twice_energy = v.squaredNorm() + stiffness * q.squaredNorm();
      Real farthest = 0, farthest_at_first = 0,
           nearest_at_last = std::numeric_limits<Real>::infinity();
      for (int k = 1; k <= 400; ++k) {
        Motion const next(system, q, v, 1);
        q = next.end();
        v = next.end_velocity();
        farthest = larger_or_nan(farthest, q.norm());
        if (k == 4) farthest_at_first = farthest;
        if (k > 40) nearest_at_last = smaller_or_nan(nearest_at_last, q.norm());
      }
      auto const instance = fmt::format("start {}", i + 1);
      Measured const growth{.value = double(nearest_at_last / farthest_at_first - 1),
                            .details = {{"largest distance", double(farthest)}}};
      if (stiffness == 0) {
        study.measure("C64", "as printed", instance, growth);
      } else {
        study.control("C64", "harmonic oscillator", instance, growth);
        study.measure("C65", "as printed", instance, {double(farthest * farthest / twice_energy)});
      }
    }
  }
}

/// (x, z, vz) of the contact oscillator's exact motion along y = a sin t, after multiples of 2 pi
/// or of another period.
std::vector<Vector3> after_periods(Real a, Vector3 const& start, int count, Real stiffness = 1,
                                   Real period = whole_turn) {
  ExactSystem const system{stiffness, true};
  Vector3 q(start[0], 0, start[1]), v(0, a, start[2]);
  std::vector<Vector3> all;
  for (int k = 0; k < count; ++k) {
    Motion const motion(system, q, v, period);
    q = motion.end();
    v = motion.end_velocity();
    all.emplace_back(q[0], q[2], v[2]);
  }
  return all;
}
double after_one_period(Real a, Vector3 const& start, Real period = whole_turn) {
  return double((after_periods(a, start, 1, 1, period)[0] - start).norm());
}

/// Rotation of (x, z, vz) about an axis in a period 2 pi.
struct Turning {
  Vector3 axis, off_axis;
  Real gamma;      ///< angle of the first period
  Real departure;  ///< deviations of the angles of 12 periods from gamma, and of the vector from
                   ///< its plane
  VectorX along;   ///< component of the vector along its initial direction after each period
};
Turning turning(Real a, Real stiffness) {
  MatrixX omega(3, 3);
  for (int j = 0; j < 3; ++j) omega.col(j) = after_periods(a, Vector3::Unit(j), 1, stiffness)[0];
  // Unit vector of least change: an eigenvector of A^T A.
  MatrixX const unit = MatrixX::Identity(3, 3), A = omega - unit;
  Real const least = theory::singular_values(A)[2];
  Vector3 const axis = theory::kernel(A.transpose() * A - least * least * unit).col(0).normalized();
  Vector3 const e = axis.unitOrthogonal(), f = axis.cross(e);
  Real const gamma = std::acos((omega.trace() - 1) / 2), sense = f.dot(omega * e) < 0 ? -1 : 1;
  Real worst = 0, turned = 0;
  VectorX along(12);
  long k = 0;
  for (Vector3 const& s : after_periods(a, e, 12, stiffness)) {
    along[k++] = e.dot(s);
    Real const angle = sense * std::atan2(f.dot(s), e.dot(s));
    Real const step = std::remainder(angle - turned - gamma, whole_turn);
    worst = larger_or_nan({worst, std::abs(step), std::abs(axis.dot(s))});
    turned += gamma + step;
  }
  return {axis, e, gamma, worst, along};
}
/// Residual of a function of period T, sampled after each period 2 pi, after a least-squares fit
/// by a constant, cosine and sine, relative to the function.
double off_period(VectorX const& along, Real T) {
  MatrixX basis(along.size(), 3);
  for (long k = 0; k < along.size(); ++k) {
    Real const angle = whole_turn * whole_turn * Real(k + 1) / T;
    basis.row(k) << 1, std::cos(angle), std::sin(angle);
  }
  VectorX const rest = along - basis * theory::least_squares(basis, along);
  return double(rest.norm() / along.norm());
}

/// Tests the classes (i) to (iii) of orbits.
void periods(Study& study) {
  for (Real x : {0.4L, -0.9L}) {
    Vector3 const start(x, 0.3L, 0.7L);
    auto const instance = fmt::format("$x$ = {:.1f}", double(x));
    study.measure("C70", "as printed", instance, {after_one_period(0, start)});
    study.control("C70", "a = 1/2", instance, {after_one_period(0.5L, start)});
    study.control("C70", "period pi", instance, {after_one_period(0, start, whole_turn / 2)});
  }
  for (double a : {0.5, 1.0, 2.0}) {
    auto const turns = turning(a, 1);
    auto const instance = fmt::format("$a$ = {}", a);
    study.measure("C71", "as printed", instance, {after_one_period(a, turns.axis)});
    study.control("C71", "off the axis", instance, {after_one_period(a, turns.off_axis)});
    study.measure("C67", "as printed", instance, {double(turns.departure)});
    study.control("C67", "another period of y", instance, {double(turning(a, 1.1L).departure)});
    auto const off = [&](Real T) { return Measured{.value = off_period(turns.along, T)}; };
    study.measure("E7", "as printed", instance, off(whole_turn / turns.gamma));
    study.measure("E7", "4 pi^2/gamma", instance, off(whole_turn * whole_turn / turns.gamma));
    study.control("E7", "2 pi^2/gamma", instance, off(whole_turn * whole_turn / (2 * turns.gamma)));
  }
}

/// Largest change of a quadratic form over 1000 steps of a discrete Euler-Lagrange map of one
/// oscillator, L_d = ((q1 - q0)/h)^2/2 - (c q0 + (1 - c) q1)^2/2, with an additional cubic force,
/// or, if it is larger, the residual of the equation without that force.
double change_of_form(double c, double h, double cubic) {
  using Jet = theory::Jet<double>;
  auto const L_d = [&](Jet const& q0, Jet const& q1) -> Jet {
    Jet const v = (q1 - q0) / h, q = c * q0 + (1 - c) * q1;
    return v * v / 2 - q * q / 2;
  };
  double const square = 1 / (h * h),
               T = (2 * square - (1 - c) * (1 - c) - c * c) / (square + c * (1 - c));
  auto const form = [&](double a, double b) { return a * a + b * b - T * a * b; };
  double before = 0.3, q = 0.5, change = 0;
  double const first = form(before, q);
  for (int k = 0; k < 1000; ++k) {
    double const next = T * q - before - cubic * q * q * q / square;
    if (cubic == 0)
      change = larger_or_nan(change, std::abs(theory::derivative<double>([&](Jet const& t) {
                               return L_d(before, q + t) + L_d(q + t, next);
                             })));
    before = q;
    q = next;
    change = larger_or_nan(change, std::abs(form(before, q) / first - 1));
  }
  return std::abs(T) < 2 ? change : std::nan("");
}
void without_constraint(Study& study) {
  for (double c : {1.0, 0.5})
    for (double h : {0.1, 0.5, 1.5}) {
      auto const instance = fmt::format("{}, $h$ = {}", c == 1 ? "(4.10)" : "(4.14)", h);
      study.measure("C72", "as printed", instance,
                    {.value = change_of_form(c, h, 0), .steps = 1000});
    }
  study.control("C72", "cubic force", {.value = change_of_form(1, 0.5, 1), .steps = 1000});
}

/// State after a step of (4.18) with a given multiplier.
LdaState leapfrog(LdaSystem const& s, LdaState const& at, Real h, Real lambda) {
  VectorX const middle = at.q + h / 2 * at.v;
  VectorX const after = at.v - h * s.gradient(middle) + h * lambda * s.A(middle).transpose().col(0);
  return {middle + h / 2 * after, after};
}
PhasePoint in_doubles(LdaState const& at) {
  return {{at.q.begin(), at.q.end()}, {at.v.begin(), at.v.end()}};
}

void multiplier_of_leapfrog(Study& study) {
  // Sum and difference of the changes of A(q_1) v_1 from lambda = 0 to lambda = 3 and to -3,
  // relative to their size, and the state after the step with the root by that difference.
  struct Changes {
    double sum, difference;
    LdaState end;
  };
  auto const changes = [](LdaSystem const& s, LdaState const& at) -> Changes {
    auto const after = [&](Real lambda) { return leapfrog(s, at, 0.1L, lambda); };
    auto const F = [&](Real lambda) {
      LdaState const end = after(lambda);
      return Real((s.A(end.q) * end.v)[0]);
    };
    Real const size = std::abs(F(3)) + std::abs(F(-3)), difference = F(3) - F(-3);
    return {double(std::abs(F(3) - 2 * F(0) + F(-3)) / size), double(std::abs(difference) / size),
            after(-6 * F(0) / difference)};
  };
  auto const measure = [&](LdaSystem const& s, char const* name, char const* instance,
                           bool is_control) {
    auto const sum = [&](LdaState const& at) { return changes(s, at).sum; };
    study.over(10, state_of(s), {{"C3", name, sum, is_control}}, 0x1p-52, instance);
  };
  double unsolvable = 0;
  struct System {
    char const* name;
    LdaSystem s;
    Run run;
  };
  auto const contact_by_method = [](double epsilon) {
    return Run{.problem = "contact_oscillator",
               .method = "dla_leapfrog",
               .parameters = {{"epsilon", RawQuad(epsilon)}}};
  };
  System const examples[]{{"(5.1)", contact_system(0), contact_by_method(0)},
                          {"(5.4)", contact_system(0.7L), contact_by_method(0.7)},
                          {"(5.5)", chaotic_system(), {"chaotic_r7", "dla_leapfrog"}}};
  for (auto const& [name, s, run] : examples) {
    measure(s, "affine", name, false);
    unsolvable += number_of(10, state_of(s), [&, &s = s, &run = run](LdaState const& at) {
      auto const [sum, difference, end] = changes(s, at);
      auto const by_method = stepped(study, run, in_doubles(at), 0.1);
      return !(difference > 1e-6) || !(distance(in_doubles(end), by_method) < 1e-12);
    });
  }
  study.measure("C3", "solvable", {unsolvable});
  auto moving = contact_system(0);
  moving.A = [](VectorX const& q) { return MatrixX{{1, q[0], q[1]}}; };
  measure(moving, "a reaction that moves A", "", true);
}

/// Function of (x, z, vz) that vanishes on the section.
Real section_level(Real sign_of_z, Real x, Real z, Real vz) {
  return 2 * vz * vz + sign_of_z * z * z + x * x * (1 + 0.7L * z * z) - 2;
}
/// Number of rays from the origin of (x, z, vz) that do not meet the level set of the section
/// exactly once.
double other_than_once(Real sign_of_z) {
  return number_of(2000, numbers<Real>(3), [&](VectorX const& d) {
    auto const level = [&](Real s) {
      return section_level(sign_of_z, s * d[0], s * d[1], s * d[2]);
    };
    int roots = 0;
    for (int k = 0; k < 500; ++k) roots += (level(0.1L * k) < 0) != (level(0.1L * (k + 1)) < 0);
    return roots != 1;
  });
}
void sphere(Study& study) {
  double off = 0;
  for (double z : {0.6, -0.3}) {
    auto const start = section_start(0.7, z, 0.4);
    double const energy =
        study.problem("contact_oscillator").energy(contact_run("", start, 0.7).spec().setting);
    off = larger_or_nan({off, std::abs(energy - 1.5),
                         double(std::abs(section_level(1, start.x, start.z, start.vz)))});
  }
  study.measure("C80", {off < 1e-14 ? other_than_once(1) : std::nan("")});
  study.control("C80", "minus before z^2", {other_than_once(-1)});
}

/// Largest change of invariants along a motion, and the state at its end.
struct Change {
  double value;
  LdaState end;
};
Change change_along(LdaSystem const& s, LdaState state, int intervals,
                    std::function<VectorX(LdaState const&)> const& invariants) {
  VectorX const first = invariants(state);
  double change = 0;
  for (int k = 0; k < intervals; ++k) {
    state = moved(s, state.q, state.v, 0.5L);
    change = larger_or_nan(change, theory::distance(invariants(state), first));
  }
  return {change, state};
}

void invariants(Study& study) {
  auto const contact = contact_system(0.7L);
  auto const start = section_start(0.7, 0.3, 0.4);
  LdaState const on_section{VectorX{{start.x, start.y, start.z}},
                            VectorX{{start.vx, start.vy, start.vz}}};
  // Changes of the constraint, of the energy of coordinate i, and of the energy.
  auto const change = [&](int i) {
    return change_along(
               contact, on_section, 20,
               [i](LdaState const& s) {
                 auto const& [q, v] = s;
                 return VectorX{
                     {v[0] + q[1] * v[2], q[i] * q[i] + v[i] * v[i],
                      (v.squaredNorm() + q.squaredNorm() + 0.7L * q[0] * q[0] * q[2] * q[2]) / 2}};
               })
        .value;
  };
  study.measure("C79", {change(1)});
  study.control("C79", "z^2 + v_z^2", {change(2)});

  auto const chaotic = chaotic_system();
  Random random(1, 1);
  VectorX const q = random_vector<Real>(random, 7),
                v = chaotic.basis(q) * random_vector<Real>(random, 6);
  auto const energy = [](Real coupling) {
    return [coupling](LdaState const& s) {
      auto const& [q, v] = s;
      Real twice = v.squaredNorm() + q.squaredNorm() + coupling * q[4] * q[4] * q[5] * q[5];
      for (int i = 1; i <= 3; ++i) twice += q[i] * q[i] * q[3 + i] * q[3 + i];
      return VectorX{{twice / 2}};
    };
  };
  auto const ahead = change_along(chaotic, {q, v}, 10, energy(1));
  study.measure("C81", "energy", {ahead.value});
  study.control("C81", "energy without a coupling",
                {change_along(chaotic, {q, v}, 10, energy(0)).value});
  auto const departure = [&](Real sign) {
    auto const back = change_along(chaotic, {ahead.end.q, sign * ahead.end.v}, 10, energy(1)).end;
    return double((back.q - q).norm() + (back.v - sign * v).norm());
  };
  study.measure("C81", "reversal", {departure(-1)});
  study.control("C81", "no reversal", {departure(1)});
}

}  // namespace

void contact_oscillator(Study& study) {
  for (auto const* id : {"A8", "B9"}) study.uses(id);
  integrability(study);
  equations_of_motion(study);
  differentiated_constraint(study);
  bounds(study);
  study.progress(0.3);
  periods(study);
  study.progress(0.7);
  without_constraint(study);
  multiplier_of_leapfrog(study);
  sphere(study);
  invariants(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::contact_oscillator_study
