#include "experiments/core/experiment.hpp"
#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/discrete_systems.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/exact_motion.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

Q const h = 0.1Q;

/// Without constraint, no symmetry and no quadratic potential.
NaturalSystem const& free_system() {
  static NaturalSystem const system{"particle in R^2", 2,
                                    [](Numbers const& q) {
                                      return q[0] * q[0] / 2 + q[1] * q[1] +
                                             q[0] * q[0] * q[1] / 3 + q[1] * q[1] * q[1] * q[1] / 4;
                                    },
                                    [](Numbers const&) { return Rows{}; }};
  return system;
}

void equations_of_paths(Study& study) {
  int const N = 6;
  for (auto const node : {Node::start, Node::middle}) {
    std::string const map = node == Node::start ? "(4.10)" : "(4.13)";
    auto const s = discrete(free_system(), node, node, h);
    auto const nodes = path_of(s, {0.3Q, -0.2Q, 0.36Q, -0.13Q}, N);
    Q size = 0, slope = 0, mismatch = 0;
    for (std::size_t i = 1; i < std::size_t(N); ++i) {
      Arrow const before = together(nodes[i - 1], nodes[i]),
                  after = together(nodes[i], nodes[i + 1]);
      auto const plus = legendre_plus(s, before), minus = legendre_minus(s, after);
      size = larger_or_nan(size, largest(plus));
      mismatch = larger_or_nan(mismatch, largest(sum(plus, times(-1, minus))));
      for (auto const& e : s.distribution(nodes[i]))
        slope = larger_or_nan(slope, absolute(action_slope(s, nodes, i, e)));
    }
    double const critical = double(slope / size), matched = double(mismatch / size);
    study.measure("C37", "as printed", map,
                  measured(critical,
                           "derivatives of the action sum of a path of {}, particle in R^2: "
                           "{:.1e} of the momentum at its {} inner nodes",
                           map, critical, N - 1));
    study.measure(
        "C38", "as printed", map,
        measured(matched, "p^+ less p^- on a path of {}: {:.1e} of their size", map, matched));
  }
}

/// Largest entry of J^T Omega J - Omega for (q, p) -> (q', p') through the Legendre transforms.
double symplectic_defect(DiscreteSystem const& s, Numbers const& q, Numbers const& p) {
  std::size_t const n = q.size();
  auto const column = [&](std::size_t j) {
    Numbers c;
    for (std::size_t i = 0; i < 2 * n; ++i)
      c.push_back(derivative([&](Q t) {
        auto z = together(q, p);
        z[j] += t;
        auto const g = arrow_of_momentum(s, part(z, 0, n), part(z, n, n));
        return together(s.target(g), legendre_plus(s, g))[i];
      }));
    return c;
  };
  Rows J;
  for (std::size_t j = 0; j < 2 * n; ++j) J.push_back(column(j));
  auto const omega = [n](Numbers const& a, Numbers const& b) {
    return dot(part(a, 0, n), part(b, n, n)) - dot(part(a, n, n), part(b, 0, n));
  };
  Q defect = 0;
  for (std::size_t i = 0; i < 2 * n; ++i)
    for (std::size_t j = 0; j < 2 * n; ++j) {
      Q const canonical = j == i + n ? 1 : i == j + n ? -1 : 0;
      defect = larger_or_nan(defect, absolute(omega(J[i], J[j]) - canonical));
    }
  return double(defect);
}

void symplecticity(Study& study) {
  for (auto const node : {Node::start, Node::middle}) {
    std::string const map = node == Node::start ? "(4.10)" : "(4.13)";
    double const defect =
        symplectic_defect(discrete(free_system(), node, node, h), {0.3Q, -0.2Q}, {6, 7});
    study.measure("C39", "as printed", map,
                  measured(defect, "J^T Omega J - Omega of a step of {}: {:.1e}", map, defect));
  }
}

