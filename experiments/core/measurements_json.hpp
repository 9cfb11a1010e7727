#pragma once
// What an experiment measured, as the file measurements.json of its folder.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "experiments/core/experiment.hpp"

namespace rattleback {

/// A number that JSON may not hold: "nan", "inf" and "-inf" are texts.
nlohmann::json number_json(double number);
/// Replaces the numbers in a value that JSON may not hold by such texts.
void name_non_finite(nlohmann::json& value);

/// Measured numbers, readings that were not run, evidence of findings, defects of errata; and for
/// every column of a table how many rows it has, how many of them are finite, the 2-norm of these,
/// and their moment sum (k/rows) x_k, which tells an order or a sign from another.
nlohmann::json measurements_json(Study const& study);

/// What the experiments of one paper measured, together.
struct PaperMeasurements {
  Measurements readings;
  std::map<std::string, Study::Evidence> evidence;
  std::map<std::string, Study::Defects> defects;

  /// Adds the content of an experiment's measurements.json. Throws nlohmann::json::exception or
  /// std::invalid_argument for what measurements_json does not write.
  void add(nlohmann::json const& file);
};

}  // namespace rattleback
