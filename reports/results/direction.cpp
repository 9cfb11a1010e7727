#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <regex>
#include <utility>
#include <vector>

#include "base/files/json_fields.hpp"
#include "base/files/number_text.hpp"
#include "base/formulas/formulas.hpp"
#include "reports/results/statements.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

/// Returns both ends of an interval; empty for a single bound.
std::optional<std::pair<double, double>> interval_of(json const& reading) {
  json const& limit = member(reading, "limit");
  if (!limit.is_array() || limit.size() != 2 || !limit[0].is_number() || !limit[1].is_number())
    return {};
  return std::pair{limit[0].get<double>(), limit[1].get<double>()};
}

bool is_error(json const& reading) {
  static std::regex const error(
      "error|deviation|distance|residual|violation|defect|drift|spread|\\|E - 1\\|");
  return std::regex_search(formulas::without_dollars(text_at(reading, "quantity")), error);
}

std::string times(double factor) {
  return fmt::format("{} times", number_text(factor, factor < 10 ? 2 : 3));
}

/// Returns the direction of the first measurement as factor of the printed size, and the largest
/// factor of the other interpretations on the other side.
std::string against_size(std::vector<double> const& factors, bool error) {
  auto const side = [&](double factor) {
    char const* const word =
        error ? (factor > 1 ? "worse" : "better") : (factor > 1 ? "larger" : "smaller");
    return fmt::format("{} {}", times(factor > 1 ? factor : 1 / factor), word);
  };
  std::string words = side(factors.front()) + " than printed";
  bool const more = factors.front() > 1;
  double const other = more ? *std::min_element(factors.begin(), factors.end())
                            : *std::max_element(factors.begin(), factors.end());
  if (more ? other < 1 : other > 1)
    words += fmt::format("; by another interpretation {}", side(other));
  return words;
}

}  // namespace

std::string direction_of(json const& record) {
  if (text_at(record, "verdict") != "fails") return "";
  std::string const kind = text_at(record, "kind");
  std::vector<double> factors;
  for (json const& reading : records_at(record, "readings")) {
    auto const measured = number_at(reading, "measured");
    if (!measured || !std::isfinite(*measured) || flag_at(reading, "matches")) continue;
    auto const interval = interval_of(reading);
    std::string const criterion = text_at(reading, "criterion");
    if (kind == "magnitude" && interval && interval->first > 0 && *measured > 0) {
      factors.push_back(*measured / std::sqrt(interval->first * interval->second));
    } else if (kind == "ranking" && *measured > 0 && *measured < 1) {
      return fmt::format("the order is reversed, by a factor of {}", number_text(1 / *measured, 2));
    } else if (interval) {
      return fmt::format("{} in place of {}", number_text(*measured),
                         number_text((interval->first + interval->second) / 2));
    } else if (criterion.starts_with("exact")) {
      return fmt::format("{}, more than rounding", number_text(*measured, 2));
    } else if (criterion.starts_with("not exact")) {
      return "only rounding is measured";
    } else {
      return "";
    }
  }
  if (factors.empty()) return "";
  return against_size(factors, is_error(records_at(record, "readings").front()));
}

std::string sampling_note(json const& reading) {
  double const error = number_at(reading, "sampling_error").value_or(0);
  auto const measured = number_at(reading, "measured");
  auto const interval = interval_of(reading);
  if (!(error > 0) || !measured || !interval || !flag_at(reading, "matches")) return "";
  double const printed = (interval->first + interval->second) / 2;
  double const tolerance = (interval->second - interval->first) / 2 - error;
  double const distance = std::abs(*measured - printed);
  if (distance <= error) return "";
  // The recorded sampling error is two standard errors.
  return fmt::format(
      "agrees within the tolerance ± {}, but lies {} standard errors from {} (sampling error ± {}, "
      "two standard errors)",
      number_text(tolerance, 2), number_text(2 * distance / error, 2), number_text(printed),
      number_text(error, 2));
}

std::string short_quantity(json const& reading) {
  std::string const text = text_at(reading, "quantity");
  int depth = 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    char const c = text[end];
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    if (depth <= 0 && (c == ',' || c == ';') && end + 1 < text.size() && text[end + 1] == ' ')
      break;
  }
  constexpr std::size_t most = 70;
  std::string shown = text.substr(0, end);
  auto const is_too_long = [&] {
    return formulas::without_dollars(shown).size() > most ||
           std::ranges::count(shown, '$') % 2 != 0;
  };
  if (!is_too_long()) return shown;
  while (is_too_long()) {
    auto const space = shown.rfind(' ');
    shown.resize(space == shown.npos ? 0 : space);
  }
  return shown + " …";
}

}  // namespace rattleback::reports
