#include <boost/math/quadrature/gauss.hpp>

#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"
#include "experiments/measure/orders.hpp"

namespace rattleback::fernandez_bloch_olver_2012::time_recovery_study {

namespace {

/// Closed Newton-Cotes rule: weights of one panel of weights.size() - 1 intervals, in units of h.
struct Rule {
  std::string name, id;
  std::vector<double> weights;
  std::size_t panel() const { return weights.size() - 1; }
};
/// Rules; the last one, of first order, is the control of the trapezoidal rule.
std::vector<Rule> const rules{
    {"trapezoidal", "trapezoidal", {1 / 2., 1 / 2.}},
    {"Simpson", "simpson", {1 / 3., 4 / 3., 1 / 3.}},
    {"Boole", "boole", {14 / 45., 64 / 45., 24 / 45., 64 / 45., 14 / 45.}},
    {"rectangle", "rectangle", {1, 0}}};

constexpr double end = 3;  ///< final tau: the paper's 60 steps of 0.05

/// Nodes (x, y) as functions of tau: of the motion (start "") or of HDEL. NaN if HDEL fails.
std::vector<Plane> nodes(std::string const& start, int N, Study& study) {
  std::vector<Plane> all;
  if (start.empty()) {
    auto const& problem = study.problem(particle.problem);
    std::vector<Quad> taus;
    for (int i = 0; i <= N; ++i) taus.push_back(Quad(end) * i / N);
    for (auto const& state : problem.exact({}, problem.times_at({}, taus)))
      all.emplace_back(double(state.q[0]), double(state.q[1]));
    return all;
  }
  auto const run = study.execute(run_of(particle, "hdel", start, Quad(end) / N, N));
  for (auto const& q : run.q) all.emplace_back(q[0], q[1]);
  if (run.outcome != Outcome::ok) all.assign(std::size_t(N) + 1, Plane(NAN, NAN));
  return all;
}

/// Values of t by (35) with any rule at the end of every panel, from t = 0; errors against t(tau) =
/// sinh(tau), and errors of (x, y) against the motion at the recovered t.
struct Recovery {
  std::vector<double> tau, time, time_error, position_error;
};

Recovery recovery(Rule const& rule, std::vector<Plane> const& r) {
  double const h = end / double(r.size() - 1);
  Recovery all;
  double t = 0;
  for (std::size_t i = 0; i < r.size(); i += rule.panel()) {
    all.tau.push_back(h * double(i));
    all.time.push_back(t);
    all.time_error.push_back(std::abs(t - std::sinh(all.tau.back())));
    all.position_error.push_back(distance_of(r[i], Plane(t, std::asinh(t))));
    if (i + rule.panel() >= r.size()) break;
    double sum = 0;
    for (std::size_t j = 0; j <= rule.panel(); ++j) sum += rule.weights[j] / particle.f(r[i + j]);
    t += h * sum;
  }
  return all;
}

/// Largest relative difference of (35), written out for each i, from the sums of the trapezoids of
/// the intervals.
/// @param inner  factor of the sum in (35), printed: 2
double defect_of_35(std::vector<Plane> const& r, double inner) {
  auto const F = series(r.size(), [&](auto i) { return 1 / particle.f(r[i]); });
  auto const times = recovery(rules[0], r).time;
  double const h = end / double(r.size() - 1);
  Largest defect;
  double sum = 0;  // of F at the nodes between
  for (std::size_t i = 1; i < r.size(); sum += F[i++])
    defect(h / 2 * (F[0] + F[i] + inner * sum) / times[i] - 1);
  return defect.value;
}

double particle_F(double tau) { return std::cosh(tau); }  // on the paper's motion, x = sinh(tau)
double f_integral(double tau) { return std::asin(std::tanh(tau)); }  // integral of f = 1/F

/// Measures errors at tau = 3 over the step: tables, orders.
void measure_orders(Study& study, std::string const& start) {
  // HDEL's increments at x = 10 need smaller steps than Boole's rule, which soon reaches rounding.
  int const coarsest = start.empty() ? 12 : 48;
  std::vector<double> steps;
  std::array<std::vector<double>, 4> time, position;  // indexed by rule
  for (int N = coarsest; N <= 8 * coarsest; N *= 2) {
    steps.push_back(end / N);
    auto const r = nodes(start, N, study);
    for (std::size_t k = 0; k < 4; ++k) {
      auto const recovered = recovery(rules[k], r);
      time[k].push_back(recovered.time_error.back());
      position[k].push_back(recovered.position_error.back());
    }
    if (start.empty())
      supply(study, fmt::format("{} steps", N),
             {{"G27", "weights", defect_of_35(r, 2)},
              {"G27", "interior weight h_tau/2", defect_of_35(r, 1), true}},
             {.value = 0, .steps = double(N)});
  }
  auto const& [by_35, by_simpson, by_boole, by_rectangle] = time;
  auto const& [at_35, at_simpson, at_boole, at_rectangle] = position;
  tabulate(study, start.empty() ? "on_the_motion" : "on_hdel",
           {{"h", steps}, {"trapezoidal", by_35}, {"simpson", by_simpson}, {"boole", by_boole}});
  auto const order = [&](std::vector<double> const& errors) -> Measured {
    return {.value = order_of(steps, errors, end), .details = {{"last error", errors.back()}}};
  };
  if (start.empty()) {
    study.measure("G27", "order", order(by_35));
    study.control("G27", "rectangle rule", order(by_rectangle));
    study.measure("G42", "rule", order(by_35));
  } else {
    study.measure("G32", "time", order(by_35));
    study.control("G32", "time by the rectangle rule", order(by_rectangle));
    study.measure("G32", "position", order(at_35));
    study.control("G32", "position by the rectangle rule", order(at_rectangle));
    study.measure("G42", "recovered time", order(by_35));
  }
}

/// Measures the paper's 60 steps of 0.05, with the trapezoidal rule and the others, at tau = 3.
/// Returns the error of Simpson's rule.
double measure_rules(Study& study, std::string const& start) {
  std::string const reading = start.empty() ? "exact motion" : "nodes of HDEL";
  auto const r = nodes(start, 60, study);
  auto const last = series(4, [&](auto k) { return recovery(rules[k], r).time.back(); });
  std::array<double, 4> error{};  // indexed by rule
  for (std::size_t k = 0; k < 4; ++k) error[k] = recovery(rules[k], r).time_error.back();
  for (std::size_t const k : {1, 2})
    study.measure("G33", reading, rules[k].name, ratio_of(error[0], error[k]));
  study.measure("P40", reading, ratio_of(std::abs(last[0] - last[1]), error[0]));
  if (start.empty()) {
    study.control("G33", "rectangle rule", ratio_of(error[0], error[3]));
    study.control("P40", "Simpson and Boole", ratio_of(std::abs(last[1] - last[2]), error[0]));
  }
  auto const& [by_35, by_simpson, by_boole, by_rectangle] = error;
  return by_simpson;
}

/// Bound (36), by the sum of the C_i.
double bound_36(double h, double sum) { return h * h * h / 12 * sum; }

/// Tests whether (36) is the error of (35) for F = tau^2, whose second derivative is constant.
bool is_attained() {
  double const h = 0.05;
  double t = 0;
  for (int i = 1; i <= 60; ++i) t += h / 2 * (std::pow((i - 1) * h, 2) + std::pow(i * h, 2));
  return std::abs((t - 9) / bound_36(h, 60 * 2) - 1) < 1e-9;
}

/// Measures Proposition 1 and (38)-(39) on the paper's motion, where F = F'' = cosh(tau).
void measure_proposition(Study& study, double h) {
  int beyond = 0, outside = 0, beyond_half = 0, outside_minus = 0;
  double t = 0, sum = 0;
  auto const intervals = static_cast<int>(std::lround(end / h));
  for (int i = 1; i <= intervals; ++i) {
    double const a = (i - 1) * h, b = i * h, rule = h / 2 * (particle_F(a) + particle_F(b));
    t += rule;
    sum += particle_F(b);
    double const error = std::abs(t - std::sinh(b)), bound = bound_36(h, sum);
    beyond += !(error <= bound);
    beyond_half += !(error <= bound / 2);
    double const value = -(std::sinh(b) - std::sinh(a) - rule) * 12 / (h * h * h);
    auto const taken = [&](double second) {
      return second >= particle_F(a) && second <= particle_F(b);
    };
    outside += !taken(value);
    outside_minus += !taken(-value);
  }
  supply(study, fmt::format("steps of {:g}", h),
         {{"G28", "as printed", is_attained() ? beyond : std::nan("")},
          {"G28", "half the bound", double(beyond_half), true},
          {"G29", "as printed", double(outside)},
          {"G29", "opposite sign", double(outside_minus), true}},
         {.value = 0, .details = {{"intervals", double(intervals)}}});
}

/// Measures proposition 1 on F = 2 + sin(2 tau), whose second derivative changes its sign; control:
/// the bound with the maximum of F'' in place of that of |F''|.
void measure_other_signs(Study& study) {
  double const h = 0.05;
  auto const F = [](double tau) { return 2 + std::sin(2 * tau); };
  auto const integral = [](double tau) { return 2 * tau + (1 - std::cos(2 * tau)) / 2; };
  int beyond = 0, beyond_signed = 0;
  double t = 0, sum = 0, sum_signed = 0;
  for (int i = 1; i <= 60; ++i) {
    double const a = (i - 1) * h, b = i * h;
    t += h / 2 * (F(a) + F(b));
    double most = 0, most_signed = -4;
    for (int k = 0; k <= 100; ++k) {
      double const second = -4 * std::sin(2 * (a + k * h / 100));
      most = std::max(most, std::abs(second));
      most_signed = std::max(most_signed, second);
    }
    double const error = std::abs(t - integral(b));
    beyond += !(error <= bound_36(h, sum += most));
    beyond_signed += !(error <= bound_36(h, sum_signed += most_signed));
  }
  supply(study, "2 + sin(2 tau)",
         {{"G28", "as printed", double(beyond)},
          {"G28", "bound of F''", double(beyond_signed), true}});
}

/// Difference of the largest and the smallest step of t, relative to the mean step.
double spread_of_steps(std::vector<double> const& times) {
  auto const steps =
      series(times.size() - 1, [&](std::size_t i) { return times[i + 1] - times[i]; });
  return spread(steps) / (times.back() / double(steps.size()));
}

/// Measures errors of the recovered time in the paper's run, with the bound (61).
void measure_run(Study& study) {
  auto const run = simulation(study, particle, "hdel", "legendre");
  double const k = run.step;
  double rule = 0, bound = 0;
  Largest of_rule, of_time, over_bound;
  for (std::size_t i = 1; i < run.nodes(); ++i) {
    double const a = run.own_times[i - 1], b = run.own_times[i], dx = run.increment(i - 1)[0];
    rule += k / 2 * (particle_F(a) + particle_F(b));
    of_rule(rule - std::sinh(b));
    double const error = std::abs(run.trajectory.times[i] - run.times[i]);
    of_time(error);
    bound += k / 12 * dx * dx * particle.f(run.node(i - 1));
    over_bound(error / bound);
  }
  // Along y, from x = 0, the multiplier is constant, 1.
  auto const along_y = [&](System const& system) {
    auto const constant = with_velocity(run_of(system, "hdel", "legendre"), 0, 1);
    return spread_of_steps(study.execute(constant).times);
  };
  supply(study, "", {{"P16", "rule", of_rule.value}, {"P16", "recovered time", of_time.value}});
  supply(study, "",
         {{"G34", "as printed", spread_of_steps(run.trajectory.times)},
          {"G34", "f constant", along_y(particle)}},
         {.value = 0, .steps = 60});
  study.control("G34", "constant multiplier",
                {.value = along_y(sinusoidal), .steps = double(sinusoidal.tau_steps)});
  study.add_finding(
      "recovered-time/bound", over_bound.value,
      fmt::format("largest |$t_i - t(tau_i)$| over its bound (61), HDEL on the particle, 60 "
                  "steps of 0.05, {}: {:.3g}",
                  words_of("legendre"), over_bound.value));
}

/// Error of t at tau = 3 by a rule on the 30 panels of the particle run.
/// @param rule  approximation of the integral of F from a to b
double error_on_panels(std::function<double(double a, double b)> const& rule) {
  double sum = 0;
  for (int i = 0; i < 30; ++i) sum += rule(i * end / 30, (i + 1) * end / 30);
  return std::abs(sum - std::sinh(end));
}

/// Measures G30: the error of Simpson's rule, of order 4, against Gauss rules on the same panels:
/// with three points as Simpson's rule, of order 4 as Simpson's rule, and with one point.
void measure_gauss(Study& study, double simpson) {
  using boost::math::quadrature::gauss;
  auto const& F = particle_F;
  auto const three = [&](double a, double b) { return gauss<double, 3>::integrate(F, a, b); };
  auto const two = [&](double a, double b) { return gauss<double, 2>::integrate(F, a, b); };
  auto const one = [&](double a, double b) { return (b - a) * F((a + b) / 2); };
  study.measure("G30", "as many points", ratio_of(simpson, error_on_panels(three)));
  study.measure("G30", "equal order", ratio_of(simpson, error_on_panels(two)));
  study.control("G30", "one point", ratio_of(simpson, error_on_panels(one)));
}

/// Integral of a box function times F against the advance of t over step i; larger relative
/// distance for i = 1, 2, whose boxes of width one lie within the run.
/// @param width  width of the box [i width, (i + 1) width], cut at `last`
/// @param shift  shift of the box, in widths
/// @param of     antiderivative of F, or of another function, in tau
double box_defect(double width, double last, int shift = 0, double (*of)(double) = std::sinh) {
  double const k = double(particle.step);
  Largest defect;
  for (int const i : {1, 2}) {
    double const low = smaller_or_nan((i + shift) * width, last);
    double const high = smaller_or_nan((i + shift + 1) * width, last);
    double const advance = std::sinh((i + 1) * k) - std::sinh(i * k);
    defect((of(high) - of(low)) / advance - 1);
  }
  return defect.value;
}

void measure_boxes(Study& study) {
  double const count = double(particle.tau_steps), k = double(particle.step);
  double const printed = box_defect(1, count), right = box_defect(k, count * k);
  supply(study, "",
         {{"G43", "as printed", printed},
          {"G43", "box of the step", right},
          {"G43", "box of the next step", box_defect(k, count * k, 1), true},
          {"G43", "f for F", box_defect(k, count * k, 0, f_integral), true}});
  study.uses("G43");
  study.add_erratum(
      "G43", printed, right,
      "larger relative distance of the integral of the box function times $F$ from the "
      "advance of $t$ over step $i$ = 1, 2, exact motion of the particle, steps of 0.05");
}

/// Adds tables of the errors along the run.
void add_runs(Study& study) {
  auto const r = nodes("euler", 60, study);
  for (std::size_t k = 0; k < 3; ++k) {
    auto const now = recovery(rules[k], r);
    tabulate(study, "along_" + rules[k].id,
             {{"tau", from(1, now.tau)},
              {"time", from(1, now.time_error)},
              {"position", from(1, now.position_error)}});
  }
}

}  // namespace

void time_recovery(Study& study) {
  for (std::string const start : {"", "legendre"}) measure_orders(study, start);
  measure_rules(study, "legendre");
  measure_gauss(study, measure_rules(study, ""));
  for (double const h : {0.05, 0.5}) measure_proposition(study, h);
  measure_other_signs(study);
  measure_run(study);
  measure_boxes(study);
  add_runs(study);
}

}  // namespace rattleback::fernandez_bloch_olver_2012::time_recovery_study
