#pragma once
// What `ensemble --figure` draws.

#include "program/ensembles/ensemble_run.hpp"
#include "program/text/picture_file.hpp"

namespace rattleback {

/// Panels of the statistics against time, of the energy's error and of the further invariant's
/// where there is one: mean and quantiles, variance, kurtosis.
nlohmann::json statistics_panels(reports::Sheet& sheet, EnsembleRun const& run,
                                 EnsembleResult const& result);

/// A panel of the orbits' largest Lyapunov exponents: their distribution function.
nlohmann::json exponent_panels(reports::Sheet& sheet, std::vector<double> exponents);

}  // namespace rattleback
