// Gnuplot scripts of figures.
#pragma once

#include <string>
#include <vector>

#include "reports/drawing/layout/layout.hpp"

namespace rattleback::reports {

/// Returns the name of the bitmap of the heavy series of a panel.
std::string layer_name(std::size_t panel);

/// Returns the script that draws `panels` as figure.svg and figure.pdf and, with `bitmaps`, as
/// figure.png, after a bitmap for the heavy series of each panel that has some.
std::string plot_script(Layout const& layout, std::vector<PlottedPanel> const& panels,
                        bool bitmaps);

/// Returns the script that draws a panel as small.png, for its place on the home page: without
/// title, legend and names of tics, and with labels of the axes that fit. To be run after the
/// script of the figure, whose bitmap of heavy series it replaces. The axes are those before
/// lay_out().
std::string thumbnail_script(PlottedPanel panel);

}  // namespace rattleback::reports
