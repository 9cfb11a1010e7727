#include "experiments/core/experiment.hpp"
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

/// Distance of the path with these ends at which the sum of the first `terms` of N = 6 terms of the
/// action is critical, from the path that the map reaches from its first pair.
double distance_of_critical_path(DiscreteSystem const& s, std::size_t terms) {
  std::size_t const N = 6;
  Numbers const first{0.3Q, -0.2Q}, last{0.6Q, 0.25Q};
  auto const path = [&](Numbers const& inner) {
    std::vector<Numbers> nodes{first};
    for (std::size_t i = 1; i < N; ++i) nodes.push_back(part(inner, 2 * (i - 1), 2));
    nodes.push_back(last);
    return nodes;
  };
  Numbers straight;
  for (std::size_t i = 1; i < N; ++i)
    straight = together(straight, sum(times(Q(N - i) / N, first), times(Q(i) / N, last)));
  auto const nodes = path(newton_root(straight, [&](Numbers const& inner) {
    auto all = path(inner);
    all.resize(terms + 1);
    Numbers slopes;
    for (std::size_t i = 1; i < N; ++i)
      for (auto const& e : unit_vectors(2)) slopes.push_back(action_slope(s, all, i, e));
    return slopes;
  }));
  auto const by_map = path_of(s, together(nodes[0], nodes[1]), int(N));
  double worst = 0;
  for (std::size_t i = 0; i <= N; ++i) worst = larger_or_nan(worst, distance(nodes[i], by_map[i]));
  return worst;
}

void equations_of_paths(Study& study) {
  int const N = 6;
  for (auto const node : {Node::start, Node::middle}) {
    std::string const map = node == Node::start ? "(4.10)" : "(4.13)";
    auto const s = discrete(free_system(), node, node, h);
    auto const nodes = path_of(s, {0.3Q, -0.2Q, 0.36Q, -0.13Q}, N);
    Q size = 0, slope = 0;
    double mismatch = 0, one_pair = 0;
    for (std::size_t i = 1; i < std::size_t(N); ++i) {
      Arrow const before = together(nodes[i - 1], nodes[i]),
                  after = together(nodes[i], nodes[i + 1]);
      auto const plus = legendre_plus(s, before);
      size = larger_or_nan(size, largest(plus));
      mismatch = larger_or_nan(mismatch, distance(plus, legendre_minus(s, after)));
      one_pair = larger_or_nan(one_pair, distance(plus, legendre_minus(s, before)));
      for (auto const& e : s.distribution(nodes[i]))
        slope = larger_or_nan(slope, absolute(action_slope(s, nodes, i, e)));
    }
    study.measure("C37", "equations", map, {double(slope / size)});
    study.measure("C37", "map", map, {distance_of_critical_path(s, N)});
    study.measure("C38", "as printed", map, {mismatch / double(size)});
    if (node == Node::middle)
      study.control("C37", "sum without its last term", {distance_of_critical_path(s, N - 1)});
    else
      study.control("C38", "one pair", {one_pair / double(size)});
  }
}

