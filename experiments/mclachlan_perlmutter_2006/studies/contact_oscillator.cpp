#include <numbers>
#include <tuple>

#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/instances.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

constexpr Real whole_turn = 2 * std::numbers::pi_v<Real>;

/// (5.4); (5.1) where epsilon is 0.
LdaSystem contact_system(Real epsilon) {
  return {"epsilon", 3, 1, contact_row, [epsilon](VectorX const& q) {
            VectorX g = q;
            g[0] += epsilon * q[0] * q[2] * q[2];
            g[2] += epsilon * q[0] * q[0] * q[2];
            return g;
          }};
}
/// (5.5)-(5.6) with n = 3.
LdaSystem chaotic_system() {
  auto const row = [](VectorX const& q) {
    MatrixX a = MatrixX::Zero(1, 7);
    a(0, 0) = 1;
    for (int i = 0; i < 3; ++i) a(0, 4 + i) = q[1 + i];
    return a;
  };
  return {"(5.5)", 7, 1, row, [](VectorX const& q) {
            VectorX g = q;
            g[4] += q[4] * q[5] * q[5];
            g[5] += q[4] * q[4] * q[5];
            for (int i = 1; i <= 3; ++i) {
              g[i] += q[i] * q[3 + i] * q[3 + i];
              g[3 + i] += q[i] * q[i] * q[3 + i];
            }
            return g;
          }};
}

/// Largest of what `residual` gives at random points (q, v) of the constraint.
template <class F>
Real at_random_points(LdaSystem const& system, F const& residual) {
  Sampler sample(11);
  Real largest = 0;
  for (int i = 0; i < 10; ++i) {
    VectorX const q = sample(system.n, 1), v = system.basis(q) * sample(system.k(), 1);
    largest = larger_or_nan(largest, std::abs(Real(residual(q, v))));
  }
  return largest;
}

void equations_of_motion(Study& study) {
  auto const s = contact_system(0);
  auto const add = [&](char const* id, Real value, char const* what) {
    study.measure(id, measured(value, "{} {:.1e} at 10 random points", std::string(what), value));
  };
  add("C66",
      at_random_points(s,
                       [&](VectorX const& q, VectorX const& v) {
                         VectorX const force = s.acceleration(q, v) + q;
                         return larger_or_nan(std::abs(force[1]),
                                              std::abs(force[2] - q[1] * force[0]));
                       }),
      "residual of the equations");
  auto const lambda = [](VectorX const& q, VectorX const& v) {
    return (q[0] + q[1] * q[2] - v[1] * v[2]) / (1 + q[1] * q[1]);
  };
  add("C68",
      at_random_points(s,
                       [&](VectorX const& q, VectorX const& v) {
                         return s.acceleration(q, v)[0] + q[0] - lambda(q, v);
                       }),
      "departure of the multiplier");
  add("C69",
      at_random_points(
          s,
          [&](VectorX const& q, VectorX const& v) {
            // d/dt of vz sqrt(1 + y^2), and alpha, beta of (5.2) with a sin t = y.
            Real const root = std::sqrt(1 + q[1] * q[1]), alpha = -q[1] / root, beta = 1 / root;
            Real const w = root * v[2],
                       w_dot = root * s.acceleration(q, v)[2] + q[1] * v[1] * v[2] / root;
            return larger_or_nan({std::abs(v[0] - alpha * w), std::abs(v[2] - beta * w),
                                  std::abs(w_dot + alpha * q[0] + beta * q[2])});
          }),
      "residual of (5.2)");
  auto const perturbed = contact_system(0.7L);
  add("C78",
      at_random_points(perturbed,
                       [&](VectorX const& q, VectorX const& v) {
                         return perturbed.acceleration(q, v)[1] + q[1];
                       }),
      "ydd + y =");
  add("C63",
      at_random_points(
          s,
          [&](VectorX const& q, VectorX const&) {
            MatrixX const D =
                jacobian([](VectorX const& at) { return VectorX(contact_row(at).transpose()); }, q);
            // A ^ dA over dx ^ dy ^ dz.
            Vector3 const curl(D(2, 1) - D(1, 2), D(0, 2) - D(2, 0), D(1, 0) - D(0, 1));
            return (contact_row(q) * curl)[0] - 1;
          }),
      "A ^ dA = dx ^ dy ^ dz within");
  add("C119",
      at_random_points(s,
                       [&](VectorX const& q, VectorX const& v) {
                         VectorX x(5);
                         x << q, v[1], v[2];
                         auto const field = [&](VectorX const& at) {
                           VectorX position = at.head(3), velocity(3), rate(5);
                           velocity << -at[1] * at[4], at[3], at[4];
                           VectorX const a = s.acceleration(position, velocity);
                           rate << velocity, a[1], a[2];
                           return VectorX(std::sqrt(1 + at[1] * at[1]) * rate);
                         };
                         return jacobian(field, x).trace();
                       }),
      "divergence");

  // The constraint along any curve, and its derivative.
  Sampler sample(12);
  Real printed = 0, complete = 0;
  for (int i = 0; i < 10; ++i) {
    VectorX const q = sample(3, 1), v = sample(3, 1), a = sample(3, 1);
    Real const rate = difference([&](Real t) {
      VectorX const at = q + t * v + t * t / 2 * a, moving = v + t * a;
      return Real((contact_row(at) * moving)[0]);
    });
    printed = larger_or_nan(printed, std::abs(rate - (v[0] + q[1] * v[2])));
    complete = larger_or_nan(complete, std::abs(rate - (a[0] + q[1] * a[2] + v[1] * v[2])));
  }
  study.measure("E6", "as printed",
                measured(printed, "off by {:.2f} along 10 random curves", printed));
  study.measure("E6", "second derivatives",
                measured(complete, "off by {:.1e} along 10 random curves", complete));
}

