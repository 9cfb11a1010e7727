#pragma once
// Readers of single formulas in other notations than prose, for the reader of prose.

#include <string_view>

#include "base/formulas/tree.hpp"

namespace rattleback::formulas {

/// Reads the formula that stood between two dollars. Throws std::invalid_argument if a brace has no
/// partner or a script nothing to it.
Node read_between_dollars(std::string_view formula);

/// Reads the group of figure markup at `at`, "{/:Italic q_k}", and moves `at` behind it.
Node read_markup_group(std::string_view text, std::size_t& at);

/// Returns the position of the bracket that closes the one at `at`; npos if there is none.
std::size_t closing_bracket(std::string_view text, std::size_t at);

}  // namespace rattleback::formulas
