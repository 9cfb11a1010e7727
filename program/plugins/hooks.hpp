#pragma once
// Optional members of a method and its memory, which the time-stepping loop finds by name (hooks).

#include <string>
#include <vector>

namespace rattleback {

/// Returns the names of all hooks; docs/your_own_method.md documents them.
std::vector<std::string> const& hook_names();

/// Name that a header defines or calls as a free function, and the hook that differs from it by one
/// letter: inserted, omitted, replaced, or two letters exchanged.
struct Misspelling {
  std::string written, meant;
};
/// Returns each misspelling once, in the order of the text. Comments, and literals of one line,
/// are ignored.
std::vector<Misspelling> misspelt_hooks(std::string const& header);

}  // namespace rattleback
