#include "reports/drawing/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/files/files.hpp"
#include "reports/drawing/gnuplot.hpp"
#include "reports/drawing/layout/layout.hpp"
#include "reports/drawing/layout/text_width.hpp"
#include "reports/drawing/picture_files.hpp"
#include "reports/results/description.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// ---- gnuplot's script of a figure ----

/// Returns the name of the bitmap of the heavy series of a panel.
std::string layer_name(std::size_t panel) { return fmt::format("layer_{}.png", panel); }

// Resolution of bitmaps and of the layers of heavy series, which are drawn once for all formats:
// four crowded panels stay below half a megabyte.
constexpr double dots_per_inch = 200.0;

// Size of a thumbnail in inches, that of its place on the home page; screens have 96 pixels per
// inch.
constexpr double thumbnail_width = 2.05, thumbnail_height = 1.6;
constexpr double thumbnail_dots_per_inch = 192.0;

// Corrections that give text, points and lines on paper the sizes of the SVG: the Cairo terminals
// use 96 points per inch, and the PDF terminal halves line widths.
constexpr double font_correction = 0.75;

constexpr char const* whole_page =
    "set lmargin at screen 0\nset rmargin at screen 1\n"
    "set bmargin at screen 0\nset tmargin at screen 1\n";

std::string png_terminal(double width, double height, double resolution,
                         char const* background = "background rgb 'white'") {
  double const scale = resolution / points_per_inch;
  return fmt::format(
      "set terminal pngcairo enhanced size {:.0f},{:.0f} font 'DejaVu Sans,8' fontscale {} "
      "linewidth {} pointscale {} dashlength 1.6 {}\n",
      width * resolution, height * resolution, font_correction * scale, scale, scale, background);
}

std::string ranges(PlottedPanel const& panel) {
  return fmt::format("{} logscale x\n{} logscale y\nset xrange [{}:{}]\nset yrange [{}:{}]\n",
                     panel.x.logarithmic ? "set" : "unset", panel.y.logarithmic ? "set" : "unset",
                     panel.x.low, panel.x.high, panel.y.low, panel.y.high);
}

/// Returns the script that draws only the heavy series of a panel, as a transparent bitmap.
std::string layer_script(Layout const& layout, PlottedPanel const& panel, std::size_t number) {
  std::string script = "reset\n";
  script += png_terminal(layout.axes_width(), layout.axes_height(), dots_per_inch, "transparent");
  script += fmt::format("set output '{}'\n", layer_name(number));
  script += whole_page;
  script += "unset border\nunset tics\nunset key\n";
  script += ranges(panel) + "plot ";
  for (PlottedSeries const& series : panel.series) {
    if (series.heavy) script += fmt::format("'{}' {}, ", series.file, series.style);
  }
  return script + "\nset output\n";
}

std::string legend_clauses(Legend const& legend) {
  std::string clauses;
  for (PlottedSeries const* series : legend.entries)
    clauses +=
        fmt::format("keyentry {} title {}, ", series->key_style, gnuplot_quoted(series->label));
  return clauses;
}

std::string series_clauses(Layout const& layout, PlottedPanel const& panel, std::size_t number) {
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
  }
  clauses += legend_clauses(layout.inside[number]);
  if (clauses.empty()) clauses = "NaN notitle";  // an empty panel still shows its axes
  return clauses;
}

/// Returns a list of tics for gnuplot: labelled ones, then minor ones.
std::string tics(char const* name, Axis const& axis) {
  std::string list;
  auto const add = [&](std::string const& label, double at, char const* level) {
    list += fmt::format("{}{} {}{}", list.empty() ? "" : ", ", gnuplot_quoted(label), at, level);
  };
  for (Tic const& tic : axis.tics) add(tic.text, tic.at, "");
  for (double const at : axis.minor_tics) add("", at, " 1");
  return fmt::format("set {}tics {} ({})\n", name,
                     axis.upright ? "rotate by 90 right" : "norotate autojustify", list);
}

std::string exponent_label(Axis const& axis, char const* place) {
  if (axis.exponent == 0) return "";
  return fmt::format("set label '×10^{{{}{}}}' at {} font ',7'\n", axis.exponent < 0 ? "−" : "",
                     std::abs(axis.exponent), place);
}

/// Returns the command for a legend at a position in fractions of `unit`: graph or screen.
std::string legend_script(Legend const& legend, char const* unit, double x, double y) {
  if (legend.entries.empty()) return "unset key\n";
  return fmt::format(
      "set key default at {0} {1},{0} {2} left top maxcols 1 Left reverse samplen 3 "
      "spacing legend_spacing font ',{3}' noopaque\n",
      unit, x, y, legend_font_size);
}

