// rattleback ensemble: statistics of invariants over many initial conditions.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>

#include "base/invalid_input.hpp"
#include "program/commands/commands.hpp"
#include "program/ensembles/checkpoint.hpp"
#include "program/ensembles/ensemble_figure.hpp"
#include "program/ensembles/ensemble_memory.hpp"
#include "program/ensembles/ensemble_orbits.hpp"
#include "program/ensembles/ensemble_shard.hpp"
#include "program/ensembles/ranks.hpp"
#include "program/ensembles/starts_file.hpp"
#include "program/text/arguments.hpp"
#include "program/text/caller.hpp"
#include "program/text/interruption.hpp"
#include "program/text/output.hpp"
#include "program/text/progress.hpp"

namespace rattleback {

namespace {
struct EnsembleOptions {
  std::string problem, integrator, step, until;
  std::optional<std::string> orbits, energy, seed, starts;
  std::optional<std::string> invariant, every, threads, shard, checkpoint, final_states;
  std::vector<std::string> parameters, options;
  OrbitOptions orbits_shown;
  bool strict = false, json = false;
};

/// Parses i/N: the i-th of N parts of nearly equal size.
OrbitRange range_of(std::string const& text, long orbits) {
  auto const slash = text.find('/');
  if (slash == text.npos) throw InvalidInput(fmt::format("--shard: expected i/N, got '{}'", text));
  long const index = parse_count(text.substr(0, slash), "i of --shard i/N");
  long const count = parse_count(text.substr(slash + 1), "N of --shard i/N");
  if (index > count)
    throw InvalidInput(fmt::format("--shard {}: there is no shard {} of {}", text, index, count));
  if (count > orbits)
    throw InvalidInput(fmt::format("--shard {}: {} orbits can be divided into at most {} shards",
                                   text, orbits, orbits));
  // 128-bit integers: a product of two large numbers.
  auto const cut = [&](long i) {
    return static_cast<long>(static_cast<__int128>(orbits) * i / count);
  };
  return {cut(index - 1), cut(index)};
}

/// Returns the text of an option that sampled initial conditions require.
std::string const& needed(std::optional<std::string> const& text, std::string const& name) {
  if (!text)
    throw InvalidInput(
        fmt::format("ensemble needs {}, or --starts FILE.csv; see rattleback ensemble "
                    "--help",
                    name));
  return *text;
}

/// Chooses sampled initial conditions, or those of a file.
void choose_starts(EnsembleRun& run, EnsembleOptions const& o, ProblemEntry const& problem) {
  auto& spec = run.spec;
  if (problem.driven && (o.energy || !o.starts))
    throw InvalidInput(fmt::format(
        "{}{} is driven and has no constant energy; give the initial conditions by --starts FILE",
        o.energy ? "--energy: " : "", problem.card.id));
  if (!o.starts) {
    spec.orbits = parse_count(needed(o.orbits, "--orbits"), "--orbits");
    spec.energy = static_cast<double>(parse_number(needed(o.energy, "--energy"), "--energy"));
    spec.seed = parse_seed(needed(o.seed, "--seed"), "--seed");
    run.starts = problem.starts;
    return;
  }
  for (auto const& [name, given] : {std::pair{"--energy", &o.energy}, {"--seed", &o.seed}})
    if (*given)
      throw InvalidInput(fmt::format(
          "{} applies to sampled initial conditions and cannot be combined with --starts", name));
  auto starts = read_starts(*o.starts, problem.card);
  spec.orbits = o.orbits ? parse_count(*o.orbits, "--orbits") : starts.rows;
  if (spec.orbits > starts.rows)
    throw InvalidInput(
        fmt::format("--orbits {}: '{}' has {} rows", spec.orbits, *o.starts, starts.rows));
  starts.numbers.resize(static_cast<std::size_t>(spec.orbits * (problem.size + problem.dof)));
  spec.starts = std::move(starts.numbers);
  run.starts = EnsembleRun::file_of_starts + starts.sha256;
}

EnsembleRun run_from(EnsembleOptions const& o, ProblemEntry const& problem,
                     MethodEntry const& method) {
  EnsembleRun run{o.problem, o.integrator, {}, {}};
  choose_starts(run, o, problem);
  auto& spec = run.spec;
  spec.step = static_cast<double>(parse_positive(o.step, "--step"));
  spec.steps = steps_until(parse_positive(o.until, "--until"), spec.step);
  if (o.invariant && o.invariant->empty()) throw InvalidInput("--invariant: empty name");
  if (o.invariant && *o.invariant != "energy") spec.invariant = *o.invariant;
  spec.every = o.every ? parse_count(*o.every, "--every") : std::max(1L, spec.steps / 100);
  spec.threads = parse_threads(o.threads, "--threads");
  spec.parameters = parse_parameters(o.parameters);
  spec.options = parse_options(o.options);
  identify(run, problem, method);
  return run;
}

/// Computes this rank's pieces of a range and adds them up, on rank 0 with those of the other
/// ranks. Pieces in the checkpoint folder are not computed again.
/// @param final_states  on rank 0, the final states of the range, if run.spec requires them
Shard computed(MethodEntry const& method, EnsembleRun const& run, OrbitRange range,
               std::optional<Checkpoint> const& folder, Ranks const& ranks,
               std::vector<double>& final_states) {
  Progress progress(fmt::format("{} orbits of {}, {}", range.size(), run.problem, run.integrator));
  auto pieces = ranks.share_of(pieces_of(range, run.spec.orbits));
  if (!folder && !pieces.empty()) pieces = {{pieces.front().first, pieces.back().last}};
  Shard whole{run, {}, {}};
  auto const add = [&whole](OrbitRange part_range, EnsemblePart part) {
    if (whole.part.times() == 0)
      whole.part = std::move(part);
    else
      whole.part.add(part);
    whole.range.last = std::max(whole.range.last, part_range.last);
  };
  if (!pieces.empty()) whole.range = {pieces.front().first, pieces.front().first};
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    throw_if_interrupted();
    if (folder)
      if (auto kept = folder->kept(run, pieces[i])) {
        add(pieces[i], std::move(kept->part));
        continue;
      }
    auto spec = run.spec;
    spec.first = pieces[i].first;
    spec.last = pieces[i].last;
    spec.progress = [&](double done) {
      progress((static_cast<double>(i) + done) / static_cast<double>(pieces.size()));
    };
    auto result = method.ensemble(spec);
    final_states.insert(final_states.end(), result.final_state.begin(), result.final_state.end());
    Shard piece{run, pieces[i], std::move(result.part)};
    if (folder) folder->keep(piece);
    add(pieces[i], std::move(piece.part));
  }
  ranks.collect(pieces.empty() || ranks.rank() == 0 ? "" : text_of(whole),
                [&](std::string const& text) {
                  if (text.empty()) return;
                  auto shard = shard_from(text, "a rank");
                  add(shard.range, std::move(shard.part));
                });
  // All ranks run the same program and send their numbers as bytes.
  auto const* sent = reinterpret_cast<char const*>(final_states.data());
  ranks.collect({sent, ranks.rank() == 0 ? 0 : final_states.size() * sizeof(double)},
                [&](std::string const& bytes) {
                  auto const before = final_states.size();
                  final_states.resize(before + bytes.size() / sizeof(double));
                  if (!bytes.empty())
                    std::memcpy(final_states.data() + before, bytes.data(), bytes.size());
                });
  whole.range = range;
  return whole;
}

int ensemble(EnsembleOptions const& options) {
  Ranks const ranks;
  auto const& problem = find_problem(options.problem);
  auto const& method = applicable_method(problem, options.integrator);
  if (!method.ensemble)
    throw InvalidInput(fmt::format("{} does not run ensembles", method.card.id));
  auto run = run_from(options, problem, method);
  long failed = 0;
  auto* const table = caller() ? caller()->table : nullptr;
  run.spec.final_states = options.final_states || table;
  if (run.spec.final_states && (options.checkpoint || options.orbits_shown.asked()))
    throw InvalidInput(
        "--final cannot be combined with --checkpoint, whose pieces hold statistics only, nor with "
        "--section and --lyapunov");
  if (options.orbits_shown.asked()) {
    if (options.shard || options.checkpoint)
      throw InvalidInput(
          "--shard and --checkpoint cannot be combined with per-orbit output (--section, "
          "--lyapunov)");
    if (options.invariant)
      throw InvalidInput("--invariant applies to statistics, not to --section and --lyapunov");
    failed = observe_orbits(problem.card, method, run, options.orbits_shown, options.json, ranks);
  } else {
    OrbitRange range{0, run.spec.orbits};
    if (options.shard) range = range_of(*options.shard, run.spec.orbits);
    bool const whole = range.size() == run.spec.orbits;
    // All input is checked before a folder is created.
    auto check = run.spec;
    check.check_only = true;
    method.ensemble(check);
    ask_for_memory(run.spec,
                   {.orbits = (range.size() + ranks.count() - 1) / ranks.count(),
                    .as_text = options.checkpoint || !whole || ranks.count() > 1,
                    .final_numbers = run.spec.final_states ? problem.size + problem.dof : 0,
                    .sharing_machine = ranks.on_this_machine()});
    auto const& figure = options.orbits_shown.figure;
    if (figure && !whole)
      throw InvalidInput(
          "--figure requires the whole ensemble and cannot be combined with --shard");
    std::optional<PictureFile> picture;
    if (figure && ranks.rank() == 0) picture.emplace(*figure);
    std::optional<Checkpoint> folder;
    if (options.checkpoint) folder.emplace(*options.checkpoint);
    std::optional<TableFile> file;
    if (options.final_states && ranks.rank() == 0) file.emplace(*options.final_states, "--final");
    std::vector<double> final_states;
    auto const shard = computed(method, run, range, folder, ranks, final_states);
    if (ranks.rank() > 0) return 0;  // only rank 0 prints
    for (auto* sink : {static_cast<TableSink*>(file ? &*file : nullptr), table})
      if (sink) write_final_states(*sink, problem.card, run.spec, range.first, final_states);
    if (file) file->finish(json_head(run));
    if (picture) picture->finish(statistics_panels(picture->sheet(), run, result_of(shard)));
    if (options.json && !whole)
      print_text(text_of(shard));
    else
      show_statistics(shard, options.json);
    failed = shard.part.total().failed;
  }
  return options.strict ? strict_status(failed) : 0;
}
}  // namespace

