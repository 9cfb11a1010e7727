// Study of the value of order and of structure, and of the errors at which an adaptive solver costs
// less than both.

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/beyond/shared/what_accuracy_costs.hpp"
#include "experiments/core/series.hpp"
#include "experiments/core/words.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::beyond::order_against_structure_study {

namespace {

std::string joined_or_none(std::vector<std::string> const& words) {
  return words.empty() ? "none" : joined(words);
}

// Orders.

void orders_of_states(Study& study, std::vector<Subject> const& all) {
  auto& table =
      study.table("orders", {"problem", "method", "expected", "position", "velocity", "energy"});
  int cells = 0, undecided = 0, energies = 0, beyond = 0;
  std::vector<std::string> states, of_energy, above, below;
  for (std::size_t p = 0; p < all.size(); ++p) {
    if (!has_orders(all[p], study.quick)) continue;
    auto const& motion = all[p].motion;
    auto const methods = symmetric_methods(motion.problem);
    for (std::size_t m = 0; m < methods.size(); ++m) {
      auto const o = orders_of(study, methods[m], motion, study.quick ? 2.5e3 : 2e4);
      double const expected = o.by.variant.order;
      table.add({double(p), double(m), expected, o.position, o.velocity, o.energy});
      bool const reaches = may_reach(o.position, expected) && may_reach(o.velocity, expected);
      auto const words = fmt::format("{} on {} {:.2f}, {:.2f}", o.by.variant.label, all[p].name,
                                     o.position, o.velocity);
      if (!o.by.promised) {
        ++beyond;
        if (std::isnan(o.position) || std::isnan(o.velocity)) continue;
        (reaches ? above : below).push_back(words);
        continue;
      }
      ++cells;
      if (std::isnan(o.position)) ++undecided;
      if (!reaches) states.push_back(words);
      if (std::isnan(o.energy)) continue;
      ++energies;
      if (!may_reach(o.energy, expected))
        of_energy.push_back(
            fmt::format("{} on {} {:.2f}", o.by.variant.label, all[p].name, o.energy));
    }
  }
  study.add_finding("OS-01", double(states.size()),
                    fmt::format("{} of {} cells, {} undecided; positions, velocities: {}",
                                states.size(), cells, undecided, joined_or_none(states)));
  study.add_finding(
      "OS-02", double(of_energy.size()),
      fmt::format("{} of {} cells: {}", of_energy.size(), energies, joined_or_none(of_energy)));
  study.add_finding(
      "OS-03", double(above.size()),
      fmt::format("{} of {} cells; positions, velocities: {}. Of the others: {}", above.size(),
                  beyond, joined_or_none(above), joined_or_none(below)));
}

bool multipliers_are_measured(ComparedMethod const& by) {
  return by.base == "dla_leapfrog" || by.base == "gni_rattle" || by.base == "gni_composition" ||
         by.base == "lobatto_spark, 2";
}

void orders_of_multipliers(Study& study, std::vector<Subject> const& all) {
  auto& table =
      study.table("multipliers", {"problem", "method", "expected", "reported", "recomputed"});
  Largest of_spark;
  double highest = 0, lacking = 0;
  std::vector<std::string> substeps, stages, states;
  for (std::size_t p = 0; p < all.size(); ++p) {
    if (!has_orders(all[p], study.quick)) continue;
    auto const methods = symmetric_methods(all[p].motion.problem);
    for (std::size_t m = 0; m < methods.size(); ++m) {
      auto const& by = methods[m];
      if (!multipliers_are_measured(by)) continue;
      auto const o = multiplier_orders(study, by, all[p].motion);
      table.add({double(p), double(m), double(by.variant.order), o.reported, o.recomputed});
      auto const said = [&](double order) {
        return fmt::format("{} on {} {:.2f}", by.variant.label, all[p].name, order);
      };
      if (by.variant.method == "lobatto_spark") {
        of_spark(o.reported - by.variant.order / 2.);
        stages.push_back(said(o.reported));
      } else if (by.variant.order > 2 && !std::isnan(o.reported)) {
        highest = larger_or_nan(highest, o.reported);
        substeps.push_back(said(o.reported));
      }
      if (!by.promised || std::isnan(o.recomputed)) continue;
      lacking = larger_or_nan(lacking, by.variant.order - o.recomputed);
      states.push_back(said(o.recomputed));
    }
  }
  study.add_finding("OS-04", highest, joined_or_none(substeps));
  study.add_finding("OS-05", of_spark.value, joined_or_none(stages));
  study.add_finding("OS-06", lacking, joined_or_none(states));
}

// Work.

/// Measures the error below which a composition of this order costs less than order two with the
/// same base. Base: the cheapest method of second order that has a method of this order.
void order_pays(Study& study, std::vector<Studied> const& all, int order, char const* finding) {
  double lowest = 1;
  std::vector<std::string> words;
  for (auto const& s : all) {
    auto const base = cheapest(100 * wanted, s.symmetric, [&](ComparedMethod const& by) {
      return by.variant.order == 2 && s.has(order, by.base);
    });
    if (!base.curve) {
      words.push_back(fmt::format("{}: no method of that order", s.subject.name));
      continue;
    }
    auto const& name = base.curve->by.base;
    auto const work = [&](int of) {
      return [&, of](double error) { return s.work(error, of, name); };
    };
    double const found = crossing(work(2), work(order));
    lowest = std::min(lowest, found);
    words.push_back(fmt::format("{} {:.1e} ({}", s.subject.name, found, name) +
                    (order == 2 + 2 ? ")"
                                    : fmt::format(", against order {} {:.1e})", order - 2,
                                                  crossing(work(order - 2), work(order)))));
  }
  study.add_finding(finding, lowest, joined_or_none(words));
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
    double const found = solvers_pay_below(s);
    lowest = smaller_or_nan(lowest, found);
    words.push_back(
        fmt::format("{} {:.1e}, work at 1e-6: {}", s.subject.name, found, best_in_words(s)));
  }
  study.add_finding("OS-10", lowest, joined_or_none(words));
}

