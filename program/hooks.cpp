#include "program/hooks.hpp"

#include <algorithm>
#include <cctype>
#include <regex>

namespace rattleback {
namespace {

/// Is `word` another one by a letter? The words are short: all possibilities are tried.
bool is_one_letter_off(std::string const& word, std::string const& name) {
  if (word == name) return false;
  for (std::size_t i = 0; i <= word.size(); ++i) {
    auto const rest_of_word = [&](std::size_t from) {
      return word.substr(std::min(from, word.size()));
    };
    auto const rest_of_name = [&](std::size_t from) {
      return name.substr(std::min(from, name.size()));
    };
    bool const same_so_far = word.compare(0, i, name, 0, i) == 0;
    if (!same_so_far) return false;
    if (rest_of_word(i + 1) == rest_of_name(i) || rest_of_word(i) == rest_of_name(i + 1) ||
        rest_of_word(i + 1) == rest_of_name(i + 1))
      return true;
    if (i + 1 < word.size() && i + 1 < name.size() && word[i] == name[i + 1] &&
        word[i + 1] == name[i] && rest_of_word(i + 2) == rest_of_name(i + 2))
      return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> const& hook_names() {
  static std::vector<std::string> const all{"options",       "start",         "memory",
                                            "reverse",       "require",       "warnings",
                                            "counts_in_tau", "runs_on_lanes", "rescale",
                                            "velocity_of_p", "diagnostics",   "diagnostic_names",
                                            "report"};
  return all;
}

std::vector<Misspelling> misspelt_hooks(std::string const& header) {
  static std::regex const comment("//[^\n]*|/\\*[^]*?\\*/"), name("(^|[^.>:\\w])(\\w+)\\s*(\\(|=)");
  auto const text = std::regex_replace(header, comment, " ");
  std::vector<Misspelling> found;
  for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at) {
    std::string const word = (*at)[2];
    auto const& hooks = hook_names();
    bool const is_of_the_language = word == "requires", is_private = word.back() == '_';
    bool const is_type = std::isupper(static_cast<unsigned char>(word[0])) != 0;
    if (is_of_the_language || is_private || is_type) continue;
    if (std::find(hooks.begin(), hooks.end(), word) != hooks.end()) continue;
    for (auto const& hook : hooks)
      if (is_one_letter_off(word, hook) &&
          std::none_of(found.begin(), found.end(),
                       [&](auto const& m) { return m.written == word; }))
        found.push_back({word, hook});
  }
  return found;
}

}  // namespace rattleback
