#include "experiments/beyond/shared/engines/engine_runs.hpp"

#include <fmt/ranges.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/program_file.hpp"
#include "experiments/beyond/shared/contenders.hpp"
#include "experiments/beyond/shared/spin.hpp"
#include "experiments/core/cpu_time.hpp"
#include "experiments/core/series.hpp"

namespace rattleback::beyond {

namespace {

using engines::Mat, engines::Motion, engines::Vec;
using Rows = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

std::filesystem::path program_of(std::string const& engine) {
  char const* const folder = std::getenv("RATTLEBACK_ENGINES");
  return (folder ? std::filesystem::path(folder) : program_file().parent_path() / "engines") /
         engine;
}

Motion motion_of(std::vector<double> const& z) {
  return {Vec(z.data()), Vec(z.data() + 12), Vec(z.data() + 15),
          Eigen::Map<Rows const>(z.data() + 3)};
}

/// Returns the configuration of the problem from an engine's numbers.
std::vector<double> configuration(RollingSystem const& s, std::vector<double> const& z) {
  if (!s.body) return {z.begin(), z.begin() + 5};
  Motion const motion = motion_of(z);
  Vec const at = s.at_centre ? Vec(motion.p + motion.R * s.body->d) : motion.p;
  std::vector<double> q{at[0], at[1]};
  q.insert(q.end(), z.begin() + 3, z.begin() + 12);
  return q;
}

std::string input_of(RollingSystem const& s, std::string const& settings, double h, long steps,
                     long every) {
  auto text = fmt::format("{}step {:.17g}\nsteps {}\nevery {}\ntimed {}\n", settings, h, steps,
                          every, std::min(steps, 20000L));
  auto const add = [&](char const* key, auto const& numbers) {
    text += fmt::format("{} {:.17g}\n", key, fmt::join(numbers, " "));
  };
  auto q = s.q, v = s.v;
  if (s.body) {
    auto const& b = *s.body;
    Motion const z = s.motion(q, v);
    q.insert(q.erase(q.begin(), q.begin() + 2), z.p.begin(), z.p.end());
    v.assign(z.v.begin(), z.v.end());
    v.insert(v.end(), z.w.begin(), z.w.end());
    add("m", std::array{b.m});
    add("I", std::array{b.I(0, 0), b.I(1, 1), b.I(2, 2), b.I(0, 1), b.I(0, 2), b.I(1, 2)});
    add("A", b.A);
    add("d", b.d);
    add("g", std::array{b.g});
  } else {
    add("robot", s.robot);
  }
  add("q", q);
  add("v", v);
  return text;
}

/// Output of an engine's program.
struct EngineRun {
  std::vector<double> times;
  std::vector<std::vector<double>> states;
  double energy = std::nan("");  ///< of the start
  double cpu = std::nan("");     ///< seconds per step
  std::string failure = {};      ///< empty if the run reached the end
};

EngineRun read_run(std::string const& command, std::size_t width) {
  EngineRun run;
  FILE* const output = popen(command.c_str(), "r");
  if (!output) return {.failure = "the program could not be started"};
  for (char line[2048]; std::fgets(line, sizeof line, output);) {
    if (std::sscanf(line, "energy %lf", &run.energy) == 1) continue;
    if (std::sscanf(line, "cpu %lf", &run.cpu) == 1) continue;
    std::vector<double> numbers;
    char* at = line;
    for (char* end = line;; at = end) {
      double const x = std::strtod(at, &end);
      if (end == at) break;
      numbers.push_back(x);
    }
    if (numbers.size() != width + 1) {
      run.failure.assign(line, std::string_view(line).find_last_not_of('\n') + 1);
      continue;
    }
    run.times.push_back(numbers[0]);
    run.states.emplace_back(numbers.begin() + 1, numbers.end());
    if (std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); })) continue;
    pclose(output);
    run.failure = "a number that is not finite";
    return run;
  }
  int const status = pclose(output);
  run.failure =
      status == 0 ? "" : fmt::format("ended with status {}: {}", WEXITSTATUS(status), run.failure);
  return run;
}

EngineRun run_engine(Study& study, Contestant const& by, RollingSystem const& s, double h,
                     long steps, long every) {
  auto run =
      read_run(fmt::format("timeout 900 '{}' 2>&1 <<'END'\n{}END\n", program_of(by.engine).string(),
                           input_of(s, by.settings, h, steps, every)),
               s.body ? 18 : 10);
  auto const nodes = std::size_t((steps + every - 1) / every + 1);
  double energy = study.problem(s.run.problem).energy(s.run.spec().setting);
  // Problems of balls count heights from the centre.
  if (s.is_ball()) energy += s.body->m * s.body->g * s.body->A[0];
  if (run.failure.empty() && run.times.size() != nodes)
    run.failure = fmt::format("{} of {} nodes", run.times.size(), nodes);
  if (run.failure.empty() && !(std::abs(run.energy - energy) <= 1e-13 * std::abs(energy)))
    run.failure = fmt::format("its initial energy differs by {:.1e}", run.energy - energy);
  if (!run.failure.empty())
    study.outcome(fmt::format("{} on {}, h = {:g}", by.label, s.name, h), Outcome::solver_failed,
                  run.failure, run.times.empty() ? 0 : run.times.back());
  return run;
}

