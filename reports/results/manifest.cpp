#include "reports/results/manifest.hpp"

namespace rattleback::reports {

namespace fs = std::filesystem;

void write_manifest(fs::path const& experiment_folder, nlohmann::json const& provenance) {
  nlohmann::json manifest = provenance;
  nlohmann::json outputs = nlohmann::json::object();
  fs::path const manifest_path = experiment_folder / "manifest.json";
  for (auto const& entry : fs::recursive_directory_iterator(experiment_folder)) {
    if (!entry.is_regular_file() || entry.path() == manifest_path) continue;
    std::string const name = entry.path().lexically_relative(experiment_folder).generic_string();
    outputs[name] = sha256_file(entry.path());
  }
  manifest["outputs"] = std::move(outputs);
  write_atomically(manifest_path, json_text(manifest, 2) + "\n");
}

}  // namespace rattleback::reports
