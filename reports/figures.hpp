// Drawing the figures of an experiment.
#pragma once

#include <filesystem>

namespace rattleback::reports {

enum class Formats { all, vector };

/// Reads `experiment_folder`/experiment.json and the CSV files of its data folder, and writes every
/// figure as figures/<id>.svg, .pdf and, with all formats, .png. The same input gives the same
/// bytes. Series with very many points enter the SVG and the PDF as an embedded picture within
/// vector axes. Throws std::runtime_error when an input is missing or malformed (naming the file),
/// when an output cannot be written, and when gnuplot is missing or fails (with gnuplot's message).
void render_figures(std::filesystem::path const& experiment_folder, Formats formats = Formats::all);

}  // namespace rattleback::reports
