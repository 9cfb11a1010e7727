// Numbers as readers write them.
#pragma once

#include <string>

namespace rattleback {

/// Formats a number with `digits` significant digits: "0.0123", "3.1×10⁻⁶", "10⁻⁴", "NaN", "−∞".
std::string number_text(double value, int digits = 3);

}  // namespace rattleback
