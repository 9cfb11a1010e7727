#pragma once

#include <boost/multiprecision/cpp_dec_float.hpp>
#include <string>

namespace rattleback::fernandez_bloch_olver_2012 {

/// Decimal floating-point number with ten significant digits, the default of symbolic software.
/// Each number on input, and the result of every single operation (+ - * / sin tan), is rounded to
/// nearest, ties to even.
class TenDigits {
 public:
  TenDigits(double value) : value_(rounded(Wide(value))) {}
  explicit operator double() const { return value_.convert_to<double>(); }

  friend TenDigits operator+(TenDigits const& a, TenDigits const& b) {
    return TenDigits(a.value_ + b.value_);
  }
  friend TenDigits operator-(TenDigits const& a, TenDigits const& b) {
    return TenDigits(a.value_ - b.value_);
  }
  friend TenDigits operator*(TenDigits const& a, TenDigits const& b) {
    return TenDigits(a.value_ * b.value_);
  }
  friend TenDigits operator/(TenDigits const& a, TenDigits const& b) {
    return TenDigits(a.value_ / b.value_);
  }
  friend TenDigits sin(TenDigits const& a) { return TenDigits(sin(a.value_)); }
  friend TenDigits tan(TenDigits const& a) { return TenDigits(tan(a.value_)); }

 private:
  /// Type that holds sums and products of two such numbers exactly, so that no result is rounded
  /// twice.
  using Wide = boost::multiprecision::number<boost::multiprecision::cpp_dec_float<50>,
                                             boost::multiprecision::et_off>;
  explicit TenDigits(Wide const& value) : value_(rounded(value)) {}

  static Wide rounded(Wide const& value) {
    if (value == 0) return value;
    auto const shift = 9 - value.backend().order();  // from the leading digit to the tenth
    Wide const scaled = abs(value) * Wide("1e" + std::to_string(shift));
    Wide whole = floor(scaled);
    Wide const rest = scaled - whole, half("0.5");
    bool const odd = static_cast<long long>(whole) % 2 == 1;
    if (rest > half || (rest == half && odd)) whole += 1;
    whole *= Wide("1e" + std::to_string(-shift));
    return value < 0 ? -whole : whole;
  }

  Wide value_;
};

}  // namespace rattleback::fernandez_bloch_olver_2012
