#include "reports/page_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <vector>

#include "reports/base64.hpp"
#include "reports/description.hpp"
#include "reports/files.hpp"
#include "reports/verdicts.hpp"

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

std::string file_size(std::uintmax_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  if (bytes < 1000 * 1000) return fmt::format("{:.0f} kB", bytes / 1e3);
  return fmt::format("{:.1f} MB", bytes / 1e6);
}

std::string seconds(json const& object, char const* cpu, char const* wall) {
  return fmt::format("{} s of processor time, {} s elapsed", text_at(object, cpu),
                     text_at(object, wall));
}

struct VerdictLook {
  char const* verdict;
  char const* kind;
  char const* mark;
  int VerdictCounts::*count;
};

constexpr VerdictLook looks[] = {
    {"reproduced", "reproduced", "✓", &VerdictCounts::reproduced},
    {"reproduced after correction", "corrected", "✓*", &VerdictCounts::corrected},
    {"reproduced under an assumption", "assumed", "✓?", &VerdictCounts::assumed},
    {"not reproduced", "not_reproduced", "✗", &VerdictCounts::not_reproduced},
    {"not checkable", "not_checkable", "–", &VerdictCounts::not_checkable}};

json claim_view(json const& claim) {
  json view = texts_at(claim, {"id", "short", "place", "statement", "printed", "measured",
                               "criterion", "reason", "verdict", "note"});
  view["has_reason"] = !text_at(claim, "reason").empty();
  view["anchor"] = anchor(text_at(claim, "experiment") + "-" + text_at(claim, "id"));
  for (VerdictLook const& look : looks) {
    if (view["verdict"] != look.verdict) continue;
    view["kind"] = look.kind;
    view["mark"] = look.mark;
  }
  return view;
}

std::string summary(fs::path const& results_folder, std::size_t experiments) {
  VerdictCounts const counts = count_verdicts(results_folder);
  int claims = 0;
  std::string parts;
  for (VerdictLook const& look : looks) {
    int const count = counts.*look.count;
    claims += count;
    if (count > 0) {
      parts += fmt::format("{}{} {}", parts.empty() ? ": " : ", ", count, look.verdict);
    }
  }
  return fmt::format("{} {} from {} {}{}.", claims, claims == 1 ? "claim" : "claims", experiments,
                     experiments == 1 ? "experiment" : "experiments", parts);
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
                     json const& claims) {
  json const experiment = read_json(folder / "experiment.json");
  json view = texts_at(experiment, {"id", "title", "about"});
  std::string const paper = text_at(experiment, "paper");
  view["short"] = short_names.value(paper, paper);
  view["anchor"] = anchor(name);
  view["figures"] = json::array();
  for (json const& figure : experiment.value("figures", json::array())) {
    view["figures"].push_back(figure_view(figure, folder, view["short"]));
  }
  view["claims"] = claims;
  view["choices"] = rows(experiment, "choices", {"open", "choice", "reason"});
  view["outcomes"] = rows(experiment, "outcomes", {"what", "outcome", "reason", "time"});
  view["files"] = file_views(folder);
  for (std::string const list : {"claims", "choices", "outcomes", "files"}) {
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
  json claims = json::array();
  std::map<std::string, json> claims_of;
  for (json const& claim : read_claims(results_folder)) {
    claims.push_back(claim_view(claim));
    claims_of[claim.at("experiment")].push_back(claims.back());
  }
  json experiments = json::array();
  for (std::string const& name : listed_experiments(results_folder)) {
    json const own_claims = claims_of.count(name) ? claims_of[name] : json::array();
    experiments.push_back(experiment_view(results_folder / name, name, short_names, own_claims));
  }
  return {{"title", "Rattleback: what was reproduced"},
          {"summary", summary(results_folder, experiments.size())},
          {"run_line", fmt::format("{} run of the preset {}, {}.", text_at(run, "mode"),
                                   text_at(run, "preset"), text_at(run, "date"))},
          {"has_claims", !claims.empty()},
          {"claims", claims},
          {"papers", rows(run, "papers", {"short", "citation"})},
          {"experiments", experiments},
          {"facts", run_facts(run)},
          {"commands", json::array({text_at(run, "command")})}};
}

}  // namespace rattleback::reports
