#include "experiments/mclachlan_perlmutter_2006/shared/exact_orbit.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

char const* const potentials[]{"V = 0", "V = |q|^2/2"};

/// Supplies a measured number for a statement that names no restriction, and, without a potential,
/// for its reading with V = 0 as well, whose control has the potential.
void measure_both(Study& study, char const* id, std::size_t potential, Real value) {
  Measured const m{double(value)};
  study.measure(id, "any potential", potentials[potential], m);
  if (potential == 0)
    study.measure(id, "V = 0", m);
  else
    study.control(id, "with a potential", m);
}

/// Theorem 5 and corollary 6 at the middle of the orbit, with all terms and their sizes.
void exact_equations(Study& study, std::vector<Orbit> const& orbits) {
  for (std::size_t i = 0; i < orbits.size(); ++i) {
    auto const e = orbits[i].equations(orbits[i].of_orbit());
    auto const add = [&](char const* id, Real residual, char const* control, Real of_control) {
      study.measure(id, "as printed", potentials[i], {double(std::abs(residual))});
      study.control(id, control, potentials[i], {double(std::abs(of_control))});
    };
    add("C25/(7.12)", e.forced(), "sign of F^-", e.forced(1, -1));
    add("C25/(7.16)", e.plus(), "sign of F^+", e.plus(-1));
    add("C25/(7.17)", e.minus(), "sign of F^-", e.minus(-1));
    add("C25/corollary 6", e.forced(), "without the forces", e.forced(0, 0));
    if (i == 1) study.control("C112", "constraint", {double(std::abs(e.forced(0, 0)))});
  }
}

/// (7.12) without constraints: actions of motions that Newton's method joins.
void without_constraints(Study& study) {
  ExactSystem const free{1, false};
  Vector3 const v = ExactSystem::admissible(start, start_velocity);
  Vector3 const middle = Motion(free, start, v, time_step).end(),
                end = Motion(free, start, v, 2 * time_step).end();
  auto const action = [&](Vector3 const& from, Vector3 const& to) {
    auto const joined = solved<3>(v, [&](Vector3 const& trial) -> Vector3 {
      return Motion(free, from, trial, time_step).end() - to;
    });
    return Motion(free, from, joined, time_step).action();
  };
  Real sum = 0;
  for (int j = 0; j < 3; ++j)
    sum = larger_or_nan(sum, std::abs(difference([&](Real s) {
                          Vector3 const node = middle + s * Vector3::Unit(j);
                          return action(start, node) + action(node, end);
                        })));
  study.measure("C112", {double(sum)});
}

/// The members of the family of middle points, at -0.3 <= s <= 0.3 from that of the orbit.
struct Family {
  std::vector<Real> s;
  std::vector<Orbit::Discrete> equations;
  Real gap = 0;  ///< what Newton's method leaves of the distance of the two ends
};

Family family_of(Orbit const& orbit, int half) {
  Real const spacing = 0.3L / half;
  Family family{std::vector<Real>(std::size_t(2 * half + 1)), {}, 0};
  family.equations.resize(family.s.size());
  for (int side : {1, -1}) {
    Vector4 x = orbit.of_orbit(), before = x;
    for (int k = 0; k <= half; ++k) {
      Vector4 const guess = 2 * x - before;
      before = x;
      x = orbit.admissible(side * k * spacing, k == 0 ? x : guess);
      auto const at = std::size_t(half + side * k);
      family.s[at] = side * k * spacing;
      family.equations[at] = orbit.equations(x);
      Vector3 const a = orbit.ahead.motion(x.head<2>()).end(),
                    b = orbit.behind.motion(x.tail<2>()).end();
      family.gap = larger_or_nan(family.gap, (a - b).norm());
    }
  }
  return family;
}

