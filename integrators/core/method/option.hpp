#pragma once
// Options of methods: `--option name=value`.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/invalid_input.hpp"
#include "integrators/core/method/method.hpp"

namespace rattleback {

/// Option of method M: its description, and functions that set a value (throws InvalidInput) and
/// show it.
template <class M>
struct Option {
  OptionCard card;  ///< without the default value, which is a member of the method
  std::function<void(M&, std::string const&)> set;  ///< sets the value; throws InvalidInput
  std::function<std::string(M const&)> value;       ///< returns the value as text
};

/// Returns a name in lower case without '-', '_' and blanks: spellings that differ in these are one
/// name.
inline std::string letters_of(std::string_view word) {
  std::string letters;
  for (char c : word)
    if (c != '-' && c != '_' && c != ' ') letters += static_cast<char>(std::tolower(c));
  return letters;
}

/// Returns an option whose values are words.
template <class M, class E>
Option<M> choice_option(std::string name, E M::*member, std::string meaning,
                        std::vector<std::pair<std::string, E>> choices) {
  std::vector<std::string> words;
  for (auto const& [word, unused] : choices) words.push_back(word);
  return {{.name = name, .meaning = meaning, .standard = {}, .choices = words},
          [=](M& method, std::string const& text) {
            for (auto const& [word, choice] : choices)
              if (letters_of(word) == letters_of(text)) {
                method.*member = choice;
                return;
              }
            throw_unknown("value of option " + name, text, words);
          },
          [=](M const& method) {
            for (auto const& [word, choice] : choices)
              if (choice == method.*member) return word;
            return std::string{};
          }};
}

/// Returns an option whose value is a finite number within the bounds of the card.
template <class M>
Option<M> number_option(OptionCard const& card, double M::*member) {
  return {card,
          [=](M& method, std::string const& text) {
            char* end = nullptr;
            double const value = std::strtod(text.c_str(), &end);
            if (end == text.c_str() || *end != '\0' || !card.allows(value))
              throw InvalidInput(
                  fmt::format("option {}='{}' must be {}", card.name, text, card.allowed()));
            method.*member = value;
          },
          [=](M const& method) { return fmt::format("{}", method.*member); }};
}

/// Returns an option whose value is a finite number > 0.
template <class M>
Option<M> positive_option(std::string name, double M::*member, std::string meaning) {
  return number_option(OptionCard{.name = name, .meaning = meaning, .standard = {}, .above = 0.0},
                       member);
}

/// Returns an option whose value is a number in [low, high].
template <class M>
Option<M> bounded_option(std::string name, double M::*member, double low, double high,
                         std::string meaning) {
  return number_option(
      OptionCard{.name = name, .meaning = meaning, .standard = {}, .least = low, .most = high},
      member);
}

/// Returns an option whose value is a list of finite numbers with commas between them.
template <class M>
Option<M> times_option(std::string name, std::vector<double> M::*member, std::string meaning) {
  return {{.name = name, .meaning = meaning, .standard = {}},
          [=](M& method, std::string const& text) {
            (method.*member).clear();
            for (char const* at = text.c_str(); *at != '\0';) {
              char* end = nullptr;
              double const value = std::strtod(at, &end);
              if (end == at || !std::isfinite(value) || (*end != '\0' && *end != ','))
                throw InvalidInput(fmt::format(
                    "option {}='{}' must be a list of numbers such as 0.5,1.2", name, text));
              (method.*member).push_back(value);
              at = *end == ',' ? end + 1 : end;
            }
          },
          [=](M const& method) { return fmt::format("{}", fmt::join(method.*member, ",")); }};
}

/// Returns the options `rtol` and `atol` of adaptive solvers.
template <class M>
std::vector<Option<M>> tolerance_options() {
  return {positive_option<M>("rtol", &M::rtol, "relative tolerance"),
          positive_option<M>("atol", &M::atol, "absolute tolerance")};
}

}  // namespace rattleback
