// Study of the benchmark bicycle: growth of weave and capsize, front contact.

#include <array>
#include <cmath>

#include "experiments/core/experiment.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/measure/sweep.hpp"

namespace rattleback::beyond::bicycle_study {

namespace {

constexpr std::size_t lean = 3, steer = 5;
constexpr std::size_t front_depth = 1;  ///< place among the invariants, after the energy

Run on_bicycle(char const* case_name, std::string const& method, RawQuad step, long steps,
               long every) {
  return Run{"bicycle", method, case_name}.with(step, steps, every);
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
  auto const run = on_bicycle("capsize-linear", "odeint_rk4", 0, 0, 0);
  double const rate = capsize_rate(leans(study, run, 16, 24, 4), 0.25);
  double least = std::numeric_limits<double>::infinity();
  std::vector<std::string> words;
  for (auto const& [name, value] : {std::pair{"g", 9.80665_quad}, std::pair{"IBxz", -2.4_quad},
                                    std::pair{"IHxz", 0.00756_quad}, std::pair{"c", 0.0801_quad}}) {
    double const moved = std::abs(weave_of({{name, value}}).rate - weave_rate);
    least = smaller_or_nan(least, moved);
    words.push_back(fmt::format("{} = {:g} {:.1e}", name, double(value), moved));
  }
  study.add_finding(
      "BI-01", {std::abs(weave.rate - weave_rate), least, {std::abs(rate - capsize)}},
      fmt::format("rate {:.9f}, eigenvalue {:.9f}; frequency {:.7f}, {:.7f}; {}", weave.rate,
                  weave_rate, weave.frequency, weave_frequency, joined(words)));
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

void find_contact(Study& study) {
  long const seconds = study.quick ? 16 : 40;
  std::vector<std::pair<std::string, std::vector<double>>> depths{
      {"time", values_over(one_to(std::size_t(seconds)), [](double t) { return t - 0.5; })}};
  auto& motion = study.table("motion", {"time", "lean", "steer"});
  std::vector<std::string> depth_words;
  std::map<std::string, double> growth;
  for (auto const& row : rows) {
    auto const run =
        study.execute(on_bicycle("weave", row.method, RawQuad(1) / 40, 40 * seconds, 1));
    auto& d = depths.emplace_back(row.column, largest_by_second(run, front_depth)).second;
    auto const quarter = std::size_t(seconds / 4);
    auto const of_quarter = [&](std::vector<double> const& values, std::size_t k) {
      return largest(
          {values.begin() + long(k * quarter), values.begin() + long((k + 1) * quarter)});
    };
    d.resize(std::size_t(seconds), std::nan(""));
    growth[row.column] = of_quarter(d, 3) / of_quarter(d, 1);
    depth_words.push_back(fmt::format("{} {:.1e}, {:.1e}, {:.1e}, {:.1e}", row.label,
                                      of_quarter(d, 0), of_quarter(d, 1), of_quarter(d, 2),
                                      of_quarter(d, 3)));
    if (row.column != std::string("constraint")) continue;
    for (std::size_t i = 0; i < run.times.size(); i += 2)
      motion.add({run.times[i], run.q[i][lean], run.q[i][steer]});
  }
  tabulate(study, "depth", depths);
  study.add_finding("BI-05", {growth["midpoint_dla"], growth["plain"], {growth["midpoint"]}},
                    fmt::format("largest depth in each quarter of {} s in $m$: {}", seconds,
                                joined(depth_words)));
}

}  // namespace

void bicycle(Study& study) {
  find_growth(study);
  study.progress(0.5);
  find_contact(study);
}

}  // namespace rattleback::beyond::bicycle_study
