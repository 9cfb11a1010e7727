#pragma once
// Literals of quad numbers. Compilers do not agree on a suffix for them, and C libraries not on the
// number of digits that they read: digits are rounded here, during compilation.

#include <cstdint>

namespace rattleback {

/// A whole number of up to 384 bits.
class WholeNumber {
 public:
  /// Replaces it by factor x + summand.
  constexpr void multiply_and_add(std::uint32_t factor, std::uint32_t summand = 0) {
    std::uint64_t carry = summand;
    for (auto& part : parts_) {
      carry += std::uint64_t(part) * factor;
      part = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) throw "a literal with too many digits or too large an exponent";
  }
  /// Negative, zero or positive, as a - b.
  friend constexpr int difference_sign(WholeNumber const& a, WholeNumber const& b) {
    for (int i = count; i-- > 0;)
      if (a.parts_[i] != b.parts_[i]) return a.parts_[i] < b.parts_[i] ? -1 : 1;
    return 0;
  }
  /// The difference must not be negative.
  constexpr void subtract(WholeNumber const& other) {
    std::int64_t borrow = 0;
    for (int i = 0; i < count; ++i) {
      borrow += std::int64_t(parts_[i]) - other.parts_[i];
      parts_[i] = static_cast<std::uint32_t>(borrow);
      borrow >>= 32;
    }
  }

 private:
  static constexpr int count = 12;
  std::uint32_t parts_[count] = {};  ///< the lowest first
};

/// Returns the number of 113 bits nearest to a decimal or hexadecimal literal, ties to even.
/// Overflow and numbers below the normal ones are not treated.
template <class Quad>
constexpr Quad nearest_to_literal(char const* digits) {
  bool const hexadecimal = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  std::uint32_t const base = hexadecimal ? 16 : 10;
  if (hexadecimal) digits += 2;
  WholeNumber numerator, denominator;
  denominator.multiply_and_add(0, 1);
  int places = 0;
  bool after_point = false, zero = true;
  for (; *digits != '\0' && *digits != 'p' && *digits != 'P'; ++digits) {
    char const c = *digits;
    if (!hexadecimal && (c == 'e' || c == 'E')) break;
    if (c == '\'') continue;
    if (c == '.') {
      after_point = true;
      continue;
    }
    std::uint32_t const digit = c <= '9' ? c - '0' : c <= 'F' ? c - 'A' + 10 : c - 'a' + 10;
    numerator.multiply_and_add(base, digit);
    if (digit != 0) zero = false;
    if (after_point) ++places;
  }
  if (zero) return 0;
  int exponent = 0;
  if (*digits != '\0') {
    ++digits;
    bool const negative = *digits == '-';
    if (*digits == '-' || *digits == '+') ++digits;
    for (; *digits != '\0'; ++digits)
      if (*digits != '\'') exponent = 10 * exponent + (*digits - '0');
    if (negative) exponent = -exponent;
  }
  // numerator / denominator * 2^twos
  int twos = hexadecimal ? exponent : 0;
  for (int i = 0; i < places; ++i) denominator.multiply_and_add(base);
  for (int i = hexadecimal ? 0 : exponent; i > 0; --i) numerator.multiply_and_add(10);
  for (int i = hexadecimal ? 0 : exponent; i < 0; ++i) denominator.multiply_and_add(10);
  for (; difference_sign(numerator, denominator) < 0; --twos) numerator.multiply_and_add(2);
  do {
    denominator.multiply_and_add(2);
    ++twos;
  } while (difference_sign(numerator, denominator) >= 0);
  // Long division in binary: the first of the 113 digits is 1.
  Quad quotient = 0;
  bool odd = false;
  for (int bit = 0; bit < 113; ++bit, --twos) {
    numerator.multiply_and_add(2);
    odd = difference_sign(numerator, denominator) >= 0;
    if (odd) numerator.subtract(denominator);
    quotient = 2 * quotient + (odd ? 1 : 0);
  }
  numerator.multiply_and_add(2);
  int const rest = difference_sign(numerator, denominator);
  if (rest > 0 || (rest == 0 && odd)) quotient += 1;
  for (; twos < 0; ++twos) quotient /= 2;
  for (; twos > 0; --twos) quotient *= 2;
  return quotient;
}

}  // namespace rattleback
