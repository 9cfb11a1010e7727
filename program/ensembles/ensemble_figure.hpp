#pragma once
// Figures of `ensemble --figure`.

#include "program/ensembles/ensemble_run.hpp"
#include "program/figures/picture_file.hpp"

namespace rattleback {

/// Returns panels of the statistics against time: mean and quantiles, variance and kurtosis of the
/// error of the energy and, if given, of a further invariant.
nlohmann::json statistics_panels(reports::Sheet& sheet, EnsembleRun const& run,
                                 EnsembleResult const& result);

/// Returns a panel of the distribution function of the orbits' largest Lyapunov exponents.
nlohmann::json exponent_panels(reports::Sheet& sheet, std::vector<double> exponents);

}  // namespace rattleback
