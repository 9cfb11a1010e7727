#pragma once
// Readers and writers of texts with formulas. The readers know two notations: formulas between
// dollars, and the formulas of cards. The writers produce HTML, MathML, plain text and the markup
// of figures.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/formulas/tree.hpp"

namespace rattleback::formulas {

/// Reads a text whose formulas stand between dollars, "errors at $t_i$, order $h^2$". In a formula
/// one or two Latin letters and all Greek letters are italic; longer words and names of functions,
/// digits and operators are upright. `_` and `^` take one character or a group in braces; a single
/// letter as exponent is upright, so that R^T is a transpose. \\bold{R} is bold. Outside of dollars
/// words with an underscore are code, "2e-07" is a power of ten, and signs such as "->" are
/// printed. Accepts every text.
Node read_text(std::string_view text);

/// Removes the dollars around formulas and the braces in them: "C_psi" for "$C_{psi}$".
std::string without_dollars(std::string_view text);

/// Throws std::invalid_argument if a dollar or a brace of a formula has no partner.
void require_formulas(std::string_view text);

/// Reads a formula in the notation of cards, "v1 = v0 + h M^-1 A(q1)^T lambda", "vphi^2/2". Letters
/// after the first one, or digits, are an index; Greek letters have their names; a slash divides
/// the factor before it by the factor after it.
/// @return nothing if the text is not such a formula.
std::optional<Node> read_card(std::string_view text);

/// Reads the longest beginning of a text that is a formula in the notation of cards; words may
/// follow it behind a comma or "with".
/// @return the formula, empty if there is none, and the rest of the text.
std::pair<Node, std::string_view> read_card_before_words(std::string_view text);

/// Returns the name of a space, "R^2 x SO(3)", with its formulas between dollars.
std::string space_in_dollars(std::string_view name);

/// Replaces velocities by dotted coordinates: "vx" by x with a dot if `coordinates` has "x" at the
/// place of "vx" in `velocities`, and a prime at a velocity, its derivative, by a dot more.
Node with_dots(Node node, std::vector<std::string> const& coordinates,
               std::vector<std::string> const& velocities);

/// Writes HTML: symbols in <i>, scripts in <sub> and <sup>, identifiers in <code>.
std::string html(Node const& node);

/// Writes the content of a MathML element.
std::string mathml(Node const& node);

/// Writes plain text: scripts as the sub- and superscripts of Unicode if it has them, else behind
/// "_" or "^", in brackets if they have several parts.
std::string plain(Node const& node);

/// Converts prose with formulas to plain text.
inline std::string plain_prose(std::string_view text) { return plain(read_text(text)); }

/// Converts the equations of a card, separated by "; ", to plain text.
std::string plain_equations(std::string_view text);

/// Writes the markup of figures: "{/:Italic t_i}", "{/:Bold R}^3".
std::string figure_markup(Node const& node);

/// Replaces the characters that HTML reserves.
std::string escaped(std::string_view text);

}  // namespace rattleback::formulas
