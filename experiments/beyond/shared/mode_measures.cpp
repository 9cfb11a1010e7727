#include "experiments/beyond/shared/mode_measures.hpp"

#include <Eigen/Dense>
#include <cmath>

#include "experiments/core/words.hpp"

namespace rattleback::beyond {

std::vector<ModeCase> const& mode_cases() {
  static std::vector<ModeCase> const all{{"chaplygin_sleigh", "FIM", "gni", {6, 15, 27}},
                                         {"snakeboard", "FIM", "gni", {6, 36, 48}},
                                         {"mobile_robot", "ROB", "gni", {18}},
                                         {"tilted_sleigh", "slides", "gni", {36, 48}},
                                         {"suslov", "SUS", "reduced_gni", {32}},
                                         {"suslov", "SUS", "energy_momentum_gni", {32}},
                                         {"contact_oscillator", "A", "gni", {20, 40, 60}},
                                         {"pendulum_cvt", "a2", "gni", {20, 40, 60}},
                                         {"knife_edge", "generic", "gni", {20, 40, 60}},
                                         {"chaplygin_sphere", "", "reduced_gni", {20, 40, 60}}};
  return all;
}

Setting setting_of(std::string const& case_name) { return {.case_name = case_name}; }

Run mode_run(Pair const& pair, RawQuad step, double until, long every, std::string const& start) {
  return {.problem = pair.problem,
          .method = pair.method,
          .case_name = pair.case_name,
          .step = step,
          .steps = std::lround(until / double(step)),
          .every = every,
          .start = start};
}

std::vector<double> mode_sizes(Study& study, Run const& run, std::vector<double> const& times) {
  auto const& problem = study.problem(run.problem);
  auto const& method = study.method(run);
  std::vector<double> sizes;
  for (double const time : times) {
    auto const ended = study.execute(run.with(run.step, std::lround(time / double(run.step)), 0));
    std::optional<double> size;
    if (ended.flipped) size = size_at_end(problem, method, run.spec().setting, *ended.flipped);
    sizes.push_back(size.value_or(std::nan("")));
  }
  return sizes;
}

double TrustTimes::relative_difference() const {
  if (!predicted || !measured) return std::nan("");
  return std::abs(*predicted / *measured - 1);
}

std::string TrustTimes::words(std::string const& between) const {
  auto const number = [](std::optional<double> const& x) {
    return x ? fmt::format("{:.2f}", *x) : "none";
  };
  return number(predicted) + between + number(measured);
}

TrustTimes trust_times(Study& study, Run const& run, double energy_scale,
                       ModeGrowth const& growth) {
  auto const ended = study.execute(run);
  TrustTimes times;
  for (std::size_t i = 0; i < ended.times.size() && !times.measured; ++i) {
    double const off = std::abs(ended.invariant_values[i][0] - ended.invariant_values[0][0]);
    if (off > trusted_fraction * energy_scale) times.measured = ended.times[i];
  }
  times.predicted = predict_parasitic_mode(study.problem(run.problem), study.method(run),
                                           run.spec(), energy_scale, growth)
                        .trust_time;
  return times;
}

}  // namespace rattleback::beyond
