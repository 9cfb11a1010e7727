#pragma once
// Tree of a text with formulas: what readers of notations produce and writers of outputs take.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rattleback::formulas {

enum class Kind {
  words,     ///< upright text: prose, names of functions
  code,      ///< identifier of the program, path or option with an underscore
  letters,   ///< italic letters: a symbol or a product of symbols
  function,  ///< name of a function, upright and set apart from the symbol before it
  number,
  sign,      ///< operator as typed ("-", "->", "∘")
  bold,      ///< parts in bold type
  row,       ///< parts one after the other
  bracket,   ///< `parts` between the two characters of `text`
  scripts,   ///< parts: base, index, exponent; an empty row stands for a missing one
  fraction,  ///< parts: numerator, denominator
};

/// Part of a text with formulas: a leaf with text, or a node with parts.
struct Node {
  Kind kind = Kind::row;
  std::string text;
  std::vector<Node> parts;

  bool empty() const { return text.empty() && parts.empty(); }
};

inline Node leaf(Kind kind, std::string_view text) { return {kind, std::string(text), {}}; }
inline Node row_of(std::vector<Node> parts) { return {Kind::row, "", std::move(parts)}; }

/// Appends a part to a row; upright text is joined with upright text before it.
inline void append(Node& row, Node part) {
  if (part.kind == Kind::row) {
    for (Node& one : part.parts) append(row, std::move(one));
  } else if (part.kind == Kind::words && !row.parts.empty() &&
             row.parts.back().kind == Kind::words) {
    row.parts.back().text += part.text;
  } else {
    row.parts.push_back(std::move(part));
  }
}

/// True if the node consists of italic letters only, scripts included.
inline bool is_italic(Node const& node) {
  if (node.kind == Kind::letters) return true;
  if (node.kind != Kind::row && node.kind != Kind::scripts) return false;
  if (node.parts.empty()) return false;
  for (Node const& part : node.parts)
    if (!part.empty() && !is_italic(part)) return false;
  return true;
}

}  // namespace rattleback::formulas
