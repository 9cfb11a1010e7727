#include "reports/site/page_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <vector>

#include "reports/files/files.hpp"
#include "reports/results/description.hpp"
#include "reports/results/statements.hpp"
#include "reports/site/base64.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Any JSON scalar as text; nothing for a null.
std::string text_of(json const& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value;
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  return value.dump();
}

std::string text_at(json const& object, char const* key) {
  return object.contains(key) ? text_of(object.at(key)) : "";
}

json texts_at(json const& object, std::vector<char const*> const& keys) {
  json texts = json::object();
  for (char const* key : keys) texts[key] = text_at(object, key);
  return texts;
}

std::string anchor(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c) && c != '_'; }, '-');
  return name;
}

std::string statement_anchor(json const& record) {
  return anchor(text_at(record, "paper") + "-" + text_at(record, "id"));
}

std::string file_size(std::uintmax_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  if (bytes < 1000 * 1000) return fmt::format("{:.0f} kB", bytes / 1e3);
  return fmt::format("{:.1f} MB", bytes / 1e6);
}

std::string seconds(json const& object, char const* cpu, char const* wall) {
  return fmt::format("{} s of processor time, {} s elapsed", text_at(object, cpu),
                     text_at(object, wall));
}

std::string kind_of(std::string word) {
  std::replace(word.begin(), word.end(), ' ', '_');
  return word;
}

json reading_view(json const& reading) {
  json view = texts_at(reading, {"name", "choice", "measured", "words", "criterion", "experiment"});
  json const& matches = reading.at("matches");
  view["matches"] = matches.is_null() ? "not run" : matches.get<bool>() ? "matches" : "does not";
  return view;
}

json statement_view(json const& record) {
  json view = texts_at(record, {"id", "place", "statement", "printed", "kind", "verdict"});
  std::string const verdict = view["verdict"];
  view["anchor"] = statement_anchor(record);
  view["verdict_kind"] = kind_of(verdict);
  for (VerdictWord const& known : verdict_words())
    if (verdict == known.word) view["mark"] = known.mark;
  std::string const words = verdict_in_words(record);
  view["note"] = words.substr(std::min(words.size(), verdict.size() + 2));
  view["measured"] = measured_in_words(record);
  view["background"] = record.at("background").get<bool>() && verdict != "background";
  view["readings"] = json::array();
  for (json const& reading : record.at("readings"))
    view["readings"].push_back(reading_view(reading));
  view["has_readings"] = !view["readings"].empty();
  return view;
}

std::string counts_in_words(std::vector<json> const& records) {
  std::string words;
  for (auto const& [verdict, count] : count_verdicts(records))
    if (count > 0) words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, verdict);
  return words;
}

/// The papers that have records, in the order of run.json, each with its statements.
json paper_views(json const& run, std::vector<json> const& records) {
  json papers = json::array();
  for (json const& paper : run.at("papers")) {
    std::vector<json> own;
    for (json const& record : records)
      if (record.at("paper") == paper.at("id")) own.push_back(record);
    if (own.empty()) continue;
    json view = texts_at(paper, {"id", "short", "citation"});
    view["counts"] = fmt::format("{} statements: {}.", own.size(), counts_in_words(own));
    view["statements"] = json::array();
    for (json const& record : own) view["statements"].push_back(statement_view(record));
    papers.push_back(view);
  }
  return papers;
}

/// Statements with a criterion of their own, which no rule of kinds gives.
json own_criteria(std::vector<json> const& records) {
  json list = json::array();
  for (json const& record : records)
    if (record.at("own_criterion").get<bool>()) {
      json view = texts_at(record, {"id", "paper", "printed", "criterion"});
      view["anchor"] = statement_anchor(record);
      list.push_back(view);
    }
  return list;
}

json figure_view(json const& figure, fs::path const& folder, std::string const& paper) {
  json view = texts_at(figure, {"id", "caption"});
  std::string const number = text_at(figure, "number");
  json source = json::array();  // empty for a picture that is not in the paper
  if (!number.empty())
    source.push_back({{"source", fmt::format("Figure {} of {}.", number, paper)}});
  view["source"] = source;
  std::string const id = figure_id(figure);
  view["picture"] = base64(read_text(folder / "figures" / (id + ".svg")));
  double const screen_growth = 1.35;  // a screen is read from farther away than paper
  view["display_width"] = fmt::format("{:.2f}", figure.at("width").get<double>() * screen_growth);
  for (char const* format : {"svg", "pdf", "png"}) {
    view[format] = fmt::format("{}/figures/{}.{}", folder.filename().generic_string(), id, format);
  }
  return view;
}

