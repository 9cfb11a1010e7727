// Study of the value of order and of structure, and of the errors at which an adaptive solver costs
// less than both.

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/beyond/shared/what_accuracy_costs.hpp"
#include "experiments/core/words.hpp"

namespace rattleback::beyond::order_against_structure_study {

namespace {

std::string joined_or_none(std::vector<std::string> const& words) {
  return words.empty() ? "none" : joined(words);
}

constexpr std::array orders{2, 4, 6, 8};
/// Position errors at which methods are chosen: the error of the figure, and a rough error.
constexpr double wanted = 1e-6, rough = 1e-3;
constexpr long short_time = 10;

// Orders.

/// Calls measure(p, m, method) for the symmetric methods of every problem whose orders are
/// measured.
void for_each_method(Study& study, std::vector<Subject> const& all, auto const& measure) {
  for (std::size_t p = 0; p < all.size(); ++p) {
    auto const when = all[p].orders;
    if (when == Subject::Orders::none || (when == Subject::Orders::in_full && study.quick))
      continue;
    auto const methods = symmetric_methods(all[p].motion.problem);
    for (std::size_t m = 0; m < methods.size(); ++m) measure(p, m, methods[m]);
  }
}

void orders_of_states(Study& study, std::vector<Subject> const& all) {
  auto& table =
      study.table("orders", {"problem", "method", "expected", "position", "velocity", "energy"});
  int promised = 0, others = 0;
  std::vector<std::string> below, others_below;
  for_each_method(study, all, [&](std::size_t p, std::size_t m, ComparedMethod const& by) {
    auto const o = orders_of(study, by, all[p].motion, study.quick ? 2.5e3 : 2e4);
    double const expected = by.variant.order;
    table.add({double(p), double(m), expected, o.position, o.velocity, o.energy});
    bool const reaches = may_reach(o.position, expected) && may_reach(o.velocity, expected) &&
                         (!by.promised || may_reach(o.energy, expected));
    ++(by.promised ? promised : others);
    if (!reaches)
      (by.promised ? below : others_below)
          .push_back(fmt::format("{} on {} {:.2f}, {:.2f}, {:.2f}", by.variant.label, all[p].name,
                                 o.position, o.velocity, o.energy));
  });
  study.add_finding("OS-01", {double(below.size()), double(others_below.size())},
                    fmt::format("{} of {} cells: {}; of {} cells without the promise, in "
                                "positions, velocities and energy: {}",
                                below.size(), promised, joined_or_none(below), others,
                                joined_or_none(others_below)));
}

bool multipliers_are_measured(ComparedMethod const& by) {
  return by.base == "dla_leapfrog" || by.base == "gni_rattle" || by.base == "gni_composition" ||
         by.base == "lobatto_spark, 2";
}

void orders_of_multipliers(Study& study, std::vector<Subject> const& all) {
  auto& table =
      study.table("multipliers", {"problem", "method", "expected", "reported", "recomputed"});
  double const infinite = std::numeric_limits<double>::infinity();
  double nearest = infinite, shortfall = -infinite;
  Largest of_reported;  // departures from 2
  std::vector<std::string> substeps, states;
  for_each_method(study, all, [&](std::size_t p, std::size_t m, ComparedMethod const& by) {
    if (!multipliers_are_measured(by)) return;
    auto const o = multiplier_orders(study, by, all[p].motion);
    table.add({double(p), double(m), double(by.variant.order), o.reported, o.recomputed});
    auto const said = [&](double order) {
      return fmt::format("{} on {} {:.2f}", by.variant.label, all[p].name, order);
    };
    if (by.base == "lobatto_spark, 2" || by.variant.order <= 2) return;
    if (!std::isnan(o.reported)) {
      of_reported(o.reported - 2);
      substeps.push_back(said(o.reported));
    }
    if (!by.promised || std::isnan(o.recomputed)) return;
    nearest = smaller_or_nan(nearest, std::abs(o.recomputed - 2));
    shortfall = larger_or_nan(shortfall, by.variant.order - o.recomputed);
    states.push_back(said(o.recomputed));
  });
  study.add_finding(
      "OS-04", {of_reported.value, nearest, {shortfall}},
      fmt::format("{}; from the state: {}", joined_or_none(substeps), joined_or_none(states)));
}

// Work.

/// Filters of cheapest().
bool any(ComparedMethod const&) { return true; }

std::function<bool(ComparedMethod const&)> of_order(int order) {
  return [order](ComparedMethod const& by) { return by.variant.order == order; };
}

bool lasts(Curve const& curve) {
  double const finest = curve.points.back().energy;
  // For large energies the fit would take rounding for an error.
  return finest < wanted ||
         (!std::isnan(finest) &&
          may_reach(order_in(curve, long_time, &WorkPoint::energy), curve.by.variant.order));
}

/// Problem with the cost curves of its methods.
struct Studied {
  Subject subject;
  std::vector<Curve> symmetric;  ///< runs to `short_time` by methods that do not miss their order
  std::vector<Curve> adaptive;
  /// Runs to `long_time`: for each order the cheapest method at the error `wanted` that lasts, the
  /// cheapest map of points, and the cheapest of all at the error `rough`. A method lasts if its
  /// finest run completes with an energy error below 1e-6 or of its order.
  std::vector<Curve> long_symmetric;
  std::vector<Curve> long_adaptive;  ///< cheapest at both errors
};
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

std::string best_in_words(Studied const& s) {
  std::vector<std::string> words;
  auto const add = [&](Cheapest const& best) {
    if (best.curve)
      words.push_back(fmt::format("{} {:.0f}", best.curve->by.variant.label, best.work));
  };
  for (int const order : orders) add(cheapest(wanted, s.symmetric, of_order(order)));
  add(cheapest(wanted, s.adaptive, any));
  return joined(words, ", ");
}

void short_runs(Study& study, std::vector<Studied> const& all) {
  double lowest = 1;
  std::vector<std::string> words;
  for (auto const& s : all) {
    // Position error below which solvers cost less than the methods.
    double const found =
        crossing([&](double error) { return cheapest(error, s.symmetric, any).work; },
                 [&](double error) { return cheapest(error, s.adaptive, any).work; });
    lowest = smaller_or_nan(lowest, found);
    words.push_back(
        fmt::format("{} {:.1e}, work at 1e-6: {}", s.subject.name, found, best_in_words(s)));
  }
  study.add_finding("OS-10", lowest, joined_or_none(words));
}

/// Measures the cost of energy errors in long runs, from rough to small.
void long_runs_of_the_same_energy(Study& study, std::vector<Studied> const& all) {
  int cheaper = 0, cheaper_at_eight_digits = 0;
  std::vector<std::string> words;
  for (auto const& s : all) {
    auto const method = [&](double error) {
      return cheapest(error, s.long_symmetric, any, &WorkPoint::energy).work;
    };
    auto const solver = [&](double error) {
      return cheapest(error, s.long_adaptive, any, &WorkPoint::energy).work;
    };
    cheaper += method(1e-2) < solver(1e-2);
    cheaper_at_eight_digits += method(1e-8) < solver(1e-8);
    words.push_back(fmt::format("{}: at 1e-2 {:.0f} and {:.0f}, at 1e-8 {:.0f} and {:.0f}",
                                s.subject.name, method(1e-2), solver(1e-2), method(1e-8),
                                solver(1e-8)));
  }
  study.add_finding("OS-12", {double(cheaper), double(cheaper_at_eight_digits)},
                    joined_or_none(words));
}

void add_tables(Study& study, Studied const& s) {
  auto const add = [&](std::string const& name, char const* x, double WorkPoint::*of_x,
                       char const* y, double WorkPoint::*of_y,
                       std::vector<Curve const*> const& curves) {
    auto& table = study.table(fmt::format("{}_{}", name, s.subject.table),
                              {x, fmt::format("{}_2", y), fmt::format("{}_4", y),
                               fmt::format("{}_6", y), fmt::format("{}_8", y), "solver"});
    for (auto const* curve : curves)
      for (auto const& point : curve->points) {
        if (std::isnan(point.*of_x) || std::isnan(point.*of_y)) continue;
        std::vector<double> row(6, std::nan(""));
        row[0] = point.*of_x;
        row[std::size_t(curve->by.variant.adaptive ? 5 : curve->by.variant.order / 2)] =
            point.*of_y;
        table.add(row);
      }
  };
  std::vector<Curve const*> brief, lengthy;
  for (int const order : orders)
    brief.push_back(cheapest(wanted, s.symmetric, of_order(order)).curve);
  brief.push_back(cheapest(wanted, s.adaptive, any).curve);
  std::erase(brief, nullptr);
  for (int const order : orders)
    for (double const error : {1e-6, 1e-4, 1e-2})
      if (auto const* best =
              cheapest(error, s.long_symmetric, of_order(order), &WorkPoint::energy).curve) {
        lengthy.push_back(best);
        break;
      }
  if (!s.long_adaptive.empty()) lengthy.push_back(&s.long_adaptive.front());
  add("work", "error", &WorkPoint::position, "order", &WorkPoint::work, brief);
  add("energy", "work", &WorkPoint::work, "order", &WorkPoint::energy, lengthy);
}

}  // namespace

void order_against_structure(Study& study) {
  auto const all = subjects();
  orders_of_states(study, all);
  study.progress(0.15);
  orders_of_multipliers(study, all);
  study.progress(0.3);
  std::vector<Studied> work;
  for (auto const& subject : all) {
    work.push_back(studied(study, subject));
    add_tables(study, work.back());
    study.progress(0.3 + 0.7 * double(work.size()) / double(all.size()));
  }
  short_runs(study, work);
  long_runs_of_the_same_energy(study, work);
}

}  // namespace rattleback::beyond::order_against_structure_study
