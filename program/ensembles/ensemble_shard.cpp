#include "program/ensembles/ensemble_shard.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/files/files.hpp"
#include "base/input.hpp"
#include "base/invalid_input.hpp"
#include "program/interface/interruption.hpp"
#include "program/interface/messages.hpp"
#include "program/results/identity.hpp"

namespace rattleback {

namespace fs = std::filesystem;

namespace {
using nlohmann::json;
using Node = EnsemblePart::Node;

constexpr std::string_view seal = ",\"sha256\":\"", seal_end = "\"}\n";
constexpr std::size_t tail_size = seal.size() + 64 + seal_end.size();

std::string tail_of(std::string_view text) {
  return fmt::format("{}{}{}", seal, sha256_text(text), seal_end);
}

/// Returns numbers as JSON; non-finite numbers as texts.
json numbers(std::vector<double> const& values) {
  json all = json::array();
  for (double x : values) all.push_back(std::isfinite(x) ? json(x) : json(decimal(x)));
  return all;
}

json json_of(Node const& node) {
  json moments = json::array();
  for (auto const& m : node.at_time)
    for (double const x : {m.mean, m.second, m.third, m.fourth}) moments.push_back(x);
  return {{"level", node.level},
          {"index", node.index},
          {"counted", node.counted},
          {"failed", node.failed},
          {"moments", std::move(moments)}};
}

json json_of(Histogram const& histogram) {
  json bins = json::array();
  for (auto const& bin : histogram.bins()) {
    bins.push_back(static_cast<long>(bin.number));
    bins.push_back(static_cast<long>(bin.count));
  }
  return bins;
}

// ---- reading: a text with a correct hash may still be forged ----

/// Returns a whole number within bounds.
long whole(json const& value, char const* name, long least, long most) {
  if (!value.is_number_integer() || value.get<long>() < least || value.get<long>() > most)
    throw InvalidInput(
        fmt::format("{} is {}, not a whole number from {} to {}", name, value.dump(), least, most));
  return value.get<long>();
}

EnsembleRun run_from(json const& object) {
  constexpr long any = std::numeric_limits<long>::max();
  EnsembleRun run{object.at("problem"), object.at("integrator"), {}, object.at("starts"), object};
  auto& spec = run.spec;
  spec.orbits = whole(object.at("orbits"), "orbits", 1, EnsemblePart::most_orbits);
  spec.step = object.at("step");
  spec.steps = whole(object.at("steps"), "steps", 1, any);
  spec.every = whole(object.at("every"), "every", 1, any);
  spec.energy = object.at("energy");
  spec.seed = object.at("seed");
  spec.invariant = object.at("invariant");
  return run;
}

Node node_from(json const& object) {
  Node node;
  node.level = static_cast<int>(whole(object.at("level"), "level", 0, EnsemblePart::last_level));
  long const size = 1L << node.level;
  node.index = whole(object.at("index"), "index", 0, EnsemblePart::most_orbits / size - 1);
  node.counted = whole(object.at("counted"), "counted", 0, size);
  node.failed = whole(object.at("failed"), "failed", size - node.counted, size - node.counted);
  auto const moments = object.at("moments").get<std::vector<double>>();
  if (moments.size() % 4 != 0) throw InvalidInput("moments are not four numbers per time");
  for (std::size_t i = 0; i < moments.size(); i += 4)
    node.at_time.push_back({moments[i], moments[i + 1], moments[i + 2], moments[i + 3]});
  return node;
}

Shard shard_from_json(json const& object) {
  Shard shard{run_from(object.at("shard_of")), {}, {}};
  auto const& spec = shard.run.spec;
  shard.range.first = whole(object.at("first"), "first", 0, spec.orbits - 1);
  shard.range.last = whole(object.at("last"), "last", shard.range.first + 1, spec.orbits);
  auto const& histograms = object.at("histograms");
  auto const times = static_cast<double>(spec.steps / spec.every) + 1;
  if (static_cast<double>(histograms.size()) != times * spec.quantities())
    throw InvalidInput(fmt::format("{} histograms do not match {} steps, sampled at every {}",
                                   histograms.size(), spec.steps, spec.every));
  shard.part = EnsemblePart(histograms.size());
  for (auto const& node : object.at("nodes")) shard.part.add(node_from(node));
  if (!shard.part.covers(shard.range.first, shard.range.last))
    throw InvalidInput("the nodes are not the orbits of its range");
  long const counted = shard.part.total().counted;
  for (std::size_t k = 0; k < histograms.size(); ++k) {
    Histogram histogram;
    auto const& bins = histograms[k];
    for (std::size_t i = 0; i < bins.size(); i += 2)
      histogram.add(
          static_cast<int>(whole(bins[i], "bin", -Histogram::last_bin, Histogram::last_bin)),
          whole(bins.at(i + 1), "count", 1, counted));
    if (histogram.total() != counted)
      throw InvalidInput(fmt::format("the histogram of time {} contains {} orbits of {}", k,
                                     histogram.total(), counted));
    shard.part.add(k, histogram);
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
  json nodes = json::array(), histograms = json::array();
  for (auto const& entry : shard.part.nodes()) nodes.push_back(json_of(entry.second));
  for (auto const& histogram : shard.part.histograms()) histograms.push_back(json_of(histogram));
  auto text = json{{"shard_of", identity_of(shard.run)},
                   {"first", shard.range.first},
                   {"last", shard.range.last},
                   {"nodes", std::move(nodes)},
                   {"histograms", std::move(histograms)},
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
    auto const object = json::parse(text);
    auto const& identity = object.at("shard_of");
    if (identity.value("identity_version", 0) != identity_version)
      throw InvalidInput("stored by another version of the program");
    if (auto const other = differences_from_program(identity); !other.empty())
      throw InvalidInput("from another build: " + other);
    return shard_from_json(object);
  } catch (json::exception const&) {
    throw InvalidInput(fmt::format("'{}' is not a shard of an ensemble", source));
  } catch (InvalidInput const& invalid) {
    throw InvalidInput(
        fmt::format("'{}' is not a shard of such an ensemble: {}", source, invalid.what()));
  }
}

Shard read_shard(std::filesystem::path const& path) {
  return shard_from(text_in(path), path.string());
}

std::string differences_of(EnsembleRun const& one, EnsembleRun const& other) {
  return differences(identity_of(one), identity_of(other));
}

Shard merged(std::vector<std::filesystem::path> const& paths) {
  auto whole = read_shard(paths.front());
  for (std::size_t i = 1; i < paths.size(); ++i) {
    auto const shard = read_shard(paths[i]);
    if (auto const other = differences_of(whole.run, shard.run); !other.empty())
      throw InvalidInput(fmt::format("'{}' and '{}' are parts of different runs: {}",
                                     paths.front().string(), paths[i].string(), other));
    try {
      whole.part.add(shard.part);
    } catch (InvalidInput const& invalid) {
      throw InvalidInput(fmt::format("'{}': {}", paths[i].string(), invalid.what()));
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

// ---- checkpoint: a folder of shards ----

namespace {
std::string name_of(OrbitRange range) {
  return fmt::format("orbits-{}-{}.json", range.first, range.last);
}

/// Returns disjoint ranges of the shards in a folder that lie within a range.
std::vector<OrbitRange> stored_ranges(fs::path const& folder, OrbitRange range) {
  std::vector<OrbitRange> found;
  for (auto const& entry : fs::directory_iterator(folder)) {
    OrbitRange stored;
    auto const name = entry.path().filename().string();
    if (std::sscanf(name.c_str(), "orbits-%ld-%ld", &stored.first, &stored.last) == 2 &&
        name == name_of(stored) && range.first <= stored.first && stored.last <= range.last)
      found.push_back(stored);
  }
  std::sort(found.begin(), found.end(),
            [](auto const& a, auto const& b) { return a.first < b.first; });
  long next = 0;
  std::erase_if(found, [&](auto const& stored) {
    return stored.first < next || ((next = stored.last), false);
  });
  return found;
}

/// Adds the shard in a file; a shard that does not fit is left out, with a note.
void add_stored(Shard& whole, fs::path const& path, OrbitRange range) {
  try {
    if (fs::symlink_status(path).type() != fs::file_type::regular)
      throw InvalidInput(fmt::format("'{}' is not a regular file", path.string()));
    auto const shard = read_shard(path);
    if (auto const other = differences_of(shard.run, whole.run); !other.empty())
      throw InvalidInput(fmt::format("'{}' belongs to another run: {}", path.string(), other));
    if (shard.range.first != range.first || shard.range.last != range.last)
      throw InvalidInput(fmt::format("'{}' contains orbits {} to {}", path.string(),
                                     shard.range.first, shard.range.last - 1));
    whole.part.add(shard.part);
  } catch (std::runtime_error const& reason) {  // InvalidInput, IoError
    print_message(fmt::format("note: {}; it is computed again", reason.what()));
  }
}

/// Returns the orbits of a range that a part lacks, cut at multiples of a 256th of the ensemble.
std::vector<OrbitRange> missing(EnsemblePart const& part, OrbitRange range, long orbits) {
  constexpr long least = 64, pieces = 256;
  long const size = least * std::max(1L, (orbits / pieces + least - 1) / least);
  std::vector<OrbitRange> all;
  auto const add = [&](long first, long last) {
    for (long end; first < last; first = end) {
      end = std::min(last, (first / size + 1) * size);
      all.push_back({first, end});
    }
  };
  for (auto const& [first, node] : part.nodes()) {
    add(range.first, first);
    range.first = node.last();
  }
  add(range.first, range.last);
  return all;
}
}  // namespace

void open_checkpoint(fs::path const& folder) {
  std::error_code failed, ignored;
  fs::create_directories(folder, failed);
  if (!fs::is_directory(folder, ignored))
    throw_io_error(fmt::format("--checkpoint: cannot create the folder '{}'", folder.string()),
                   failed ? failed.value() : ENOTDIR);
  if (::access(folder.c_str(), R_OK | W_OK | X_OK) != 0)
    throw_io_error(fmt::format("--checkpoint: cannot write into '{}'", folder.string()));
}

Shard with_checkpoint(EnsembleRun const& run, OrbitRange range,
                      std::optional<fs::path> const& folder, ComputeShard const& compute) {
  if (!folder) return compute(range);
  auto const& spec = run.spec;
  auto const times = static_cast<std::size_t>((spec.steps / spec.every + 1) * spec.quantities());
  Shard whole{run, range, EnsemblePart(times)};
  for (auto const& stored : stored_ranges(*folder, range))
    add_stored(whole, *folder / name_of(stored), stored);
  for (auto const& piece : missing(whole.part, range, spec.orbits)) {
    throw_if_interrupted();
    auto const shard = compute(piece);
    auto const path = *folder / name_of(piece);
    // A link in the place of a piece is removed, because writing would follow the link.
    std::error_code failed;
    if (fs::symlink_status(path, failed).type() == fs::file_type::symlink) fs::remove(path, failed);
    write_atomically(path, text_of(shard));
    whole.part.add(shard.part);
  }
  return whole;
}

}  // namespace rattleback
