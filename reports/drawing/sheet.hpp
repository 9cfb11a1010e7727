// Figures described by a program and drawn in a folder of their own.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "reports/drawing/figures.hpp"

namespace rattleback::reports {

/// Builder of figures: tables and panels in the form that render_figures() reads.
class Sheet {
 public:
  explicit Sheet(std::filesystem::path folder);

  /// Writes `text` as a table and returns the name of the table.
  std::string table(std::string const& text);
  /// Returns the path of the table `name`, for tables that the caller writes.
  std::filesystem::path table_path(std::string const& name) const;
  /// Adds a figure. `row_height`: height of axes and titles in inches, without legends below.
  /// `columns`: number of panels side by side, at most the number of panels. `width`: inches; 0:
  /// chosen by the number of columns.
  void add(std::string const& id, nlohmann::json panels, double row_height, std::size_t columns = 2,
           double width = 0.0);
  /// Draws the figures as figures/ID.svg and .pdf, with all formats also .png. `origin` and errors
  /// are those of render_figures.
  void render(Formats formats, Watch const& watch, std::string const& origin = "");
  double width_of(std::string const& id) const;

 private:
  std::filesystem::path folder_;
  int tables_ = 0;
  nlohmann::json figures_ = nlohmann::json::array();
};

/// Returns the label in figures of the coordinate or velocity `name` of a card: its first letter,
/// Greek if the name of a Greek letter, with the rest as an index. "vtheta" is a v with the index
/// theta.
std::string symbol(std::string const& name);

}  // namespace rattleback::reports