std::string screen_margins(Layout const& layout, std::size_t panel) {
  double const left = layout.axes_left(panel), top = layout.height - layout.axes_top(panel);
  return fmt::format(
      "set lmargin at screen {}\nset rmargin at screen {}\n"
      "set tmargin at screen {}\nset bmargin at screen {}\n",
      left / layout.width, (left + layout.axes_width()) / layout.width, top / layout.height,
      (top - layout.axes_height()) / layout.height);
}

/// Returns the size of a label of a y axis that fits the height of its panel.
double y_label_size(Layout const& layout, PlottedPanel const& panel) {
  double const room = layout.axes_height() + std::min(layout.margins.top, 0.4);
  double const size = room * points_per_inch / std::max(markup_width(panel.y_label), 1.0);
  return std::clamp(size, 6.0, label_size);
}

std::string panel_script(Layout const& layout, PlottedPanel const& panel, std::size_t number) {
  Legend const& legend = layout.inside[number];
  std::string script = screen_margins(layout, number) + ranges(panel);
  script += fmt::format("set title {} font ',{}' offset 0,-0.6\n", gnuplot_quoted(panel.title),
                        layout.title_size);
  // Gnuplot places the label of an axis too low under upright labels of tics.
  bool const upright = panel.x.upright;
  script += fmt::format("set xlabel {} offset 0,0.5\n",
                        gnuplot_quoted(upright ? std::string() : panel.x_label));
  script += fmt::format("set ylabel {} font ',{}' offset 0.1,0\n", gnuplot_quoted(panel.y_label),
                        y_label_size(layout, panel));
  script += tics("x", panel.x) + tics("y", panel.y);
  script += "unset label\n";
  if (upright)
    script +=
        fmt::format("set label {} at graph 0.5,graph {} center\n", gnuplot_quoted(panel.x_label),
                    (0.12 - layout.margins.bottom) / layout.axes_height());
  script += exponent_label(panel.x, "graph 1,0 right offset 0,-2.2");
  script += exponent_label(panel.y, "graph 0,1 right offset 1,0.8");
  script += legend_script(legend, "graph", (legend.left - legend_indent) / layout.axes_width(),
                          1.0 - legend.top / layout.axes_height());
  return script + "plot " + series_clauses(layout, panel, number) + "\n";
}

/// Returns the script for the legends below: plots without axes on the whole page.
std::string legends_below(Layout const& layout) {
  if (layout.below.empty()) return "";
  std::string script =
      "unset title\nunset xlabel\nunset ylabel\nunset label\nunset border\nunset tics\n"
      "unset logscale\nset xrange [0:1]\nset yrange [0:1]\n";
  script += whole_page;
  for (Legend const& legend : layout.below) {
    script += legend_script(legend, "screen", (legend.left - legend_indent) / layout.width,
                            1.0 - legend.top / layout.height);
    script += "plot NaN notitle, " + legend_clauses(legend) + "\n";
  }
  return script;
}

std::string page_script(Layout const& layout, std::vector<PlottedPanel> const& panels,
                        std::string const& terminal, std::string const& output) {
  // The height of a line is 1.5 times the font size in an SVG and that of the font elsewhere.
  bool const is_svg = output.ends_with(".svg");
  double const spacing = points_per_inch * legend_line / (is_svg ? 11.25 : 8.75);
  std::string script = fmt::format(
      "reset\nset encoding utf8\nset minussign\n{}set output '{}'\nlegend_spacing = {}\n"
      "set border 15 lw 0.5\nset tics out nomirror scale 0.5,0.3\n"
      "set x2range [0:1] noextend\nset y2range [0:1] noextend\nset multiplot\n",
      terminal, output, spacing);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    script += panel_script(layout, panels[i], i);
  }
  script += legends_below(layout);
  return script + "unset multiplot\nset output\n";
}

/// Removes the unit of a label of an axis that is longer than `room` inches; then, if need be, all.
void fit_label(std::string& label, double room) {
  auto const fits = [&] { return markup_width(label) * label_size <= room * points_per_inch; };
  if (!fits() && label.ends_with(')')) label.resize(std::min(label.rfind(" ("), label.size()));
  if (!fits()) label.clear();
}

