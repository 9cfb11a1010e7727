#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::euler_proof_study {

namespace {

constexpr int T = 2;
Oscillator const oscillator;

using Force = std::function<Vector3(Vector3 const& q, Vector3 const& p)>;

std::vector<PhasePoint> exact_motion(Study& study, std::vector<Quad> const& times) {
  std::vector<PhasePoint> states;
  for (auto const& z : study.reference(on_test_system("gni_euler_a"), times))
    states.push_back({vector_of<Quad>(z.q), oscillator.M * vector_of<Quad>(z.v)});
  return states;
}

/// Force of (17); `sign`: sign of V_q in the multiplier.
Force force_of_17(int sign) {
  return [sign](Vector3 const& q, Vector3 const& p) -> Vector3 {
    auto const& s = oscillator;
    Quad const lambda = (s.mu_q(s.M_inverse * p) + sign * s.normal_force(q)) / s.C(q);
    return -s.V_q(q) - s.mu(q) * lambda;
  };
}

/// Measures (17) and the expansion before (21) along the certified motion. Accelerations of the
/// motion are differences of sixth order of its velocities.
void measure_exact_motion(Study& study) {
  auto const& s = oscillator;
  Quad const d = 0.001_quad;
  Residuals r;
  for (Quad const t : {0.5_quad, 1.0_quad, 1.5_quad}) {
    std::vector<Quad> times;
    for (int k = -3; k <= 3; ++k) times.push_back(t + k * d);
    auto const states = exact_motion(study, times);
    auto const v = [&](int k) -> Vector3 { return s.M_inverse * states[3 + k].p; };
    auto const& [q, p] = states[3];
    Vector3 const mu = s.mu(q),
                  a = (45 * (v(1) - v(-1)) - 9 * (v(2) - v(-2)) + (v(3) - v(-3))) / (60 * d);
    Quad const curved = s.mu_q(v(0));
    Vector3 const by_17 = s.M_inverse * force_of_17(-1)(q, p),
                  other = s.M_inverse * force_of_17(1)(q, p);
    r.measure("FJM-06/(17)", distance(a, by_17));
    r.measure("FJM-06/(17)", curved + mu.dot(by_17));
    r.control("FJM-06/(17)", "sign of the force", distance(a, other));
    r.control("FJM-06/(17)", "sign of the force", curved + mu.dot(other));
    r.measure("FJM-06/expansion", mu.dot(a) + curved);
    r.control("FJM-06/expansion", "sign of mu_q", mu.dot(a) - curved);
  }
  r.supply(study, 1, 0x1p-52);
}

/// Result (q_n, p_(n+1/2)) of n steps of (18) from p_(-1/2) = p(0).
PhasePoint run_of_18(Force const& phi, int n) {
  Quad const h = Quad(T) / n;
  auto [q, p] = oscillator.start();
  for (int k = 0; k <= n; ++k) {
    Vector3 const before = p;
    for (int i = 0; i < 25; ++i) p = before + h * phi(q, p);  // contracts by O(h)
    if (k < n) q += h * oscillator.M_inverse * p;
  }
  return {q, p};
}

/// Measures orders of (18) with a force, in both interpretations of p_(k+1/2), and with a changed
/// force. `exact`: motion at given times, ascending.
template <class Exact>
void measure_order_of_18(Study& study, std::string const& id, Force const& phi,
                         std::string const& control, Force const& changed, Exact const& exact) {
  std::vector<int> const counts{40, 80, 160, 320, 640};
  std::vector<Quad> times{T};
  for (auto n = counts.rbegin(); n != counts.rend(); ++n) times.push_back(T + Quad(T) / *n / 2);
  std::vector<PhasePoint> const states = exact(times);
  Table errors{{"h", "q", "at nodes", "between nodes", "changed"}, {}};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    auto const end = run_of_18(phi, counts[i]), other = run_of_18(changed, counts[i]);
    errors.add({double(T) / counts[i], length(end.q - states[0].q), length(end.p - states[0].p),
                length(end.p - states[counts.size() - i].p), length(other.q - states[0].q)});
  }
  for (std::string const where_p : {"at nodes", "between nodes"}) {
    auto const reading = "momenta " + where_p;
    study.measure(id, reading, "positions", order_in(errors, "q", T));
    study.measure(id, reading, "momenta", order_in(errors, where_p, T));
  }
  study.control(id, control, order_in(errors, "changed", T));
}

/// Motion at the times of the list, from t = 0, by the classical Runge-Kutta method.
std::vector<PhasePoint> tight_motion(Force const& phi, std::vector<Quad> const& times) {
  auto const rate = [&](PhasePoint const& z) -> PhasePoint {
    return {oscillator.M_inverse * z.p, phi(z.q, z.p)};
  };
  auto const moved = [](PhasePoint const& z, Quad step, PhasePoint const& by) -> PhasePoint {
    return {z.q + step * by.q, z.p + step * by.p};
  };
  auto z = oscillator.start();
  Quad now = 0;
  std::vector<PhasePoint> states;
  for (Quad const time : times) {
    int const n = now == 0 ? 4000 : 40;
    Quad const h = (time - now) / n;
    for (int k = 0; k < n; ++k) {
      auto const k1 = rate(z), k2 = rate(moved(z, h / 2, k1)), k3 = rate(moved(z, h / 2, k2)),
                 k4 = rate(moved(z, h, k3));
      z = moved(z, h / 6, {k1.q + 2 * k2.q + 2 * k3.q + k4.q, k1.p + 2 * k2.p + 2 * k3.p + k4.p});
    }
    now = time;
    states.push_back(z);
  }
  return states;
}

