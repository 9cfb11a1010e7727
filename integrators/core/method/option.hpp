#pragma once
// Options of methods: `--option name=value`.

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/misuse.hpp"
#include "integrators/core/method/method.hpp"

namespace rattleback {

/// One option of method M: what people read of it, and how a value is set (throws Misuse) and
/// shown.
template <class M>
struct Option {
  OptionCard card;  ///< without the standard value, which the method itself has
  std::function<void(M&, std::string const&)> set;
  std::function<std::string(M const&)> value;
};

/// What counts of a name: case, '-', '_' and blanks do not matter.
inline std::string letters_of(std::string_view word) {
  std::string letters;
  for (char c : word)
    if (c != '-' && c != '_' && c != ' ') letters += static_cast<char>(std::tolower(c));
  return letters;
}

/// An option whose values are words.
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

/// An option that is a finite number within the bounds of the card.
template <class M>
Option<M> number_option(OptionCard const& card, double M::*member) {
  return {
      card,
      [=](M& method, std::string const& text) {
        char* end = nullptr;
        double const value = std::strtod(text.c_str(), &end);
        if (end == text.c_str() || *end != '\0' || !card.allows(value))
          throw Misuse(fmt::format("option {}='{}' must be {}", card.name, text, card.allowed()));
        method.*member = value;
      },
      [=](M const& method) { return fmt::format("{}", method.*member); }};
}

/// An option that is a finite number > 0.
template <class M>
Option<M> positive_option(std::string name, double M::*member, std::string meaning) {
  return number_option(OptionCard{.name = name, .meaning = meaning, .standard = {}, .above = 0.0},
                       member);
}

/// An option that is a number in [low, high].
template <class M>
Option<M> bounded_option(std::string name, double M::*member, double low, double high,
                         std::string meaning) {
  return number_option(
      OptionCard{.name = name, .meaning = meaning, .standard = {}, .least = low, .most = high},
      member);
}

/// The options `rtol` and `atol` of adaptive solvers.
template <class M>
std::vector<Option<M>> tolerance_options() {
  return {positive_option<M>("rtol", &M::rtol, "relative tolerance"),
          positive_option<M>("atol", &M::atol, "absolute tolerance")};
}

}  // namespace rattleback
