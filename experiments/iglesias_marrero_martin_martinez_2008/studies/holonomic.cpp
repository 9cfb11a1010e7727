#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"
#include "experiments/measure/growth.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Q const h = 0.1Q;

/// Section 4.1 on the pair groupoid of R^3: M_c is the pairs of points on one paraboloid
/// f = z - x^2/2 - y^2 = constant. L_d has the trapezoidal potential, so that the discrete
/// holonomic equations are the SHAKE method.
Numbers leaf_gradient(Numbers const& q) { return {-q[0], -2 * q[1], 1}; }

/// SHAKE: q2 - 2 q1 + q0 = -h^2 grad V(q1) + mu grad f(q1), f(q2) = f(q1). f(q2) is a quadratic
/// polynomial of mu; of its roots the smaller continues the motion. In controls the gradient of f
/// is that at q0, or a share of the force.
template <class Real>
std::vector<Real> shake(std::vector<Real> const& q0, std::vector<Real> const& q1, Real step,
                        bool gradient_before = false, Real share = 0) {
  auto const& at = gradient_before ? q0 : q1;
  std::array<Real, 3> const n{-at[0], -2 * at[1], 1},
      force{-(q1[1] + share * (q0[1] - q1[1])) / 2, -(q1[0] + share * (q0[0] - q1[0])) / 2, -1};
  std::array<Real, 3> u;
  for (std::size_t i = 0; i < 3; ++i) u[i] = 2 * q1[i] - q0[i] + step * step * force[i];
  auto const f = [](auto const& q) { return q[2] - q[0] * q[0] / 2 - q[1] * q[1]; };
  Real const a = -n[0] * n[0] / 2 - n[1] * n[1], b = n[2] - u[0] * n[0] - 2 * u[1] * n[1],
             c = f(u) - f(q1);
  Real root;
  if constexpr (std::is_same_v<Real, double>)
    root = std::sqrt(b * b - 4 * a * c);
  else
    root = sqrtq(b * b - 4 * a * c);
  Real const mu = -2 * c / (b + (b < 0 ? -root : root));
  return {u[0] + mu * n[0], u[1] + mu * n[1], u[2] + mu * n[2]};
}
/// Its arrow by the unconstrained equations (4.1) of L_d restricted to a leaf, in (x, y).
Numbers restricted(DiscreteSystem const& s, Numbers const& q0, Numbers const& q1) {
  Q const c = leaf(q0);
  auto const lifted = [&](Numbers const& u) {
    return Numbers{u[0], u[1], c + u[0] * u[0] / 2 + u[1] * u[1]};
  };
  Numbers const u0 = part(q0, 0, 2), u1 = part(q1, 0, 2);
  auto const u2 = newton_root(difference(times(2, u1), u0), [&](Numbers const& next) {
    Numbers residual;
    for (std::size_t j = 0; j < 2; ++j)
      residual.push_back(derivative([&](Q t) {
        auto varied = u1;
        varied[j] += t;
        auto const middle = lifted(varied);
        return s.lagrangian(together(lifted(u0), middle)) +
               s.lagrangian(together(middle, lifted(next)));
      }));
    return residual;
  });
  return lifted(u2);
}

void pairs(Study& study) {
  auto const s = paraboloid(h);
  // From q0 = (1, .5, .75) on f = 0 with the velocity (.2, -.4) in (x, y).
  Numbers const q0{1, 0.5Q, 0.75Q}, v{0.2Q, -0.4Q, q0[0] * 0.2Q + 2 * q0[1] * -0.4Q};
  Numbers p;
  for (auto const& d : s.distribution(q0)) p.push_back(dot(d, v));
  auto g = arrow_of_momentum(s, q0, p);
  auto tilted = s;
  tilted.distribution = [](Numbers const& q) { return Rows{{1, 0, q[0]}, {0, 1, q[1]}}; };
  Tested shaken, multiplier, unconstrained;
  for (int k = 0; k < (study.quick ? 3 : 10); ++k) {
    auto const next = evolved(s, g);
    auto const a = s.source(g), b = s.target(g), c = s.target(next), of_leaf = restricted(s, a, b);
    shaken.printed(distance(shake(a, b, h), c));
    shaken.changed(distance(shake(a, b, h, true), c));
    unconstrained.printed(distance(of_leaf, c));
    unconstrained.changed(distance(of_leaf, s.target(evolved(tilted, g))));
    // Y(g) L_d - Y(h) L_d for all Y, against lambda d phi.
    auto const covector = euler_lagrange(s, g, next);
    auto const across = [&](Numbers const& q) {
      return double(largest(cross(covector, leaf_gradient(q))) / largest(covector));
    };
    multiplier.printed(across(b));
    multiplier.printed(largest(s.constraint(next)));
    multiplier.changed(across(a));
    g = next;
  }
  supply_tested(study, {{"4.1/SHAKE", shaken, "gradient at q_0"},
                        {"4.1/multipliers", multiplier, "d phi at q_0"}});
  supply(study, {{"4.1", unconstrained.printed}}, "pairs of points");
  supply_controls(study, {{"4.1", "another D_c", unconstrained.changed}});
}

