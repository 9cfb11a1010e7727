#include <boost/math/quadrature/gauss.hpp>

#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"
#include "experiments/measure/orders.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// A closed Newton-Cotes rule: weights of one panel of weights.size() - 1 intervals, in units of h.
struct Rule {
  std::string name, id;
  std::vector<double> weights;
  std::size_t panel() const { return weights.size() - 1; }
};
std::vector<Rule> const rules{
    {"trapezoidal", "trapezoidal", {1 / 2., 1 / 2.}},
    {"Simpson", "simpson", {1 / 3., 4 / 3., 1 / 3.}},
    {"Boole", "boole", {14 / 45., 64 / 45., 24 / 45., 64 / 45., 14 / 45.}}};

/// (35) for any rule: t at every panel's end, starting with t = 0.
std::vector<double> recovered_times(Rule const& rule, std::vector<double> const& F, double h) {
  std::vector<double> t{0};
  for (std::size_t i = 0; i + rule.panel() < F.size(); i += rule.panel()) {
    double sum = 0;
    for (std::size_t j = 0; j <= rule.panel(); ++j) sum += rule.weights[j] * F[i + j];
    t.push_back(t.back() + h * sum);
  }
  return t;
}

constexpr double end = 3;  ///< of tau: the paper's 60 steps of 0.05

using Nodes = std::vector<std::pair<double, double>>;

/// Nodes (x, y) in tau: of the motion (start "") or of HDEL. Not numbers where HDEL fails.
Nodes nodes(std::string const& start, int N, Study& study) {
  Nodes all;
  if (start.empty()) {
    auto const& problem = study.problem(particle.problem);
    std::vector<RawQuad> taus;
    for (int i = 0; i <= N; ++i) taus.push_back(RawQuad(end) * i / N);
    for (auto const& state : problem.exact({}, problem.times_at({}, taus)))
      all.emplace_back(double(state.q[0]), double(state.q[1]));
    return all;
  }
  auto const run = study.execute(run_of(particle, "hdel", start, RawQuad(end) / N, N));
  for (auto const& q : run.q) all.emplace_back(q[0], q[1]);
  double const nan = std::numeric_limits<double>::quiet_NaN();
  if (run.outcome != Outcome::ok) all.assign(std::size_t(N) + 1, {nan, nan});
  return all;
}

/// Errors at each panel's end: of t against t(tau) = sinh(tau), and of (x, y) against the motion at
/// the recovered t.
struct Recovery {
  std::vector<double> tau, time_error, position_error;
};

Recovery recovery(Rule const& rule, Nodes const& r) {
  double const h = end / double(r.size() - 1);
  std::vector<double> F;
  for (auto const& [x, y] : r) F.push_back(std::sqrt(1 + x * x));
  auto const t = recovered_times(rule, F, h);
  Recovery all;
  for (std::size_t k = 0; k < t.size(); ++k) {
    auto const& [x, y] = r[k * rule.panel()];
    all.tau.push_back(h * double(k * rule.panel()));
    all.time_error.push_back(std::abs(t[k] - std::sinh(all.tau.back())));
    all.position_error.push_back(std::hypot(x - t[k], y - std::asinh(t[k])));
  }
  return all;
}

double particle_F(double tau) { return std::cosh(tau); }  // of the paper's motion, x = sinh(tau)

/// Errors at tau = 3 over the step: tables, orders.
void measure_orders(Study& study, std::string const& start) {
  // HDEL's increments at x = 10 want smaller steps than Boole's rule, which is soon at rounding.
  int const coarsest = start.empty() ? 12 : 48;
  auto& table = study.table(start.empty() ? "on_the_motion" : "on_hdel",
                            {"h", "trapezoidal", "simpson", "boole"});
  std::vector<double> steps, time, position;
  for (int N = coarsest; N <= 8 * coarsest; N *= 2) {
    steps.push_back(end / N);
    auto const r = nodes(start, N, study);
    std::vector<double> row{steps.back()};
    for (auto const& rule : rules) row.push_back(recovery(rule, r).time_error.back());
    table.add(row);
    time.push_back(row[1]);
    position.push_back(recovery(rules.front(), r).position_error.back());
  }
  auto const supply = [&](std::string const& statement, std::string const& reading,
                          std::vector<double> const& errors, std::string const& what) {
    double const order = order_of(steps, errors, end);
    study.measure(statement, reading,
                  measured(order,
                           "order of the error of {} at tau = 3, particle, {} to {} "
                           "steps: {:.3f} (last error {:.2e})",
                           what, coarsest, 8 * coarsest, order, errors.back()));
  };
  if (start.empty()) {
    supply("G27", "as printed", time, "t by (35) on exact nodes");
    supply("G42", "rule", time, "t by (35) on exact nodes");
  } else {
    std::string const from = " from the nodes of HDEL, " + words_of(start);
    supply("G32", "time", time, "t_i by (35)" + from);
    supply("G32", "position", position, "r_i against the motion at the t_i of (35)" + from);
    supply("G42", "recovered time", time, "t_i by (35)" + from);
  }
}

