#include "reports/timings/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <tuple>

#include "reports/drawing/gnuplot.hpp"
#include "reports/drawing/sheet.hpp"
#include "reports/files/files.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Series {
  std::string label;
  std::vector<std::pair<double, double>> points;
  char const* style = "linespoints";
};

struct Axes {
  std::string title, x, y;
  bool logarithmic_x = false, logarithmic_y = false;
  json y_range = nullptr;
};

json panel(Sheet& sheet, Axes const& axes, std::vector<Series> const& list) {
  json series = json::array();
  for (Series const& one : list) {
    std::string text = "x,y\n";
    for (auto const& [x, y] : one.points) text += fmt::format("{},{}\n", x, y);
    series.push_back({{"data", sheet.table(text)},
                      {"x", "x"},
                      {"y", "y"},
                      {"style", one.style},
                      {"label", one.label}});
  }
  return {{"title", axes.title},
          {"x_label", axes.x},
          {"y_label", axes.y},
          {"x_scale", axes.logarithmic_x ? "log" : "linear"},
          {"y_scale", axes.logarithmic_y ? "log" : "linear"},
          {"x_range", nullptr},
          {"y_range", axes.y_range},
          {"key", "below"},
          {"series", series}};
}

/// Returns a horizontal line over the points of all series.
Series line_at(double y, std::string const& label, std::vector<Series> const& list) {
  std::set<double> abscissae;
  for (Series const& one : list)
    for (auto const& [x, unused] : one.points) abscissae.insert(x);
  return {label, {{*abscissae.begin(), y}, {*abscissae.rbegin(), y}}, "lines"};
}

/// Returns a value slightly above 1 and the highest point.
double top_over(std::vector<Series> const& list) {
  double top = 1;
  for (Series const& one : list)
    for (auto const& [unused, y] : one.points) top = std::max(top, y);
  return 1.1 * top;
}

/// Returns the series with that label; appends a new one if there is none.
Series& labelled(std::vector<Series>& list, std::string const& label, char const* style) {
  auto const found =
      std::find_if(list.begin(), list.end(), [&](Series const& s) { return s.label == label; });
  if (found != list.end()) return *found;
  list.push_back({label, {}, style});
  return list.back();
}

/// Returns panels of the speed-up of SIMD lanes over one orbit at a time, divided by the number of
/// lanes, with a mark per pair. The bound is that of the target group whose name contains the
/// label.
json speed_up_panels(Sheet& sheet, Bench const& bench) {
  json panels = json::array();
  for (std::string const label : {"explicit", "Newton-based"}) {
    std::vector<Series> list;
    for (Timing const& one : bench.timings) {
      if (!one.name.ends_with("/one_orbit") || one.label != label || !one.error.empty()) continue;
      auto const parts = one.parts();
      Timing const* const lanes =
          parts.size() == 3 ? bench.find(parts[0] + "/" + parts[1] + "/lanes") : nullptr;
      if (lanes == nullptr) continue;
      labelled(list, parts[1], "points")
          .points.emplace_back(one.cpu.median,
                               one.cpu.median / lanes->cpu.median / lane_count(bench));
    }
    if (list.empty()) continue;
    for (Target const& target : bench.targets)
      if (target.group.find("speed-up") != std::string::npos &&
          target.group.find(label) != std::string::npos) {
        list.push_back(line_at(target.bound, fmt::format("target {:g}", target.bound), list));
        break;
      }
    panels.push_back(panel(sheet,
                           {label == "explicit" ? "Explicit" : label,
                            "one orbit: processor time per step (ns)",
                            "speed-up of lanes / number of lanes",
                            true,
                            false,
                            {0.0, top_over(list)}},
                           list));
  }
  return panels;
}

/// Parses a number; empty if the text is not numeric.
std::optional<double> number_of(std::string const& text) {
  double number = 0;
  auto const end = text.data() + text.size();
  auto const [stop, failed] = std::from_chars(text.data(), end, number);
  if (failed != std::errc() || stop != end) return {};
  return number;
}

/// Returns the number at the end of "key:number" in one of the name's parts.
std::optional<double> number_in(Timing const& timing, std::string const& key) {
  for (std::string const& part : timing.parts())
    if (part.starts_with(key + ":")) return number_of(part.substr(key.size() + 1));
  return {};
}

