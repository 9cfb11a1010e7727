#include "experiments/fernandez_bloch_olver_2012/shared/numbers.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/reduced_forces.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

std::vector<RawQuad> const epsilons{RawQuad(0), RawQuad(1) / 4, RawQuad(1) / 2, RawQuad(1)};

/// Nodes (r_1, r_2, g) of (15)-(16) by the catalogue's integrator.
std::vector<Point3> dla_nodes(Study& study, System const& system, long steps) {
  std::vector<Point3> nodes;
  auto const run = run_of(system, "dla_midpoint", "legendre", system.step, steps);
  for (auto const& q : study.execute(run).q) nodes.push_back({q[0], q[1], q[2]});
  return nodes;
}

double largest_of(Pair const& p) {
  double most = 0;
  for (auto const& x : p) keep(most, x);
  return most;
}
Pair sum(Pair const& a, Pair const& b) { return {a[0] + b[0], a[1] + b[1]}; }
Pair difference(Pair const& a, Pair const& b) { return {a[0] - b[0], a[1] - b[1]}; }
Pair scaled(RawQuad const& s, Pair const& a) { return {s * a[0], s * a[1]}; }

/// The sum of the forces of (27) on two neighbouring intervals: as printed, F_2 = x vy^2 and the
/// factor h, or with F_2 = x vx vy or the factor -h/2.
Pair of_27(Interval const& before, Interval const& after, bool product, RawQuad const& factor) {
  Pair all{0, 0};
  for (auto const* over : {&before, &after}) {
    RawQuad const x = (over->a[0] + over->b[0]) / 2;
    Pair const v = over->v();
    all[0] -= factor * x * v[1] * v[1];
    all[1] += factor * x * (product ? v[0] : v[1]) * v[1];
  }
  return all;
}

/// Largest sizes along the nodes of a run.
struct Sizes {
  double value = 0;
  void operator()(Pair const& p) { value = larger_or_nan(value, largest_of(p)); }
};

/// The knife edge short of the first zero of f, where (24)-(25) are not yet singular.
long steps_of(System const& system) { return system.knife() ? 20 : system.steps; }

/// Residuals of (15)-(16) and (21), and differences of forces, along nodes of (15)-(16), relative
/// to the largest momentum or force.
void measure_along_nodes(Study& study, System const& system) {
  auto const q = dla_nodes(study, system, steps_of(system));
  RawQuad const h = system.step, S = paper_slope(system.problem);
  auto const interval = [&](std::size_t i) -> Interval {
    return {system.problem, S, h, {q[i][0], q[i][1]}, {q[i + 1][0], q[i + 1][1]}};
  };
  Sizes momenta, forces, residual, other_sign, of_24, half_of_24, printed_27, right_27, square_27;
  Sizes stationary, free, constraint, at_node;
  for (std::size_t i = 1; i + 1 < q.size(); ++i) {
    auto const before = interval(i - 1), after = interval(i);
    auto const at = after.at(after.a);
    auto const force = [&](int sign) {
      return sum(after.force_minus(sign), before.force_plus(sign));
    };
    Pair const exact = force(1),
               change = difference(before.right_momentum(), after.left_momentum());
    residual(difference(change, exact));
    other_sign(difference(change, force(-1)));
    momenta(before.right_momentum());
    forces(exact);
    Pair const printed = sum(after.force_of_24(), before.force_of_24());
    of_24(difference(printed, exact));
    half_of_24(difference(scaled(-h / 2, printed), exact));
    printed_27(difference(of_27(before, after, false, h), exact));
    right_27(difference(of_27(before, after, true, -h / 2), exact));
    square_27(difference(of_27(before, after, false, -h / 2), exact));
    // The action's derivative by q_i along (e_k, -A_k): masses are one, V is linear in r.
    Point3 gradient;
    for (int k = 0; k < 3; ++k)
      gradient[k] = (2 * q[i][k] - q[i - 1][k] - q[i + 1][k]) / h - (k < 2 ? h * at.dV[k] : 0);
    stationary({gradient[0] - at.A[0] * gradient[2], gradient[1] - at.A[1] * gradient[2]});
    free({gradient[0], gradient[1]});
    RawQuad const rise = (q[i + 1][2] - q[i][2]) / h;
    constraint({rise + dot(after.middle().A, after.v()), 0});
    at_node({rise + dot(at.A, after.v()), 0});
  }
  auto const by = [](Sizes const& a, Sizes const& b) { return a.value / b.value; };
  std::vector<Number> numbers{{"G15", "(15)", by(stationary, momenta)},
                              {"G15", "(16)", by(constraint, momenta)},
                              {"G15", "free variations", by(free, momenta), true},
                              {"G15", "constraint at the node", by(at_node, momenta), true},
                              {"G17", "as printed", by(residual, momenta)},
                              {"G17", "sign of the second terms", by(other_sign, momenta), true},
                              {"G18", "as printed", by(of_24, forces)},
                              {"G18", "times -h/2", by(half_of_24, forces)}};
  Measured const common{.value = 0, .steps = double(steps_of(system))};
  supply(study, system.name, numbers, common);
  if (system.problem != particle.problem) return;
  supply(study, "",
         {{"G18", "particle alone", by(half_of_24, forces), true},
          {"E1a", "as printed", by(printed_27, forces)},
          {"E1a", "times -h/2", by(right_27, forces)},
          {"E1a", "square in the second force", by(square_27, forces), true}},
         common);
}

