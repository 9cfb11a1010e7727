#include <quadmath.h>

#include "experiments/fernandez_bloch_olver_2012/shared/numbers.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// A problem, and (r_0, velocity of the first interval) where its maps are differentiated.
struct GenericPoint {
  std::string problem;
  double r1, r2, v1, v2;
};
std::vector<GenericPoint> const& generic_points() {
  static std::vector<GenericPoint> const all{{"hamiltonizable_particle", 0.7, -0.2, 0.8, 0.9},
                                             {"sinusoidal_particle", 0.7, -0.2, 0.8, 0.9},
                                             {"knife_edge", 0.4, 0.6, 0.9, 0.7}};
  return all;
}

using State = std::array<RawQuad, 4>;  ///< (r_0, r_1), or (r, p)

/// (r_n, p_n), n = 1 or 2, of the sequence that starts with r_0, r_1. The energy of PTHDEL is that
/// of the start's velocity; here it is 1 whatever r_0 is, lest the map change under
/// differentiation.
State state_after(Study& study, std::string const& problem, std::string const& method,
                  State const& start, double h, long n) {
  Run run{.problem = problem,
          .method = method,
          .step = RawQuad(h),
          .steps = n,
          .start = "pair",
          .options = {{"solve", "newton"}},
          .own_state = true};
  RawQuad work = 0;
  if (problem == "knife_edge") {
    RawQuad const alpha = M_PIq / 36;
    run.parameters = {{"alpha", alpha}};
    work = start[0] * sinq(alpha);
  }
  run.q = {start[0], start[1], 0};
  run.v = {sqrtq(2 * (1 + work)), 0, 0};
  run.q1 = {start[2], start[3], 0};
  auto const end = study.execute_quad(run);
  if (end.outcome != Outcome::ok) return State{nanq(""), nanq(""), nanq(""), nanq("")};
  auto const& p = end.memory.front().second;
  return {end.q.back()[0], end.q.back()[1], p[0], p[1]};
}

/// max |J^T Omega J - Omega| of the step (r_1, p_1) -> (r_2, p_2). With the derivatives A_n of
/// (r_n, p_n) by (r_0, r_1), J = A_2 A_1^-1: the forms are compared before A_1 is divided out.
double symplectic_defect(Study& study, GenericPoint const& g, std::string const& method, double h) {
  State const at{RawQuad(g.r1), RawQuad(g.r2), RawQuad(g.r1 + h * g.v1), RawQuad(g.r2 + h * g.v2)};
  auto const after = [&](long n) {
    return derivatives<4, 4>(
        [&](State const& start) { return state_after(study, g.problem, method, start, h, n); }, at);
  };
  auto const first = after(1), second = after(2);
  Eigen::Matrix4d change, form;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      change(i, j) = double(first[i][j]);
      auto const dr_dp = [&](auto const& d, int k) -> RawQuad {
        return d[k][i] * d[k + 2][j] - d[k + 2][i] * d[k][j];
      };
      form(i, j) = double(dr_dp(second, 0) + dr_dp(second, 1) - dr_dp(first, 0) - dr_dp(first, 1));
    }
  Eigen::Matrix4d const back = change.inverse();
  return (back.transpose() * form * back).cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
}

constexpr double step = 0.05;

/// Midpoints and velocities (in the method's own time) of the intervals of the paper's run on a
/// particle, but `steps` steps.
template <class F>
void for_intervals(Study& study, System const& system, std::string const& method, long steps,
                   F const& f) {
  auto const t = study.execute(run_of(system, method, "legendre", system.step, steps));
  for (std::size_t i = 1; i < t.q.size(); ++i) {
    Plane const a(t.q[i - 1][0], t.q[i - 1][1]), b(t.q[i][0], t.q[i][1]);
    f((a + b) / 2, (b - a) / step);
  }
}

double largest_entry(Plane const& p) {
  return p.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
}

