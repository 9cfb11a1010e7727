#include <boost/math/quadrature/gauss.hpp>

#include "experiments/fernandez_bloch_olver_2012/shared/numbers.hpp"
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

/// Of first order: what the trapezoidal rule is told apart from.
Rule const rectangle{"rectangle", "rectangle", {1, 0}};

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
  std::vector<double> steps, time, position, rectangle_time, rectangle_position;
  for (int N = coarsest; N <= 8 * coarsest; N *= 2) {
    steps.push_back(end / N);
    auto const r = nodes(start, N, study);
    std::vector<double> row{steps.back()};
    for (auto const& rule : rules) row.push_back(recovery(rule, r).time_error.back());
    table.add(row);
    time.push_back(row[1]);
    position.push_back(recovery(rules.front(), r).position_error.back());
    auto const first_order = recovery(rectangle, r);
    rectangle_time.push_back(first_order.time_error.back());
    rectangle_position.push_back(first_order.position_error.back());
  }
  auto const order = [&](std::vector<double> const& errors) -> Measured {
    return {.value = order_of(steps, errors, end), .details = {{"last error", errors.back()}}};
  };
  if (start.empty()) {
    study.measure("G27", order(time));
    study.control("G27", "rectangle rule", order(rectangle_time));
    study.measure("G42", "rule", order(time));
  } else {
    study.measure("G32", "time", order(time));
    study.control("G32", "time by the rectangle rule", order(rectangle_time));
    study.measure("G32", "position", order(position));
    study.control("G32", "position by the rectangle rule", order(rectangle_position));
    study.measure("G42", "recovered time", order(time));
  }
}

/// The paper's 60 steps of 0.05: the trapezoidal rule beside the others, at tau = 3.
void measure_rules(Study& study, std::string const& start) {
  std::string const reading = start.empty() ? "exact motion" : "nodes of HDEL";
  auto const r = nodes(start, 60, study);
  std::vector<double> F, last, error;
  for (auto const& [x, y] : r) F.push_back(std::sqrt(1 + x * x));
  for (auto const& rule : {rules[0], rules[1], rules[2], rectangle}) {
    last.push_back(recovered_times(rule, F, end / 60).back());
    error.push_back(recovery(rule, r).time_error.back());
  }
  std::vector<Detail> const errors{
      {"trapezoidal", error[0]}, {"Simpson", error[1]}, {"Boole", error[2]}};
  study.measure("G33", reading,
                {.value = error[0] / larger_or_nan(error[1], error[2]), .details = errors});
  study.measure("P40", reading,
                {.value = std::abs(last[0] - last[1]) / error[0], .details = errors});
  if (!start.empty()) return;
  study.control("G33", "rectangle rule", {.value = error[0] / error[3]});
  study.control("P40", "Simpson and Boole", {.value = std::abs(last[1] - last[2]) / error[0]});
}

/// Proposition 1 and (38)-(39) on the paper's motion, where F = F'' = cosh(tau).
void measure_proposition(Study& study, double h) {
  int beyond = 0, outside = 0, beyond_half = 0, outside_minus = 0;
  double t = 0, sum = 0;
  auto const intervals = static_cast<int>(std::lround(end / h));
  for (int i = 1; i <= intervals; ++i) {
    double const a = (i - 1) * h, b = i * h, rule = h / 2 * (particle_F(a) + particle_F(b));
    t += rule;
    sum += particle_F(b);
    double const error = std::abs(t - std::sinh(b)), bound = h * h * h / 12 * sum;
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
         {{"G28", "as printed", double(beyond)},
          {"G28", "half the bound", double(beyond_half), true},
          {"G29", "as printed", double(outside)},
          {"G29", "opposite sign", double(outside_minus), true}},
         {.value = 0, .details = {{"intervals", double(intervals)}}});
}

/// Largest minus smallest step of t over the mean step.
double spread_of_steps(std::vector<double> const& times) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < times.size(); ++i) steps.push_back(times[i] - times[i - 1]);
  return spread(steps) / (times.back() / double(steps.size()));
}