/// Motion of q'' = -q - q^3 and its action over the time t, by Taylor series.
struct Quartic {
  Q q, v, action;
};
Quartic quartic_motion(Q q0, Q v0, Q t) {
  std::size_t const order = 40;
  Numbers q(order + 1), square(order + 1), rate(order + 1);
  q[0] = q0;
  q[1] = v0;
  auto const coefficient = [](Numbers const& a, Numbers const& b, std::size_t k) {
    Q sum = 0;
    for (std::size_t j = 0; j <= k; ++j) sum += a[j] * b[k - j];
    return sum;
  };
  for (std::size_t k = 0; k + 2 <= order; ++k) {
    square[k] = coefficient(q, q, k);
    q[k + 2] = -(q[k] + coefficient(square, q, k)) / Q((k + 1) * (k + 2));
  }
  for (std::size_t k = 0; k < order; ++k) rate[k] = Q(k + 1) * q[k + 1];
  Quartic end{0, 0, 0};
  for (std::size_t k = order - 1; k-- > 0;) {
    end.q = end.q * t + q[k];
    end.v = end.v * t + rate[k];
    Q const lagrangian = (coefficient(rate, rate, k) - coefficient(q, q, k)) / 2 -
                         coefficient(square, square, k) / 4;
    end.action = end.action * t + lagrangian / Q(k + 1);
  }
  end.action *= t;
  return end;
}

void exact_lagrangian(Study& study) {
  Q const time = 0.3Q;
  auto const action = [&](Q q0, Q q1) {
    auto const v0 = newton_root({(q1 - q0) / time}, [&](Numbers const& v) {
      return Numbers{quartic_motion(q0, v[0], time).q - q1};
    });
    return quartic_motion(q0, v0[0], time).action;
  };
  auto const one = quartic_motion(0.7Q, 0.3Q, time), two = quartic_motion(one.q, one.v, time);
  auto const equation = [&](Q q2) {
    return derivative([&](Q t) { return action(0.7Q, one.q + t) + action(one.q + t, q2); });
  };
  // One step of Newton's method: the root is as near as the equation's residual over its slope.
  Q const step = 1e-3Q;
  Q const slope = (equation(two.q + step) - equation(two.q - step)) / (2 * step);
  double const error = double(absolute(equation(two.q) / slope));
  study.measure(
      "C20",
      measured(error, "q_2 of the DEL equations less q(2h), V = q^2/2 + q^4/4, h = 0.3: {:.1e}",
               error));
}

/// Spherical coordinates of the unit sphere.
Numbers on_sphere(Numbers const& u) {
  return {cosq(u[0]) * cosq(u[1]), cosq(u[0]) * sinq(u[1]), sinq(u[0])};
}
NaturalSystem const& spherical_pendulum() {
  static NaturalSystem const system{
      "particle on the unit sphere", 3,
      [](Numbers const& q) { return q[2] + q[0] * q[1] / 2 + q[0] * q[0]; },
      [](Numbers const& q) { return Rows{q}; }};
  return system;
}

/// `free` moved along `normal` onto the unit sphere.
Numbers back_on_sphere(Numbers const& free, Numbers const& normal) {
  auto const at = [&](Numbers const& mu) { return sum(free, times(mu[0], normal)); };
  return at(
      newton_root({Q(0)}, [&](Numbers const& mu) { return Numbers{dot(at(mu), at(mu)) - 1}; }));
}
/// The third node by SHAKE and by RATTLE against that of the constrained DEL equations.
void shake_and_rattle(Study& study, Numbers const& q0, Numbers const& q1, Numbers const& q2) {
  auto const& system = spherical_pendulum();
  auto const report = [&](std::string const& method, Numbers const& node) {
    double const error = distance(node, q2);
    study.measure(
        "C50", "as printed", method,
        measured(error,
                 "q_2 of {} less that of the constrained DEL equations on the unit sphere: {:.1e}",
                 method, error));
  };
  auto const free = sum(sum(times(2, q1), times(-1, q0)), times(-h * h, system.gradient(q1)));
  report("SHAKE", back_on_sphere(free, q1));
  // RATTLE from (q_0, p_0), where p_0 is the tangent momentum that leads to q_1.
  auto const tangent = [](Numbers const& q, Numbers const& p) {
    return sum(p, times(-dot(q, p) / dot(q, q), q));
  };
  auto const kick = [&](Numbers const& q) { return times(-h / 2, system.gradient(q)); };
  auto const drift = [&](Numbers const& q, Numbers const& p) {
    return back_on_sphere(sum(q, times(h, sum(p, kick(q)))), q);
  };
  auto const speed = [&](Numbers const& from, Numbers const& to) {
    return times(1 / h, sum(to, times(-1, from)));
  };
  auto const p0 = tangent(q0, sum(speed(q0, q1), times(-1, kick(q0))));
  auto const first = drift(q0, p0);
  auto const p1 = tangent(first, sum(speed(q0, first), kick(first)));
  report("RATTLE", drift(first, p1));
}

