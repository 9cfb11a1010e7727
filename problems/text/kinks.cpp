#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "problems/core/graph/formula.hpp"
#include "problems/text/readers.hpp"

namespace rattleback::text {

using graph::Index;
using graph::Operation;

namespace {

std::string text_of(graph::Graph const& graph, Index node, std::vector<std::string> const& inputs) {
  try {
    return graph::formula_texts(graph, {node}, inputs, "*").formulas.front();
  } catch (graph::NotRecordable const&) {
    return "a subexpression";  // a coefficient is too long
  }
}

/// True if a condition on the domain states it: then a motion on which the argument of a power or
/// root becomes negative ends there.
bool is_positive_at_starts(ProblemFile const& file, Index argument) {
  return std::any_of(file.domain.begin(), file.domain.end(), [&](auto const& condition) {
    return condition.node == argument && !condition.may_vanish;
  });
}

/// Adds the kinks of one formula.
void add_kinks(ProblemFile const& file, Index formula, std::string const& name,
               std::vector<std::string> const& inputs, std::vector<Kink>& kinks) {
  auto const& graph = file.graph;
  std::vector<bool> never_negative(graph.size());
  for (Index const i : graph.nodes_for(std::array{formula})) {
    auto const& [operation, a, b, value] = graph[i];
    bool is_kink = false;
    switch (operation) {
      case Operation::constant:
      case Operation::decimal:
        never_negative[i] = *graph.fixed_value(i) >= 0;
        break;
      case Operation::multiply:
        never_negative[i] = a == b || (never_negative[a] && never_negative[b]);
        break;
      case Operation::add:
      case Operation::divide:
        never_negative[i] = never_negative[a] && never_negative[b];
        break;
      case Operation::exponential:
      case Operation::hyperbolic_cosine:
        never_negative[i] = true;
        break;
      case Operation::power:
      case Operation::absolute:
      case Operation::sign:
      case Operation::square_root:
        is_kink = !never_negative[a] && graph.last_input(a) >= file.parameter_count() &&
                  !(operation != Operation::absolute && operation != Operation::sign &&
                    is_positive_at_starts(file, a));
        never_negative[i] = operation != Operation::power || never_negative[a];
        break;
      default:
        break;
    }
    auto const is_known = [&, argument = a](Kink const& k) { return k.argument == argument; };
    if (is_kink && std::none_of(kinks.begin(), kinks.end(), is_known))
      kinks.push_back({a, b, fmt::format("{} in {}", text_of(graph, i, inputs), name)});
  }
}

}  // namespace

std::vector<Kink> kinks_of(ProblemFile const& file) {
  auto inputs = file.parameter_names();
  if (file.driven) inputs.emplace_back("t");
  inputs.insert(inputs.end(), file.coordinates.begin(), file.coordinates.end());
  inputs.insert(inputs.end(), file.velocities.begin(), file.velocities.end());
  std::vector<Kink> kinks;
  for (std::size_t i = 0; i < file.force_nodes.size(); ++i)
    add_kinks(file, file.force_nodes[i], "the force on " + file.velocities[i], inputs, kinks);
  add_kinks(file, file.lagrangian_node, "the Lagrangian", inputs, kinks);
  for (std::size_t k = 0; k < file.constraint_nodes.size(); ++k)
    add_kinks(file, file.constraint_nodes[k], fmt::format("constraint {}", k + 1), inputs, kinks);
  for (std::size_t k = 0; k < file.events.size(); ++k)
    kinks.push_back({file.event_nodes[k], -1, file.events[k]});
  return kinks;
}

}  // namespace rattleback::text
