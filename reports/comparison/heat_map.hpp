// Heat map of the comparison: problems by methods, coloured by the size of the energy deviation.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "reports/comparison/data.hpp"

namespace rattleback::reports {

/// Returns the data that assets/heat_map.js draws:
/// `methods`: id, name, family, page, order, tags (properties for filters);
/// `problems`: id, name, page, tags, first: method that `choose` names first, null without one;
/// `cells`: for each problem a list with an entry for each method: null if the problem's file lacks
/// the method, an index into `reasons` if the method does not apply, else
/// [assessment, log10 of the relative energy deviation or null, trend, observed order, note].
/// `first_method` returns the method that `choose` names first on a problem, or an empty text.
nlohmann::json heat_map(std::vector<ProblemResult> const& problems,
                        std::function<std::string(std::string const& problem)> const& first_method);

/// Returns the heat map without names as SVG, for a small picture. `map`: result of heat_map().
std::string heat_map_picture(nlohmann::json const& map);

}  // namespace rattleback::reports