/// The paper's 60 steps of 0.05: the trapezoidal rule beside the others, at tau = 3.
void measure_rules(Study& study, std::string const& start) {
  std::string const reading = start.empty() ? "exact motion" : "nodes of HDEL";
  std::string const where =
      fmt::format(" at tau = 3, particle, 60 steps of 0.05, {}",
                  start.empty() ? "exact nodes" : "nodes of HDEL, " + words_of(start));
  auto const r = nodes(start, 60, study);
  double error[3];
  for (std::size_t k = 0; k < 3; ++k) error[k] = recovery(rules[k], r).time_error.back();
  double const ratio = error[0] / larger_or_nan(error[1], error[2]);
  study.measure("G33", reading,
                measured(ratio,
                         "error of t by the trapezoidal rule {:.2e}, Simpson's "
                         "{:.2e}, Boole's {:.2e}{}: the first over the larger of "
                         "the others {:.3g}",
                         error[0], error[1], error[2], where, ratio));
  std::vector<double> F;
  for (auto const& [x, y] : r) F.push_back(std::sqrt(1 + x * x));
  double const apart = std::abs(recovered_times(rules[0], F, end / 60).back() -
                                recovered_times(rules[1], F, end / 60).back());
  study.measure("P40", reading,
                measured(apart / error[0],
                         "distance of t by the trapezoidal and Simpson's rules "
                         "({:.2e}) over the error of the former ({:.2e}){}: {:.3g}",
                         apart, error[0], where, apart / error[0]));
}

/// Proposition 1 and (38)-(39) on the paper's motion, where F = F'' = cosh(tau).
void measure_proposition(Study& study, double h) {
  int beyond = 0, outside = 0;
  double t = 0, sum = 0;
  auto const intervals = static_cast<int>(std::lround(end / h));
  for (int i = 1; i <= intervals; ++i) {
    double const a = (i - 1) * h, b = i * h, rule = h / 2 * (particle_F(a) + particle_F(b));
    t += rule;
    sum += particle_F(b);
    if (!(std::abs(t - std::sinh(b)) <= h * h * h / 12 * sum)) ++beyond;
    double const value = -(std::sinh(b) - std::sinh(a) - rule) * 12 / (h * h * h);
    if (!(value >= particle_F(a) && value <= particle_F(b))) ++outside;
  }
  std::string const instance = fmt::format("steps of {:g}", h);
  study.measure("G28", "as printed", instance,
                measured(double(beyond),
                         "nodes of {} at which the error of (35) exceeds (36) with "
                         "C_i = cosh(tau_i), exact nodes of the particle, {}: {}",
                         intervals, instance, beyond));
  study.measure("G29", "as printed", instance,
                measured(double(outside),
                         "intervals of {} on which the integral less the rule over "
                         "-h^3/12 is no value of F'' there, exact nodes of the "
                         "particle, {}: {}",
                         intervals, instance, outside));
}

/// What becomes of the recovered time in the paper's run.
void measure_run(Study& study) {
  auto const run = simulation(study, particle, "hdel", "legendre");
  std::string const data =
      fmt::format("HDEL on the particle, 60 steps of 0.05, {}", words_of("legendre"));
  double const k = run.step;
  double rule = 0, of_rule = 0, of_time = 0, bound = 0, over_bound = 0, shortest = 1e9, longest = 0;
  for (std::size_t i = 1; i < run.nodes(); ++i) {
    double const a = run.own_times[i - 1], b = run.own_times[i];
    double const x0 = run.trajectory.q[i - 1][0];
    rule += k / 2 * (particle_F(a) + particle_F(b));
    of_rule = larger_or_nan(of_rule, std::abs(rule - std::sinh(b)));
    double const error = std::abs(run.trajectory.times[i] - run.times[i]);
    of_time = larger_or_nan(of_time, error);
    bound += k / 12 * run.increment(i - 1, 0) * run.increment(i - 1, 0) / std::sqrt(1 + x0 * x0);
    over_bound = larger_or_nan(over_bound, error / bound);
    double const step = run.trajectory.times[i] - run.trajectory.times[i - 1];
    shortest = smaller_or_nan(shortest, step);
    longest = larger_or_nan(longest, step);
  }
  auto const supply = [&](std::string const& reading, double value, std::string const& what) {
    study.measure("P16", reading, measured(value, "{}, {}: {:.3e}", what, data, value));
  };
  supply("rule", of_rule, "largest error of (35) on the exact nodes");
  supply("recovered time", of_time, "largest |t_i - t(tau_i)| of (35) from the nodes");
  supply("bound", bound, "largest bound (61)");
  double const mean = run.trajectory.times.back() / double(run.nodes() - 1);
  double const spread = (longest - shortest) / mean;
  study.measure("G34", {.value = spread,
                        .words = fmt::format("spread of the steps of the recovered t, {:.3f} to "
                                             "{:.3f}, over their mean, {}: {:.3g}",
                                             shortest, longest, data, spread),
                        .steps = 60});
  study.find(
      "recovered-time/bound", over_bound,
      fmt::format("largest |t_i - t(tau_i)| over its bound (61), {}: {:.3g}", data, over_bound));
}

