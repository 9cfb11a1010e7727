#include "program/commands/run_record.hpp"

#include "base/invalid_input.hpp"

namespace rattleback {

Outlook outlook_of(ProblemEntry const& problem, MethodEntry const& method, RunSpec const& run,
                   double end, EnergyScale const& scale) {
  Outlook outlook;
  if (std::isnan(scale.value))
    outlook.warnings.push_back(
        "the largest kinetic energy of the motion is unknown, because two runs of a solver "
        "disagree; "
        "a lost motion is not detected");
  if (!method.reflects_momenta || run.step < 0) return outlook;
  try {
    outlook.mode = predict_parasitic_mode(problem, method, run, scale.value);
    if (auto warning = warning_of_trust_time(*outlook.mode, end); !warning.empty())
      outlook.warnings.push_back(std::move(warning));
  } catch (LostRank const& reason) {
    outlook.warnings.push_back(
        fmt::format("the parasitic mode is not predicted: {}", reason.what()));
  } catch (InvalidInput const&) {
    // The run reports invalid input itself. A step that is too small for double precision is valid
    // in quad precision, without a prediction.
    outlook.mode.reset();
  }
  return outlook;
}

Json parasitic_json(ParasiticPrediction const& mode, std::optional<double> size_at_end) {
  return JsonObject()
      .add("size_start", mode.size_start)
      .add("size", size_at_end)
      .add("rate", mode.rate)
      .add("neutral", mode.neutral)
      .add("trust_time", mode.trust_time)
      .add("predicted_until", mode.until);
}

std::string parasitic_words(ParasiticPrediction const& mode, std::optional<double> size_at_end) {
  auto words = mode.neutral ? std::string("neutral")
                            : fmt::format("rate {:.4g} up to t = {:.6g}", mode.rate, mode.until);
  if (mode.size_start) words += fmt::format(", size {:.3g} initially", *mode.size_start);
  if (size_at_end) words += fmt::format(", {:.3g} at the end", *size_at_end);
  if (mode.trust_time) words += fmt::format(", trust time {:.4g}", *mode.trust_time);
  return words;
}

char const* what_a_loss_means(bool driven) {
  return driven ? "with drag it grows with time, and half the step divides a normal growth by four"
                : "the trajectory is not that of the system";
}

std::string words_of_balance(bool own_work) {
  return fmt::format("E(t) - E(0) - W(t) with E = v.dL/dv - L of the stated Lagrangian and {}",
                     own_work ? "the method's own discrete work W; balance_of_motion with the work "
                                "of f.v - dL/dt - lambda.b along the nodes"
                              : "the work W of f.v - dL/dt - lambda.b along the nodes");
}

std::string in_units_of(double value, double size) {
  double const ratio = value / size;
  return ratio >= 2 ? fmt::format("{:.2g} times", ratio)
                    : fmt::format("{:.3g} per cent of", 100 * ratio);
}

}  // namespace rattleback
