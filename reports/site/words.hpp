// Values of results folders, and formulas of cards, as words on pages.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/formulas/formulas.hpp"

namespace rattleback::reports {

/// Formats a JSON scalar as text; numbers with six digits; null as an empty text.
std::string scalar_in_words(nlohmann::json const& value);

/// Formats the fields `keys` of `object` as text; missing fields as empty texts.
nlohmann::json fields_in_words(nlohmann::json const& object, std::vector<char const*> const& keys);

/// Applies fields_in_words() to every record of a list.
nlohmann::json records_in_words(nlohmann::json const& list, std::vector<char const*> const& keys);

/// Rounds a number that a page shows to significant digits: the files have all.
double rounded(double value, int digits);

/// Returns the value of a field whose section a template shows only if the text is not empty. (The
/// templates show a section for an empty text, but not for false.)
inline nlohmann::json or_false(std::string const& text) {
  return text.empty() ? nlohmann::json(false) : nlohmann::json(text);
}

/// Formats a file size, e.g. "12 kB".
std::string file_size(std::uintmax_t bytes);

/// Converts prose with formulas to HTML: statements, captions, findings and the markup of figures,
/// see formulas::read_text(). Special characters are escaped.
std::string rich_text(std::string const& text);

/// Adds a fact by name, as HTML, unless its value is empty.
void add_fact(nlohmann::json& facts, std::string const& name, std::string const& value);

/// Adds a fact as add_fact(), as code: a command, flags, or a hash.
void add_code(nlohmann::json& facts, std::string const& name, std::string const& value);

/// Names of a problem's coordinates and velocities, see formulas::with_dots().
struct FormulaNames {
  std::vector<std::string> coordinates, velocities;
};

/// Converts `text`, a formula in the notation of cards ("v1 = v0 + h M^-1 A(q1)^T lambda",
/// "vphi^2/2", see formulas::read_card()), into a MathML element, with `text` as annotation if it
/// is short. Words may follow a comma. Text that is not a formula is returned as rich_text().
/// Velocities get dots.
std::string formula(std::string const& text, FormulaNames const& names = {});

/// Returns a matrix as MathML. `rows`: entries in the notation of cards, separated by " & ".
std::string matrix_formula(std::string const& name, std::vector<std::string> const& rows,
                           FormulaNames const& names);

/// Converts `text` as formula(), but into HTML that takes little space within a sentence.
std::string inline_formula(std::string const& text);

}  // namespace rattleback::reports