/// Over one step from u: of the one-forms alpha = D_2 L_d(q_0, q_1) dq_1, gamma = D_2 L_d(q_1, q_2)
/// dq_2 and Lambda dq_1 with the force Lambda, all as forms in u: largest entry of d alpha - d
/// gamma and of d alpha - d gamma - d(Lambda dq_1), relative to that of d alpha.
struct SymplecticChange {
  double change = 0, defect = 0;
};

/// d(p dq) by the derivatives of p and q.
template <std::size_t M, std::size_t N>
RawQuad two_form(std::array<std::array<RawQuad, N>, M> const& dp,
                 std::array<std::array<RawQuad, N>, M> const& dq, std::size_t a, std::size_t b) {
  RawQuad entry = 0;
  for (std::size_t i = 0; i < M; ++i) entry += dp[i][a] * dq[i][b] - dp[i][b] * dq[i][a];
  return entry;
}

template <std::size_t M, std::size_t N, class P0, class Q1, class P1, class Q2, class Force>
SymplecticChange symplectic_change(std::array<RawQuad, N> const& u, P0 const& p0, Q1 const& q1,
                                   P1 const& p1, Q2 const& q2, Force const& force) {
  auto const dp0 = derivatives<M, N>(p0, u), dq1 = derivatives<M, N>(q1, u);
  auto const dp1 = derivatives<M, N>(p1, u), dq2 = derivatives<M, N>(q2, u);
  auto const df = derivatives<M, N>(force, u);
  SymplecticChange all;
  double size = 0;
  for (std::size_t a = 0; a < N; ++a)
    for (std::size_t b = a + 1; b < N; ++b) {
      RawQuad const before = two_form<M, N>(dp0, dq1, a, b);
      RawQuad const change = before - two_form<M, N>(dp1, dq2, a, b);
      keep(size, before);
      keep(all.change, change);
      keep(all.defect, change - two_form<M, N>(df, dq1, a, b));
    }
  return {all.change / size, all.defect / size};
}

