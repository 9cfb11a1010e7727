#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::gni_properties_study {

namespace {

/// Measures the average momentum and the impact along nodes of the catalogue's methods and, for the
/// controls, of (6).
void measure_constraint_and_impact(Study& study) {
  Oscillator const system;
  Quad const h = 0.05_quad;
  constexpr int steps = 40;
  Residuals r;
  auto const along = [&](std::vector<Vector3> const& node, Scheme scheme, bool reflected) {
    auto const add = [&](std::string_view id, double residual) {
      reflected ? r.measure(id, residual) : r.control(id, "no reflection", residual);
    };
    for (std::size_t k = 1; k + 1 < node.size(); ++k) {
      Vector3 const q = node[k], plus = system.D(2, node[k - 1], q, h, scheme),
                    minus = -system.D(1, q, node[k + 1], h, scheme), sum = plus + minus;
      auto const energy = [&](Vector3 const& p) -> Quad { return p.dot(system.M_inverse * p) / 2; };
      add("FJM-28/constraint", system.mu(q).dot(system.M_inverse * sum) / 2);
      add("FJM-01/impact", largest_entry(system.normal_part(q, sum)));
      add("FJM-01/impact", energy(minus) / energy(plus) - 1);
    }
  };
  for (Scheme const scheme : schemes) {
    auto node = catalogue_nodes(study, method_of(scheme), steps);
    along(node, scheme, true);
    for (std::size_t k = 2; k < node.size(); ++k)
      node[k] = system.discrete_euler_lagrange(node[k - 2], node[k - 1], h, scheme);
    along(node, scheme, false);
  }
  r.supply(study, steps, quad_epsilon);
}

/// Measures momenta: y of the particle and psi, phi of the snakeboard are horizontal symmetries;
/// (1, 0, y) of the particle is a section of D along translations in x and z.
void measure_momenta(Study& study) {
  constexpr int all = 160;
  Run const on_particle{.problem = "nonholonomic_particle", .method = "gni", .case_name = "P1"},
      on_board{.problem = "snakeboard", .method = "gni", .case_name = "FIM"};
  auto const particle = study.execute_quad(on_particle.with(0.1_quad, all)),
             board = study.execute_quad(on_board.with(0.05_quad, all));
  auto const difference = [](Trajectory<Quad> const& run, std::size_t k, int i) {
    return run.q[k + 1][i] - run.q[k][i];
  };
  char const* const id = "FJM-28/momentum";
  Residuals r;
  Largest of_particle, of_board;
  for (std::size_t k = 1; k < all; ++k) {
    auto const change = [&](Trajectory<Quad> const& run, int i) -> double {
      return difference(run, k, i) / difference(run, 0, i) - 1;
    };
    r.control(id, "symmetry that is not horizontal", change(particle, 0));
    of_particle(change(particle, 1));
    for (int const i : {3, 4}) of_board(change(board, i));
    // J_k = <D_2 L_d(q_k, q_(k+1)), section at q_(k+1)> changes by D_2 L_d on the change of the
    // section.
    Quad const dx = difference(particle, k, 0), dz = difference(particle, k, 2),
               dx0 = difference(particle, k - 1, 0), dz0 = difference(particle, k - 1, 2),
               y = particle.q[k][1], y_next = particle.q[k + 1][1];
    Quad const change_of_J = dx + y_next * dz - (dx0 + y * dz0);
    r.measure(id, "momentum equation", change_of_J - dz * (y_next - y));
    r.control(id, "section as if it were constant", change_of_J);
  }
  r.supply(study, all, quad_epsilon);
  study.measure(id, "horizontal symmetries", "particle", in_quad(of_particle.value, all));
  study.measure(id, "horizontal symmetries", "snakeboard", in_quad(of_board.value, all));
}

void measure_energy(Study& study) {
  constexpr int all = 100;
  for (std::string const retraction : {"cayley", "exp"})
    for (std::string const case_name : {"FIM", "FIM-inertia"}) {
      Run const run{.problem = "constrained_so3",
                    .method = "reduced_gni",
                    .case_name = case_name,
                    .options = {{"retraction", retraction}}};
      Largest change;
      Quad first = 0;
      bool const bi_invariant = case_name == "FIM";
      Vector3 const I = bi_invariant ? Vector3(1, 1, 1) : Vector3(1, 2, 3);
      for (auto const& row : study.execute_quad(run.with(0.1_quad, all)).diagnostics) {
        Vector3 const p = vector_of<Quad>(row, 0, 3);  // momentum p^-
        Quad const energy = p.dot(p.cwiseQuotient(I)) / 2;
        if (first == 0) first = energy;
        change(energy / first - 1);
      }
      auto const measured = in_quad(change.value, all);
      if (bi_invariant)
        study.measure("FJM-28/energy", "as printed", retraction, measured);
      else
        study.control("FJM-28/energy", "metric that is not bi-invariant", retraction, measured);
    }
}

/// Measures L_d = F(q' - q) in one dimension: -D_1 L_d = F'(d) = p must determine d near 0.
void measure_uniqueness(Study& study) {
  struct Example {
    std::string name;
    double (*slope)(double);  ///< slope F'
    bool regular;             ///< true if F'' does not vanish at 0
  };
  std::vector<Example> const examples{
      {"d^2/2", [](double d) { return d; }, true},
      {"d^2/2 + d^4/4", [](double d) { return d + d * d * d; }, true},
      {"-cos d", [](double d) { return std::sin(d); }, true},
      {"d^3/3", [](double d) { return d * d; }, false},
      {"d^4/4", [](double d) { return d * d * d; }, false},
      {"0", [](double) { return 0.0; }, false}};
  int contradictions = 0, none = 0;
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
    // One solution for each sign, and a bounded difference quotient as p goes to 0.
    bool operates = true;
    Numbers quotients;
    for (double const p : {1e-3, 1e-6}) {
      auto const up = roots(p), down = roots(-p);
      operates = operates && up.size() == 1 && down.size() == 1;
      if (operates) quotients.push_back((up[0] - down[0]) / (2 * p));
    }
    operates = operates && quotients[1] < 2 * quotients[0];
    contradictions += operates != example.regular;
    none += !operates;
  }
  study.measure("FJM-01/unique", {.value = double(contradictions)});
  study.control("FJM-01/unique", "any discrete Lagrangian", {.value = double(none)});
}

}  // namespace

void gni_properties(Study& study) {
  measure_constraint_and_impact(study);
  measure_momenta(study);
  measure_energy(study);
  measure_uniqueness(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::gni_properties_study
