#include "tests/reports/layout_checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tests/reports/svg_scene.hpp"

namespace rattleback::reports {
namespace {

bool covers(Rectangle const& box, ScenePart const& part) {
  Rectangle const wide{box.left - part.radius, box.low - part.radius, box.right + part.radius,
                       box.high + part.radius};
  return wide.meets_segment(part.x0, part.y0, part.x1, part.y1);
}

}  // namespace

std::vector<std::string> layout_defects(std::string_view svg) {
  Scene const scene = read_scene(svg);
  std::vector<std::string> defects;
  for (std::size_t i = 0; i < scene.entries.size(); ++i) {
    auto const& [name, box] = scene.entries[i];
    auto const entry = fmt::format("legend entry '{}'", name);
    if (!scene.canvas.contains(box)) defects.push_back(entry + " leaves the picture");
    if (std::any_of(scene.frames.begin(), scene.frames.end(), [&box = box](auto const& frame) {
          return frame.meets(box) && !frame.contains(box);
        }))
      defects.push_back(entry + " meets the frame of the axes");
    for (auto const& text : scene.texts)
      if (text.box.meets(box)) defects.push_back(fmt::format("{} meets '{}'", entry, text.text));
    for (std::size_t j = 0; j < i; ++j)
      if (scene.entries[j].box.meets(box))
        defects.push_back(fmt::format("{} meets that of '{}'", entry, scene.entries[j].text));
    auto const part = std::find_if(scene.parts.begin(), scene.parts.end(),
                                   [&box = box](auto const& p) { return covers(box, p); });
    if (part != scene.parts.end())
      defects.push_back(
          fmt::format("{} meets a curve at ({:.0f}, {:.0f})", entry, part->x0, part->y0));
  }
  for (std::size_t i = 0; i < scene.texts.size(); ++i) {
    auto const& [name, box] = scene.texts[i];
    if (!scene.canvas.contains(box))
      defects.push_back(fmt::format("'{}' leaves the picture", name));
    for (std::size_t j = 0; j < i; ++j)
      if (scene.texts[j].box.meets(box))
        defects.push_back(fmt::format("'{}' meets '{}'", name, scene.texts[j].text));
  }
  return defects;
}

}  // namespace rattleback::reports