/// u = (r_0, g_0, r_1) of a step of 1/10 at a point off the axes; g_1 from (16).
SymplecticChange change_by_dla(System const& system, int constrained = 1, bool at_middle = false) {
  using U = std::array<RawQuad, 5>;
  RawQuad const h = RawQuad(1) / 10, S = paper_slope(system.problem);
  auto const q0 = [](U const& u) -> Point3 { return {u[0], u[1], u[2]}; };
  auto const q1 = [&](U const& u) -> Point3 {
    Interval const over{system.problem, S, h, {u[0], u[1]}, {u[3], u[4]}};
    return {u[3], u[4], u[2] - h * dot(over.middle().A, over.v())};
  };
  auto const step = [&](U const& u) {
    return dla_step(system.problem, S, h, q0(u), q1(u), constrained);
  };
  auto const q2 = [&](U const& u) { return step(u).q2; };
  /// D_2 L_d = (b - a)/h - h/2 grad V(middle).
  auto const momentum = [&](Point3 const& a, Point3 const& b) -> Point3 {
    auto const at = reduced_at(system.problem, {a[0], a[1]}, S);
    Point3 p;
    for (int i = 0; i < 3; ++i) p[i] = (b[i] - a[i]) / h - (i < 2 ? h / 2 * at.dV[i] : RawQuad(0));
    return p;
  };
  RawQuad const r1 = system.knife() ? RawQuad(4) / 10 : RawQuad(7) / 10;
  RawQuad const r2 = system.knife() ? RawQuad(6) / 10 : RawQuad(-2) / 10;
  U const u{r1, r2, RawQuad(3) / 10, r1 + h * 8 / 10, r2 + h * 9 / 10};
  return symplectic_change<3, 5>(
      u, [&](U const& w) { return momentum(q0(w), q1(w)); }, q1,
      [&](U const& w) { return momentum(q1(w), q2(w)); }, q2,
      [&](U const& w) { return at_middle ? step(w).force_at_middle : step(w).constraint_force; });
}

/// The same of (21) with (22)-(23), u = (r_0, r_1).
SymplecticChange change_by_rdla(System const& system, int sign = 1) {
  using U = std::array<RawQuad, 4>;
  RawQuad const h = RawQuad(1) / 10, S = paper_slope(system.problem);
  auto const first = [&](U const& u) -> Interval {
    return {system.problem, S, h, {u[0], u[1]}, {u[2], u[3]}};
  };
  auto const second = [&](U const& u) -> Interval {
    auto const over = first(u);
    RawQuad const g1 = -h * dot(over.middle().A, over.v());
    auto const q2 = dla_step(system.problem, S, h, {u[0], u[1], 0}, {u[2], u[3], g1}).q2;
    return {system.problem, S, h, over.b, {q2[0], q2[1]}};
  };
  RawQuad const r1 = system.knife() ? RawQuad(4) / 10 : RawQuad(7) / 10;
  RawQuad const r2 = system.knife() ? RawQuad(6) / 10 : RawQuad(-2) / 10;
  U const u{r1, r2, r1 + h * 8 / 10, r2 + h * 9 / 10};
  return symplectic_change<2, 4>(
      u, [&](U const& w) { return first(w).right_momentum(); },
      [&](U const& w) { return first(w).b; },
      [&](U const& w) { return second(w).right_momentum(); },
      [&](U const& w) { return second(w).b; },
      [&](U const& w) { return sum(second(w).force_minus(sign), first(w).force_plus(sign)); });
}

/// Order in h at which -(F^- + F^+)/h by (22)-(23), the force of the discrete law, approaches the
/// force of (5), that of the law of the flow, at a point of the motion.
/// @param sign  of the force of (5)
double order_of_force(System const& system, int sign) {
  std::vector<double> steps, errors;
  for (int const n : {10, 20, 40, 80}) {
    RawQuad const h = RawQuad(1) / n, S = paper_slope(system.problem);
    RawQuad const a = system.knife() ? RawQuad(4) / 10 : RawQuad(7) / 10;
    RawQuad const b = system.knife() ? RawQuad(6) / 10 : RawQuad(-2) / 10;
    Interval const first{system.problem, S, h, {a, b}, {a + h * 8 / 10, b + h * 9 / 10}};
    RawQuad const g = -h * dot(first.middle().A, first.v());
    auto const q = dla_step(system.problem, S, h, {a, b, 0}, {first.b[0], first.b[1], g}).q2;
    Interval const second{system.problem, S, h, first.b, {q[0], q[1]}};
    Pair const v = scaled(RawQuad(1) / 2, sum(first.v(), second.v()));
    Pair const discrete = scaled(-1 / h, sum(second.force_minus(), first.force_plus()));
    steps.push_back(double(h));
    errors.push_back(
        largest_of(difference(discrete, scaled(RawQuad(sign), first.at(first.b).force(v)))));
  }
  return fit_power(steps, errors).slope;
}

