#include "experiments/fernandez_bloch_olver_2012/shared/numbers.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/tables.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// Defects of the second derivatives in tau on the exact motion of a case, relative to the values,
/// by central differences of sixth order in quad.
struct SecondDerivatives {
  double of_x = 0, of_F = 0, cosh = 0;  ///< (58), (59), F'' = cosh(tau) with the paper's data
  double minus_x = 0, square_of_F = 0, sinh = 0;  ///< sign of (58), no root in (59), sinh(tau)
};
SecondDerivatives second_derivatives(Study& study, std::string const& case_name) {
  auto const& entry = study.problem(particle.problem);
  Setting const setting{.case_name = case_name};
  RawQuad const d = RawQuad(1) / 4096;
  SecondDerivatives defects;
  for (double const tau : {0.0, 0.5, 1.0, 2.0, 3.0}) {
    auto const states =
        entry.exact(setting, entry.times_at(setting, seven_around(RawQuad(tau), d)));
    std::array<RawQuad, 7> x, F;
    for (int j = 0; j < 7; ++j) {
      x[j] = states[j].q[0];
      F[j] = sqrtq(1 + x[j] * x[j]);
    }
    auto const second = [d](std::array<RawQuad, 7> const& u) -> RawQuad {
      return (2 * (u[0] + u[6]) - 27 * (u[1] + u[5]) + 270 * (u[2] + u[4]) - 490 * u[3]) /
             (180 * d * d);
    };
    RawQuad const slope = middle_slope(x, d);
    auto const compare = [](double& largest, RawQuad const& value, RawQuad const& expected) {
      keep(largest, (value - expected) / larger_or_nan(1.0, std::abs(double(expected))));
    };
    compare(defects.of_x, second(x), x[3] * slope * slope / (1 + x[3] * x[3]));
    compare(defects.minus_x, second(x), -x[3] * slope * slope / (1 + x[3] * x[3]));
    compare(defects.of_F, second(F), slope * slope / F[3]);
    compare(defects.square_of_F, second(F), slope * slope / (F[3] * F[3]));
    compare(defects.cosh, second(F), coshq(RawQuad(tau)));
    compare(defects.sinh, second(F), sinhq(RawQuad(tau)));
  }
  return defects;
}

/// Entries i = 1 ... N_tau; index 0 is not used by the bounds.
struct TimeErrors {
  std::vector<double> of_run{0}, of_exact{0};              ///< C~_i of (60), C_i = cosh tau_i
  std::vector<double> bound_of_run{0}, bound_of_exact{0};  ///< |delta t_i| <= h^3/12 sum of them
  std::vector<double> quadrature{0};  ///< the trapezoidal rule's own error, on the exact motion
  std::vector<double> actual{0};      ///< of t_i from the run's nodes
};

TimeErrors time_errors(Simulation const& hdel) {
  TimeErrors e;
  double const k = hdel.step;
  double sum_of_run = 0, sum_of_exact = 0, trapezoidal = 0;
  for (std::size_t i = 1; i < hdel.own_times.size(); ++i) {
    double const x0 = hdel.trajectory.q[i - 1][0], x1 = hdel.trajectory.q[i][0];
    double const tau0 = hdel.own_times[i - 1], tau1 = hdel.own_times[i];
    e.of_run.push_back((x1 - x0) * (x1 - x0) / (k * k * std::sqrt(1 + x0 * x0)));
    e.of_exact.push_back(std::cosh(tau1));
    sum_of_run += e.of_run.back();
    sum_of_exact += e.of_exact.back();
    e.bound_of_run.push_back(k * k * k / 12 * sum_of_run);
    e.bound_of_exact.push_back(k * k * k / 12 * sum_of_exact);
    trapezoidal += k / 2 * (std::cosh(tau0) + std::cosh(tau1));
    e.quadrature.push_back(std::abs(trapezoidal - std::sinh(tau1)));
    e.actual.push_back(std::abs(hdel.trajectory.times[i] - hdel.times[i]));
  }
  return e;
}

/// The particle's motion in tau: x = sinh, F = F'' = cosh, x' = cosh.
constexpr int points_per_interval = 100;

/// Points inside the intervals at which F'' on the motion exceeds the bound of (60), for given x_i.
int beyond_first_bound(std::vector<double> const& x) {
  int count = 0;
  double const k = double(particle.step);
  for (std::size_t i = 1; i < x.size(); ++i)
    for (int j = 1; j < points_per_interval; ++j) {
      double const c = std::cosh(k * (double(i - 1) + double(j) / points_per_interval));
      if (!(c <= c * c / std::sqrt(1 + x[i - 1] * x[i - 1]))) ++count;
    }
  return count;
}

double smallest_increment(Simulation const& hdel) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < hdel.nodes(); ++i)
    smallest = smaller_or_nan(smallest, hdel.increment(i, 0));
  return smallest;
}

