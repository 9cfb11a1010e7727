#include "tests/reports/svg_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>

#include "base/io_error.hpp"
#include "reports/drawing/layout/text_width.hpp"
#include "reports/drawing/picture_files.hpp"

namespace rattleback::reports {
namespace {

using Attributes = std::map<std::string, std::string, std::less<>>;

std::string value_of(Attributes const& attributes, std::string_view name) {
  auto const found = attributes.find(name);
  return found == attributes.end() ? "" : found->second;
}

double number_of(Attributes const& attributes, std::string_view name, double otherwise) {
  auto const text = value_of(attributes, name);
  return text.empty() ? otherwise : std::strtod(text.c_str(), nullptr);
}

/// Returns the numbers within `text`, whatever separates them.
std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> numbers;
  std::string const copy(text);
  for (char const* at = copy.c_str(); *at != '\0';) {
    char* end = nullptr;
    double const number = std::strtod(at, &end);
    if (end != at) numbers.push_back(number);
    at = end == at ? at + 1 : end;
  }
  return numbers;
}

struct Point {
  double x, y;
};

/// Returns the strokes of a path with the commands M, m, L, l, h, v and z, as lists of points.
std::vector<std::vector<Point>> strokes_of(std::string const& path) {
  std::vector<std::vector<Point>> strokes;
  Point at{0, 0};
  for (std::size_t begin = 0; begin < path.size();) {
    char const command = path[begin];
    std::size_t end = path.find_first_of("MmLlHhVvZz", begin + 1);
    end = std::min(end, path.size());
    auto const n = numbers_in(std::string_view(path).substr(begin + 1, end - begin - 1));
    begin = end;
    bool const relative = std::islower(static_cast<unsigned char>(command)) != 0;
    char const kind = static_cast<char>(std::toupper(static_cast<unsigned char>(command)));
    if (kind == 'Z') {
      if (!strokes.empty()) at = strokes.back().front(), strokes.back().push_back(at);
      continue;
    }
    std::size_t const step = kind == 'H' || kind == 'V' ? 1 : 2;
    for (std::size_t i = 0; i + step <= n.size(); i += step) {
      Point const origin = relative ? at : Point{0, 0};
      if (kind == 'H') at.x = origin.x + n[i];
      if (kind == 'V') at.y = origin.y + n[i];
      if (step == 2) at = {origin.x + n[i], origin.y + n[i + 1]};
      if (strokes.empty() || (kind == 'M' && i == 0)) strokes.emplace_back();
      strokes.back().push_back(at);
    }
  }
  return strokes;
}

/// True if the stroke is a rectangle with sides along the axes.
bool is_frame(std::vector<Point> const& stroke) {
  if (stroke.size() < 5) return false;
  for (std::size_t i = 1; i < stroke.size(); ++i)
    if (stroke[i].x != stroke[i - 1].x && std::abs(stroke[i].y - stroke[i - 1].y) > 0.02)
      return false;
  return std::hypot(stroke.front().x - stroke.back().x, stroke.front().y - stroke.back().y) < 0.05;
}

void include(Rectangle& box, Rectangle const& other) {
  box = {std::min(box.left, other.left), std::min(box.low, other.low),
         std::max(box.right, other.right), std::max(box.high, other.high)};
}

class SceneReader {
 public:
  void start(std::string const& name, Attributes const& a) {
    Group group = groups_.empty() ? Group{} : groups_.back();
    group.names_plot = false;
    group.ignored = group.ignored || name == "defs";
    if (name == "svg") {
      auto const box = numbers_in(value_of(a, "viewBox"));
      if (box.size() == 4) scene_.canvas = {box[0], box[1], box[0] + box[2], box[1] + box[3]};
    } else if (name == "g") {
      if (auto const id = value_of(a, "id"); id.starts_with("gnuplot_plot")) {
        group.plot = id;
        group.names_plot = true;
        entry_.reset();
      }
      if (auto const transform = value_of(a, "transform"); !transform.empty()) {
        auto const n = numbers_in(transform);
        if (n.size() >= 2) group.x = n[0], group.y = n[1];
        group.upright = transform.find("rotate") != std::string::npos;
      }
      group.size = number_of(a, "font-size", group.size);
      if (auto const anchor = value_of(a, "text-anchor"); !anchor.empty()) group.anchor = anchor;
    } else if (name == "text") {
      text_.clear();
      text_width_ = 0;
    } else if (name == "tspan") {
      group.size = number_of(a, "font-size", group.size);
      text_width_ += number_of(a, "dx", 0);
    } else if (name == "title") {
      title_.clear();
    } else if (name == "path" && !group.ignored) {
      add_path(group, a);
    } else if (name == "use" && !group.ignored) {
      auto const n = numbers_in(value_of(a, "transform"));
      if (n.size() >= 3) add({n[0], n[1], n[0], n[1], n[2]}, group);
    }
    groups_.push_back(group);
    elements_.push_back(name);
  }

