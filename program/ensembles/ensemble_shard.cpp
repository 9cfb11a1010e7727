#include "program/ensembles/ensemble_shard.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "base/input.hpp"
#include "base/invalid_input.hpp"
#include "program/results/identity.hpp"
#include "reports/results/manifest.hpp"

namespace rattleback {

namespace {
using nlohmann::json;
using Node = EnsemblePart::Node;

// ---- writing ----

/// Returns numbers as JSON; non-finite numbers as texts.
json numbers(std::vector<double> const& values) {
  json all = json::array();
  for (double x : values) all.push_back(std::isfinite(x) ? json(x) : json(decimal(x)));
  return all;
}

/// Appends the shortest decimal with a decimal point, because the integer -0 would lose its sign.
void append(std::string& text, double x) {
  auto const begin = text.size();
  text += decimal(x);
  if (text.find_first_of(".e", begin) == text.npos) text += ".0";
}

void append(std::string& text, Node const& node) {
  text += fmt::format(R"({{"level":{},"index":{},"counted":{},"failed":{},"moments":[)", node.level,
                      node.index, node.counted, node.failed);
  for (auto const& m : node.at_time)
    for (double const x : {m.mean, m.second, m.third, m.fourth}) {
      append(text, x);
      text += ',';
    }
  text.back() = ']';
  text += '}';
}

void append(std::string& text, Histogram const& histogram) {
  text += '[';
  for (auto const& bin : histogram.bins())
    text += fmt::format("{},{},", static_cast<int>(bin.number), static_cast<long>(bin.count));
  if (text.back() == ',')
    text.back() = ']';
  else
    text += ']';
}

template <class All>
void append_all(std::string& text, char const* name, All const& all) {
  text += fmt::format(",\"{}\":[", name);
  bool first = true;
  for (auto const& one : all) {
    if (!first) text += ',';
    first = false;
    append(text, one);
  }
  text += ']';
}

constexpr std::string_view seal = ",\"sha256\":\"", seal_end = "\"}\n";
constexpr std::size_t tail_size = seal.size() + 64 + seal_end.size();

std::string tail_of(std::string_view text) {
  return fmt::format("{}{}{}", seal, reports::sha256_text(text), seal_end);
}

// ---- reading: a text with a correct hash may still be forged ----

/// Exception for an invalid value, with its description.
struct ShardError {
  std::string what;
};

constexpr long any = std::numeric_limits<long>::max();

long whole(json const& object, char const* name, long least, long most) {
  auto const& value = object.at(name);
  if (!value.is_number_integer() ||
      (value.is_number_unsigned() && value.get<std::uint64_t>() > any))
    throw ShardError{fmt::format("{} is not a whole number", name)};
  auto const number = value.get<long>();
  if (number < least || number > most)
    throw ShardError{fmt::format("{} is {}, not {} to {}", name, number, least, most)};
  return number;
}

double finite(json const& value, char const* name) {
  if (!value.is_number() || !std::isfinite(value.get<double>()))
    throw ShardError{fmt::format("{} is not a finite number", name)};
  return value.get<double>();
}

EnsembleRun run_from(json const& object) {
  EnsembleRun run{object.at("problem").get<std::string>(),
                  object.at("integrator").get<std::string>(),
                  {},
                  object.at("starts").get<std::string>(),
                  object};
  auto& spec = run.spec;
  spec.orbits = whole(object, "orbits", 1, EnsemblePart::most_orbits);
  spec.step = finite(object.at("step"), "step");
  spec.steps = whole(object, "steps", 1, any);
  spec.every = whole(object, "every", 1, any);
  spec.energy = finite(object.at("energy"), "energy");
  if (!object.at("seed").is_number_unsigned()) throw ShardError{"seed is not a whole number >= 0"};
  spec.seed = object.at("seed");
  spec.invariant = object.at("invariant").get<std::string>();
  if (!(spec.step > 0)) throw ShardError{"step is not > 0"};
  return run;
}

Node node_from(json const& object) {
  Node node;
  node.level = static_cast<int>(whole(object, "level", 0, EnsemblePart::last_level));
  long const size = 1L << node.level;
  node.index = whole(object, "index", 0, EnsemblePart::most_orbits / size - 1);
  node.counted = whole(object, "counted", 0, size);
  node.failed = whole(object, "failed", 0, size);
  if (node.counted + node.failed != size)
    throw ShardError{fmt::format("{} counted and {} failed orbits do not add up to {}",
                                 node.counted, node.failed, size)};
  auto const& moments = object.at("moments");
  if (!moments.is_array() || moments.size() % 4 != 0)
    throw ShardError{"moments are not four numbers per time"};
  for (std::size_t i = 0; i < moments.size(); i += 4) {
    Moments m;
    m.mean = finite(moments[i], "a mean");
    m.second = finite(moments[i + 1], "a second moment");
    m.third = finite(moments[i + 2], "a third moment");
    m.fourth = finite(moments[i + 3], "a fourth moment");
    if (m.second < 0 || m.fourth < 0) throw ShardError{"an even moment is negative"};
    node.at_time.push_back(m);
  }
  return node;
}

Histogram histogram_from(json const& array) {
  if (array.size() % 2 != 0) throw ShardError{"a histogram is not a list of bins and counts"};
  Histogram histogram;
  long previous = -Histogram::last_bin - 1, total = 0;
  for (std::size_t i = 0; i < array.size(); i += 2) {
    json const pair = {{"bin", array[i]}, {"count", array[i + 1]}};
    previous = whole(pair, "bin", previous + 1, Histogram::last_bin);
    long const count = whole(pair, "count", 1, EnsemblePart::most_orbits - total);
    total += count;
    histogram.add(static_cast<int>(previous), count);
  }
  return histogram;
}

/// Parser callback that extracts nodes and histograms while an object is parsed: as JSON they would
/// need ten times their memory.
class ShardReader {
 public:
  using Event = json::parse_event_t;
  bool operator()(int depth, Event event, json& parsed) {
    if (depth > 4) throw ShardError{"the object is nested too deep"};
    if (event == Event::key) {
      if (depth == 1) key_ = parsed;
      names_.resize(static_cast<std::size_t>(depth));
      if (!names_.back().insert(parsed).second)
        throw ShardError{fmt::format("{} appears twice", parsed.dump())};
    }
    if (event == Event::object_end) names_.resize(static_cast<std::size_t>(depth));
    bool const is_entry = depth == 2 && (event == Event::object_end || event == Event::array_end);
    if (is_entry && key_ == "nodes") {
      nodes.push_back(node_from(parsed));
      return false;
    }
    if (is_entry && key_ == "histograms") {
      if (!parsed.is_array()) throw ShardError{"a histogram is not a list of bins and counts"};
      histograms.push_back(histogram_from(parsed));
      return false;
    }
    // The statistics printed with the shard are ignored.
    return event != Event::value || depth != 2 || key_ == "shard_of" || key_ == "nodes" ||
           key_ == "histograms";
  }

