#pragma once
// Distinction of words, symbols and identifiers of the program in prose.

#include <string>
#include <string_view>

namespace rattleback::formulas {

/// Returns the length of the identifier with an underscore, path or option at `at`; 0 if there is
/// none. A symbol with an index, "p_phi", does not count.
std::size_t size_of_program_text(std::string_view text, std::size_t at);

/// Returns the symbol of a name: "λ" for "lambda", "q̇" for "qdot", "dτ" for "dtau"; empty for
/// words.
std::string symbol_of(std::string_view name);

/// Returns the index of a velocity's name, "x" of "vx", "φ" of "vphi"; empty for other names.
std::string component_of_velocity(std::string_view name);

/// True if the single letter from `begin` to `end` is a symbol, false if it is an article, a label,
/// an initial, a unit or part of a word.
bool is_symbol(std::string_view text, std::size_t begin, std::size_t end);

/// True if the hyphen at `at` is a minus.
bool is_minus(std::string_view text, std::size_t at, bool after_symbol);

/// True for letters that are upright in print: ℝ, 𝕀, 𝒬, ∂, ∇.
bool is_double_struck(std::string_view letter);

std::size_t number_of_characters(std::string_view text);

}  // namespace rattleback::formulas
