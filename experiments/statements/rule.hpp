#pragma once
// How a measured number decides a statement: one rule for each kind, from printed data alone.

#include <limits>
#include <string>
#include <vector>

#include "experiments/core/measured.hpp"

namespace rattleback {

/// What a statement declares for its rule; empty where it says nothing.
struct Declared {
  std::string value;      ///< digits as printed, e.g. "4.33", "1e-3"
  std::string order;      ///< e.g. "2"
  std::string relation;   ///< at most, less than, at least, more than
  std::string means;      ///< a word of the vocabulary, e.g. "bounded"
  std::string low, high;  ///< an own criterion
  std::string reason;     ///< why it has an own criterion

  bool empty() const;
};

/// A rule of the vocabulary, ready to be applied.
class Rule {
 public:
  struct Interval {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
  };

  /// The rule that a statement of `kind` has with the data `declared`. Throws
  /// std::invalid_argument in words where kind and data do not make exactly one rule.
  Rule(std::string const& kind, Declared const& declared);

  bool matches(Measured const& measured) const;
  /// How far `measured` lies inside (positive) or outside what the rule accepts, in units of the
  /// rule's own width where it has one: the least margin of several instances is the worst.
  double margin(Measured const& measured) const;
  /// The size of what the rule allows: half the width of an interval, the size of the one bound
  /// that there is; 0 where a class of growth decides.
  double limit(Measured const& measured) const;
  /// The rule in words, e.g. "4.33 +- 0.005: half a unit of the last printed digit".
  std::string const& words() const { return words_; }
  /// Whether the statement brought its own criterion, which the page lists.
  bool own() const { return own_; }

  /// What is accepted, with the precision and the sampling error of `measured`. Both ends are
  /// infinite where a class of growth decides.
  Interval accepted(Measured const& measured) const;
  /// Whether the limit is relative to the size of the terms: that of rounding is.
  bool relative() const { return width_ != Width::fixed; }

 private:
  enum class Width { fixed, rounding, above_rounding, beyond_rounding } width_ = Width::fixed;
  Interval interval_;
  bool sampled_ = false;  ///< the sampling error widens the interval
  bool open_ = false;     ///< its ends do not belong to it
  std::vector<std::string> growth_;
  std::string words_;
  bool own_ = false;
};

/// The rounding that `measured` may show: 1000 epsilon sqrt(steps), relative to the terms' size.
double rounding(Measured const& measured);

/// Half a unit of the last digit of a number as printed: 0.005 for "4.33", 500 for "1e3".
/// Throws std::invalid_argument for what is no decimal number.
double half_unit(std::string const& printed);

/// Kinds of statements, and a line for each that says its rule.
std::vector<std::pair<std::string, std::string>> const& rules_of_kinds();
/// Words that `means` may take, and a line for each that says its rule.
std::vector<std::pair<std::string, std::string>> const& rules_of_words();

}  // namespace rattleback
