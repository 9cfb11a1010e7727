#pragma once
// Panels that many figures have, and symbols as gnuplot sets them.

#include "experiments/core/experiment.hpp"

namespace rattleback {

/// A symbol in italics: italic("t"), italic("q_i").
std::string italic(std::string const& symbol);
/// "(a) title", "(b) title", ...
std::string lettered(std::size_t index, std::string const& title);

using Range = std::optional<std::pair<double, double>>;

/// Errors against the step size h, both axes logarithmic, a key at the bottom right.
Panel errors_panel(std::string title, std::string y_label, std::vector<Series> series,
                   Range x_range = {}, Range y_range = {});
/// A logarithmic quantity against time.
Panel growth_panel(std::string title, std::string x_label, std::string y_label,
                   std::vector<Series> series, Range y_range = {}, std::string key = "top right");
/// A quantity against another, both axes linear.
Panel plain_panel(std::string title, std::string x_label, std::string y_label,
                  std::vector<Series> series, Range x_range = {}, Range y_range = {});

}  // namespace rattleback
