// Figures that a program describes and draws in a folder of its own.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "reports/drawing/figures.hpp"

namespace rattleback::reports {

/// Figures in the making: tables and what to draw of them, in the form that render_figures reads.
class Sheet {
 public:
  explicit Sheet(std::filesystem::path folder);

  /// Returns the name of the table that holds `text`.
  std::string table(std::string const& text);
  /// Where the table `name` is to be written that the caller fills itself.
  std::filesystem::path table_path(std::string const& name) const;
  /// `row_height` in inches is that of the axes with their titles; the keys add their own. So many
  /// `columns` of panels, where there are as many panels.
  void add(std::string const& id, nlohmann::json panels, double row_height,
           std::size_t columns = 2);
  /// Draws the figures as figures/ID.svg and .pdf, and with all formats .png. Throws as
  /// render_figures.
  void render(Formats formats, Watch const& watch);
  double width_of(std::string const& id) const;

 private:
  std::filesystem::path folder_;
  int tables_ = 0;
  nlohmann::json figures_ = nlohmann::json::array();
};

/// Text in which gnuplot finds no markup.
std::string literal(std::string const& text);

}  // namespace rattleback::reports
