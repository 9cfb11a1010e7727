#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/reduced_forces.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::fernandez_bloch_olver_2012::reduction_study {

namespace {

using theory::jacobian;

/// Forces of (27) at (r, v): as printed, F_2 = x vy^2, or with F_2 = x vx vy.
Vector of_27(Vector const& z, bool product) {
  Vector F(2);
  F << -z[0] * z[3] * z[3], z[0] * (product ? z[2] : z[3]) * z[3];
  return F;
}

/// Measures residuals of (15)-(16) and (21), and differences of forces, along nodes (r_1, r_2, g)
/// of (15)-(16), relative to the largest momentum or force.
/// @param left  true for epsilon = 0 in place of 1/2, which measures (15)-(16) alone
void measure_along_nodes(Study& study, System const& system, bool left = false) {
  // The knife edge stops before the first zero of f, at which (24)-(25) are singular.
  long const steps = system.knife() ? 20 : system.steps;
  Quad const h = system.step;
  std::vector<Vector> q;
  for (auto const& node :
       study.execute(run_of(system, left ? "dla_left" : "dla_midpoint", "legendre", h, steps)).q)
    q.push_back(theory::vector_of<Quad>(node));
  // Intervals before and after node i.
  struct Pair {
    std::size_t i;
    Interval<Quad> before, after;
    Vector forces(int sign = 1) const {
      return after.forces(sign).head(2) + before.forces(sign).tail(2);
    }
  };
  auto const interval = [&](std::size_t i) -> Interval<Quad> {
    return {system, h, together(q[i].head(2), q[i + 1].head(2))};
  };
  auto const most = [&](std::function<Size(Pair const&)> const& residual) {
    return largest(series(q.size() - 2, [&](std::size_t i) {
      return residual({i + 1, interval(i), interval(i + 1)}).value;
    }));
  };
  double const momentum = most([](auto& at) -> Size { return at.before.slopes().tail(2); });
  double const force = most([](auto& at) -> Size { return at.forces(); });
  // Residual of (21), D_1 L*_d + D_2 L*_d = F^- + F^+.
  auto const of_21 = [&](int sign) {
    return most([&](auto& at) -> Size {
      return at.after.slopes().head(2) + at.before.slopes().tail(2) - at.forces(sign);
    });
  };
  auto const of_24 = [&](Quad factor) {
    return most([&](auto& at) -> Size {
      return factor * (at.after.force_of_24() + at.before.force_of_24()) - at.forces();
    });
  };
  auto const printed_27 = [&](Quad factor, bool product) {
    return most([&](auto& at) -> Size {
      Vector const F = of_27(at.before.middle(), product) + of_27(at.after.middle(), product);
      return factor * F - at.forces();
    });
  };
  // Derivative of the action with respect to q_i, for unit masses and V linear in r; along (e_k,
  // -A_k) in (15).
  auto const derivative = [&](std::size_t i) -> Vector {
    return (2 * q[i] - q[i - 1] - q[i + 1]) / h + h * system.S * Vector::Unit(3, 0);
  };
  auto const along = [&](auto& at, Vector const& node) -> Size {
    Vector d = derivative(at.i);
    d[system.place()] -= system.a(node) * d[2];
    return d.head(2);
  };
  auto const stationary = [&](auto& at) { return along(at, q[at.i]); };
  // Constraint (16), and its version with A at the node.
  auto const rise = [&](auto& at) -> Quad { return (q[at.i + 1][2] - q[at.i][2]) / h; };
  auto const constraint = [&](auto& at) { return rise(at) + at.after.connection(); };
  auto const at_node = [&](auto& at) {
    return rise(at) + system.connection(q[at.i], at.after.middle().tail(2));
  };
  auto const free = [&](auto& at) -> Size { return derivative(at.i).head(2); };
  Measured const common{.value = 0, .steps = double(steps)};
  if (left) {
    auto const next = most([&](auto& at) { return along(at, q[at.i + 1]); });
    supply(study, system.name,
           {{"G15", "(15), epsilon = 0", most(stationary) / momentum},
            {"G15", "(16), epsilon = 0", most(at_node) / momentum},
            {"G15", "variations at the next node", next / momentum, true},
            {"G15", "coefficient at the middle", most(constraint) / momentum, true}},
           common);
    return;
  }
  supply(study, system.name,
         {{"G15", "(15)", most(stationary) / momentum},
          {"G15", "(16)", most(constraint) / momentum},
          {"G15", "free variations", most(free) / momentum, true},
          {"G15", "constraint at the node", most(at_node) / momentum, true},
          {"G17", "as printed", of_21(1) / momentum},
          {"G17", "sign of the second terms", of_21(-1) / momentum, true},
          {"G18", "as printed", of_24(1) / force},
          {"G18", "times -h/2", of_24(-h / 2) / force}},
         common);
  if (system.problem != particle.problem) return;
  supply(study, "",
         {{"G18", "particle alone", of_24(-h / 2) / force, true},
          {"E1a", "as printed",
           smaller_or_nan(printed_27(h, false), printed_27(-h / 2, false)) / force},
          {"E1a", "times -h/2", printed_27(-h / 2, true) / force},
          {"E1a", "times h/2", printed_27(h / 2, true) / force, true}},
         common);
}

/// Relative changes over one step from u, with the one-forms alpha = D_2 L_d(q_0, q_1) dq_1, gamma
/// = D_2 L_d(q_1, q_2) dq_2 and Lambda dq_1, where Lambda is the force: largest entries of d alpha
/// - d gamma and of d alpha - d gamma - d(Lambda dq_1), relative to that of d alpha.
struct SymplecticChange {
  double change = 0, defect = 0;
};
using Moving = VectorOf<JetOfQuad>;
/// @param maps  maps from u to p_0, q_1, p_1, q_2 and Lambda
using Maps = std::function<std::array<Moving, 5>(Moving const& u)>;
SymplecticChange symplectic_change(Maps const& maps, Vector const& u) {
  // d(p dq) for the maps with these indices.
  auto const two_form = [&](int p, int q) -> Matrix {
    auto const D = [&](int k) -> Matrix {
      return jacobian<Quad>([&](Moving const& at) { return maps(at)[k]; }, u);
    };
    Matrix const P = D(p), Q = D(q);
    return P.transpose().lazyProduct(Q) - Q.transpose().lazyProduct(P);
  };
  Matrix const before = two_form(0, 1), change = before - two_form(2, 3);
  double const size = largest_entry(before);
  return {largest_entry(change) / size, largest_entry(change - two_form(4, 1)) / size};
}

/// Pair (r_0, r_1) of a step of size h at a point that is not on the axes.
Vector generic_step(System const& system, Quad h) {
  Quad const r1 = system.knife() ? Quad(4) / 10 : Quad(7) / 10;
  Quad const r2 = system.knife() ? Quad(6) / 10 : Quad(-2) / 10;
  Vector ends(4);
  ends << r1, r2, r1 + h * 8 / 10, r2 + h * 9 / 10;
  return ends;
}
/// End (r_1, g_1) of an interval that begins at g, by (16).
template <class T>
VectorOf<T> end_by_16(Interval<T> const& first, T const& g) {
  VectorOf<T> q1(3);
  q1 << first.b(), g - first.connection() * T(first.h);
  return q1;
}
/// Next interval by (15)-(16).
template <class T>
Interval<T> next(Interval<T> const& first) {
  auto const& [system, h, ends] = first;
  VectorOf<T> q0(3);
  q0 << ends.head(2), T(0);
  return {system, h,
          together(first.b(), dla_step(system, h, q0, end_by_16(first, T(0))).q2.head(2))};
}

/// Change by (15)-(16), with u = (r_0, g_0, r_1) of a step of 1/10 and g_1 from (16).
SymplecticChange change_by_dla(System const& system, int constrained = 1, bool at_middle = false) {
  Quad const h = Quad(1) / 10;
  /// Momentum D_2 L_d, apart from the constant -h/2 grad V.
  auto const momentum = [&](Moving const& a, Moving const& b) -> Moving {
    return (b - a) / JetOfQuad(h);
  };
  auto const maps = [&](Moving const& u) {
    Interval<JetOfQuad> const first{system, h, together(u.head(2), u.tail(2))};
    Moving const q0 = u.head(3);
    Moving const q1 = end_by_16(first, u[2]);
    auto const step = dla_step(system, h, q0, q1, constrained);
    return std::array{momentum(q0, q1), q1, momentum(q1, step.q2), step.q2,
                      at_middle ? step.force_at_middle : step.constraint_force};
  };
  Vector u(5);
  u << generic_step(system, h).head(2), Quad(3) / 10, generic_step(system, h).tail(2);
  return symplectic_change(maps, u);
}

/// Measures the defect of (16) on the first interval of change_by_dla() and the residual of (21)
/// over its step, relative to the momentum before it.
void measure_one_step(Study& study, System const& system) {
  Quad const h = Quad(1) / 10, g = Quad(3) / 10;
  Interval<Quad> const first{system, h, generic_step(system, h)}, second = next(first);
  Vector const before = first.slopes().tail(2), after = second.slopes().head(2);
  Vector const forces = second.forces().head(2) + first.forces().tail(2);
  Size const defect = (end_by_16(first, g)[2] - g) / h + first.connection();
  Size const residual = after + before - forces;
  double const momentum = largest_entry(before);
  supply(
      study, system.name + ", one step",
      {{"G15", "(16)", defect.value / momentum}, {"G17", "as printed", residual.value / momentum}});
}

/// Change by (21) with (22)-(23), where u = (r_0, r_1); compare change_by_dla().
SymplecticChange change_by_rdla(System const& system, int sign = 1) {
  Quad const h = Quad(1) / 10;
  auto const maps = [&](Moving const& u) {
    Interval<JetOfQuad> const first{system, h, u}, second = next(first);
    Moving const p0 = first.slopes().tail(2), p1 = second.slopes().tail(2);
    Moving const force = second.forces(sign).head(2) + first.forces(sign).tail(2);
    return std::array{p0, first.b(), p1, second.b(), force};
  };
  return symplectic_change(maps, generic_step(system, h));
}

/// Order in h at which -(F^- + F^+)/h by (22)-(23), the force of the discrete law, converges to the
/// force of (5), that of the law of the flow, at a point of the motion, or to half the sum of (24)
/// and (25).
/// @param sign  sign of the force that is approached
double order_of_force(System const& system, int sign, bool of_24 = false) {
  std::vector<double> const steps{1. / 10, 1. / 20, 1. / 40, 1. / 80};
  auto const errors = series(4, [&](std::size_t k) {
    Quad const h = Quad(1) / (10 << k);
    Interval<Quad> const first{system, h, generic_step(system, h)}, second = next(first);
    Vector const v = (first.middle().tail(2) + second.middle().tail(2)) / 2;
    Vector const discrete = -(second.forces().head(2) + first.forces().tail(2)) / h;
    Vector const at_node = force(system, Vector(together(first.b(), v)));
    Vector const averaged = (first.force_of_24() + second.force_of_24()) / 2;
    return largest_entry(discrete - sign * (of_24 ? averaged : at_node));
  });
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
          {"G19", "discrete Hamilton principle", change_by_dla(system, 0).change},
          {"G19", "opposite constraint force", change_by_dla(system, -1).change, true},
          {"P20b", "RDLA by (22)-(23): no", rdla.change}});
  // On the particle, whose connection is linear, both forces agree and the order is undefined.
  if (system.problem == particle.problem) return;
  supply(study, system.name,
         {{"G18", "order in h", order_of_force(system, 1, true)},
          {"G18", "times h/2", order_of_force(system, -1, true), true}});
}