void measure_symplectic_form(Study& study, System const& system) {
  auto const dla = change_by_dla(system), rdla = change_by_rdla(system);
  supply(study, system.name,
         {{"G6", "DLA", dla.defect},
          {"G6", "force at the middle", change_by_dla(system, 1, true).defect, true},
          {"G6", "RDLA", rdla.defect},
          {"G6", "sign of the second terms", change_by_rdla(system, -1).defect, true},
          {"G6", "law of the flow", order_of_force(system, 1)},
          {"G6", "opposite force", order_of_force(system, -1), true},
          {"G19", "as printed", dla.change},
          {"G19", "without the constraint", change_by_dla(system, 0).change, true},
          {"P20b", "RDLA by (22)-(23): no", rdla.change}});
}

/// (18), (19), (28) of the particle at random pairs of points with velocity quotients v.
void measure_discrete_formulas(Study& study) {
  double of_18 = 0, without_z = 0, of_19 = 0, at_1 = 0, of_28 = 0, other_28 = 0, of_26 = 0;
  double other_26 = 0;
  RawQuad const h = RawQuad(1) / 10;
  for (auto const& [r, v, w] : random_points(100)) {
    RawQuad const vz = v[0] + v[1] / 2, x0 = r[0], x1 = r[0] + h * v[0];
    auto const quotient = [&](RawQuad const& from, RawQuad const& velocity) -> RawQuad {
      return ((from + h * velocity) - from) / h;
    };
    RawQuad const dx = quotient(r[0], v[0]), dy = quotient(r[1], v[1]), dz = quotient(1, vz);
    RawQuad const L = (v[0] * v[0] + v[1] * v[1] + vz * vz) / 2;
    keep(of_18, h / 2 * (dx * dx + dy * dy + dz * dz) - h * L);
    keep(without_z, h / 2 * (dx * dx + dy * dy) - h * L);
    for (auto const& e : epsilons) {
      RawQuad const x = (1 - e) * x0 + e * x1, other = e * x0 + (1 - e) * x1;
      auto const at = reduced_at(particle.problem, {x, 0}, 0);
      RawQuad const of_17 = vz + at.A[1] * v[1];
      keep(of_19, dz + x * dy - of_17);
      keep(at_1, dz + other * dy - of_17);
      auto const printed = [&](RawQuad const& u) -> RawQuad {
        return h / 2 * (dx * dx + (1 + u * u) * dy * dy);
      };
      RawQuad const z = -x * v[1], restricted = h / 2 * (v[0] * v[0] + v[1] * v[1] + z * z);
      keep(of_28, printed(x) - restricted);
      keep(other_28, printed(other) - restricted);
      keep(of_26, printed(x) - h * at.lagrangian(v));
      keep(other_26, printed(other) - h * at.lagrangian(v));
    }
  }
  supply(study, "",
         {{"P22", "as printed", of_18},
          {"P22", "without z", without_z, true},
          {"P23", "as printed", of_19},
          {"P23", "1 - epsilon", at_1, true},
          {"P27", "as printed", of_28},
          {"P27", "1 - epsilon", other_28, true},
          {"P28", "as printed", of_26},
          {"P28", "1 - epsilon", other_26, true}},
         in_quad(0));
}

