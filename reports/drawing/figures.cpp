#include "reports/drawing/figures.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/files/files.hpp"
#include "reports/drawing/gnuplot.hpp"
#include "reports/drawing/layout/layout.hpp"
#include "reports/drawing/picture_files.hpp"
#include "reports/drawing/plot_script.hpp"
#include "reports/drawing/svg.hpp"
#include "reports/results/description.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

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
