// Figures of an experiment, drawn by gnuplot.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/files/child_process.hpp"

namespace rattleback::reports {

/// Picture formats: all, or only SVG and PDF.
enum class Formats { all, vector };

/// Reads `experiment_folder`/experiment.json and the CSV files of its data folder, and writes every
/// figure as figures/<id>.svg, .pdf and, with all formats, .png and .small.png, after gnuplot has
/// drawn all of the figure. Equal input gives equal bytes. Series with very many points are
/// embedded in the SVG and the PDF as a bitmap within vector axes. `origin` becomes the metadata of
/// the pictures, if it is not empty. No text of these files is executed as a gnuplot command.
/// Returns the hash of the sources of each figure (drawn_from()) by id. Throws IoError naming the
/// figure if an input is missing or malformed, an output cannot be written, or gnuplot is missing,
/// fails, hangs or leaves a damaged picture; also throws what `watch` throws.
std::map<std::string, std::string> render_figures(std::filesystem::path const& experiment_folder,
                                                  Formats formats = Formats::all,
                                                  Watch const& watch = {},
                                                  std::string const& origin = "");

/// Draws a small figure in all formats and discards it. Throws the errors of render_figures.
void try_drawing(Watch const& watch = {});

}  // namespace rattleback::reports
