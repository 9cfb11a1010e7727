#include "experiments/beyond/shared/what_accuracy_costs.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback::beyond {

namespace {

bool lasts(Curve const& curve) {
  double const finest = curve.points.back().energy;
  // For large energies the fit would take rounding for an error.
  return finest < wanted ||
         (!std::isnan(finest) &&
          may_reach(order_in(curve, long_time, &WorkPoint::energy), curve.by.variant.order));
}

}  // namespace

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

bool has_orders(Subject const& subject, bool quick) {
  return subject.orders == Subject::Orders::always ||
         (subject.orders == Subject::Orders::in_full && !quick);
}

bool any(ComparedMethod const&) { return true; }

std::function<bool(ComparedMethod const&)> of_order(int order) {
  return [order](ComparedMethod const& by) { return by.variant.order == order; };
}

Studied studied(Study& study, Subject const& subject) {
  Studied s{subject, {}, {}, {}, {}};
  std::vector<Curve> rejected;
  auto const& motion = subject.motion;
  Sweep const brief{.time = short_time,
                    .exact = study.reference(motion, {short_time / 2, short_time}),
                    .most_work = study.quick ? 2.5e3 : 5e4,
                    .ratio = study.quick ? 16. : 4.};
  for (auto const& by : symmetric_methods(motion.problem)) {
    auto const curve = sweep(study, by, motion, brief);
    if (may_reach(order_in(curve, short_time, &WorkPoint::position), by.variant.order) &&
        may_reach(order_in(curve, short_time, &WorkPoint::velocity), by.variant.order))
      s.symmetric.push_back(curve);
  }
  for (auto const& by : solvers(motion.problem))
    s.adaptive.push_back(sweep(study, by, motion, brief));

  Sweep const lengthy{
      .time = long_time, .most_work = study.quick ? 2.5e4 : 4e5, .ratio = brief.ratio, .nodes = 20};
  auto const known = [](std::vector<Curve> const& curves, Curve const& curve) {
    auto const label = [](Curve const& one) { return one.by.variant.label; };
    return std::ranges::count(curves, label(curve), label) > 0;
  };
  auto const add_lasting = [&](double error, std::function<bool(ComparedMethod const&)> const& in) {
    auto rest = s.symmetric;
    while (auto const* best = cheapest(error, rest, in).curve) {
      if (known(s.long_symmetric, *best)) return;
      if (!known(rejected, *best)) {
        auto const curve = sweep(study, best->by, motion, lengthy);
        (lasts(curve) ? s.long_symmetric : rejected).push_back(curve);
        if (lasts(curve)) return;
      }
      rest.erase(rest.begin() + (best - rest.data()));
    }
  };
  for (int const order : orders) {
    add_lasting(wanted, of_order(order));
    add_lasting(wanted,
                [=](ComparedMethod const& by) { return by.variant.order == order && by.map; });
  }
  add_lasting(rough, any);
  for (double const error : {wanted, rough})
    if (auto const* best = cheapest(error, s.adaptive, any).curve;
        best && !known(s.long_adaptive, *best))
      s.long_adaptive.push_back(sweep(study, best->by, motion, lengthy));
  return s;
}

double solvers_pay_below(Studied const& s) {
  return crossing([&](double error) { return cheapest(error, s.symmetric, any).work; },
                  [&](double error) { return cheapest(error, s.adaptive, any).work; });
}

}  // namespace rattleback::beyond
