#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using V = Vector3<double>;
using System = Oscillator<double>;
constexpr double T = 2;

std::vector<ReferenceState> exact_motion(Study& study, std::vector<RawQuad> const& times) {
  return study.reference(on_test_system("gni_euler_a"), times);
}

/// (17) and the expansion before (21) along the certified motion. Accelerations of the motion are
/// differences of sixth order of its velocities.
void measure_exact_motion(Study& study) {
  auto const system = Oscillator<Quad>::coupled();
  Quad const d = Quad(1) / 1000;
  Largest of_17, of_expansion, other_sign, other_expansion;
  for (Quad const t : {Quad(1) / 2, Quad(1), Quad(3) / 2}) {
    std::vector<RawQuad> times;
    for (int k = -3; k <= 3; ++k) times.push_back(t + k * d);
    auto const states = exact_motion(study, times);
    auto const v = [&](int k) { return vector3<Quad>(states[3 + k].v); };
    Vector3<Quad> const q = vector3<Quad>(states[3].q),
                        a = (45 * (v(1) - v(-1)) - 9 * (v(2) - v(-2)) + (v(3) - v(-3))) / (60 * d);
    // `sign`: of the force in the multiplier
    auto const defect_of_17 = [&](int sign, Largest& most) {
      Quad const lambda =
          (system.mu_q(v(0)) + sign * system.mu(q).dot(system.M_inverse * system.V_q(q))) /
          system.C(q);
      Vector3<Quad> const by_17 = -system.M_inverse * (system.V_q(q) + system.mu(q) * lambda);
      most(distance(a, by_17));
      most(system.mu_q(v(0)) + system.mu(q).dot(by_17));
    };
    defect_of_17(-1, of_17);
    defect_of_17(1, other_sign);
    of_expansion(system.mu(q).dot(a) + system.mu_q(v(0)));
    other_expansion(system.mu(q).dot(a) - system.mu_q(v(0)));
  }
  study.measure("FJM-06/(17)", {.value = of_17.value});
  study.control("FJM-06/(17)", "sign of the force", {.value = other_sign.value});
  study.measure("FJM-06/expansion", {.value = of_expansion.value});
  study.control("FJM-06/expansion", "sign of mu_q", {.value = other_expansion.value});
}

/// n steps of (18) from p_(-1/2) = p(0): (q_n, p_(n+1/2)).
template <class Force>
PhasePoint<double> run_of_18(System const& system, Force const& phi,
                             PhasePoint<double> const& start, int n) {
  double const h = T / n;
  V q = start.q, p = start.p;
  for (int k = 0; k <= n; ++k) {
    V const before = p;
    for (int i = 0; i < 60; ++i) p = before + h * phi(q, p);  // contracts by O(h)
    if (k < n) q += h * system.M_inverse * p;
  }
  return {q, p};
}

/// Orders of (18) with a force, in both readings of p_(k+1/2), and with a changed force;
/// `exact` at given times, ascending.
template <class Force, class Changed, class Exact>
void measure_order_of_18(Study& study, std::string const& id, Force const& phi,
                         std::string const& control, Changed const& changed, Exact const& exact) {
  auto const system = System::coupled();
  std::vector<int> const counts{40, 80, 160, 320, 640};
  std::vector<RawQuad> times{RawQuad(T)};
  for (auto n = counts.rbegin(); n != counts.rend(); ++n)
    times.push_back(RawQuad(T) + RawQuad(T) / *n / 2);
  std::vector<PhasePoint<double>> const states = exact(times);
  Table errors{{"h", "q", "at nodes", "between nodes", "changed"}, {}};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    auto const end = run_of_18(system, phi, system.start(), counts[i]),
               other = run_of_18(system, changed, system.start(), counts[i]);
    errors.add({T / counts[i], (end.q - states[0].q).norm(), (end.p - states[0].p).norm(),
                (end.p - states[counts.size() - i].p).norm(), (other.q - states[0].q).norm()});
  }
  for (std::string const where_p : {"at nodes", "between nodes"}) {
    auto const reading = "momenta " + where_p;
    study.measure(id, reading, "positions", order_in(errors, "q", T));
    study.measure(id, reading, "momenta", order_in(errors, where_p, T));
  }
  study.control(id, control, order_in(errors, "changed", T));
}

