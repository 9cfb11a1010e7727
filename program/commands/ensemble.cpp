// rattleback ensemble: statistics of invariants over many initial conditions; rattleback merge:
// shards merged into one.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "base/files/files.hpp"
#include "base/input.hpp"
#include "base/invalid_input.hpp"
#include "program/commands/commands.hpp"
#include "program/ensembles/ensemble_orbits.hpp"
#include "program/ensembles/ensemble_shard.hpp"
#include "program/figures/picture_file.hpp"
#include "program/interface/arguments.hpp"
#include "program/interface/messages.hpp"
#include "program/interface/output.hpp"

namespace rattleback {

namespace {
using nlohmann::json;

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

/// Removes the next line from a text and returns it without its end.
std::string_view next_line(std::string_view& text) {
  auto const end = std::min(text.find('\n'), text.size());
  auto line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

/// Returns, for each column of the file, the index of its number in (q, v).
std::vector<std::size_t> columns_of(std::string_view header, std::string const& file,
                                    std::vector<std::string> const& names) {
  auto const written = split_at_commas(header);
  std::vector<std::size_t> columns;
  for (auto const& name : written) {
    auto const at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) throw_unknown(fmt::format("column of '{}'", file), name, names);
    auto const index = static_cast<std::size_t>(at - names.begin());
    if (std::find(columns.begin(), columns.end(), index) != columns.end())
      throw InvalidInput(
          fmt::format("'{}' has two columns '{}'; each is written once", file, name));
    columns.push_back(index);
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::find(columns.begin(), columns.end(), i) == columns.end())
      throw InvalidInput(fmt::format("'{}' has no column '{}'; its first line must name {}", file,
                                     names[i], fmt::join(names, ", ")));
  return columns;
}

double number_in(std::string_view text, std::string const& file, long row,
                 std::string const& column) {
  double value = 0;
  auto const end = text.data() + text.size();
  auto const [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc{} && stop == end && std::isfinite(value)) return value;
  return static_cast<double>(
      parse_number(text, fmt::format("'{}', row {}, column {}", file, row, column)));
}

/// Initial conditions read from a file.
struct Starts {
  std::vector<double> numbers;  ///< q and v in the problem's order, row after row
  long rows = 0;
  std::string sha256;  ///< hash of the file's content
};

/// Reads comma-separated values: a line of names, in any order, then rows of numbers. Throws
/// IoError if the file cannot be read, and InvalidInput naming row and column of an error.
Starts read_starts(std::filesystem::path const& path, ProblemCard const& problem) {
  auto const text = text_in(path);
  auto const file = path.string();
  if (text.find('\0') != text.npos)
    throw InvalidInput(fmt::format("'{}' contains a zero byte; it must be a table as text", file));
  auto names = problem.coordinates;
  names.insert(names.end(), problem.velocities.begin(), problem.velocities.end());
  std::string_view rest = text;
  // Spreadsheets write a byte order mark at the beginning of UTF-8 text.
  if (std::string_view const mark = "\xef\xbb\xbf"; rest.starts_with(mark))
    rest.remove_prefix(mark.size());
  auto const columns = columns_of(next_line(rest), file, names);
  Starts starts{{}, 0, sha256_text(text)};
  while (rest.find_first_not_of("\r\n") != rest.npos) {
    auto const parts = split_at_commas(next_line(rest));
    long const row = ++starts.rows;
    if (parts.size() != names.size())
      throw InvalidInput(fmt::format("'{}', row {}: expected {} entries, got {}", file, row,
                                     names.size(), parts.size()));
    auto const first = starts.numbers.size();
    starts.numbers.resize(first + names.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
      starts.numbers[first + columns[i]] = number_in(parts[i], file, row, names[columns[i]]);
  }
  if (starts.rows == 0) throw InvalidInput(fmt::format("'{}' contains no row of numbers", file));
  return starts;
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

std::string const time_label = "Time $t$";

void add_panels(json& panels, reports::Sheet& sheet, EnsembleRun const& run,
                std::string const& quantity, std::vector<double> const& times,
                ErrorStatistics const& statistics) {
  std::string text = "t,mean,variance,kurtosis";
  for (double const level : quantile_levels) text += fmt::format(",{:g}", level);
  text += '\n';
  for (std::size_t k = 0; k < times.size(); ++k)
    text += fmt::format("{},{},{},{},{}\n", times[k], statistics.mean[k], statistics.variance[k],
                        statistics.kurtosis[k], fmt::join(statistics.quantiles[k], ","));
  std::string const table = sheet.table(text);
  std::vector<PictureSeries> quantiles;
  for (double const level : quantile_levels)
    quantiles.push_back({table, "t", fmt::format("{:g}", level),
                         level == 0.5 ? "median" : fmt::format("{:g} %", 100 * level)});
  std::string const error = words_of_deviation(run, quantity) == "change of energy"
                                ? "Change of the energy"
                                : "Error of the " + quantity;
  panels.push_back(panel_json({"Mean", time_label, error}, {{table, "t", "mean"}}));
  panels.push_back(panel_json({"Quantiles", time_label, error}, quantiles));
  // The variance of a random walk is a straight line of slope 1.
  PicturePanel variance{"Variance", time_label, "Variance of the error"};
  variance.logarithmic_x = variance.logarithmic_y = true;
  panels.push_back(panel_json(variance, {{table, "t", "variance"}}));
  panels.push_back(
      panel_json({"Kurtosis", time_label, "Kurtosis of the error"}, {{table, "t", "kurtosis"}}));
}

/// Returns panels of the statistics against time: mean and quantiles, variance and kurtosis of the
/// error of the energy and, if given, of a further invariant.
json statistics_panels(reports::Sheet& sheet, EnsembleRun const& run,
                       EnsembleResult const& result) {
  json panels = json::array();
  add_panels(panels, sheet, run, "energy", result.times, result);
  if (result.invariant)
    add_panels(panels, sheet, run, run.spec.invariant, result.times, *result.invariant);
  return panels;
}

EnsembleRun run_from(EnsembleOptions const& o, ProblemEntry const& problem,
                     MethodEntry const& method) {
  EnsembleRun run{o.problem, o.integrator, {}, {}};
  choose_starts(run, o, problem);
  auto& spec = run.spec;
  spec.step = static_cast<double>(parse_positive(o.step, "--step"));
  spec.steps = steps_until(0, parse_positive(o.until, "--until"), spec.step);
  if (o.invariant && o.invariant->empty()) throw InvalidInput("--invariant: empty name");
  if (o.invariant && *o.invariant != "energy") spec.invariant = *o.invariant;
  spec.every = o.every ? parse_count(*o.every, "--every") : std::max(1L, spec.steps / 100);
  spec.threads = parse_threads(o.threads);
  spec.parameters = parse_parameters(o.parameters);
  spec.options = parse_options(o.options);
  identify(run, problem, method);
  return run;
}

int ensemble(EnsembleOptions const& options) {
  auto const& problem = find_problem(options.problem);
  auto const& method = applicable_method(problem, options.integrator);
  if (!method.ensemble)
    throw InvalidInput(fmt::format("{} does not run ensembles", method.card.id));
  auto run = run_from(options, problem, method);
  OrbitRange range{0, run.spec.orbits};
  if (options.shard) range = range_of(*options.shard, run.spec.orbits);
  bool const whole = range.size() == run.spec.orbits;
  auto const& figure = options.orbits_shown.figure;
  if (figure && !whole)
    throw InvalidInput("--figure requires the whole ensemble and cannot be combined with --shard");
  auto* const table = caller() ? caller()->table : nullptr;
  bool const orbits_shown = options.orbits_shown.asked();
  run.spec.final_states = options.final_states || table;
  if (run.spec.final_states && (options.checkpoint || orbits_shown))
    throw InvalidInput(
        "--final cannot be combined with --checkpoint, whose pieces hold statistics only, nor with "
        "--section and --lyapunov");
  if (orbits_shown && options.checkpoint)
    throw InvalidInput(
        "--checkpoint cannot be combined with per-orbit output (--section, --lyapunov)");
  if (orbits_shown && options.invariant)
    throw InvalidInput("--invariant applies to statistics, not to --section and --lyapunov");
  if (orbits_shown) {
    auto const failed =
        observe_orbits(problem.card, method, run, range, options.orbits_shown, options.json);
    return options.strict ? strict_status(failed) : 0;
  }
  // All input is checked before a folder is created.
  auto check = run.spec;
  check.check_only = true;
  method.ensemble(check);
  require_memory(run.spec, range.size(), options.checkpoint || !whole,
                 run.spec.final_states ? problem.size + problem.dof : 0);
  std::optional<PictureFile> picture;
  if (figure) picture.emplace(*figure);
  if (options.checkpoint) open_checkpoint(*options.checkpoint);
  std::optional<TableFile> file;
  if (options.final_states) file.emplace(*options.final_states, "--final");
  std::vector<double> final_states;
  Progress progress(fmt::format("{} orbits of {}, {}", range.size(), run.problem, run.integrator));
  auto const shard =
      with_checkpoint(run, range, options.checkpoint, [&](OrbitRange const& piece) -> Shard {
        auto spec = run.spec;
        spec.first = piece.first;
        spec.last = piece.last;
        spec.progress = [&](double done) {
          auto const orbits = static_cast<double>(piece.first - range.first) +
                              done * static_cast<double>(piece.size());
          progress(orbits / static_cast<double>(range.size()));
        };
        auto result = method.ensemble(spec);
        final_states = std::move(result.final_state);
        return {run, piece, std::move(result.part)};
      });
  for (auto* sink : {static_cast<TableSink*>(file ? &*file : nullptr), table})
    if (sink) write_final_states(*sink, problem.card, run.spec, range.first, final_states);
  if (file) file->finish(json_head(run));
  if (picture) picture->finish(statistics_panels(picture->sheet(), run, result_of(shard)));
  if (options.json && !whole)
    print_text(text_of(shard));
  else
    show_statistics(shard, options.json);
  return options.strict ? strict_status(shard.part.total().failed) : 0;
}

struct MergeOptions {
  std::vector<std::string> files;
  bool strict = false, json = false;
};

int merge(MergeOptions const& options) {
  if (options.files.empty()) throw InvalidInput("merge needs the files of an ensemble's shards");
  auto const whole = merged({options.files.begin(), options.files.end()});
  show_statistics(whole, options.json);
  return options.strict ? strict_status(whole.part.total().failed) : 0;
}
}  // namespace

void add_ensemble(CommandLine& line) {
  auto const o = std::make_shared<EnsembleOptions>();
  auto& verb = line.verb(
      "ensemble", "Compute statistics of the errors of invariants over many initial conditions",
      [o] { return ensemble(*o); });
  verb.shared_argument("PROBLEM", o->problem);
  verb.shared_argument("INTEGRATOR", o->integrator);
  verb.option("--orbits", "M", o->orbits, "Number of orbits (default: all rows of --starts)");
  verb.shared("--step", o->step);
  verb.option("--until", "T", o->until, "Take round(T/H) steps");
  verb.option("--energy", "E", o->energy, "Energy of all sampled initial conditions");
  verb.option("--seed", "S", o->seed, "Seed; together with its number it determines an orbit");
  verb.option("--starts", "FILE.csv", o->starts,
              "Given initial conditions: a line of names, then a row per orbit");
  verb.option("--invariant", "NAME", o->invariant,
              "Invariant for statistics besides the energy, see `show PROBLEM`");
  verb.option("--every", "K", o->every, "Statistics at every K-th step (default: about 100 times)");
  verb.shared("--threads", o->threads);
  verb.option(
      "--shard", "i/N", o->shard,
      "Part i of N of the orbits, for processes and machines; --json prints input for `merge`");
  verb.option(
      "--checkpoint", "DIR", o->checkpoint,
      "Save finished pieces in DIR; a rerun, also of another shard, computes only the others");
  verb.option("--final", "FILE", o->final_states,
              "Write the final state of each orbit to FILE.csv, .npy or .json");
  verb.shared("--section", o->orbits_shown.section);
  verb.shared("--crossing", o->orbits_shown.crossing);
  verb.option("--columns", "A,B,..", o->orbits_shown.columns,
              "Components of a crossing (default: all)");
  verb.option("--output", "FILE", o->orbits_shown.output,
              "Write the crossings to FILE.csv or .npy");
  verb.shared("--figure", o->orbits_shown.figure);
  verb.flag("--lyapunov", o->orbits_shown.lyapunov,
            "Compute instead the largest Lyapunov exponent of each orbit");
  verb.shared("--set", o->parameters);
  verb.shared("--option", o->options);
  verb.shared("--strict", o->strict);
  verb.shared("--json", o->json);
}

void add_merge(CommandLine& line) {
  auto const o = std::make_shared<MergeOptions>();
  auto& verb = line.verb("merge", "Merge the shards of an ensemble and print its statistics",
                         [o] { return merge(*o); });
  verb.arguments("FILE", o->files, "Files printed by `ensemble --shard i/N --json`, all N of them");
  verb.shared("--strict", o->strict);
  verb.shared("--json", o->json);
}

}  // namespace rattleback
