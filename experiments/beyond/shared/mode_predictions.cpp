#include <cmath>
#include <functional>
#include <optional>
#include <ranges>

#include "experiments/beyond/shared/mode_parts.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/energy_scale.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/parasitic/measured_growth.hpp"
#include "experiments/parasitic/prediction.hpp"

namespace rattleback::beyond {

namespace {

constexpr double seed = 1e-7;  // size of the normal momentum in difference quotients of runs

Setting setting_of(std::string const& case_name) { return {.case_name = case_name}; }

/// Largest deviations at steps of 1/10, 1/20 and 1/40.
struct Deviations {
  Largest at[3];
  std::string words() const {
    return fmt::format("{:.3f}, {:.3f} and {:.3f} at $h$ = .1, .05 and .025", at[0].value,
                       at[1].value, at[2].value);
  }
};

/// True if the energy of the flipped part stays below a hundredth of the energy scale to the end of
/// the run.
bool is_trusted(Trajectory<double> const& run) {
  return run.flipped->largest <= trusted_fraction * largest(run.kinetic_energies);
}

RunSpec growth_run(ProblemEntry const& problem, std::string const& case_name, double until,
                   int per_unit) {
  return {.setting = setting_of(case_name),
          .step = RawQuad(problem.card.time_scale) / per_unit,
          .steps = std::lround(until * per_unit / problem.card.time_scale)};
}

/// True for methods whose flipped part changes sign from step to step.
bool has_mode(MethodEntry const& method) {
  return method.integrate && method.reflects_momenta && method.card.reflections_per_step % 2 == 1;
}

/// The problems that are not driven; the study of driven systems treats the others.
auto conservative_problems(Study& study) {
  return study.catalogue() | std::views::filter(std::not_fn(&ProblemEntry::driven));
}

/// Measures growth rates of every case of the catalogue by every method that reflects momenta once
/// per step.
/// @param known  deviations of the cases with known growth
void find_rates(Study& study, Deviations const& known) {
  Deviations of_symmetric, of_asymmetric;
  Largest of_neutral, of_euler_a, without_term;
  long pairs = 0, lost = 0;
  double const problems = double(std::ranges::distance(conservative_problems(study)));
  double row = problems;
  std::vector<std::string> neutral;
  auto& rates = study.table("rates", {"row", "predicted", "measured"});
  for (auto const& problem : conservative_problems(study)) {
    double const units = study.quick ? 4 : 16, time = units * problem.card.time_scale;
    for (auto const& c : problem.cases) {
      bool const first = &c == &problem.cases.front();
      if (c.is_method_state || (study.quick && !first)) continue;
      ModeGrowth const growth(problem, setting_of(c.name), time);
      std::size_t const end = growth.times().size() - 1;
      if (growth.neutral()) neutral.push_back(problem.card.id + " " + c.name);
      double drawn = std::nan("");
      for (auto const& method : problem.methods) {
        if (!has_mode(method)) continue;
        ++pairs;
        double const s = method.card.free_step_asymmetry;
        for (int k = 0; k < 3; ++k) {
          auto const run = growth_run(problem, c.name, time, 10 << k);
          if (!is_trusted(method.integrate(run))) {
            ++lost;
            continue;
          }
          auto const measured = measured_log_factors(problem, method, run, seed);
          (s == 0 ? of_symmetric : of_asymmetric)
              .at[k](largest_difference(
                  measured, growth.with_asymmetry(s * double(run.step)).log_factors(end)));
          if (k < 2) continue;
          if (s != 0) without_term(largest_difference(measured, growth.log_factors(end)));
          if (std::isnan(drawn)) drawn = measured.front();
          if (growth.neutral() && s == 0) of_neutral(measured.front());
          if (problem.card.id == "contact_oscillator" && first && s < 0)
            of_euler_a(measured.front());
        }
      }
      if (first) rates.add({row--, growth.log_factors(end).front() / units, drawn / units});
    }
    study.progress(0.6 * (1 - row / problems));
  }
  study.add_finding(
      "PM-01", {larger_or_nan(known.at[2].value, of_symmetric.at[2].value), without_term.value},
      fmt::format("{} pairs of a case and a method; free steps that are symmetric: "
                  "{}; not symmetric: {}; cases up to $t$ = 60: {}; {} runs not "
                  "compared, as the mode holds more than a hundredth of the energy "
                  "scale",
                  pairs, of_symmetric.words(), of_asymmetric.words(), known.words(), lost));
  study.add_finding("PM-03", {of_neutral.value, of_euler_a.value},
                    "neutral: " + joined(neutral, ", "));
}

/// Returns the first time at which the energy error of a run exceeds a hundredth of the scale.
template <class S>
std::optional<double> first_loss(Trajectory<S> const& run, double energy_scale) {
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    double const off = std::abs(double(run.invariant_values[i][0] - run.invariant_values[0][0]));
    if (off > trusted_fraction * energy_scale) return double(run.times[i]);
  }
  return {};
}

/// Trust time of a run, predicted and measured.
struct TrustTimes {
  std::optional<double> predicted, measured;
};
TrustTimes trust_times(Study& study, Run const& run, double energy_scale,
                       ModeGrowth const& growth) {
  auto const predicted = predict_parasitic_mode(study.problem(run.problem), study.method(run),
                                                run.spec(), energy_scale, growth);
  return {predicted.trust_time, first_loss(study.execute(run), energy_scale)};
}

}  // namespace

