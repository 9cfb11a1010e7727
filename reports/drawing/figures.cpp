#include "reports/drawing/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "reports/drawing/gnuplot.hpp"
#include "reports/drawing/panels.hpp"
#include "reports/drawing/picture_checks.hpp"
#include "reports/drawing/svg.hpp"
#include "reports/files/files.hpp"
#include "reports/results/description.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Resolution of bitmaps and of the layers of heavy series, which are drawn once for all formats:
// four crowded panels stay below half a megabyte.
constexpr double dots_per_inch = 200.0;
constexpr double small_dots_per_inch = 60.0;  // resolution of the thumbnail
constexpr double points_per_inch = 72.0;

/// Space around the axes of a panel, in inches.
struct Margins {
  double left, right, bottom, top;
};

constexpr double key_line = 0.17;  // inches
constexpr char const* key_text = "Left reverse samplen 3 spacing 1.1 font ',7.5' noopaque";

std::size_t key_lines(Panel const& panel) {
  return std::count_if(panel.series.begin(), panel.series.end(),
                       [](PlottedSeries const& series) { return !series.label.empty(); });
}

/// Figure laid out in a grid of equal cells.
struct Layout {
  double width, height;  // inches
  std::size_t columns, rows;
  Margins margins;

  double axes_width() const { return width / columns - margins.left - margins.right; }
  double axes_height() const { return height / rows - margins.top - margins.bottom; }

  std::string screen_margins(std::size_t panel) const {
    double const left = width / columns * (panel % columns) + margins.left;
    double const top = height - height / rows * (panel / columns) - margins.top;
    return fmt::format(
        "set lmargin at screen {}\nset rmargin at screen {}\n"
        "set tmargin at screen {}\nset bmargin at screen {}\n",
        left / width, (left + axes_width()) / width, top / height, (top - axes_height()) / height);
  }
};

Layout lay_out(json const& figure, std::vector<Panel> const& panels) {
  Layout layout;
  layout.width = figure.at("width");
  layout.height = figure.at("height");
  layout.columns = std::max<std::size_t>(1, figure.value("columns", std::size_t{1}));
  double const largest = 100.0;  // inches; gnuplot's memory limits the size of a bitmap
  if (layout.width > largest || layout.height > largest)
    throw IoError(fmt::format("the figure is larger than {} inches", largest));
  layout.rows = std::max<std::size_t>(1, (panels.size() + layout.columns - 1) / layout.columns);
  std::size_t characters = 1;
  bool titled = false;
  double room_for_key = 0.0;
  for (Panel const& panel : panels) {
    if (panel.key == "below") room_for_key = std::max(room_for_key, key_lines(panel) * key_line);
    characters = std::max(characters, panel.y.label_characters);
    titled = titled || !panel.title.empty();
  }
  layout.margins = {0.44 + 0.072 * characters, 0.22, 0.47 + room_for_key, titled ? 0.31 : 0.13};
  if (layout.axes_width() <= 0.0 || layout.axes_height() <= 0.0) {
    throw IoError("the figure is too small for its panels");
  }
  return layout;
}

// Corrections that give text, points and lines on paper the sizes of the SVG: the Cairo terminals
// use 96 points per inch, and the PDF terminal halves line widths.
constexpr double font_correction = 0.75;

std::string png_terminal(double width, double height, double resolution, char const* background) {
  double const scale = resolution / points_per_inch;
  return fmt::format(
      "set terminal pngcairo enhanced size {:.0f},{:.0f} font 'DejaVu Sans,8' fontscale {} "
      "linewidth {} pointscale {} dashlength 1.6 {}\n",
      width * resolution, height * resolution, font_correction * scale, scale, scale, background);
}

std::string ranges(Panel const& panel) {
  return fmt::format("{} logscale x\n{} logscale y\nset xrange [{}:{}]\nset yrange [{}:{}]\n",
                     panel.x.logarithmic ? "set" : "unset", panel.y.logarithmic ? "set" : "unset",
                     panel.x.low, panel.x.high, panel.y.low, panel.y.high);
}

std::string layer_name(std::size_t panel) { return fmt::format("layer_{}.png", panel); }

/// Returns the script that draws only the heavy series of a panel, as a transparent bitmap.
std::string layer_script(Layout const& layout, Panel const& panel, std::size_t number) {
  std::string script = "reset\n";
  script += png_terminal(layout.axes_width(), layout.axes_height(), dots_per_inch, "transparent");
  script += fmt::format("set output '{}'\n", layer_name(number));
  script +=
      "set lmargin at screen 0\nset rmargin at screen 1\n"
      "set bmargin at screen 0\nset tmargin at screen 1\n"
      "unset border\nunset tics\nunset key\n";
  script += ranges(panel) + "plot ";
  for (PlottedSeries const& series : panel.series) {
    if (series.heavy) script += fmt::format("'{}' {}, ", series.file, series.style);
  }
  return script + "\nset output\n";
}