void add_ensemble(CommandLine& line) {
  auto const o = std::make_shared<EnsembleOptions>();
  auto& verb = line.verb(
      "ensemble", "Compute statistics of the errors of invariants over many initial conditions",
      [o] { return ensemble(*o); });
  verb.argument("PROBLEM", o->problem, "Problem, see `list problems`, or its file name");
  verb.argument("INTEGRATOR", o->integrator, "Method, see `list integrators`");
  verb.option("--orbits", "M", o->orbits, "Number of orbits (default: all rows of --starts)");
  verb.option("--step", "H", o->step, "Step size");
  verb.option("--until", "T", o->until, "Take round(T/H) steps");
  verb.option("--energy", "E", o->energy, "Energy of all sampled initial conditions");
  verb.option("--seed", "S", o->seed, "Seed; together with its number it determines an orbit");
  verb.option("--starts", "FILE.csv", o->starts,
              "Given initial conditions: a line of names, then a row per orbit");
  verb.option("--invariant", "NAME", o->invariant,
              "Invariant for statistics besides the energy, see `show PROBLEM`");
  verb.option("--every", "K", o->every, "Statistics at every K-th step (default: about 100 times)");
  verb.option("--threads", "K", o->threads,
              "Threads (default: all); the result does not depend on it");
  verb.option("--shard", "i/N", o->shard,
              "Part i of N of the orbits; --json prints input for `merge`");
  verb.option("--checkpoint", "DIR", o->checkpoint,
              "Save finished pieces in DIR; a rerun computes only the others");
  verb.option("--final", "FILE", o->final_states,
              "Write the final state of each orbit to FILE.csv, .npy or .json");
  verb.option("--section", "NAME=VALUE", o->orbits_shown.section,
              "Compute instead the crossings of each orbit with this section");
  verb.option("--crossing", "up|down|both", o->orbits_shown.crossing,
              "Direction of the crossings (default up)");
  verb.option("--columns", "A,B,..", o->orbits_shown.columns,
              "Components of a crossing (default: all)");
  verb.option("--output", "FILE", o->orbits_shown.output,
              "Write the crossings to FILE.csv or .npy");
  verb.option("--figure", "FILE", o->orbits_shown.figure,
              "Draw statistics, crossings or exponents as FILE.svg, .pdf or .png");
  verb.flag("--lyapunov", o->orbits_shown.lyapunov,
            "Compute instead the largest Lyapunov exponent of each orbit");
  verb.option("--set", "PARAMETER=VALUE", o->parameters, "Set a parameter; may be repeated");
  verb.option("--option", "NAME=VALUE", o->options, "Set an option of the method; may be repeated");
  verb.flag("--strict", o->strict, "Exit status 1 if an orbit became non-finite");
  verb.flag("--json", o->json, "Print one JSON object");
}

}  // namespace rattleback
