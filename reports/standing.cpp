#include "reports/standing.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reports/manifest.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

bool concerns_figures_alone(Change const& change) {
  return change.name == "code of the figures" || change.name == "gnuplot" ||
         change.name.starts_with("figures/");
}

bool holds(fs::path const& file, std::string const& hash) {
  try {
    return sha256_file(file) == hash;
  } catch (std::runtime_error const&) {
    return false;
  }
}

}  // namespace

std::vector<Change> changes(Components const& recorded, Components const& current) {
  std::vector<Change> found;
  for (auto const& [name, hash] : recorded) {
    auto const now = current.find(name);
    if (now == current.end())
      found.push_back({name, "gone"});
    else if (now->second != hash)
      found.push_back({name, "changed"});
  }
  for (auto const& [name, hash] : current)
    if (!recorded.contains(name)) found.push_back({name, "new"});
  std::sort(found.begin(), found.end(),
            [](Change const& a, Change const& b) { return a.name < b.name; });
  return found;
}

Standing standing(fs::path const& experiment_folder, Components const& always,
                  Components const& parts) {
  fs::path const path = experiment_folder / "manifest.json";
  if (!fs::exists(path)) return {Standing::Due::everything, "first run"};
  Components recorded, outputs;
  try {
    json const manifest = read_json(path);
    recorded = manifest.at("components").get<Components>();
    outputs = manifest.at("outputs").get<Components>();
  } catch (std::exception const&) {
    return {Standing::Due::everything, "manifest unreadable"};
  }

  Components current = always;
  for (auto const& [name, hash] : recorded)
    if (auto const part = parts.find(name); part != parts.end()) current.insert(*part);
  auto found = changes(recorded, current);
  for (auto const& [name, hash] : outputs)
    if (!holds(experiment_folder / name, hash)) found.push_back({name, "missing or changed"});

  if (found.empty()) return {Standing::Due::nothing, ""};
  bool const figures = std::all_of(found.begin(), found.end(), concerns_figures_alone);
  std::string reasons;
  for (auto const& change : found)
    reasons += (reasons.empty() ? "" : ", ") + change.name + " " + change.how;
  return {figures ? Standing::Due::figures : Standing::Due::everything, reasons};
}

}  // namespace rattleback::reports