/// How far exact motions go, with and without the harmonic potential.
void bounds(Study& study) {
  for (Real stiffness : {0.0L, 1.0L}) {
    ExactSystem const system{stiffness, true};
    Sampler sample(13);
    for (int i = 0; i < 3; ++i) {
      Vector3 q = sample(3, 1), v = ExactSystem::admissible(q, Vector2(sample(2, 1)));
      Real const twice_energy = v.squaredNorm() + stiffness * q.squaredNorm();
      Real farthest = 0, growth = std::numeric_limits<Real>::infinity(), before = 0;
      for (int k = 1; k <= 400; ++k) {
        Motion const next(system, q, v, 1);
        q = next.end();
        v = next.end_velocity();
        farthest = larger_or_nan(farthest, q.norm());
        if (k != 4 && k != 40 && k != 400) continue;
        if (before > 0) growth = smaller_or_nan(growth, farthest / before - 1);
        before = farthest;
      }
      double const far = double(farthest), over_energy = double(farthest * farthest / twice_energy);
      if (stiffness == 0)
        study.measure(
            "C64", "as printed", fmt::format("start {}", i + 1),
            measured(growth, "|q| up to {:.1f} within t = 400, growth {:.1f} at least in a decade",
                     far, growth));
      else
        study.measure(
            "C65", "as printed", fmt::format("start {}", i + 1),
            measured(over_energy, "|q|^2 up to {:.4f} 2 H within t = 400, |q| up to {:.2f}",
                     over_energy, far));
    }
  }
}

/// (x, z, vz) of the contact oscillator's exact motion along y = a sin t, after whole periods of y.
std::vector<Vector3> after_periods(Real a, Vector3 const& start, int count) {
  ExactSystem const system{1, true};
  Vector3 q(start[0], 0, start[1]), v(0, a, start[2]);
  std::vector<Vector3> all;
  for (int k = 0; k < count; ++k) {
    Motion const period(system, q, v, whole_turn);
    q = period.end();
    v = period.end_velocity();
    all.emplace_back(q[0], q[2], v[2]);
  }
  return all;
}

