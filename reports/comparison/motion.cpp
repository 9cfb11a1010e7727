#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/files/files.hpp"
#include "base/files/json_fields.hpp"
#include "reports/comparison/view.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

/// Body that the names of the coordinates do not determine.
struct Body {
  char const *problem, *kind;
  char const* heading = "";              ///< heading angle of a blade, board or robot
  std::array<char const*, 3> axes = {};  ///< parameters: semi-axes of the rolling or rotating body
  char const* offset = "";  ///< parameter: depth of the centre of mass below the ellipsoid's centre
  std::array<char const*, 8> dimensions = {};  ///< parameters that the picture uses by name
};
constexpr std::array bodies{Body{"knife_edge", "blade", "phi"},
                            Body{"chaplygin_sleigh", "blade", "theta"},
                            Body{"tilted_sleigh", "blade", "theta"},
                            Body{"snakeboard", "board", "theta"},
                            Body{"mobile_robot", "robot", "theta"},
                            Body{"vertical_disk", "wheel", "phi", {"r", "r", ""}},
                            Body{"rolling_disk", "rolling", "", {"r", "r", ""}},
                            Body{"rattleback", "rolling", "", {"a", "b", "c"}, "hc"},
                            Body{"rolling_ball", "rolling", "", {"r", "r", "r"}},
                            Body{"body_frame_ball", "rolling", "", {"r", "r", "r"}},
                            Body{"chaplygin_sphere", "rolling", "", {"r", "r", "r"}},
                            Body{"chaplygin_top", "rolling", "", {"r", "r", "r"}},
                            Body{"cylindrical_particle", "cylindrical point"},
                            Body{.problem = "bicycle",
                                 .kind = "bicycle",
                                 .dimensions = {"w", "c", "lambda_s", "rR", "rF", "xB", "zB"}}};

double parameter(ProblemResult const& problem, std::string const& name) {
  for (auto const& [known, value] : problem.parameters)
    if (known == name) return std::strtod(value.c_str(), nullptr);
  return name.empty() ? 0.0 : 1.0;  // body without a size parameter
}

}  // namespace

json catalogue_body(std::string const& problem) {
  auto const name = [](char const* text) { return std::string(text == nullptr ? "" : text); };
  for (Body const& body : bodies) {
    if (problem != body.problem) continue;
    json axes = json::array(), dimensions = json::array();
    for (char const* axis : body.axes) axes.push_back(name(axis));
    for (char const* dimension : body.dimensions)
      if (dimension != nullptr) dimensions.push_back(dimension);
    return {{"body", body.kind},
            {"heading", body.heading},
            {"axes", axes},
            {"offset", body.offset},
            {"dimensions", dimensions}};
  }
  return {};
}

json motion_data(ProblemResult const& problem) {
  if (problem.path.is_null()) return {};
  auto const& names = problem.coordinates;
  auto const has = [&](char const* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  json motion;
  for (Body const& body : bodies)
    if (problem.id == body.problem) {
      json axes = json::array();
      for (char const* axis : body.axes)
        axes.push_back(axis == nullptr ? 0.0 : parameter(problem, axis));
      motion = {{"body", body.kind},
                {"heading", body.heading},
                {"axes", axes},
                {"offset", parameter(problem, body.offset)}};
      for (char const* dimension : body.dimensions)
        if (dimension != nullptr) motion["dimensions"][dimension] = parameter(problem, dimension);
    }
  if (motion.is_null() && has("R33") && !has("R44") && !has("x"))
    motion = {{"body", "turning"}, {"axes", {1.0, 1.0, 1.0}}};
  if (motion.is_null() && has("x") && has("y") && has("z") && names.size() == 3)
    motion = {{"body", "point"}};
  auto const columns = texts_at(problem.path, "columns");
  bool const whole = std::all_of(names.begin(), names.end(), [&](std::string const& name) {
    return std::find(columns.begin(), columns.end(), name) != columns.end();
  });
  if (motion.is_null() || !whole) return {};
  motion["columns"] = columns;
  motion["rows"] = json::array();
  for (json const& row : list_at(problem.path, "rows")) {
    if (!row.is_array() || row.size() != columns.size())
      throw Malformed("a row of the path differs in length from the list of columns");
    json numbers = json::array();
    for (json const& value : row) numbers.push_back(rounded(to_double(value, "path"), 5));
    motion["rows"].push_back(numbers);
  }
  return motion;
}

}  // namespace rattleback::reports