  std::vector<Node> nodes;
  std::vector<Histogram> histograms;

 private:
  std::string key_;                           ///< current key of the outermost object
  std::vector<std::set<std::string>> names_;  ///< keys of the enclosing objects
};

Shard shard_from_parsed(json const& object, ShardReader& reader) {
  Shard shard{run_from(object.at("shard_of")), {}, {}};
  auto const& spec = shard.run.spec;
  auto& [first, last] = shard.range;
  first = whole(object, "first", 0, spec.orbits - 1);
  last = whole(object, "last", first + 1, spec.orbits);
  for (char const* list : {"nodes", "histograms"})
    if (!object.at(list).is_array() || !object.at(list).empty())
      throw ShardError{fmt::format("{} contain invalid entries", list)};
  auto const quantities = static_cast<std::size_t>(spec.quantities());
  if (reader.histograms.size() % quantities != 0 ||
      reader.histograms.size() / quantities - 1 !=
          static_cast<std::size_t>(spec.steps / spec.every))
    throw ShardError{fmt::format("{} histograms do not match {} steps, sampled at every {}",
                                 reader.histograms.size(), spec.steps, spec.every)};
  shard.part = EnsemblePart(reader.histograms.size());
  for (auto& node : reader.nodes) {
    if (node.first() < first || node.last() > last)
      throw ShardError{
          fmt::format("orbits {} to {} are outside its range", node.first(), node.last() - 1)};
    try {
      shard.part.add(std::move(node));
    } catch (InvalidInput const& misuse) {
      throw ShardError{misuse.what()};
    }
  }
  if (!shard.part.covers(first, last)) throw ShardError{"orbits of its range are missing"};
  long counted = 0;
  for (auto const& entry : shard.part.nodes()) counted += entry.second.counted;
  for (std::size_t k = 0; k < reader.histograms.size(); ++k) {
    if (reader.histograms[k].total() != counted)
      throw ShardError{fmt::format("the histogram of time {} contains {} orbits of {}", k,
                                   reader.histograms[k].total(), counted)};
    shard.part.add(k, reader.histograms[k]);
  }
  return shard;
}

}  // namespace

std::string sealed(std::string object) {
  auto const end = tail_of(object);
  return std::move(object) + end;
}

std::string text_of(Shard const& shard) {
  auto const result = result_of(shard);
  auto text = json{{"shard_of", identity_of(shard.run)},
                   {"first", shard.range.first},
                   {"last", shard.range.last},
                   // Statistics of the shard, which `merge` ignores.
                   {"orbits", shard.range.size()},
                   {"step", shard.run.spec.step},
                   {"times", result.times},
                   {"mean", numbers(result.mean)},
                   {"variance", numbers(result.variance)},
                   {"kurtosis", numbers(result.kurtosis)},
                   {"failed", result.failed}}
                  .dump();
  text.pop_back();
  std::vector<Node> nodes;
  for (auto const& entry : shard.part.nodes()) nodes.push_back(entry.second);
  append_all(text, "nodes", nodes);
  append_all(text, "histograms", shard.part.histograms());
  return sealed(std::move(text));
}

Shard shard_from(std::string const& text, std::string const& source) {
  auto const end = text.size() < tail_size ? text.npos : text.size() - tail_size;
  if (end == text.npos || text.compare(end, seal.size(), seal) != 0)
    throw InvalidInput(fmt::format("'{}' is not a complete shard of an ensemble", source));
  if (text.compare(end, tail_size, tail_of(std::string_view(text).substr(0, end))) != 0)
    throw InvalidInput(
        fmt::format("'{}' is damaged: its content does not match its SHA-256", source));
  try {
    ShardReader reader;
    auto const object = json::parse(text, std::ref(reader));
    auto const& identity = object.at("shard_of");
    if (identity.value("identity_version", 0) != identity_version)
      throw InvalidInput(
          fmt::format("'{}' was stored by another version of the program, without the required "
                      "identity of its problem and method",
                      source));
    if (auto const other = differences_from_program(identity); !other.empty())
      throw InvalidInput(fmt::format("'{}' is from another build: {}", source, other));
    return shard_from_parsed(object, reader);
  } catch (json::exception const&) {
    throw InvalidInput(fmt::format("'{}' is not a shard of an ensemble", source));
  } catch (ShardError const& wrong) {
    throw InvalidInput(fmt::format("'{}' is not a shard of an ensemble: {}", source, wrong.what));
  }
}

Shard read_shard(std::filesystem::path const& path) {
  return shard_from(text_in(path), path.string());
}

Shard merged(std::vector<std::filesystem::path> const& paths) {
  auto whole = read_shard(paths.front());
  auto const identity = identity_of(whole.run);
  for (std::size_t i = 1; i < paths.size(); ++i) {
    auto const shard = read_shard(paths[i]);
    if (auto const other = differences(identity, identity_of(shard.run)); !other.empty())
      throw InvalidInput(fmt::format("'{}' and '{}' are parts of different runs: {}",
                                     paths.front().string(), paths[i].string(), other));
    try {
      whole.part.add(shard.part);
    } catch (InvalidInput const& misuse) {
      throw InvalidInput(fmt::format("'{}': {}", paths[i].string(), misuse.what()));
    }
  }
  whole.range = {0, whole.run.spec.orbits};
  long next = 0;
  for (auto const& [first, node] : whole.part.nodes()) {
    if (first != next) break;
    next = node.last();
  }
  if (next != whole.range.last)
    throw InvalidInput(fmt::format("orbit {} of {} is in no shard", next, whole.range.last));
  return whole;
}

}  // namespace rattleback