/// Largest residual of table 1's equation on the method's own nodes, on the particle.
double residual_of_formula(Study& study, std::string const& method) {
  auto const momenta = [&](Plane const& r, Plane const& v) {
    if (method == "rdla") return rdla_momenta(r, v, step, -step / 2);
    return method == "hdel" ? hdel_momenta(r, v, step) : pthdel_momenta(r, v, step, step);
  };
  Largest residual;
  std::optional<Plane> last;
  for_intervals(study, particle, method, 60, [&](Plane const& r, Plane const& v) {
    auto const p = momenta(r, v);
    if (last) residual(largest_entry(p.left - *last) / largest_entry(p.right));
    last = p.right;
  });
  return residual.value;
}

/// Largest distance of the nodes from the particle's motion if the steps are steps of t (or of
/// tau), for steps of 1/10 to 1/80 up to 3 in the method's own time.
std::vector<double> errors_in(Study& study, std::string const& method, bool tau) {
  auto const& problem = study.problem(particle.problem);
  std::vector<double> errors;
  for (long const per_unit : {10, 20, 40, 80}) {
    auto const nodes =
        study.execute(run_of(particle, method, "legendre", RawQuad(1) / per_unit, 3 * per_unit)).q;
    std::vector<RawQuad> times;
    for (std::size_t i = 0; i < nodes.size(); ++i) times.push_back(RawQuad(double(i)) / per_unit);
    if (tau) times = problem.times_at({}, times);
    auto const exact = problem.exact({}, times);
    Largest most;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      most(std::hypot(nodes[i][0] - double(exact[i].q[0]), nodes[i][1] - double(exact[i].q[1])));
    errors.push_back(most.value);
  }
  return errors;
}

/// Largest change of (12) for the cyclic y, <D_2 L_d, d/dy>, relative to it, over 200 steps; of
/// RDLA with its own L*_d.
double momentum_change(Study& study, System const& system, std::string const& method) {
  Largest change;
  std::optional<double> initial;
  for_intervals(study, system, method, 200, [&](Plane const& r, Plane const& v) {
    double const s = system.sinusoidal() ? std::sin(r[0]) : r[0];
    double const F = std::sqrt(1 + s * s);
    double const p = (method == "hdel" ? 1 : method == "pthdel" ? F : F * F) * v[1];
    if (!initial) initial = p;
    change(p / *initial - 1);
  });
  return change.value;
}

/// G39: spread of the energy of the Poincare Lagrangian at midpoints along PTHDEL.
void measure_energy_spread(Study& study, System const& system) {
  // The knife edge short of the first zero of f.
  long const steps = system.knife() ? 20 : 200;
  auto run = run_of(system, "pthdel", "legendre", system.step, steps);
  Measured const common{.value = 0, .steps = double(steps)};
  supply(study, system.name,
         {{"G39", "as printed", spread(simulation(study, system, run).poincare)}}, common);
  if (system.problem != particle.problem) return;
  run.case_name = {};
  run.q = {{0, 0, 0}};
  run.v = {{0, 1, 0}};
  supply(study, "", {{"G39", "motion along y", spread(energies_of(study.execute(run))), true}},
         common);
}

void measure_tables(Study& study, std::string const& method) {
  study.measure("P20", "as printed", name_of(method),
                {.value = residual_of_formula(study, method), .steps = 60});
  bool const tau = method == "hdel";
  auto const own = errors_in(study, method, tau), other = errors_in(study, method, !tau);
  study.measure("P20a", "as printed", name_of(method),
                {.value = fit_power({1. / 10, 1. / 20, 1. / 40, 1. / 80}, own).slope,
                 .details = {{"error at 1/80", own.back()}, {"in the other time", other.back()}}});
  for (auto const& system : {particle, sinusoidal})
    supply(study, name_of(method) + ", " + system.name,
           {{"G14", method == "rdla" ? "RDLA" : "as printed",
             momentum_change(study, system, method), method == "rdla"}},
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
        double const defect = symplectic_defect(study, generic_points()[s], method, steps[k]);
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

}  // namespace rattleback::fernandez_bloch_olver_2012
