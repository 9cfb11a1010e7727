#include "program/ensembles/checkpoint.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "base/files/files.hpp"
#include "base/invalid_input.hpp"
#include "program/ensembles/ensemble_shard.hpp"
#include "program/interface/interruption.hpp"
#include "program/interface/messages.hpp"

namespace rattleback {

namespace fs = std::filesystem;

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
