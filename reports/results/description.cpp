#include "reports/results/description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/files/files.hpp"

namespace rattleback::reports {

namespace fs = std::filesystem;
using nlohmann::json;

bool is_plain_name(std::string const& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-';
  });
}

std::vector<std::string> listed_experiments(fs::path const& results_folder) {
  fs::path const file = results_folder / "run.json";
  json const run = read_json(file);
  auto const list = run.is_object() ? run.find("experiments") : run.end();
  if (list == run.end() || !list->is_array())
    throw IoError(fmt::format("'{}' has no list of experiments", file.string()));
  std::vector<std::string> ids;
  for (json const& entry : *list) {
    if (!entry.is_string() || !is_plain_name(entry))
      throw IoError(fmt::format("'{}' lists {}, which is not a valid experiment id", file.string(),
                                entry.dump()));
    ids.push_back(entry);
  }
  return ids;
}

std::string figure_id(json const& figure) {
  json const& id = figure.at("id");
  if (!id.is_string() || !is_plain_name(id))
    throw IoError(fmt::format("{} is not a valid figure id", id.dump()));
  return id;
}

std::string data_file(json const& series) {
  std::string const name = series.at("data");
  bool const inside =
      !name.empty() && name.front() != '.' && name.find('/') == name.npos &&
      std::none_of(name.begin(), name.end(), [](unsigned char c) { return std::iscntrl(c); });
  if (!inside)
    throw IoError(fmt::format("{} is not a valid name of a data file", json(name).dump()));
  return "data/" + name;
}

std::string drawn_from(json const& figure,
                       std::function<std::string(std::string const&)> const& hash_of) {
  json source = {{"description", figure}, {"data", json::object()}};
  for (json const& panel : figure.at("panels"))
    for (json const& series : panel.at("series")) {
      std::string const file = data_file(series);
      if (!source["data"].contains(file)) source["data"][file] = hash_of(file);
    }
  return sha256_text(source.dump());
}

}  // namespace rattleback::reports