/// The classical Runge-Kutta method, from one time to the next of the list, from t = 0.
template <class Force>
std::vector<PhasePoint<double>> tight_motion(System const& system, Force const& phi,
                                             std::vector<RawQuad> const& times) {
  auto z = system.start();
  double now = 0;
  std::vector<PhasePoint<double>> states;
  for (RawQuad const time : times) {
    int const n = now == 0 ? 4000 : 40;
    double const h = (double(time) - now) / n;
    auto const rate = [&](PhasePoint<double> const& at) {
      return PhasePoint<double>{system.M_inverse * at.p, phi(at.q, at.p)};
    };
    auto const shifted = [&](PhasePoint<double> const& by, double step) {
      return PhasePoint<double>{z.q + step * by.q, z.p + step * by.p};
    };
    for (int k = 0; k < n; ++k) {
      auto const k1 = rate(z), k2 = rate(shifted(k1, h / 2)), k3 = rate(shifted(k2, h / 2)),
                 k4 = rate(shifted(k3, h));
      z.q += h / 6 * (k1.q + 2 * k2.q + 2 * k3.q + k4.q);
      z.p += h / 6 * (k1.p + 2 * k2.p + 2 * k3.p + k4.p);
    }
    now = double(time);
    states.push_back(z);
  }
  return states;
}

void measure_orders(Study& study) {
  auto const system = System::coupled();
  auto const generic = [&](int sign) {
    return [&system, sign](V const& q, V const& p) -> V {
      V const v = system.M_inverse * p;
      return -system.V_q(q) - sign * V(v[0] * v[1], v[1] * v[2] + q[0] * v[0], v[2] * v[0]) / 5;
    };
  };
  measure_order_of_18(study, "FJM-06/(18)", generic(1), "sign of the quadratic part", generic(-1),
                      [&](auto const& times) { return tight_motion(system, generic(1), times); });
  auto const of_17 = [&](int sign) {
    return [&system, sign](V const& q, V const& p) -> V {
      V const mu = system.mu(q), v = system.M_inverse * p;
      double const lambda =
          (system.mu_q(v) + sign * mu.dot(system.M_inverse * system.V_q(q))) / system.C(q);
      return -system.V_q(q) - mu * lambda;
    };
  };
  measure_order_of_18(
      study, "FJM-06/(19)", of_17(-1), "sign of the force", of_17(1), [&](auto const& times) {
        std::vector<PhasePoint<double>> states;
        for (auto const& s : exact_motion(study, times))
          states.push_back({vector3<double>(s.q), V(system.M * vector3<double>(s.v))});
        return states;
      });
}

void measure_recursion(Study& study) {
  auto const system = Oscillator<Quad>::coupled();
  Quad const h = Quad(1) / 20;
  auto z = system.admissible_start(h, Scheme::a);
  Vector3<Quad> q = z.q;
  z = system.step(z, h, Scheme::a);
  Vector3<Quad> p = system.M * (z.q - q) / h;
  q = z.q;
  Largest nodes, substitution, once, other_sign;
  for (int k = 1; k < 40; ++k) {
    Vector3<Quad> const mu = system.mu(q), kicked = p - h * system.V_q(q);
    auto const by_20 = [&](int factor) -> Vector3<Quad> {
      return kicked - factor * mu * (mu.dot(system.M_inverse * p) / system.C(q));
    };
    Vector3<Quad> const next = by_20(2);
    // (21) into (20b), and (19b), at these q_k, p_(k-1/2), p_(k+1/2)
    Quad const force = mu.dot(system.M_inverse * system.V_q(q)),
               curved = system.mu_q(system.M_inverse * next);
    auto const of_20b = [&](int sign) -> Vector3<Quad> {
      return kicked + mu * ((-h * curved + sign * h * force) / system.C(q));
    };
    Vector3<Quad> const of_19b =
        kicked + mu * (h * force / system.C(q)) - mu * (h * curved / system.C(q));
    substitution(distance(of_20b(1), of_19b));
    other_sign(distance(of_20b(-1), of_19b));
    z = system.step(z, h, Scheme::a);
    once(distance(Vector3<Quad>(q + h * system.M_inverse * by_20(1)), z.q));
    p = next;
    q += h * system.M_inverse * p;
    nodes(distance(q, z.q));
  }
  study.measure("FJM-06/(20)", in_quad(nodes.value, 40));
  study.control("FJM-06/(20)", "reaction once", in_quad(once.value, 40));
  study.measure("FJM-07/substitution", in_quad(substitution.value));
  study.control("FJM-07/substitution", "sign of the force", in_quad(other_sign.value));
}