/// Classes (i) to (iii) of orbits.
void periods(Study& study) {
  for (Real x : {0.4L, -0.9L}) {
    Vector3 const start(x, 0.3L, 0.7L);
    double const apart = double((after_periods(0, start, 1)[0] - start).norm());
    study.measure("C70", "as printed", fmt::format("x = {:.1f}", double(x)),
                  measured(apart, "back within {:.1e} after 2 pi, a = 0", apart));
  }
  for (double a : {0.5, 1.0, 2.0}) {
    Eigen::Matrix<Real, 3, 3> omega;
    for (int j = 0; j < 3; ++j) omega.col(j) = after_periods(a, Vector3::Unit(j), 1)[0];
    std::string const instance = fmt::format("a = {}", a);
    Eigen::JacobiSVD<MatrixX> const svd(omega - MatrixX::Identity(3, 3), Eigen::ComputeFullV);
    Vector3 const axis = svd.matrixV().col(2);
    double const apart = double((after_periods(a, axis, 1)[0] - axis).norm());
    study.measure("C71", "as printed", instance,
                  measured(apart, "back within {:.1e} after 2 pi, {}", apart, instance));

    // The part off the axis turns by gamma in every period.
    Real const gamma = std::acos((omega.trace() - 1) / 2);
    Vector3 const e = axis.unitOrthogonal(), f = axis.cross(e);
    Real worst = 0, turned = 0;
    Real const sense = f.dot(omega * e) < 0 ? -1 : 1;
    for (Vector3 const& s : after_periods(a, e, 12)) {
      Real const angle = sense * std::atan2(f.dot(s), e.dot(s));
      Real const step = std::remainder(angle - turned - gamma, whole_turn);
      worst = larger_or_nan({worst, std::abs(step), std::abs(axis.dot(s))});
      turned += gamma + step;
    }
    study.measure(
        "C67", "as printed", instance,
        measured(worst, "angles of 12 periods within {:.1e} of gamma, {}", worst, instance));
    Real const rate = turned / (12 * whole_turn);  // of the phase, in time
    auto const phase_after = [&](char const* reading, Real time) {
      double const beyond = double(rate * time / whole_turn - 1);
      study.measure(
          "E7", reading, instance,
          measured(beyond, "turns minus 1 after t = {:.4f}: {:.2e}, {}", time, beyond, instance));
    };
    phase_after("as printed", whole_turn / gamma);
    phase_after("4 pi^2/gamma", whole_turn * whole_turn / gamma);
  }
}

/// Discrete Euler-Lagrange maps of one oscillator: L_d = ((q1 - q0)/h)^2/2 - (c q0 + (1 - c)
/// q1)^2/2.
void without_constraint(Study& study) {
  for (double c : {1.0, 0.5})
    for (double h : {0.1, 0.5, 1.5}) {
      double const square = 1 / (h * h),
                   T = (2 * square - (1 - c) * (1 - c) - c * c) / (square + c * (1 - c));
      auto const form = [&](double a, double b) { return a * a + b * b - T * a * b; };
      double before = 0.3, q = 0.5, change = 0;
      double const first = form(before, q);
      for (int k = 0; k < 1000; ++k) {
        double const next = T * q - before;
        before = q;
        q = next;
        change = larger_or_nan(change, std::abs(form(before, q) / first - 1));
      }
      std::string const instance = fmt::format("{}, h = {}", c == 1 ? "(4.10)" : "(4.14)", h);
      double const largest_change = double(std::abs(T) < 2 ? change : std::nan(""));
      auto m = measured(largest_change, "the form changes by {:.1e}, {}", largest_change, instance);
      m.steps = 1000;
      study.measure("C72", "as printed", instance, m);
    }
}

/// A(q_1) v_1 after a step of (4.18) with a given multiplier.
Real constraint_after(LdaSystem const& s, VectorX const& q, VectorX const& v, Real h, Real lambda) {
  VectorX const middle = q + h / 2 * v;
  VectorX const after = v - h * s.gradient(middle) + h * lambda * s.A(middle).transpose().col(0);
  return (s.A(middle + h / 2 * after) * after)[0];
}

void multiplier_of_leapfrog(Study& study) {
  struct Example {
    char const* name;
    LdaSystem system;
  };
  for (auto const& [name, s] :
       {Example{"(5.1)", contact_system(0)}, Example{"(5.4)", contact_system(0.7L)},
        Example{"(5.5)", chaotic_system()}}) {
    Real const second = at_random_points(s, [&, &s = s](VectorX const& q, VectorX const& v) {
      auto const F = [&](Real lambda) { return constraint_after(s, q, v, 0.1L, lambda); };
      return (F(3) - 2 * F(0) + F(-3)) / (std::abs(F(3)) + std::abs(F(-3)));
    });
    study.measure("C3", "as printed", name,
                  measured(second, "second difference {:.1e}, relative, {}", second, name));
  }
}