/// Measures (16) and, for the particle, (18), (19) and (28), at random pairs of points at distances
/// of order 1/10.
void measure_discrete_formulas(Study& study) {
  Quad const h = Quad(1) / 10;
  // h times the derivative of (16) with respect to g_(i+1), where g has the coefficient c, over
  // unit steps: 1.
  for (auto const& system : systems)
    over_random(
        study,
        {{"G16", "as printed", "coefficients after (17)", 1, 0,
          [&](auto& z, Quad c) -> Size {
            Interval<Quad> const over{system, h, together(z.head(2), z.head(2) + h * z.tail(2))};
            auto const constraint = [&](int g) -> Quad { return c * g / h + over.connection(); };
            auto const slope = [&](int k) -> Quad {
              return h * (constraint(k + 1) - constraint(k)) - 1;
            };
            return {slope(-2), slope(-1), slope(0), slope(1), slope(2)};
          }}},
        system.name);
  // Difference quotients (dx, dy, dz)/h of points with x, y and z = 1.
  auto const quotients = [=](Vector const& z) -> theory::Vector3 {
    theory::Vector3 const at(z[0], z[1], 1), v(z[2], z[3], z[2] + z[3] / 2);
    return ((at + h * v) - at) / h;
  };
  auto const of_28 = [=](Quad x, theory::Vector3 const& d) -> Quad {
    return h / 2 * (d[0] * d[0] + (1 + x * x) * d[1] * d[1]);
  };
  auto const x1 = [=](Vector const& z) -> Quad { return z[0] + h * z[2]; };
  over_random(study, {{"P22", "as printed", "without z", 1, 0,
                       [=](auto& z, Quad c) {
                         theory::Vector3 const d = quotients(z);
                         Quad const vz = z[2] + z[3] / 2,
                                    L = (z[2] * z[2] + z[3] * z[3] + vz * vz) / 2;
                         return h / 2 * (d[0] * d[0] + d[1] * d[1] + c * d[2] * d[2]) - h * L;
                       }},
                      {"P23", "as printed", "1 - epsilon", 0, 1,
                       [=](auto& z, Quad exchanged) {
                         theory::Vector3 const d = quotients(z);
                         return over_epsilons(z[0], x1(z), exchanged, [&](Quad x, Quad tested) {
                           Quad const of_17 = z[2] + z[3] / 2 + x * z[3];
                           return d[2] + tested * d[1] - of_17;
                         });
                       }},
                      {"P27", "as printed", "1 - epsilon", 0, 1,
                       [=](auto& z, Quad exchanged) {
                         return over_epsilons(z[0], x1(z), exchanged, [&](Quad x, Quad tested) {
                           Quad const vz = -x * z[3];
                           Quad const restricted = h / 2 * (z[2] * z[2] + z[3] * z[3] + vz * vz);
                           return of_28(tested, quotients(z)) - restricted;
                         });
                       }},
                      {"P28", "as printed", "1 - epsilon", 0, 1, [=](auto& z, Quad exchanged) {
                         return over_epsilons(z[0], x1(z), exchanged, [&](Quad x, Quad tested) {
                           Vector at = z;
                           at[0] = x;
                           return of_28(tested, quotients(z)) - h * lagrangian(particle)(at);
                         });
                       }}});
}

