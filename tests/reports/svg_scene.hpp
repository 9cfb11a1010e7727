// Texts, curves and frames of a drawn figure, read from its SVG, and the check of their places.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/drawing/layout/layout.hpp"

namespace rattleback::reports {

/// Text with its box, in the units of the picture; y grows downwards.
struct SceneText {
  std::string text;
  Rectangle box;
};

/// Line between two points, or a mark.
struct ScenePart {
  double x0, y0, x1, y1;
  double radius;  ///< radius of the mark; 0 for a line
};

/// Contents of a figure of render_figures().
struct Scene {
  Rectangle canvas{};
  std::vector<Rectangle> frames;   ///< borders of the axes
  std::vector<SceneText> texts;    ///< titles and labels of axes and tics
  std::vector<SceneText> entries;  ///< entries of legends, with their samples
  std::vector<ScenePart> parts;    ///< curves and marks
};

/// Reads `svg`. Throws IoError if the picture is malformed.
Scene read_scene(std::string_view svg);

/// Returns the defects of the layout of `svg`, a figure of render_figures(), one sentence each:
/// entries of a legend (sample and text) that meet a frame, a text or a curve, texts that meet each
/// other, and texts that leave the picture. Bitmaps of series with very many points are not
/// examined. Throws IoError if the picture is malformed.
std::vector<std::string> layout_defects(std::string_view svg);

}  // namespace rattleback::reports
