// The web page of a results folder.
#pragma once

#include <filesystem>

namespace rattleback::reports {

/// Reads `results_folder`/run.json and, for each experiment listed there, manifest.json,
/// experiment.json, measurements.json (may be absent) and the rendered figures/<id>.svg, and writes
/// `results_folder`/index.html: one page that needs no other file, apart from the links to data and
/// figure files. Returns its path.
/// Throws FileFailure naming the file that is missing, malformed or cannot be written.
std::filesystem::path write_report(std::filesystem::path const& results_folder);

}  // namespace rattleback::reports
