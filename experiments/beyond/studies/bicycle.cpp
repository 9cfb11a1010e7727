// Study of the benchmark bicycle: growth of weave and capsize, front contact, energy, step sizes.

#include <array>
#include <cmath>

#include "experiments/beyond/shared/driven/driven_runs.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::beyond::bicycle_study {

namespace {

constexpr std::size_t lean = 3, steer = 5;
constexpr std::size_t front_depth = 1;  ///< place among the invariants, after the energy

Run on_bicycle(char const* case_name, std::string const& method, RawQuad step, long steps,
               long every) {
  return {.problem = "bicycle",
          .method = method,
          .case_name = case_name,
          .step = step,
          .steps = steps,
          .every = every};
}

/// Rate and angular frequency of an oscillation that grows: x(t + 2 d) - 2 a x(t + d) + b x(t) = 0
/// with a = e^(rate d) cos(frequency d) and b = e^(2 rate d), by least squares.
struct Growth {
  double rate, frequency;
};
Growth growth_of(std::vector<double> const& x, double spacing) {
  double aa = 0, ab = 0, bb = 0, a = 0, b = 0;
  double const scale = largest(x);
  for (std::size_t i = 0; i + 2 < x.size(); ++i) {
    double const now = x[i] / scale, next = x[i + 1] / scale, last = x[i + 2] / scale;
    aa += next * next, ab += next * now, bb += now * now;
    a += next * last, b += now * last;
  }
  double const determinant = aa * bb - ab * ab;
  double const twice_cosine = (a * bb - b * ab) / determinant;
  double const product = -(b * aa - a * ab) / determinant;
  double const modulus = std::sqrt(product);
  return {std::log(modulus) / spacing, std::acos(twice_cosine / (2 * modulus)) / spacing};
}

/// Lean angles of a run of Runge-Kutta 4 with h = 1/80 between two times, `per_unit` per second.
std::vector<double> leans(Study& study, Run run, long from, long to, long per_unit) {
  run.step = RawQuad(1) / 80;
  run.steps = 80 * to;
  run.every = 80 / per_unit;
  auto const t = study.execute(run);
  std::vector<double> values;
  for (std::size_t i = 0; i < t.times.size(); ++i)
    if (t.times[i] >= double(from) - 1e-9) values.push_back(t.q[i][lean]);
  return values;
}

double capsize_rate(std::vector<double> const& angles, double spacing) {
  std::vector<double> times, logarithms;
  for (std::size_t i = 0; i < angles.size(); ++i) {
    times.push_back(spacing * double(i));
    logarithms.push_back(std::log(std::abs(angles[i])));
  }
  return fit_line(times, logarithms).slope;
}

/// Published eigenvalues: Meijaard, Papadopoulos, Ruina & Schwab 2007, table 2.
constexpr double weave_rate = 0.41325331521125, weave_frequency = 3.07910818603206,
                 capsize = 0.14327879765713;

void find_growth(Study& study) {
  auto const weave_of = [&](std::vector<std::pair<std::string, RawQuad>> const& changed) {
    auto run = on_bicycle("weave-linear", "odeint_rk4", 0, 0, 0);
    run.parameters = changed;
    return growth_of(leans(study, run, 8, 16, 4), 0.25);
  };
  auto const weave = weave_of({});
  study.add_finding("BI-01", weave.rate - weave_rate,
                    fmt::format("rate {:.9f}, eigenvalue {:.9f}; frequency {:.7f}, {:.7f}",
                                weave.rate, weave_rate, weave.frequency, weave_frequency));
  auto const run = on_bicycle("capsize-linear", "odeint_rk4", 0, 0, 0);
  double const rate = capsize_rate(leans(study, run, 16, 24, 4), 0.25);
  study.add_finding("BI-02", rate - capsize,
                    fmt::format("rate {:.9f}, eigenvalue {:.9f}", rate, capsize));
  double least = std::numeric_limits<double>::infinity();
  std::vector<std::string> words;
  for (auto const& [name, value] : {std::pair{"g", 9.80665_quad}, std::pair{"IBxz", -2.4_quad},
                                    std::pair{"IHxz", 0.00756_quad}, std::pair{"c", 0.0801_quad}}) {
    double const moved = std::abs(weave_of({{name, value}}).rate - weave_rate);
    least = smaller_or_nan(least, moved);
    words.push_back(fmt::format("{} = {:g} {:.1e}", name, double(value), moved));
  }
  study.add_finding("BI-03", least, joined(words));
}

struct Row {
  char const *column, *method, *label;
};
constexpr std::array rows{
    Row{"plain", "odeint_rk4", "Runge-Kutta 4"},
    Row{"constraint", "projected(odeint_rk4,constraint)", "projected, constraint"},
    Row{"both", "projected(odeint_rk4,both)", "projected, both"},
    Row{"midpoint_dla", "dla_midpoint", "(4.16), midpoint"},
    Row{"midpoint", "projected(implicit_midpoint,symmetric)", "midpoint, symmetric"}};

/// Largest value in each second.
std::vector<double> largest_by_second(Trajectory<double> const& run, std::size_t invariant) {
  std::vector<double> values;
  double const initial = run.invariants[invariant].initial;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    auto const second = std::size_t(std::max(0.0, std::ceil(run.times[i] - 1e-9) - 1));
    if (values.size() <= second) values.resize(second + 1, 0);
    values[second] =
        larger_or_nan(values[second], std::abs(run.invariant_values[i][invariant] - initial));
  }
  return values;
}

