#include "base/files/number_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rattleback {
namespace {

std::string superscript(int exponent) {
  constexpr char const* digits[]{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string raised;
  for (char const c : std::to_string(exponent)) raised += c == '-' ? "⁻" : digits[c - '0'];
  return raised;
}

}  // namespace

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  std::string const sign = value < 0 ? "−" : "";
  double const size = std::abs(value);
  if (size == 0) return "0";
  if (size >= 1e-3 && size < 1e5) {
    // Whole numbers are exact; {:g} switches to exponents beyond its digits.
    if (size == std::floor(size)) return sign + fmt::format("{:.0f}", size);
    auto const text = fmt::format("{:.{}g}", size, digits);
    return sign + (text.find('e') == text.npos ? text : fmt::format("{:.0f}", size));
  }
  std::string const text = fmt::format("{:.{}e}", size, digits - 1);
  auto const at = text.find('e');
  std::string mantissa = text.substr(0, at);
  if (mantissa.find('.') != mantissa.npos) {
    mantissa.erase(mantissa.find_last_not_of('0') + 1);
    if (mantissa.back() == '.') mantissa.pop_back();
  }
  std::string const power = "10" + superscript(std::stoi(text.substr(at + 1)));
  return sign + (mantissa == "1" ? power : mantissa + "×" + power);
}

}  // namespace rattleback
