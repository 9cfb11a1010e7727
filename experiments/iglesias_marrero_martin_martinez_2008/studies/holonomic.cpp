#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"
#include "experiments/measure/growth.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::holonomic_study {

namespace {

Quad const h = 0.1_quad;

/// Section 4.1 on the pair groupoid of R^3: M_c is the set of pairs of points on one paraboloid f =
/// z - x^2/2 - y^2 = constant. L_d has the trapezoidal potential, so that the discrete holonomic
/// equations are the SHAKE method.
template <class T>
VectorOf3<T> leaf_gradient(VectorOf3<T> const& q) {
  return {-q[0], -2 * q[1], T(1)};
}

/// Next point of SHAKE: q2 - 2 q1 + q0 = -h^2 grad V(q1) + mu grad f(q1), f(q2) = f(q1). f(q2) is a
/// quadratic polynomial in mu, whose smaller root continues the motion. Controls use the gradient
/// of f at q0, or a part of the force at q0.
template <class T>
VectorOf3<T> shake(VectorOf3<T> const& q0, VectorOf3<T> const& q1, T step,
                   bool gradient_before = false, T share = 0) {
  VectorOf3<T> const n = leaf_gradient(gradient_before ? q0 : q1), at = q1 + share * (q0 - q1),
                     force(-at[1] / 2, -at[0] / 2, -1), u = 2 * q1 - q0 + step * step * force;
  T const a = -n[0] * n[0] / 2 - n[1] * n[1], b = n[2] - u[0] * n[0] - 2 * u[1] * n[1],
          c = leaf(u) - leaf(q1);
  T const root = sqrt(b * b - 4 * a * c);
  return u - 2 * c / (b + (b < 0 ? -root : root)) * n;
}
/// Returns the third point by the unconstrained equations (4.1) of L_d restricted to a leaf, in
/// (x, y).
Vector restricted(DiscreteSystem const& s, Vector const& q0, Vector const& q1) {
  auto const lifted = [c = leaf(q0)](auto const& u) -> JetVector {
    return JetVector{{u[0], u[1], c + u[0] * u[0] / 2 + u[1] * u[1]}};
  };
  Vector const u1 = q1.head(2);
  Vector const u2 = newton_root(2 * u1 - q0.head(2), [&](JetVector const& next) {
    JetVector residual(2);
    for (long j = 0; j < 2; ++j) {
      JetVector varied = u1.cast<QuadJet>();
      varied[j].s = 1;
      JetVector const middle = lifted(varied);
      QuadJet const action = s.lagrangian(together(q0.cast<QuadJet>(), middle)) +
                             s.lagrangian(together(middle, lifted(next)));
      residual[j] = QuadJet(action.s, 0, action.st, 0);
    }
    return residual;
  });
  return values(lifted(u2));
}

/// Part of the covector Y(g) L_d - Y(next) L_d outside the span of d phi at the unit over `x`.
double off_multipliers(DiscreteSystem const& s, Arrow const& g, Arrow const& next,
                       Vector const& x) {
  return outside_span(right_constraint_forms(s, s.unit(x)).transpose(), euler_lagrange(s, g, next));
}

void pairs(Study& study) {
  auto const s = paraboloid(h);
  // Motion from q0 = (1, 0.5, 0.85) on f = 0.1 with the velocity (0.2, -0.4) in (x, y).
  Vector const q0{{1, 0.5_quad, 0.85_quad}},
      v{{0.2_quad, -0.4_quad, q0[0] * 0.2_quad + 2 * q0[1] * -0.4_quad}};
  Arrow g = arrow_of_momentum(s, q0, s.distribution(q0).transpose() * v);
  auto tilted = s;
  tilted.distribution = [](Vector const& q) { return Matrix{{1, 0}, {0, 1}, {q[0], q[1]}}; };
  Largest shaken, gradient_before, multiplier, of_source, unconstrained, of_tilted;
  for (int k = 0; k < (study.quick ? 3 : 10); ++k) {
    Arrow const next = evolved(s, g);
    Vector3 const a = s.source(g), b = s.target(g), c = s.target(next),
                  of_leaf = restricted(s, a, b);
    shaken(distance(shake(a, b, h), c));
    gradient_before(distance(shake(a, b, h, true), c));
    unconstrained(distance(of_leaf, c));
    of_tilted(distance(of_leaf, s.target(evolved(tilted, g))));
    multiplier(worst_of(off_multipliers(s, g, next, b), largest_entry(s.constraint(next))));
    of_source(off_multipliers(s, g, next, a));
    g = next;
  }
  supply(study, {{"4.1/SHAKE", shaken}});
  supply(study, {{"4.1", unconstrained}, {"4.1/multipliers", multiplier}}, "pairs of points");
  supply_controls(study, {{"4.1/SHAKE", "gradient at q_0", gradient_before},
                          {"4.1/multipliers", "d phi at q_0", of_source},
                          {"4.1", "another D_c", of_tilted}});
}

/// Run of SHAKE in double precision from (1, 0.5) with the velocity (0.2, -0.4), and its energy at
/// the middle of two steps or, in the control, by the difference over one step.
struct EnergyRun {
  std::vector<double> times, errors;
  std::vector<Eigen::Vector3d> nodes;
  double largest_error = 0;
};
EnergyRun energy_run(double step, double time, bool one_sided = false, double share = 0) {
  auto const lifted = [](double a, double b) { return Eigen::Vector3d(a, b, a * a / 2 + b * b); };
  EnergyRun run;
  Largest worst;
  // Any second node that is accurate to second order suffices: its energy is the run's own.
  Eigen::Vector3d q0 = lifted(1, 0.5), q1 = lifted(1 + step * 0.2, 0.5 + step * -0.4);
  double first = 0;
  for (long k = 1; double(k) * step <= time; ++k) {
    Eigen::Vector3d const q2 = shake(q0, q1, step, false, share),
                          v = (q2 - (one_sided ? q1 : q0)) / (one_sided ? step : 2 * step);
    double const energy = v.squaredNorm() / 2 + q1[2] + q1[0] * q1[1] / 2;
    if (k == 1) first = energy;
    run.times.push_back(double(k) * step);
    run.errors.push_back(energy - first);
    run.nodes.push_back(q1);
    worst(run.errors.back());
    q0 = q1;
    q1 = q2;
  }
  run.largest_error = worst.value;
  return run;
}
Measured growth_of(EnergyRun const& run) {
  auto const growth = classify_growth(run.times, run.errors);
  return {.value = run.largest_error, .growth = name_of(growth.kind)};
}
/// Measures the energy of SHAKE along a longer run.
void energies(Study& study) {
  std::vector<double> const sizes{0.1, 0.05, 0.025, 0.0125};
  std::vector<double> errors, of_one_sided;
  double const time = study.quick ? 400 : 4000;
  for (std::size_t number = 0; number < sizes.size(); ++number) {
    auto const run = energy_run(sizes[number], time);
    errors.push_back(run.largest_error);
    of_one_sided.push_back(energy_run(sizes[number], 400, true).largest_error);
    if (number < 2) {
      auto& table = study.table(fmt::format("shake_{}", number), {"t", "x", "y", "error"});
      for (std::size_t k = 0; k < run.times.size() && run.times[k] <= 40; ++k)
        table.add({run.times[k], run.nodes[k][0], run.nodes[k][1], run.errors[k]});
    }
    if (number > 0) continue;
    study.control("I2/energy", "lagging force", growth_of(energy_run(0.1, time, false, 0.01)));
    if (study.quick)
      study.not_run("I2/energy", "drift", "needs a run to $t$ = 4000");
    else
      study.measure("I2/energy", "drift", growth_of(run));
  }
  study.measure("I2/energy", "size", order_measured(sizes, errors, time));
  study.control("I2/energy", "one-sided velocity", order_measured(sizes, of_one_sided, 400));
}

Vector3 const axis{0.6_quad, 0, 0.8_quad};
/// Rotation about the axis.
template <class T>
MatrixOf3<T> turn(T const& angle) {
  return rodrigues(tan(angle / T(2)) * axis.cast<T>());
}
/// Function that vanishes on the rotations about the axis.
JetVector off_axis(JetVector const& W) {
  auto const w = twice_axial(matrix_of(W));
  return JetVector{{w[1], 0.8_quad * w[0] - 0.6_quad * w[2]}};
}

/// Tests section 4.1 on the action groupoid: M_c = {(gamma, rotation about a fixed axis of the
/// body)}, a subgroupoid over S^2. The restriction of L_d to M_c belongs to a physical pendulum.
void action(Study& study) {
  auto s = veselova(h, 1);
  s.name = "pendulum";
  s.constraint = [](JetVector const& g) { return off_axis(g.tail(9)); };
  s.distribution = [](Vector const&) { return axis; };
  Vector3 const gamma0{0.6_quad, 0.64_quad, 0.48_quad};
  // Arrows between angles phi_k with gamma_k = turn(phi_k)^T gamma_0.
  auto const arrow = [&](QuadJet const& from, QuadJet const& to) {
    return stacked(turn(from).transpose() * gamma0.cast<QuadJet>(), turn(QuadJet(to - from)));
  };
  Quad before = 0, now = 0.13_quad;
  Largest apart, multiplier;
  for (int k = 0; k < (study.quick ? 3 : 10); ++k) {
    Quad const next = newton_root(Vector{{2 * now - before}}, [&](JetVector const& to) {
      QuadJet const varied(now, 1, 0, 0);
      QuadJet const action =
          s.lagrangian(arrow(before, varied)) + s.lagrangian(arrow(varied, to[0]));
      return JetVector{{QuadJet(action.s, 0, action.st, 0)}};
    })[0];
    Arrow const g = values(arrow(before, now)), moved = evolved(s, g);
    multiplier(off_multipliers(s, g, values(arrow(now, next)), s.target(g)));
    apart(distance(matrix_of(moved.tail(9)), turn(Quad(next - now))));
    before = now;
    now = next;
  }
  supply(study, {{"4.1", apart}, {"4.1/multipliers", multiplier}}, "action groupoid");
}

/// Tests section 4.1 on Lie groups: rotations about an axis in SO(3), about a point in SE(2). The
/// restricted Lagrangian depends on the angle only, so that the angle of a step never changes.
void groups(Study& study) {
  auto rotations = suslov(h);
  rotations.constraint = off_axis;
  rotations.distribution = [](Vector const&) { return axis; };
  Arrow const W = entries_of(turn(0.37_quad));
  auto const supply_both = [&](DiscreteSystem const& s, Arrow const& g, std::string const& group) {
    supply(study,
           {{"4.1", distance(evolved(s, g), g)},
            {"4.1/multipliers", off_multipliers(s, g, g, s.target(g))}},
           group);
  };
  supply_both(rotations, W, "SO(3)");

  Quad const a = 0.4_quad, b = -0.7_quad;
  auto const about = [=](auto const& theta) {
    auto const c = cos(theta), t = sin(theta);
    return VectorOf<std::decay_t<decltype(theta)>>{{theta, a - c * a + t * b, b - t * a - c * b}};
  };
  auto pinned = sleigh(h, sleigh_b());
  pinned.constraint = [=](JetVector const& g) { return (g - about(g[0])).tail(2).eval(); };
  pinned.distribution = [=](Vector const&) { return Vector{{1, b, -a}}; };
  supply_both(pinned, about(0.37_quad), "SE(2)");
}

}  // namespace

void holonomic(Study& study) {
  pairs(study);
  study.progress(0.5);
  energies(study);
  action(study);
  groups(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::holonomic_study
