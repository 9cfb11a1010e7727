#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include "base/files/files.hpp"
#include "base/files/json_fields.hpp"
#include "reports/comparison/view.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

/// Body that the names of the coordinates do not determine.
struct Body {
  std::string_view problem, kind;
  std::string_view heading = {};  ///< heading angle of a blade, board or robot
  /// Parameters: semi-axes of the rolling or rotating body.
  std::array<std::string_view, 3> axes = {};
  /// Parameter: depth of the centre of mass below the ellipsoid's centre.
  std::string_view offset = {};
  std::array<std::string_view, 8> dimensions = {};  ///< parameters that the picture uses by name
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
  for (Body const& body : bodies) {
    if (problem != body.problem) continue;
    json dimensions = json::array();
    for (std::string_view const dimension : body.dimensions)
      if (!dimension.empty()) dimensions.push_back(dimension);
    return {{"body", body.kind},
            {"heading", body.heading},
            {"axes", body.axes},
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
  json motion = catalogue_body(problem.id);
  if (!motion.is_null()) {
    auto const replace = [&](json& name) { name = parameter(problem, name.get<std::string>()); };
    for (json& axis : motion["axes"]) replace(axis);
    replace(motion["offset"]);
    json dimensions = json::object();
    for (std::string const name : motion["dimensions"]) dimensions[name] = parameter(problem, name);
    motion["dimensions"] = dimensions;
  } else if (has("R33") && !has("R44") && !has("x")) {
    motion = {{"body", "turning"}, {"axes", {1.0, 1.0, 1.0}}};
  } else if (has("x") && has("y") && has("z") && names.size() == 3) {
    motion = {{"body", "point"}};
  }
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