/// G30: Simpson's rule and Gauss's with three points, on the same 30 panels of the particle run.
void measure_gauss(Study& study) {
  using Gauss = boost::math::quadrature::gauss<double, 3>;
  double simpson = 0, gauss = 0;
  double const width = end / 30;
  for (int i = 0; i < 30; ++i) {
    double const a = i * width, b = (i + 1) * width;
    simpson += width / 6 * (particle_F(a) + 4 * particle_F((a + b) / 2) + particle_F(b));
    gauss += Gauss::integrate(particle_F, a, b);
  }
  double const exact = std::sinh(end);
  double const ratio = std::abs(simpson - exact) / std::abs(gauss - exact);
  study.measure("G30", measured(ratio,
                                "error of t at tau = 3 by Simpson's rule {:.1e} over "
                                "that by Gauss's rule with three points {:.1e}, 30 "
                                "panels, exact motion of the particle: {:.3g}",
                                std::abs(simpson - exact), std::abs(gauss - exact), ratio));
}

/// The integral of a box function times F against the advance of t over step i, larger relative
/// distance for i = 1, 2, whose boxes of width one lie within the run.
/// @param width  of the box [i width, (i + 1) width], cut at `last`
double box_defect(double width, double last) {
  double const k = double(particle.step);
  double defect = 0;
  for (int const i : {1, 2}) {
    double const low = smaller_or_nan(i * width, last),
                 high = smaller_or_nan((i + 1) * width, last);
    double const box = std::sinh(high) - std::sinh(low);
    double const advance = std::sinh((i + 1) * k) - std::sinh(i * k);
    defect = larger_or_nan(defect, std::abs(box / advance - 1));
  }
  return defect;
}

void measure_boxes(Study& study) {
  double const count = double(particle.tau_steps), k = double(particle.step);
  double const printed = box_defect(1, count), right = box_defect(k, count * k);
  std::string const what =
      "larger relative distance of the integral of the box function times F from the advance of t "
      "over step i = 1, 2, exact motion of the particle, steps of 0.05";
  for (auto const& [reading, value] :
       {std::pair{"as printed", printed}, {"box of the step", right}})
    study.measure("G43", reading, measured(value, "{}: {:.2e}", what, value));
  study.compare("G43", printed, right, what);
}

/// Tables of the errors along the run, and how a better rule moves the node away from the motion.
void add_runs(Study& study) {
  auto const r = nodes("euler", 60, study);
  double at_end[2];
  for (std::size_t k = 0; k < rules.size(); ++k) {
    auto const now = recovery(rules[k], r);
    auto& table = study.table("along_" + rules[k].id, {"tau", "time", "position"});
    for (std::size_t i = 1; i < now.tau.size(); ++i)
      table.add({now.tau[i], now.time_error[i], now.position_error[i]});
    if (k < 2) at_end[k] = now.position_error.back();
  }
  study.find("recovered-time/offset", at_end[1] / at_end[0],
             fmt::format("error of r_i against the motion at the recovered t_i, tau = 3, by "
                         "Simpson's rule ({:.2e}) over that by the trapezoidal rule ({:.2e}), "
                         "HDEL on the particle, 60 steps of 0.05, {}: {:.3g}",
                         at_end[1], at_end[0], words_of("euler"), at_end[1] / at_end[0]));
}

}  // namespace

void time_recovery(Study& study) {
  for (std::string const start : {"", "legendre"}) {
    measure_orders(study, start);
    measure_rules(study, start);
  }
  for (double const h : {0.05, 0.5}) measure_proposition(study, h);
  measure_run(study);
  measure_boxes(study);
  measure_gauss(study);
  add_runs(study);
}

}  // namespace rattleback::fernandez_bloch_olver_2012
