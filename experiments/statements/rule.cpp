#include "experiments/statements/rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <regex>
#include <stdexcept>

#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

namespace {

double number(std::string const& digits) {
  double value = 0;
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size())
    throw std::invalid_argument(fmt::format("'{}' is not a number", digits));
  return value;
}

/// Multiple of the rounding limit above which a number differs from zero for another reason than
/// rounding.
constexpr double clearly = 1000;
constexpr double order_tolerance = 0.1;
constexpr double stability_tolerance = 1e-6;

using Rules = std::vector<std::pair<std::string, std::string>>;

/// Returns the rule of that name; null if there is none.
std::pair<std::string, std::string> const* find_rule(Rules const& rules, std::string const& name) {
  auto const found = std::ranges::find(rules, name, &Rules::value_type::first);
  return found == rules.end() ? nullptr : &*found;
}

}  // namespace

double rounding(Measured const& measured) {
  return 1000 * measured.epsilon * std::sqrt(measured.steps);
}

double half_unit(std::string const& printed) {
  static std::regex const decimal(R"([+-]?\d*(?:\.(\d*))?(?:[eE]([+-]?\d+))?)");
  std::smatch parts;
  if (printed.empty() || !std::regex_match(printed, parts, decimal))
    throw std::invalid_argument(fmt::format("'{}' is not a decimal number", printed));
  int const exponent = parts[2].matched ? std::stoi(parts[2]) : 0;
  return number(fmt::format("5e{}", exponent - parts[1].length() - 1));
}

Rule::Rule(std::string const& kind, Declared const& d) {
  if (!find_rule(rules_of_kinds(), kind))
    throw std::invalid_argument(fmt::format("'{}' is not a kind", kind));
  bool const bounds = !d.low.empty() || !d.high.empty();
  if (int const given = !d.value.empty() + !d.order.empty() + !d.means.empty() + bounds; given > 1)
    throw std::invalid_argument("value, order, means and criterion exclude each other");
  if (bounds != !d.reason.empty())
    throw std::invalid_argument("a criterion has a bound and a reason");
  if (!d.relation.empty() && d.value.empty() && d.order.empty())
    throw std::invalid_argument("a relation needs a value or an order");

  if (bounds) {
    if (!d.low.empty()) interval_.low = number(d.low);
    if (!d.high.empty()) interval_.high = number(d.high);
    words_ = d.low.empty()    ? "at most " + d.high
             : d.high.empty() ? "at least " + d.low
                              : fmt::format("in [{}, {}]", d.low, d.high);
    words_ += ": " + d.reason;
  } else if (!d.order.empty()) {
    double const order = number(d.order);
    if (!d.relation.empty() && d.relation != "at least")
      throw std::invalid_argument("an order is exact or at least");
    sampled_ = true;
    interval_.low = order - order_tolerance;
    if (d.relation.empty()) interval_.high = order + order_tolerance;
    words_ = fmt::format("slope {}{}{}", d.relation.empty() ? "" : "at least ", d.order,
                         d.relation.empty() ? fmt::format(" +- {}", order_tolerance)
                                            : fmt::format(" - {}", order_tolerance));
  } else if (!d.value.empty() && !d.relation.empty()) {
    double const value = number(d.value);
    bool const above = d.relation == "at least" || d.relation == "more than";
    if (!above && d.relation != "at most" && d.relation != "less than")
      throw std::invalid_argument(fmt::format("'{}' is not a relation", d.relation));
    (above ? interval_.low : interval_.high) = value;
    open_ = d.relation == "less than" || d.relation == "more than";
    sampled_ = true;
    words_ = fmt::format("{} {}", d.relation, d.value);
  } else if (!d.value.empty() && kind == "magnitude") {
    double const value = number(d.value);
    interval_ = {value / std::sqrt(10.0), value * 10};
    words_ = fmt::format("from {0} over √(10) to ten times {0}", d.value);
  } else if (!d.value.empty()) {
    double const value = number(d.value), half = half_unit(d.value);
    // The rounding of the printed number to binary is allowed.
    double const slack = half + 4 * std::numeric_limits<double>::epsilon() * std::abs(value);
    interval_ = {value - slack, value + slack};
    sampled_ = true;
    words_ = fmt::format("{} +- {:g}: half a unit of the last printed digit", d.value, half);
  } else if (kind == "ranking" && d.means.empty()) {
    interval_.low = 1;
    open_ = true;
    words_ = "all neighbours in the printed order: the smallest ratio above 1";
  } else {
    std::string means = d.means;
    if (means.empty() && (kind == "invariant" || kind == "theorem" || kind == "formula"))
      means = "exact";
    auto const* word = find_rule(rules_of_words(), means);
    if (!word)
      throw std::invalid_argument(
          means.empty() ? fmt::format("the kind {} needs value, order, means or a criterion", kind)
                        : fmt::format("'{}' is not a word of the vocabulary", means));
    words_ = fmt::format("{}: {}", means, word->second);
    if (means == "exact") width_ = Width::rounding;
    if (means == "not exact") width_ = Width::above_rounding;
    if (means == "increases" || means == "decreases") {
      width_ = Width::beyond_rounding;
      (means == "increases" ? interval_.low : interval_.high) = 0;
    }
    if (means == "stable") interval_.high = 1 + stability_tolerance;
    if (means == "unstable") {
      interval_.low = 1 + stability_tolerance;
      open_ = true;
    }
    if (means == "occurs") interval_.low = 1;
    if (means == "never") interval_.high = 0;
    if (means == "bounded" || means == "linear" || means == "exponential") growth_ = {means};
    if (means == "random walk") growth_ = {"square-root"};
    if (means == "drifts") growth_ = {"square-root", "linear", "exponential"};
  }
}

