#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/printed_forms.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/runs.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using V = Vector3<Quad>;
using Nodes = std::vector<V>;

constexpr int forms_steps = 40, shake_steps = 100;
Quad const h = Quad(1) / 20;
std::string const where =
    "three oscillators with a full mass matrix, steps of 0.05, quad precision";

Nodes catalogue_nodes(std::string const& method, int steps) {
  auto const run = Candidate{test_system, "T", method}.run_quad(RawQuad(1) / 20, steps, 1);
  Nodes nodes;
  for (auto const& q : run.q) nodes.push_back({q[0], q[1], q[2]});
  return nodes;
}

/// (7), (8), (9), the two-step schemes and the maps with momenta, along 40 steps with each of the
/// three discrete Lagrangians.
void compare_forms(Findings& findings) {
  auto const system = Oscillator<Quad>::coupled();
  double seven = 0, nine = 0, with_momenta = 0;
  std::map<Scheme, double> two_step;
  for (Scheme const scheme : {Scheme::a, Scheme::rattle, Scheme::b}) {
    auto const catalogue = catalogue_nodes(method_of(scheme), forms_steps);
    auto z = system.admissible_start(h, scheme);
    V before = z.q, now = system.step(z, h, scheme).q;  // two nodes start (7), (8), (9)
    two_step[scheme] = 0;
    for (std::size_t k = 1; k <= forms_steps; ++k) {
      z = system.step(z, h, scheme);
      with_momenta = larger_or_nan(
          {with_momenta, double(distance(now, z.q)), double(distance(now, catalogue[k]))});
      auto const next = next_nodes(system, before, now, h, scheme);
      seven = larger_or_nan(seven, double(distance(next.projected, next.reflected)));
      nine = larger_or_nan(nine, double(distance(next.with_multipliers, next.reflected)));
      V const by_two_step = system.two_step(before, now, h, scheme);
      two_step[scheme] =
          larger_or_nan(two_step[scheme], double(distance(next.with_multipliers, by_two_step)));
      before = now;
      now = by_two_step;
    }
  }
  auto const report = [&](std::string const& id, std::string const& reading, double value,
                          std::string const& what) {
    findings.measure(id, reading,
                     measured_in_quad(value, forms_steps,
                                      "largest difference {:.1e} between next nodes of {}, {}",
                                      value, what, where));
  };
  std::string const lagrangians = "the discrete Lagrangians (10) and (16)";
  report("FJM-01", "as printed", seven, "(7) and of (8) for " + lagrangians);
  report("FJM-01/(9)", "as printed", nine, "(9) and of (8) for " + lagrangians);
  report("FJM-03", "as printed", larger_or_nan(two_step[Scheme::a], two_step[Scheme::b]),
         "(9) for (10) and of (11), (12)");
  report("FJM-03/sign", "as printed", two_step[Scheme::b],
         "(9) for L_d^B and of (11) with the sign of the force in (11b) changed");
  report("FJM-03/(13)", "as printed", with_momenta,
         "(11), (12), of (13), (14) and of the catalogue's methods");
  report("FJM-04", "corrected", two_step[Scheme::rattle],
         "(9) for (16) and of SHAKE with q_(k-1) at the end of its first line");
  auto const line = shake_line();
  findings.measure("FJM-04", "as printed",
                   measured(line.printed,
                            "residual {:.2g}, over h^2, of the first line of SHAKE along the "
                            "nodes of the GNI of (16), h = 0.1",
                            line.printed));
}

/// SHAKE and RATTLE on the unit sphere, with multipliers that bring the next node back to it.
struct OnSphere {
  Oscillator<Quad> system = Oscillator<Quad>::coupled();

  /// a - lambda b on the sphere.
  static V back(V const& a, V const& b) {
    Quad lambda = 0;
    for (int i = 0; i < 40; ++i) {
      V const q = a - lambda * b;
      lambda += (q.squaredNorm() - 1) / (2 * q.dot(b));
    }
    return a - lambda * b;
  }
  V shake(V const& before, V const& now) const {
    return back(V(2 * now - before - h * h * system.M_inverse * system.V_q(now)),
                system.M_inverse * now);
  }
  PhasePoint<Quad> rattle(PhasePoint<Quad> const& z) const {
    V const kicked = z.p - h / 2 * system.V_q(z.q);
    V const q = back(V(z.q + h * system.M_inverse * kicked), system.M_inverse * z.q);
    V const p = system.M * (q - z.q) / h - h / 2 * system.V_q(q), normal = system.M_inverse * q;
    return {q, p - q * (normal.dot(p) / normal.dot(q))};
  }
};

