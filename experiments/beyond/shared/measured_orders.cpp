#include "experiments/beyond/shared/measured_orders.hpp"

#include <cmath>

#include "experiments/core/series.hpp"
#include "experiments/measure/orders.hpp"

namespace rattleback::beyond {

namespace {

constexpr long end = 2;

/// Returns numbers of steps to t = 2 at which errors of that order are neither too coarse nor
/// rounding.
std::vector<long> steps_for(int order) {
  if (order <= 4) return {20, 40, 80, 160};
  if (order == 6) return {8, 12, 16, 24, 32};
  return {6, 8, 10, 12, 16};
}

}  // namespace

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
  return {by, order_in(curve, end, &WorkPoint::position),
          order_in(curve, end, &WorkPoint::velocity), order_in(curve, end, &WorkPoint::energy)};
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

}  // namespace rattleback::beyond