void measure_orders(Study& study) {
  auto const generic = [](int sign) -> Force {
    return [sign](Vector3 const& q, Vector3 const& p) -> Vector3 {
      Vector3 const v = oscillator.M_inverse * p,
                    quadratic(v[0] * v[1], v[1] * v[2] + q[0] * v[0], v[2] * v[0]);
      return -oscillator.V_q(q) - sign * quadratic / 5;
    };
  };
  measure_order_of_18(study, "FJM-06/(18)", generic(1), "sign of the quadratic part", generic(-1),
                      [&](auto const& times) { return tight_motion(generic(1), times); });
  measure_order_of_18(study, "FJM-06/(19)", force_of_17(-1), "sign of the force", force_of_17(1),
                      [&](auto const& times) { return exact_motion(study, times); });
}

void measure_recursion(Study& study) {
  auto const& s = oscillator;
  Quad const h = 0.05_quad;
  constexpr int steps = 40;
  auto z = s.admissible_start(h, Scheme::a);
  Vector3 q = z.q;
  z = s.step(z, h, Scheme::a);
  Vector3 p = s.M * (z.q - q) / h;
  q = z.q;
  Residuals nodes, substitution;
  for (int k = 1; k < steps; ++k) {
    Vector3 const mu = s.mu(q), kicked = p - h * s.V_q(q);
    auto const by_20 = [&](int factor) -> Vector3 {
      return kicked - factor * mu * (mu.dot(s.M_inverse * p) / s.C(q));
    };
    Vector3 const next = by_20(2);
    // (21) substituted into (20b), and (19b), at these q_k, p_(k-1/2), p_(k+1/2).
    Quad const force = s.normal_force(q), curved = s.mu_q(s.M_inverse * next);
    auto const of_20b = [&](int sign) -> Vector3 {
      return kicked + mu * ((-h * curved + sign * h * force) / s.C(q));
    };
    Vector3 const of_19b = kicked + mu * (h * force / s.C(q)) - mu * (h * curved / s.C(q));
    Vector3 const of_18 = p + h * force_of_17(-1)(q, next);
    substitution.measure("FJM-06/(19)", "(19b)", distance(of_18, of_19b));
    substitution.control("FJM-06/(19)", "sign of mu_q",
                         distance(of_18, of_19b + mu * (2 * h * curved / s.C(q))));
    substitution.measure("FJM-07/substitution", distance(of_20b(1), of_19b));
    substitution.control("FJM-07/substitution", "sign of the force", distance(of_20b(-1), of_19b));
    z = s.step(z, h, Scheme::a);
    nodes.control("FJM-06/(20)", "reaction once", distance(q + h * s.M_inverse * by_20(1), z.q));
    p = next;
    q += h * s.M_inverse * p;
    nodes.measure("FJM-06/(20)", distance(q, z.q));
  }
  nodes.supply(study, steps, quad_epsilon);
  substitution.supply(study, 1, quad_epsilon);
}

/// Nodes 0 ... n of Euler A up to T.
std::vector<Vector3> nodes_of_a(NodeState z, int n) {
  std::vector<Vector3> q{z.q};
  for (int k = 0; k < n; ++k) {
    z = oscillator.step(z, Quad(T) / n, Scheme::a);
    q.push_back(z.q);
  }
  return q;
}

/// Largest residual of (21) at nodes up to T, which are each `stride`-th of a list; `sign`: factor
/// of the force.
double rest_of_21(std::vector<Vector3> const& q, int sign = 1, std::size_t stride = 1) {
  auto const& s = oscillator;
  Quad const h = Quad(T) * stride / (q.size() - 1);
  Largest rest;
  for (std::size_t k = stride; k + stride < q.size(); k += stride) {
    Vector3 const before = (q[k] - q[k - stride]) / h, v = (q[k + stride] - q[k]) / h;
    rest(-2 * s.mu(q[k]).dot(before) + h * s.mu_q(v) - sign * h * s.normal_force(q[k]));
  }
  return rest.value;
}

void measure_21(Study& study) {
  auto& table = study.table("rest_of_21", {"h", "multiplier", "plain"});
  Table changed{{"h", "rest"}, {}}, samples{{"h", "rest", "no force"}, {}};
  for (int n : {40, 80, 160, 320, 640, 1280}) {
    Quad const h = Quad(T) / n;
    auto const nodes = nodes_of_a(oscillator.admissible_start(h, Scheme::a), n);
    auto const [q, p] = oscillator.start();
    changed.add({double(h), rest_of_21(nodes, -1)});
    // For p_0^- = p(0) the first interval has the momentum p(0) - h V_q.
    table.add({double(h), rest_of_21(nodes),
               rest_of_21(nodes_of_a({q, p - h / 2 * oscillator.V_q(q), 0}, n))});
  }
  constexpr int finest = 640;
  std::vector<Quad> times;
  for (int k = 0; k <= finest; ++k) times.push_back(Quad(T) * k / finest);
  std::vector<Vector3> exact;
  for (auto const& z : exact_motion(study, times)) exact.push_back(z.q);
  for (int const n : {40, 80, 160, 320, finest})
    samples.add(
        {double(T) / n, rest_of_21(exact, 1, finest / n), rest_of_21(exact, 0, finest / n)});
  study.measure("FJM-07", "nodes of Euler A", order_in(table, "multiplier", T));
  study.control("FJM-07", "sign of the force", order_in(changed, "rest", T));
  study.measure("FJM-07", "samples of the exact motion", order_in(samples, "rest", T));
  study.control("FJM-07", "no force", order_in(samples, "no force", T));
}

}  // namespace

void euler_proof(Study& study) {
  measure_exact_motion(study);
  measure_orders(study);
  measure_recursion(study);
  study.progress(0.7);
  measure_21(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::euler_proof_study
