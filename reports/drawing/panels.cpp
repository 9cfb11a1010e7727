#include "reports/drawing/panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "reports/drawing/curves.hpp"
#include "reports/drawing/series_style.hpp"
#include "reports/results/description.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

// An SVG needs about 60 bytes per point and about 14 per corner of a line.
constexpr std::size_t most_vector_points = 5'000;
constexpr std::size_t most_vector_corners = 30'000;

/// Allocator of style numbers: one per label, distinct within a panel.
class LookNumbers {
 public:
  void start_panel(json const& series_list) {
    used_.clear();
    for (json const& series : series_list) {
      auto const known = numbers_.find(series.value("label", ""));
      if (known != numbers_.end()) used_.insert(known->second);
    }
  }

  std::size_t number(std::string const& label) {
    auto const known = numbers_.find(label);
    if (known != numbers_.end()) return known->second;
    std::size_t free = 0;
    while (used_.count(free) != 0) ++free;
    used_.insert(free);
    if (!label.empty()) numbers_[label] = free;
    return free;
  }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::set<std::size_t> used_;
};

Role role_of(json const& series, bool panel_has_emphasis) {
  if (series.value("emphasis", false)) return Role::emphasised;
  if (series.value("background", false)) return Role::background;
  bool const grouped = !series.value("group", "").empty();
  return grouped && panel_has_emphasis ? Role::background : Role::ordinary;
}

Panel read_panel(json const& source, std::filesystem::path const& experiment_folder,
                 std::filesystem::path const& scratch_folder, std::size_t panel_number,
                 LookNumbers& looks) {
  Panel panel{source.value("title", ""),
              source.value("x_label", ""),
              source.value("y_label", ""),
              source.value("key", "off"),
              {},
              {},
              {}};
  bool const logarithmic_x = is_logarithmic(source.value("x_scale", "linear"));
  bool const logarithmic_y = is_logarithmic(source.value("y_scale", "linear"));

  std::vector<json> ordered = source.at("series").get<std::vector<json>>();
  auto const plain = [](json const& series) { return !series.value("emphasis", false); };
  auto const first_emphasised = std::stable_partition(ordered.begin(), ordered.end(), plain);
  bool const has_emphasis = first_emphasised != ordered.end();

  // The numbers follow the order of the file, not the drawing order.
  looks.start_panel(source.at("series"));
  std::map<json, std::size_t> numbers;
  bool only_lines = true;
  for (json const& series : source.at("series")) {
    if (role_of(series, has_emphasis) != Role::background) {
      numbers[series] = looks.number(series.value("like", series.value("label", "")));
    }
    only_lines = only_lines && series.at("style") == "lines";
  }

  std::vector<double> all_x, all_y;
  for (json const& series : ordered) {
    std::vector<Curve> const curves = read_curves(
        experiment_folder / data_file(series),
        {series.at("x"), series.at("y"), series.value("group", ""), logarithmic_x, logarithmic_y});
    for (Curve const& curve : curves) {
      all_x.insert(all_x.end(), curve.x.begin(), curve.x.end());
      all_y.insert(all_y.end(), curve.y.begin(), curve.y.end());
    }
    std::string const file = fmt::format("series_{}_{}.txt", panel_number, panel.series.size());
    write_curves(scratch_folder / file, curves);

    std::string const style = series.at("style");
    std::size_t const points = count_points(curves);
    std::size_t const points_per_curve = points / std::max<std::size_t>(1, curves.size());
    bool const as_line = style == "lines" || style == "linespoints";
    bool const heavy = points > (as_line ? most_vector_corners : most_vector_points);
    Role const role = role_of(series, has_emphasis);
    panel.series.push_back({file, series_style(style, role, numbers[series], points_per_curve),
                            key_style(style, role, numbers[series], points_per_curve),
                            series.value("label", ""), heavy});
  }
  panel.x =
      choose_axis(source.value("x_range", json()), logarithmic_x, all_x, only_lines ? 0.0 : 0.03);
  panel.y = choose_axis(source.value("y_range", json()), logarithmic_y, all_y, 0.05);
  if (source.contains("x_names")) panel.x = named_axis(source.at("x_names"));
  if (source.contains("y_names")) panel.y = named_axis(source.at("y_names"));
  return panel;
}

}  // namespace

bool Panel::has_heavy_series() const {
  return std::any_of(series.begin(), series.end(), [](auto const& s) { return s.heavy; });
}

std::vector<Panel> read_panels(json const& figure, std::filesystem::path const& experiment_folder,
                               std::filesystem::path const& scratch_folder) {
  std::vector<Panel> panels;
  LookNumbers looks;
  for (json const& source : figure.at("panels")) {
    panels.push_back(read_panel(source, experiment_folder, scratch_folder, panels.size(), looks));
  }
  return panels;
}

}  // namespace rattleback::reports