void holonomic(Study& study) {
  auto const& system = spherical_pendulum();
  Numbers const u0{0.3Q, 0.2Q}, u1{0.34Q, 0.27Q};
  for (auto const node : {Node::start, Node::middle}) {
    std::string const map = node == Node::start ? "(4.10)" : "(4.13)";
    auto ambient = discrete(system, node, Node::middle, h);
    // The exact C_d: both points on one sphere about the origin.
    ambient.constraint = [](Arrow const& g) {
      return Numbers{dot(part(g, 3, 3), part(g, 3, 3)) - dot(part(g, 0, 3), part(g, 0, 3))};
    };
    auto const leaf = on_leaf(ambient, 2, on_sphere);
    auto const by_dla = path_of(ambient, together(on_sphere(u0), on_sphere(u1)), 10);
    auto const by_del = path_of(leaf, together(u0, u1), 10);
    double difference = 0;
    for (std::size_t i = 0; i < by_dla.size(); ++i)
      difference = larger_or_nan(difference, distance(by_dla[i], on_sphere(by_del[i])));
    study.measure(
        "C49", "as printed", map,
        measured(difference,
                 "nodes of ten steps on the unit sphere, L_d of {}: the two paths differ by {:.1e}",
                 map, difference));
    if (node == Node::middle) continue;
    double const defect = symplectic_defect(leaf, u0, legendre_minus(leaf, together(u0, u1)));
    study.measure("C50", "as printed", "symplectic",
                  measured(defect, "J^T Omega J - Omega of a step on T*S^2: {:.1e}", defect));
    shake_and_rattle(study, by_dla[0], by_dla[1], on_sphere(by_del[2]));
  }
}

void action_sums(Study& study) {
  auto const& system = natural_systems()[1];
  auto const s = discrete(system, Node::start, Node::middle, h);
  RandomNumbers random;
  double worst = 0;
  for (int path = 0; path < 10; ++path) {
    std::vector<Numbers> nodes;
    for (int i = 0; i < 6; ++i) nodes.push_back(random(system.n));
    std::vector<Numbers> const back(nodes.rbegin(), nodes.rend());
    Q const forth = action_sum(s, nodes);
    Q const boundary = system.potential(nodes.front()) - system.potential(nodes.back());
    worst =
        larger_or_nan(worst, double(absolute((action_sum(s, back) - forth - boundary) / forth)));
  }
  study.measure("C59", "reversible",
                measured(worst,
                         "sum of the reversed path less the sum and the boundary term, ten "
                         "random paths: {:.1e} of the sum",
                         worst));
  ExactSystem const oscillator;
  Vector3 const q{0.5, 0.3, -0.4};
  auto const v = ExactSystem::admissible(q, {0.6, 0.8});
  auto const V = [](Vector3 const& at) { return at.squaredNorm() / 2; };
  Real const exact = Motion(oscillator, q, v, 1).action();
  std::vector<double> steps, errors;
  for (int n : {10, 20, 40, 80, 160}) {
    Real const step = 1.0L / n;
    Vector3 last = q;
    Real sum = 0;
    for (int i = 1; i <= n; ++i) {
      Vector3 const next = Motion(oscillator, q, v, i * step).end();
      sum += step * ((next - last).squaredNorm() / (2 * step * step) - V(last));
      last = next;
    }
    steps.push_back(static_cast<double>(step));
    errors.push_back(static_cast<double>(std::abs(sum + step / 2 * (V(q) - V(last)) - exact)));
  }
  auto const order = fit_power(steps, errors).slope;
  study.measure("C59", "order",
                measured(order,
                         "slope {:.3f} of the error of the action along an exact motion of the "
                         "contact oscillator, {:.1e} at h = 1/160",
                         order, errors.back()));
}

}  // namespace

void discrete_lagrangians(Study& study) {
  equations_of_paths(study);
  symplecticity(study);
  exact_lagrangian(study);
  study.progress(0.5);
  holonomic(study);
  action_sums(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
