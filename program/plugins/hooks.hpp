#pragma once
// What a method and its memory may have beside a card and a step: parts that the loops find by
// name.

#include <string>
#include <vector>

namespace rattleback {

/// All names; docs/your_own_method.md says what each is for.
std::vector<std::string> const& hook_names();

/// A name in a header that is defined or called there, though not as a part of something, and the
/// hook from which it differs by one letter: one too many, one too few, another, or two exchanged.
struct Misspelling {
  std::string written, meant;
};
/// Each once, in the order of the text. Comments do not count.
std::vector<Misspelling> misspelt_hooks(std::string const& header);

}  // namespace rattleback
