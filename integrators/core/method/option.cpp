#include "integrators/core/method/option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "base/invalid_input.hpp"

namespace rattleback {

namespace {

template <class T>
T const& member(void const* method, std::ptrdiff_t place) {
  return *reinterpret_cast<T const*>(static_cast<char const*>(method) + place);
}
template <class T>
T& member(void* method, std::ptrdiff_t place) {
  return *reinterpret_cast<T*>(static_cast<char*>(method) + place);
}

[[noreturn]] void refuse(OptionCard const& card, std::string const& text) {
  throw InvalidInput(fmt::format("option {}='{}' must be {}", card.name, text, card.allowed()));
}

double number_of(OptionCard const& card, std::string const& text) {
  char* end = nullptr;
  double const value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0' || !card.allows(value)) refuse(card, text);
  return value;
}

int count_of(OptionCard const& card, std::string const& text) {
  if (letters_of(text) == letters_of(card.choices.front())) return 0;
  char* end = nullptr;
  long const value = std::strtol(text.c_str(), &end, 10);
  if (end == text.c_str() || *end != '\0' || !card.allows(static_cast<double>(value)))
    refuse(card, text);
  return static_cast<int>(value);
}

std::vector<double> times_of(OptionCard const& card, std::string const& text) {
  std::vector<double> times;
  for (char const* at = text.c_str(); *at != '\0';) {
    char* end = nullptr;
    double const value = std::strtod(at, &end);
    if (end == at || !std::isfinite(value) || (*end != '\0' && *end != ','))
      throw InvalidInput(
          fmt::format("option {}='{}' must be a list of numbers such as 0.5,1.2", card.name, text));
    times.push_back(value);
    at = *end == ',' ? end + 1 : end;
  }
  return times;
}

std::size_t choice_of(OptionCard const& card, std::string const& text) {
  auto const& words = card.choices;
  auto const same = [&](auto const& word) { return letters_of(word) == letters_of(text); };
  auto const found = std::find_if(words.begin(), words.end(), same);
  if (found == words.end()) throw_unknown("value of option " + card.name, text, words);
  return static_cast<std::size_t>(found - words.begin());
}

}  // namespace

void Option::set(void* method, std::string const& text) const {
  switch (holds) {
    case Holds::number:
      member<double>(method, place) = number_of(card, text);
      break;
    case Holds::times:
      member<std::vector<double>>(method, place) = times_of(card, text);
      break;
    case Holds::count:
      member<int>(method, place) = count_of(card, text);
      break;
    case Holds::choice:
      std::memcpy(static_cast<char*>(method) + place, &choices[choice_of(card, text)], sizeof(int));
      break;
  }
}

std::string Option::value(void const* method) const {
  switch (holds) {
    case Holds::number:
      return fmt::format("{}", member<double>(method, place));
    case Holds::times:
      return fmt::format("{}", fmt::join(member<std::vector<double>>(method, place), ","));
    case Holds::count: {
      int const count = member<int>(method, place);
      return count == 0 ? card.choices.front() : std::to_string(count);
    }
    case Holds::choice:
      break;
  }
  int value = 0;
  std::memcpy(&value, static_cast<char const*>(method) + place, sizeof value);
  auto const found = std::find(choices.begin(), choices.end(), value);
  return found == choices.end() ? std::string{}
                                : card.choices[static_cast<std::size_t>(found - choices.begin())];
}

std::string letters_of(std::string_view word) {
  std::string letters;
  for (char const c : word)
    if (c != '-' && c != '_' && c != ' ')
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

std::string OptionCard::allowed() const {
  auto const words = fmt::format("{}", fmt::join(choices, ", "));
  if (above) return fmt::format("a finite number > {}", *above);
  if (least && !most) return fmt::format("a finite number >= {}", *least);
  if (!least) return words;
  return fmt::format("{}{} in [{}, {}]", choices.empty() ? "" : words + ", or ",
                     whole ? "an integer" : "a number", *least, *most);
}

}  // namespace rattleback
