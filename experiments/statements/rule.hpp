#pragma once
// Rules that decide a statement from a measured number: one rule per kind, from printed data alone.

#include <limits>
#include <string>
#include <vector>

#include "experiments/core/measured.hpp"

namespace rattleback {

/// Data of a statement for its rule; empty fields are not declared.
struct Declared {
  std::string value;      ///< digits as printed, e.g. "4.33", "1e-3"
  std::string order;      ///< e.g. "2"
  std::string relation;   ///< at most, less than, at least, more than
  std::string means;      ///< word of the vocabulary, such as "bounded"
  std::string low, high;  ///< bounds of the statement's own criterion
  std::string reason;     ///< reason for the own criterion, which the page lists

  bool operator==(Declared const&) const = default;
  bool empty() const { return *this == Declared{}; }
};

/// Rule of the vocabulary with its data.
class Rule {
 public:
  struct Interval {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
  };

  /// Creates the rule of a statement of `kind` with the data `declared`. Throws
  /// std::invalid_argument with an explanation if kind and data do not determine exactly one rule.
  Rule(std::string const& kind, Declared const& declared);

  bool matches(Measured const& measured) const;
  /// Returns the distance of `measured` inside (positive) or outside the accepted interval, in
  /// units of the rule's width if it has one. The least margin of several instances is the worst.
  double margin(Measured const& measured) const;
  /// Returns the size of the allowed deviation: half the width of an interval, or the size of a
  /// single bound; 0 if a class of growth decides.
  double limit(Measured const& measured) const;
  /// Returns the rule as text, such as "4.33 +- 0.005: half a unit of the last printed digit".
  std::string const& words() const { return words_; }

  /// Returns the accepted interval, with the precision and the sampling error of `measured`. Both
  /// ends are infinite if a class of growth decides.
  Interval accepted(Measured const& measured) const;

 private:
  enum class Width { fixed, rounding, above_rounding, beyond_rounding } width_ = Width::fixed;
  Interval interval_;
  bool sampled_ = false;  ///< true if the sampling error widens the interval
  bool open_ = false;     ///< true if the ends of the interval are excluded
  std::vector<std::string> growth_;
  std::string words_;
};

/// Returns the allowed rounding of `measured`: 1000 epsilon sqrt(steps), relative to the size of
/// the terms.
double rounding(Measured const& measured);

/// Returns half a unit of the last printed digit of a number: 0.005 for "4.33", 500 for "1e3".
/// Throws std::invalid_argument if the text is not a decimal number.
double half_unit(std::string const& printed);

/// Returns the kinds of statements, with one line per kind that states its rule.
std::vector<std::pair<std::string, std::string>> const& rules_of_kinds();
/// Returns the words that `means` may have, with one line per word that states its rule.
std::vector<std::pair<std::string, std::string>> const& rules_of_words();

}  // namespace rattleback
