#pragma once
// Lines of the output of `rattleback show`.

#include <string_view>

namespace rattleback {

/// Prints "LABEL   TEXT" in two columns; an empty text as "-".
void print_field(std::string_view label, std::string_view text);

/// Prints the heading of a list.
void print_heading(std::string_view text);

}  // namespace rattleback
