#pragma once
// Measurements of an experiment as the file measurements.json of its folder.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "experiments/core/experiment.hpp"

namespace rattleback {

/// Returns a number as JSON. NaN and infinities, which JSON excludes, become "nan", "inf" and
/// "-inf".
nlohmann::json number_json(double number);
/// Replaces NaN and infinities in a JSON value by these strings.
void name_non_finite(nlohmann::json& value);

/// Returns measured numbers, readings that were not run, evidence of findings, and defects of
/// errata. For each column of a table: number of rows, number of finite rows, and their 2-norm and
/// moment sum (k/rows) x_k, which detects a changed order or sign.
nlohmann::json measurements_json(Study const& study);

/// Measurements of all experiments of one paper.
struct PaperMeasurements {
  Measurements readings;
  std::map<std::string, Study::Evidence> evidence;
  std::map<std::string, Study::Defects> defects;

  /// Adds the content of an experiment's measurements.json. Throws nlohmann::json::exception if the
  /// content is not in the format of measurements_json().
  void add(nlohmann::json const& file);
};

}  // namespace rattleback