/// Measures (26) and the symmetry of the particle against the catalogue's problem, at random
/// points.
void measure_particle(Study& study) {
  auto const& problem = study.problem(particle.problem);
  auto const setting = [](Vector const& at, Quad x, Quad z) {
    Setting start;
    start.q = {at[0] + x, at[1], z};
    start.v = {at[2], at[3], -(at[0] + x) * at[3]};
    return start;
  };
  over_random(study,
              {{"P25", "as printed", "sign of x^2", 1, -1,
                [&](auto& z, Quad sign) {
                  Quad const of_26 = (z[2] * z[2] + (1 + sign * z[0] * z[0]) * z[3] * z[3]) / 2;
                  return problem.energy(setting(z, 0, 0)) - of_26;
                }},
               // Changes of the energy and of the motion up to t = 1, apart from the shift.
               {"P24", "as printed", "translations in x", 0, 1,
                [&](auto& z, Quad x) -> Size {
                  auto const here = setting(z, 0, 0), moved = setting(z, 5 * x, 5 * (1 - x));
                  auto const a = problem.exact(here, {1})[0].q, b = problem.exact(moved, {1})[0].q;
                  return {problem.energy(moved) - Quad(problem.energy(here)), b[0] - a[0] - 5 * x,
                          b[1] - a[1], b[2] - a[2] - 5 * (1 - x)};
                }}},
              "", 0x1p-52);  // the catalogue's energy is in double precision
}

}  // namespace

