#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"
#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::fernandez_bloch_olver_2012::tables_study {

namespace {

/// State (r_n, p_n), n = 1 or 2, of the sequence from z = (r_0, r_1). PTHDEL uses the energy of the
/// initial velocity; here this energy is 1 for all r_0, so that differentiation does not change the
/// map.
Vector state_after(Study& study, System const& system, std::string const& method, Vector const& z,
                   double h, long n) {
  Run run{.problem = system.problem,
          .method = method,
          .step = Quad(h),
          .steps = n,
          .start = "pair",
          .options = {{"solve", "newton"}},
          .is_method_state = true};
  if (system.knife()) run.parameters = {{"alpha", quad_pi / 36}};
  run.q = {z[0], z[1], 0};
  run.v = {sqrt(2 * (1 + z[0] * system.S)), 0, 0};
  run.q1 = {z[2], z[3], 0};
  auto const end = study.execute_quad(run);
  if (end.outcome != Outcome::ok) return Vector::Constant(4, Quad(std::nan("")));
  return together(theory::vector_of<Quad>(end.q.back(), 0, 2),
                  theory::vector_of<Quad>(end.memory.front().second, 0, 2));
}

/// Largest entry of J^T Omega J - Omega for the step (r_1, p_1) -> (r_2, p_2). With the derivatives
/// A_n of (r_n, p_n) with respect to (r_0, r_1), J = A_2 A_1^-1; the forms are compared before the
/// division by A_1. The derivatives are central differences of sixth order, because the map is a
/// run of a method.
double symplectic_defect(Study& study, System const& system, std::string const& method, double h) {
  using Matrix4 = Eigen::Matrix<Quad, 4, 4>;
  Quad const d = Quad(1) / 65536;
  auto const point = system.knife() ? std::array{0.4, 0.6, 0.4 + h * 0.9, 0.6 + h * 0.7}
                                    : std::array{0.7, -0.2, 0.7 + h * 0.8, -0.2 + h * 0.9};
  auto const derivatives = [&](long n) {
    Matrix4 D;
    for (int j = 0; j < 4; ++j) {
      auto const u = [&](int k) {
        Vector const moved = theory::vector_of<Quad>(point) + k * d * Vector::Unit(4, j);
        return state_after(study, system, method, moved, h, n);
      };
      D.col(j) = (45 * (u(1) - u(-1)) - 9 * (u(2) - u(-2)) + (u(3) - u(-3))) / (60 * d);
    }
    return D;
  };
  auto const form = [](Matrix4 const& D) -> Matrix4 {
    return D.topRows<2>().transpose() * D.bottomRows<2>() -
           D.bottomRows<2>().transpose() * D.topRows<2>();
  };
  Matrix4 const first = derivatives(1), back = theory::inverse(first);
  return largest_entry(back.transpose() * (form(derivatives(2)) - form(first)) * back);
}

/// Run of the paper on a system, with `steps` steps.
Simulation run_on(Study& study, System const& system, std::string const& method, long steps) {
  return simulation(study, system, run_of(system, method, "legendre", system.step, steps));
}

/// Largest residual of the equation of table 1 on the method's own nodes, on the particle; the
/// energy of the start is 1, as in pthdel_momenta().
double residual_of_formula(Study& study, std::string const& method) {
  auto const of_paper = run_of(particle, method, "legendre", particle.step, 60);
  auto const run =
      simulation(study, particle, with_velocity(of_paper, Quad(2) / 10, Quad(14) / 10));
  double const h = run.step;
  auto const momenta = [&](std::size_t i) {
    Plane const r = run.middle(i), v = run.increment(i) / h;
    if (method == "rdla") return rdla_momenta(r, v, h, -h / 2);
    return method == "hdel" ? hdel_momenta(r, v, h) : pthdel_momenta(r, v, h, h);
  };
  return largest(series(run.nodes() - 2, [&](std::size_t i) {
    auto const before = momenta(i), after = momenta(i + 1);
    return largest_entry(after.left - before.right) / largest_entry(after.right);
  }));
}

/// Largest relative change of (12) for the cyclic y, <D_2 L_d, d/dy>, over 200 steps; for RDLA with
/// its own L*_d.
double momentum_change(Study& study, System const& system, std::string const& method) {
  auto const run = run_on(study, system, method, 200);
  auto const momentum = run.over_intervals([&](std::size_t i) {
    double const F = 1 / system.f(run.middle(i)), v = run.increment(i)[1] / run.step;
    return (method == "hdel" ? 1 : method == "pthdel" ? F : F * F) * v;
  });
  return largest(series(200, [&](auto i) { return momentum[i] / momentum[0] - 1; }));
}

/// Largest relative change of <D_2 L_d, d/dx>, of which L_d of the particle is not independent.
double change_along_x(Study& study, std::string const& method) {
  auto const run = run_on(study, particle, method, 200);
  auto const momentum = run.over_intervals([&](std::size_t i) {
    double const h = run.step;
    Plane const r = run.middle(i), v = run.increment(i) / h;
    return (method == "hdel" ? hdel_momenta(r, v, h) : pthdel_momenta(r, v, h, h)).right[0];
  });
  return largest(series(200, [&](auto i) { return momentum[i] / momentum[0] - 1; }));
}

/// Measures G39: spread of the energy of the Poincare Lagrangian at midpoints along PTHDEL.
void measure_energy_spread(Study& study, System const& system) {
  // The knife edge stops before the first zero of f.
  long const steps = system.knife() ? 20 : 200;
  auto const run = run_of(system, "pthdel", "legendre", system.step, steps);
  Measured const common{.value = 0, .steps = double(steps)};
  supply(study, system.name,
         {{"G39", "as printed", spread(simulation(study, system, run).poincare)}}, common);
  if (system.problem != particle.problem) return;
  auto const along_y = energies_of(study.execute(with_velocity(run, 0, 1)));
  supply(study, "", {{"G39", "motion along y", spread(along_y), true}}, common);
}

void measure_tables(Study& study, std::string const& method) {
  study.measure("P20", "as printed", name_of(method),
                {.value = residual_of_formula(study, method), .steps = 60});
  // Largest errors up to time 3 in the method's own time, and if its steps were steps of the other
  // time, t or tau.
  auto const run = [&](long per_unit) {
    return run_of(particle, method, "legendre", Quad(1) / per_unit, 3 * per_unit);
  };
  auto const& problem = study.problem(particle.problem);
  std::vector<double> own, other;
  for (long const per_unit : {10, 20, 40, 80}) {
    auto const shown = simulation(study, particle, run(per_unit));
    own.push_back(largest(shown.errors));
    std::vector<Quad> times(shown.own_times.begin(), shown.own_times.end());
    if (method != "hdel") times = problem.times_at({}, times);
    auto const exact = problem.exact({}, times);
    other.push_back(largest(
        series(shown.nodes(), [&](auto i) { return distance_of(shown.node(i), exact[i].q); })));
  }
  for (auto const& [part, errors] : {std::pair{"as printed", own}, {"other time", other}})
    study.measure("P20a", part, name_of(method),
                  {.value = fit_power({1. / 10, 1. / 20, 1. / 40, 1. / 80}, errors).slope,
                   .details = {{"error at 1/80", errors.back()}}});
  for (auto const& system : {particle, sinusoidal})
    supply(study, name_of(method) + ", " + system.name,
           {{"G14", method == "rdla" ? "RDLA" : "as printed",
             momentum_change(study, system, method), method == "rdla"}},
           {.value = 0, .steps = 200});
  if (method != "rdla")
    supply(study, name_of(method),
           {{"G14", "translations in x", change_along_x(study, method), true}},
           {.value = 0, .steps = 200});
}

}  // namespace

void tables(Study& study) {
  study.uses("E1");
  auto& table = study.table("symplectic_defect", {"h", "system", "rdla", "hdel", "pthdel"});
  std::vector<double> const steps{0.2, 0.1, 0.05, 0.025};
  for (std::size_t k = 0; k < steps.size(); ++k)
    for (std::size_t s = 0; s < systems.size(); ++s) {
      std::vector<double> entries{steps[k], double(s + 1)};
      for (auto const& method : methods) {
        double const defect = symplectic_defect(study, systems[s], method, steps[k]);
        entries.push_back(defect);
        if (steps[k] != 0.1) continue;
        supply(study, name_of(method) + ", " + systems[s].name,
               method == "rdla" ? std::vector<Number>{{"G13", "RDLA", defect, true}}
                                : std::vector<Number>{{"G13", "as printed", defect},
                                                      {"P20b", "HDEL, PTHDEL: yes", defect}});
      }
      table.add(entries);
      study.progress(double(3 * k + s) / 13);
    }
  for (auto const& method : methods) measure_tables(study, method);
  for (auto const& system : systems) measure_energy_spread(study, system);
}

}  // namespace rattleback::fernandez_bloch_olver_2012::tables_study
