#include "base/formulas/letters.hpp"

#include <array>
#include <set>

namespace rattleback::formulas {

namespace {

struct Scripted {
  std::string_view character, lowered, raised;
};

/// Characters with their subscript and superscript; empty where Unicode has none.
constexpr std::array<Scripted, 70> scripted{{
    {"0", "₀", "⁰"}, {"1", "₁", "¹"}, {"2", "₂", "²"}, {"3", "₃", "³"}, {"4", "₄", "⁴"},
    {"5", "₅", "⁵"}, {"6", "₆", "⁶"}, {"7", "₇", "⁷"}, {"8", "₈", "⁸"}, {"9", "₉", "⁹"},
    {"+", "₊", "⁺"}, {"−", "₋", "⁻"}, {"-", "₋", "⁻"}, {"=", "₌", "⁼"}, {"(", "₍", "⁽"},
    {")", "₎", "⁾"}, {"a", "ₐ", "ᵃ"}, {"b", "", "ᵇ"},  {"c", "", "ᶜ"},  {"d", "", "ᵈ"},
    {"e", "ₑ", "ᵉ"}, {"f", "", "ᶠ"},  {"g", "", "ᵍ"},  {"h", "ₕ", "ʰ"}, {"i", "ᵢ", "ⁱ"},
    {"j", "ⱼ", "ʲ"}, {"k", "ₖ", "ᵏ"}, {"l", "ₗ", "ˡ"}, {"m", "ₘ", "ᵐ"}, {"n", "ₙ", "ⁿ"},
    {"o", "ₒ", "ᵒ"}, {"p", "ₚ", "ᵖ"}, {"r", "ᵣ", "ʳ"}, {"s", "ₛ", "ˢ"}, {"t", "ₜ", "ᵗ"},
    {"u", "ᵤ", "ᵘ"}, {"v", "ᵥ", "ᵛ"}, {"w", "", "ʷ"},  {"x", "ₓ", "ˣ"}, {"y", "", "ʸ"},
    {"z", "", "ᶻ"},  {"A", "", "ᴬ"},  {"B", "", "ᴮ"},  {"D", "", "ᴰ"},  {"E", "", "ᴱ"},
    {"G", "", "ᴳ"},  {"H", "", "ᴴ"},  {"I", "", "ᴵ"},  {"J", "", "ᴶ"},  {"K", "", "ᴷ"},
    {"L", "", "ᴸ"},  {"M", "", "ᴹ"},  {"N", "", "ᴺ"},  {"O", "", "ᴼ"},  {"P", "", "ᴾ"},
    {"R", "", "ᴿ"},  {"T", "", "ᵀ"},  {"U", "", "ᵁ"},  {"V", "", "ⱽ"},  {"W", "", "ᵂ"},
    {"β", "ᵦ", "ᵝ"}, {"γ", "ᵧ", "ᵞ"}, {"ρ", "ᵨ", ""},  {"φ", "ᵩ", "ᵠ"}, {"χ", "ᵪ", "ᵡ"},
    {"δ", "", "ᵟ"},  {"θ", "", "ᶿ"},  {"–", "₋", "⁻"}, {",", ",", ""},  {"°", "", "°"},
}};

}  // namespace

std::map<std::string, char const*, std::less<>> const& greek_letters() {
  static std::map<std::string, char const*, std::less<>> const letters{
      {"alpha", "α"}, {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"},
      {"eta", "η"},   {"zeta", "ζ"},  {"theta", "θ"}, {"kappa", "κ"}, {"lambda", "λ"},
      {"mu", "μ"},    {"nu", "ν"},    {"xi", "ξ"},    {"pi", "π"},    {"rho", "ρ"},
      {"sigma", "σ"}, {"tau", "τ"},   {"phi", "φ"},   {"chi", "χ"},   {"psi", "ψ"},
      {"omega", "ω"}, {"Gamma", "Γ"}, {"Delta", "Δ"}, {"Theta", "Θ"}, {"Lambda", "Λ"},
      {"Xi", "Ξ"},    {"Pi", "Π"},    {"Sigma", "Σ"}, {"Phi", "Φ"},   {"Psi", "Ψ"},
      {"Omega", "Ω"}};
  return letters;
}

std::string_view greek(std::string_view name) {
  auto const found = greek_letters().find(name);
  return found == greek_letters().end() ? std::string_view() : found->second;
}

bool is_function(std::string_view name) {
  static std::set<std::string, std::less<>> const names{
      "sin", "cos",  "tan",  "sinh", "cosh", "tanh",  "exp", "log",  "ln",   "cay",
      "Ad",  "ad",   "hat",  "dim",  "diag", "axial", "det", "tr",   "Tr",   "SO",
      "SE",  "sqrt", "sum",  "max",  "min",  "sup",   "inf", "span", "ker",  "im",
      "id",  "Id",   "dexp", "dcay", "am",   "sn",    "cn",  "dn",   "rank", "div"};
  return names.contains(name);
}

std::size_t size_of_character(std::string_view text, std::size_t at) {
  auto end = at + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return end - at;
}

std::string_view character_at(std::string_view text, std::size_t at) {
  auto const is_accent = [&](std::size_t i) {  // U+0300 to U+036F
    auto const first = static_cast<unsigned char>(text[i]);
    return first == 0xCC ||
           (first == 0xCD && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xB0);
  };
  auto end = at + size_of_character(text, at);
  while (end < text.size() && is_accent(end)) end += size_of_character(text, end);
  return text.substr(at, end - at);
}

bool is_latin(std::string_view character) {
  auto const first = static_cast<unsigned char>(character[0]);
  if (first < 0x80) return is_ascii_letter(character[0]);
  if (first == 0xC3) return character != "×" && character != "÷";
  return (first > 0xC3 && first < 0xCA) || (first == 0xE1 && character.size() > 1 &&
                                            static_cast<unsigned char>(character[1]) >= 0xB8);
}

bool is_letter(std::string_view character) {
  auto const first = static_cast<unsigned char>(character[0]);
  return is_latin(character) || first == 0xCE || first == 0xCF;
}

std::string in_unicode_scripts(std::string_view text, bool raised) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    auto const character = text.substr(at, size_of_character(text, at));
    at += character.size();
    std::string_view found;
    for (Scripted const& one : scripted)
      if (one.character == character) found = raised ? one.raised : one.lowered;
    if (found.empty()) return "";
    result += found;
  }
  return result;
}

std::string_view printed_sign(std::string_view typed) {
  static std::map<std::string_view, std::string_view> const signs{
      {"-", "−"}, {"->", "→"},  {"<=", "≤"}, {">=", "≥"}, {"!=", "≠"},
      {"'", "′"}, {"<=>", "⇔"}, {"+-", "±"}, {"-+", "∓"}};
  auto const found = signs.find(typed);
  return found == signs.end() ? typed : found->second;
}

}  // namespace rattleback::formulas