json file_views(fs::path const& folder) {
  std::map<std::string, std::uintmax_t> sizes;  // in the order of the names
  if (fs::is_directory(folder / "data")) {
    for (auto const& entry : fs::directory_iterator(folder / "data")) {
      if (entry.is_regular_file()) sizes[entry.path().filename()] = entry.file_size();
    }
  }
  json files = json::array();
  for (auto const& [name, size] : sizes) {
    files.push_back({{"name", name},
                     {"href", fmt::format("{}/data/{}", folder.filename().generic_string(), name)},
                     {"size", file_size(size)}});
  }
  return files;
}

json rows(json const& object, char const* list, std::vector<char const*> const& columns) {
  json texts = json::array();
  for (json const& row : object.value(list, json::array())) texts.push_back(texts_at(row, columns));
  return texts;
}

json experiment_view(fs::path const& folder, std::string const& name, json const& short_names,
                     std::vector<json> const& records) {
  json const experiment = read_json(folder / "experiment.json");
  json view = texts_at(experiment, {"id", "title", "about"});
  std::string const paper = text_at(experiment, "paper");
  view["short"] = short_names.value(paper, paper);
  view["anchor"] = anchor(name);
  view["figures"] = json::array();
  for (json const& figure : experiment.value("figures", json::array())) {
    view["figures"].push_back(figure_view(figure, folder, view["short"]));
  }
  view["statements"] = json::array();
  for (json const& record : records)
    for (json const& reading : record.at("readings"))
      if (reading.at("experiment") == name) {
        view["statements"].push_back(
            {{"id", record.at("id")}, {"anchor", statement_anchor(record)}});
        break;
      }
  view["choices"] = rows(experiment, "choices", {"open", "choice", "reason"});
  view["outcomes"] = rows(experiment, "outcomes", {"what", "outcome", "reason", "time"});
  view["files"] = file_views(folder);
  for (std::string const list : {"statements", "choices", "outcomes", "files"}) {
    view["has_" + list] = !view[list].empty();
  }
  json const manifest = read_json(folder / "manifest.json");
  view["time"] =
      manifest.contains("seconds") ? seconds(manifest.at("seconds"), "cpu", "wall") + "." : "";
  return view;
}

json run_facts(json const& run) {
  std::string libraries;
  json const versions = run.value("libraries", json::object());
  for (auto const& [name, version] : versions.items()) {
    libraries += fmt::format("{}{} {}", libraries.empty() ? "" : ", ", name, text_of(version));
  }
  json facts = json::array();
  auto const add = [&](char const* name, std::string const& value) {
    if (!value.empty()) facts.push_back({{"name", name}, {"value", value}});
  };
  add("Date", text_at(run, "date"));
  add("Version", text_at(run, "commit"));
  add("Compiler", text_at(run, "compiler"));
  add("Flags", text_at(run, "flags"));
  add("Libraries", libraries);
  add("Processor", text_at(run, "cpu"));
  add("Cores", text_at(run, "cores"));
  add("Time", seconds(run, "cpu_seconds", "wall_seconds"));
  return facts;
}

}  // namespace

json page_view(fs::path const& results_folder) {
  json const run = read_json(results_folder / "run.json");
  json short_names = json::object();
  for (json const& paper : run.at("papers")) {
    short_names[paper.at("id").get<std::string>()] = paper.at("short");
  }
  auto const records = read_statements(results_folder / "statements.json");
  json const ids = listed_experiments(results_folder);
  json experiments = json::array();
  for (std::string const name : ids)
    experiments.push_back(experiment_view(results_folder / name, name, short_names, records));
  json const findings = read_json(results_folder / "findings.json");
  json const errata = read_json(results_folder / "errata.json");
  json const own = own_criteria(records);
  return {{"title", "Rattleback: what was reproduced"},
          {"summary", fmt::format("{} statements of {} experiments: {}.", records.size(),
                                  experiments.size(), counts_in_words(records))},
          {"run_line", fmt::format("{} run of the preset {}, {}.", text_at(run, "mode"),
                                   text_at(run, "preset"), text_at(run, "date"))},
          {"papers", paper_views(run, records)},
          {"kinds", rows(run.at("rules"), "kinds", {"name", "rule"})},
          {"words", rows(run.at("rules"), "words", {"name", "rule"})},
          {"own_criteria", own},
          {"findings", rows({{"all", findings}}, "all",
                            {"paper", "id", "place", "finding", "measured", "evidence", "words"})},
          {"errata", rows({{"all", errata}}, "all",
                          {"paper", "id", "place", "printed", "right", "defect", "printed_defect",
                           "right_defect", "lost"})},
          {"experiments", experiments},
          {"facts", run_facts(run)},
          {"commands", json::array({text_at(run, "command")})}};
}

}  // namespace rattleback::reports
