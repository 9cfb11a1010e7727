// Gnuplot scripts of figures.
#pragma once

#include <string>
#include <vector>

#include "reports/drawing/layout/layout.hpp"

namespace rattleback::reports {

/// Returns the name of the bitmap of the heavy series of a panel.
std::string layer_name(std::size_t panel);

/// Returns the script that draws `panels` as figure.svg and figure.pdf and, with `bitmaps`, as
/// figure.png and small.png, after a bitmap for the heavy series of each panel that has some.
std::string plot_script(Layout const& layout, std::vector<Panel> const& panels, bool bitmaps);

}  // namespace rattleback::reports
