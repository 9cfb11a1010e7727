#include "program/results/components.hpp"

#include <nlohmann/json.hpp>

#include "experiments/core/declaration.hpp"
#include "program/interface/provenance.hpp"
#include "program/results/code_hashes.hpp"
#include "reports/drawing/gnuplot.hpp"
#include "reports/results/manifest.hpp"

namespace rattleback {

namespace {
/// Returns the hash of the build settings that numbers depend on, without the processor.
std::string preset_hash() {
  nlohmann::json const preset = {{"preset", build_preset()},
                                 {"build_type", build_type()},
                                 {"flags", build_flags()},
                                 {"compiler", compiler()},
                                 {"libraries", library_versions()}};
  return sha256_text(preset.dump());
}
}  // namespace

std::string component_name(std::string const& lookup) { return "code of " + lookup; }

reports::Components components_of(Experiment const& experiment, bool quick) {
  auto const& code = code_hashes();
  reports::Components components = figure_components();
  components.merge(text_components(experiment));
  components.insert({
      {"mode", sha256_text(quick ? "quick" : "full")},
      {"preset", preset_hash()},
      {"what is measured", sha256_text(declaration(experiment).at("measures").dump())},
      {"code of experiment " + experiment.id, code.at(experiment.source)},
      {component_name("the core"), code.at("the core")},
      {component_name("the experiments' core"), code.at("the experiments' core")},
  });
  return components;
}

reports::Components text_components(Experiment const& experiment) {
  return {{"texts", sha256_text(declaration(experiment).dump())}};
}

reports::Components figure_components() {
  static std::string const gnuplot = sha256_text(reports::gnuplot_version());
  return {{component_name("the figures"), code_hashes().at("the figures")}, {"gnuplot", gnuplot}};
}

reports::Components catalogue_components() {
  reports::Components components;
  for (auto const& [name, hash] : code_hashes())
    if (name.starts_with("problem ") || name.starts_with("method ") ||
        name == every_problem_and_method)
      components[component_name(name)] = hash;
  return components;
}

}  // namespace rattleback
