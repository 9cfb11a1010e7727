#include <fmt/format.h>

#include <numbers>

#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/exact_orbit.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006::exact_discrete_flow_study {

namespace {

char const* const potentials[]{"$V$ = 0", "$V = |q|^2$/2"};

/// Supplies a number for a statement that names no restriction. Without a potential, where the
/// scaling of time holds, the statement is true.
void measure_both(Study& study, char const* id, std::size_t potential, Real value) {
  study.measure(id, "as printed", potentials[potential], {double(value)});
  if (potential == 0) study.control(id, "V = 0", {double(value)});
}

/// Tests theorem 5 and corollary 6 at the middle point of the orbit.
void exact_equations(Study& study, std::vector<Orbit> const& orbits) {
  for (std::size_t i = 0; i < orbits.size(); ++i) {
    auto const e = orbits[i].equations(orbits[i].x);
    for (auto const& [id, residual] : {std::pair{"C25/(7.12)", e.forced},
                                       {"C25/(7.16)", e.plus},
                                       {"C25/(7.17)", e.minus},
                                       {"C25/corollary 6", e.mismatch}})
      study.measure(id, "as printed", potentials[i], {double(std::abs(residual))});
    for (auto const& [id, residual] : {std::pair{"C25/(7.12)", e.plain},
                                       {"C25/(7.16)", e.plus_without},
                                       {"C25/(7.17)", e.minus_without}})
      study.control(id, "without impulses", potentials[i], {double(std::abs(residual))});
    if (i == 0) study.control("C29", "middle of the motion", {double(std::abs(e.mismatch))});
  }
}

/// Tests (7.12) without constraints, with the actions of motions that Newton's method finds.
void without_constraints(Study& study) {
  ExactSystem const free{1, false};
  Vector3 const v = ExactSystem::admissible(start, start_velocity);
  Vector3 const middle = Motion(free, start, v, time_step).end(),
                end = Motion(free, start, v, 2 * time_step).end();
  auto const action = [&](Vector3 const& from, Vector3 const& to) {
    auto const joined = nearest_zero(v, [&](VectorX const& trial) {
      return VectorX(Motion(free, from, trial, time_step).end() - to);
    });
    return Motion(free, from, joined, time_step).action();
  };
  Real sum = 0;
  for (int j = 0; j < 3; ++j)
    sum = larger_or_nan(sum, std::abs(difference([&](Real s) {
                          Vector3 const node = middle + s * Vector3::Unit(j);
                          return action(start, node) + action(node, end);
                        })));
  study.measure("C112", "theorem 2", {double(sum)});
  auto const least = [&](Real h) -> Measured {
    return {double(theory::singular_values(
        jacobian([&](VectorX const& trial) { return VectorX(Motion(free, start, trial, h).end()); },
                 v))[2])};
  };
  study.measure("C112", "nonconjugate", least(time_step));
  study.control("C112", "h = pi", least(std::numbers::pi_v<Real>));
}

/// Family of middle points, at -0.3 <= s <= 0.3 from that of the orbit.
struct Family {
  std::vector<Real> s;
  std::vector<Orbit::Discrete> equations;
  Real gap = 0;  ///< residual distance of the two ends after Newton's method
};

Family family_of(Orbit const& orbit, int half) {
  Real const spacing = 0.3L / half;
  Family family{std::vector<Real>(std::size_t(2 * half + 1)), {}, 0};
  family.equations.resize(family.s.size());
  for (int side : {1, -1}) {
    VectorX x = orbit.x, before = x;
    for (int k = 0; k <= half; ++k) {
      VectorX const guess = 2 * x - before;
      before = x;
      x = orbit.admissible(side * k * spacing, guess);
      auto const at = std::size_t(half + side * k);
      family.s[at] = side * k * spacing;
      family.equations[at] = orbit.equations(x);
      family.gap = larger_or_nan(family.gap, (orbit.end_ahead(x) - orbit.end_behind(x)).norm());
    }
  }
  return family;
}

/// Distance of the common points from the least-squares points for two prescribed coordinates
/// across the motion, as if the points formed a surface.
Real gap_of_surface(Orbit const& orbit) {
  Vector3 const across = orbit.direction.unitOrthogonal();
  auto const equations = [&](VectorX const& x) {
    Vector3 const a = orbit.end_ahead(x), from_middle = a - orbit.middle;
    VectorX all(5);
    all << a - orbit.end_behind(x), from_middle.dot(orbit.direction) - 0.1L,
        from_middle.dot(across) - 0.1L;
    return all;
  };
  return equations(nearest_zero(orbit.x, equations)).norm();
}

/// Zero of the sum of (7.12) on the family, by the secant method from s.
Real zero_of_equations(Orbit const& orbit, Real s) {
  VectorX x = orbit.x;
  auto const sum = [&](Real at) {
    x = orbit.admissible(at, x);
    return orbit.equations(x).forced;
  };
  Real before = s, f_before = sum(before), now = 0.9L * s;
  for (int k = 0; k < 12; ++k) {
    Real const f = sum(now), change = f * (now - before) / (f - f_before);
    if (!(std::abs(change) > 1e-17L)) break;
    before = now;
    f_before = f;
    now -= change;
  }
  return now;
}

void given_the_ends(Study& study, std::vector<Orbit> const& orbits) {
  char const* const names[]{"family_free", "family_oscillator"};
  for (std::size_t i = 0; i < orbits.size(); ++i) {
    auto const family = family_of(orbits[i], study.quick ? 5 : 10);
    auto& table = study.table(names[i], {"s", "sum", "impulses"});
    Real mismatch = 0;
    for (std::size_t k = 0; k < family.s.size(); ++k) {
      auto const& e = family.equations[k];
      table.add({double(family.s[k]), double(e.forced), double(e.forced - e.plain)});
      mismatch = larger_or_nan(mismatch, std::abs(e.mismatch));
    }
    study.measure("S/proposition 12 (iii)", "transversal fibres", potentials[i],
                  {double(family.gap)});
    study.control("S/proposition 12 (iii)", "a surface", potentials[i],
                  {double(gap_of_surface(orbits[i]))});
    if (i == 0) study.measure("C29", {double(mismatch)});
    study.progress(0.3 + 0.25 * double(i));
  }
}

/// Orbit whose q2 is the end of the motion from q0 with the doubled velocity after the time h, so
/// that (q0, q2) is in C_d^e. Its q1 is a common point, which is on no motion to q2 if the scaling
/// of time fails.
Orbit with_ends_in_manifold(Orbit orbit) {
  orbit.behind.base = orbit.ahead.motion(2 * start_velocity).end();
  orbit.x = orbit.admissible(0, orbit.x);
  orbit.middle = orbit.end_ahead(orbit.x);
  orbit.direction = orbit.common_direction(orbit.x);
  return orbit;
}
/// Tests the middle point that (7.12) determines: the velocities with which the two motions arrive
/// and leave there are equal if the three points are on one motion.
void middle_by_equations(Study& study, std::vector<Orbit> const& orbits) {
  auto const jump = [](Orbit const& orbit, VectorX const& x) {
    return (orbit.ahead.motion(x.head(2)).end_velocity() +
            orbit.behind.motion(x.tail(2)).end_velocity())
        .norm();
  };
  for (std::size_t i = 0; i < orbits.size(); ++i) {
    auto const measured = [&](Orbit const& orbit) {
      Real worst = 0, rest = 0;
      for (Real s : {0.02L, -0.02L, 0.1L, -0.1L}) {
        VectorX const x = orbit.admissible(zero_of_equations(orbit, s), orbit.x);
        worst = larger_or_nan(worst, jump(orbit, x));
        rest = larger_or_nan(rest, std::abs(orbit.equations(x).forced));
      }
      return Measured{double(worst), {{"largest residual of (7.12)", double(rest)}}};
    };
    auto const in_manifold = measured(with_ends_in_manifold(orbits[i]));
    study.measure("C26", "ends joined in 2 h", potentials[i], measured(orbits[i]));
    study.measure("C26", "ends joined in h", potentials[i], in_manifold);
    if (i == 0) study.control("C26", "V = 0", in_manifold);
    study.control("C26", "the ends alone", potentials[i],
                  {double(jump(orbits[i], orbits[i].admissible(0.1L, orbits[i].x)))});
  }
}

/// Angle between the tangent space of a fibre over `start` and C there.
Real tilt(Fibre const& fibre, Vector2 const& w) {
  Vector3 const normal_of_C = Vector3(1, 0, start[1]).normalized(), normal = fibre.normal(w);
  return std::atan2(normal.cross(normal_of_C).norm(), std::abs(normal.dot(normal_of_C)));
}

/// Velocity (ydot, zdot) at the point of the fibre with which a motion comes closest to it after
/// the time h, by the Gauss-Newton method from rest.
Vector2 returning(Fibre const& fibre) {
  return nearest_zero(Vector2::Zero(), [&](VectorX const& w) {
    return VectorX(fibre.motion(w).end() - fibre.base);
  });
}
/// Least distance, after three times, of a motion from its first point, the largest of the three.
Measured least_return(ExactSystem const& system) {
  Real distance = 0;
  for (Real const h : {0.6L, 0.3L, 0.15L}) {
    Fibre const fibre{system, start, h};
    distance = larger_or_nan(distance, (fibre.motion(returning(fibre)).end() - start).norm());
  }
  return {double(distance)};
}

/// Distance between the ends of the motions with the velocity 2 v after the time h and with v after
/// 2 h.
Real doubled_of(Orbit const& o) { return (o.end_ahead(2 * o.x) - o.behind.base).norm(); }

/// Tests consequences of the scaling of time in propositions 11 and 12 and in the groupoid's
/// product.
void scaling(Study& study, std::vector<Orbit> const& orbits) {
  for (std::size_t i = 0; i < orbits.size(); ++i) {
    auto const& o = orbits[i];
    Real const doubled = doubled_of(o);
    for (Real const c : {1.3L, -0.7L}) {
      Fibre const scaled{o.system, start, c * o.h};
      Vector3 const apart = o.end_ahead(c * o.x) - scaled.motion(o.x.head(2)).end();
      Measured const distance{double(apart.norm())};
      auto const factor = fmt::format("$c$ = {:.1f}", double(c));
      i == 0 ? study.control("C28", "V = 0", factor, distance)
             : study.measure("C28", "as printed", factor, distance);
    }
    measure_both(study, "C29/product", i, doubled);
    Real const from_rest = (o.ahead.motion(Vector2::Zero()).end() - start).norm();
    measure_both(study, "C27/(i), proof", i, from_rest);
    if (i == 0)
      study.add_finding(
          "section 7, V = 0", double(doubled),
          fmt::format("end of the motion from 2 $v$ after the time $h$ = 0.6 against that from $v$ "
                      "after 2 $h$: {:.1e} with $V$ = 0, {:.2f} with $V = |q|^2$/2",
                      double(doubled), double(doubled_of(orbits[1]))));
    Real ahead = 0, behind = 0, at_first_step = 0;
    for (Real const h : {0.6L, 0.3L, 0.15L}) {
      Fibre const from{o.system, start, h}, to{o.system, start, -h};
      Vector2 const w = returning(from);
      ahead = larger_or_nan(ahead, tilt(from, w));
      behind = larger_or_nan(behind, tilt(to, -w));
      if (h == 0.6L) at_first_step = ahead;
    }
    study.measure("C27/(i)", "as printed", potentials[i], least_return(o.system));
    study.control("C27/(i)", "reversible", potentials[i], least_return(o.system));
    measure_both(study, "C27/(ii)", i, ahead);
    measure_both(study, "C27/(iii)", i, behind);
    measure_both(study, "C117", i, at_first_step);
  }
  // Proposition 11 (i) names no restriction: (iii) alone requires a reversible L.
  for (auto const& [name, force] : {std::pair{"(0.7, -0.4, 1)", Vector3{0.7L, -0.4L, 1}},
                                    {"(-0.3, 0.8, 0.5)", Vector3{-0.3L, 0.8L, 0.5L}}})
    study.measure("C27/(i)", "as printed", fmt::format("gyroscopic force {} × $v$", name),
                  least_return({1, true, force}));
}

}  // namespace

void exact_discrete_flow(Study& study) {
  std::vector<Orbit> const orbits{Orbit(0), Orbit(1)};
  exact_equations(study, orbits);
  without_constraints(study);
  study.progress(0.3);
  given_the_ends(study, orbits);
  middle_by_equations(study, orbits);
  scaling(study, orbits);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::exact_discrete_flow_study
