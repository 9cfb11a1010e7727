#pragma once
// A tape on power series in time: each coefficient of all numbers follows from those of lower
// orders by the recurrences of automatic differentiation.

#include <span>
#include <string>
#include <tuple>

#include "problems/text/series/recurrences.hpp"
#include "problems/text/tape.hpp"

namespace rattleback::text {

/// Operations of all orders of one SeriesTape as functions that the build generates; `rows` are
/// those of SeriesTape::Numbers.
struct SeriesLoops {
  template <class S>
  struct Functions {
    void (*begin)(S* rows, S rate) = nullptr;
    void (*advance)(S* rows, int k, S rate) = nullptr;
  };
  std::uint64_t fingerprint;  ///< SeriesTape::fingerprint()
  std::tuple<Functions<double>, Functions<Lanes>> functions;
};
/// Loops of the catalogue's problems, as the build generates them.
std::span<SeriesLoops const> loops_of_catalogue();
/// Loops in use, which a registry of the whole catalogue sets before main(); empty without one.
std::span<SeriesLoops const>& generated_series_loops();

/// Returns q' = q v on a product of R^n, SE(2) and SO(3) as a tape of q and v.
Tape tangent_tape(std::span<Factor const> factors);

struct LoopsText;

/// Operations of tapes on rows of coefficients, a row for each number. The first rows are those of
/// y = (q, v), the arguments of the tapes.
class SeriesTape {
 public:
  /// Arrays of results of `motion` and, after them, those of `terms` and the derivative of q.
  enum ResultOfMotion { conditions = 3 };
  enum ResultOfTerms { mass = 1, right_hand_side, mu, phi, phi_along_motion, qdot };

  /// Operations of y' = motion(y).
  static SeriesTape of_closed_form(Tape const& motion, int coordinates, int velocities);
  /// Operations of the saddle system, and of q' = tangent(y).
  static SeriesTape of_saddle_form(Tape const& terms, Tape const& tangent, int coordinates,
                                   int velocities);

  /// Returns a hash of the operations of all orders and their rows.
  std::uint64_t fingerprint() const { return fingerprint_; }
  /// Returns the operations as C++.
  LoopsText code(std::string const& name) const;

  /// Coefficients of all numbers for one set of parameters.
  template <class S>
  class Numbers {
   public:
    /// The tape must outlive the numbers.
    /// @param loops  of which those of this tape are used instead of it
    Numbers(SeriesTape const& tape, std::vector<S> const& parameters,
            std::span<SeriesLoops const> loops);
    /// Computes the values of all numbers, and the integrals up to order 1.
    /// @param rate   change of the time of the system in the time of the series
    void begin(S const& time, S const& rate);
    /// Computes the coefficients of order k > 0, of integrals those of order k + 1.
    void advance(int k, S const& rate);
    /// Returns the coefficients of a component of y.
    S* y(int i) { return row(i); }
    S const* y(int i) const { return row(i); }
    /// Returns the coefficients of a result.
    S const* result(int array, int entry) const { return row(tape_.result(array, entry)); }
    /// True if a result depends on parameters alone.
    bool is_fixed(int array, int entry) const {
      return tape_.is_fixed_[tape_.result(array, entry)];
    }
    /// True if the argument of an absolute value or a sign is zero; for a lane also if that of
    /// another operation that has_zeros() is.
    Mask<S> meets_kink() const;
    /// Sets the signs for arguments that are zero: those of the last values, or zeros.
    void set_sides(bool as_last);
    bool has_loops() const { return loops_.begin; }

   private:
    /// An operation with the places of coefficients 0.
    struct Bound {
      Rule rule;
      Coefficients<S> of;
    };
    S* row(int i) { return rows_.data() + std::size_t(i) * row_size<S>; }
    S const* row(int i) const { return rows_.data() + std::size_t(i) * row_size<S>; }

    SeriesTape const& tape_;
    std::vector<S> rows_;
    std::vector<Bound> steps_;
    SeriesLoops::Functions<S> loops_;
  };

 private:
  /// An operation with its rows; -1: none.
  struct Step {
    Rule rule;
    int a = -1, b = -1, to = -1;                    ///< operands and result
    int slope_a = -1, slope_b = -1, slope_to = -1;  ///< slopes of these
    int other = -1;                                 ///< see Coefficients
    std::array<int, 7> rows() const { return {a, b, to, slope_a, slope_b, slope_to, other}; }
  };
  struct Constant {
    double nearest;
    Quad nearest_quad;
    int to;
  };
  SeriesTape(int coordinates, int velocities);
  int add_row(bool is_fixed);
  int slope_of(int row);
  /// Adds an operation on rows. Returns the row of the result.
  int add(graph::Operation operation, int a, int b);
  int add_pair(Rule rule, int a, bool is_second);
  /// Adds the operations of a tape, and its results behind those of tapes before it.
  void add(Tape const& tape);
  /// Makes the entries of a result the derivatives of components of y.
  void integrate(int array, int first, int count);
  /// Removes the operations that no result needs, and puts those first that all orders take.
  /// @param lasting  results of which the coefficients of all orders are computed, besides
  /// integrals
  /// @param values   results of which the values are
  void keep(std::vector<int> const& lasting, std::vector<int> const& values);
  /// Puts the operations of all orders in an order that depends on the formulas only: compilers
  /// order the calls that record an expression differently.
  void order_by_depth();
  /// Numbers the rows in the order of their use: constants of other functions change no number.
  void renumber();
  std::uint64_t hash_of_steps() const;
  int result(int array, int entry) const {
    return results_[std::size_t(first_result_[std::size_t(array)] + entry)];
  }

  int coordinates_, size_;  ///< components of q and y
  std::vector<Constant> constants_;
  std::vector<Tape::Parameter> parameters_;
  std::vector<int> times_;
  std::vector<Tape::Step> fixed_steps_;
  std::vector<Step> steps_;
  std::size_t lasting_ = 0;  ///< number of the first steps, which all orders take
  std::vector<int> results_, first_result_;
  std::vector<bool> is_fixed_;  ///< flag of each row: it depends on parameters alone
  std::vector<int> slopes_;     ///< row of the slope of each row; -1: none
  std::uint64_t fingerprint_ = 0;
};

}  // namespace rattleback::text
