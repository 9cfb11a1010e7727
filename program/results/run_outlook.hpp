#pragma once
// Prediction and warnings that `rattleback run` makes before a run begins.

#include <optional>
#include <string>
#include <vector>

#include "experiments/measure/energy_scale.hpp"
#include "experiments/parasitic/prediction.hpp"
#include "program/interface/json.hpp"

namespace rattleback {

struct Outlook {
  std::optional<ParasiticPrediction> mode;  ///< empty for methods that reflect no momenta
  std::vector<std::string> warnings;
};

/// Predicts the parasitic mode of a run to time `end`. Invalid input is left to the run.
Outlook outlook_of(ProblemEntry const& problem, MethodEntry const& method, RunSpec const& run,
                   double end, EnergyScale const& scale);

/// Rounds a flipped momentum to double precision.
template <class S>
FlippedMomentum<double> in_double(FlippedMomentum<S> const& flipped) {
  auto const numbers = [](std::vector<S> const& v) {
    return std::vector<double>(v.begin(), v.end());
  };
  auto const nodes = [&](auto const& all) {
    std::vector<FlippedMomentum<double>::Node> rounded;
    for (auto const& node : all)
      rounded.push_back({double(node.t), numbers(node.q), numbers(node.v), numbers(node.flipped)});
    return rounded;
  };
  return {double(flipped.initial), double(flipped.largest), nodes(flipped.first),
          nodes(flipped.last)};
}

/// Returns the meaning of a lost energy, or of the lost balance of a driven system.
char const* what_a_loss_means(bool driven);
/// Returns the definition of the balance of a driven system.
std::string words_of_balance(bool own_work);

/// Returns the predicted mode as JSON.
/// @param size_at_end  size of the mode at the end of the run
Json parasitic_json(ParasiticPrediction const& mode, std::optional<double> size_at_end);
std::string parasitic_words(ParasiticPrediction const& mode, std::optional<double> size_at_end);

/// Formats a ratio as "5 times" or "12 per cent of", to precede the reference value.
std::string in_units_of(double value, double size);

}  // namespace rattleback
