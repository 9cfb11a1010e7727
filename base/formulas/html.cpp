// Writers of HTML and of MathML.

#include <fmt/format.h>

#include "base/formulas/formulas.hpp"
#include "base/formulas/letters.hpp"

namespace rattleback::formulas {

namespace {

std::string element(char const* name, std::string const& inner) {
  return fmt::format("<{0}>{1}</{0}>", name, inner);
}

/// Writer of HTML. Italics are opened at the largest part that is italic altogether.
class Html {
 public:
  std::string text;

  void write(Node const& node, bool italic = false) {
    if (!italic && is_italic(node)) {
      text += "<i>";
      write(node, true);
      text += "</i>";
      return;
    }
    switch (node.kind) {
      case Kind::words:
      case Kind::letters:
      case Kind::function:
      case Kind::number:
        text += escaped(node.text);
        break;
      case Kind::sign:
        text += escaped(printed_sign(node.text));
        break;
      case Kind::code:
        text += element("code", escaped(node.text));
        break;
      case Kind::bold:
        text += element("b", escaped(plain(node)));
        break;
      case Kind::row:
        for (Node const& part : node.parts) write(part, italic);
        break;
      case Kind::bracket:
        text += node.text[0];
        write(row_of(node.parts), italic);
        text += node.text[1];
        break;
      case Kind::fraction:
        write(node.parts[0], italic);
        text += '/';
        write(node.parts[1], italic);
        break;
      case Kind::scripts:
        write_scripts(node, italic);
    }
  }

 private:
  /// Writes primes and stars, which are raised already, before the index.
  void write_scripts(Node const& node, bool italic) {
    write(node.parts[0], italic);
    Node upper = row_of(node.parts[2].parts);
    auto const is_raised = [](Node const& part) { return part.text == "*" || part.text == "'"; };
    while (!upper.parts.empty() && is_raised(upper.parts.front())) {
      write(upper.parts.front(), italic);
      upper.parts.erase(upper.parts.begin());
    }
    if (!node.parts[1].empty()) write_in("sub", node.parts[1], italic);
    if (!upper.empty()) write_in("sup", upper, italic);
  }

  void write_in(char const* name, Node const& node, bool italic) {
    text += fmt::format("<{}>", name);
    write(node, italic);
    text += fmt::format("</{}>", name);
  }
};

std::string bracket_sign(char c) { return fmt::format("<mo stretchy=\"false\">{}</mo>", c); }

std::string rows(std::vector<Node> const& parts) {
  std::string all;
  for (Node const& part : parts) all += mathml(part);
  return all;
}

/// A fraction needs no brackets around its parts.
std::string without_brackets(Node const& node) {
  return element("mrow",
                 node.kind == Kind::bracket && node.text != "||" ? rows(node.parts) : mathml(node));
}

std::string each_letter(std::string const& letters) {
  std::string all;
  for (std::size_t at = 0; at < letters.size();) {
    auto const one = character_at(letters, at);
    at += one.size();
    // Browsers slant only single characters; an accent makes two of them.
    bool const has_accent = one.size() > size_of_character(one, 0);
    all += has_accent ? fmt::format("<mi style=\"font-style: italic\">{}</mi>", one)
                      : element("mi", std::string(one));
  }
  return all;
}

}  // namespace

std::string html(Node const& node) {
  Html writer;
  writer.write(node);
  return std::move(writer.text);
}

std::string mathml(Node const& node) {
  switch (node.kind) {
    case Kind::words:
    case Kind::code:
      return node.text == " " ? "" : element("mtext", escaped(node.text));
    case Kind::letters:
      return each_letter(node.text);
    case Kind::function:
      return "<mspace width=\"0.17em\"/>" + element("mi", node.text);
    case Kind::number:
      return element("mn", node.text);
    case Kind::sign:
      return element("mo", escaped(printed_sign(node.text)));
    case Kind::bold:
      return fmt::format("<mrow style=\"font-weight: bold\">{}</mrow>", rows(node.parts));
    case Kind::row:
      return rows(node.parts);
    case Kind::bracket:
      return element("mrow",
                     bracket_sign(node.text[0]) + rows(node.parts) + bracket_sign(node.text[1]));
    case Kind::fraction:
      return element("mfrac", without_brackets(node.parts[0]) + without_brackets(node.parts[1]));
    case Kind::scripts:
      break;
  }
  auto const base = mathml(node.parts[0]), lower = element("mrow", mathml(node.parts[1])),
             upper = element("mrow", mathml(node.parts[2]));
  auto const whole = each_letter(node.parts[0].text) == base || node.parts[0].kind == Kind::bracket
                         ? base
                         : element("mrow", base);
  if (node.parts[1].empty()) return element("msup", whole + upper);
  // Also without an exponent: with a font that has no MATH table, Chromium lowers only the index of
  // <msubsup>.
  return element("msubsup", whole + lower + upper);
}

std::string escaped(std::string_view text) {
  std::string safe;
  for (char const c : text) {
    auto const at = std::string_view("&<>\"").find(c);
    constexpr char const* names[]{"&amp;", "&lt;", "&gt;", "&quot;"};
    safe += at == std::string_view::npos ? std::string(1, c) : names[at];
  }
  return safe;
}

}  // namespace rattleback::formulas
