#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using V = Vector3<Quad>;
Quad const h = Quad(1) / 20;
constexpr int steps = 40;

/// Along nodes of the catalogue's methods: the average momentum, and the impact.
void measure_constraint_and_impact(Study& study) {
  auto const system = Oscillator<Quad>::coupled();
  Largest average, impact;
  for (Scheme const scheme : {Scheme::a, Scheme::rattle, Scheme::b}) {
    auto const node = catalogue_nodes(study, method_of(scheme), steps);
    for (std::size_t k = 1; k + 1 < node.size(); ++k) {
      V const q = node[k], plus = system.D(2, node[k - 1], q, h, scheme),
              minus = -system.D(1, q, node[k + 1], h, scheme);
      average(system.mu(q).dot(system.M_inverse * (plus + minus)) / 2);
      Quad const energy = plus.dot(system.M_inverse * plus),
                 after = minus.dot(system.M_inverse * minus);
      impact(largest_double(system.normal_part(q, V(plus + minus))));
      impact(after / energy - 1);
    }
  }
  measure_in_quad(
      study,
      "40 steps of 0.05 with the discrete Lagrangians (10) and (16), oscillators with a full mass "
      "matrix",
      {{"FJM-28/constraint", average.value, "largest |mu G^-1 (p^+ + p^-)/2|", steps},
       {"FJM-01/impact", impact.value,
        "largest sum of the normal momenta before and after, and relative change of the kinetic "
        "energy",
        steps}});
}

/// y of the particle and psi, phi of the snakeboard are horizontal; (1, 0, y) of the particle is a
/// section of D along translations in x and z.
void measure_momenta(Study& study) {
  constexpr int all = 160;
  Run const on_particle{.problem = "nonholonomic_particle", .method = "gni", .case_name = "P1"},
      on_board{.problem = "snakeboard", .method = "gni", .case_name = "FIM"};
  auto const particle = study.execute_quad(on_particle.with(RawQuad(1) / 10, all)),
             board = study.execute_quad(on_board.with(RawQuad(1) / 20, all));
  auto const difference = [](Trajectory<RawQuad> const& run, std::size_t k, int i) {
    return run.q[k + 1][i] - run.q[k][i];
  };
  Largest of_y, of_board, equation;
  for (std::size_t k = 1; k < all; ++k) {
    auto const change = [&](Trajectory<RawQuad> const& run, int i) {
      return double(difference(run, k, i) / difference(run, 0, i) - 1);
    };
    of_y(change(particle, 1));
    for (int const i : {3, 4}) of_board(change(board, i));
    // J_k = <D_2 L_d(q_k, q_(k+1)), section at q_(k+1)>, which changes by D_2 L_d on the change of
    // the section
    Quad const dx = difference(particle, k, 0), dz = difference(particle, k, 2),
               dx0 = difference(particle, k - 1, 0), dz0 = difference(particle, k - 1, 2),
               y = particle.q[k][1], y_next = particle.q[k + 1][1];
    Quad const J = dx + y_next * dz, J_before = dx0 + y * dz0;
    equation(J - J_before - dz * (y_next - y));
  }
  for (auto const& [reading, instance, defect, what] :
       {std::tuple("horizontal symmetries", "particle", of_y.value,
                   "largest relative change of the momentum in y of the nonholonomic particle, 160 "
                   "steps of 0.1"),
        std::tuple("horizontal symmetries", "snakeboard", of_board.value,
                   "largest relative change of the momenta in psi and phi of the snakeboard, 160 "
                   "steps of 0.05"),
        std::tuple("momentum equation", "", equation.value,
                   "largest residual of the discrete momentum equation of the section (1, 0, y), "
                   "nonholonomic particle, 160 steps of 0.1")})
    study.measure("FJM-28/momentum", reading, instance,
                  measured_in_quad(defect, all, "{}: {:.1e}, quad precision", what, defect));
}

void measure_energy(Study& study) {
  constexpr int all = 100;
  for (std::string const retraction : {"cayley", "exp"}) {
    Run const run{.problem = "constrained_so3",
                  .method = "reduced_gni",
                  .case_name = "FIM",
                  .options = {{"retraction", retraction}}};
    Largest change;
    Quad first = 0;
    for (auto const& row : study.execute_quad(run.with(RawQuad(1) / 10, all)).diagnostics) {
      Quad const energy = (row[0] * row[0] + row[1] * row[1] + row[2] * row[2]) / 2;  // p^-
      if (first == 0) first = energy;
      change(energy / first - 1);
    }
    study.measure("FJM-28/energy", "as printed", retraction,
                  measured_in_quad(change.value, all,
                                   "largest relative change {:.1e} of the energy of p^-, SO(3) "
                                   "with equal inertias under a constraint without symmetry, "
                                   "retraction {}, {} steps of 0.1, quad precision",
                                   change.value, retraction, all));
  }
}

/// L_d = F(q' - q) in one dimension, so that -D_1 L_d = F'(d) = p has to determine d near 0.
void measure_uniqueness(Study& study) {
  struct Example {
    std::string name;
    double (*slope)(double);  ///< F'
    bool regular;             ///< F'' does not vanish at 0
  };
  std::vector<Example> const examples{
      {"d^2/2", [](double d) { return d; }, true},
      {"d^2/2 + d^4/4", [](double d) { return d + d * d * d; }, true},
      {"-cos d", [](double d) { return std::sin(d); }, true},
      {"d^3/3", [](double d) { return d * d; }, false},
      {"d^4/4", [](double d) { return d * d * d; }, false},
      {"0", [](double) { return 0.0; }, false}};
  int contradictions = 0;
  for (auto const& example : examples) {
    auto const roots = [&](double p) {
      Numbers found;
      constexpr int cells = 20001;
      auto const at = [&](int i) { return -0.9 + 1.8 * i / cells; };
      for (int i = 0; i < cells; ++i) {
        double low = at(i), high = at(i + 1);
        if ((example.slope(low) < p) == (example.slope(high) < p)) continue;
        bool const rises = example.slope(low) < p;
        for (int k = 0; k < 80; ++k) {
          double const middle = (low + high) / 2;
          ((example.slope(middle) < p) == rises ? low : high) = middle;
        }
        found.push_back(low);
      }
      return found;
    };
    // one solution each, and a difference quotient that does not grow as p goes to 0
    bool operates = true;
    Numbers quotients;
    for (double const p : {1e-3, 1e-6}) {
      auto const up = roots(p), down = roots(-p);
      operates = operates && up.size() == 1 && down.size() == 1;
      if (operates) quotients.push_back((up[0] - down[0]) / (2 * p));
    }
    operates = operates && quotients[1] < 2 * quotients[0];
    contradictions += operates != example.regular;
  }
  study.measure("FJM-01/unique",
                measured(contradictions,
                         "{} of {} discrete Lagrangians F(q' - q) in one dimension, three of them "
                         "with F'' = 0 at rest, for which regularity and a differentiable "
                         "evolution near rest do not go together",
                         contradictions, examples.size()));
}

}  // namespace

void gni_properties(Study& study) {
  measure_constraint_and_impact(study);
  measure_momenta(study);
  measure_energy(study);
  measure_uniqueness(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
