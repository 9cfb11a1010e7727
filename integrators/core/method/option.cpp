#include "integrators/core/method/option.hpp"

#include <fmt/ranges.h>

namespace rattleback {

std::string OptionCard::allowed() const {
  auto const words = fmt::format("{}", fmt::join(choices, ", "));
  if (above) return fmt::format("a finite number > {}", *above);
  if (least && !most) return fmt::format("a finite number >= {}", *least);
  if (!least) return words;
  return fmt::format("{}{} in [{}, {}]", choices.empty() ? "" : words + ", or ",
                     whole ? "an integer" : "a number", *least, *most);
}

}  // namespace rattleback