void find_growth(Study& study) {
  struct Case {
    char const *problem, *case_name, *method;
    std::vector<double> times;  ///< in units of the problem's time
  };
  std::vector<Case> const cases{{"chaplygin_sleigh", "FIM", "gni", {6, 15, 27}},
                                {"snakeboard", "FIM", "gni", {6, 36, 48}},
                                {"mobile_robot", "ROB", "gni", {18}},
                                {"tilted_sleigh", "slides", "gni", {36, 48}},
                                {"suslov", "SUS", "reduced_gni", {32}},
                                {"suslov", "SUS", "energy_momentum_gni", {32}},
                                {"contact_oscillator", "A", "gni", {20, 40, 60}},
                                {"pendulum_cvt", "a2", "gni", {20, 40, 60}},
                                {"knife_edge", "generic", "gni", {20, 40, 60}},
                                {"chaplygin_sphere", "", "reduced_gni", {20, 40, 60}}};
  Deviations known;
  auto& table = study.table("growth", {"case", "time", "index", "predicted", "h10", "h20", "h40"});
  double row = 0;
  for (auto const& c : cases) {
    auto const& problem = study.problem(c.problem);
    auto const& method = study.method(c.problem, c.method);
    ModeGrowth const growth(problem, setting_of(c.case_name), c.times.back());
    for (double const time : c.times) {
      if (study.quick && time > 20) continue;
      auto const predicted = growth.log_factors(growth.index_at(time));
      std::vector<std::vector<double>> measured;
      for (int const per_unit : {10, 20, 40}) {
        measured.push_back(measured_log_factors(
            problem, method, growth_run(problem, c.case_name, time, per_unit), seed));
        known.at[measured.size() - 1](largest_difference(measured.back(), predicted));
      }
      for (std::size_t i = 0; i < predicted.size(); ++i)
        table.add(
            {row, time, double(i), predicted[i], measured[0][i], measured[1][i], measured[2][i]});
    }
    ++row;
  }
  find_rates(study, known);
}

