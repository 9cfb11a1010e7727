#include <algorithm>

#include "base/files/json_fields.hpp"
#include "reports/drawing/curves.hpp"
#include "reports/pages/page_writers.hpp"
#include "reports/results/description.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t most_points = 6000;

json series_view(json const& series, json const& panel, fs::path const& folder,
                 std::size_t& points) {
  auto const curves = read_curves(folder / data_file(series),
                                  {.x = text_at(series, "x"),
                                   .y = text_at(series, "y"),
                                   .group = text_at(series, "group"),
                                   .logarithmic_x = text_at(panel, "x_scale") == "log",
                                   .logarithmic_y = text_at(panel, "y_scale") == "log"});
  points += count_points(curves);
  json view = {{"label", formulas::plain_prose(text_at(series, "label"))},
               {"style", text_at(series, "style")},
               {"curves", json::array()}};
  if (points > most_points) return view;
  for (Curve const& curve : curves) {
    json list = json::array();
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      list.push_back({rounded(curve.x[i], 4), rounded(curve.y[i], 4)});
    view["curves"].push_back(list);
  }
  return view;
}

json panel_view(json const& panel, fs::path const& folder, std::size_t& points) {
  json view = {
      {"title", formulas::plain_prose(text_at(panel, "title"))},
      {"x", formulas::plain_prose(text_at(panel, "x_label"))},
      {"y", formulas::plain_prose(text_at(panel, "y_label"))},
      {"logarithmic", {text_at(panel, "x_scale") == "log", text_at(panel, "y_scale") == "log"}},
      {"x_range", member(panel, "x_range")},
      {"y_range", member(panel, "y_range")},
      {"series", json::array()}};
  for (json const& series : records_at(panel, "series"))
    view["series"].push_back(series_view(series, panel, folder, points));
  return view;
}

}  // namespace

json figure_curves(json const& experiment, fs::path const& experiment_folder) {
  json figures = json::object();
  auto const has_names = [](json const& panel) {
    return panel.contains("x_names") || panel.contains("y_names");
  };
  for (json const& figure : records_at(experiment, "figures")) {
    // Matrices are omitted: their places are names.
    auto const& drawn = records_at(figure, "panels");
    if (std::any_of(drawn.begin(), drawn.end(), has_names)) continue;
    json panels = json::array();
    std::size_t points = 0;
    for (json const& panel : records_at(figure, "panels")) {
      panels.push_back(panel_view(panel, experiment_folder, points));
      if (points > most_points) break;
    }
    if (points > 0 && points <= most_points) figures[figure_id(figure)] = panels;
  }
  return figures;
}

}  // namespace rattleback::reports
