#include "reports/results/cache_status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "base/files/files.hpp"
#include "reports/results/description.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

bool concerns_figures_alone(Change const& change) {
  return change.name == "code of the figures" || change.name == "gnuplot" ||
         change.name == "texts" || change.name.starts_with("figures/");
}

bool holds(fs::path const& file, std::string const& hash) {
  try {
    return sha256_file(file) == hash;
  } catch (std::runtime_error const&) {
    return false;
  }
}

struct Manifest {
  Components components, outputs, figures;
};

Manifest read_manifest(fs::path const& experiment_folder) {
  json const manifest = read_json(experiment_folder / "manifest.json");
  return {manifest.at("components").get<Components>(), manifest.at("outputs").get<Components>(),
          manifest.value("figures", Components{})};
}

/// Returns the required files, relative to the experiment's folder.
std::set<std::string> files_of(json const& experiment) {
  std::set<std::string> files{"experiment.json", "measurements.json"};
  for (json const& figure : experiment.at("figures")) {
    for (char const* format : {"svg", "pdf", "png", "small.png"})
      files.insert(fmt::format("figures/{}.{}", figure_id(figure), format));
    for (json const& panel : figure.at("panels"))
      for (json const& series : panel.at("series")) files.insert(data_file(series));
  }
  return files;
}

/// Returns the defects of an experiment's files: each file in the manifest or the description must
/// exist as recorded, and each figure must be drawn from the present data.
std::vector<Change> damage(fs::path const& experiment_folder, Manifest const& manifest) {
  std::set<std::string> wanted, bad;
  json figures = json::array();
  try {
    json const experiment = read_json(experiment_folder / "experiment.json");
    wanted = files_of(experiment);
    figures = experiment.at("figures");
  } catch (std::exception const&) {
    bad = {"experiment.json"};
  }
  try {
    read_json(experiment_folder / "measurements.json");
  } catch (std::exception const&) {
    bad.insert("measurements.json");
  }
  for (auto const& [name, hash] : manifest.outputs) wanted.insert(name);
  for (std::string const& name : wanted) {
    auto const recorded = manifest.outputs.find(name);
    if (recorded == manifest.outputs.end() || !holds(experiment_folder / name, recorded->second))
      bad.insert(name);
  }
  std::vector<Change> found;
  for (std::string const& name : bad) found.push_back({name, "missing or changed"});
  if (!bad.empty()) return found;
  for (json const& figure : figures) {
    auto const recorded = manifest.figures.find(figure_id(figure));
    auto const hash_of = [&](std::string const& file) { return manifest.outputs.at(file); };
    if (recorded == manifest.figures.end() || recorded->second != drawn_from(figure, hash_of))
      found.push_back({"figures/" + figure_id(figure), "drawn from other data"});
  }
  return found;
}

}  // namespace

void write_manifest(fs::path const& experiment_folder, json const& provenance) {
  json manifest = provenance;
  json outputs = json::object();
  fs::path const manifest_path = experiment_folder / "manifest.json";
  for (auto const& entry : fs::recursive_directory_iterator(experiment_folder)) {
    if (!entry.is_regular_file() || entry.path() == manifest_path) continue;
    std::string const name = entry.path().lexically_relative(experiment_folder).generic_string();
    outputs[name] = sha256_file(entry.path());
  }
  manifest["outputs"] = std::move(outputs);
  write_atomically(manifest_path, json_text(manifest, 2) + "\n");
}

std::vector<Change> changes(Components const& recorded, Components const& current) {
  Components all = recorded;
  all.insert(current.begin(), current.end());
  std::vector<Change> found;
  for (auto const& [name, hash] : all)
    if (!current.contains(name))
      found.push_back({name, "gone"});
    else if (!recorded.contains(name))
      found.push_back({name, "new"});
    else if (current.at(name) != hash)
      found.push_back({name, "changed"});
  return found;
}

CacheStatus check_cache(fs::path const& experiment_folder, Components const& always,
                        Components const& parts) {
  fs::path const path = experiment_folder / "manifest.json";
  if (!fs::exists(path)) return {CacheStatus::Recompute::everything, "first run"};
  Manifest manifest;
  try {
    manifest = read_manifest(experiment_folder);
  } catch (std::exception const&) {
    return {CacheStatus::Recompute::everything, "manifest unreadable"};
  }

  Components current = always;
  for (auto const& [name, hash] : manifest.components)
    if (auto const part = parts.find(name); part != parts.end()) current.insert(*part);
  auto found = changes(manifest.components, current);
  for (auto const& change : damage(experiment_folder, manifest)) found.push_back(change);

  if (found.empty()) return {CacheStatus::Recompute::nothing, ""};
  bool const figures = std::all_of(found.begin(), found.end(), concerns_figures_alone);
  std::string reasons;
  for (auto const& change : found)
    reasons += (reasons.empty() ? "" : ", ") + change.name + " " + change.how;
  return {figures ? CacheStatus::Recompute::figures : CacheStatus::Recompute::everything, reasons};
}

bool is_complete(fs::path const& experiment_folder) {
  try {
    return damage(experiment_folder, read_manifest(experiment_folder)).empty();
  } catch (std::exception const&) {
    return false;
  }
}

}  // namespace rattleback::reports
