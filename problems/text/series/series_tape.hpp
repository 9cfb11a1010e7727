#pragma once
// A tape on power series in time: each coefficient of all numbers follows from those of lower
// orders by the recurrences of automatic differentiation.

#include "problems/text/tape.hpp"

namespace rattleback::text {

/// Sum of a_j b_(-j) for j below `count`: the coefficient of a product, for b at its last factor.
template <class S>
[[gnu::always_inline]] inline S convolution(S const* a, S const* b, int count) {
  // Two sums do not wait for each other.
  S even(0), odd(0);
  int j = 0;
  for (; j + 1 < count; j += 2) {
    even = even + a[j] * b[-j];
    odd = odd + a[j + 1] * b[-j - 1];
  }
  if (j < count) even = even + a[j] * b[-j];
  return even + odd;
}

/// Operations of a tape on rows of coefficients, a row for each number.
class SeriesTape {
 private:
  /// Recurrences of the orders above 0. A slope is the row of k a_k.
  enum class Rule : std::uint8_t {
    add,
    subtract,
    negate,
    scale,
    divide_by_fixed,
    multiply,
    square,
    product_or_zero,
    divide,
    power,
    square_root,
    exponential,
    logarithm,
    arc_tangent,
    arc_tangent_of_quotient,
    sine_and_cosine,
    hyperbolic_sine_and_cosine,
    hyperbolic_tangent,
    absolute,
    sign,
    slope
  };

 public:
  /// @param lasting  arrays of results whose coefficients of all orders are computed; of the other
  ///                 arrays only the values are
  SeriesTape(Tape const& tape, std::vector<int> const& lasting);

  /// Coefficients of all numbers for one set of parameters.
  template <class S>
  class Numbers {
   public:
    /// The tape must outlive the numbers.
    Numbers(SeriesTape const& tape, std::vector<S> parameters);
    /// Makes room for coefficients of orders below `count`.
    void reserve(int count);
    /// Takes coefficient k of the arguments: argument(array, entry).
    template <class Argument>
    void take(int k, Argument const& argument) {
      for (auto const& [array, entry, to] : tape_.inputs_) row(to)[k] = argument(array, entry);
    }
    /// Computes the values of all numbers. Returns true if the argument of an absolute value or a
    /// sign is zero.
    /// @param rate   change of the time of the system in the time of the series
    /// @param sides  signs for arguments that are zero, as sides() returns them; empty: zeros
    bool begin(S const& time, S const& rate, std::vector<S> const& sides = {});
    /// Computes the coefficients of order k > 0.
    void advance(int k);
    /// Returns the coefficients of a result.
    S const* result(int array, int entry) const { return row(tape_.result(array, entry)); }
    /// True if a result depends on parameters alone.
    bool is_fixed(int array, int entry) const {
      return tape_.is_fixed_[tape_.result(array, entry)];
    }
    /// Signs of the arguments of absolute values and signs.
    std::vector<S> const& sides() const { return sides_; }

   private:
    /// An operation with the addresses of its rows.
    struct Bound {
      Rule rule;
      S const *a, *b, *slope_a, *slope_b;
      S *to, *slope_to, *other, *side;
    };
    S* row(int i) { return rows_.data() + std::size_t(i) * stride_; }
    S const* row(int i) const { return rows_.data() + std::size_t(i) * stride_; }

    SeriesTape const& tape_;
    std::vector<S> parameters_, rows_, sides_;
    std::vector<Bound> lasting_;  ///< operations of all orders
    std::size_t stride_ = 0;
  };

 private:
  /// An operation with its rows; -1: none.
  struct Step {
    Rule rule;
    graph::Operation operation;                     ///< operation on values
    int a = -1, b = -1, to = -1;                    ///< operands and result
    int slope_a = -1, slope_b = -1, slope_to = -1;  ///< slopes of these
    int other = -1;                                 ///< second result of a pair, or a denominator
    int side = -1;                                  ///< place of the sign of the operand
  };
  int add_row(bool is_fixed);
  int slope_of(int row);
  /// Adds an operation on rows. Returns the row of the result.
  int add(graph::Operation operation, int a, int b);
  int add_pair(Rule rule, graph::Operation operation, int a, bool is_second);
  void put_lasting_first(std::vector<int> const& lasting);
  int result(int array, int entry) const {
    return results_[std::size_t(first_result_[std::size_t(array)] + entry)];
  }

  Tape tape_;  ///< its constants are in the first rows
  std::vector<Tape::Parameter> parameters_;
  std::vector<int> times_;
  std::vector<Tape::Step> fixed_steps_;
  std::vector<Tape::Entry> inputs_;
  std::vector<Step> steps_;
  std::size_t lasting_ = 0;  ///< number of the first steps, which all orders take
  std::vector<int> results_, first_result_;
  std::vector<bool> is_fixed_;  ///< flag of each row: it depends on parameters alone
  std::vector<int> slopes_;     ///< row of the slope of each row; -1: none
  int side_count_ = 0;
};

}  // namespace rattleback::text
