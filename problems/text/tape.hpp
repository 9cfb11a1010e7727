#pragma once
// A graph as a list of operations that any number type runs through.

#include <concepts>
#include <initializer_list>
#include <optional>
#include <vector>

#include "problems/core/graph/emit.hpp"
#include "problems/core/quad.hpp"
#include "problems/core/transcendental.hpp"

namespace rattleback::text {

/// A function of parameters and arrays. What depends on parameters and constants alone is computed
/// in the system's own number type, as in generated equations.
class Tape {
 public:
  Tape() = default;
  /// The first `parameters` inputs of the graph are parameters, the others entries of `arguments`.
  Tape(graph::Graph const& graph, int parameters, std::vector<graph::Argument> const& arguments,
       std::vector<graph::Result> const& results);

  /// Fills the results; system.parameter(k) is parameter k.
  template <class System, class T>
  [[gnu::noinline]] void run(System const& system, std::initializer_list<T const*> arguments,
                             std::initializer_list<T*> results) const {
    using Real = typename System::Real;
    thread_local std::vector<Real> plain;
    thread_local std::vector<T> values;
    if (plain.size() < plain_count_) plain.resize(plain_count_);
    if (values.size() < value_count_) values.resize(value_count_);
    for (std::size_t i = 0; i < constants_.size(); ++i) plain[i] = constant<Real>(i);
    for (auto const& [number, to] : parameters_) plain[to] = system.parameter(number);
    run_steps(plain_steps_, plain.data());
    for (auto const& [from, to] : conversions_) values[to] = T(plain[from]);
    for (auto const& [array, entry, to] : inputs_) values[to] = arguments.begin()[array][entry];
    run_steps(steps_, values.data());
    for (auto const& [array, entry, from] : outputs_) results.begin()[array][entry] = values[from];
  }

 private:
  struct Step {
    graph::Operation operation;
    int a, b, to;
  };
  struct Constant {
    graph::Rational value = 0;
    std::optional<graph::Decimal> decimal;  ///< instead of the value
  };
  struct Parameter {
    int number, to;
  };
  struct Conversion {
    int from, to;
  };
  struct Entry {
    int array, entry, at;
  };

  template <class T>
  [[gnu::noinline]] static void run_steps(std::vector<Step> const& steps, T* values) {
    for (auto const& [operation, a, b, to] : steps)
      values[to] = b < 0 ? graph::applied<T>(operation, values[a])
                         : graph::combined<T>(operation, values[a], values[b]);
  }
  template <class Real>
  Real constant(std::size_t i) const {
    if constexpr (std::same_as<Real, double>)
      return doubles_[i];
    else if constexpr (std::same_as<Real, Quad>)
      return quads_[i];
    else
      return constants_[i].decimal ? graph::number_of<Real>(*constants_[i].decimal)
                                   : graph::number_of<Real>(constants_[i].value);
  }

  // What depends on no argument is plain: constants first.
  std::vector<Constant> constants_;
  std::vector<double> doubles_;
  std::vector<Quad> quads_;
  std::vector<Parameter> parameters_;
  std::vector<Step> plain_steps_;
  std::vector<Conversion> conversions_;  ///< of plain numbers that the others use
  std::vector<Entry> inputs_;
  std::vector<Step> steps_;
  std::vector<Entry> outputs_;
  std::size_t plain_count_ = 0, value_count_ = 0;
};

}  // namespace rattleback::text
