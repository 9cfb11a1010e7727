#include <random>

#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_motion.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::figure_5_study {

namespace {

constexpr long loop_steps = 60;   ///< number of steps shortly before the loop closes
constexpr long paper_steps = 90;  ///< number of steps in panel (a)

/// Errors ((x_k - x(hk))^2 + (y_k - y(hk))^2 + (theta_k - theta(hk))^2)^(1/2).
std::vector<double> errors_of(Trajectory<double> const& run, SleighMotion const& motion, double h) {
  auto const q = nodes_of<double>(run);
  auto const exact = motion.nodes(h, long(q.size()) - 1);
  std::vector<double> errors;
  for (std::size_t k = 0; k < q.size(); ++k) errors.push_back((q[k] - exact[k]).norm());
  return errors;
}
double largest(std::vector<double> const& errors, long steps) {
  return *max_element_or_nan(errors.begin(), errors.begin() + steps + 1);
}
/// Ratio of the largest errors in `steps` steps.
double ratio_of_largest(std::vector<double> const& errors, std::vector<double> const& of_dla,
                        long steps) {
  return largest(errors, steps) / largest(of_dla, steps);
}

Eigen::Vector3d const printed_second_node(-0.2395, -0.0070, 0.0589);
std::vector<std::string> const methods{"gni", "dla_midpoint", "dla_left"};

/// Errors at 60 steps of the three methods on a random sleigh.
std::array<std::vector<double>, 3> random_sleigh(Study& study, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  auto const uniform = [&](double low, double high) {
    return low + (high - low) * std::ldexp(double(generator() >> 11), -53);
  };
  SleighData data;
  data.m = uniform(0.5, 2);
  data.I = uniform(0.5, 2);
  data.a = uniform(0.1, 0.5);
  double const h = double(exact_sleigh_step()), v = uniform(-2.5, -1), w = uniform(0.2, 1);
  SleighMotion const motion(v, w, data);
  auto const second = motion.nodes(h, 1)[1];
  std::array<std::vector<double>, 3> all;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto run = sleigh_run(methods[m], loop_steps);
    run.start = "pair";
    run.parameters = {{"m", data.m}, {"I", data.I}, {"a", data.a}};
    run.q = {0, 0, 0};
    run.v = {v, 0, w};
    run.q1.emplace(second.data(), second.data() + 3);
    all[m] = errors_of(study.execute(run), motion, h);
  }
  return all;
}

/// Value at the nearest rank.
double quantile(std::vector<double> values, double fraction) {
  std::sort(values.begin(), values.end());
  return values[std::size_t(std::lround(fraction * double(values.size() - 1)))];
}

/// Ratios of the errors at each of the nodes from the third on; the first two are exact.
std::vector<double> ratios(std::vector<double> const& errors, std::vector<double> const& of_dla,
                           long steps) {
  std::vector<double> all;
  for (auto k = std::size_t(2); k <= std::size_t(steps); ++k) all.push_back(errors[k] / of_dla[k]);
  return all;
}
/// Share of ratios that are close to 1 by the criterion of the rows.
double share_of_close(std::vector<double> const& ratios) {
  auto const close = [](double ratio) { return std::abs(std::log10(ratio)) <= 0.5; };
  return double(std::ranges::count_if(ratios, close)) / double(ratios.size());
}