/// (26) and the symmetry of the particle against its catalogue problem, at random points.
void measure_particle(Study& study) {
  double of_26 = 0, minus_26 = 0, along_z = 0, along_x = 0;
  auto const& problem = study.problem(particle.problem);
  for (auto const& [r, v, w] : random_points(100)) {
    auto const from = [&](RawQuad const& x, RawQuad const& z) {
      Setting setting;
      setting.q = {x, r[1], z};
      setting.v = {v[0], v[1], -x * v[1]};
      return setting;
    };
    auto const here = from(r[0], 0);
    RawQuad const E = problem.energy(here);
    auto const printed = [&](int sign) -> RawQuad {
      return (v[0] * v[0] + (1 + sign * r[0] * r[0]) * v[1] * v[1]) / 2;
    };
    keep(of_26, E - printed(1));
    keep(minus_26, E - printed(-1));
    auto const unmoved = problem.exact(here, {1})[0];
    // Changes of energy and of the motion up to t = 1, apart from the shift, when it starts moved.
    auto const change = [&](Setting const& moved, int coordinate) {
      double most = 0;
      keep(most, RawQuad(problem.energy(moved)) - E);
      auto const state = problem.exact(moved, {1})[0];
      for (int i = 0; i < 3; ++i)
        keep(most, state.q[i] - unmoved.q[i] - RawQuad(i == coordinate ? 5 : 0));
      return most;
    };
    along_z = larger_or_nan(along_z, change(from(r[0], 5), 2));
    along_x = larger_or_nan(along_x, change(from(r[0] + 5, 0), 0));
  }
  supply(study, "",
         {{"P25", "as printed", of_26},
          {"P25", "sign of x^2", minus_26, true},
          {"P24", "as printed", along_z},
          {"P24", "translations in x", along_x, true}});
}

/// Least derivative of (16) by g_(i+1), times h, over random intervals.
/// @param c  coefficient of g in the constraint: 1, or 0 as after (17)
double derivative_by_group_variable(System const& system, int c) {
  double least = 1;
  RawQuad const h = RawQuad(1) / 10, S = paper_slope(system.problem);
  for (auto const& [r, v, w] : random_points(100)) {
    Interval const over{system.problem, S, h, r, {r[0] + h * v[0], r[1] + h * v[1]}};
    auto const constraint = [&](RawQuad const& g) -> RawQuad {
      return c * g / h + dot(over.middle().A, over.v());
    };
    for (int k = -2; k <= 2; ++k)
      least = smaller_or_nan(least, double(h * (constraint(k + 1) - constraint(k))));
  }
  return least;
}

}  // namespace

void reduction(Study& study) {
  for (auto const* erratum : {"E1", "E1/(27)", "E2"}) study.uses(erratum);
  for (auto const& system : systems) {
    measure_along_nodes(study, system);
    measure_symplectic_form(study, system);
    supply(study, system.name,
           {{"G16", "as printed", derivative_by_group_variable(system, 1) - 1},
            {"G16", "coefficients after (17)", derivative_by_group_variable(system, 0) - 1, true}},
           in_quad(0));
  }
  measure_discrete_formulas(study);
  measure_particle(study);

  auto& table = study.table("two_forces", {"i", "sinusoidal", "knife_edge"});
  std::vector<std::vector<double>> apart;
  for (auto const& system : {sinusoidal, knife_edge}) {
    auto const a = simulation(study, system, "rdla", "euler");
    auto const b = simulation(study, system, "dla_midpoint", "euler");
    apart.emplace_back();
    for (std::size_t i = 0; i < a.nodes(); ++i)
      apart.back().push_back(std::hypot(a.trajectory.q[i][0] - b.trajectory.q[i][0],
                                        a.trajectory.q[i][1] - b.trajectory.q[i][1]));
  }
  for (std::size_t i = 0; i < apart[0].size(); ++i)
    table.add({double(i), apart[0][i], i < apart[1].size() ? apart[1][i] : std::nan("")});
  double const most = largest(apart[0]);
  study.find("RDLA/two-forces", most,
             fmt::format("largest distance of (x, y) between RDLA by (24)-(25) times -h/2 and "
                         "the unreduced integrator, sinusoidal particle, 200 steps of 0.05, {}: "
                         "{:.2e}; knife edge, 100 steps of 0.07: {:.2e}",
                         words_of("euler"), most, largest(apart[1])));
  auto const reduction = symmetrised_reduction();
  study.find("RDLA/symmetrised", reduction.printed,
             fmt::format("symmetrised (28) less the restriction of symmetrised (18) to "
                         "symmetrised (19), x from 0.3 to 0.5, h = 0.1: {:.2e} at epsilon = 0, "
                         "{:.1e} at 1/2",
                         reduction.printed, reduction.corrected));
}

}  // namespace rattleback::fernandez_bloch_olver_2012