void observe(RollingErrors& errors, engines::Body const& b, EngineRun const& run) {
  Largest slip, energy;
  double const initial = motion_of(run.states[0]).energy(b);
  double kinetic = 0;
  for (std::size_t i = 0; i < run.times.size(); ++i) {
    Motion const z = motion_of(run.states[i]);
    double const now = z.energy(b);
    slip(z.slip(b).head<2>().norm());
    energy(now - initial);
    kinetic = std::max(kinetic, now - b.m * b.g * z.p[2]);
    if (std::isnan(errors.lost) && std::abs(now - initial) > kinetic / 10)
      errors.lost = run.times[i];
    errors.spins.push_back((z.R * z.w)[2]);
  }
  errors.slip = slip.value, errors.energy = energy.value;
}

void set_errors(Study& study, RollingErrors& errors, RollingSystem const& s, double time,
                std::vector<double> const& q) {
  if (time > (s.name == "rattleback" ? 1 : 10)) return;
  auto const exact = study.reference(s.run, {RawQuad(time)}).at(0).q;
  Largest position, rotation;
  for (std::size_t i = 0; i < q.size(); ++i)
    (i < 2 ? position : rotation)(double(RawQuad(q[i]) - exact[i]));
  errors.position = position.value, errors.rotation = rotation.value;
}

}  // namespace

bool is_installed(std::string const& engine) {
  return engine.empty() || std::filesystem::exists(program_of(engine));
}

Motion RollingSystem::motion(std::vector<double> const& q, std::vector<double> const& v) const {
  Motion z;
  z.R = Eigen::Map<Rows const>(q.data() + 2);
  z.w = Vec(v.data() + 2);
  Vec const contact = z.contact(*body), centre = at_centre ? Vec(z.R * body->d) : Vec(0, 0, 0);
  z.v = -(z.R * z.w).cross(contact);
  z.p = Vec(q[0] - centre[0], q[1] - centre[1], -contact[2]);
  return z;
}

RollingSystem rolling_system(Study& study, std::string const& name) {
  std::map<std::string, Run> const runs{
      {"sphere", {.problem = "chaplygin_sphere", .case_name = "flat"}},
      {"top", {.problem = "chaplygin_top", .case_name = "eccentric"}},
      {"disk", {.problem = "rolling_disk", .case_name = "generic"}},
      {"rattleback", {.problem = "rattleback", .case_name = "reverses"}},
      {"robot", {.problem = "differential_drive", .case_name = "climbs"}},
      {"ball",
       {.problem = "rolling_ball",
        .parameters = {{"I", 0.4_quad}, {"Omega", 0}},
        .q = std::vector<RawQuad>{0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
        .v = std::vector<RawQuad>{1, 1, -1, 1, 0.7_quad}}}};
  RollingSystem s{name, runs.at(name)};
  auto const& cases = study.problem(s.run.problem).cases;
  auto const found = std::ranges::find(cases, s.run.case_name, [](auto& c) { return c.name; });
  auto const& start = found == cases.end() ? cases.front() : *found;
  std::map<std::string, double> p(start.parameters.begin(), start.parameters.end());
  for (auto const& [key, value] : s.run.parameters) p[key] = double(value);
  s.q = s.run.q ? std::vector<double>(s.run.q->begin(), s.run.q->end()) : start.q;
  s.v = s.run.v ? std::vector<double>(s.run.v->begin(), s.run.v->end()) : start.v;
  if (name == "robot") {
    for (auto const& [key, value] : start.parameters) s.robot.push_back(value);
    return s;
  }
  s.at_centre = name != "rattleback";
  // Gravity 1 presses a sphere without weight on the plane, and moves nothing.
  s.body = {p["m"], p["I"] * Mat::Identity(), Vec::Constant(p["r"]), Vec(0, 0, p["hc"]),
            p.contains("g") ? p["g"] : 1};
  auto& I = s.body->I;
  if (name == "disk") I.diagonal() = Vec(p["A"], p["A"], p["C"]), s.body->A[2] = 0;
  if (name == "sphere" || name == "top") {
    I.diagonal() = Vec(p["I1"], p["I2"], p["I3"]);
    s.body->d = -Vec(p["c1"], p["c2"], p["c3"]);
  }
  if (name == "rattleback") {
    s.body->A = Vec(p["a"], p["b"], p["c"]);
    I << p["I11"], p["I12"], 0, p["I12"], p["I22"], 0, 0, 0, p["I33"];
  }
  return s;
}

RollingErrors rolling_errors(Study& study, Contestant const& by, std::string const& system,
                             double time, long steps, long every) {
  RollingErrors errors;
  auto const s = rolling_system(study, system);
  if (!is_installed(by.engine)) return errors;
  std::vector<double> times, last;
  if (!by.engine.empty()) {
    auto const run = run_engine(study, by, s, time / double(steps), steps, every);
    if (!run.failure.empty()) return errors;
    if (s.body) observe(errors, *s.body, run);
    errors.microseconds = 1e6 * run.cpu;
    times = run.times, last = configuration(s, run.states.back());
  } else {
    auto run = s.run.with(RawQuad(time) / steps, steps, system == "rattleback" ? 1 : 0);
    run.method = by.key;
    if (by.key == "ida") run = solved(run, "ida", "1e-8");
    double const begin = cpu_now();
    auto const t = study.execute(run);
    errors.microseconds = 1e6 * (cpu_now() - begin) / double(steps);
    if (t.outcome != Outcome::ok) return errors;
    errors.slip = t.max_violation;
    errors.energy = t.invariants.at(0).max_deviation;
    if (system == "rattleback") errors.spins = spins_of(t);
    times = t.times, last = t.q.back();
  }
  set_errors(study, errors, s, time, last);
  if (system == "rattleback")
    for (std::size_t i = 0; i < errors.spins.size() && std::isnan(errors.reversal); ++i)
      if (errors.spins[i] < -1) errors.reversal = times[i];
  return errors;
}

}  // namespace rattleback::beyond