void compare_shake_and_rattle(Findings& findings) {
  OnSphere const sphere;
  V const q(Quad(6) / 10, 0, Quad(8) / 10), v(Quad(8) / 10, Quad(5) / 10, Quad(-6) / 10);
  PhasePoint<Quad> z{q, sphere.system.M * v};
  V before = z.q;
  z = sphere.rattle(z);
  V now = z.q;
  double holonomic = 0;
  for (int k = 1; k < shake_steps; ++k) {
    V const next = sphere.shake(before, now);
    z = sphere.rattle(z);
    holonomic = larger_or_nan(holonomic, double(distance(next, z.q)));
    before = now;
    now = next;
  }
  findings.measure("FJM-04/equivalence", "holonomic",
                   measured_in_quad(holonomic, shake_steps,
                                    "largest difference {:.1e} between nodes of SHAKE and of "
                                    "RATTLE, {} steps on the unit sphere, {}",
                                    holonomic, shake_steps, where));

  auto const system = Oscillator<Quad>::coupled();
  auto const rattle = catalogue_nodes("gni_rattle", shake_steps);
  double nonholonomic = 0;
  Nodes forward{rattle[0], rattle[1]};
  while (forward.size() <= shake_steps) {
    std::size_t const k = forward.size();
    forward.push_back(system.two_step(forward[k - 2], forward[k - 1], h, Scheme::rattle));
    nonholonomic = larger_or_nan(nonholonomic, double(distance(forward[k], rattle[k])));
  }
  findings.measure("FJM-04/equivalence", "nonholonomic",
                   measured_in_quad(nonholonomic, shake_steps,
                                    "largest difference {:.1e} between nodes of nonholonomic "
                                    "SHAKE and RATTLE, {} steps, {}",
                                    nonholonomic, shake_steps, where));

  Nodes back{forward[shake_steps], forward[shake_steps - 1]};
  double two_step = 0;
  while (back.size() <= shake_steps) {
    std::size_t const k = back.size();
    back.push_back(system.two_step(back[k - 2], back[k - 1], h, Scheme::rattle));
    two_step = larger_or_nan(two_step, double(distance(back[k], forward[shake_steps - k])));
  }
  findings.measure("FJM-04/reversible", "two-step scheme",
                   measured_in_quad(two_step, 2 * shake_steps,
                                    "largest distance {:.1e} of the nodes of SHAKE on the way back "
                                    "from those on the way there, {} steps each, {}",
                                    two_step, shake_steps, where));
  auto const start = system.admissible_start(h, Scheme::rattle);
  auto state = start;
  for (int way = 0; way < 2; ++way) {
    for (int k = 0; k < shake_steps; ++k) state = system.step(state, h, Scheme::rattle);
    state.p = -state.p;
  }
  double const map = double(distance(state, start));
  findings.measure("FJM-04/reversible", "map of node, momentum and multiplier",
                   measured_in_quad(map, 2 * shake_steps,
                                    "distance {:.1e} of (q, p~, lambda~) from the start after {} "
                                    "steps of RATTLE, reversal of p~ and as many steps, {}",
                                    map, shake_steps, where));
}

void compare_verlet(Findings& findings) {
  auto const system = Oscillator<Quad>::coupled();
  auto const z = system.start();
  V before = z.q, now = z.q + h * system.M_inverse * z.p;
  double largest = 0;
  for (int k = 1; k < forms_steps; ++k) {
    V const verlet = 2 * now - before - h * h * system.M_inverse * system.V_q(now);
    V const discrete = system.discrete_euler_lagrange(before, now, h, Scheme::rattle);
    largest = larger_or_nan(largest, double(distance(verlet, discrete)));
    before = now;
    now = verlet;
  }
  findings.measure("FJM-04/Verlet",
                   measured_in_quad(largest, forms_steps,
                                    "largest difference {:.1e} between next nodes of (6) for (16) "
                                    "and of the Stoermer-Verlet method, {}",
                                    largest, where));
}

/// The free Euler methods as they are printed and as flows of (10).
void measure_free_methods(Findings& findings) {
  auto const symplectic = symplecticity();
  constexpr auto words = "largest entry {:.1e} of D^T J D - J, the worse of both methods, h = 0.1";
  findings.measure("FJM-02", "as printed",
                   measured(symplectic.worse_printed, words, symplectic.worse_printed));
  findings.measure("FJM-02", "flows of (10)",
                   measured(symplectic.corrected, words, symplectic.corrected));
  auto const flow = distance_from_flow();
  constexpr auto difference =
      "largest difference {:.1e} from the discrete flow of (10), both methods, h = 0.1";
  findings.measure("E7", "as printed", measured(flow.printed, difference, flow.printed));
  findings.measure("E7", "corrected", measured(flow.corrected, difference, flow.corrected));
  for (auto const& free : free_euler_errors())
    findings.measure(
        "FJM-02/order", free.reading, free.method,
        order("error of (q, p) at t = 2, free " + free.method, free.steps, free.errors, 2));
}

void compute(Findings& findings) {
  compare_forms(findings);
  findings.progress(0.6);
  compare_shake_and_rattle(findings);
  compare_verlet(findings);
  measure_free_methods(findings);
}

}  // namespace

Experiment discrete_equations() {
  return {.id = "fjm2015_discrete_equations",
          .paper = paper_id,
          .title = "One method in many forms",
          .about =
              "The GNI equations in the forms (7), (8), (9), the Euler methods with and without "
              "constraint, SHAKE and RATTLE, each written from its own formula.",
          .choices = oscillator_choices(),
          .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
