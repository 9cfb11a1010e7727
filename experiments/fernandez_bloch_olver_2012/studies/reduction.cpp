#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/reduced_forces.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

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

/// Residuals and differences of forces along nodes of (15)-(16), relative to the largest term.
struct AlongNodes {
  double stationary = 0;                ///< (15) tested along the constraint, and (16)
  double reduced = 0;                   ///< (21) with (22)-(23)
  double forces = 0, half = 0;          ///< (24)-(25), and -h/2 times it, less (22)-(23)
  double printed_27 = 0, right_27 = 0;  ///< the same of (27)
};

AlongNodes along_nodes(Study& study, System const& system, long steps) {
  auto const q = dla_nodes(study, system, steps);
  RawQuad const h = system.step, S = paper_slope(system.problem);
  auto const interval = [&](std::size_t i) -> Interval {
    return {system.problem, S, h, {q[i][0], q[i][1]}, {q[i + 1][0], q[i + 1][1]}};
  };
  AlongNodes all;
  double momenta = 0, forces = 0;
  for (std::size_t i = 1; i + 1 < q.size(); ++i) {
    auto const before = interval(i - 1), after = interval(i);
    auto const at = after.at(after.a);
    Pair const exact = sum(after.force_minus(), before.force_plus());
    keep(all.reduced, RawQuad(largest_of(difference(
                          difference(before.right_momentum(), after.left_momentum()), exact))));
    momenta = larger_or_nan(momenta, largest_of(before.right_momentum()));
    forces = larger_or_nan(forces, largest_of(exact));
    Pair const of_24 = sum(after.force_of_24(), before.force_of_24());
    keep(all.forces, RawQuad(largest_of(difference(of_24, exact))));
    keep(all.half, RawQuad(largest_of(difference(scaled(-h / 2, of_24), exact))));
    auto const of_27 = [&](Interval const& over, bool right) -> Pair {
      RawQuad const x = (over.a[0] + over.b[0]) / 2;
      Pair const v = over.v();
      return right ? Pair{h / 2 * x * v[1] * v[1], -h / 2 * x * v[0] * v[1]}
                   : Pair{-h * x * v[1] * v[1], h * x * v[1] * v[1]};
    };
    keep(all.printed_27,
         RawQuad(largest_of(difference(sum(of_27(after, false), of_27(before, false)), exact))));
    keep(all.right_27,
         RawQuad(largest_of(difference(sum(of_27(after, true), of_27(before, true)), exact))));
    // The action's derivative by q_i along (e_k, -A_k): masses are one, V is linear in r.
    Point3 gradient;
    for (int k = 0; k < 3; ++k)
      gradient[k] = (2 * q[i][k] - q[i - 1][k] - q[i + 1][k]) / h - (k < 2 ? h * at.dV[k] : 0);
    for (int k = 0; k < 2; ++k) keep(all.stationary, gradient[k] - at.A[k] * gradient[2]);
    keep(all.stationary, (q[i + 1][2] - q[i][2]) / h + dot(after.middle().A, after.v()));
  }
  for (double* value : {&all.stationary, &all.reduced}) *value /= momenta;
  for (double* value : {&all.forces, &all.half, &all.printed_27, &all.right_27}) *value /= forces;
  return all;
}

/// The knife edge short of the first zero of f, where (24)-(25) are not yet singular.
long steps_of(System const& system) { return system.knife() ? 20 : system.steps; }

void measure_along_nodes(Study& study, System const& system) {
  long const steps = steps_of(system);
  auto const all = along_nodes(study, system, steps);
  auto const supply = [&](std::string const& statement, std::string const& reading,
                          std::string const& instance, double value, std::string const& what) {
    study.measure(
        statement, reading, instance,
        {.value = value,
         .words = fmt::format("{}, nodes of (15)-(16), {} steps of {:g} on the {}, relative to the "
                              "largest of them: {:.2e}",
                              what, steps, double(system.step), system.name, value),
         .steps = double(steps)});
  };
  supply("G15", "as printed", system.name, all.stationary,
         "derivative of the action sum along the constraint, and discrete constraint");
  supply("G17", "as printed", system.name, all.reduced,
         "residual of (21) with the forces (22)-(23)");
  supply("G18", "as printed", system.name, all.forces,
         "sum of the forces (24)-(25) less that of (22)-(23)");
  supply("G18", "times -h/2", system.name, all.half,
         "-h/2 times the sum of the forces (24)-(25) less that of (22)-(23)");
  if (system.problem != particle.problem) return;
  supply("E1a", "as printed", "", all.printed_27,
         "sum of the forces of (27) less that of (22)-(23)");
  supply("E1a", "times -h/2", "", all.right_27,
         "the sum with -h/2 and x vx vy less that of (22)-(23)");
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
SymplecticChange change_by_dla(System const& system) {
  using U = std::array<RawQuad, 5>;
  RawQuad const h = RawQuad(1) / 10, S = paper_slope(system.problem);
  auto const q0 = [](U const& u) -> Point3 { return {u[0], u[1], u[2]}; };
  auto const q1 = [&](U const& u) -> Point3 {
    Interval const over{system.problem, S, h, {u[0], u[1]}, {u[3], u[4]}};
    return {u[3], u[4], u[2] - h * dot(over.middle().A, over.v())};
  };
  auto const step = [&](U const& u) { return dla_step(system.problem, S, h, q0(u), q1(u)); };
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
      [&](U const& w) { return step(w).constraint_force; });
}