void find_trust_times(Study& study) {
  struct Case {
    Pair pair;
    char const* start;
    double order;  ///< power of h in the initial size of the mode
    double longest;
    bool steady;  ///< true if the rate tends to a limit
  };
  constexpr Case cases[]{{{"chaplygin_sleigh", "FIM", "gni"}, "plain", 1, 22, true},
                         {{"chaplygin_sleigh", "FIM", "gni"}, "multiplier", 3, 62, true},
                         {{"mobile_robot", "ROB", "gni"}, "plain", 1, 14, true},
                         {{"mobile_robot", "ROB", "gni"}, "multiplier", 3, 42, true},
                         {{"suslov", "SUS", "reduced_gni"}, "multiplier", 3, 72, true},
                         {{"snakeboard", "FIM", "gni"}, "plain", 1, 44, false},
                         {{"snakeboard", "FIM", "gni"}, "multiplier", 3, 140, false},
                         {{"tilted_sleigh", "slides", "gni"}, "multiplier", 3, 60, false}};
  Cases delays;
  Largest of_coarser;
  double of_wrong_order = std::numeric_limits<double>::infinity();
  auto& table = study.table("trust", {"case", "h", "predicted", "measured"});
  double row = 0;
  for (auto const& c : cases) {
    std::string const name = c.pair.problem;
    auto const& problem = study.problem(name);
    auto const setting = setting_of(c.pair.case_name);
    ModeGrowth const growth(problem, setting, c.longest);
    std::vector<double> times;
    for (int const per_unit : {10, 20, 40, 80}) {
      auto const run = mode_run(c.pair, RawQuad(1) / per_unit, c.longest, 1, c.start);
      auto const trust = trust_times(study, run, problem.energy(setting), growth);
      times.push_back(trust.measured.value_or(std::nan("")));
      table.add({row, 1. / per_unit, trust.predicted.value_or(std::nan("")), times.back()});
    }
    ++row;
    if (!c.steady) continue;
    auto const log_at = [&](double t) { return growth.log_factors(growth.index_at(t)).front(); };
    double const rate = (log_at(times[3]) - log_at(times[2])) / (times[3] - times[2]);
    auto const departure = [&](std::size_t k, double order) {
      return std::abs((times[k + 1] - times[k]) * rate / (order * std::log(2)) - 1);
    };
    delays.add(departure(2, c.order),
               fmt::format("{} {} {:.3f}, $p$ log 2/rate = {:.3f}", name, c.start,
                           times[3] - times[2], c.order * std::log(2) / rate));
    of_coarser(departure(1, c.order));
    of_wrong_order = smaller_or_nan(of_wrong_order, departure(2, c.order + 1));
  }
  study.add_finding("PM-05", {delays.largest.value, of_wrong_order, {of_coarser.value}},
                    delays.words());

  auto const& sleigh = study.problem("chaplygin_sleigh");
  ModeGrowth const loop(sleigh, setting_of("FIM"), 12);
  std::vector<double> powers;
  for (std::string const start : {"plain", "exact", "multiplier"}) {
    std::vector<double> steps, sizes;
    for (int const per_unit : {10, 20, 40, 80}) {
      auto const run =
          mode_run({"chaplygin_sleigh", "FIM", "gni"}, RawQuad(1) / per_unit, 1, 1, start);
      steps.push_back(1. / per_unit);
      sizes.push_back(predict_parasitic_mode(sleigh, study.method(run), run.spec(),
                                             sleigh.energy(setting_of("FIM")), loop)
                          .size_start.value_or(std::nan("")));
    }
    powers.push_back(fit_power(steps, sizes).slope);
  }
  study.add_finding("PM-07", {powers[2], powers[1]},
                    fmt::format("plain {:.2f}, exact {:.2f}, multiplier {:.2f}", powers[0],
                                powers[1], powers[2]));
}

/// Measures trust times on the snakeboard down to steps of 1/2560.
void find_delays(Study& study) {
  double const scale = study.problem("snakeboard").energy(setting_of("FIM"));
  auto const loss_of = [&](auto const& ended) {
    return first_loss(ended, scale).value_or(std::nan(""));
  };
  auto const run_with = [&](long per_unit, char const* start) {
    return mode_run({"snakeboard", "FIM", "gni"}, RawQuad(1) / per_unit, study.quick ? 130 : 200,
                    per_unit / 10, start);
  };
  std::vector<double> times;
  for (long per_unit = 10; per_unit <= (study.quick ? 40 : 2560); per_unit *= 2)
    times.push_back(loss_of(study.execute(run_with(per_unit, "multiplier"))));
  double const plain = (loss_of(study.execute(run_with(40, "plain"))) -
                        loss_of(study.execute(run_with(10, "plain")))) /
                       2;
  double next = std::nan(""), finest = next, in_quad = next;
  if (!study.quick) {
    next = times[4] - times[3];
    finest = times[8] - times[7];
    in_quad = loss_of(study.execute_quad(run_with(1280, "multiplier"))) -
              loss_of(study.execute_quad(run_with(640, "multiplier")));
  }
  study.add_finding(
      "PM-06", {(times[2] - times[0]) / 2, plain, {next, finest, in_quad}},
      fmt::format("trust times at $h$ = 1/10, 1/20, ...: {}", in_words(times, "{:.1f}")));
}

