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
                      {"label", literal(one.label)}});
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

/// A horizontal line over the points of all series.
Series line_at(double y, std::string const& label, std::vector<Series> const& list) {
  std::set<double> abscissae;
  for (Series const& one : list)
    for (auto const& [x, unused] : one.points) abscissae.insert(x);
  return {label, {{*abscissae.begin(), y}, {*abscissae.rbegin(), y}}, "lines"};
}

/// A little more than 1 and the highest point.
double top_over(std::vector<Series> const& list) {
  double top = 1;
  for (Series const& one : list)
    for (auto const& [unused, y] : one.points) top = std::max(top, y);
  return 1.1 * top;
}

/// The series of that label; a new one at the end when there is none.
Series& labelled(std::vector<Series>& list, std::string const& label, char const* style) {
  auto const found =
      std::find_if(list.begin(), list.end(), [&](Series const& s) { return s.label == label; });
  if (found != list.end()) return *found;
  list.push_back({label, {}, style});
  return list.back();
}

/// Speed-up of lanes over one orbit at a time, over the number of lanes, a mark each pair; the
/// bound is that of the group of targets which has the label in its name.
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
                            "one orbit: processor time a step (ns)",
                            "speed-up of lanes / number of lanes",
                            true,
                            false,
                            {0.0, top_over(list)}},
                           list));
  }
  return panels;
}

/// Nothing where the text is no number.
std::optional<double> number_of(std::string const& text) {
  double number = 0;
  auto const end = text.data() + text.size();
  auto const [stop, failed] = std::from_chars(text.data(), end, number);
  if (failed != std::errc() || stop != end) return {};
  return number;
}

/// The number at the end of "key:number" in one of the name's parts.
std::optional<double> number_in(Timing const& timing, std::string const& key) {
  for (std::string const& part : timing.parts())
    if (part.starts_with(key + ":")) return number_of(part.substr(key.size() + 1));
  return {};
}

/// Timings whose name begins with `begin` and has "key:number" in it, in the order of the number,
/// whatever that of the file.
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

/// Cost against what `key` counts, a series for each method and way of stepping.
json cost_panels(Sheet& sheet, Bench const& bench, std::string const& key, Axes const& axes) {
  std::vector<Series> list;
  for (auto const& [at, timing] : numbered(bench, "cost/", key)) {
    auto const parts = timing->parts();
    if (parts.size() < 4) continue;
    std::string const way = parts[2] == "lanes" ? "lanes, a step of one orbit" : "one orbit";
    labelled(list, parts[1] + ", " + way, "linespoints")
        .points.emplace_back(at, timing->cpu.median);
  }
  if (list.empty()) return json::array();
  return json::array({panel(sheet, axes, list)});
}

}  // namespace

double lane_count(Bench const& bench) {
  auto const lanes = number_of(bench.context.at("lanes").get<std::string>());
  if (!lanes || !(*lanes >= 1)) throw Malformed("the number of lanes is not a number");
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
      "Speed-up of lanes over one orbit at a time, over the number of lanes: a mark for every "
      "method on the problem of its sign. 1 is one vector at the price of one number.",
      speed_up_panels(sheet, bench));
  add("threads",
      "The same ensemble on several threads, against one thread. Processor time above 1 is what "
      "threads cost; elapsed time stays level beyond the processors that are free.",
      thread_panels(sheet, bench));
  std::string const cost = "processor time a step (ns)";
  add("size", "Cost of a step of the chaotic system against the dimension of its space.",
      cost_panels(sheet, bench, "dimension", {"", "dimension", cost, true, true}));
  add("constraints",
      "Cost of a step against the number of constraints, all else equal: a particle on R^12.",
      cost_panels(sheet, bench, "constraints", {"", "constraints", cost, false, true}));
  sheet.render(Formats::vector, watch);
  for (auto& [kind, figure] : figures.items()) {
    write_atomically(folder / (kind + ".svg"),
                     read_text(scratch.path() / "figures" / (kind + ".svg")));
    double const screen_growth = 1.35;  // a screen is read from farther away than paper
    figure["width"] = fmt::format("{:.2f}", sheet.width_of(kind) * screen_growth);
  }
  return figures;
}

}  // namespace rattleback::reports