/// The same of (21) with (22)-(23), u = (r_0, r_1).
SymplecticChange change_by_rdla(System const& system) {
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
      [&](U const& w) { return sum(second(w).force_minus(), first(w).force_plus()); });
}

void measure_symplectic_form(Study& study, System const& system) {
  auto const dla = change_by_dla(system), rdla = change_by_rdla(system);
  std::string const dla_change = "change of the discrete symplectic form by (15)-(16)";
  std::string const rdla_change = "change of the discrete symplectic form by (21)-(23)";
  struct Row {
    std::string statement, reading;
    double value;
    std::string what;
  };
  for (auto const& [statement, reading, value, what] :
       {Row{"G6", "DLA", dla.defect, dla_change + " less d(lambda c dq)"},
        {"G6", "RDLA", rdla.defect, rdla_change + " less d((F^- + F^+) dr)"},
        {"G19", "as printed", dla.change, dla_change},
        {"P20b", "RDLA by (22)-(23): no", rdla.change, rdla_change}})
    study.measure(
        statement, reading, system.name,
        measured(value, "{}, relative to the form, one step of 0.1 at a point of the {}: {:.2e}",
                 what, system.name, value));
}

/// (18), (19), (26), (28) of the particle, and what (16) leaves to be solved, at random points.
void measure_formulas(Study& study) {
  double of_18 = 0, of_19 = 0, of_28 = 0, of_28_and_26 = 0, of_26 = 0, shift = 0;
  RawQuad const h = RawQuad(1) / 10;
  auto const& problem = study.problem(particle.problem);
  for (auto const& [r, v, w] : random_points(100)) {
    RawQuad const vz = v[0] + v[1] / 2, x0 = r[0], x1 = r[0] + h * v[0];
    keep(of_18, h / 2 * (v[0] * v[0] + v[1] * v[1] + vz * vz) -
                    h * ((v[0] * v[0] + v[1] * v[1] + vz * vz) / 2));
    for (auto const& e : epsilons) {
      RawQuad const x = (1 - e) * x0 + e * x1;
      keep(of_19, vz + x * v[1] - (vz + reduced_at(particle.problem, {x, 0}, 0).A[1] * v[1]));
      RawQuad const printed = h / 2 * (v[0] * v[0] + (1 + x * x) * v[1] * v[1]);
      RawQuad const gz = -x * v[1];
      keep(of_28, printed - h / 2 * (v[0] * v[0] + v[1] * v[1] + gz * gz));
      keep(of_28_and_26, printed - h * reduced_at(particle.problem, {x, 0}, 0).lagrangian(v));
    }
    Setting setting;
    setting.q = {r[0], r[1], 0};
    setting.v = {v[0], v[1], -r[0] * v[1]};
    double const E = problem.energy(setting);
    keep(of_26, RawQuad(E) - (v[0] * v[0] + (1 + r[0] * r[0]) * v[1] * v[1]) / 2);
    setting.q = {r[0], r[1], 5};
    keep(shift, RawQuad(problem.energy(setting) - E));
    auto const moved = problem.exact(setting, {1});
    setting.q = {r[0], r[1], 0};
    auto const unmoved = problem.exact(setting, {1});
    for (int i = 0; i < 3; ++i)
      keep(shift, moved[0].q[i] - unmoved[0].q[i] - (i == 2 ? RawQuad(5) : RawQuad(0)));
  }
  struct Row {
    std::string statement;
    double defect;
    std::string what;
    double epsilon = quad_epsilon;
  };
  for (auto const& [statement, defect, what, epsilon] :
       {Row{"P22", of_18, "(18) less h times the L of (17)"},
        {"P23", of_19, "(19) less (17) at the point of (14), epsilon = 0, 1/4, 1/2, 1"},
        {"P27", of_28, "(28) less (18) on pairs that satisfy (19), epsilon = 0, 1/4, 1/2, 1"},
        {"P28", of_28_and_26, "(28) less h times (26), epsilon = 0, 1/4, 1/2, 1"},
        {"P25", of_26, "energy of the unreduced particle in the constraint less (26)", 0x1p-52},
        {"P24", shift,
         "change of energy and of the exact motion up to t = 1 beside the shift, z moved by 5",
         0x1p-52}})
    study.measure(statement, {.value = defect,
                              .words = fmt::format("{}, 100 random points: {:.1e}", what, defect),
                              .epsilon = epsilon});
}

/// How far (16) is from h^-1 (g_(i+1) - g_i) + what does not depend on it.
void measure_group_variable(Study& study, System const& system) {
  double departure = 0;
  RawQuad const h = RawQuad(1) / 10, S = paper_slope(system.problem);
  for (auto const& [r, v, w] : random_points(100)) {
    Interval const over{system.problem, S, h, r, {r[0] + h * v[0], r[1] + h * v[1]}};
    auto const constraint = [&](RawQuad const& g) -> RawQuad {
      return g / h + dot(over.middle().A, over.v());
    };
    for (int k = -2; k <= 2; ++k) keep(departure, h * (constraint(k + 1) - constraint(k)) - 1);
  }
  study.measure("G16", "as printed", system.name,
                measured_in_quad(departure, 1,
                                 "h times the difference quotient of (16) by g_(i+1), less "
                                 "1, 100 random intervals of the {}: {:.1e}",
                                 system.name, departure));
}

}  // namespace

void reduction(Study& study) {
  for (auto const& system : systems) {
    measure_along_nodes(study, system);
    measure_symplectic_form(study, system);
    measure_group_variable(study, system);
  }
  measure_formulas(study);

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