void find_trust_everywhere(Study& study) {
  std::vector<double> differences;
  std::vector<std::string> predicted_only, measured_only, far;
  auto& table = study.table("trust_everywhere", {"predicted", "measured"});
  double const units = study.quick ? 40 : 200;
  for (auto const& problem : conservative_problems(study)) {
    double const unit = problem.card.time_scale, until = units * unit;
    for (auto const& c : problem.cases) {
      if (c.is_method_state) continue;
      auto const setting = setting_of(c.name);
      ModeGrowth const growth(problem, setting, until);
      auto const scale = energy_scale(problem, setting, until);
      if (scale.own_deviation > 1e-6 * scale.value) continue;  // affine constraints do work
      for (auto const& method : problem.methods) {
        auto const& card = method.card;
        // The energy of an interval does not contain the mode.
        if (!has_mode(method) || card.velocity_node != 0 || card.free_step_asymmetry != 0) continue;
        auto const run = mode_run({problem.card.id.c_str(), c.name.c_str(), card.id.c_str()},
                                  RawQuad(unit) / 20, until);
        auto const trust = trust_times(study, run, scale.value, growth);
        auto const words = [](std::optional<double> const& time) {
          return time ? fmt::format("{:.2f}", *time) : "none";
        };
        auto const name = fmt::format("{} on {} {} ({}, {})", card.id, problem.card.id, c.name,
                                      words(trust.predicted), words(trust.measured));
        if (trust.predicted && trust.measured) {
          table.add({*trust.predicted / unit, *trust.measured / unit});
          differences.push_back(std::abs(*trust.predicted / *trust.measured - 1));
          if (differences.back() > 0.05) far.push_back(name);
        } else if (trust.predicted) {
          predicted_only.push_back(name);
        } else if (trust.measured) {
          measured_only.push_back(name);
        }
      }
    }
  }
  study.add_finding(
      "PM-24", median(differences),
      fmt::format("{} pairs lose a hundredth as predicted; difference above 5 per cent: {}; "
                  "predicted only: {}; measured only: {}",
                  differences.size(), joined(far, ", "), joined(predicted_only, ", "),
                  joined(measured_only, ", ")));
}

void find_trace(Study& study) {
  Largest defect;
  std::string worst;
  double without_weight = 0;
  long points = 0;
  for (auto const& problem : conservative_problems(study)) {
    if (!problem.riemannian_divergence) continue;
    for (auto const& c : problem.cases) {
      if (c.is_method_state) continue;
      auto const setting = setting_of(c.name);
      double const unit = problem.card.time_scale;
      auto const motion = problem.method("odeint_rkf78")
                              .integrate({.setting = setting,
                                          .options = {{"rtol", "1e-12"}, {"atol", "1e-12"}},
                                          .step = RawQuad(unit) / 2,
                                          .steps = study.quick ? 1 : 4,
                                          .every = 1});
      for (std::size_t i = 0; i < motion.q.size(); ++i) {
        auto at = setting;
        at.q.emplace(motion.q[i].begin(), motion.q[i].end());
        at.v.emplace(motion.v[i].begin(), motion.v[i].end());
        at.project = true;
        double const trace =
            ModeAt(problem, setting, motion.q[i], motion.v[i]).orthonormal_rate().trace();
        double const off = unit * std::abs(trace + problem.riemannian_divergence(at));
        if (off > defect.value) worst = problem.card.id + " " + c.name;
        defect(off);
        ++points;
        if (problem.card.id == "contact_oscillator")
          without_weight = std::max(without_weight, std::abs(trace + problem.divergence(at)));
      }
    }
  }
  study.add_finding("PM-10", {defect.value, without_weight},
                    fmt::format("{} points, most on {}", points, worst));
}

void draw_snakeboard(Study& study) {
  auto const& problem = study.problem("snakeboard");
  auto const setting = setting_of("FIM");
  double const until = study.quick ? 40 : 130;
  ModeGrowth const growth(problem, setting, until);
  for (int const per_unit : {10, 20, 40}) {
    auto& table =
        study.table(fmt::format("snakeboard_{}", per_unit), {"time", "measured", "predicted"});
    auto const run =
        mode_run({"snakeboard", "FIM", "gni"}, RawQuad(1) / per_unit, 2, 1, "multiplier");
    auto const begun = study.execute(run.with(run.step, 6, 0));
    auto const mode = alternating_part(problem, setting, begun.flipped->first);
    double const from = 3. / per_unit;
    for (double time = 2; time <= until; time += 2) {
      auto const ended = study.execute(run.with(run.step, std::lround(time / double(run.step)), 0));
      std::optional<double> size;  // |d|_W
      if (ended.flipped)
        size = size_at_end(problem, study.method(run), run.spec().setting, *ended.flipped);
      // The alternating part belongs to the middle one of the last seven nodes.
      double const middle = time - from;
      table.add(
          {time, size.value_or(std::nan("")), growth.size(growth.index_at(middle), mode, from)});
    }
  }
}

}  // namespace rattleback::beyond
