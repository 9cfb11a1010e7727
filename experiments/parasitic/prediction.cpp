#include "experiments/parasitic/prediction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/invalid_input.hpp"

namespace rattleback {

namespace {

/// True if the flipped part changes sign from step to step: an odd number of reflections.
bool alternates(MethodCard const& card) { return card.reflections_per_step % 2 == 1; }

}  // namespace

Eigen::VectorXd alternating_part(ProblemEntry const& problem, Setting const& setting,
                                 std::vector<FlippedMomentum<double>::Node> const& nodes) {
  constexpr double weights[]{1, -6, 15, -20, 15, -6, 1};
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(problem.constraints);
  for (std::size_t k = 0; k < 7; ++k) {
    auto const& node = nodes.at(k);
    sum += weights[k] / 64 *
           (ModeAt(problem, setting, node.q, node.v, node.t).forms * eigen_vector(node.flipped));
  }
  return sum;
}

std::optional<double> size_at_end(ProblemEntry const& problem, MethodEntry const& method,
                                  Setting const& setting, FlippedMomentum<double> const& flipped) {
  if (!alternates(method.card) || flipped.last.size() < 7) return {};
  auto const& middle = flipped.last[3];
  ModeAt const at(problem, setting, middle.q, middle.v, middle.t);
  auto const mode = alternating_part(problem, setting, flipped.last);
  return at.factor.triangularView<Eigen::Lower>().solve(mode).norm();
}

std::shared_ptr<ModeGrowth const> growth_of_mode(ProblemEntry const& problem,
                                                 Setting const& setting, double until,
                                                 std::function<void()> const& progress) {
  try {
    return std::make_shared<ModeGrowth const>(
        problem, setting, std::min(until, predicted_units * problem.card.time_scale), progress);
  } catch (LostRank const&) {
    return nullptr;
  }
}

ParasiticPrediction predict_parasitic_mode(ProblemEntry const& problem, MethodEntry const& method,
                                           RunSpec run, double energy_scale) {
  double const unit = problem.card.time_scale;
  double const step = double(run.step);
  double const end = std::clamp(step * double(run.steps), unit, predicted_units * unit);
  // A mode of constant size is known from the first steps.
  bool const stays = !problem.driven && method.card.free_step_asymmetry == 0 &&
                     keeps_size_of_mode(problem, run.setting, end);
  ModeGrowth const growth(problem, run.setting, stays ? std::clamp(4 * step, unit, end) : end);
  auto prediction = predict_parasitic_mode(problem, method, run, energy_scale, growth);
  prediction.until = end;
  return prediction;
}

ParasiticPrediction predict_parasitic_mode(ProblemEntry const& problem, MethodEntry const& method,
                                           RunSpec run, double energy_scale,
                                           ModeGrowth const& of_motion) {
  if (!method.reflects_momenta) throw InvalidInput(method.card.id + " does not reflect momenta");
  std::optional<ModeGrowth> changed;
  if (problem.driven && takes_nodal_force(method, run.options))
    changed = of_motion.with_nodal_force();
  if (double const s = method.card.free_step_asymmetry; s != 0)
    changed = of_motion.with_asymmetry(s * double(run.step));
  ModeGrowth const& growth = changed ? *changed : of_motion;
  ParasiticPrediction prediction;
  std::size_t const last = growth.times().size() - 1;
  prediction.until = growth.end();
  // A motion of length zero has no growth rate.
  prediction.rate = last > 0 ? growth.log_factors(last).front() / growth.end() : 0;
  prediction.neutral = growth.neutral();
  if (!alternates(method.card) || run.steps < 6) return prediction;
  double const length = double(run.step) * double(run.steps);
  run.steps = 6;
  run.table = nullptr;
  run.measures_recorded = false;
  run.section.reset();
  run.progress = {};
  auto const begun = method.integrate(run);
  if (begun.outcome != Outcome::ok || !begun.flipped) return prediction;
  auto const mode = alternating_part(problem, run.setting, begun.flipped->first);
  double const from = 3 * double(run.step);
  prediction.size_start = growth.norm(growth.index_at(from), mode);
  // A motion at rest has no energy of which the mode could hold a part.
  if (energy_scale > 0)
    prediction.trust_time =
        growth.time_of_size(std::sqrt(2 * trusted_fraction * energy_scale), mode, from);
  if (prediction.trust_time && *prediction.trust_time > length) prediction.trust_time.reset();
  return prediction;
}

std::optional<double> trust_time_of(ProblemEntry const& problem, MethodEntry const& method,
                                    RunSpec const& run, double energy_scale,
                                    std::shared_ptr<ModeGrowth const> const& growth) {
  if (!growth || !method.reflects_momenta) return {};
  return predict_parasitic_mode(problem, method, run, energy_scale, *growth).trust_time;
}

std::string warning_of_trust_time(ParasiticPrediction const& prediction, double end) {
  if (!prediction.trust_time || *prediction.trust_time > end) return "";
  return fmt::format(
      "prediction: from t = {:.4g} on the parasitic mode holds more than {:g} per cent of the "
      "largest kinetic energy, and later states are not to be trusted; equal_norm_gni has no such "
      "mode",
      *prediction.trust_time, 100 * trusted_fraction);
}

}  // namespace rattleback