void long_runs_of_the_same_cost(Study& study, std::vector<Studied> const& all) {
  int better = 0;
  double violation = 0;
  std::vector<std::string> of_energy, of_constraint;
  for (auto const& s : all) {
    double const pays = solvers_pay_below(s), error = pays > 0 && pays < 1 ? pays : wanted;
    double const work =
        cheapest(error, s.adaptive, any).work * double(long_time) / double(short_time);
    auto const ours = kept_at(work, s.long_symmetric), theirs = kept_at(work, s.long_adaptive);
    if (ours.by.empty() || theirs.by.empty()) {
      of_energy.push_back(fmt::format("{}: no long run of a {} for {:.0f}", s.subject.name,
                                      theirs.by.empty() ? "solver" : "method", work));
      continue;
    }
    better += ours.energy < theirs.energy;
    violation = larger_or_nan(violation, theirs.constraint);
    of_energy.push_back(fmt::format("{} at work {:.0f}: {} {:.1e}, {} {:.1e}", s.subject.name, work,
                                    ours.by, ours.energy, theirs.by, theirs.energy));
    of_constraint.push_back(fmt::format("{}: {} {:.1e}, {} {:.1e}", s.subject.name, ours.by,
                                        ours.constraint, theirs.by, theirs.constraint));
  }
  study.add_finding("OS-11", better, joined_or_none(of_energy));
  study.add_finding("OS-13", violation, joined_or_none(of_constraint));
}

/// Measures the cost of energy errors in long runs, from rough to small.
void long_runs_of_the_same_energy(Study& study, std::vector<Studied> const& all) {
  int cheaper = 0;
  std::vector<std::string> words, rejected;
  for (auto const& s : all) {
    auto const method = [&](double error) {
      return cheapest(error, s.long_symmetric, any, &WorkPoint::energy).work;
    };
    auto const solver = [&](double error) {
      return cheapest(error, s.long_adaptive, any, &WorkPoint::energy).work;
    };
    cheaper += method(1e-2) < solver(1e-2);
    words.push_back(fmt::format(
        "{}: at 1e-2 {:.0f} and {:.0f}, at 1e-8 {:.0f} and {:.0f}, solver cheaper below {:.1e}",
        s.subject.name, method(1e-2), solver(1e-2), method(1e-8), solver(1e-8),
        crossing(method, solver)));
    for (auto const& curve : s.rejected)
      rejected.push_back(fmt::format("{} on {}", curve.by.variant.label, s.subject.name));
  }
  study.add_finding("OS-12", cheaper, joined_or_none(words));
  study.add_finding("OS-15", double(rejected.size()), joined_or_none(rejected));
}

/// Measures the cost of preserving the energy to rounding.
void exact_energy(Study& study, std::vector<Studied> const& all) {
  std::vector<double> prices;
  std::vector<std::string> words;
  for (auto const& s : all) {
    auto const exact =
        cheapest(100 * wanted, s.symmetric, [](ComparedMethod const& by) { return by.exact; });
    if (!exact.curve) continue;
    auto const best = cheapest(100 * wanted, s.symmetric, any);
    prices.push_back(exact.work / best.work);
    words.push_back(fmt::format("{} {:.0f} by {}, {:.0f} by {}", s.subject.name, exact.work,
                                exact.curve->by.variant.label, best.work,
                                best.curve->by.variant.label));
  }
  study.add_finding("OS-14", median(prices), joined_or_none(words));
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
  order_pays(study, work, 4, "OS-07");
  order_pays(study, work, 6, "OS-08");
  order_pays(study, work, 8, "OS-09");
  short_runs(study, work);
  long_runs_of_the_same_cost(study, work);
  long_runs_of_the_same_energy(study, work);
  exact_energy(study, work);
}

}  // namespace rattleback::beyond::order_against_structure_study
