#include "program/interface/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <thread>

#include "base/formulas/formulas.hpp"
#include "base/invalid_input.hpp"
#include "program/interface/command_line.hpp"
#include "program/interface/number.hpp"

namespace rattleback {

namespace {
/// Parses name=value, split at the first '='; each name at most once.
std::vector<std::pair<std::string, std::string>> assignments(std::vector<std::string> const& texts,
                                                             std::string_view flag,
                                                             std::string_view form) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (auto const& text : texts) {
    auto const equals = text.find('=');
    if (equals == 0 || equals == text.npos || equals + 1 == text.size())
      throw InvalidInput(fmt::format("{}: expected {}, got '{}'", flag, form, text));
    auto const name = text.substr(0, equals);
    for (auto const& earlier : pairs)
      if (earlier.first == name)
        throw InvalidInput(fmt::format("{} {} is given twice", flag, name));
    pairs.emplace_back(name, text.substr(equals + 1));
  }
  return pairs;
}
}  // namespace

std::vector<std::pair<std::string, RawQuad>> parse_parameters(
    std::vector<std::string> const& texts) {
  std::vector<std::pair<std::string, RawQuad>> parameters;
  for (auto const& [name, value] : assignments(texts, "--set", "parameter=value"))
    parameters.emplace_back(name, parse_number(value, "parameter " + name));
  return parameters;
}

std::vector<std::pair<std::string, std::string>> parse_options(
    std::vector<std::string> const& texts) {
  return assignments(texts, "--option", "name=value");
}

Section parse_section(std::string const& text, std::optional<std::string> const& crossing) {
  using enum Section::Direction;
  static std::vector<std::string> const words{"up", "down", "both"};
  auto const pairs = assignments({text}, "--section", "component=value");
  auto const direction = std::find(words.begin(), words.end(), crossing.value_or("up"));
  if (direction == words.end()) throw_unknown("--crossing", *crossing, words);
  return {pairs[0].first, parse_number(pairs[0].second, "section " + pairs[0].first),
          std::array{up, down, both}[direction - words.begin()]};
}

long steps_until(RawQuad from, RawQuad until, RawQuad step) {
  // Rounds to nearest: adds a half and truncates; the ratio is positive.
  RawQuad const rounded = (until < from ? from - until : until - from) / step + RawQuad(1) / 2;
  auto const refuse = [&](char const* what) {
    auto const shown = [](RawQuad x) { return decimal(static_cast<double>(x)); };
    throw InvalidInput(
        fmt::format("--until {} {} of {}{}", shown(until), what, shown(step),
                    from == 0 ? "" : fmt::format(" from the time {} of --from", shown(from))));
  };
  if (rounded < 1) refuse("is less than half a step");
  if (rounded >= static_cast<RawQuad>(std::numeric_limits<long>::max()))
    refuse("needs too many steps");
  return static_cast<long>(rounded);
}

void ProblemArguments::declare(OptionList& list) {
  list.shared("--case", case_name);
  list.shared("--set", parameters);
}

void ProblemArguments::declare_all(Verb& verb) {
  verb.shared_argument("PROBLEM", problem);
  declare(verb);
}

Setting ProblemArguments::setting() const {
  if (case_name == "") throw InvalidInput("--case: empty name of a case");
  return {.case_name = case_name.value_or(""), .parameters = parse_parameters(parameters)};
}

std::string run_command(ProblemArguments const& of, std::string const& method, RunSpec const& spec,
                        double until) {
  std::vector<std::string> words{"rattleback", "run", of.problem, method};
  auto const add = [&](char const* option, std::string const& value) {
    words.insert(words.end(), {option, value});
  };
  if (of.case_name) add("--case", *of.case_name);
  for (auto const& parameter : of.parameters) add("--set", parameter);
  if (!spec.start.empty()) add("--start", spec.start);
  for (auto const& [name, value] : spec.options) add("--option", name + "=" + value);
  add("--step", decimal(static_cast<double>(spec.step)));
  add("--until", decimal(until));
  std::string text;
  for (auto const& word : words) text += (text.empty() ? "" : " ") + quoted_for_shell(word);
  return text;
}

std::vector<long> parse_steps_per_unit(std::string const& text) {
  constexpr long most = 1'000'000;
  std::vector<long> steps;
  for (auto const& part : split_at_commas(text))
    steps.push_back(parse_count(part, "--steps-per-unit"));
  if (steps.size() < 4)
    throw InvalidInput(fmt::format(
        "--steps-per-unit: expected at least four step counts, got {}: '{}'", steps.size(), text));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0 && steps[i] <= steps[i - 1])
      throw InvalidInput(fmt::format("--steps-per-unit must be increasing, not {} after {}",
                                     steps[i], steps[i - 1]));
    if (steps[i] > most)
      throw InvalidInput(
          fmt::format("--steps-per-unit must be at most {}, not '{}'", most, steps[i]));
  }
  return steps;
}

std::vector<std::string> applicable_ids(ProblemEntry const& problem) {
  std::vector<std::string> ids;
  for (auto const& method : problem.methods)
    if (method.not_applicable_because.empty()) ids.push_back(method.card.id);
  return ids;
}

MethodEntry const& applicable_method(ProblemEntry const& problem, std::string const& id) {
  auto const& method = problem.method(id);
  if (!method.not_applicable_because.empty())
    throw InvalidInput(fmt::format("{} does not apply to {}: {}; applicable: {}", id,
                                   problem.card.id,
                                   formulas::plain_prose(method.not_applicable_because),
                                   fmt::join(applicable_ids(problem), ", ")));
  return method;
}

int all_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

int parse_threads(std::optional<std::string> const& text) {
  if (!text) return all_threads();
  constexpr int most = 4096;
  long const threads = parse_count(*text, "--threads");
  if (threads > most)
    throw InvalidInput(fmt::format("--threads must be at most {}, not '{}'", most, *text));
  return static_cast<int>(threads);
}

}  // namespace rattleback
