#include "experiments/core/panels.hpp"

#include <fmt/format.h>

namespace rattleback {

std::string italic(std::string const& symbol) { return "{/:Italic " + symbol + "}"; }

std::string lettered(std::size_t index, std::string const& title) {
  return fmt::format("({}) {}", char('a' + index), title);
}

Panel errors_panel(std::string title, std::string y_label, std::vector<Series> series,
                   Range x_range, Range y_range) {
  return {.title = std::move(title),
          .x_label = italic("h"),
          .y_label = std::move(y_label),
          .x_scale = "log",
          .y_scale = "log",
          .x_range = x_range,
          .y_range = y_range,
          .key = "bottom right",
          .series = std::move(series)};
}

Panel growth_panel(std::string title, std::string x_label, std::string y_label,
                   std::vector<Series> series, Range y_range, std::string key) {
  return {.title = std::move(title),
          .x_label = std::move(x_label),
          .y_label = std::move(y_label),
          .y_scale = "log",
          .y_range = y_range,
          .key = std::move(key),
          .series = std::move(series)};
}

Panel plain_panel(std::string title, std::string x_label, std::string y_label,
                  std::vector<Series> series, Range x_range, Range y_range) {
  return {.title = std::move(title),
          .x_label = std::move(x_label),
          .y_label = std::move(y_label),
          .x_range = x_range,
          .y_range = y_range,
          .series = std::move(series)};
}

}  // namespace rattleback