/// Rays from the origin of (x, z, vz) that meet the section's level other than once.
void sphere(Study& study) {
  Sampler sample(14);
  int other = 0;
  double off = 0;
  for (int i = 0; i < 2000; ++i) {
    VectorX const d = sample(3, 1);
    auto const level = [&](Real s) {
      Real const x = s * d[0], z = s * d[1], vz = s * d[2];
      return 2 * vz * vz + z * z + x * x * (1 + 0.7L * z * z) - 2;
    };
    int roots = 0;
    for (int k = 0; k < 500; ++k) roots += (level(0.1L * k) < 0) != (level(0.1L * (k + 1)) < 0);
    other += roots != 1;
  }
  for (double z : {0.6, -0.3}) {
    auto const start = section_start(0.7, z, 0.4);
    double const energy =
        study.problem("contact_oscillator").energy(contact_run("", start, 0.7).spec().setting);
    off = larger_or_nan(off, std::abs(energy - 1.5));
  }
  double const others = double(off < 1e-14 ? other : std::nan(""));
  study.measure("C80", measured(others, "{} of 2000 random rays, epsilon = 0.7", others));
}

/// Largest change of `invariants` along the motion from (q, v), and the state at its end.
template <class F>
std::pair<Real, std::pair<VectorX, VectorX>> change_along(LdaSystem const& s, VectorX q, VectorX v,
                                                          int intervals, F const& invariants) {
  VectorX const first = invariants(q, v);
  Real change = 0;
  for (int k = 0; k < intervals; ++k) {
    std::tie(q, v) = moved(s, q, v, 0.5L);
    change = larger_or_nan(change, (invariants(q, v) - first).cwiseAbs().maxCoeff());
  }
  return {change, {q, v}};
}

void invariants(Study& study) {
  auto const contact = contact_system(0.7L);
  auto const start = section_start(0.7, 0.3, 0.4);
  VectorX q(3), v(3);
  q << start.x, start.y, start.z;
  v << start.vx, start.vy, start.vz;
  auto const off = change_along(contact, q, v, 20, [](VectorX const& at, VectorX const& velocity) {
    Vector3 all;
    all << velocity[0] + at[1] * velocity[2], at[1] * at[1] + velocity[1] * velocity[1],
        (velocity.squaredNorm() + at.squaredNorm() + 0.7L * at[0] * at[0] * at[2] * at[2]) / 2;
    return VectorX(all);
  });
  study.measure(
      "C79", measured(off.first,
                      "constraint, energy and y^2 + vy^2 within {:.1e} up to t = 10, epsilon = 0.7",
                      off.first));

  auto const chaotic = chaotic_system();
  Sampler sample(15);
  q = sample(7, 1);
  v = chaotic.basis(q) * sample(6, 1);
  auto const energy = [](VectorX const& at, VectorX const& velocity) {
    Real twice = velocity.squaredNorm() + at.squaredNorm() + at[4] * at[4] * at[5] * at[5];
    for (int i = 1; i <= 3; ++i) twice += at[i] * at[i] * at[3 + i] * at[3 + i];
    return VectorX(VectorX::Constant(1, twice / 2));
  };
  auto const ahead = change_along(chaotic, q, v, 10, energy);
  study.measure("C81", "as printed", "energy",
                measured(ahead.first, "energy within {:.1e} up to t = 5", ahead.first));
  auto const [q1, v1] = ahead.second;
  auto const [q2, v2] = change_along(chaotic, q1, -v1, 10, energy).second;
  double const apart = double((q2 - q).norm() + (v2 + v).norm());
  study.measure(
      "C81", "as printed", "reversal",
      measured(apart, "back within {:.1e} after t = 5 and as long with reversed velocities",
               apart));
}

}  // namespace

void contact_oscillator(Study& study) {
  equations_of_motion(study);
  bounds(study);
  study.progress(0.3);
  periods(study);
  study.progress(0.7);
  without_constraint(study);
  multiplier_of_leapfrog(study);
  sphere(study);
  invariants(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
