#include <random>

#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_motion.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

constexpr long loop_steps = 60;   ///< shortly before the loop closes
constexpr long paper_steps = 90;  ///< shown in panel (a)

/// ((x_k - x(hk))^2 + (y_k - y(hk))^2 + (theta_k - theta(hk))^2)^(1/2)
std::vector<double> errors_of(Trajectory<double> const& run, SleighMotion const& motion, double h) {
  auto const q = nodes_of<double, 3>(run);
  auto const exact = motion.nodes(h, long(q.size()) - 1);
  std::vector<double> errors;
  for (std::size_t k = 0; k < q.size(); ++k) errors.push_back((q[k] - exact[k]).norm());
  return errors;
}
double largest(std::vector<double> const& errors, long steps) {
  return *max_element_or_nan(errors.begin(), errors.begin() + steps + 1);
}

Vector<double, 3> const printed_second_node(-.2395, -.0070, .0589);
std::vector<std::string> const methods{"gni", "dla_midpoint", "dla_left"};

/// Largest errors over 60 steps of the three methods on a random sleigh.
std::vector<double> random_sleigh(Study& study, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  auto const uniform = [&](double low, double high) {
    return low + (high - low) * std::ldexp(double(generator() >> 11), -53);
  };
  SleighData data;
  data.m = uniform(0.5, 2);
  data.I = uniform(0.5, 2);
  data.a = Quad(uniform(0.1, 0.5));
  double const h = double(exact_sleigh_step()), v = uniform(-2.5, -1), w = uniform(0.2, 1);
  SleighMotion const motion(v, w, data);
  auto const second = motion.nodes(h, 1)[1];
  std::vector<double> all;
  for (auto const& method : methods) {
    auto run = sleigh_run(method, loop_steps);
    run.start = "pair";
    run.parameters = {{"m", data.m}, {"I", data.I}, {"a", RawQuad(double(data.a))}};
    run.q = {0, 0, 0};
    run.v = {v, 0, w};
    run.q1.emplace(second.data(), second.data() + 3);
    all.push_back(largest(errors_of(study.execute(run), motion, h), loop_steps));
  }
  return all;
}

double quantile(std::vector<double> values, double fraction) {
  std::sort(values.begin(), values.end());
  double const at = fraction * double(values.size() - 1);
  auto const low = std::size_t(at);
  double const rest = at - double(low);
  return rest == 0 ? values[low] : (1 - rest) * values[low] + rest * values[low + 1];
}

void random_sleighs(Study& study) {
  auto& table = study.table("random", {"seed", "gni", "left"});
  std::vector<double> of_gni, of_left;
  for (std::uint64_t seed = 1; seed <= (study.quick ? 10 : 30); ++seed) {
    auto const errors = random_sleigh(study, seed);
    of_gni.push_back(errors[0] / errors[1]);
    of_left.push_back(errors[2] / errors[1]);
    table.add({double(seed), of_gni.back(), of_left.back()});
  }
  auto const measure = [&](char const* id, char const* reading, std::vector<double> const& r,
                           double ratio, char const* over) {
    study.measure(id, reading,
                  measured(std::log10(ratio),
                           "{:.2f}: log10 of {:.2f}; the largest error in 60 steps over that of "
                           "DLA with midpoints, {}, has the quartiles {:.2f}, {:.2f}, {:.2f} on "
                           "{} random sleighs and the extremes {:.2f} and {:.1f}",
                           std::log10(ratio), ratio, over, quantile(r, .25), quantile(r, .5),
                           quantile(r, .75), r.size(), quantile(r, 0), quantile(r, 1)));
  };
  double const low = quantile(of_gni, .25), high = quantile(of_gni, .75);
  measure("FIM-83", "median", of_gni, quantile(of_gni, .5), "for the method");
  measure("FIM-83", "middle half", of_gni, low * high < 1 ? low : high, "for the method");
  measure("FIM-18", "other trajectories", of_left, quantile(of_left, .5), "for DLA at theta_1");
}

