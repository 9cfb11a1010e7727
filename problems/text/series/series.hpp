#pragma once
// The motion of a text as power series in time, order by order from its equations of motion.

#include <memory>
#include <optional>
#include <span>

#include "problems/text/run_tapes.hpp"
#include "problems/text/series/null_space.hpp"
#include "problems/text/series/series_tape.hpp"
#include "problems/text/series_of.hpp"

namespace rattleback::text {

/// The tapes of a text.
struct SeriesTapes {
  explicit SeriesTapes(Loaded const& text);
  SeriesTape saddle;
  std::optional<SeriesTape> closed;  ///< closed form of a single constraint
};

/// Power series of the motion from a point: y(t + direction s) = sum of y_k s^k with y = (q, v), in
/// the units of the system. Accelerations of a single constraint have a closed form; otherwise, and
/// where a pivot of that form is not positive, the saddle system with multipliers is solved for
/// each order with the factors of order 0.
template <class S>
class Series {
 public:
  /// The text must outlive the series.
  /// @param loops  of which those of its tapes are used
  Series(Loaded const& text, SeriesSystem<S> const& system,
         std::span<SeriesLoops const> loops = generated_series_loops());
  /// The series of one point in each lane, for S = Lanes.
  explicit Series(std::shared_ptr<Series<double>> single);

  /// Expands the motion in independent velocities from now on: shares no elimination with the other
  /// forms.
  void use_independent_velocities() {
    null_space_.emplace();
    motion_.reset();
    numbers_ = &saddle();
  }
  /// Returns the number of components of y.
  int size() const { return static_cast<int>(units_.size()); }
  /// Computes the coefficients up to an order below row_size<S>. Returns false where the equations
  /// are singular. A lane with an operation or a form of the equations that may differ from those
  /// of the others is expanded by itself.
  /// @param direction  1 or -1
  /// @param ahead      time after which the motion chooses the side of a kink at the point
  Mask<S> expand(S const& t, S const& direction, S const* y, int order, S const& ahead);
  /// Returns the coefficients of the last expansion, row_size<S> of each component, for the
  /// functions below.
  S const* rows() const { return numbers_->y(0); }
  /// Returns coefficient k of component i.
  S coefficient(S const* rows, int i, int k) const {
    return rows[i * row_size<S> + k] / units_[std::size_t(i)];
  }
  S coefficient(int i, int k) const { return coefficient(rows(), i, k); }
  /// Computes y(t + direction s) - y(t).
  void evaluate_change(S const* rows, S const& s, S* change) const;
  void evaluate_change(S const& s, S* change) const { evaluate_change(rows(), s, change); }
  /// Computes the derivative of y by s.
  void evaluate_rate(S const& s, S* rate) const;
  /// True if the last expansion used generated loops.
  bool has_loops() const { return numbers_->has_loops(); }

 private:
  using Numbers = SeriesTape::Numbers<S>;

  template <class>
  friend class Series;
  /// The numbers of the saddle system, made at the first use: most motions need the closed form
  /// alone.
  Numbers& saddle();
  bool uses_closed_form() const { return motion_ && numbers_ == &*motion_; }
  S* solution(int i) { return solutions_.data() + std::size_t(i) * row_size<S>; }
  void set_point(S const* y);
  /// Computes the coefficients of orders 0 and 1. Returns false where the form has no solution.
  Mask<S> begin(S const& time, S const& rate);
  /// Computes those of the higher orders.
  void advance(S const& rate);
  Mask<S> has_positive_pivots() const;
  /// Factors the saddle system of order 0. Returns false if it is singular.
  Mask<S> factor();
  /// Solves the saddle system of order k for coefficient k + 1 of the velocities.
  void solve(int k, S const& rate);

  /// Rows that change their places.
  struct Exchange {
    int i, j;
    Mask<S> where{true};
  };

  Loaded const& text_;
  SeriesSystem<S> const system_;
  std::shared_ptr<Series<double>> single_;  ///< series of one lane, on lanes
  int const coordinates_, velocities_, constraints_;
  S const unit_of_time_;
  std::vector<S> units_;  ///< units of y in those of the text: powers of two, which change no digit
  std::span<SeriesLoops const> loops_;
  std::optional<Numbers> motion_, saddle_;
  Numbers* numbers_;                        ///< those of the form in use
  std::optional<NullSpace<S>> null_space_;  ///< solver instead of the factors of the saddle system
  int order_ = 0;
  /// Coefficients of the mass matrix and of mu; null: an entry depends on parameters alone.
  std::vector<S const*> varying_;
  std::vector<S const*> given_;  ///< coefficients of the forces and of phi along the motion
  std::vector<S> solutions_;     ///< coefficients of accelerations and multipliers
  std::vector<S> matrix_, scales_, right_;  ///< factors of the scaled saddle system
  std::vector<Exchange> exchanges_;
};

template <>
Series<Lanes>::Series(std::shared_ptr<Series<double>> single);
template <>
LaneMask Series<Lanes>::expand(Lanes const& t, Lanes const& direction, Lanes const* y, int order,
                               Lanes const& ahead);

}  // namespace rattleback::text