/// Largest rest of (21) along Euler A up to T; `sign`: of the force.
double rest_of_21(NodeState<double> z, int n, int sign = 1) {
  auto const system = System::coupled();
  double const h = T / n;
  Largest rest;
  V before = z.q;
  z = system.step(z, h, Scheme::a);
  for (int k = 1; k < n; ++k) {
    V const q = z.q, v_before = (q - before) / h;
    z = system.step(z, h, Scheme::a);
    V const v = (z.q - q) / h, mu = system.mu(q);
    rest(-2 * mu.dot(v_before) + h * system.mu_q(v) -
         sign * h * mu.dot(system.M_inverse * system.V_q(q)));
    before = q;
  }
  return rest.value;
}

/// Rest of (21), over h, for chords of the exact motion: with the force term and without it.
std::pair<double, double> rest_for_exact_chords(Study& study, double h) {
  auto const s = Oscillator<Quad>::coupled();
  auto const states = exact_motion(study, {RawQuad(0), RawQuad(h), RawQuad(2 * h)});
  auto const q = [&](int i) { return vector3<Quad>(states[i].q); };
  Vector3<Quad> const before = (q(1) - q(0)) / Quad(h), after = (q(2) - q(1)) / Quad(h);
  Quad const rest = -2 * s.mu(q(1)).dot(before) / Quad(h) + s.mu_q(after);
  Quad const force = s.mu(q(1)).dot(s.M_inverse * s.V_q(q(1)));
  return {double(std::abs(rest - force)), double(std::abs(rest))};
}

void measure_21(Study& study) {
  auto const system = System::coupled();
  auto& table = study.table("rest_of_21", {"h", "multiplier", "plain"});
  Table changed{{"h", "rest"}, {}};
  for (int n : {40, 80, 160, 320, 640, 1280}) {
    double const h = T / n;
    auto const z = system.start();
    changed.add({h, rest_of_21(system.admissible_start(h, Scheme::a), n, -1)});
    // p_0^- = p(0): the first interval has the momentum p(0) - h V_q
    table.add({h, rest_of_21(system.admissible_start(h, Scheme::a), n),
               rest_of_21({z.q, V(z.p - h / 2 * system.V_q(z.q)), 0}, n)});
  }
  study.measure("FJM-07", order_in(table, "multiplier", T));
  study.control("FJM-07", "sign of the force", order_in(changed, "rest", T));
  auto const over_h = [&](std::vector<double> const& row) { return row[2] / row[0]; };
  auto const &coarse = table.rows.front(), &fine = table.rows.back();
  study.find("FJM-07/plain-start", over_h(fine),
             fmt::format("largest rest of (21) over h along Euler A up to t = 2: {:.3f} at h = "
                         "{:.3g}, {:.3f} at h = {:.3g}",
                         over_h(coarse), coarse[0], over_h(fine), fine[0]));
  auto const [with_force, without] = rest_for_exact_chords(study, 1e-4);
  study.find("FJM-07/exact-chords", with_force,
             fmt::format("rest of (21) over h for chords of the exact motion, h = 1e-4: {:.4f}; "
                         "{:.1e} without the term of the force",
                         with_force, without));
}

}  // namespace

void euler_proof(Study& study) {
  measure_exact_motion(study);
  measure_orders(study);
  measure_recursion(study);
  study.progress(0.7);
  measure_21(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
