#pragma once
// A graph as a list of operations that any number type runs through.

#include <array>
#include <concepts>
#include <initializer_list>
#include <optional>
#include <vector>

#include "problems/core/graph/emit.hpp"
#include "problems/core/numbers/quad.hpp"
#include "problems/core/numbers/transcendental.hpp"

namespace rattleback::text {

/// Parameters of a text that runs without a compiler.
inline constexpr std::size_t most_parameters = 32;

/// The parameters of a text problem. Members, because settable parameters are pointers to members.
template <class Real>
struct Parameters {
  Real p0{}, p1{}, p2{}, p3{}, p4{}, p5{}, p6{}, p7{};
  Real p8{}, p9{}, p10{}, p11{}, p12{}, p13{}, p14{}, p15{};
  Real p16{}, p17{}, p18{}, p19{}, p20{}, p21{}, p22{}, p23{};
  Real p24{}, p25{}, p26{}, p27{}, p28{}, p29{}, p30{}, p31{};
  static constexpr std::array<Real Parameters::*, most_parameters> slots{
      &Parameters::p0,  &Parameters::p1,  &Parameters::p2,  &Parameters::p3,  &Parameters::p4,
      &Parameters::p5,  &Parameters::p6,  &Parameters::p7,  &Parameters::p8,  &Parameters::p9,
      &Parameters::p10, &Parameters::p11, &Parameters::p12, &Parameters::p13, &Parameters::p14,
      &Parameters::p15, &Parameters::p16, &Parameters::p17, &Parameters::p18, &Parameters::p19,
      &Parameters::p20, &Parameters::p21, &Parameters::p22, &Parameters::p23, &Parameters::p24,
      &Parameters::p25, &Parameters::p26, &Parameters::p27, &Parameters::p28, &Parameters::p29,
      &Parameters::p30, &Parameters::p31};
  Real const& parameter(int k) const { return this->*slots[k]; }
};

/// A function of parameters and arrays. What depends on parameters and constants alone is computed
/// in the system's own number type, as in generated equations.
class Tape {
 public:
  Tape() = default;
  /// The first `parameters` inputs of the graph are parameters, of which the last is the time if
  /// `last_is_time`, and the others entries of `arguments`.
  Tape(graph::Graph const& graph, int parameters, std::vector<graph::Argument> const& arguments,
       std::vector<graph::Result> const& results, bool last_is_time = false);

  /// Fills the results.
  template <class Real, class T>
  [[gnu::noinline]] void run(Parameters<Real> const& system,
                             std::initializer_list<T const*> arguments,
                             std::initializer_list<T*> results, Real const& time = Real()) const {
    thread_local std::vector<Real> plain;
    thread_local std::vector<T> values;
    if (plain.size() < plain_count_) plain.resize(plain_count_);
    if (values.size() < value_count_) values.resize(value_count_);
    for (std::size_t i = 0; i < constants_.size(); ++i) plain[i] = constant<Real>(i);
    for (auto const& [number, to] : parameters_) plain[to] = system.parameter(number);
    for (int const to : times_) plain[to] = time;
    run_steps(plain_steps_, plain.data());
    for (auto const& [from, to] : conversions_) values[to] = T(plain[from]);
    for (auto const& [array, entry, to] : inputs_) values[to] = arguments.begin()[array][entry];
    run_steps(steps_, values.data());
    for (auto const& [array, entry, from] : outputs_) results.begin()[array][entry] = values[from];
  }

 private:
  friend class SeriesTape;
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

  // Plain numbers, which depend on no argument: constants first.
  std::vector<Constant> constants_;
  std::vector<double> doubles_;
  std::vector<Quad> quads_;
  std::vector<Parameter> parameters_;
  std::vector<int> times_;
  std::vector<Step> plain_steps_;
  std::vector<Conversion>
      conversions_;  ///< conversions of plain numbers that the other numbers use
  std::vector<Entry> inputs_;
  std::vector<Step> steps_;
  std::vector<Entry> outputs_;
  std::size_t plain_count_ = 0, value_count_ = 0;
};

}  // namespace rattleback::text
