// Writers of plain text and of the markup of figures.

#include <fmt/format.h>

#include "base/formulas/formulas.hpp"
#include "base/formulas/letters.hpp"

namespace rattleback::formulas {

namespace {

std::string joined(std::vector<Node> const& parts, std::string (*write)(Node const&)) {
  std::string all;
  for (Node const& part : parts) all += write(part);
  return all;
}

/// True for a script that needs no brackets: a number, letters, or one character.
bool is_simple(Node const& script, std::string const& text) {
  if (size_of_character(text, 0) == text.size()) return true;
  if (text.starts_with('(') && text.ends_with(')')) return true;
  return script.parts.size() == 1 && script.parts[0].kind != Kind::scripts;
}

std::string plain_script(Node const& script, bool raised) {
  auto const text = plain(script);
  if (text.empty()) return "";
  if (auto const in_unicode = in_unicode_scripts(text, raised); !in_unicode.empty())
    return in_unicode;
  std::string const mark = raised ? "^" : "_";
  return is_simple(script, text) ? mark + text : fmt::format("{}({})", mark, text);
}

std::string plain_scripts(Node const& node) {
  Node upper = row_of(node.parts[2].parts);
  std::string marks;  // primes and stars, which are raised already
  while (!upper.parts.empty() && (upper.parts[0].text == "*" || upper.parts[0].text == "'")) {
    marks += plain(upper.parts[0]);
    upper.parts.erase(upper.parts.begin());
  }
  return plain(node.parts[0]) + marks + plain_script(node.parts[1], false) +
         plain_script(upper, true);
}

std::string script_markup(char mark, Node const& script) {
  auto const text = figure_markup(script);
  if (text.empty()) return "";
  bool const short_enough = size_of_character(text, 0) == text.size();
  return short_enough ? mark + text : fmt::format("{}{{{}}}", mark, text);
}

/// Returns text in which gnuplot finds no markup.
std::string without_markup(std::string const& text) {
  std::string escaped;
  for (char const c : text) {
    if (std::string_view("_^{}@&~\\").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

/// An index of letters is within the italics of its base.
std::string scripts_markup(Node const& node) {
  Node const &base = node.parts[0], &lower = node.parts[1];
  bool const joined =
      base.kind == Kind::letters && lower.parts.size() == 1 && lower.parts[0].kind == Kind::letters;
  auto const upper = script_markup('^', node.parts[2]);
  if (!joined) return figure_markup(base) + script_markup('_', lower) + upper;
  auto const inner = row_of({leaf(Kind::words, lower.parts[0].text)});
  return fmt::format("{{/:Italic {}{}}}{}", base.text, script_markup('_', inner), upper);
}

}  // namespace

std::string plain(Node const& node) {
  switch (node.kind) {
    case Kind::sign:
      return std::string(printed_sign(node.text));
    case Kind::bold:
    case Kind::row:
      return joined(node.parts, plain);
    case Kind::bracket:
      return node.text[0] + joined(node.parts, plain) + node.text[1];
    case Kind::fraction:
      return plain(node.parts[0]) + "/" + plain(node.parts[1]);
    case Kind::scripts:
      return plain_scripts(node);
    default:
      return node.text;
  }
}

std::string figure_markup(Node const& node) {
  switch (node.kind) {
    case Kind::letters:
      return fmt::format("{{/:Italic {}}}", node.text);
    case Kind::bold:
      return fmt::format("{{/:Bold {}}}", plain(row_of(node.parts)));
    case Kind::row:
      return joined(node.parts, figure_markup);
    case Kind::bracket:
      return node.text[0] + joined(node.parts, figure_markup) + node.text[1];
    case Kind::fraction:
      return figure_markup(node.parts[0]) + "/" + figure_markup(node.parts[1]);
    case Kind::scripts:
      return scripts_markup(node);
    default:
      return without_markup(node.text);
  }
}

}  // namespace rattleback::formulas
