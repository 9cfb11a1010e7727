#include "experiments/beyond/shared/what_accuracy_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/core/series.hpp"
#include "experiments/measure/orders.hpp"
#include "integrators/core/method/composition.hpp"

namespace rattleback::beyond {

namespace {

WorkPoint point_of(Trajectory<double> const& run, double setting,
                   std::vector<ReferenceState> const& exact) {
  WorkPoint point{.setting = setting, .work = total_work(run.counts)};
  if (run.outcome != Outcome::ok) return point;
  point.energy = run.invariants.front().max_deviation;
  if (exact.empty()) return point;
  point.position = point.velocity = 0;
  for (std::size_t part = 0; part < exact.size(); ++part) {
    auto const row = run.times.size() - exact.size() + part;
    point.position = larger_or_nan(point.position, largest_difference(run.q[row], exact[part].q));
    point.velocity = larger_or_nan(point.velocity, largest_difference(run.v[row], exact[part].v));
  }
  return point;
}

bool is_rounding(WorkPoint const& point) { return point.position < rounding_error; }

/// Interpolates at x between two points, in logarithms.
double interpolated(double x, double x0, double y0, double x1, double y1) {
  if (x0 == x1) return std::min(y0, y1);
  return y0 * std::pow(y1 / y0, std::log(x / x0) / std::log(x1 / x0));
}

constexpr long end = 2;

/// Returns numbers of steps to t = 2 at which errors of that order are neither too coarse nor
/// rounding.
std::vector<long> steps_for(int order) {
  if (order <= 4) return {20, 40, 80, 160};
  if (order == 6) return {8, 12, 16, 24, 32};
  return {6, 8, 10, 12, 16};
}

}  // namespace

std::vector<ComparedMethod> symmetric_methods(std::string const& problem) {
  std::vector<ComparedMethod> all;
  auto const& methods = find_problem(problem).methods;
  for (auto const& by : contenders(problem)) {
    auto const& base = *methods.find(by.method);
    if (!by.symmetric || by.adaptive || by.order % 2 != 0 || base.card.counts_in_tau ||
        base.card.velocity_node != 0 || by.method.starts_with("compose("))
      continue;
    bool const has_stages = by.method == "lobatto_spark";
    ComparedMethod const plain{.variant = by,
                               .base = has_stages ? "lobatto_spark, 2" : by.label,
                               .promised = true,
                               .map = base.self_adjoint};
    all.push_back(plain);
    if (!base.composable || by.order != 2) continue;
    for (auto const& scheme : compositions()) {
      auto composed = plain;
      composed.variant.method = fmt::format("compose({},{})", by.method, scheme.name);
      composed.variant.label = fmt::format("{}, {}", by.label, scheme.name);
      composed.variant.order = scheme.order;
      composed.promised =
          methods.find(composed.variant.method)->card.starts.front().order >= scheme.order;
      all.push_back(composed);
    }
  }
  return all;
}

std::vector<ComparedMethod> solvers(std::string const& problem) {
  std::vector<ComparedMethod> all;
  for (auto const& by : contenders(problem))
    if (by.adaptive) all.push_back({.variant = by, .base = by.label});
  return all;
}

Curve sweep(Study& study, ComparedMethod const& by, Run const& motion, Sweep const& how) {
  Curve curve{by, {}};
  auto const& card = study.method(motion.problem, by.variant.method).card;
  long const parts = std::max(1l, long(how.exact.size()));
  int failed = 0;
  auto const goes_on = [&](Run const& run, double setting) {
    auto& points = curve.points;
    points.push_back(point_of(study.execute(run), setting, how.exact));
    auto const n = points.size();
    failed = std::isnan(points.back().energy) ? failed + 1 : 0;
    if (failed > 0) return failed < 4;
    if (points.back().work >= how.most_work) return false;
    return n < 2 || !is_rounding(points[n - 1]) || !is_rounding(points[n - 2]);
  };
  auto const run_with = [&](long steps) {
    return run_by(by.variant, motion.with(how.time / steps, steps, steps / parts));
  };
  if (card.adaptive) {
    for (int digits = 1; digits <= 12; ++digits) {
      auto run = run_with(how.nodes);
      auto const tolerance = fmt::format("1e-{}", digits);
      run.options = {{"rtol", tolerance}, {"atol", tolerance}};
      if (!goes_on(run, std::stod(tolerance))) break;
    }
    return curve;
  }
  double const finer = std::pow(how.ratio, 1. / by.variant.order);
  long last = 0;
  // After an even number of steps, a part that alternates from node to node has the same sign.
  for (double steps = double(how.time);; steps *= finer) {
    long const even = 2 * parts * std::max(1l, std::lround(steps / double(2 * parts)));
    if (even == last) continue;
    last = even;
    if (!goes_on(run_with(even), double(how.time / even))) break;
  }
  return curve;
}

double work_to_reach(double error, std::vector<WorkPoint> const& points, double WorkPoint::*of) {
  // Errors pass through zero at some step sizes: an error is reached if all finer runs stay below
  // it.
  double const infinite = std::numeric_limits<double>::infinity();
  double work = infinite, kept = 0, finer_work = 0, finer_kept = 0;
  for (auto point = points.rbegin(); point != points.rend(); ++point) {
    finer_work = work;
    finer_kept = kept;
    double const own = std::isnan((*point).*of) ? infinite : (*point).*of;
    kept = std::max({kept, own, rounding_error});
    work = point->work;
    if (kept > error)
      return finer_work == infinite ? infinite
             : kept == infinite     ? finer_work
                                    : interpolated(error, finer_kept, finer_work, kept, work);
  }
  return work;
}

Cheapest cheapest(double error, std::vector<Curve> const& curves,
                  std::function<bool(ComparedMethod const&)> const& in, double WorkPoint::*of) {
  Cheapest best{std::numeric_limits<double>::infinity(), nullptr};
  for (auto const& curve : curves) {
    if (!in(curve.by)) continue;
    double const work = work_to_reach(error, curve.points, of);
    if (work < best.work) best = {work, &curve};
  }
  return best;
}

double crossing(std::function<double(double)> const& first,
                std::function<double(double)> const& second) {
  double found = 0;
  for (int k = -1000; k <= 0; ++k) {
    double const error = std::pow(10, k / 100.), work = second(error);
    if (std::isinf(work)) continue;
    if (work >= first(error)) break;
    found = error;
  }
  return found;
}

double order_in(Curve const& curve, double time, double WorkPoint::*error) {
  std::vector<double> steps, errors;
  for (auto const& point : curve.points) {
    steps.push_back(point.setting);
    errors.push_back(point.*error);
  }
  return order_of(steps, errors, time);
}

Orders orders_of(Study& study, ComparedMethod const& by, Run const& motion, double most_work) {
  auto const curve =
      sweep(study, by, motion,
            {.time = end, .exact = study.reference(motion, {end}), .most_work = most_work});
  return {order_in(curve, end, &WorkPoint::position), order_in(curve, end, &WorkPoint::velocity),
          order_in(curve, end, &WorkPoint::energy)};
}

MultiplierOrders multiplier_orders(Study& study, ComparedMethod const& by, Run const& motion) {
  MultiplierOrders orders{std::nan(""), std::nan("")};
  auto const& card = study.method(motion.problem, by.variant.method).card;
  auto const run_with = [&](long n) {
    return study.execute(run_by(by.variant, motion.with(RawQuad(end) / n, n, 0)));
  };
  std::vector<double> steps, errors;
  if (card.multipliers) {
    for (long const n : steps_for(2)) {
      RawQuad const h = RawQuad(end) / n;
      auto const exact = study.reference(motion, {end + RawQuad(card.multiplier_node) * h});
      auto const run = run_with(n);
      steps.push_back(double(h));
      errors.push_back(run.outcome == Outcome::ok
                           ? largest_difference(run.multipliers.back(), exact[0].multipliers)
                           : std::nan(""));
    }
    orders.reported = order_of(steps, errors, end);
  }
  steps.clear();
  errors.clear();
  auto const exact = study.reference(motion, {end});
  for (long const n : steps_for(by.variant.order)) {
    auto const run = run_with(n);
    steps.push_back(double(end) / double(n));
    errors.push_back(std::nan(""));
    if (run.outcome != Outcome::ok) continue;
    // Multipliers of the exact motion from the last state.
    auto from = motion;
    from.q.emplace(run.q.back().begin(), run.q.back().end());
    from.v.emplace(run.v.back().begin(), run.v.back().end());
    from.is_method_state = true;
    errors.back() =
        largest_difference(study.reference(from, {0})[0].multipliers, exact[0].multipliers);
  }
  orders.recomputed = order_of(steps, errors, end);
  return orders;
}

std::vector<Subject> subjects() {
  Run const contact{.problem = "contact_oscillator", .parameters = {{"epsilon", 7 / RawQuad(10)}}};
  using enum Subject::Orders;
  return {{contact, "contact oscillator", "contact", always},
          {{.problem = "chaotic_r7"}, "chaotic system", "chaotic", in_full},
          {{.problem = "tilted_sleigh"}, "tilted sleigh", "sleigh", always},
          {{.problem = "knife_edge", .case_name = "generic"}, "knife edge", "knife"},
          {{.problem = "snakeboard"}, "snakeboard", "snakeboard"},
          {{.problem = "chaplygin_sphere", .case_name = "flat"}, "Chaplygin’s sphere", "sphere"}};
}

}  // namespace rattleback::beyond