/// A run of SHAKE in double from (1, .5) with the velocity (.2, -.4), and its energy at the middle
/// of two steps, or by the difference over one of them.
struct EnergyRun {
  std::vector<double> times, errors;
  std::vector<std::vector<double>> nodes;
  double largest_error = 0;
};
EnergyRun energy_run(double step, double time, bool one_sided = false, double share = 0) {
  auto const lifted = [](double a, double b) {
    return std::vector<double>{a, b, a * a / 2 + b * b};
  };
  EnergyRun run;
  Largest worst;
  // The second node: a circle of curvature is enough, its energy is the run's own.
  auto q0 = lifted(1, 0.5), q1 = lifted(1 + step * 0.2, 0.5 + step * -0.4);
  double first = 0;
  for (long k = 1; double(k) * step <= time; ++k) {
    auto const q2 = shake(q0, q1, step, false, share);
    double kinetic = 0;
    for (std::size_t i = 0; i < 3; ++i)
      kinetic += std::pow(one_sided ? (q2[i] - q1[i]) / step : (q2[i] - q0[i]) / (2 * step), 2) / 2;
    double const energy = kinetic + q1[2] + q1[0] * q1[1] / 2;
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
/// Energy of SHAKE along a longer run.
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
      study.not_run("I2/energy", "drift", "needs a run to t = 4000");
    else
      study.measure("I2/energy", "drift", growth_of(run));
  }
  study.measure("I2/energy", "size", order_measured(sizes, errors, time));
  study.control("I2/energy", "one-sided velocity", order_measured(sizes, of_one_sided, 400));
}

Numbers const axis{0.6Q, 0, 0.8Q};
Numbers turn(Q angle) { return rodrigues(times(sinq(angle / 2) / cosq(angle / 2), axis)); }

/// Section 4.1 on the action groupoid: M_c = {(gamma, rotation about a fixed axis of the body)}, a
/// subgroupoid over S^2. L_d restricted to it is that of a physical pendulum.
DiscreteSystem pendulum() {
  auto s = veselova(h, 1);
  s.name = "pendulum";
  s.constraint = [](Arrow const& g) {
    auto const w = twice_axial(part(g, 3, 9));
    return Numbers{w[1], 0.8Q * w[0] - 0.6Q * w[2]};
  };
  s.distribution = [](Numbers const&) { return Rows{axis}; };
  return s;
}
void action(Study& study) {
  auto const s = pendulum();
  Numbers const gamma0{0.6Q, 0.64Q, 0.48Q};
  // Angles phi_k with gamma_k = turn(phi_k)^T gamma_0.
  auto const lagrangian = [&](Q from, Q to) {
    return s.lagrangian(together(applied(transposed(turn(from)), gamma0), turn(to - from)));
  };
  Q before = 0, now = 0.13Q;
  Largest apart;
  for (int k = 0; k < (study.quick ? 3 : 10); ++k) {
    auto const root = newton_root({2 * now - before}, [&](Numbers const& next) {
      return Numbers{derivative(
          [&](Q t) { return lagrangian(before, now + t) + lagrangian(now + t, next[0]); })};
    });
    auto const g = together(applied(transposed(turn(before)), gamma0), turn(now - before));
    auto const moved = evolved(s, g);
    apart(distance(part(moved, 3, 9), turn(root[0] - now)));
    before = now;
    now = root[0];
  }
  supply(study, {{"4.1", apart}}, "action groupoid");
}

/// Section 4.1 on Lie groups: rotations about an axis in SO(3), about a point in SE(2). The
/// restricted Lagrangian depends on the angle alone, so that the angle of a step never changes.
void groups(Study& study) {
  auto rotations = suslov(h);
  rotations.constraint = [](Arrow const& g) {
    auto const w = twice_axial(g);
    return Numbers{w[1], 0.8Q * w[0] - 0.6Q * w[2]};
  };
  rotations.distribution = [](Numbers const&) { return Rows{axis}; };
  auto const W = turn(0.37Q);
  supply(study, {{"4.1", distance(evolved(rotations, W), W)}}, "SO(3)");

  Numbers const pin{0.4Q, -0.7Q};
  auto const about = [pin](Q theta) {
    Q const c = cosq(theta), t = sinq(theta);
    return Numbers{theta, pin[0] - c * pin[0] + t * pin[1], pin[1] - t * pin[0] - c * pin[1]};
  };
  auto pinned = sleigh(h, sleigh_b());
  pinned.constraint = [about](Arrow const& g) {
    auto const to = about(g[0]);
    return Numbers{g[1] - to[1], g[2] - to[2]};
  };
  pinned.distribution = [pin](Numbers const&) { return Rows{{1, pin[1], -pin[0]}}; };
  auto const g = about(0.37Q);
  supply(study, {{"4.1", distance(evolved(pinned, g), g)}}, "SE(2)");
}

}  // namespace

void holonomic(Study& study) {
  pairs(study);
  study.progress(0.5);
  energies(study);
  action(study);
  groups(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
