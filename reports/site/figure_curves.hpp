// Curves of a study's figures, for reading values in the page.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace rattleback::reports {

/// Returns the panels of the figures of `experiment` by the figure's id: title, axes and, for each
/// series, label, style and curves as [x, y] pairs. Figures with too many points for reading values
/// are omitted. Throws the FileFailures of read_curves.
nlohmann::json figure_curves(nlohmann::json const& experiment,
                             std::filesystem::path const& experiment_folder);

}  // namespace rattleback::reports