/// What becomes of the recovered time in the paper's run.
void measure_run(Study& study) {
  auto const run = simulation(study, particle, "hdel", "legendre");
  std::string const data =
      fmt::format("HDEL on the particle, 60 steps of 0.05, {}", words_of("legendre"));
  double const k = run.step;
  double rule = 0, of_rule = 0, of_time = 0, bound = 0, over_bound = 0;
  for (std::size_t i = 1; i < run.nodes(); ++i) {
    double const a = run.own_times[i - 1], b = run.own_times[i];
    double const x0 = run.trajectory.q[i - 1][0];
    rule += k / 2 * (particle_F(a) + particle_F(b));
    of_rule = larger_or_nan(of_rule, std::abs(rule - std::sinh(b)));
    double const error = std::abs(run.trajectory.times[i] - run.times[i]);
    of_time = larger_or_nan(of_time, error);
    bound += k / 12 * run.increment(i - 1, 0) * run.increment(i - 1, 0) / std::sqrt(1 + x0 * x0);
    over_bound = larger_or_nan(over_bound, error / bound);
  }
  supply(study, "",
         {{"P16", "rule", of_rule}, {"P16", "recovered time", of_time}, {"P16", "bound", bound}});
  // Along y, from x = 0, the multiplier stays 1.
  auto along_y = run_of(particle, "hdel", "legendre");
  along_y.case_name = {};
  along_y.q = {{0, 0, 0}};
  along_y.v = {{0, 1, 0}};
  supply(study, "",
         {{"G34", "as printed", spread_of_steps(run.trajectory.times)},
          {"G34", "constant multiplier", spread_of_steps(study.execute(along_y).times), true}},
         {.value = 0, .steps = 60});
  study.find(
      "recovered-time/bound", over_bound,
      fmt::format("largest |t_i - t(tau_i)| over its bound (61), {}: {:.3g}", data, over_bound));
}

/// Error of t at tau = 3 by Gauss's rule with `points` points on the 30 panels of the particle run.
template <unsigned points>
double error_of_gauss() {
  double sum = 0;
  for (int i = 0; i < 30; ++i)
    sum += boost::math::quadrature::gauss<double, points>::integrate(particle_F, i * end / 30,
                                                                     (i + 1) * end / 30);
  return std::abs(sum - std::sinh(end));
}

/// G30: Simpson's rule, of order 4, against Gauss's on the same panels: of three points like it, of
/// order 4 like it, and of one point.
void measure_gauss(Study& study) {
  double simpson = -std::sinh(end), middle = -std::sinh(end);
  double const width = end / 30;
  for (int i = 0; i < 30; ++i) {
    double const a = i * width, b = (i + 1) * width;
    simpson += width / 6 * (particle_F(a) + 4 * particle_F((a + b) / 2) + particle_F(b));
    middle += width * particle_F((a + b) / 2);
  }
  simpson = std::abs(simpson);
  study.measure("G30", "as many points", {.value = simpson / error_of_gauss<3>()});
  study.measure("G30", "equal order", {.value = simpson / error_of_gauss<2>()});
  study.control("G30", "one point", {.value = simpson / std::abs(middle)});
}

/// The integral of a box function times F against the advance of t over step i, larger relative
/// distance for i = 1, 2, whose boxes of width one lie within the run.
/// @param width  of the box [i width, (i + 1) width], cut at `last`
/// @param shift  of the box, in widths
double box_defect(double width, double last, int shift = 0) {
  double const k = double(particle.step);
  double defect = 0;
  for (int const i : {1, 2}) {
    double const low = smaller_or_nan((i + shift) * width, last);
    double const high = smaller_or_nan((i + shift + 1) * width, last);
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
  supply(study, "",
         {{"G43", "as printed", printed},
          {"G43", "box of the step", right},
          {"G43", "box of the next step", box_defect(k, count * k, 1), true}});
  study.uses("G43");
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