void reduction(Study& study) {
  for (auto const* erratum : {"E1", "E1/(27)", "E2"}) study.uses(erratum);
  for (auto const& system : systems) {
    for (bool const left : {false, true}) measure_along_nodes(study, system, left);
    measure_one_step(study, system);
    measure_symplectic_form(study, system);
  }
  measure_discrete_formulas(study);
  measure_particle(study);

  auto const apart = [&](System const& system) {
    auto const a = simulation(study, system, "rdla", "euler");
    auto const b = simulation(study, system, "dla_midpoint", "euler");
    return series(a.nodes(), [&](auto i) { return distance_of(a.node(i), b.node(i)); });
  };
  auto const on_particle = apart(sinusoidal);
  auto on_knife = apart(knife_edge);
  double const most = largest(on_particle), of_knife = largest(on_knife);
  on_knife.resize(on_particle.size(), std::nan(""));
  tabulate(
      study, "two_forces",
      {{"i", counting(on_particle.size())}, {"sinusoidal", on_particle}, {"knife_edge", on_knife}});
  study.add_finding(
      "RDLA/two-forces", most,
      fmt::format("largest distance of ($x$, $y$) between RDLA by (24)-(25) times -$h$/2 and the "
                  "unreduced integrator, sinusoidal particle, 200 steps of 0.05, {}: "
                  "{:.2e}; knife edge, 100 steps of 0.07: {:.2e}",
                  words_of("euler"), most, of_knife));
}

}  // namespace rattleback::fernandez_bloch_olver_2012::reduction_study
