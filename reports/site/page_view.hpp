// The values that the page template shows.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace rattleback::reports {

/// Collects everything reports/site/page.mustache.html names from `results_folder`, as JSON made of
/// objects, lists, truth values and strings only.
/// Throws std::runtime_error naming a file that is missing or cannot be read, and
/// nlohmann::json::exception when an entry is missing or of another type.
nlohmann::json page_view(std::filesystem::path const& results_folder);

}  // namespace rattleback::reports
