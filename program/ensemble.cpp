// rattleback ensemble: statistics of the energy error over many sampled starts.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "problems/core/misuse.hpp"
#include "program/arguments.hpp"
#include "program/commands.hpp"
#include "program/ensemble_orbits.hpp"
#include "program/progress.hpp"
#include "program/ranks.hpp"
#include "reports/manifest.hpp"

namespace rattleback {

namespace {
namespace fs = std::filesystem;

struct EnsembleOptions {
  std::string problem, integrator, orbits, step, until, energy, seed;
  std::optional<std::string> every, threads, shard, checkpoint;
  std::vector<std::string> parameters, options;
  OrbitOptions orbits_shown;
  bool json = false;
};

/// Orbits first to last - 1.
struct Range {
  long first, last;
};

/// i/N: the i-th of N parts, as equal as can be.
Range range_of(std::string const& text, long orbits) {
  auto const slash = text.find('/');
  if (slash == text.npos) throw Misuse(fmt::format("--shard wants i/N, not '{}'", text));
  long const index = parse_count(text.substr(0, slash), "i of --shard i/N");
  long const count = parse_count(text.substr(slash + 1), "N of --shard i/N");
  if (index > count)
    throw Misuse(fmt::format("--shard {}: there is no shard {} of {}", text, index, count));
  if (count > orbits)
    throw Misuse(fmt::format("--shard {}: {} orbits make at most {} shards", text, orbits, orbits));
  // In 128 bits: the product of two large numbers.
  auto const cut = [&](long i) {
    return static_cast<long>(static_cast<__int128>(orbits) * i / count);
  };
  return {cut(index - 1), cut(index)};
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
  spec.parameters = parse_parameters(o.parameters);
  spec.options = parse_options(o.options);
  return spec;
}

/// Pieces of the range, the same however many work on them; each is kept as a file.
std::vector<Range> pieces_of(Range range, long orbits) {
  constexpr long block = 64;
  long const size = block * std::max(1L, (orbits / 256 + block - 1) / block);
  std::vector<Range> pieces;
  for (long first = range.first; first < range.last;) {
    long const last = std::min(range.last, (first / size + 1) * size);
    pieces.push_back({first, last});
    first = last;
  }
  return pieces;
}

/// Runs the orbits of a range. With a folder, pieces that it holds already are not run again.
Shard computed(MethodEntry const& method, EnsembleRun run, Range range,
               std::optional<std::string> const& folder) {
  Progress progress(
      fmt::format("{} orbits of {}, {}", range.last - range.first, run.problem, run.integrator));
  Ranks const ranks;
  auto const piece = [&](Range part, double begun, double share) {
    auto spec = run.spec;
    spec.first = part.first;
    spec.last = part.last;
    spec.progress = [&](double fraction) { progress(begun + share * fraction); };
    return Shard{run, part.first, part.last, method.ensemble(spec).part};
  };
  if (!folder && ranks.count() == 1) return piece(range, 0, 1);

  auto const pieces = pieces_of(range, run.spec.orbits);
  auto const share = 1 / static_cast<double>(pieces.size());
  Shard whole{run, range.first, range.last, {}};
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (static_cast<int>(i % static_cast<std::size_t>(ranks.count())) != ranks.rank()) continue;
    auto const begun = static_cast<double>(i) * share;
    progress(begun);
    if (!folder) {
      texts.push_back(text_of(piece(pieces[i], begun, share)));
      continue;
    }
    auto const path =
        fs::path(*folder) / fmt::format("orbits-{}-{}.json", pieces[i].first, pieces[i].last);
    if (fs::exists(path)) {
      auto const kept = read_shard(path);
      require_same_run(path.string(), kept.run, "this", run);
    } else {
      reports::write_atomically(path, text_of(piece(pieces[i], begun, share)));
    }
    texts.push_back(path.string());
  }
  for (auto const& text : ranks.gathered(texts)) {
    auto const shard = folder ? read_shard(text) : shard_from(text, "a rank");
    if (whole.part.times() == 0) whole.part = EnsemblePart(shard.part.times());
    whole.part.add(shard.part);
  }
  return whole;
}

int ensemble(EnsembleOptions const& options) {
  auto const& problem = find_problem(options.problem);
  auto const& method = applicable_method(problem, options.integrator);
  if (!problem.ensemble_refusal.empty())
    throw Misuse(fmt::format("no ensemble of {}: {}", problem.card.id, problem.ensemble_refusal));
  if (!method.ensemble) throw Misuse(fmt::format("{} does not run ensembles", method.card.id));
  EnsembleRun const run{options.problem, options.integrator, spec_from(options)};
  if (options.orbits_shown.asked()) {
    if (options.shard || options.checkpoint)
      throw Misuse("orbits are shown of whole ensembles: without --shard and --checkpoint");
    observe_orbits(problem.card, method, run, options.orbits_shown, options.json);
    return 0;
  }
  Range range{0, run.spec.orbits};
  if (options.shard) range = range_of(*options.shard, run.spec.orbits);
  if (options.checkpoint) {
    std::error_code failed;
    fs::create_directories(*options.checkpoint, failed);
    if (!fs::is_directory(*options.checkpoint))
      throw Misuse(fmt::format("--checkpoint: '{}' is no folder", *options.checkpoint));
  }
  auto const shard = computed(method, run, range, options.checkpoint);
  if (Ranks::here() > 0) return 0;  // one rank speaks
  bool const whole = range.first == 0 && range.last == run.spec.orbits;
  if (options.json && !whole)
    fmt::print("{}", text_of(shard));
  else if (options.json)
    print(statistics_json(shard));
  else
    print_statistics(shard);
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
  verb.option("--shard", "i/N", o->shard, "Part i of N of the orbits; --json prints what merges");
  verb.option("--checkpoint", "DIR", o->checkpoint,
              "Keep finished pieces in DIR; a rerun does the others only");
  verb.option(
      "--section", "NAME=VALUE", o->orbits_shown.section,
      "Find every orbit's crossings instead: where a coordinate or velocity passes a value");
  verb.option("--crossing", "up|down|both", o->orbits_shown.crossing,
              "Direction of the crossings (default up)");
  verb.option("--columns", "A,B,..", o->orbits_shown.columns,
              "Components of a crossing (default: all)");
  verb.option("--output", "FILE", o->orbits_shown.output,
              "Write the crossings to FILE.csv or .npy");
  verb.flag("--lyapunov", o->orbits_shown.lyapunov,
            "Every orbit's largest Lyapunov exponent instead");
  verb.option("--set", "PARAMETER=VALUE", o->parameters, "Set a parameter; may be repeated");
  verb.option("--option", "NAME=VALUE", o->options, "Set an option of the method; may be repeated");
  verb.flag("--json", o->json, "Print one JSON object");
}

}  // namespace rattleback
