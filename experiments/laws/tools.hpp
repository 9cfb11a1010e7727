#pragma once
// Tools of the laws: runs by id, initial conditions from numbers, differences.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/laws/laws.hpp"

namespace rattleback::laws {

/// Returns "method on problem".
inline std::string pair_name(ProblemEntry const& problem, MethodEntry const& method) {
  return method.card.id + " on " + problem.card.id;
}

/// Collector of the violations of one law by one subject.
struct Report {
  Violations& found;
  std::string law, subject;

  void operator()(std::string detail) const { found.push_back({law, subject, std::move(detail)}); }
  /// States that this pair, or this initial condition, is not tested.
  void untested(std::string reason) const {
    --found.tests;
    found.untested = std::move(reason);
  }
  Report at(std::string const& where) const { return {found, law, subject + ", " + where}; }
};

/// Calls body(problem, method) for every pair that integrates.
template <class Body>
void for_each_pair(Problems const& problems, Body const& body) {
  for (auto const& problem : problems)
    for (auto const& method : problem.methods)
      if (method.integrate) body(problem, method);
}

/// Calls body(problem, method, report) for every pair that integrates; returns the violations.
template <class Body>
Violations over_pairs(char const* law, Problems const& problems, Body const& body) {
  Violations found;
  for_each_pair(problems, [&](ProblemEntry const& problem, MethodEntry const& method) {
    Report const report{found, law, pair_name(problem, method)};
    ++found.tests;
    body(problem, method, report);
  });
  return found;
}

/// Returns the largest absolute difference; infinite if lengths differ or a number is not finite.
template <class A, class B>
double max_difference(std::vector<A> const& a, std::vector<B> const& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    double const d = std::abs(static_cast<double>(a[i] - b[i]));
    if (!std::isfinite(d)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, d);
  }
  return largest;
}

/// Returns the largest absolute entry, at least 1: the scale of rounding errors.
inline double scale_of(std::vector<double> const& numbers) {
  double scale = 1;
  for (double x : numbers) scale = std::max(scale, std::abs(x));
  return scale;
}

/// Returns the setting of a case.
inline Setting case_setting(std::string const& name) { return {.case_name = name}; }

inline bool has_case(ProblemEntry const& problem, std::string const& name) {
  return std::ranges::count(problem.cases, name, &ProblemEntry::CaseRecord::name) > 0;
}

/// Returns (q, v) as a setting, in the method's own state.
inline Setting setting_at(std::vector<double> const& q, std::vector<double> const& v,
                          std::string const& case_name = "") {
  Setting setting = case_setting(case_name);
  setting.q = std::vector<RawQuad>(q.begin(), q.end());
  setting.v = std::vector<RawQuad>(v.begin(), v.end());
  setting.is_method_state = true;
  return setting;
}

inline RunSpec run_spec(Setting const& setting, double step, long steps, long every = 0) {
  return {.setting = setting, .step = step, .steps = steps, .every = every};
}

/// True if the problem states how all its coordinates are sampled. Other problems may draw
/// positions at which a method has no step.
inline bool samples_all_coordinates(ProblemEntry const& problem) {
  return problem.starts.starts_with("coordinates and");
}

/// Returns generic initial conditions: every case, and five sampled ones if the problem states the
/// sampling.
inline std::vector<Setting> generic_starts(ProblemEntry const& problem) {
  std::vector<Setting> starts;
  for (auto const& c : problem.cases)
    if (!c.is_method_state) starts.push_back(case_setting(c.name));
  for (std::uint64_t orbit = 0; samples_all_coordinates(problem) && orbit < 5; ++orbit) {
    auto const [q, v] = problem.sample(7, orbit, 1.0);
    starts.push_back(setting_at(q, v));
  }
  return starts;
}

/// Returns the name of an element of generic_starts() in violations.
inline std::string name_of_start(Setting const& start) {
  return start.q ? "sampled start" : "case " + start.case_name;
}

inline bool has_option(MethodEntry const& method, std::string const& name) {
  return std::ranges::count(method.card.options, name, &OptionCard::name) > 0;
}

/// Calls body(problem, method, start, report) for every element of generic_starts() and every
/// method with fixed steps; returns the violations.
template <class Body>
Violations over_starts(char const* law, Problems const& problems, Body const& body) {
  return over_pairs(law, problems, [&](auto& problem, auto& method, auto& report) {
    report.untested("the method takes steps of its own");
    if (method.card.adaptive) return;
    for (auto const& start : generic_starts(problem)) {
      auto const of_start = report.at(name_of_start(start));
      ++report.found.tests;
      body(problem, method, start, of_start);
    }
  });
}

}  // namespace rattleback::laws