std::string series_clauses(Layout const& layout, Panel const& panel, std::size_t number) {
  std::string clauses;
  if (panel.has_heavy_series()) {
    // The second axes are linear from 0 to 1, so that the bitmap also fits logarithmic axes. An
    // offset of half a pixel aligns its edges, not its pixel centres, with the border.
    double const dx = 1.0 / std::round(layout.axes_width() * dots_per_inch);
    double const dy = 1.0 / std::round(layout.axes_height() * dots_per_inch);
    clauses += fmt::format(
        "'{}' binary filetype=png dx={} dy={} origin=({},{}) axes x2y2 with rgbalpha notitle, ",
        layer_name(number), dx, dy, dx / 2, dy / 2);
  }
  for (PlottedSeries const& series : panel.series) {
    if (!series.heavy) {
      clauses += fmt::format("'{}' {} notitle, ", series.file, series.style);
    }
    if (!series.label.empty()) {
      clauses +=
          fmt::format("keyentry {} title {}, ", series.key_style, gnuplot_quoted(series.label));
    }
  }
  if (clauses.empty()) clauses = "NaN notitle";  // an empty panel still shows its axes
  return clauses;
}

std::string tics(char const* name, Axis const& axis) {
  if (axis.logarithmic) {
    // Minor tics would be too dense on an axis of many decades.
    bool const marks_between = std::log10(axis.high / axis.low) <= 6;
    return fmt::format("set {0}tics autofreq\nset format {0} '10^{{%T}}'\n{1} m{0}tics\n", name,
                       marks_between ? "set" : "unset");
  }
  std::string list;
  for (Tic const& tic : axis.tics) {
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", gnuplot_quoted(tic.text), tic.at);
  }
  return fmt::format("set {}tics ({})\n", name, list);
}

std::string exponent_label(Axis const& axis, char const* place) {
  if (axis.exponent == 0) return "";
  return fmt::format("set label '×10^{{{}{}}}' at {} font ',7'\n", axis.exponent < 0 ? "−" : "",
                     std::abs(axis.exponent), place);
}

/// Returns the clause for a key that is "off", "below" (under the x label) or at a place of
/// gnuplot.
std::string key_script(Layout const& layout, std::string const& place) {
  if (place == "off") return "unset key\n";
  if (place != "below") {
    constexpr std::array known{"top", "center", "bottom", "left", "right", "opaque"};
    std::istringstream words(place);
    for (std::string word; words >> word;)
      if (std::find(known.begin(), known.end(), word) == known.end())
        throw IoError(fmt::format("{} is not a place of a key", json(place).dump()));
    return fmt::format("set key default {} {}\n", place, key_text);
  }
  double const label_height = 0.43;  // inches, with the tics
  return fmt::format("set key default at graph 0,graph {} left top maxcols 1 {}\n",
                     -label_height / layout.axes_height(), key_text);
}

std::string panel_script(Layout const& layout, Panel const& panel, std::size_t number) {
  std::string script = layout.screen_margins(number) + ranges(panel);
  script += fmt::format("set title {} font ',{}' offset 0,-0.6\n", gnuplot_quoted(panel.title),
                        panel.title.size() > 40 ? 7 : 9);  // long ones would be cut
  script += fmt::format("set xlabel {} offset 0,0.5\n", gnuplot_quoted(panel.x_label));
  script += fmt::format("set ylabel {} offset 0.1,0\n", gnuplot_quoted(panel.y_label));
  script += tics("x", panel.x) + tics("y", panel.y);
  script += "unset label\n" + exponent_label(panel.x, "graph 1,0 right offset 0,-2.2");
  script += exponent_label(panel.y, "graph 0,1 left offset 0,0.5");
  script += key_script(layout, panel.key);
  return script + "plot " + series_clauses(layout, panel, number) + "\n";
}

std::string page_script(Layout const& layout, std::vector<Panel> const& panels,
                        std::string const& terminal, std::string const& output) {
  std::string script = fmt::format(
      "reset\nset encoding utf8\nset minussign\n{}set output '{}'\n"
      "set border 15 lw 0.5\nset tics out nomirror scale 0.5,0.3\n"
      "set x2range [0:1] noextend\nset y2range [0:1] noextend\nset multiplot\n",
      terminal, output);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    script += panel_script(layout, panels[i], i);
  }
  return script + "unset multiplot\nset output\n";
}

/// Sets the size on paper, the name and the fallback fonts of an SVG.
std::string finished_svg(std::string svg, Layout const& layout, std::string const& name) {
  // Plain search, because a regular expression takes longer than drawing for a large picture.
  auto const replace = [&](std::string_view old, std::string const& replacement) {
    std::string changed;
    std::size_t from = 0;
    for (std::size_t at; (at = svg.find(old, from)) != std::string::npos; from = at + old.size())
      changed += svg.substr(from, at - from) + replacement;
    svg = changed + svg.substr(from);
  };
  std::size_t const box = svg.find("viewBox", svg.find("<svg"));
  if (box != std::string::npos)
    svg.insert(box, fmt::format("width=\"{}in\" height=\"{}in\" ", layout.width, layout.height));
  replace("<title>Gnuplot</title>", fmt::format("<title>{}</title>", name));
  return slim_svg(svg, "DejaVu Sans, Verdana, Helvetica, sans-serif");
}