/// Largest entry of J^T Omega J - Omega for (q, p) -> (q', p') through the Legendre transforms F^-
/// of one discrete system and F^+ of another one.
double symplectic_defect(DiscreteSystem const& s, DiscreteSystem const& other, Numbers const& q,
                         Numbers const& p) {
  std::size_t const n = q.size();
  auto const column = [&](std::size_t j) {
    Numbers c;
    for (std::size_t i = 0; i < 2 * n; ++i)
      c.push_back(derivative([&](Q t) {
        auto z = together(q, p);
        z[j] += t;
        auto const g = arrow_of_momentum(s, part(z, 0, n), part(z, n, n));
        return together(s.target(g), legendre_plus(other, g))[i];
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
  auto const first = discrete(free_system(), Node::start, Node::start, h),
             middle = discrete(free_system(), Node::middle, Node::middle, h);
  auto const defect = [](DiscreteSystem const& minus, DiscreteSystem const& plus) {
    return symplectic_defect(minus, plus, {0.3Q, -0.2Q}, {6, 7});
  };
  study.measure("C39", "as printed", "(4.10)", {defect(first, first)});
  study.measure("C39", "as printed", "(4.13)", {defect(middle, middle)});
  study.control("C39", "two discrete Lagrangians", {defect(first, middle)});
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
  auto const approximate = [&](Q q0, Q q1) {
    Q const v = (q1 - q0) / time, q = (q0 + q1) / 2;
    return time * (v * v / 2 - q * q / 2 - q * q * q * q / 4);
  };
  auto const error = [&](auto const& lagrangian) {
    auto const equation = [&](Q q2) {
      return derivative(
          [&](Q t) { return lagrangian(0.7Q, one.q + t) + lagrangian(one.q + t, q2); });
    };
    // One step of Newton's method: the root is as near as the equation's residual over its slope.
    Q const step = 1e-3Q;
    Q const slope = (equation(two.q + step) - equation(two.q - step)) / (2 * step);
    return double(absolute(equation(two.q) / slope));
  };
  study.measure("C20", {error(action)});
  study.control("C20", "approximate Lagrangian", {error(approximate)});
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
  auto const free = sum(sum(times(2, q1), times(-1, q0)), times(-h * h, system.gradient(q1)));
  study.measure("C50", "as printed", "SHAKE", {distance(back_on_sphere(free, q1), q2)});
  study.control("C50", "reaction at another node", {distance(back_on_sphere(free, q0), q2)});
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
  study.measure("C50", "as printed", "RATTLE", {distance(drift(first, p1), q2)});
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
    auto const by_del = path_of(leaf, together(u0, u1), 10);
    auto const departure = [&](std::vector<Numbers> const& by_dla) {
      double worst = 0;
      for (std::size_t i = 0; i < by_dla.size(); ++i)
        worst = larger_or_nan(worst, distance(by_dla[i], on_sphere(by_del[i])));
      return worst;
    };
    Arrow const first = together(on_sphere(u0), on_sphere(u1));
    auto const by_dla = path_of(ambient, first, 10);
    study.measure("C49", "as printed", map, {departure(by_dla)});
    if (node == Node::middle) continue;
    auto const other = discrete(system, node, Node::start, h);
    study.control("C49", "C_d of (4.8)", {departure(path_of(other, first, 10))});
    study.measure("C50", "as printed", "symplectic",
                  {symplectic_defect(leaf, leaf, u0, legendre_minus(leaf, together(u0, u1)))});
    shake_and_rattle(study, by_dla[0], by_dla[1], on_sphere(by_del[2]));
  }
}

void action_sums(Study& study) {
  auto const& system = natural_systems()[1];
  auto const s = discrete(system, Node::start, Node::middle, h);
  RandomNumbers random;
  double worst = 0, without_boundary = 0;
  for (int path = 0; path < 10; ++path) {
    std::vector<Numbers> nodes;
    for (int i = 0; i < 6; ++i) nodes.push_back(random(system.n));
    std::vector<Numbers> const back(nodes.rbegin(), nodes.rend());
    Q const forth = action_sum(s, nodes), change = action_sum(s, back) - forth;
    Q const boundary = system.potential(nodes.front()) - system.potential(nodes.back());
    worst = larger_or_nan(worst, double(absolute((change - boundary) / forth)));
    without_boundary = larger_or_nan(without_boundary, double(absolute(change / forth)));
  }
  study.measure("C59", "reversible", {worst});
  study.control("C59", "without boundary term", {without_boundary});
  ExactSystem const oscillator;
  Vector3 const q{0.5, 0.3, -0.4};
  auto const v = ExactSystem::admissible(q, {0.6, 0.8});
  auto const V = [](Vector3 const& at) { return at.squaredNorm() / 2; };
  Real const exact = Motion(oscillator, q, v, 1).action();
  std::vector<double> steps, errors, errors_of_sum;
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
    errors_of_sum.push_back(static_cast<double>(std::abs(sum - exact)));
  }
  study.measure("C59", "order", {fit_power(steps, errors).slope});
  study.control("C59", "order without boundary term", {fit_power(steps, errors_of_sum).slope});
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
