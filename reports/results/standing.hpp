// Whether what an experiment's folder holds still stands, and if not, why.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace rattleback::reports {

/// What a result was made from: the SHA-256 of every part, by name. "code of the figures",
/// "gnuplot" and "texts" concern the drawing alone.
using Components = std::map<std::string, std::string>;

/// How a part differs from what was recorded, e.g. {"code of method ida", "changed"}.
struct Change {
  std::string name, how;
};

/// Every difference between two sets of components, by name: changed, new (in `current` alone) or
/// gone (in `recorded` alone).
std::vector<Change> changes(Components const& recorded, Components const& current);

/// What is to be done about an experiment.
struct Standing {
  enum class Due { nothing, figures, everything };
  Due due;
  std::string reasons;  ///< separated by commas; empty when nothing is due
};

/// Compares `experiment_folder`/manifest.json with the present. "components" of the manifest must
/// equal `always` and, beside it, only name what `parts` has with the same hash. Its "outputs" must
/// have experiment.json, measurements.json, and the data and pictures of every figure; every file
/// of them must be there unchanged, and every figure of "figures" be drawn from these data. Figures
/// alone are due when nothing else is concerned. A missing or damaged manifest makes everything
/// due; no error is thrown.
Standing standing(std::filesystem::path const& experiment_folder, Components const& always,
                  Components const& parts);

/// True when the manifest and all files that it and the experiment need are there unchanged.
bool is_complete(std::filesystem::path const& experiment_folder);

}  // namespace rattleback::reports