void measure_run(Study& study, std::string const& start) {
  auto const hdel = simulation(study, particle, "hdel", start);
  auto const e = time_errors(hdel);
  double estimate = std::numeric_limits<double>::infinity();
  int short_of = 0;
  for (std::size_t i = 1; i < hdel.nodes(); ++i) {
    estimate = smaller_or_nan(estimate, e.of_run[i] / e.of_exact[i]);
    short_of += e.of_run[i] < e.of_exact[i];
  }
  study.measure("P38", start, {.value = smallest_increment(hdel)});
  study.measure("P17", start,
                {.value = estimate, .details = {{"estimates that fall short", short_of}}});
  for (auto const& [statement, i] : {std::pair{"P14a", 1}, {"P14b", 2}, {"P14c", 60}})
    study.measure(statement, start, {.value = e.bound_of_run[std::size_t(i)]});
}

void measure_bounds(Study& study, TimeErrors const& e) {
  int beyond = 0;
  double const k = double(particle.step);
  for (std::size_t i = 1; i < e.of_exact.size(); ++i) {
    if (e.quadrature[i] > e.bound_of_exact[i]) ++beyond;
    for (int j = 0; j < points_per_interval; ++j)
      if (std::cosh(k * (double(i - 1) + double(j) / points_per_interval)) > e.of_exact[i])
        ++beyond;
  }
  study.measure(
      "P18", {.value = double(beyond), .details = {{"bound at the end", e.bound_of_exact.back()}}});
  std::vector<double> exact_nodes, run_nodes;
  auto const hdel = simulation(study, particle, "hdel", "legendre");
  for (std::size_t i = 0; i < hdel.nodes(); ++i) {
    exact_nodes.push_back(std::sinh(hdel.own_times[i]));
    run_nodes.push_back(hdel.trajectory.q[i][0]);
  }
  supply(study, "",
         {{"P39", "nodes of the motion", double(beyond_first_bound(exact_nodes))},
          {"P39", "nodes of HDEL", double(beyond_first_bound(run_nodes))}});
}

/// Figure 4: that there is a difference to show.
void measure_difference(Study& study, TimeErrors const& e) {
  Largest of_estimates, of_bounds, of_exact_estimates;
  double const k = double(particle.step);
  for (std::size_t i = 1; i < e.of_run.size(); ++i) {
    of_estimates(e.of_exact[i] - e.of_run[i]);
    of_bounds(e.bound_of_exact[i] - e.bound_of_run[i]);
    // (59) at the end of the interval: x = sinh, x' = cosh.
    double const x = std::sinh(k * double(i)), rate = std::cosh(k * double(i));
    of_exact_estimates(e.of_exact[i] - rate * rate / std::sqrt(1 + x * x));
  }
  supply(study, "",
         {{"P15", "estimates", of_estimates.value},
          {"P15", "bounds", of_bounds.value},
          {"P15", "exact values", of_exact_estimates.value, true}},
         {.value = 0, .steps = 60});
}

}  // namespace

void figure_4(Study& study) {
  auto const paper = second_derivatives(study, "FBO");
  auto const generic = second_derivatives(study, "generic");
  supply(
      study, "",
      {{"P13", "as printed", paper.cosh},
       {"P13", "sinh", paper.sinh, true},
       {"P13a", "as printed", larger_or_nan(paper.of_x, generic.of_x)},
       {"P13a", "opposite sign", larger_or_nan(paper.minus_x, generic.minus_x), true},
       {"P13b", "as printed", larger_or_nan(paper.of_F, generic.of_F)},
       {"P13b", "without the root", larger_or_nan(paper.square_of_F, generic.square_of_F), true}});
  auto backwards = run_of(particle, "hdel", "legendre");
  backwards.case_name = {};
  backwards.q = {{0, 0, 0}};
  backwards.v = {{-1, 1, 0}};
  study.control("P38", "start with x' = -1",
                {.value = smallest_increment(simulation(study, particle, backwards))});
  for (auto const& start : starts) measure_run(study, start);

  auto const e = time_errors(simulation(study, particle, "hdel", "euler"));
  measure_bounds(study, e);
  measure_difference(study, time_errors(simulation(study, particle, "hdel", "legendre")));
  auto& table = study.table(
      "bounds", {"i", "difference", "difference_of_bounds", "bound_of_run", "bound_of_exact",
                 "quadrature", "actual", "quadrature_over_bound", "actual_over_bound"});
  for (std::size_t i = 1; i < e.of_run.size(); ++i)
    table.add({double(i), std::abs(e.of_exact[i] - e.of_run[i]),
               std::abs(e.bound_of_exact[i] - e.bound_of_run[i]), e.bound_of_run[i],
               e.bound_of_exact[i], e.quadrature[i], e.actual[i],
               e.quadrature[i] / e.bound_of_run[i], e.actual[i] / e.bound_of_run[i]});
}

}  // namespace rattleback::fernandez_bloch_olver_2012
