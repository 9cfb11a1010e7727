#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/discrete_systems.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/exact_motion.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/theory/newton.hpp"

namespace rattleback::mclachlan_perlmutter_2006::discrete_lagrangians_study {

namespace {

using theory::abs, theory::together, theory::distance, theory::largest_entry;

Quad const h = 0.1_quad;

/// System without constraint, without symmetry and with a potential that is not quadratic.
NaturalSystem const& free_system() {
  static NaturalSystem const system{"particle in R^2", 2,
                                    [](JetVector const& q) {
                                      return q[0] * q[0] / 2 + q[1] * q[1] +
                                             q[0] * q[0] * q[1] / 3 + q[1] * q[1] * q[1] * q[1] / 4;
                                    },
                                    [](JetVector const&) { return MatrixOf<QuadJet>(0, 2); }};
  return system;
}

/// Distance between the path of the map from its first pair and the path with the same ends for
/// which the sum of the first `terms` of the N = 6 terms of the action is critical.
double distance_of_critical_path(DiscreteSystem const& s, std::size_t terms) {
  std::size_t const N = 6;
  Vector const first{{0.3_quad, -0.2_quad}}, last{{0.6_quad, 0.25_quad}};
  auto const path = [&](Vector const& inner) {
    std::vector<Vector> nodes{first};
    for (std::size_t i = 1; i < N; ++i) nodes.push_back(inner.segment(2 * long(i - 1), 2));
    nodes.push_back(last);
    return nodes;
  };
  Vector straight(2 * (N - 1));
  for (std::size_t i = 1; i < N; ++i)
    straight.segment(2 * long(i - 1), 2) = (Quad(N - i) * first + Quad(i) * last) / Quad(N);
  auto const nodes = path(theory::root_by_differences(straight, [&](Vector const& inner) {
    auto all = path(inner);
    all.resize(terms + 1);
    Vector slopes(inner.size());
    for (std::size_t i = 1; i < N; ++i)
      slopes.segment(2 * long(i - 1), 2) = action_slopes(s, all, i, Matrix::Identity(2, 2));
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
    auto const nodes = path_of(s, Arrow{{0.3_quad, -0.2_quad, 0.36_quad, -0.13_quad}}, N);
    double size = 0, slope = 0, mismatch = 0, one_pair = 0;
    for (std::size_t i = 1; i < std::size_t(N); ++i) {
      Arrow const before = together(nodes[i - 1], nodes[i]),
                  after = together(nodes[i], nodes[i + 1]);
      Vector const plus = legendre_plus(s, before);
      size = larger_or_nan(size, largest_entry(plus));
      mismatch = larger_or_nan(mismatch, distance(plus, legendre_minus(s, after)));
      one_pair = larger_or_nan(one_pair, distance(plus, legendre_minus(s, before)));
      slope =
          larger_or_nan(slope, largest_entry(action_slopes(s, nodes, i, s.distribution(nodes[i]))));
    }
    study.measure("C37", "equations", map, {slope / size});
    study.measure("C37", "map", map, {distance_of_critical_path(s, N)});
    study.measure("C38", "as printed", map, {mismatch / size});
    if (node == Node::middle)
      study.control("C37", "sum without its last term", {distance_of_critical_path(s, N - 1)});
    else
      study.control("C38", "one pair", {one_pair / size});
  }
}

/// Largest entry of J^T Omega J - Omega for (q, p) -> (q', p'), by the Legendre transforms F^- of
/// one discrete system and F^+ of another one.
double symplectic_defect(DiscreteSystem const& s, DiscreteSystem const& other, Vector const& q,
                         Vector const& p) {
  long const n = q.size();
  Matrix J(2 * n, 2 * n), Omega = Matrix::Zero(2 * n, 2 * n);
  Omega.topRightCorner(n, n) = Matrix::Identity(n, n);
  Omega.bottomLeftCorner(n, n) = -Matrix::Identity(n, n);
  for (long j = 0; j < 2 * n; ++j)
    J.col(j) = theory::difference_quotient([&](Quad t) {
      Vector const z = together(q, p) + t * Vector::Unit(2 * n, j);
      Arrow const g = arrow_of_momentum(s, z.head(n), z.tail(n));
      return together(s.target(g), legendre_plus(other, g));
    });
  return distance(J.transpose() * Omega * J, Omega);
}

void symplecticity(Study& study) {
  auto const first = discrete(free_system(), Node::start, Node::start, h),
             middle = discrete(free_system(), Node::middle, Node::middle, h);
  auto const defect = [](DiscreteSystem const& minus, DiscreteSystem const& plus) {
    return symplectic_defect(minus, plus, Vector{{0.3_quad, -0.2_quad}}, Vector{{6, 7}});
  };
  study.measure("C39", "as printed", "(4.10)", {defect(first, first)});
  study.measure("C39", "as printed", "(4.13)", {defect(middle, middle)});
  study.control("C39", "two discrete Lagrangians", {defect(first, middle)});
}

/// Motion of q'' = -q - q^3 and its action over the time t, by Taylor series.
struct Quartic {
  Quad q, v, action;
};
Quartic quartic_motion(Quad q0, Quad v0, Quad t) {
  std::size_t const order = 40;
  std::vector<Quad> q(order + 1), square(order + 1), rate(order + 1);
  q[0] = q0;
  q[1] = v0;
  auto const coefficient = [](std::vector<Quad> const& a, std::vector<Quad> const& b,
                              std::size_t k) {
    Quad sum = 0;
    for (std::size_t j = 0; j <= k; ++j) sum += a[j] * b[k - j];
    return sum;
  };
  for (std::size_t k = 0; k + 2 <= order; ++k) {
    square[k] = coefficient(q, q, k);
    q[k + 2] = -(q[k] + coefficient(square, q, k)) / Quad((k + 1) * (k + 2));
  }
  for (std::size_t k = 0; k < order; ++k) rate[k] = Quad(k + 1) * q[k + 1];
  Quartic end{0, 0, 0};
  for (std::size_t k = order - 1; k-- > 0;) {
    end.q = end.q * t + q[k];
    end.v = end.v * t + rate[k];
    Quad const lagrangian = (coefficient(rate, rate, k) - coefficient(q, q, k)) / 2 -
                            coefficient(square, square, k) / 4;
    end.action = end.action * t + lagrangian / Quad(k + 1);
  }
  end.action *= t;
  return end;
}

void exact_lagrangian(Study& study) {
  Quad const time = 0.3_quad, start = 0.7_quad, step = 1e-3_quad;
  auto const action = [&](Quad q0, Quad q1) {
    Vector const v0 = theory::root_by_differences(Vector{{(q1 - q0) / time}}, [&](Vector const& v) {
      return Vector{{quartic_motion(q0, v[0], time).q - q1}};
    });
    return quartic_motion(q0, v0[0], time).action;
  };
  auto const one = quartic_motion(start, 0.3_quad, time), two = quartic_motion(one.q, one.v, time);
  auto const approximate = [&](Quad q0, Quad q1) {
    Quad const v = (q1 - q0) / time, q = (q0 + q1) / 2;
    return time * (v * v / 2 - q * q / 2 - q * q * q * q / 4);
  };
  auto const error = [&](auto const& lagrangian) {
    auto const equation = [&](Quad q2) {
      return theory::difference_quotient([&](Quad t) {
        return Vector{{lagrangian(start, one.q + t) + lagrangian(one.q + t, q2)}};
      })[0];
    };
    // One Newton step gives the distance of the root: the residual over the slope.
    Quad const slope = (equation(two.q + step) - equation(two.q - step)) / (2 * step);
    return double(abs(equation(two.q) / slope));
  };
  study.measure("C20", {error(action)});
  study.control("C20", "approximate Lagrangian", {error(approximate)});
}

/// Spherical coordinates of the unit sphere.
JetVector on_sphere(JetVector const& u) {
  return JetVector{{cos(u[0]) * cos(u[1]), cos(u[0]) * sin(u[1]), sin(u[0])}};
}
NaturalSystem const& spherical_pendulum() {
  static NaturalSystem const system{
      "particle on the unit sphere", 3,
      [](JetVector const& q) { return q[2] + q[0] * q[1] / 2 + q[0] * q[0]; },
      [](JetVector const& q) { return q.transpose(); }};
  return system;
}

/// Point `free` moved along `normal` onto the unit sphere.
Vector back_on_sphere(Vector const& free, Vector const& normal) {
  auto const at = [&](Quad mu) -> Vector { return free + mu * normal; };
  return at(theory::root_by_differences(
      Vector::Zero(1), [&](Vector const& mu) { return Vector{{at(mu[0]).squaredNorm() - 1}}; })[0]);
}
/// Compares the third nodes by SHAKE and by RATTLE with that of the constrained discrete
/// Euler-Lagrange equations.
void shake_and_rattle(Study& study, Vector const& q0, Vector const& q1, Vector const& q2) {
  auto const& system = spherical_pendulum();
  Vector const free = 2 * q1 - q0 - h * h * system.gradient(q1);
  study.measure("C50", "as printed", "SHAKE", {distance(back_on_sphere(free, q1), q2)});
  study.control("C50", "reaction at another node", {distance(back_on_sphere(free, q0), q2)});
  // RATTLE from (q_0, p_0), where p_0 is the tangent momentum that leads to q_1.
  auto const tangent = [](Vector const& q, Vector const& p) -> Vector {
    return p - q.dot(p) / q.squaredNorm() * q;
  };
  auto const kick = [&](Vector const& q) -> Vector { return -h / 2 * system.gradient(q); };
  auto const drift = [&](Vector const& q, Vector const& p) {
    return back_on_sphere(q + h * (p + kick(q)), q);
  };
  Vector const p0 = tangent(q0, (q1 - q0) / h - kick(q0)), first = drift(q0, p0),
               p1 = tangent(first, (first - q0) / h + kick(first));
  study.measure("C50", "as printed", "RATTLE", {distance(drift(first, p1), q2)});
}

void holonomic(Study& study) {
  auto const& system = spherical_pendulum();
  theory::VectorOfArrow const sphere = on_sphere;
  Vector const u0{{0.3_quad, 0.2_quad}}, u1{{0.34_quad, 0.27_quad}};
  for (auto const node : {Node::start, Node::middle}) {
    std::string const map = node == Node::start ? "(4.10)" : "(4.13)";
    auto ambient = discrete(system, node, Node::middle, h);
    // Exact C_d: both points on one sphere about the origin.
    ambient.constraint = [](JetVector const& g) {
      return JetVector{{g.tail(3).squaredNorm() - g.head(3).squaredNorm()}};
    };
    auto const leaf = on_leaf(ambient, 2, sphere);
    auto const by_del = path_of(leaf, together(u0, u1), 10);
    auto const departure = [&](std::vector<Vector> const& by_dla) {
      double worst = 0;
      for (std::size_t i = 0; i < by_dla.size(); ++i)
        worst = larger_or_nan(worst, distance(by_dla[i], sphere(by_del[i])));
      return worst;
    };
    Arrow const first = together(sphere(u0), sphere(u1));
    auto const by_dla = path_of(ambient, first, 10);
    study.measure("C49", "as printed", map, {departure(by_dla)});
    if (node == Node::middle) continue;
    auto const other = discrete(system, node, Node::start, h);
    study.control("C49", "C_d of (4.8)", {departure(path_of(other, first, 10))});
    study.measure("C50", "as printed", "symplectic",
                  {symplectic_defect(leaf, leaf, u0, legendre_minus(leaf, together(u0, u1)))});
    shake_and_rattle(study, by_dla[0], by_dla[1], sphere(by_del[2]));
  }
}

void action_sums(Study& study) {
  auto const& system = natural_systems()[1];
  auto const s = discrete(system, Node::start, Node::middle, h);
  RandomNumbers random;
  double worst = 0, without_boundary = 0, opposite = 0;
  for (int path = 0; path < 10; ++path) {
    std::vector<Vector> nodes;
    for (int i = 0; i < 6; ++i) nodes.push_back(random(system.n));
    std::vector<Vector> const back(nodes.rbegin(), nodes.rend());
    Quad const forth = action_sum(s, nodes), change = action_sum(s, back) - forth;
    Quad const boundary = system.potential(nodes.front()) - system.potential(nodes.back());
    worst = larger_or_nan(worst, double(abs((change - boundary) / forth)));
    without_boundary = larger_or_nan(without_boundary, double(abs(change / forth)));
    opposite = larger_or_nan(opposite, double(abs((change + boundary) / forth)));
  }
  study.measure("C59", "reversible, fixed ends", {worst});
  study.control("C59", "plain sum", {without_boundary});
  study.control("C59", "opposite boundary term", {opposite});
  ExactSystem const oscillator;
  Vector3 const q{0.5, 0.3, -0.4};
  auto const v = ExactSystem::admissible(q, {0.6, 0.8});
  auto const V = [](Vector3 const& at) { return at.squaredNorm() / 2; };
  Real const exact = Motion(oscillator, q, v, 1).action();
  std::vector<double> steps;
  std::map<double, std::vector<double>> errors;  // by the fraction of the boundary term
  for (int n : {10, 20, 40, 80, 160}) {
    Real const step = 1.0L / n;
    Vector3 last = q;
    std::vector<Vector> nodes{q.cast<Quad>()};
    for (int i = 1; i <= n; ++i) {
      last = Motion(oscillator, q, v, i * step).end();
      nodes.push_back(last.cast<Quad>());
    }
    auto const of_step = discrete(natural_systems()[0], Node::start, Node::middle, step);
    Real const sum = step * Real(action_sum(of_step, nodes));
    steps.push_back(static_cast<double>(step));
    for (double part : {0.0, 0.5, 1.0})
      errors[part].push_back(double(std::abs(sum + part * step * (V(q) - V(last)) - exact)));
  }
  auto const order = [&](double part) -> Measured {
    return {fit_power(steps, errors[part]).slope};
  };
  study.measure("C59", "order, fixed ends", order(0.5));
  study.control("C59", "order of the plain sum", order(0));
  study.control("C59", "whole boundary term", order(1));
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

}  // namespace rattleback::mclachlan_perlmutter_2006::discrete_lagrangians_study