  void characters(std::string_view text) {
    if (elements_.empty()) return;
    if (elements_.back() == "title") title_ += text;
    if (std::find(elements_.begin(), elements_.end(), "text") == elements_.end()) return;
    text_ += text;
    text_width_ += groups_.back().size * text_width(text);
  }

  void end(std::string const& name) {
    Group const group = groups_.back();
    groups_.pop_back();
    elements_.pop_back();
    // An entry of a legend is a plot with a title of its own.
    if (name == "title" && !groups_.empty() && groups_.back().names_plot &&
        title_ != groups_.back().plot)
      begin_entry();
    if (name == "text") add_text(group);
    if (group.names_plot) entry_.reset();
  }

  Scene scene() && {
    // Without a legend in its panel an entry is empty.
    std::erase_if(scene_.entries,
                  [](SceneText const& entry) { return entry.box.left == INFINITY; });
    return std::move(scene_);
  }

 private:
  struct Group {
    std::string plot, anchor = "start";
    bool names_plot = false, ignored = false, upright = false;
    double x = 0, y = 0, size = 8;
  };

  void begin_entry() {
    scene_.entries.push_back({title_, {INFINITY, INFINITY, -INFINITY, -INFINITY}});
    entry_ = scene_.entries.size() - 1;
  }

  void add_path(Group const& group, Attributes const& a) {
    for (auto const& stroke : strokes_of(value_of(a, "d"))) {
      if (group.plot.empty()) {
        if (!is_frame(stroke)) continue;
        Rectangle frame{stroke[0].x, stroke[0].y, stroke[0].x, stroke[0].y};
        for (auto const& p : stroke) include(frame, {p.x, p.y, p.x, p.y});
        if (frame.right - frame.left > 1 && frame.high - frame.low > 1)
          scene_.frames.push_back(frame);
        continue;
      }
      for (std::size_t i = 1; i < stroke.size(); ++i)
        add({stroke[i - 1].x, stroke[i - 1].y, stroke[i].x, stroke[i].y, 0}, group);
    }
  }

  void add(ScenePart const& part, Group const& group) {
    if (group.plot.empty()) return;
    if (!entry_) return scene_.parts.push_back(part);
    double const r = part.radius;
    include(scene_.entries[*entry_].box,
            {std::min(part.x0, part.x1) - r, std::min(part.y0, part.y1) - r,
             std::max(part.x0, part.x1) + r, std::max(part.y0, part.y1) + r});
  }

  void add_text(Group const& group) {
    if (text_.find_first_not_of(" \n\t") == std::string::npos) return;
    double const shift = group.anchor == "start" ? 0.0
                         : group.anchor == "end" ? -text_width_
                                                 : -text_width_ / 2;
    // Height of capitals and depth of descenders of the font.
    double const rise = 0.73 * group.size, depth = 0.1 * group.size;
    Rectangle box{group.x + shift, group.y - rise, group.x + shift + text_width_, group.y + depth};
    if (group.upright)  // reads upwards
      box = {group.x - rise, group.y - shift - text_width_, group.x + depth, group.y - shift};
    if (!entry_) return scene_.texts.push_back({text_, box});
    include(scene_.entries[*entry_].box, box);
  }

  Scene scene_;
  std::vector<Group> groups_;  // attributes of the open elements
  std::vector<std::string> elements_;
  std::optional<std::size_t> entry_;
  std::string text_, title_;
  double text_width_ = 0;
};

void on_start(void* reader, XML_Char const* name, XML_Char const** attributes) {
  Attributes all;
  for (; *attributes != nullptr; attributes += 2) all[attributes[0]] = attributes[1];
  static_cast<SceneReader*>(reader)->start(name, all);
}

void on_end(void* reader, XML_Char const* name) { static_cast<SceneReader*>(reader)->end(name); }

void on_text(void* reader, XML_Char const* text, int size) {
  static_cast<SceneReader*>(reader)->characters({text, static_cast<std::size_t>(size)});
}

bool covers(Rectangle const& box, ScenePart const& part) {
  Rectangle const wide{box.left - part.radius, box.low - part.radius, box.right + part.radius,
                       box.high + part.radius};
  return wide.meets_segment(part.x0, part.y0, part.x1, part.y1);
}

}  // namespace

Scene read_scene(std::string_view svg) {
  SceneReader reader;
  auto const defect = parse_svg(svg, [&](XML_Parser parser) {
    XML_SetUserData(parser, &reader);
    XML_SetElementHandler(parser, &on_start, &on_end);
    XML_SetCharacterDataHandler(parser, &on_text);
  });
  if (!defect.empty()) throw IoError("SVG, " + defect);
  return std::move(reader).scene();
}

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
