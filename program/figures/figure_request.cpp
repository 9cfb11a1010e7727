#include "program/figures/figure_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/invalid_input.hpp"
#include "program/interface/number.hpp"

namespace rattleback {

namespace {

/// Parses a width such as "3.4in", "86mm" or "8.6cm". Returns inches. Throws InvalidInput on any
/// other text and on a width that a figure cannot have.
double parse_width(std::string const& text) {
  constexpr double narrowest = 2, widest = 40;  // inches
  constexpr std::array<std::pair<char const*, double>, 3> units{
      {{"in", 1}, {"cm", 1 / 2.54}, {"mm", 1 / 25.4}}};
  auto const fail = [&] {
    throw InvalidInput(fmt::format(
        "--width: '{}' is not a width; use a number with in, cm or mm, from {}in to {}in, such as "
        "3.4in or 86mm",
        text, narrowest, widest));
  };
  auto const unit = std::find_if(units.begin(), units.end(),
                                 [&](auto const& one) { return text.ends_with(one.first); });
  if (unit == units.end()) fail();
  double width = 0;
  try {
    auto const number = text.substr(0, text.size() - 2);
    width = unit->second * static_cast<double>(parse_positive(number, "--width"));
  } catch (InvalidInput const&) {
    fail();
  }
  if (width < narrowest || width > widest) fail();
  return width;
}

}  // namespace

std::optional<FigureRequest> figure_request(std::optional<std::string> const& file,
                                            std::vector<std::string> const& panels,
                                            std::optional<std::string> const& width,
                                            std::vector<std::string> const& components) {
  if (!file) {
    if (!panels.empty()) throw InvalidInput("--panel needs --figure");
    if (width) throw InvalidInput("--width needs --figure");
    return {};
  }
  std::vector<std::string> known{"path", "energy", "work", "constraint", "q", "v", "lambda"};
  known.insert(known.end(), components.begin(), components.end());
  FigureRequest request{*file, {}, {}};
  for (auto const& list : panels)
    for (auto const& panel : split_at_commas(list)) {
      if (std::find(known.begin(), known.end(), panel) == known.end())
        throw_unknown("--panel", panel, known);
      request.panels.push_back(panel);
    }
  if (width) request.width = parse_width(*width);
  return request;
}

}  // namespace rattleback