Rule::Interval Rule::accepted(Measured const& measured) const {
  Interval range = interval_;
  double const unit = rounding(measured);
  if (width_ == Width::rounding) range = {-unit, unit};
  if (width_ == Width::above_rounding) range.low = clearly * unit;
  if (width_ == Width::beyond_rounding) {
    if (range.low == 0) range.low = unit;
    if (range.high == 0) range.high = -unit;
  }
  if (sampled_) {
    range.low -= measured.sampling_error;
    range.high += measured.sampling_error;
  }
  return range;
}

bool Rule::matches(Measured const& measured) const {
  if (!std::isfinite(measured.value)) return false;
  if (!growth_.empty()) return std::ranges::find(growth_, measured.growth) != growth_.end();
  auto const [low, high] = accepted(measured);
  return open_ ? measured.value > low && measured.value < high
               : measured.value >= low && measured.value <= high;
}

double Rule::margin(Measured const& measured) const {
  if (!std::isfinite(measured.value)) return -std::numeric_limits<double>::infinity();
  if (!growth_.empty()) return matches(measured) ? 1 : -1;
  auto const [low, high] = accepted(measured);
  double const width = std::isfinite(low) && std::isfinite(high) && high > low ? high - low : 1;
  return smaller_or_nan(measured.value - low, high - measured.value) / width;
}

double Rule::limit(Measured const& measured) const {
  if (!growth_.empty()) return 0;
  auto const [low, high] = accepted(measured);
  if (std::isfinite(low) && std::isfinite(high)) return (high - low) / 2;
  return std::abs(std::isfinite(low) ? low : high);
}

std::vector<std::pair<std::string, std::string>> const& rules_of_kinds() {
  static std::vector<std::pair<std::string, std::string>> const all{
      {"number",
       "holds within half a unit of the last printed digit, and the sampling error that is "
       "computed with the measured number"},
      {"magnitude",
       "\"of order $10^{-k}$\" holds from $10^{-k}$/√(10) to $10^{1-k}$: both usages of the "
       "phrase, the nearest power of ten and the first digit, by which a paper calls 0.00085 of "
       "order $10^{-4}$"},
      {"order",
       "holds within 0.1 of the slope of log(error) over log($h$), fitted to at least four points "
       "before the plateau of rounding; where the errors are those of a chaotic orbit or of "
       "sampled starts, also within the sampling error of the slope, which is computed with it"},
      {"bound", "holds where the measured number is on the printed side of the printed one"},
      {"invariant", "holds to rounding: 1000 $epsilon$ √(steps), relative to the terms' size"},
      {"qualitative", "holds where the rule of the word that it means does (see the words)"},
      {"ranking",
       "holds where the medians of the stated measure over the stated run are in the printed "
       "order, all neighbours"},
      {"theorem",
       "holds where its residual vanishes to rounding, or with its printed order, on every "
       "instance; no instance satisfies it by accident"},
      {"figure", "holds where what caption, axes and text say does, by the rule of its words"},
      {"table", "as a figure"},
      {"formula", "as a theorem"}};
  return all;
}

std::vector<std::pair<std::string, std::string>> const& rules_of_words() {
  static std::vector<std::pair<std::string, std::string>> const all{
      {"exact",
       "the residual, relative to the size of the terms, is at most 1000 $epsilon$ √(steps)"},
      {"not exact", "the residual is above a thousand times that rounding"},
      {"bounded", "the classifier of long runs finds a bounded series"},
      {"drifts", "the classifier of long runs finds a random walk, linear or exponential growth"},
      {"linear", "the classifier of long runs finds linear growth"},
      {"random walk", "the classifier of long runs finds growth with the square root of time"},
      {"exponential", "the classifier of long runs finds exponential growth"},
      {"decreases", "the relative change is negative beyond rounding"},
      {"increases", "the relative change is positive beyond rounding"},
      {"stable", "no multiplier of the linearised map is larger than 1 + 1e-6"},
      {"unstable", "a multiplier of the linearised map is larger than 1 + 1e-6"},
      {"occurs", "it is found at least once"},
      {"never", "it is found nowhere"}};
  return all;
}

}  // namespace rattleback
