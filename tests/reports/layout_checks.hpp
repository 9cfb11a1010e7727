// Check of the places of legends and texts in a drawn figure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rattleback::reports {

/// Returns the defects of the layout of `svg`, a figure of render_figures(), one sentence each:
/// entries of a legend (sample and text) that meet a frame, a text or a curve, texts that meet each
/// other, and texts that leave the picture. Bitmaps of series with very many points are not
/// examined. Throws IoError if the picture is malformed.
std::vector<std::string> layout_defects(std::string_view svg);

}  // namespace rattleback::reports