/// Order of each method at t = 7.2.
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
  // The coarsest steps of the method of first order are far from their limit.
  study.find("FIM-18/order", slope(2, 2),
             fmt::format("{:.3f} (errors {:.2e} to {:.2e}); with midpoints {:.3f}, by the "
                         "method of the paper {:.3f}, five step sizes",
                         slope(2, 2), errors[2][2], errors[2].back(), slope(1, 0), slope(0, 0)));
}

/// y of the second node of the motion whose x and theta are the printed ones, by Newton's method on
/// (v, w) for h = 1.
void second_node(Study& study) {
  auto const node = [](Eigen::Vector2d const& u) {
    return SleighMotion(u[0], u[1], {}).nodes(1, 1)[1];
  };
  auto const defect = [&](Eigen::Vector2d const& u) {
    auto const q = node(u);
    return Eigen::Vector2d(q[0] - printed_second_node[0], q[2] - printed_second_node[2]);
  };
  Eigen::Vector2d u(-0.24, 0.0576);
  for (int iteration = 0; iteration < 20; ++iteration) {
    Eigen::Matrix2d slope;
    double const d = 1e-6;
    for (int i = 0; i < 2; ++i) {
      Eigen::Vector2d const by = d * Eigen::Vector2d::Unit(i);
      slope.col(i) = (defect(u + by) - defect(u - by)) / (2 * d);
    }
    u -= slope.partialPivLu().solve(defect(u));
  }
  double const y = node(u)[1];
  study.measure("FIM-81", "second component",
                measured(y,
                         "{:.6f}: y of the motion through the printed x and theta, which has h "
                         "v = {:.5f} and h w = {:.5f}",
                         y, u[0], u[1]));
}

/// The errors of figure 5, and those of longer runs.
void printed_trajectory(Study& study) {
  auto const motion = paper_motion();
  long const steps = 140;
  std::vector<std::vector<double>> errors;
  for (auto const& method : methods)
    errors.push_back(errors_of(study.execute(sleigh_run(method, steps)), motion, sleigh_step));
  auto& table = study.table("errors", {"k", "gni", "dla_midpoint", "dla_left"});
  auto& paper = study.table("paper", {"k", "gni", "dla_midpoint"});
  for (std::size_t k = 0; k < errors[0].size(); ++k) {
    if (k > 1) table.add({double(k), errors[0][k], errors[1][k], errors[2][k]});
    if (long(k) <= paper_steps) paper.add({double(k), errors[0][k], errors[1][k]});
  }
  auto const measure = [&](char const* id, std::string const& reading, double error,
                           double of_dla) {
    double const digits = std::log10(error / of_dla);
    study.measure(id, reading,
                  measured(digits,
                           "{:.3f}: log10 of the ratio of the largest errors in R^3, {:.2e} "
                           "over {:.2e} by DLA with midpoints",
                           digits, error, of_dla));
  };
  for (long const number : {loop_steps, paper_steps}) {
    auto const reading = fmt::format("{} steps", number);
    double const dla = largest(errors[1], number);
    measure("FIM-17", reading, largest(errors[0], number), dla);
    measure("FIM-18", reading, largest(errors[2], number), dla);
  }
  auto pair = sleigh_run("gni", loop_steps);
  pair.start = "pair";
  pair.q1.emplace(printed_second_node.data(), printed_second_node.data() + 3);
  measure("FIM-17", "printed second node",
          largest(errors_of(study.execute(pair), motion, sleigh_step), loop_steps),
          largest(errors[1], loop_steps));
  // Another h with the same h v and h w.
  auto scaled = sleigh_run("gni", loop_steps, 1);
  scaled.q = {0, 0, 0};
  scaled.v = {-RawQuad(24) / 100, 0, RawQuad(576) / 10000};
  auto const other = errors_of(study.execute(scaled), motion, sleigh_step);
  Largest difference;
  for (std::size_t k = 0; k < other.size(); ++k) difference(std::abs(other[k] - errors[0][k]));
  study.find("FIM-17/h", difference.value,
             fmt::format("{:.1e}; the errors are up to {:.1e}", difference.value,
                         largest(errors[0], loop_steps)));
}

}  // namespace

void figure_5(Study& study) {
  second_node(study);
  printed_trajectory(study);
  study.progress(0.3);
  random_sleighs(study);
  study.progress(0.6);
  orders(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
