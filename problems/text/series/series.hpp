#pragma once
// The motion of a text as power series in time, order by order from its equations of motion.

#include <memory>
#include <optional>

#include "problems/text/run_tapes.hpp"
#include "problems/text/series/series_tape.hpp"
#include "problems/text/series_of.hpp"

namespace rattleback::text {

/// Power series of the motion from a point: y(t + direction s) = sum of y_k s^k with y = (q, v), in
/// the units of the system. Accelerations of a single constraint have a closed form; otherwise, and
/// where a pivot of that form is not positive, the saddle system with multipliers is solved for
/// each order with the factors of order 0.
template <class S>
class Series {
 public:
  /// The text must outlive the series.
  Series(Loaded const& text, SeriesSystem<S> const& system);
  Series(Series const&) = delete;
  Series& operator=(Series const&) = delete;

  /// Returns the number of components of y.
  int size() const { return static_cast<int>(units_.size()); }
  /// Computes the coefficients up to an order. Returns false where the equations are singular.
  /// @param direction  1 or -1
  /// @param ahead      time after which the motion chooses the side of a kink at the point
  bool expand(S const& t, S const& direction, S const* y, int order, S const& ahead);
  /// Returns coefficient k of component i of the last expansion.
  S coefficient(int i, int k) const { return row(i)[k]; }
  /// Computes y(t + direction s) - y(t) of the last expansion.
  void evaluate_change(S const& s, S* change) const;
  /// Computes the derivative of y by s.
  void evaluate_rate(S const& s, S* rate) const;

 private:
  using Numbers = SeriesTape::Numbers<S>;
  /// A tape with its numbers.
  struct Part {
    Part(Tape const& tape, std::vector<int> const& lasting, std::vector<S> const& parameters)
        : series(tape, lasting), numbers(series, parameters) {}
    SeriesTape series;
    Numbers numbers;
    std::vector<S> sides{};  ///< signs for arguments of kinks that are zero
  };
  enum ResultOfTerms { mass = 1, right_hand_side, mu, phi, phi_along_motion };

  S* row(int i) { return rows_.data() + std::size_t(i) * stride_; }
  S const* row(int i) const { return rows_.data() + std::size_t(i) * stride_; }
  S* solution(int i) { return solutions_.data() + std::size_t(i) * stride_; }
  void reserve(int order);
  /// Takes coefficient k of y as arguments of a part.
  void take(Part& part, int k);
  /// Computes the values of the parts in use. Returns true if the argument of a kink is zero.
  bool begin(S const& time, S const& rate);
  bool has_positive_pivots() const;
  /// Factors the saddle system of order 0. Returns false if it is singular.
  bool factor();
  /// Solves the saddle system of order k.
  void solve(int k);
  /// Computes coefficient k + 1 of y.
  void integrate(int k, S const& rate);

  int const coordinates_, velocities_, constraints_;
  S const unit_of_time_;
  std::vector<S> units_;  ///< units of y in those of the text
  std::optional<Part> motion_;
  Part terms_, tangent_;
  std::vector<Part*> parts_;  ///< parts of the form in use
  bool is_closed_ = false;    ///< true for the closed form
  int order_ = 0;
  std::size_t stride_ = 0;
  std::vector<S> rows_;                     ///< coefficients of y
  std::vector<S> solutions_;                ///< coefficients of accelerations and multipliers
  std::vector<S> matrix_, scales_, right_;  ///< factors of the scaled saddle system
  std::vector<std::pair<int, int>> exchanges_;
};

}  // namespace rattleback::text
