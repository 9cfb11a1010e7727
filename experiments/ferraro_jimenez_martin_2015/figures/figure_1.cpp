#include <tuple>

#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::figure_1_study {

namespace {

using namespace ball;

constexpr int total_time = 10;

struct Curve {
  std::string name, label;
  Run run;
  /// False for the method of [29], which has only the velocity of the last interval.
  bool nodal = true;
};
std::vector<Curve> const& curves() {
  auto const of_29 = [](std::string start) {
    return Run{.problem = "rolling_ball",
               .method = "atiyah_dla",
               .case_name = "FJM",
               .start = std::move(start)};
  };
  static std::vector<Curve> const all{
      {"A", "GNI, start A", printed_ball("figure_1", start_called("A"))},
      {"naive", "[29], second point from the velocity", of_29("euler"), false},
      {"B", "GNI, start B", printed_ball("figure_1", start_called("B"))},
      {"exact", "[29], exact second point", of_29("exact"), false}};
  return all;
}

/// Data of the example: m = r = Omega = 1, I = 2/3, (x, y, x', y') = (1, 1, 1, 1), w = (0, 2, 0).
constexpr double inertia = 2.0 / 3;
BallData const data{1, 1, Vec3::Constant(inertia), 1};

/// Energy (41).
template <class S>
double energy(std::vector<S> const& numbers) {
  Vec5 v;
  for (int i = 0; i < 5; ++i) v[i] = double(numbers[i]);
  return v.dot(data.metric() * v) / 2;
}

/// Tests whether the energy (41) at the printed initial velocities is that of the catalogue's ball.
bool is_energy_of_catalogue(Study& study, Vec5 const& v) {
  auto const ball = printed_ball("figure_1");
  double const of_catalogue = study.problem(ball.problem).energy({.case_name = ball.case_name});
  return std::abs(energy(Numbers(v.begin(), v.end())) / of_catalogue - 1) < 1e-12;
}

/// Factor by which an error has decreased.
double decrease_of(double first, double last) { return first / last; }

/// Errors of positions, angular velocity and energy at the end of a run.
std::vector<ErrorOf> errors_of(Curve const& curve) {
  auto const interval = [nodal = curve.nodal](auto const& t) -> Numbers const& {
    return nodal ? carried(t, "interval_velocity") : t.v.back();
  };
  auto const off = [](Numbers const& v, ReferenceState const& exact) {
    return std::abs(energy(v) - energy(exact.v));
  };
  return {contact_error("position"),
          spin_error("nodal_spin"),
          {"nodal_energy", [=](auto const& t, auto const& e) { return off(t.v.back(), e); }},
          {"interval_spin",
           [=](auto const& t, auto const& e) { return spin_distance(interval(t), e.v); }},
          {"interval_energy", [=](auto const& t, auto const& e) { return off(interval(t), e); }}};
}

/// Errors of (42), with its printed sign of Pi, in position, angular velocity and energy at T = 10.
Numbers errors_with_printed_sign(ReferenceState const& exact, long steps) {
  BallMap map{.data = data, .pi_sign = 1, .y = 1};
  double const h = double(total_time) / double(steps);
  map.start(h, {0, 2, 0});
  for (long k = 0; k < steps; ++k) map.step(h);
  auto const& last = map.interval;
  Numbers const q{map.x, map.y}, v{last.dx / h, last.dy / h, last.w[0], last.w[1], last.w[2]};
  return {contact_distance(q, exact.q), spin_distance(v, exact.v),
          std::abs(energy(v) - energy(exact.v))};
}

}  // namespace

void figure_1(Study& study) {
  auto const exact = study.reference(printed_ball("figure_1"), {RawQuad(total_time)}).front();
  std::vector<long> counts;
  for (int j = 0; j < (study.quick ? 9 : 11); ++j) counts.push_back(20L << j);
  std::vector<ErrorsOverSteps> found;
  for (auto const& c : curves()) {
    found.push_back(errors_over_steps(study, c.run, total_time, counts, errors_of(c), exact));
    add_table(study, "start_" + c.name, found.back());
    if (c.nodal) {
      auto& largest = found.back().of.emplace_back(ObservedOrder{.component = "largest_spin"});
      for (long const n : counts)
        largest.errors.push_back(
            largest_spin_error(study, c.run, printed_ball("figure_1"), total_time, n));
    }
    study.progress(double(found.size()) / double(curves().size()));
  }
  // In the control the table of the last run rotates faster by a tenth.
  auto faster = curves().back();
  faster.run.parameters = {{"Omega", 1.1}};
  found.push_back(
      errors_over_steps(study, faster.run, total_time, counts, {errors_of(faster).front()}, exact));
  // Factor of decrease from the coarsest step with a solution to the finest step.
  auto const decrease = [&](std::size_t c, std::string const& component) -> Measured {
    auto const& [e, h] = std::tie(found[c][component].errors, found[c].steps);
    std::size_t const first =
        std::find_if(e.begin(), e.end(), [](double x) { return std::isfinite(x); }) - e.begin();
    if (first + 1 >= e.size() || decrease_of(8, 2) != 4) return {.value = NAN};
    return {.value = decrease_of(e[first], e.back()),
            .details = {{fmt::format("error at $h$ = {:.3g}", h[first]), e[first]},
                        {fmt::format("error at $h$ = {:.2g}", h.back()), e.back()}}};
  };
  Vec5 v;
  v << 1, 1, 0, 2, 0;
  bool const is_energy = is_energy_of_catalogue(study, v);
  for (std::size_t c : {0, 2}) {
    auto const start = "start " + curves()[c].name;
    study.measure("FJM-18/position", start, decrease(c, "position"));
    study.measure("FJM-18/spin", start + ", largest error of the run", decrease(c, "largest_spin"));
    for (std::string const where : {"nodal", "interval"}) {
      auto const reading = start + (where == "nodal" ? ", last node" : ", last interval");
      study.measure("FJM-18/spin", reading, decrease(c, where + "_spin"));
      study.measure("FJM-18/energy", reading,
                    is_energy ? decrease(c, where + "_energy") : Measured{.value = NAN});
    }
  }
  for (std::size_t c : {1, 3})
    for (auto const& [component, of] :
         {std::pair("position", "position"), std::pair("nodal_spin", "angular velocity"),
          std::pair("nodal_energy", "energy")})
      study.measure("FJM-18/[29]",
                    c == 1 ? "second point from the velocity" : "second point on the exact motion",
                    of, decrease(c, component));
  study.control("FJM-18/[29]", "another rotation of the table",
                decrease(found.size() - 1, "position"));
  auto const coarse = errors_with_printed_sign(exact, counts.front()),
             fine = errors_with_printed_sign(exact, counts.back());
  for (std::size_t i = 0; i < 3; ++i)
    study.control(std::vector<std::string>{"FJM-18/position", "FJM-18/spin", "FJM-18/energy"}[i],
                  "printed sign of Pi", {.value = decrease_of(coarse[i], fine[i])});
  auto const residual = [&](double Omega) -> Measured {
    auto ball = data;
    ball.Omega = Omega;
    return {.value = largest_entry(ball.constraint(1, 1, v))};
  };
  study.measure("FJM-18/data", residual(data.Omega));
  study.control("FJM-18/data", "sign of Omega", residual(-data.Omega));
  double const spread = (data.I.maxCoeff() - data.I.minCoeff()) / inertia;
  study.measure("FJM-18/inertia", "equal inertias", {.value = spread});
  study.measure("FJM-18/inertia", "uniform density", {.value = inertia / 0.4 - 1});
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::figure_1_study