/// Returns the timings whose name begins with `begin` and contains "key:number", sorted by the
/// number.
std::vector<std::pair<double, Timing const*>> numbered(Bench const& bench, std::string const& begin,
                                                       std::string const& key) {
  std::vector<std::pair<double, Timing const*>> found;
  for (Timing const& timing : bench.timings)
    if (auto const number = number_in(timing, key);
        number && timing.name.starts_with(begin) && timing.error.empty())
      found.emplace_back(*number, &timing);
  std::sort(found.begin(), found.end(), [](auto const& a, auto const& b) {
    return std::tie(a.first, a.second->name) < std::tie(b.first, b.second->name);
  });
  return found;
}

json thread_panels(Sheet& sheet, Bench const& bench) {
  Series cpu{"processor time, all threads", {}}, elapsed{"elapsed time", {}};
  Series ideal{"elapsed time, ideal", {}, "lines"};
  auto const ensembles = numbered(bench, "ensemble/", "threads");
  if (ensembles.empty() || ensembles.front().first != 1) return json::array();
  Timing const& single = *ensembles.front().second;
  for (auto const& [threads, timing] : ensembles) {
    cpu.points.emplace_back(threads, timing->cpu.median / single.cpu.median);
    elapsed.points.emplace_back(threads, timing->elapsed / single.elapsed);
    ideal.points.emplace_back(threads, 1 / threads);
  }
  if (cpu.points.size() < 2) return json::array();
  std::vector<Series> list{cpu, elapsed, ideal};
  for (Target const& target : bench.targets)
    if (target.group.find("several threads") != std::string::npos) {
      list.push_back(line_at(target.bound, fmt::format("target {:g}", target.bound), list));
      break;
    }
  Axes const axes{"", "threads", "time / time of one thread", false, false, {0.0, top_over(list)}};
  return json::array({panel(sheet, axes, list)});
}

/// Returns the cost against the quantity `key`, a series per method and way of stepping.
json cost_panels(Sheet& sheet, Bench const& bench, std::string const& key, Axes const& axes) {
  std::vector<Series> list;
  for (auto const& [at, timing] : numbered(bench, "cost/", key)) {
    auto const parts = timing->parts();
    if (parts.size() < 4) continue;
    std::string const way = parts[2] == "lanes" ? "lanes, per step of one orbit" : "one orbit";
    labelled(list, parts[1] + ", " + way, "linespoints")
        .points.emplace_back(at, timing->cpu.median);
  }
  if (list.empty()) return json::array();
  return json::array({panel(sheet, axes, list)});
}

}  // namespace

double lane_count(Bench const& bench) {
  auto const lanes = number_of(bench.context.at("lanes").get<std::string>());
  if (!lanes || !(*lanes >= 1)) throw Malformed("the number of lanes is missing or less than 1");
  return *lanes;
}

json draw_bench_figures(Bench const& bench, fs::path const& folder, Watch const& watch) {
  fs::create_directories(folder);
  ScratchFolder const scratch;
  Sheet sheet(scratch.path());
  json figures = json::object();
  auto const add = [&](char const* kind, std::string const& caption, json const& panels) {
    if (panels.empty()) return;
    sheet.add(kind, panels, 2.9);
    figures[kind] = {{"caption", caption}};
  };
  add("speed_up",
      "Speed-up of SIMD lanes over one orbit at a time, divided by the number of lanes, for every "
      "method on the problem of its mark. At 1, one vector operation costs as much as one scalar "
      "operation.",
      speed_up_panels(sheet, bench));
  add("threads",
      "Time of the same ensemble on several threads, relative to one thread. The excess of "
      "processor "
      "time over 1 is the cost of threading; elapsed time is constant beyond the free processors.",
      thread_panels(sheet, bench));
  std::string const cost = "processor time per step (ns)";
  add("size", "Cost per step of the chaotic system against its dimension.",
      cost_panels(sheet, bench, "dimension", {"", "dimension", cost, true, true}));
  add("constraints", "Cost per step against the number of constraints for a particle in R^12.",
      cost_panels(sheet, bench, "constraints", {"", "constraints", cost, false, true}));
  sheet.render(Formats::vector, watch);
  for (auto& [kind, figure] : figures.items()) {
    write_atomically(folder / (kind + ".svg"),
                     read_text(scratch.path() / "figures" / (kind + ".svg")));
    double const screen_growth = 1.35;  // larger reading distance of screens
    figure["width"] = fmt::format("{:.2f}", sheet.width_of(kind) * screen_growth);
  }
  return figures;
}

}  // namespace rattleback::reports