/// Returns the script that draws `panels` as figure.svg and figure.pdf and, with `bitmaps`, as
/// figure.png, after a bitmap for the heavy series of each panel that has some.
std::string plot_script(Layout const& layout, std::vector<PlottedPanel> const& panels,
                        bool bitmaps) {
  std::string script;
  for (std::size_t i = 0; i < panels.size(); ++i)
    if (panels[i].has_heavy_series()) script += layer_script(layout, panels[i], i);
  std::string const svg_terminal =
      fmt::format("set terminal svg enhanced size {},{} dynamic font 'DejaVu Sans,8'\n",
                  layout.width * points_per_inch, layout.height * points_per_inch);
  std::string const pdf_terminal = fmt::format(
      "set terminal pdfcairo enhanced size {}in,{}in font 'DejaVu Sans,8' fontscale {} "
      "linewidth 2 dashlength 1.6\n",
      layout.width, layout.height, font_correction);
  script += page_script(layout, panels, svg_terminal, "figure.svg");
  script += page_script(layout, panels, pdf_terminal, "figure.pdf");
  if (!bitmaps) return script;
  return script + page_script(layout, panels,
                              png_terminal(layout.width, layout.height, dots_per_inch),
                              "figure.png");
}

/// Returns the script that draws a panel as small.png, for its place on the home page: without
/// title, legend and names of tics, and with labels of the axes that fit. To be run after the
/// script of the figure, whose bitmap of heavy series it replaces. The axes are those before
/// lay_out().
std::string thumbnail_script(PlottedPanel panel) {
  panel.title.clear();
  panel.key = "off";
  for (Axis* const axis : {&panel.x, &panel.y})
    if (axis->named)
      for (Tic& tic : axis->tics) tic.text.clear();
  std::vector<PlottedPanel> panels{std::move(panel)};
  Layout const layout = lay_out({{"width", thumbnail_width}, {"height", thumbnail_height}}, panels);
  fit_label(panels[0].x_label, layout.axes_width());
  fit_label(panels[0].y_label, layout.axes_height());
  std::string script;
  if (panels[0].has_heavy_series()) script = layer_script(layout, panels[0], 0);
  return script + page_script(layout, panels,
                              png_terminal(layout.width, layout.height, thumbnail_dots_per_inch),
                              "small.png");
}

// ---- pictures ----

/// Sets the size on paper, the name and the fallback fonts of an SVG.
std::string finished_svg(std::string svg, Layout const& layout, std::string const& name) {
  std::size_t const box = svg.find("viewBox", svg.find("<svg"));
  if (box != std::string::npos)
    svg.insert(box, fmt::format("width=\"{}in\" height=\"{}in\" ", layout.width, layout.height));
  std::string const title = "<title>Gnuplot</title>";
  if (std::size_t const at = svg.find(title); at != svg.npos)
    svg.replace(at, title.size(), fmt::format("<title>{}</title>", name));
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
                   Formats formats, Watch const& watch, std::string const& origin) {
  ScratchFolder const scratch;
  std::vector<PlottedPanel> panels = read_panels(figure, experiment_folder, scratch.path());
  if (panels.empty()) throw IoError("the figure has no panels");
  bool const bitmaps = formats == Formats::all;
  std::string const thumbnail = bitmaps ? thumbnail_script(panels.front()) : "";
  Layout const layout = lay_out(figure, panels);

  run_gnuplot(scratch.path(), plot_script(layout, panels, bitmaps) + thumbnail, watch);

  // The folder was empty, so every picture in it is from this run. gnuplot does not report a full
  // disk.
  auto const result = [&](std::string const& name) { return read_picture(scratch.path() / name); };
  std::map<std::string, std::string> pictures{
      {".svg", result("figure.svg")},
      {".pdf", with_origin_pdf(undated_pdf(result("figure.pdf")), origin)}};
  if (bitmaps) {
    pictures[".png"] = with_origin_png(result("figure.png"), origin);
    pictures[".small.png"] = result("small.png");
  }
  for (std::size_t i = 0; i < panels.size(); ++i)
    if (panels[i].has_heavy_series()) result(layer_name(i));
  pictures[".svg"] = with_origin_svg(finished_svg(std::move(pictures[".svg"]), layout, id), origin);

  fs::path const folder = experiment_folder / "figures";
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure)
    throw IoError(fmt::format("cannot create '{}': {}", folder.string(), failure.message()));
  for (auto const& [extension, picture] : pictures) write_text(folder / (id + extension), picture);
}

}  // namespace

std::map<std::string, std::string> render_figures(fs::path const& experiment_folder,
                                                  Formats formats, Watch const& watch,
                                                  std::string const& origin) {
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
      render_figure(figure, id, experiment_folder, formats, watch, origin);
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
