#pragma once
// Card, options and starting procedure of a method. Independent of problems: compiled once per
// method.

#include <algorithm>

#include "integrators/core/method/hooks.hpp"

namespace rattleback {

/// Returns the options of M; empty for methods without options.
template <class M>
[[gnu::noinline]] std::vector<Option> const& options_of() {
  static std::vector<Option> const options = [] {
    if constexpr (HasOptions<M>)
      return M::options();
    else
      return std::vector<Option>{};
  }();
  return options;
}

/// Returns the card of M, completed with the descriptions and defaults of its options.
template <Method M>
[[gnu::noinline]] MethodCard const& card_of() {
  static MethodCard const card = [] {
    MethodCard full = M::card();
    full.takes_forces = TakesForces<M> || full.baseline;
    M const standard{};
    for (auto const& option : options_of<M>()) {
      full.options.push_back(option.card);
      full.options.back().standard = option.value(&standard);
    }
    return full;
  }();
  return card;
}

/// Returns a method with the user's options. Throws InvalidInput on unknown names or values.
template <class M>
[[gnu::noinline]] M method_with(OptionValues const& wanted) {
  M method;
  auto const& options = options_of<M>();
  for (auto const& setting : wanted) {
    auto const named = [&](Option const& known) { return known.card.name == setting.first; };
    auto const option = std::find_if(options.begin(), options.end(), named);
    if (option == options.end()) {
      std::vector<std::string> names;
      for (auto const& known : options) names.push_back(known.card.name);
      throw_unknown("option of " + card_of<M>().id, setting.first, names);
    }
    option->set(&method, setting.second);
  }
  return method;
}

/// Returns names and values of all options.
template <class M>
[[gnu::noinline]] OptionValues option_values(M const& method) {
  OptionValues values;
  for (auto const& option : options_of<M>())
    values.emplace_back(option.card.name, option.value(&method));
  return values;
}

/// Returns the name of the starting procedure: `wanted`, or the default if it is empty. Throws
/// InvalidInput if the method does not have it.
inline std::string start_name(MethodCard const& card, std::string const& wanted) {
  if (wanted.empty()) return card.starts.front().name;
  std::vector<std::string> names;
  for (auto const& s : card.starts) {
    if (s.name == wanted) return wanted;
    names.push_back(s.name);
  }
  throw_unknown("start of " + card.id, wanted, names);
}

}  // namespace rattleback
