#pragma once
// Options of a figure that a command draws: --figure, --panel and --width.

#include <optional>
#include <string>
#include <vector>

namespace rattleback {

/// Requested figure.
struct FigureRequest {
  std::string file;                 ///< FILE.svg, .pdf or .png
  std::vector<std::string> panels;  ///< names of panels; empty: the default panels
  std::optional<double> width;      ///< inches; nothing: the default width
};

/// Returns the request for `file`, or nothing without a file. Throws InvalidInput if --panel or
/// --width are given without a file or are invalid.
/// @param components  coordinates and velocities, which are names of panels, too
std::optional<FigureRequest> figure_request(std::optional<std::string> const& file,
                                            std::vector<std::string> const& panels,
                                            std::optional<std::string> const& width,
                                            std::vector<std::string> const& components = {});

}  // namespace rattleback
