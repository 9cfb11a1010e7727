// The curves of a study's figures, for reading off values in the page.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace rattleback::reports {

/// Panels of the figures of `experiment` that have few enough points to be worth reading off, by
/// the figure's id: title, axes and, of each series, label, style and curves as [x, y] pairs. A
/// figure beyond that is left out: its points are a cloud. Throws FileFailure as read_curves.
nlohmann::json figure_curves(nlohmann::json const& experiment,
                             std::filesystem::path const& experiment_folder);

}  // namespace rattleback::reports
