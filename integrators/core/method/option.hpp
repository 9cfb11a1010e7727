#pragma once
// Options of methods: `--option name=value`.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "integrators/core/method/method.hpp"

namespace rattleback {

/// Option of a method: its description and the member that holds its value. One class for all
/// methods, because each unit of the catalogue reads the options of all.
struct Option {
  /// Type of the member.
  enum class Holds {
    number,  ///< double
    times,   ///< std::vector<double>
    count,   ///< int; 0 is the first choice of the card
    choice   ///< enumeration with the size of int
  };
  OptionCard card;              ///< without the default value, which is a member of the method
  Holds holds = Holds::number;  ///< type of the member
  std::ptrdiff_t place = 0;  ///< distance of the member from the beginning of the method, in bytes
  std::vector<int> choices = {};  ///< values of the enumeration, as the card's words

  /// Sets the value in a method of the class for which the option was made. Throws InvalidInput.
  void set(void* method, std::string const& text) const;
  /// Returns the value in a method as text.
  std::string value(void const* method) const;
};

/// Returns a name in lower case without '-', '_' and blanks: spellings that differ in these are one
/// name.
std::string letters_of(std::string_view word);

/// Returns the place of a member of a default method.
template <class M, class T>
std::ptrdiff_t place_of(T M::*member) {
  M const method{};
  return reinterpret_cast<char const*>(&(method.*member)) - reinterpret_cast<char const*>(&method);
}

/// Returns an option whose values are words.
template <class M, class E>
Option choice_option(char const* name, E M::*member, char const* meaning,
                     std::initializer_list<std::pair<char const*, E>> choices) {
  static_assert(sizeof(E) == sizeof(int));
  Option option{{.name = name, .meaning = meaning}, Option::Holds::choice, place_of(member)};
  for (auto const& [word, value] : choices) {
    option.card.choices.emplace_back(word);
    option.choices.push_back(static_cast<int>(value));
  }
  return option;
}

/// Returns an option whose value is a finite number within the bounds of the card.
template <class M>
Option number_option(OptionCard card, double M::*member) {
  return {std::move(card), Option::Holds::number, place_of(member)};
}

/// Returns an option whose value is a finite number > 0.
template <class M>
Option positive_option(char const* name, double M::*member, char const* meaning) {
  return number_option({.name = name, .meaning = meaning, .above = 0.0}, member);
}

/// Returns an option whose value is a number in [low, high].
template <class M>
Option bounded_option(char const* name, double M::*member, double low, double high,
                      char const* meaning) {
  return number_option({.name = name, .meaning = meaning, .least = low, .most = high}, member);
}

/// Returns an option whose value is an integer within the bounds of the card, or the card's word
/// for 0.
template <class M>
Option count_option(OptionCard card, int M::*member) {
  card.whole = true;
  return {std::move(card), Option::Holds::count, place_of(member)};
}

/// Returns an option whose value is a list of finite numbers with commas between them.
template <class M>
Option times_option(char const* name, std::vector<double> M::*member, char const* meaning) {
  return {{.name = name, .meaning = meaning}, Option::Holds::times, place_of(member)};
}

}  // namespace rattleback
