// rattleback ensemble: statistics of the energy error over many sampled starts.

#include <fmt/format.h>

#include <algorithm>

#include "problems/core/misuse.hpp"
#include "program/arguments.hpp"
#include "program/commands.hpp"
#include "program/json.hpp"
#include "program/progress.hpp"

namespace rattleback {

namespace {
struct EnsembleOptions {
  std::string problem, integrator, orbits, step, until, energy, seed;
  std::optional<std::string> every, threads, shard;
  std::vector<std::string> parameters, options;
  bool json = false;
};

/// Checks i/N. Only the whole ensemble can be computed so far.
void check_shard(std::string const& text) {
  auto const slash = text.find('/');
  if (slash == text.npos) throw Misuse(fmt::format("--shard wants i/N, not '{}'", text));
  long const index = parse_count(text.substr(0, slash), "i of --shard i/N");
  long const count = parse_count(text.substr(slash + 1), "N of --shard i/N");
  if (index > count)
    throw Misuse(fmt::format("--shard {}: there is no shard {} of {}", text, index, count));
  if (count > 1) throw Misuse("sharded ensembles come with a later version");
}

EnsembleSpec spec_from(EnsembleOptions const& o) {
  EnsembleSpec spec;
  spec.orbits = parse_count(o.orbits, "--orbits");
  spec.step = static_cast<double>(parse_positive(o.step, "--step"));
  spec.steps = steps_until(parse_positive(o.until, "--until"), spec.step);
  spec.energy = static_cast<double>(parse_number(o.energy, "--energy"));
  spec.seed = parse_seed(o.seed, "--seed");
  spec.every = o.every ? parse_count(*o.every, "--every") : std::max(1L, spec.steps / 100);
  spec.threads = parse_threads(o.threads, "--threads");
  if (o.shard) check_shard(*o.shard);
  spec.parameters = parse_parameters(o.parameters);
  spec.options = parse_options(o.options);
  return spec;
}

Json json_of(EnsembleOptions const& o, EnsembleSpec const& spec, EnsembleResult const& result) {
  return JsonObject()
      .add("problem", o.problem)
      .add("integrator", o.integrator)
      .add("orbits", spec.orbits)
      .add("step", spec.step)
      .add("steps", spec.steps)
      .add("energy", spec.energy)
      .add("seed", spec.seed)
      .add("times", result.times)
      .add("mean", result.mean)
      .add("variance", result.variance)
      .add("kurtosis", result.kurtosis)
      .add("failed", result.failed);
}

void print_table(EnsembleOptions const& o, EnsembleSpec const& spec, EnsembleResult const& result) {
  fmt::print("{}, {}: energy error of {} orbits at energy {}, seed {}, step {}\n", o.problem,
             o.integrator, spec.orbits, decimal(spec.energy), spec.seed, decimal(spec.step));
  fmt::print("{:>14} {:>14} {:>14} {:>14}\n", "time", "mean", "variance", "kurtosis");
  for (std::size_t i = 0; i < result.times.size(); ++i)
    fmt::print("{:>14.8g} {:>14.6e} {:>14.6e} {:>14.6g}\n", result.times[i], result.mean[i],
               result.variance[i], result.kurtosis[i]);
  fmt::print("{} orbits did not stay finite\n", result.failed);
}

int ensemble(EnsembleOptions const& options) {
  auto const& problem = find_problem(options.problem);
  auto const& method = applicable_method(problem, options.integrator);
  if (!problem.ensemble_refusal.empty())
    throw Misuse(fmt::format("no ensemble of {}: {}", problem.card.id, problem.ensemble_refusal));
  if (!method.ensemble) throw Misuse(fmt::format("{} does not run ensembles", method.card.id));
  auto spec = spec_from(options);
  auto const result = [&] {
    Progress progress(
        fmt::format("{} orbits of {}, {}", spec.orbits, options.problem, options.integrator));
    spec.progress = [&](double fraction) { progress(fraction); };
    return method.ensemble(spec);
  }();
  if (options.json)
    print(json_of(options, spec, result));
  else
    print_table(options, spec, result);
  return 0;
}
}  // namespace

void add_ensemble(CommandLine& line) {
  auto const o = std::make_shared<EnsembleOptions>();
  auto& verb = line.verb("ensemble", "Statistics of the energy error over many sampled starts",
                         [o] { return ensemble(*o); });
  verb.argument("PROBLEM", o->problem, "Problem, see `list problems`");
  verb.argument("INTEGRATOR", o->integrator, "Method, see `list integrators`");
  verb.option("--orbits", "M", o->orbits, "Number of orbits");
  verb.option("--step", "H", o->step, "Step size");
  verb.option("--until", "T", o->until, "Take round(T/H) steps");
  verb.option("--energy", "E", o->energy, "Energy of all starts");
  verb.option("--seed", "S", o->seed, "Seed; it and an orbit's number fix the orbit's start");
  verb.option("--every", "K", o->every, "Statistics at every K-th step (default: about 100 times)");
  verb.option("--threads", "K", o->threads,
              "Threads (default: all); the result does not depend on it");
  verb.option("--shard", "i/N", o->shard, "Part i of N of the orbits (later version)");
  verb.option("--set", "PARAMETER=VALUE", o->parameters, "Set a parameter; may be repeated");
  verb.option("--option", "NAME=VALUE", o->options, "Set an option of the method; may be repeated");
  verb.flag("--json", o->json, "Print one JSON object");
}

}  // namespace rattleback
