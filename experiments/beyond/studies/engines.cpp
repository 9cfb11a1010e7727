// Study of physics engines on bodies that roll without slipping: errors, order, energy, slip and
// reversal, next to methods of the catalogue.

#include <fmt/ranges.h>

#include "experiments/beyond/shared/contenders.hpp"
#include "experiments/beyond/shared/engines/engine_runs.hpp"
#include "experiments/beyond/shared/spin.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/measure/sweep.hpp"

namespace rattleback::beyond::engines_study {

namespace {

std::string const stiff =
    "cone elliptic\nimpratio 100\nsolref_steps 2\nsolimp 0.9999\nfriction 10\n";
std::vector<Contestant> const contestants{
    {"mujoco_defaults", "MuJoCo, defaults", "mujoco"},
    {"mujoco_stiff", "MuJoCo, stiff", "mujoco", stiff, true},
    {"mujoco_implicit", "MuJoCo, stiff, implicit", "mujoco", stiff + "integrator implicit\n"},
    {"mujoco_rk4", "MuJoCo, stiff, RK4", "mujoco", stiff + "integrator RK4\n"},
    {"bullet", "Bullet", "bullet", "", true},
    {"ode", "ODE", "ode", "", true},
    {"dart", "DART", "dart", "", true},
    {"simbody", "Simbody", "simbody"},
    {"reduced_gni", "reduced_gni", ""},
    {"odeint_rk4", "Runge-Kutta 4", ""},
    {"ida", "IDA, tolerance 1e-8", ""}};
std::vector<std::string> const typical{"mujoco", "bullet", "ode", "dart"};
std::vector<std::string> const bodies{"sphere", "top", "disk"};

Contestant with(std::string const& key, std::string const& settings) {
  auto by = *std::ranges::find(contestants, key, [](auto const& c) { return c.key; });
  by.settings += settings;
  return by;
}

/// Number and words of a finding, and the number of its control.
struct Evidence {
  double value;
  std::string words;
  double control = std::nan("");
};

/// Supplies a finding from those of its engines that are installed, and names the others.
void add_finding(Study& study, std::string const& id, std::vector<std::string> const& engines,
                 std::function<Evidence()> const& measure) {
  static std::map<std::string, std::string> const names{{"mujoco", "MuJoCo"},
                                                        {"bullet", "Bullet"},
                                                        {"ode", "ODE"},
                                                        {"dart", "DART"},
                                                        {"simbody", "Simbody"}};
  std::vector<std::string> absent;
  for (auto const& engine : engines)
    if (!is_installed(engine)) absent.push_back(names.at(engine) + " is not installed");
  auto const missing = "not measured: " + joined(absent, ", ");
  auto const [value, words, control] =
      absent.size() < engines.size() ? measure() : Evidence{std::nan(""), missing};
  study.add_finding(
      id, {value, control},
      absent.empty() || absent.size() == engines.size() ? words : words + "; " + missing);
}

/// Errors at t = 10 over the step.
void find_errors(Study& study) {
  auto& table = study.table("errors", {"row", "body", "h", "position", "rotation", "slip"});
  std::map<std::string, std::vector<RollingErrors>> of;  ///< h = 10, 2, 0.5 ms, by row and body
  auto const errors = [&](std::string const& key) {
    return in_words(
        values_over({0, 1, 2}, [&](double i) { return of[key][std::size_t(i)].position; }),
        "{:.1e}");
  };
  for (std::size_t k = 0; k < contestants.size(); ++k) {
    auto const& by = contestants[k];
    auto& work = study.table("work_" + by.key, {"cost", "error"});
    for (std::size_t b = 0; b < bodies.size(); ++b)
      for (long const per_second : {10, 20, 100, 500, 2000}) {
        if (per_second < 100 && by.engine != "simbody" && !by.engine.empty()) continue;
        auto const a = rolling_errors(study, by, bodies[b], 10, 10 * per_second);
        if (per_second >= 100) of[by.key + " " + bodies[b]].push_back(a);
        if (std::isnan(a.position)) continue;
        table.add({double(k + 1), double(b + 1), 1. / double(per_second), a.position, a.rotation,
                   a.slip});
        if (bodies[b] == "disk") work.add({a.microseconds * double(per_second) / 1000, a.position});
      }
    study.progress(0.5 * double(k + 1) / double(contestants.size()));
  }
  add_finding(study, "EN-01", {"simbody"}, [&] {
    Cases slips;
    for (auto const& body : bodies)
      slips.add(of["simbody " + body][1].slip, body + " " + errors("simbody " + body));
    return Evidence{of["simbody disk"][1].position,
                    fmt::format("{}; slip {:.1e}", slips.words(), slips.largest.value)};
  });
  add_finding(study, "EN-04", typical, [&] {
    double farthest = 1;
    std::vector<std::string> words;
    for (auto const& by : contestants)
      for (auto const& body : bodies) {
        auto const key = by.key + " " + body;
        double const order = std::log(of[key][1].position / of[key][2].position) / std::log(4);
        if (by.engine.empty() || by.engine == "simbody" || !is_installed(by.engine)) continue;
        words.push_back(fmt::format("{} on the {} {} (order {:.2f}, slip at 2 ms {:.1e})", by.label,
                                    body, errors(key), order, of[key][1].slip));
        if (by.is_typical && !std::isnan(farthest) &&
            !(std::abs(order - 1) <= std::abs(farthest - 1)))
          farthest = order;
      }
    return Evidence{farthest, joined(words)};
  });
  add_finding(study, "EN-05", typical, [&] {
    double best = std::numeric_limits<double>::infinity(), structure = std::nan("");
    std::vector<std::string> words;
    for (auto const& by : contestants) {
      double const cost = of[by.key + " disk"][0].microseconds;
      if (std::isnan(cost) || by.key == "ida") continue;
      long const steps = std::lround(std::ceil(10000 / cost));
      double const error = rolling_errors(study, by, "disk", 10, steps).position;
      words.push_back(
          fmt::format("{} {:.1e} (h = {:.2g} ms)", by.label, error, 10000. / double(steps)));
      if (by.is_typical) best = smaller_or_nan(best, error);
      if (by.key == "reduced_gni") structure = error;
    }
    auto const& ida = of["ida disk"][0];
    words.push_back(fmt::format("IDA {:.1e} at {:.2g} ms of processor time", ida.position,
                                ida.microseconds / 10));
    return Evidence{best / structure, joined(words)};
  });
  std::vector<std::string> words;
  for (std::string const method : {"odeint_rk4", "reduced_gni", "ida"})
    for (auto const& body : bodies)
      words.push_back(fmt::format("{} on the {} {}", method, body, errors(method + " " + body)));
  study.add_finding("EN-06", of["odeint_rk4 disk"][0].position / of["reduced_gni disk"][0].position,
                    joined(words));
}

/// Energy of the disk over a long run.
void find_energy(Study& study) {
  double const time = study.quick ? 100 : 1000;
  auto& table = study.table("energy", {"row", "h", "deviation", "lost"});
  std::vector<std::string> words;
  double first = std::nan("");
  for (std::size_t k = 0; k < contestants.size(); ++k) {
    auto const& by = contestants[k];
    bool const is_fast = !by.engine.empty() && by.engine != "simbody";
    for (long const every : {1, 5}) {
      if (by.engine == "simbody" && every > 1) continue;
      double const h = (is_fast ? 0.01 : 0.05) / double(every);
      auto const a = rolling_errors(study, by, "disk", time, std::lround(time / h), every);
      if (std::isnan(a.energy)) continue;
      table.add({double(k + 1), h, a.energy, a.lost});
      words.push_back(
          fmt::format("{}, {:g} ms: {:.1e}{}", by.label, 1000 * h, a.energy,
                      std::isnan(a.lost) ? "" : fmt::format(", a tenth lost at {:.0f}", a.lost)));
      if (by.is_typical && !(a.lost >= first) && !std::isnan(a.lost)) first = a.lost;
    }
  }
  add_finding(study, "EN-07", typical, [&] { return Evidence{first, joined(words)}; });
}

void find_reversals(Study& study) {
  auto const motion = rolling_system(study, "rattleback").run.with(RawQuad(1) / 10000, 40000);
  auto const exact = study.execute(solved(motion, "odeint_rkf78", "1e-12"));
  auto const spins = spins_of(exact);
  auto const reversed = std::ranges::find_if(spins, [](double w) { return w < -1; });
  double const right = exact.times[std::size_t(reversed - spins.begin())];
  std::vector<std::pair<std::string, std::vector<double>>> columns(2);
  columns[0].first = "time", columns[1].first = "exact";
  for (std::size_t i = 0; i < spins.size(); i += 100)
    columns[0].second.push_back(exact.times[i]), columns[1].second.push_back(spins[i]);
  std::vector<std::string> words{fmt::format("exactly {:.4f}", right)};
  double largest = 0;
  for (auto const& by : contestants) {
    std::vector<double> reversals;
    columns.emplace_back(by.key, std::vector<double>(columns[0].second.size(), std::nan("")));
    for (long const per_second : {500, 2000, 10000, 50000}) {
      if (per_second > 10000 && (study.quick || !by.is_typical)) continue;
      auto const a = rolling_errors(study, by, "rattleback", 4, 4 * per_second);
      reversals.push_back(a.reversal);
      if (per_second == (by.engine == "simbody" ? 500 : 2000) && !a.spins.empty())
        for (std::size_t i = 0; i < columns[0].second.size(); i += by.engine == "simbody" ? 10 : 1)
          columns.back().second[i] = a.spins[i * std::size_t(per_second / 100)];
    }
    if (!is_installed(by.engine)) continue;
    auto const error = rolling_errors(study, by, "rattleback", 1, 2000).rotation;
    words.push_back(fmt::format("{} {} (rotation error {:.1e})", by.label,
                                in_words(reversals, "{:.4f}"), error));
    if (by.is_typical) largest = larger_or_nan(largest, std::abs(reversals.back() - right));
  }
  tabulate(study, "spin", columns);
  add_finding(study, "EN-08", typical, [&] { return Evidence{largest, joined(words)}; });
}

/// NoSlip1D of Simbody with and without the missing term.
void find_missing_term(Study& study) {
  auto const wheel = [&](std::string const& settings, long steps = 1000) {
    return rolling_errors(study, with("simbody", "constraint " + settings), "disk", 10, steps);
  };
  add_finding(study, "EN-09", {"simbody"}, [&] {
    auto const errors = values_over(
        {1000, 5000, 20000}, [&](double n) { return wheel("NoSlip1D\n", long(n)).position; });
    auto const adaptive = wheel("NoSlip1D\naccuracy 1e-3\ntolerance 1e-4\nproject 1\n", 100);
    return Evidence{errors.back(),
                    fmt::format("{}; adaptive steps with projection {:.1e} at a slip of {:.0e}",
                                in_words(errors, "{:.3f}"), adaptive.position, adaptive.slip)};
  });
  add_finding(study, "EN-10", {"simbody"}, [&] {
    auto const with_term = wheel("with_term\n");
    double const difference = wheel("without_term\n").position - wheel("NoSlip1D\n").position;
    return Evidence{
        with_term.position,
        fmt::format("slip {:.0e}; without the term the error is that of NoSlip1D to {:.0e}",
                    with_term.slip, std::abs(difference))};
  });
}

void find_slip(Study& study) {
  add_finding(study, "EN-11", {"mujoco"}, [&] {
    std::vector<double> const constants{0.04, 0.02, 0.01, 0.005};
    auto const slips = values_over(constants, [&](double solref) {
      return rolling_errors(study, with("mujoco_stiff", fmt::format("solref {}\n", solref)), "top",
                            10, 20000)
          .slip;
    });
    return Evidence{fit_power(constants, slips).slope, in_words(slips, "{:.1e}")};
  });
  add_finding(study, "EN-12", {"ode"}, [&] {
    auto const plain = rolling_errors(study, with("ode", ""), "top", 10, 5000),
               ahead = rolling_errors(study, with("ode", "predict 1\n"), "top", 10, 5000);
    return Evidence{
        ahead.position / plain.position,
        fmt::format("slip {:.1e} and error {:.1e}, without prediction {:.1e} and {:.1e}",
                    ahead.slip, ahead.position, plain.slip, plain.position)};
  });
}

void find_robot(Study& study) {
  std::vector<Contestant> const all{
      with("mujoco_defaults", ""),
      with("mujoco_stiff", ""),
      with("ode", ""),
      {"ode", "ODE, no gyroscopic term", "ode", "gyroscopic 0\ncfm 1e-6\n"},
      with("simbody", ""),
      {"simbody", "Simbody, lateral constraint on a wheel", "simbody", "lateral wheel\n"},
      {"dla_leapfrog", "dla_leapfrog", ""},
      with("odeint_rk4", "")};
  add_finding(study, "EN-13", {"simbody", "mujoco", "ode"}, [&] {
    Cases cases;
    double of_changed = std::numeric_limits<double>::infinity();
    for (auto const& by : all) {
      if (!is_installed(by.engine)) continue;
      auto const errors = values_over({1000, 5000, 20000}, [&](double n) {
        return rolling_errors(study, by, "robot", 10, long(n)).position;
      });
      auto const words = fmt::format("{} {}", by.label, in_words(errors, "{:.1e}"));
      bool const is_checked = by.label == "MuJoCo, stiff" ||
                              by.label == "ODE, no gyroscopic term" || by.label == "Simbody";
      cases.add(is_checked ? errors[1] : 0, words);
      if (by.label == "ODE" || by.label == "Simbody, lateral constraint on a wheel")
        of_changed = smaller_or_nan(of_changed, errors[1]);
    }
    return Evidence{cases.largest.value, cases.words(), of_changed};
  });
}

/// Controls: the homogeneous ball goes straight; rigid contact with friction has the same motion.
void find_controls(Study& study) {
  add_finding(study, "EN-02", {"simbody", "mujoco", "bullet", "ode", "dart"}, [&] {
    Cases cases;
    for (auto const& by : contestants) {
      if (by.engine.empty() || !is_installed(by.engine)) continue;
      double const error = rolling_errors(study, by, "ball", 10, 5000).position;
      cases.add(by.key == "mujoco_defaults" ? 0 : error, fmt::format("{} {:.0e}", by.label, error));
    }
    return Evidence{cases.largest.value, cases.words()};
  });
  double least = std::numeric_limits<double>::infinity();
  std::vector<std::string> words;
  for (std::string const name : {"sphere", "top", "disk", "rattleback"}) {
    auto const s = rolling_system(study, name);
    long const per_second = name == "rattleback" ? 20000 : 1000,
               time = name == "rattleback" ? 4 : 100;
    auto run = s.run.with(RawQuad(1) / per_second, time * per_second);
    run.method = "odeint_rk4";
    auto const t = study.execute(run);
    double lowest = std::numeric_limits<double>::infinity(), friction = 0;
    for (std::size_t i = 1; i < t.times.size(); ++i) {
      Eigen::Vector3d const a =
          (s.motion(t.q[i], t.v[i]).v - s.motion(t.q[i - 1], t.v[i - 1]).v) * double(per_second);
      double const normal = a[2] + s.body->g;
      lowest = smaller_or_nan(lowest, normal / s.body->g);
      friction = larger_or_nan(friction, a.head<2>().norm() / normal);
    }
    words.push_back(
        fmt::format("{} {:.2f} of the weight, friction {:.2f}", name, lowest, friction));
    least = smaller_or_nan(least, lowest);
  }
  study.add_finding("EN-03", least, joined(words));
}

}  // namespace

void engines(Study& study) {
  find_errors(study);
  find_energy(study);
  study.progress(0.8);
  find_reversals(study);
  find_missing_term(study);
  find_slip(study);
  find_robot(study);
  find_controls(study);
}

}  // namespace rattleback::beyond::engines_study
