// Drawing the figures of an experiment.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "reports/files/child_process.hpp"

namespace rattleback::reports {

enum class Formats { all, vector };

/// Reads `experiment_folder`/experiment.json and the CSV files of its data folder, and writes every
/// figure as figures/<id>.svg, .pdf and, with all formats, .png and .small.png, once gnuplot has
/// drawn it whole.
/// The same input gives the same bytes. Series with very many points enter the SVG and the PDF as
/// an embedded picture within vector axes. Nothing in these files can make gnuplot do anything but
/// draw them. Returns what each figure was drawn from, as drawn_from says, by id. Throws
/// FileFailure naming the figure when an input is missing or malformed, an output cannot be
/// written, or gnuplot is missing, fails, hangs or leaves a broken picture, and what `watch`
/// throws.
std::map<std::string, std::string> render_figures(std::filesystem::path const& experiment_folder,
                                                  Formats formats = Formats::all,
                                                  Watch const& watch = {});

/// Draws a small figure in all formats and discards it. Throws as render_figures.
void try_drawing(Watch const& watch = {});

}  // namespace rattleback::reports
