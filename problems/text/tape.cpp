#include "problems/text/tape.hpp"

#include <stdexcept>

namespace rattleback::text {

Tape::Tape(graph::Graph const& graph, int parameters, std::vector<graph::Argument> const& arguments,
           std::vector<graph::Result> const& results, bool last_is_time) {
  using graph::Index, graph::Operation;
  std::vector<Index> wanted;
  for (auto const& result : results)
    wanted.insert(wanted.end(), result.entries.begin(), result.entries.end());
  auto const needed = graph.needed_for(wanted);
  auto const is_number = [&](Index i) {
    return graph[i].operation == Operation::constant || graph[i].operation == Operation::decimal;
  };
  // Index of a node among the plain numbers and among the others; -1: absent.
  std::vector<int> plain(graph.size(), -1), value(graph.size(), -1);
  for (Index i = 0; i < graph.size(); ++i)
    if (needed[i] && is_number(i)) {
      plain[i] = static_cast<int>(plain_count_++);
      auto& number = constants_.emplace_back();
      number.value = graph[i].value;
      if (graph[i].operation == Operation::decimal) number.decimal = graph.decimal(graph[i]);
      doubles_.push_back(number.decimal ? number.decimal->nearest : number.value.nearest());
      quads_.push_back(number.decimal ? number.decimal->nearest_quad
                                      : graph::number_of<Quad>(number.value));
    }
  auto const value_of = [&](Index i) {
    if (value[i] < 0) {
      value[i] = static_cast<int>(value_count_++);
      conversions_.push_back({plain[i], value[i]});
    }
    return value[i];
  };
  auto const read = [&](Index i) {
    value[i] = static_cast<int>(value_count_++);
    for (std::size_t array = 0; array < arguments.size(); ++array)
      if (int const entry = graph[i].a - arguments[array].first;
          entry >= 0 && entry < arguments[array].count)
        return inputs_.push_back({static_cast<int>(array), entry, value[i]});
    throw std::logic_error("a tape needs an input that is not one of its arguments");
  };
  for (Index i = 0; i < graph.size(); ++i) {
    auto const& [operation, a, b, number] = graph[i];
    if (!needed[i] || is_number(i)) continue;
    if (operation == Operation::input && a >= parameters) {
      read(i);
    } else if (operation == Operation::input) {
      plain[i] = static_cast<int>(plain_count_++);
      if (last_is_time && a == parameters - 1)
        times_.push_back(plain[i]);
      else
        parameters_.push_back({a, plain[i]});
    } else if (plain[a] >= 0 && (b < 0 || plain[b] >= 0)) {
      plain[i] = static_cast<int>(plain_count_++);
      plain_steps_.push_back({operation, plain[a], b < 0 ? -1 : plain[b], plain[i]});
    } else {
      int const from = value_of(a), with = b < 0 ? -1 : value_of(b);
      value[i] = static_cast<int>(value_count_++);
      steps_.push_back({operation, from, with, value[i]});
    }
  }
  for (std::size_t array = 0; array < results.size(); ++array)
    for (std::size_t k = 0; k < results[array].entries.size(); ++k)
      outputs_.push_back(
          {static_cast<int>(array), static_cast<int>(k), value_of(results[array].entries[k])});
}

}  // namespace rattleback::text