void find_contact_and_energy(Study& study) {
  long const seconds = study.quick ? 16 : 40;
  std::vector<std::string> names{"time"};
  for (auto const& row : rows) names.push_back(row.column);
  auto &depths = study.table("depth", names), &energies = study.table("energy", names);
  auto& motion = study.table("motion", {"time", "lean", "steer"});
  std::vector<std::vector<double>> depth_of, energy_of;
  std::vector<std::string> depth_words, energy_words;
  std::map<std::string, double> growth, last_energy;
  for (auto const& row : rows) {
    auto const run =
        study.execute(on_bicycle("weave", row.method, RawQuad(1) / 40, 40 * seconds, 1));
    depth_of.push_back(largest_by_second(run, front_depth));
    energy_of.push_back(largest_by_second(run, 0));
    auto const quarter = std::size_t(seconds / 4);
    auto const of_quarter = [&](std::vector<double> const& values, std::size_t k) {
      return largest(
          {values.begin() + long(k * quarter), values.begin() + long((k + 1) * quarter)});
    };
    depth_of.back().resize(std::size_t(seconds), std::nan(""));
    energy_of.back().resize(std::size_t(seconds), std::nan(""));
    auto const &d = depth_of.back(), &e = energy_of.back();
    growth[row.column] = of_quarter(d, 3) / of_quarter(d, 1);
    last_energy[row.column] = of_quarter(e, 3);
    depth_words.push_back(fmt::format("{} {:.1e}, {:.1e}, {:.1e}, {:.1e}", row.label,
                                      of_quarter(d, 0), of_quarter(d, 1), of_quarter(d, 2),
                                      of_quarter(d, 3)));
    energy_words.push_back(fmt::format("{} {:.1e}", row.label, of_quarter(e, 3)));
    if (row.column != std::string("constraint")) continue;
    for (std::size_t i = 0; i < run.times.size(); i += 2)
      motion.add({run.times[i], run.q[i][lean], run.q[i][steer]});
  }
  for (long i = 0; i < seconds; ++i) {
    std::vector<double> depth{double(i) + 0.5}, energy{double(i) + 0.5};
    for (std::size_t k = 0; k < rows.size(); ++k) {
      depth.push_back(depth_of[k][std::size_t(i)]);
      energy.push_back(energy_of[k][std::size_t(i)]);
    }
    depths.add(depth);
    energies.add(energy);
  }
  study.add_finding("BI-04", growth["plain"],
                    fmt::format("largest depth in each quarter of {} s in $m$: {}", seconds,
                                joined(depth_words)));
  study.add_finding("BI-05", growth["midpoint_dla"],
                    fmt::format("(4.16); projected onto the constraint {:.2f}, midpoint rule with "
                                "symmetric projection {:.2f}",
                                growth["constraint"], growth["midpoint"]));
  study.add_finding("BI-06", last_energy["constraint"] / last_energy["midpoint_dla"],
                    joined(energy_words));
}

/// Orders of the front depth, and the largest steps with an error of 1e-6 after 5 s.
void find_steps(Study& study) {
  auto const exact = checked_motion(study, on_bicycle("M2", "", RawQuad(5) / 2, 2, 1)).run.q.back();
  auto& table =
      study.table("errors", {"step", "plain", "constraint", "both", "midpoint_dla", "midpoint"});
  std::map<std::string, double> orders, largest_step;
  std::vector<std::string> depth_words, step_words;
  int const finest = study.quick ? 160 : 1280;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    std::vector<double> steps, errors, depths;
    for (int per_second = 20; per_second <= finest; per_second *= 2) {
      auto const run = study.execute(
          on_bicycle("M2", rows[k].method, RawQuad(1) / per_second, 5L * per_second, 0));
      if (run.outcome != Outcome::ok) continue;
      steps.push_back(1.0 / per_second);
      errors.push_back(largest_difference(exact, run.q.back()));
      depths.push_back(run.invariants[front_depth].max_deviation);
      std::vector<double> numbers(6, std::nan(""));
      numbers[0] = steps.back();
      numbers[k + 1] = errors.back();
      table.add(numbers);
    }
    orders[rows[k].column] =
        steps.size() < 3
            ? std::nan("")
            : fit_power({steps[0], steps[1], steps[2]}, {depths[0], depths[1], depths[2]}).slope;
    depth_words.push_back(fmt::format("{} {:.2f}", rows[k].label, orders[rows[k].column]));
    // The step at which the error passes 1e-6, between two runs or by the finest two.
    double step = std::nan("");
    for (std::size_t i = 1; i < steps.size(); ++i) {
      double const slope = std::log(errors[i - 1] / errors[i]) / std::log(2.0);
      if (errors[i] > 1e-6 && i + 1 < steps.size()) continue;
      step = steps[i] * std::pow(1e-6 / errors[i], 1 / slope);
      break;
    }
    largest_step[rows[k].column] = step;
    step_words.push_back(fmt::format("{} {:.2g} s", rows[k].label, step));
  }
  study.add_finding("BI-07", orders["midpoint_dla"],
                    fmt::format("orders of the largest front depth: {}", joined(depth_words)));
  study.add_finding("BI-08", largest_step["constraint"] / largest_step["midpoint_dla"],
                    joined(step_words));
}

}  // namespace

void bicycle(Study& study) {
  find_growth(study);
  study.progress(0.3);
  find_contact_and_energy(study);
  study.progress(0.7);
  find_steps(study);
}

}  // namespace rattleback::beyond::bicycle_study
