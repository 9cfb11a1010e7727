#include "experiments/comparison/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "problems/core/misuse.hpp"

namespace rattleback {

namespace {

/// The start that promises most, without a second point of the user's.
std::string best_start(MethodCard const& card) {
  auto const* best = &card.starts.front();
  for (auto const& start : card.starts)
    if (start.name != "pair" && start.order > best->order) best = &start;
  return best->name;
}

/// Rows of t and q to t = 10, for a picture.
std::vector<std::vector<double>> path_of(ProblemEntry const& problem) {
  RunSpec spec;
  spec.options = {{"rtol", "1e-10"}, {"atol", "1e-10"}};
  spec.step = RawQuad(1) / 40;
  spec.steps = 400;
  spec.every = 1;
  auto const run = problem.method("odeint_dopri5").integrate(spec);
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    rows.push_back({run.times[i]});
    rows.back().insert(rows.back().end(), run.q[i].begin(), run.q[i].end());
  }
  return rows;
}

}  // namespace

Comparison compare(ProblemEntry const& problem, std::vector<std::string> const& ids,
                   std::function<void(double)> const& progress) {
  double const time = 4;
  std::vector<MethodEntry const*> methods;
  for (auto const& id : ids) methods.push_back(&problem.method(id));
  if (ids.empty())
    for (auto const& method : problem.methods) methods.push_back(&method);

  Comparison c;
  c.problem = problem.card;
  c.space = problem.space;
  auto const& first_case = problem.cases.front();
  c.case_name = first_case.name;
  c.parameters = first_case.parameters;
  c.q = first_case.q;
  c.v = first_case.v;
  auto const reference = problem.reference({}, {RawQuad(time)});
  c.reference_time = time;
  c.long_run_time = double(long_run_time(problem.dof));
  c.reference_digits = reference.digits;
  c.reference_by = reference.certified_by;
  if (!(reference.digits >= 12))
    throw Misuse(
        fmt::format("the reference of {} cannot be certified: its formulations agree to "
                    "{:.1f} digits, 12 are needed",
                    problem.card.id, reference.digits));
  c.path = path_of(problem);
  // Methods that count in the Hamiltonized time end at tau = 1: later taus may be out of reach.
  auto const end_of = [&](MethodCard const& card) { return card.counts_in_tau ? 1 : time; };
  auto const state_at_end = [&](MethodCard const& card) {
    if (!card.counts_in_tau) return reference.states.front();
    return problem.reference({}, problem.times_at({}, {RawQuad(1)})).states.front();
  };

  for (std::size_t i = 0; i < methods.size(); ++i) {
    auto const& method = *methods[i];
    MethodComparison m{method.card, method.refusal, {}, {}, {}, {}};
    if (method.refusal.empty()) {
      auto const done = [&](double part) { progress((double(i) + part) / double(methods.size())); };
      m.start = best_start(method.card);
      done(0);
      if (!method.card.adaptive)
        for (auto const& start : method.card.starts)
          if (start.name != "pair")
            m.orders.push_back(
                observed_orders(problem, method, start.name, default_steps_per_unit()));
      done(0.3);
      m.structure = structure_of(problem, method, m.start);
      done(0.7);
      m.work = work_of(method, m.start, end_of(method.card), state_at_end(method.card));
    }
    c.methods.push_back(std::move(m));
  }
  c.advice = advice_of(c);
  return c;
}

}  // namespace rattleback