/// Where the sum of (7.12) vanishes on the family, by the secant method from s.
Real zero_of_equations(Orbit const& orbit, Real s) {
  Vector4 x = orbit.of_orbit();
  auto const sum = [&](Real at) {
    x = orbit.admissible(at, x);
    return orbit.equations(x).forced();
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
      table.add({double(family.s[k]), double(e.forced()), double(e.F_plus + e.F_minus)});
      mismatch = larger_or_nan(mismatch, std::abs(e.forced()));
    }
    study.measure("S/proposition 12 (iii)", "as printed", potentials[i],
                  {.value = double(family.gap), .details = {{"common points", family.s.size()}}});
    Vector4 const off = orbits[i].of_orbit() + Vector4(0.01L, 0, 0, 0.01L);
    study.control("S/proposition 12 (iii)", "off the curve", potentials[i],
                  {double((orbits[i].ahead.motion(off.head<2>()).end() -
                           orbits[i].behind.motion(off.tail<2>()).end())
                              .norm())});
    if (i == 0) {
      study.measure("C29", {double(mismatch)});
      study.control("C29", "one motion",
                    {double(std::abs(family.equations[family.s.size() / 2].forced()))});
    }
    study.progress(0.3 + 0.25 * double(i));
  }
  Real apart = 0, undetermined = 0;
  for (Real s : {0.02L, -0.02L, 0.1L, -0.1L}) {
    auto const& orbit = orbits[0];
    apart = larger_or_nan(apart, std::abs(zero_of_equations(orbit, s)));
    Vector4 const common = orbit.admissible(s, orbit.of_orbit());
    undetermined = larger_or_nan(
        undetermined, (orbit.ahead.motion(common.head<2>()).end() - orbit.middle).norm());
  }
  study.measure("C26", {double(apart)});
  study.control("C26", "(7.12) left out", {double(undetermined)});
}

/// Angle between the tangent space of a fibre over `start` and C there.
Real tilt(Orbit const& orbit, Fibre const& fibre, Vector2 const& w) {
  Vector3 const normal_of_C = Vector3(1, 0, start[1]).normalized();
  Vector3 const normal = orbit.normal(fibre, w);
  return std::atan2(normal.cross(normal_of_C).norm(), std::abs(normal.dot(normal_of_C)));
}

/// What propositions 11 and 12 and the groupoid's product derive from the scaling of time.
void scaling(Study& study, std::vector<Orbit> const& orbits) {
  for (std::size_t i = 0; i < orbits.size(); ++i) {
    auto const& o = orbits[i];
    Real const doubled = (o.ahead.motion(2 * o.w_ahead).end() - o.behind.base).norm();
    measure_both(study, "C28", i, doubled);
    measure_both(study, "C29/product", i, doubled);
    measure_both(study, "C27/(i), proof", i,
                 (o.ahead.motion(Vector2::Zero()).end() - start).norm());
    Real closed = 0, half_closed = 0, ahead = 0, behind = 0, at_first_step = 0;
    for (Real const h : {0.6L, 0.3L, 0.15L}) {
      // A brake orbit: out of a point at rest, which it reaches again after the time h.
      Vector3 const rest = solved<3>(start, [&](Vector3 const& q) -> Vector3 {
        return Motion(o.system, q, Vector3::Zero(), h / 2).end() - start;
      });
      Vector2 const w = -Motion(o.system, rest, Vector3::Zero(), h / 2).end_velocity().tail<2>();
      Fibre const from{o.system, start, h}, to{o.system, start, -h};
      closed = larger_or_nan(closed, (from.motion(w).end() - start).norm());
      half_closed = larger_or_nan(half_closed, (rest - start).norm());
      ahead = larger_or_nan(ahead, tilt(o, from, w));
      behind = larger_or_nan(behind, tilt(o, to, -w));
      if (h == 0.6L) at_first_step = ahead;
    }
    study.measure("C27/(i)", "any potential", potentials[i], {double(closed)});
    if (i == 1) study.control("C27/(i)", "half the time", {double(half_closed)});
    measure_both(study, "C27/(ii)", i, ahead);
    measure_both(study, "C27/(iii)", i, behind);
    measure_both(study, "C117", i, at_first_step);
  }
}

}  // namespace

void exact_discrete_flow(Study& study) {
  std::vector<Orbit> const orbits{Orbit(0), Orbit(1)};
  exact_equations(study, orbits);
  without_constraints(study);
  study.progress(0.3);
  given_the_ends(study, orbits);
  scaling(study, orbits);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
