#include <cmath>
#include <cstdlib>
#include <map>
#include <tuple>

#include "experiments/core/choices.hpp"
#include "experiments/laws/tools.hpp"
#include "experiments/measure/convergence.hpp"
#include "problems/core/numbers/quad.hpp"

namespace rattleback::laws {

Violations order_is_as_promised(Problems const& problems) {
  // Per method, start and component: least observed order over all problems, and promised order.
  std::map<std::string, std::pair<double, double>> least;
  auto found = over_pairs("order", problems, [&](auto& problem, auto& method, auto& of_pair) {
    if (method.card.adaptive) return of_pair.untested("the method takes steps of its own");
    bool is_tested = false;
    std::string untested = "the card promises no order";
    // In the initial condition of a case named generic, no term vanishes accidentally.
    std::string const case_name = has_case(problem, "generic") ? "generic" : "";
    for (auto const& start : method.card.starts) {
      if (start.name == "pair") continue;  // its order depends on the user's second node
      auto const report = of_pair.at("start " + start.name);
      auto const measured = observed_orders(problem, method, start.name, default_steps_per_unit(),
                                            case_setting(case_name));
      if (!measured.not_applicable_because.empty()) report(measured.not_applicable_because);
      for (auto const& observed : measured.orders) {
        if (observed.promised == 0) continue;
        untested = "errors are rounding, which shows no order";
        if (observed.points < 4 && observed.errors.back() < 1e-11) continue;
        is_tested = true;
        if (observed.points < 4 || !(observed.order >= observed.promised - 0.15))
          report(fmt::format("{}: {} from {} points, promised {}", observed.component,
                             observed.order < 0.5 ? "does not converge: order below 0.5"
                                                  : fmt::format("{:.3f}", observed.order),
                             observed.points, observed.promised));
        auto const promise =
            fmt::format("{}, start {}, {}", method.card.id, start.name, observed.component);
        auto const [at, is_new] = least.try_emplace(promise, observed.order, observed.promised);
        if (!is_new) at->second.first = std::min(at->second.first, observed.order);
        // Gravity distinguishes starts that coincide without it.
        if (observed.promised > 1 || !has_case(problem, "heavy")) continue;
        auto const heavy = observed_orders(problem, method, start.name, default_steps_per_unit(),
                                           case_setting("heavy"));
        for (auto const& other : heavy.orders)
          if (other.component == observed.component && other.points >= 4)
            at->second.first = std::min(at->second.first, other.order);
      }
    }
    if (!is_tested) of_pair.untested(untested);
  });
  for (auto const& [promise, orders] : least)
    if (!(orders.first <= orders.second + 0.15))
      found.push_back({"order", promise,
                       fmt::format("{:.3f} at least on every problem, only {} promised",
                                   orders.first, orders.second),
                       true});
  return found;
}

Violations compositions_have_their_order(Problems const& problems) {
  struct Scheme {
    char const* name;
    int order;
    std::vector<long> steps_per_unit;  ///< coarse enough for four points above rounding; even, so
                                       ///< that all runs pass the same two reference states
  };
  std::vector<Scheme> const schemes{{"yoshida4", 4, {20, 30, 40, 60, 80, 120}},
                                    {"suzuki4", 4, {20, 30, 40, 60, 80, 120}},
                                    {"kahan_li6", 6, {6, 8, 10, 14, 16, 20}},
                                    {"kahan_li8", 8, {4, 6, 8, 10, 12}}};
  std::map<std::string, int> seen;
  std::map<std::string, double> least;  // for methods that promise less than the scheme's order
  bool any = false;
  auto found = over_pairs("composition", problems, [&](auto& problem, auto& method, Report report) {
    if (!method.composable)
      return report.untested("the method is not self-adjoint and has no symmetric compositions");
    any = true;
    for (auto const& scheme : schemes) {
      auto const& composed =
          problem.method(fmt::format("compose({},{})", method.card.id, scheme.name));
      report.subject = pair_name(problem, composed);
      if (composed.reversibility_defect) {
        double const defect =
            composed.reversibility_defect(run_spec({}, 0.05 * problem.card.time_scale, 1));
        if (!(defect <= 1e-12)) report(fmt::format("not reversible: {:.2e}", defect));
      }
      int const promised = composed.card.starts.front().order;
      // The coarse steps are for high orders, which reach rounding early.
      auto const& steps =
          promised < scheme.order ? schemes.front().steps_per_unit : scheme.steps_per_unit;
      auto const measured = observed_orders(problem, composed, "", steps);
      for (auto const& observed : measured.orders) {
        if (observed.component != "positions" || observed.points < 4) continue;
        ++seen[scheme.name];
        // Six step sizes within a factor of six determine the order less accurately than halving.
        if (!(observed.order >= promised - 0.6))
          report(fmt::format("order {:.2f}", observed.order));
        if (promised < scheme.order) {
          auto& lowest = least.try_emplace(scheme.name, observed.order).first->second;
          lowest = std::min(lowest, observed.order);
        }
      }
    }
  });
  for (auto const& [scheme, order] : least)
    if (!(order < 4.6))
      found.push_back(
          {"composition", scheme, fmt::format("order {:.2f} without a promise", order), true});
  for (auto const& scheme : schemes)
    if (any && seen[scheme.name] == 0)
      found.push_back({"composition", scheme.name, "its order was measured on no problem", true});
  return found;
}

Violations adaptive_solvers_reach_the_reference(Problems const& problems) {
  return over_pairs("adaptive", problems, [](auto& problem, auto& method, auto& of_pair) {
    if (!method.card.adaptive) return of_pair.untested("the method takes the given steps");
    RawQuad const unit = problem.card.time_scale;
    auto const exact = problem.reference({}, {unit}).states.front();
    auto const error_with = [&](OptionValues options, char const* tolerance) {
      auto spec = run_spec({}, 0.1, 10);
      spec.step = unit / 10;
      options.push_back({"rtol", tolerance});
      options.push_back({"atol", tolerance});
      spec.options = options;
      auto const run = method.integrate(spec);
      auto const infinite = std::numeric_limits<double>::infinity();
      if (run.outcome != Outcome::ok) return std::pair{infinite, infinite};
      return std::pair{
          std::max(max_difference(run.q.back(), exact.q), max_difference(run.v.back(), exact.v)),
          max_difference(run.multipliers.back(), exact.multipliers)};
    };
    auto forms = choices_of(method.card, "form");
    if (forms.empty()) forms = {""};  // the method has no forms
    for (auto const& word : forms) {
      // Multipliers of index 2 (`stabilised` has one, eta, besides lambda of index 1) have rounding
      // errors that grow like 1/h: tighter tolerances are out of reach.
      auto const form = word.empty() ? OptionValues{} : OptionValues{{"form", word}};
      auto const report = word.empty() ? of_pair : of_pair.at("form " + word);
      bool const index2 = word == "index2" || word == "stabilised";
      double const loose = error_with(form, "1e-6").first;
      std::vector<char const*> const tolerances =
          index2 ? std::vector{"1e-8", "3e-8", "1e-7"} : std::vector{"1e-10"};
      char const* tolerance = nullptr;
      double tight = 0, multipliers = 0;
      for (char const* const at : tolerances) {  // the first at which rounding stops no step
        std::tie(tight, multipliers) = error_with(form, tolerance = at);
        if (std::isfinite(tight)) break;
      }
      // The error falls at least with the square root of the tolerance; a factor of 10 suffices.
      double const factor = std::min(10.0, std::sqrt(1e-6 / std::atof(tolerance)));
      // A solver that ends at every node may be exact at such short steps.
      bool const follows = tight < loose / factor || loose < 1e-10;
      if (!(tight < 1e-6 && follows))
        report(
            fmt::format("error {:.2e} at tolerance 1e-6, {:.2e} at {}", loose, tight, tolerance));
      if (!(multipliers < 1e-5))
        report(fmt::format("multipliers {:.2e} at {}", multipliers, tolerance));
    }
  });
}

Violations references_are_certified(Problems const& problems) {
  Violations found;
  for (auto const& problem : problems)
    for (auto const& c : problem.cases) {
      Report const report{found, "reference", problem.card.id + ", case " + c.name};
      auto const reference = problem.reference(case_setting(c.name), {RawQuad(1) / 2, 1});
      if (!(reference.digits >= 25)) report(fmt::format("{:.1f} digits", reference.digits));
      if (reference.certified_by.empty()) report("no certificate");
      if (!problem.exact) continue;
      auto const closed = problem.exact(case_setting(c.name), {RawQuad(1) / 2, 1});
      for (std::size_t i = 0; i < closed.size(); ++i) {
        double const difference = std::max(max_difference(closed[i].q, reference.states[i].q),
                                           max_difference(closed[i].v, reference.states[i].v));
        if (!(difference <= 1e-25)) report(fmt::format("closed form off by {:.2e}", difference));
      }
    }
  return found;
}

Violations quad_is_quad(Problems const& problems) {
  return over_pairs("quad", problems, [](auto& problem, auto& method, auto& report) {
    if (!method.integrate_quad) return report.untested("the method has no quad precision");
    auto const expect = [&](char const* what, double defect, double allowed) {
      if (!(defect <= allowed)) report(fmt::format("{} {:.2e}", what, defect));
    };
    auto spec = run_spec({}, 0, 40);
    // With its start legendre, hdel on knife_edge amplifies rounding by over a thousand.
    if (method.card.starts.front().name == "legendre") spec.start = "euler";
    spec.step = RawQuad(problem.card.time_scale) / 16;
    auto const rounded = method.integrate(spec);
    auto const run = method.integrate_quad(spec);
    double const difference = std::max(max_difference(rounded.q.back(), run.q.back()),
                                       max_difference(rounded.v.back(), run.v.back()));
    expect("differs from double by", difference, 1e-13 * scale_of(rounded.q.back()));
    // Structure holds to the rounding of 113 bits, 1e-34.
    if (method.card.preserves_constraint)
      expect("violates the constraint by", static_cast<double>(run.max_violation), 1e-31);
    if (method.self_adjoint) {
      spec.setting.is_method_state = true;
      spec.setting.q = run.q.back();
      spec.setting.v = run.v.back();
      for (RawQuad& x : *spec.setting.v) x = -x;
      // The reversed run of affine constraints and of a Lagrangian linear in v belongs to another
      // system; the test in double precision detects this.
      if (!(max_difference(method.integrate(spec).q.back(), run.start_q) <= 1e-9)) return;
      auto const back = method.integrate_quad(spec);
      expect("returns to its start but for", max_difference(back.q.back(), run.start_q), 1e-31);
    }
  });
}

}  // namespace rattleback::laws
