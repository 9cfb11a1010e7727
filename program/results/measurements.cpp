#include "program/results/measurements.hpp"

#include <stdexcept>

#include "base/files/files.hpp"
#include "reports/results/description.hpp"

namespace rattleback {

ResultsMeasurements measurements_in(std::filesystem::path const& results_folder) {
  ResultsMeasurements all;
  for (auto const& id : reports::listed_experiments(results_folder))
    understood(results_folder / id, [&] {
      std::string const paper = read_json(results_folder / id / "experiment.json").at("paper");
      auto const file = read_json(results_folder / id / "measurements.json");
      try {
        all.of_paper[paper].add(file);
      } catch (std::invalid_argument const& wrong) {
        throw Malformed(wrong.what());
      }
      all.curves.emplace_back(id, file.at("curves"));
    });
  return all;
}

}  // namespace rattleback
