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

TrustTimes trust_times(Study& study, Run run, double energy_scale, ModeGrowth const& growth) {
  run.every = 1;
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

double volume_on_contact_oscillator(MethodEntry const& method, RunSpec run,
                                    std::vector<double> const& q, std::vector<double> const& v) {
  constexpr double epsilon = 1e-5;
  run.steps = 1;
  run.setting.is_method_state = true;
  using Vector = Eigen::Matrix<double, 5, 1>;
  Vector const start{q[0], q[1], q[2], v[1], v[2]};
  auto const end_of = [&](Vector const& z) {
    run.setting.q = std::vector<RawQuad>{z[0], z[1], z[2]};
    run.setting.v = std::vector<RawQuad>{RawQuad(-z[1] * z[4]), z[3], z[4]};
    auto const t = method.integrate(run);
    return Vector{t.q.back()[0], t.q.back()[1], t.q.back()[2], t.v.back()[1], t.v.back()[2]};
  };
  Eigen::Matrix<double, 5, 5> D;
  for (int i = 0; i < 5; ++i) {
    Vector const e = epsilon * Vector::Unit(i);
    D.col(i) = (8 * (end_of(start + e) - end_of(start - e)) -
                (end_of(start + 2 * e) - end_of(start - 2 * e))) /
               (12 * epsilon);
  }
  double const y0 = start[1], y1 = end_of(start)[1];
  return std::log(std::abs(D.determinant()) * std::sqrt((1 + y1 * y1) / (1 + y0 * y0)));
}

double round_trip(Study& study, Run run) {
  auto const there = study.execute(run);
  run.q.emplace(there.q.back().begin(), there.q.back().end());
  run.v.emplace();
  for (double const x : there.v.back()) run.v->push_back(-x);
  run.is_method_state = true;
  auto const back = study.execute(run);
  Largest off;
  for (std::size_t i = 0; i < there.start_q.size(); ++i) off(back.q.back()[i] - there.start_q[i]);
  for (std::size_t i = 0; i < there.start_v.size(); ++i) off(back.v.back()[i] + there.start_v[i]);
  return off.value;
}

}  // namespace rattleback::beyond
