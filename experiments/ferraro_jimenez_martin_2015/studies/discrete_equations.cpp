#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/printed_forms.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using V = Vector3<Quad>;
using Nodes = std::vector<V>;

constexpr int forms_steps = 40, shake_steps = 100;
Quad const h = Quad(1) / 20;
std::string const where = "three oscillators with a full mass matrix, steps of 0.05";

/// (7), (8), (9), the two-step schemes and the maps with momenta, along 40 steps with each of the
/// three discrete Lagrangians.
void compare_forms(Study& study) {
  auto const system = Oscillator<Quad>::coupled();
  Largest seven, nine, with_momenta;
  std::map<Scheme, Largest> two_step;
  for (Scheme const scheme : {Scheme::a, Scheme::rattle, Scheme::b}) {
    auto const catalogue = catalogue_nodes(study, method_of(scheme), forms_steps);
    auto z = system.admissible_start(h, scheme);
    V before = z.q, now = system.step(z, h, scheme).q;  // two nodes start (7), (8), (9)
    for (std::size_t k = 1; k <= forms_steps; ++k) {
      z = system.step(z, h, scheme);
      with_momenta(distance(now, z.q));
      with_momenta(distance(now, catalogue[k]));
      auto const next = next_nodes(system, before, now, h, scheme);
      seven(distance(next.projected, next.reflected));
      nine(distance(next.with_multipliers, next.reflected));
      V const by_two_step = system.two_step(before, now, h, scheme);
      two_step[scheme](distance(next.with_multipliers, by_two_step));
      before = now;
      now = by_two_step;
    }
  }
  std::string const between = "largest difference between next nodes of ",
                    lagrangians = "the discrete Lagrangians (10) and (16)";
  double const of_a = two_step[Scheme::a].value, of_b = two_step[Scheme::b].value,
               of_rattle = two_step[Scheme::rattle].value;
  measure_in_quad(
      study, where,
      {{"FJM-01", seven.value, between + "(7) and of (8) for " + lagrangians, forms_steps},
       {"FJM-01/(9)", nine.value, between + "(9) and of (8) for " + lagrangians, forms_steps},
       {"FJM-03", larger_or_nan(of_a, of_b), between + "(9) for (10) and of (11), (12)",
        forms_steps},
       {"FJM-03/sign", of_b,
        between + "(9) for L_d^B and of (11) with the sign of the force in (11b) changed",
        forms_steps},
       {"FJM-03/(13)", with_momenta.value,
        between + "(11), (12), of (13), (14) and of the catalogue's methods", forms_steps},
       {"FJM-04", of_rattle,
        between + "(9) for (16) and of SHAKE with q_(k-1) at the end of its first line",
        forms_steps, "corrected"}});
  auto const line = shake_line();
  study.measure("FJM-04", "as printed",
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

void compare_shake_and_rattle(Study& study) {
  OnSphere const sphere;
  V const q(Quad(6) / 10, 0, Quad(8) / 10), v(Quad(8) / 10, Quad(5) / 10, Quad(-6) / 10);
  PhasePoint<Quad> z{q, sphere.system.M * v};
  V before = z.q;
  z = sphere.rattle(z);
  V now = z.q;
  Largest holonomic, nonholonomic, two_step;
  for (int k = 1; k < shake_steps; ++k) {
    V const next = sphere.shake(before, now);
    z = sphere.rattle(z);
    holonomic(distance(next, z.q));
    before = now;
    now = next;
  }
  auto const system = Oscillator<Quad>::coupled();
  auto const rattle = catalogue_nodes(study, "gni_rattle", shake_steps);
  Nodes forward{rattle[0], rattle[1]};
  while (forward.size() <= shake_steps) {
    std::size_t const k = forward.size();
    forward.push_back(system.two_step(forward[k - 2], forward[k - 1], h, Scheme::rattle));
    nonholonomic(distance(forward[k], rattle[k]));
  }
  Nodes back{forward[shake_steps], forward[shake_steps - 1]};
  while (back.size() <= shake_steps) {
    std::size_t const k = back.size();
    back.push_back(system.two_step(back[k - 2], back[k - 1], h, Scheme::rattle));
    two_step(distance(back[k], forward[shake_steps - k]));
  }
  auto const start = system.admissible_start(h, Scheme::rattle);
  auto state = start;
  for (int way = 0; way < 2; ++way) {
    for (int k = 0; k < shake_steps; ++k) state = system.step(state, h, Scheme::rattle);
    state.p = -state.p;
  }
  measure_in_quad(
      study, where,
      {{"FJM-04/equivalence", holonomic.value,
        "largest difference between nodes of SHAKE and of RATTLE, 100 steps on the unit sphere",
        shake_steps, "holonomic"},
       {"FJM-04/equivalence", nonholonomic.value,
        "largest difference between nodes of nonholonomic SHAKE and RATTLE, 100 steps", shake_steps,
        "nonholonomic"},
       {"FJM-04/reversible", two_step.value,
        "largest distance of the nodes of SHAKE on the way back from those on the way there, 100 "
        "steps each",
        2 * shake_steps, "two-step scheme"},
       {"FJM-04/reversible", double(distance(state, start)),
        "distance of (q, p~, lambda~) from the start after 100 steps of RATTLE, reversal of p~ and "
        "as many steps",
        2 * shake_steps, "map of node, momentum and multiplier"}});
}

void compare_verlet(Study& study) {
  auto const system = Oscillator<Quad>::coupled();
  auto const z = system.start();
  V before = z.q, now = z.q + h * system.M_inverse * z.p;
  Largest difference;
  for (int k = 1; k < forms_steps; ++k) {
    V const verlet = 2 * now - before - h * h * system.M_inverse * system.V_q(now);
    V const discrete = system.discrete_euler_lagrange(before, now, h, Scheme::rattle);
    difference(distance(verlet, discrete));
    before = now;
    now = verlet;
  }
  measure_in_quad(study, where,
                  {{"FJM-04/Verlet", difference.value,
                    "largest difference between next nodes of (6) for (16) and of the "
                    "Stoermer-Verlet method",
                    forms_steps}});
}

/// The free Euler methods as they are printed and as flows of (10).
void measure_free_methods(Study& study) {
  auto const symplectic = symplecticity();
  for (auto const& [reading, defect] : {std::pair("as printed", symplectic.worse_printed),
                                        std::pair("flows of (10)", symplectic.corrected)})
    study.measure("FJM-02", reading,
                  measured(defect,
                           "largest entry {:.1e} of D^T J D - J, the worse of both methods, "
                           "h = 0.1",
                           defect));
  auto const flow = distance_from_flow();
  for (auto const& [reading, difference] :
       {std::pair("as printed", flow.printed), std::pair("corrected", flow.corrected)})
    study.measure("E7", reading,
                  measured(difference,
                           "largest difference {:.1e} from the discrete flow of (10), both "
                           "methods, h = 0.1",
                           difference));
  for (auto const& free : free_euler_errors())
    study.measure("FJM-02/order", free.reading, free.method,
                  order("error of (q, p) at t = 2, free " + free.method, free.errors, "error", 2));
}

}  // namespace

void discrete_equations(Study& study) {
  compare_forms(study);
  study.progress(0.6);
  compare_shake_and_rattle(study);
  compare_verlet(study);
  measure_free_methods(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
