#include "program/figures/picture_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/invalid_input.hpp"
#include "program/interface/interruption.hpp"
#include "program/interface/number.hpp"
#include "program/interface/provenance.hpp"
#include "reports/drawing/picture_files.hpp"

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

/// Parses a width such as "3.4in", "86mm" or "8.6cm". Returns inches. Throws InvalidInput on any
/// other text and on a width that a figure cannot have.
double parse_width(std::string const& text) {
  constexpr double narrowest = 2, widest = 40;  // inches
  constexpr std::array<std::pair<char const*, double>, 3> units{
      {{"in", 1}, {"cm", 1 / 2.54}, {"mm", 1 / 25.4}}};
  auto const fail = [&] {
    throw InvalidInput(fmt::format(
        "--width: '{}' is not a width; use a number with in, cm or mm, from {}in to {}in, such as "
        "3.4in or 86mm",
        text, narrowest, widest));
  };
  auto const unit = std::find_if(units.begin(), units.end(),
                                 [&](auto const& one) { return text.ends_with(one.first); });
  if (unit == units.end()) fail();
  double width = 0;
  try {
    auto const number = text.substr(0, text.size() - 2);
    width = unit->second * static_cast<double>(parse_positive(number, "--width"));
  } catch (InvalidInput const&) {
    fail();
  }
  if (width < narrowest || width > widest) fail();
  return width;
}

}  // namespace

std::optional<FigureRequest> figure_request(std::optional<std::string> const& file,
                                            std::vector<std::string> const& panels,
                                            std::optional<std::string> const& width,
                                            std::vector<std::string> const& components) {
  if (!file) {
    if (!panels.empty()) throw InvalidInput("--panel needs --figure");
    if (width) throw InvalidInput("--width needs --figure");
    return {};
  }
  std::vector<std::string> known{"path", "energy", "work", "constraint", "q", "v", "lambda"};
  known.insert(known.end(), components.begin(), components.end());
  FigureRequest request{*file, {}, {}};
  for (auto const& list : panels)
    for (auto const& panel : split_at_commas(list)) {
      if (std::find(known.begin(), known.end(), panel) == known.end())
        throw_unknown("--panel", panel, known);
      request.panels.push_back(panel);
    }
  if (width) request.width = parse_width(*width);
  return request;
}

PictureFile::PictureFile(std::string const& path, std::optional<double> width)
    : ending_(picture_ending(path)), width_(width), file_(path), sheet_(scratch_.path()) {}

void PictureFile::finish(json panels) {
  if (panels.empty()) throw InvalidInput("--figure: there is no measured quantity to draw");
  std::size_t const n = panels.size();
  double const narrowest = 2.6, standard = 3.6;  // inches of a panel
  std::size_t const columns =
      width_ ? std::clamp<std::size_t>(static_cast<std::size_t>(*width_ / narrowest), 1, n)
             : std::min<std::size_t>(n, n > 8 ? 4 : 2);
  double const width = width_         ? *width_
                       : columns == 1 ? 4.6
                                      : standard * static_cast<double>(columns);
  std::size_t const rows = (n + columns - 1) / columns;
  double const page = 8.0;  // inches that the rows of a narrow figure should not exceed
  double const wanted = std::min(0.75 * width / static_cast<double>(columns), 2.6);
  double const row_height =
      width_ ? std::max(1.5, std::min(wanted, page / static_cast<double>(rows))) : 2.6;
  sheet_.add(name, std::move(panels), row_height, columns, width);
  sheet_.render(ending_ == ".png" ? reports::Formats::all : reports::Formats::vector,
                throw_if_interrupted, reports::origin_of({{"program", program_stamp()}}));
  file_.write(read_text(scratch_.path() / "figures" / (name + ending_)));
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
          {"key", "top right"},       {"y_scale", scale(panel.logarithmic_y)},
          {"equal", panel.equal},     {"series", series}};
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