/// Overwrites the date of a PDF with the same length, because a PDF refers to its parts by offset.
std::string undated_pdf(std::string pdf) {
  std::string const entry = "/CreationDate (D:";
  std::size_t at = pdf.find(entry);
  if (at == std::string::npos) return pdf;
  std::string const fixed = "19700101000000";
  if (at + entry.size() + fixed.size() <= pdf.size()) {
    pdf.replace(at + entry.size(), fixed.size(), fixed);
  }
  return pdf;
}

void render_figure(json const& figure, std::string const& id, fs::path const& experiment_folder,
                   Formats formats, Watch const& watch) {
  ScratchFolder const scratch;
  std::vector<Panel> const panels = read_panels(figure, experiment_folder, scratch.path());
  if (panels.empty()) throw IoError("the figure has no panels");
  Layout const layout = lay_out(figure, panels);

  std::string script;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    if (panels[i].has_heavy_series()) script += layer_script(layout, panels[i], i);
  }
  std::string const svg_terminal =
      fmt::format("set terminal svg enhanced size {},{} dynamic font 'DejaVu Sans,8'\n",
                  layout.width * points_per_inch, layout.height * points_per_inch);
  std::string const pdf_terminal = fmt::format(
      "set terminal pdfcairo enhanced size {}in,{}in font 'DejaVu Sans,8' fontscale {} "
      "linewidth 2 dashlength 1.6\n",
      layout.width, layout.height, font_correction);
  script += page_script(layout, panels, svg_terminal, "figure.svg");
  script += page_script(layout, panels, pdf_terminal, "figure.pdf");
  if (formats == Formats::all) {
    auto const terminal = [&](double resolution) {
      return png_terminal(layout.width, layout.height, resolution, "background rgb 'white'");
    };
    script += page_script(layout, panels, terminal(dots_per_inch), "figure.png");
    script += page_script(layout, panels, terminal(small_dots_per_inch), "small.png");
  }
  run_gnuplot(scratch.path(), script, watch);

  // The folder was empty, so every picture in it is from this run. gnuplot does not report a full
  // disk.
  auto const result = [&](std::string const& name) { return read_picture(scratch.path() / name); };
  std::map<std::string, std::string> pictures{{".svg", result("figure.svg")},
                                              {".pdf", undated_pdf(result("figure.pdf"))}};
  if (formats == Formats::all) {
    pictures[".png"] = result("figure.png");
    pictures[".small.png"] = result("small.png");
  }
  for (std::size_t i = 0; i < panels.size(); ++i)
    if (panels[i].has_heavy_series()) result(layer_name(i));
  pictures[".svg"] = finished_svg(std::move(pictures[".svg"]), layout, id);

  fs::path const folder = experiment_folder / "figures";
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure)
    throw IoError(fmt::format("cannot create '{}': {}", folder.string(), failure.message()));
  for (auto const& [extension, picture] : pictures) write_text(folder / (id + extension), picture);
}

}  // namespace

std::map<std::string, std::string> render_figures(fs::path const& experiment_folder,
                                                  Formats formats, Watch const& watch) {
  fs::path const description = experiment_folder / "experiment.json";
  json const experiment = read_json(description);
  std::map<std::string, std::string> sources;
  std::string drawing = "the figures";
  try {
    for (json const& figure : experiment.at("figures")) {
      std::string const id = figure_id(figure);
      drawing = "figure '" + id + "'";
      if (sources.contains(id)) throw IoError("the name is used by another figure");
      sources[id] = drawn_from(
          figure, [&](std::string const& file) { return sha256_file(experiment_folder / file); });
      render_figure(figure, id, experiment_folder, formats, watch);
    }
  } catch (json::exception const&) {
    throw IoError(fmt::format("cannot draw {}: '{}' does not describe figures", drawing,
                              description.string()));
  } catch (IoError const& failure) {
    throw IoError(fmt::format("cannot draw {} of '{}': {}", drawing, experiment_folder.string(),
                              failure.what()));
  }
  return sources;
}

void try_drawing(Watch const& watch) {
  ScratchFolder const scratch;
  fs::path const data = scratch.path() / "data";
  std::error_code failure;
  fs::create_directory(data, failure);
  if (failure)
    throw IoError(fmt::format("cannot create '{}': {}", data.string(), failure.message()));
  write_text(data / "points.csv", "x,y\n0,0\n1,1\n");
  json const series = {{"data", "points.csv"}, {"x", "x"}, {"y", "y"}, {"style", "lines"}};
  json const panel = {{"title", "trial"}, {"x_label", "x"}, {"y_label", "y"}, {"series", {series}}};
  json const figure = {{"id", "trial"}, {"width", 3.0}, {"height", 3.0}, {"panels", {panel}}};
  write_text(scratch.path() / "experiment.json", json{{"figures", {figure}}}.dump());
  render_figures(scratch.path(), Formats::all, watch);
}

}  // namespace rattleback::reports
