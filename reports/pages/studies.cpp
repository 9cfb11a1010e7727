#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/files/files.hpp"
#include "base/files/json_fields.hpp"
#include "generated/site_texts.hpp"
#include "reports/drawing/panels.hpp"
#include "reports/pages/page_writers.hpp"
#include "reports/results/description.hpp"
#include "reports/search/search_entries.hpp"
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

/// Returns the panels of the figures of `experiment` by the figure's id: title, axes and, for each
/// series, label, style and curves as [x, y] pairs. Figures with too many points for reading values
/// are omitted. Throws the errors of read_curves.
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
    for (json const& panel : drawn) {
      panels.push_back(panel_view(panel, experiment_folder, points));
      if (points > most_points) break;
    }
    if (points > 0 && points <= most_points) figures[figure_id(figure)] = panels;
  }
  return figures;
}

json figure_view(json const& figure, StudyResults const& study, std::string const& paper) {
  std::string const id = figure_id(figure), number = text_at(figure, "number");
  double const screen_growth = 1.35;  // larger reading distance of screens
  json view = {
      {"id", id},
      {"caption", rich_text(text_at(figure, "caption"))},
      {"alternative", formulas::plain_prose(text_at(figure, "caption"))},
      {"source", number.empty() ? "" : fmt::format("Figure {} of {}.", number, paper)},
      {"width", fmt::format("{:.2f}", number_at(figure, "width").value_or(6.0) * screen_growth)}};
  for (char const* format : {"svg", "pdf"})
    view[format] = fmt::format("{}/figures/{}.{}", study.id, id, format);
  return view;
}

json data_files(Results const& results, StudyResults const& study) {
  std::map<std::string, std::uintmax_t> sizes;  // sorted by name
  fs::path const data = results.folder / study.id / "data";
  if (fs::is_directory(data))
    for (auto const& entry : fs::directory_iterator(data))
      if (entry.is_regular_file()) sizes[entry.path().filename()] = entry.file_size();
  json files = json::array();
  for (auto const& [name, size] : sizes)
    files.push_back({{"name", name},
                     {"address", fmt::format("{}/data/{}", study.id, name)},
                     {"size", file_size(size)}});
  return files;
}

json statements_of(Results const& results, std::string const& id) {
  json views = json::array();
  for (json const& record : results.statements)
    for (json const& reading : records_at(record, "readings"))
      if (text_at(reading, "experiment") == id) {
        views.push_back(statement_view(results, record));
        break;
      }
  return views;
}

/// Returns links to the previous and the next experiment of the same paper.
json neighbours(Results const& results, std::size_t at) {
  json views = json::array();
  auto const add = [&](std::size_t i, char const* word) {
    if (i < results.studies.size() && results.studies[i].paper == results.studies[at].paper)
      views.push_back({{"word", word},
                       {"name", formulas::plain_prose(results.studies[i].name())},
                       {"address", study_address(results.studies[i].id)}});
  };
  add(at - 1, "Previous");  // wraps to an invalid index before the first
  add(at + 1, "Next");
  return views;
}

json study_view(Results const& results, std::size_t at, json const& curves) {
  StudyResults const& study = results.studies[at];
  json view = fields_in_words(study.experiment, {"id"});
  view["title"] = rich_text(study.name());
  view["about"] = rich_text(text_at(study.experiment, "about"));
  view["short"] = results.short_name(study.paper);
  view["paper_address"] = paper_address(study.paper);
  view["figures"] = json::array();
  for (json const& figure : list_at(study.experiment, "figures"))
    view["figures"].push_back(figure_view(figure, study, view["short"]));
  view["readable"] = !curves.empty();
  view["statements"] = statements_of(results, study.id);
  view["choices"] = json::array();
  for (json const& choice : records_at(study.experiment, "choices"))
    view["choices"].push_back({{"open", rich_text(text_at(choice, "open"))},
                               {"choice", rich_text(text_at(choice, "choice"))},
                               {"reason", rich_text(text_at(choice, "reason"))}});
  view["outcomes"] = records_in_words(list_at(study.experiment, "outcomes"),
                                      {"what", "outcome", "reason", "time"});
  view["files"] = data_files(results, study);
  view["manifest"] = fmt::format("{}/manifest.json", study.id);
  view["command"] = fmt::format("rattleback reproduce {}", study.id);
  view["facts"] = json::array();
  json const& seconds = object_at(study.manifest, "seconds");
  if (!seconds.empty())
    add_fact(
        view["facts"], "Time",
        fmt::format("{} s of processor time, {} s elapsed", scalar_in_words(member(seconds, "cpu")),
                    scalar_in_words(member(seconds, "wall"))));
  add_code(view["facts"], "Made by", text_at(study.manifest, "command"));
  view["neighbours"] = neighbours(results, at);
  return view;
}

bool uses(StudyResults const& study, std::string const& kind, std::string const& id) {
  return object_at(study.manifest, "components").contains(fmt::format("code of {} {}", kind, id));
}

}  // namespace

json thumbnails(StudyResults const& study) {
  json views = json::array();
  for (json const& figure : list_at(study.experiment, "figures")) {
    std::string const number = text_at(figure, "number");
    std::string const title = formulas::plain_prose(text_at(study.experiment, "title"));
    views.push_back(
        {{"address", study_address(study.id)},
         {"figure", fmt::format("{}/{}", study.id, figure_id(figure))},
         {"image", fmt::format("{}/figures/{}.small.png", study.id, figure_id(figure))},
         {"words", number.empty() ? title : fmt::format("Figure {}: {}", number, title)},
         {"is_of_paper", !number.empty()}});
  }
  return views;
}

json findings_with(Results const& results, std::string const& kind, std::string const& id) {
  auto const about = [&](json const& finding) {
    StudyResults const* const study = results.study(text_at(finding, "experiment"));
    return study != nullptr && uses(*study, kind, id);
  };
  // A study has many methods; the page of findings has the weaker findings.
  return results.links_to_findings([&](json const& finding) {
    return number_at(finding, "weight").value_or(3) < 2 && about(finding);
  });
}

json studies_using(Results const& results, std::string const& kind, std::string const& id) {
  json views = json::array();
  for (StudyResults const& study : results.studies)
    if (uses(study, kind, id))
      views.push_back({{"name", formulas::plain_prose(study.name())},
                       {"short", results.short_name(study.paper)},
                       {"address", study_address(study.id)}});
  return views;
}

void write_studies(Results const& results, Pages& pages) {
  for (std::size_t i = 0; i < results.studies.size(); ++i) {
    StudyResults const& study = results.studies[i];
    understood(results.folder / study.id / "experiment.json", [&] {
      json const curves = figure_curves(study.experiment, results.folder / study.id);
      if (!curves.empty())
        pages.write_data(fmt::format("site/studies/{}.curves.js", study.id), "rattlebackFigures",
                         curves);
      json const view = study_view(results, i, curves);
      pages.write(study_address(study.id), "Papers", formulas::plain_prose(study.name()),
                  study_page, view);
    });
    pages.add(study_entry(results, study));
  }
}

}  // namespace rattleback::reports