void random_sleighs(Study& study) {
  auto& table = study.table("random", {"seed", "gni", "left"});
  std::vector<double> of_gni, of_left, of_nodes;
  for (std::uint64_t seed = 1; seed <= (study.quick ? 10 : 30); ++seed) {
    auto const [gni, dla, left] = random_sleigh(study, seed);
    of_gni.push_back(ratio_of_largest(gni, dla, loop_steps));
    of_left.push_back(ratio_of_largest(left, dla, loop_steps));
    for (double const ratio : ratios(gni, dla, loop_steps)) of_nodes.push_back(ratio);
    table.add({double(seed), of_gni.back(), of_left.back()});
  }
  auto const log10_of = [](double ratio, std::vector<double> const& r) -> Measured {
    return {.value = std::log10(ratio),
            .details = {{"ratio", ratio},
                        {"number of ratios", double(r.size())},
                        {"share within $10^{±0.5}$", share_of_close(r)},
                        {"lower quartile", quantile(r, 0.25)},
                        {"median", median(r)},
                        {"upper quartile", quantile(r, 0.75)},
                        {"least", quantile(r, 0)},
                        {"largest", quantile(r, 1)}}};
  };
  auto const middle_half = [&](std::string const& reading, std::vector<double> const& r) {
    study.measure("FIM-83", reading, "lower quartile", log10_of(quantile(r, 0.25), r));
    study.measure("FIM-83", reading, "upper quartile", log10_of(quantile(r, 0.75), r));
  };
  auto const left = log10_of(median(of_left), of_left);
  study.measure("FIM-83", "median", log10_of(median(of_gni), of_gni));
  middle_half("middle half", of_gni);
  middle_half("middle half of the nodes", of_nodes);
  study.control("FIM-83", "DLA at θ_1", left);
  study.measure("FIM-18", "other trajectories", left);
}

/// Measures the order of each method at t = 7.2.
void orders(Study& study) {
  auto& table = study.table("orders", {"h", "gni", "dla_midpoint", "dla_left"});
  auto const motion = paper_motion();
  std::vector<double> steps;
  std::vector<std::vector<double>> errors(methods.size());
  for (int j = 0; j < 5; ++j) {
    long const n = loop_steps << j;
    steps.push_back(sleigh_step / std::ldexp(1.0, j));
    std::vector<double> row{steps.back()};
    for (std::size_t m = 0; m < methods.size(); ++m) {
      auto const run = study.execute(sleigh_run(methods[m], n, exact_sleigh_step() / (1 << j)));
      errors[m].push_back(errors_of(run, motion, steps.back()).back());
      row.push_back(errors[m].back());
    }
    table.add(row);
  }
  auto const slope = [&](std::size_t m, int from) {
    return fit_power({steps.begin() + from, steps.end()},
                     {errors[m].begin() + from, errors[m].end()})
        .slope;
  };
  // At the coarsest steps the errors of the first-order method are far from their asymptotic law.
  study.add_finding(
      "FIM-18/order", slope(2, 2),
      fmt::format("{:.3f} (errors {:.2e} to {:.2e}); with midpoints {:.3f}, by the "
                  "method of the paper {:.3f}, five step sizes",
                  slope(2, 2), errors[2][2], errors[2].back(), slope(1, 0), slope(0, 0)));
}

/// Measures y of the second node of the motion with the printed x and theta, by Newton's method on
/// (v, w) for h = 1.
void second_node(Study& study) {
  auto const node = [](Eigen::Vector2d const& u) {
    return SleighMotion(u[0], u[1], {}).nodes(1, 1)[1];
  };
  auto const defect = [&](Eigen::Vector2d const& u) {
    auto const q = node(u);
    return Eigen::Vector2d(q[0] - printed_second_node[0], q[2] - printed_second_node[2]);
  };
  Eigen::Vector2d u(-0.2, 0.05);
  for (int iteration = 0; iteration < 20; ++iteration) {
    Eigen::Matrix2d slope;
    double const d = 1e-6;
    for (int i = 0; i < 2; ++i) {
      Eigen::Vector2d const by = d * Eigen::Vector2d::Unit(i);
      slope.col(i) = (defect(u + by) - defect(u - by)) / (2 * d);
    }
    u -= solution(slope, defect(u));
  }
  study.measure("FIM-81", "second component",
                {.value = node(u)[1], .details = {{"$h v$", u[0]}, {"$h w$", u[1]}}});
}

