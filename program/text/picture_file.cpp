#include "program/text/picture_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/invalid_input.hpp"
#include "program/text/interruption.hpp"
#include "program/text/messages.hpp"

namespace rattleback {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string const name = "figure";

std::string picture_ending(std::string const& path) {
  std::vector<std::string> const known{".svg", ".pdf", ".png"};
  auto const ending = fs::path(path).extension().string();
  if (std::find(known.begin(), known.end(), ending) == known.end())
    throw_unknown("ending of --figure", ending, known);
  reports::gnuplot_program();
  return ending;
}

}  // namespace

PictureFile::PictureFile(std::string const& path)
    : ending_(picture_ending(path)), file_(path), sheet_(scratch_.path()) {}

void PictureFile::finish(json panels) {
  if (panels.empty()) throw InvalidInput("--figure: there is no measured quantity to draw");
  double const row_height = 2.6;  // inches
  std::size_t const columns = panels.size() > 8 ? 4 : 2;
  sheet_.add(name, std::move(panels), row_height, columns);
  sheet_.render(ending_ == ".png" ? reports::Formats::all : reports::Formats::vector,
                throw_if_interrupted);
  file_.write(reports::read_text(scratch_.path() / "figures" / (name + ending_)));
  file_.commit();
}

json panel_json(PicturePanel const& panel, std::vector<PictureSeries> const& list) {
  auto const scale = [](bool logarithmic) { return logarithmic ? "log" : "linear"; };
  json series = json::array();
  for (PictureSeries const& one : list)
    series.push_back({{"data", one.table},
                      {"x", one.x},
                      {"y", one.y},
                      {"style", panel.style},
                      {"label", one.label}});
  return {{"title", panel.title},     {"x_label", panel.x_label},
          {"y_label", panel.y_label}, {"x_scale", scale(panel.logarithmic_x)},
          {"key", "below"},           {"y_scale", scale(panel.logarithmic_y)},
          {"series", series}};
}

json panels_of_six(PicturePanel const& panel, std::vector<PictureSeries> const& list) {
  std::size_t const most = 6, parts = (list.size() + most - 1) / most;
  json panels = json::array();
  for (std::size_t part = 0; part < parts; ++part) {
    PicturePanel titled = panel;
    if (parts > 1) titled.title += fmt::format(" ({} of {})", part + 1, parts);
    panels.push_back(panel_json(titled, {list.begin() + list.size() * part / parts,
                                         list.begin() + list.size() * (part + 1) / parts}));
  }
  return panels;
}

}  // namespace rattleback
