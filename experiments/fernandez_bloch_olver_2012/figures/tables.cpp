#include <quadmath.h>

#include "experiments/core/panels.hpp"
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
State state_after(Findings& findings, std::string const& problem, std::string const& method,
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
  auto const end = findings.execute_quad(run);
  if (end.outcome != Outcome::ok) return State{nanq(""), nanq(""), nanq(""), nanq("")};
  auto const& p = end.memory.front().second;
  return {end.q.back()[0], end.q.back()[1], p[0], p[1]};
}

/// max |J^T Omega J - Omega| of the step (r_1, p_1) -> (r_2, p_2). With the derivatives A_n of
/// (r_n, p_n) by (r_0, r_1), J = A_2 A_1^-1: the forms are compared before A_1 is divided out.
double symplectic_defect(Findings& findings, GenericPoint const& g, std::string const& method,
                         double h) {
  State const at{RawQuad(g.r1), RawQuad(g.r2), RawQuad(g.r1 + h * g.v1), RawQuad(g.r2 + h * g.v2)};
  auto const after = [&](long n) {
    return derivatives<4, 4>(
        [&](State const& start) { return state_after(findings, g.problem, method, start, h, n); },
        at);
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
void for_intervals(Findings& findings, System const& system, std::string const& method, long steps,
                   F const& f) {
  auto const t = findings.execute(run_of(system, method, "legendre", system.step, steps));
  for (std::size_t i = 1; i < t.q.size(); ++i) {
    Plane const a(t.q[i - 1][0], t.q[i - 1][1]), b(t.q[i][0], t.q[i][1]);
    f((a + b) / 2, (b - a) / step);
  }
}

double largest_entry(Plane const& p) {
  return p.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
}

/// Largest residual of table 1's equation on the method's own nodes, on the particle.
double residual_of_formula(Findings& findings, std::string const& method) {
  auto const momenta = [&](Plane const& r, Plane const& v) {
    if (method == "rdla") return rdla_momenta(r, v, step, -step / 2);
    return method == "hdel" ? hdel_momenta(r, v, step) : pthdel_momenta(r, v, step, step);
  };
  Largest residual;
  std::optional<Plane> last;
  for_intervals(findings, particle, method, 60, [&](Plane const& r, Plane const& v) {
    auto const p = momenta(r, v);
    if (last) residual(largest_entry(p.left - *last) / largest_entry(p.right));
    last = p.right;
  });
  return residual.value;
}

/// Largest distance of the nodes from the particle's motion if the steps are steps of t (or of
/// tau), for steps of 1/10 to 1/80 up to 3 in the method's own time.
std::vector<double> errors_in(Findings& findings, std::string const& method, bool tau) {
  auto const& problem = findings.problem(particle.problem);
  std::vector<double> errors;
  for (long const per_unit : {10, 20, 40, 80}) {
    auto const nodes =
        findings.execute(run_of(particle, method, "legendre", RawQuad(1) / per_unit, 3 * per_unit))
            .q;
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

/// Largest change of (12) for the cyclic y, <D_2 L_d, d/dy>, relative to it, over 200 steps.
double momentum_change(Findings& findings, System const& system, std::string const& method) {
  Largest change;
  std::optional<double> initial;
  for_intervals(findings, system, method, 200, [&](Plane const& r, Plane const& v) {
    double const s = system.sinusoidal() ? std::sin(r[0]) : r[0];
    double const p = (method == "hdel" ? 1 : std::sqrt(1 + s * s)) * v[1];
    if (!initial) initial = p;
    change(p / *initial - 1);
  });
  return change.value;
}

/// G39: spread of the energy of the Poincare Lagrangian at midpoints along PTHDEL.
void measure_energy_spread(Findings& findings, System const& system) {
  // The knife edge short of the first zero of f.
  auto const run =
      simulation(findings, system,
                 run_of(system, "pthdel", "legendre", system.step, system.knife() ? 20 : 200));
  double const change = spread(run.poincare);
  findings.measure("G39", "as printed", system.name,
                   {.value = change,
                    .words = fmt::format("spread of the energy of the Poincaré Lagrangian along "
                                         "PTHDEL, {} steps of {:g} on the {}, {}: {:.2e}",
                                         run.energies.size(), run.step, system.name,
                                         words_of("legendre"), change),
                    .steps = double(run.energies.size())});
}

void measure_tables(Findings& findings, std::string const& method) {
  double const residual = residual_of_formula(findings, method);
  findings.measure("P20", "as printed", name_of(method),
                   {.value = residual,
                    .words = fmt::format("largest residual of the equation of table 1 at the nodes "
                                         "of {}, relative to the momenta, particle, 60 steps of "
                                         "0.05: {:.1e}",
                                         name_of(method), residual),
                    .steps = 60});
  bool const tau = method == "hdel";
  auto const own = errors_in(findings, method, tau), other = errors_in(findings, method, !tau);
  double const order = fit_power({1. / 10, 1. / 20, 1. / 40, 1. / 80}, own).slope;
  findings.measure("P20a", "as printed", name_of(method),
                   measured(order,
                            "order of the largest distance of the nodes of {} from the "
                            "particle's motion in {}, steps of 1/10 to 1/80: {:.3f} "
                            "(at 1/80 {:.1e}; in {} it is {:.1e})",
                            name_of(method), tau ? "tau" : "t", order, own.back(),
                            tau ? "t" : "tau", other.back()));
  if (method == "rdla") return;
  for (auto const& system : {particle, sinusoidal}) {
    double const change = momentum_change(findings, system, method);
    findings.measure("G14", "as printed", name_of(method) + ", " + system.name,
                     {.value = change,
                      .words = fmt::format("largest relative change of the discrete momentum of "
                                           "translations in y by {} on the {}, 200 steps of 0.05: "
                                           "{:.1e}",
                                           name_of(method), system.name, change),
                      .steps = 200});
  }
}

void compute(Findings& findings) {
  auto& table = findings.table("symplectic_defect", {"h", "system", "rdla", "hdel", "pthdel"});
  std::vector<double> const steps{0.2, 0.1, 0.05, 0.025};
  for (std::size_t k = 0; k < steps.size(); ++k)
    for (std::size_t s = 0; s < systems.size(); ++s) {
      std::vector<double> entries{steps[k], double(s + 1)};
      for (auto const& method : methods) {
        double const defect = symplectic_defect(findings, generic_points()[s], method, steps[k]);
        entries.push_back(defect);
        if (steps[k] != 0.1) continue;
        std::string const instance = name_of(method) + ", " + systems[s].name;
        auto const of_step =
            measured(defect,
                     "largest entry of J^T Omega J - Omega of one step (r, p) -> (r, p) of 0.1 by "
                     "{} at a point of the {}: {:.1e}",
                     name_of(method), systems[s].name, defect);
        findings.measure("P20b", method == "rdla" ? "RDLA: no" : "HDEL, PTHDEL: yes", instance,
                         of_step);
        if (method != "rdla") findings.measure("G13", "as printed", instance, of_step);
      }
      table.add(entries);
      findings.progress(double(3 * k + s) / 13);
    }
  for (auto const& method : methods) measure_tables(findings, method);
  for (auto const& system : systems) measure_energy_spread(findings, system);
}

}  // namespace

Experiment tables() {
  std::string const data = "symplectic_defect.csv", J = italic("J");
  auto defects = errors_panel("", "max |" + J + "^T Ω " + J + " − Ω|",
                              {{data, "h", "rdla", "points", "RDLA"},
                               {data, "h", "hdel", "points", "HDEL"},
                               {data, "h", "pthdel", "points", "PTHDEL"}},
                              {{0.02, 0.25}}, {{1e-30, 1e2}});
  defects.key = "center right";
  return {
      .id = "fbo2012_tables",
      .paper = "fernandez_bloch_olver_2012",
      .title = "Tables 1 and 2: what each method solves, counts in and preserves",
      .about =
          "Each entry of the two tables as a measurement: the residual of the printed "
          "equation at the method's nodes, the time in which the nodes follow the motion, and "
          "the symplectic defect of one step at a generic point, differentiated in quad "
          "precision.",
      .choices = {{"what \"variational\" is measured by",
                   "symplectic defect of (r_i, p_i) -> (r_(i+1), p_(i+1)), p_i = D_2 L_d (+ f_d)",
                   "a map that follows from a discrete Hamilton principle has none"},
                  {"energy E of PTHDEL", "1 at every point that is differentiated at",
                   "the map is symplectic at fixed E only"}},
      .figures = {{.id = "symplectic_defect",
                   .number = "",
                   .caption = "Symplectic defect of one step on the three systems: HDEL and PTHDEL "
                              "stay at the rounding of the differences, RDLA does not.",
                   .columns = 1,
                   .width = 4.6,
                   .height = 3.4,
                   .panels = {defects}}},
      .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