/// Logarithm (base 10) of the ratio of the largest errors in `steps` steps.
double log_ratio(std::vector<double> const& errors, std::vector<double> const& of_dla, long steps) {
  return std::log10(ratio_of_largest(errors, of_dla, steps));
}

/// log_ratio(), with the first number of steps at which the method is no longer close by the row's
/// criterion as a detail.
Measured closeness(std::vector<double> const& errors, std::vector<double> const& of_dla,
                   long steps) {
  long end = loop_steps;
  while (end + 1 < long(errors.size()) && std::abs(log_ratio(errors, of_dla, end)) <= 0.5) ++end;
  return {.value = log_ratio(errors, of_dla, steps),
          .details = {{"largest error", largest(errors, steps)},
                      {"of DLA", largest(of_dla, steps)},
                      {"above 0.5 from this number of steps on", double(end)}}};
}

/// Largest |log10| of the ratios at single nodes.
Measured at_every_node(std::vector<double> const& errors, std::vector<double> const& of_dla,
                       long steps) {
  auto const all = ratios(errors, of_dla, steps);
  Largest most;
  for (double const ratio : all) most(std::log10(ratio));
  return {.value = most.value,
          .details = {{"least ratio", quantile(all, 0)},
                      {"largest ratio", quantile(all, 1)},
                      {"share within $10^{±0.5}$", share_of_close(all)}}};
}

/// x, or NaN if the second node of the motion does not round to the printed one.
double from_printed_node(SleighMotion const& motion, double x) {
  Eigen::Vector3d const off = motion.nodes(sleigh_step, 1)[1] - printed_second_node;
  return largest_entry(off) <= 0.5e-4 ? x : std::nan("");
}

/// Measures the errors of figure 5, and those of longer runs.
void printed_trajectory(Study& study) {
  auto const motion = paper_motion();
  long const steps = 140;
  auto const errors_by = [&](std::string const& method) {
    return errors_of(study.execute(sleigh_run(method, steps)), motion, sleigh_step);
  };
  auto const gni = errors_by("gni"), dla = errors_by("dla_midpoint"),
             at_left = errors_by("dla_left");
  auto& table = study.table("errors", {"k", "gni", "dla_midpoint", "dla_left"});
  auto& paper = study.table("paper", {"k", "gni", "dla_midpoint"});
  for (std::size_t k = 0; k < gni.size(); ++k) {
    if (k > 1) table.add({double(k), gni[k], dla[k], at_left[k]});
    if (long(k) <= paper_steps) paper.add({double(k), gni[k], dla[k]});
  }
  // Runs of both methods from the printed, rounded second node.
  std::vector<std::vector<double>> from_printed;
  for (auto const& method : {methods[0], methods[1]}) {
    auto run = sleigh_run(method, steps);
    run.start = "pair";
    run.q1.emplace(printed_second_node.data(), printed_second_node.data() + 3);
    from_printed.push_back(errors_of(study.execute(run), motion, sleigh_step));
  }
  for (long const number : {loop_steps, paper_steps}) {
    auto const reading = fmt::format("{} steps", number);
    auto const left = closeness(at_left, dla, number);
    study.measure("FIM-17", reading, closeness(gni, dla, number));
    study.measure("FIM-17", "every node", reading, at_every_node(gni, dla, number));
    study.measure("FIM-17", "printed second node", reading,
                  closeness(from_printed[0], from_printed[1], number));
    study.measure("FIM-18", reading, {.value = from_printed_node(motion, left.value)});
    study.control("FIM-17", "DLA at θ_1", reading, {.value = left.value});
  }
  study.control("FIM-17", "longer run", {log_ratio(gni, dla, steps)});
}

}  // namespace

void figure_5(Study& study) {
  study.uses("E3");
  second_node(study);
  printed_trajectory(study);
  study.progress(0.3);
  random_sleighs(study);
  study.progress(0.6);
  orders(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::figure_5_study
