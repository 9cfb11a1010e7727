#include "experiments/fernandez_bloch_olver_2012/shared/reduced_system.hpp"

namespace rattleback::fernandez_bloch_olver_2012::figure_4_study {

namespace {

/// Values x and F as functions of tau on a motion, with derivatives by differences of sixth order.
struct Derivatives {
  Quad tau, x, F, x_rate, x_second, F_second;
};
std::vector<Derivatives> derivatives(Study& study, std::string const& case_name) {
  auto const& entry = study.problem(particle.problem);
  Setting const setting{.case_name = case_name};
  auto const x = [](ReferenceState const& state) { return state.q[0]; };
  auto const F = [](ReferenceState const& state) { return 1 / particle.f(state.q); };
  std::vector<Derivatives> all;
  for (double const tau : {0.0, 0.5, 1.0, 2.0, 3.0}) {
    SevenStates const at{entry.exact(setting, entry.times_at(setting, SevenStates::around(tau)))};
    all.push_back(
        {tau, x(at.middle()), F(at.middle()), at.rate(x), at.second_rate(x), at.second_rate(F)});
  }
  return all;
}

/// Measures relative defects of the second derivatives in tau: F'' = cosh(tau) with the paper's
/// data, (58) and (59).
void measure_derivatives(Study& study) {
  auto const defect = [](Quad value, Quad expected) -> Quad {
    return (value - expected) / larger_or_nan(1.0, std::abs(double(expected)));
  };
  auto const paper = derivatives(study, "FBO");
  auto both = derivatives(study, "generic");
  both.insert(both.end(), paper.begin(), paper.end());
  over(study, paper, {{"P13", "as printed", "sinh", 1, 0, [&](auto& at, Quad even) {
                         return defect(at.F_second, even == 1 ? cosh(at.tau) : sinh(at.tau));
                       }}});
  over(study, both,
       {{"P13a", "as printed", "opposite sign", 1, -1,
         [&](auto& at, Quad sign) {
           Quad const u = 1 + at.x * at.x;
           return defect(at.x_second, sign * at.x * at.x_rate * at.x_rate / u);
         }},
        {"P13b", "as printed", "without the root", 1, 2, [&](auto& at, Quad power) {
           return defect(at.F_second, at.x_rate * at.x_rate / pow(at.F, power));
         }}});
}

/// Errors of the recovered time; entry i - 1 belongs to interval i = 1 ... N_tau.
struct TimeErrors {
  std::vector<double> of_run, of_exact;  ///< C~_i of (60), C_i = cosh tau_i
  std::vector<double> increments;        ///< of x
  std::vector<double> bound_of_run,
      bound_of_exact;              ///< |delta t_i| <= sum of h^3/12 times these
  std::vector<double> quadrature;  ///< error of the trapezoidal rule on the exact motion
  std::vector<double> actual;      ///< error of t_i from the run's nodes
};

TimeErrors time_errors(Simulation const& hdel) {
  double const k = hdel.step;
  auto const& tau = hdel.own_times;
  double rule = 0;
  auto const dx = hdel.over_intervals([&](auto i) { return hdel.increment(i)[0]; });
  auto const of_run = hdel.over_intervals(
      [&](auto i) { return dx[i] * dx[i] / (k * k) * particle.f(hdel.node(i)); });
  auto const of_exact = hdel.over_intervals([&](auto i) { return std::cosh(tau[i + 1]); });
  auto const bounds = [&](std::vector<double> const& of) {
    double sum = 0;
    return series(of.size(), [&](auto i) { return k * k * k / 12 * (sum += of[i]); });
  };
  return {of_run,
          of_exact,
          dx,
          bounds(of_run),
          bounds(of_exact),
          hdel.over_intervals([&](auto i) {
            rule += k / 2 * (std::cosh(tau[i]) + std::cosh(tau[i + 1]));
            return std::abs(rule - std::sinh(tau[i + 1]));
          }),
          hdel.over_intervals(
              [&](auto i) { return std::abs(hdel.trajectory.times[i + 1] - hdel.times[i + 1]); })};
}

/// Number of points of the particle's motion in tau, x = sinh, x' = F = F'' = cosh, at distances of
/// a hundredth of a closed interval, at which F'' exceeds a bound by more than rounding.
/// @param bound  bound of F'' at a point of interval i = 1, ...
int beyond_bound(std::function<double(std::size_t i, double c)> const& bound) {
  constexpr double rounding = 1e-12;
  int count = 0;
  for (std::size_t i = 1; i <= std::size_t(particle.tau_steps); ++i)
    for (int j = 0; j <= 100; ++j) {
      double const c = std::cosh(double(particle.step) * (double(i - 1) + double(j) / 100));
      count += !(c <= bound(i, c) * (1 + rounding));
    }
  return count;
}

std::vector<double> quotients(std::vector<double> const& a, std::vector<double> const& b) {
  return series(a.size(), [&](auto i) { return ratio_of(a[i], b[i]).value; });
}

void measure_run(Study& study, std::string const& start) {
  auto const hdel = simulation(study, particle, "hdel", start);
  auto const e = time_errors(hdel);
  auto const estimates = quotients(e.of_run, e.of_exact);
  auto const short_of =
      std::count_if(estimates.begin(), estimates.end(), [](double one) { return one < 1; });
  study.measure(
      "P17", start,
      {.value = smallest(estimates), .details = {{"estimates that fall short", double(short_of)}}});
  if (start == "legendre")
    study.control("P17", "h_tau unsquared", {smallest(estimates) * hdel.step});
  supply(study, "",
         {{"P38", start, smallest(e.increments)},
          {"P14a", start, e.bound_of_run[0]},
          {"P14b", start, e.bound_of_run[1]},
          {"P14c", start, e.bound_of_run[59]}});
}

/// Measures (60) for the nodes x_(i-1) of the motion and of HDEL, and the bound of Proposition 1.
void measure_bounds(Study& study, TimeErrors const& e) {
  int beyond = beyond_bound([&](std::size_t i, double) { return e.of_exact[i - 1]; });
  for (std::size_t i = 0; i < e.of_exact.size(); ++i)
    beyond += e.quadrature[i] > e.bound_of_exact[i];
  study.measure(
      "P18", {.value = double(beyond), .details = {{"bound at the end", e.bound_of_exact.back()}}});
  study.control("P18", "C_i = cosh(tau_i-1)", {double(beyond_bound([](std::size_t i, double) {
                  return std::cosh(double(particle.step) * double(i - 1));
                }))});
  auto const first_bound = [&](auto const& x) {
    return double(beyond_bound(
        [&](std::size_t i, double c) { return c * c / std::sqrt(1 + x(i - 1) * x(i - 1)); }));
  };
  auto const of_motion = [](std::size_t i) { return std::sinh(double(particle.step) * double(i)); };
  supply(study, "",
         {{"P39", "nodes of the motion", first_bound(of_motion)},
          {"P39", "x_i for x_i-1", first_bound([&](auto i) { return of_motion(i + 1); }), true}});
  for (auto const& start : starts) {
    auto const hdel = simulation(study, particle, "hdel", start);
    auto const of_run = [&](std::size_t i) { return hdel.node(i)[0]; };
    supply(study, "", {{"P39", "nodes of HDEL, " + start, first_bound(of_run)}});
  }
}

std::vector<double> differences(std::vector<double> const& a, std::vector<double> const& b) {
  return series(a.size(), [&](auto i) { return std::abs(a[i] - b[i]); });
}

/// Measures the difference that figure 4 shows.
void measure_difference(Study& study, TimeErrors const& e) {
  // Value of (59) at the end of the interval: x = sinh, x' = cosh.
  auto const of_59 = series(e.of_run.size(), [](std::size_t i) {
    double const tau = double(particle.step) * double(i + 1), x = std::sinh(tau);
    return std::cosh(tau) * std::cosh(tau) / std::sqrt(1 + x * x);
  });
  supply(study, "",
         {{"P15", "estimates", largest_difference(e.of_exact, e.of_run)},
          {"P15", "bounds", largest_difference(e.bound_of_exact, e.bound_of_run)},
          {"P15", "exact values", largest_difference(e.of_exact, of_59), true}},
         {.value = 0, .steps = 60});
}

}  // namespace

void figure_4(Study& study) {
  measure_derivatives(study);
  auto const backwards = with_velocity(run_of(particle, "hdel", "legendre"), -1, 1);
  study.control("P38", "start with x' = -1",
                {smallest(time_errors(simulation(study, particle, backwards)).increments)});
  for (auto const& start : starts) measure_run(study, start);

  auto const e = time_errors(simulation(study, particle, "hdel", "euler"));
  measure_bounds(study, e);
  auto const shown = time_errors(simulation(study, particle, "hdel", "legendre"));
  measure_difference(study, shown);
  study.measure("P16", "bound", {shown.bound_of_run.back()});
  tabulate(study, "bounds",
           {{"i", counting(e.of_run.size(), 1)},
            {"difference", differences(e.of_exact, e.of_run)},
            {"difference_of_bounds", differences(e.bound_of_exact, e.bound_of_run)},
            {"bound_of_run", e.bound_of_run},
            {"bound_of_exact", e.bound_of_exact},
            {"quadrature", e.quadrature},
            {"actual", e.actual},
            {"quadrature_over_bound", quotients(e.quadrature, e.bound_of_run)},
            {"actual_over_bound", quotients(e.actual, e.bound_of_run)}});
}

}  // namespace rattleback::fernandez_bloch_olver_2012::figure_4_study
