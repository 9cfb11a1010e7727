#include "program/ensembles/checkpoint.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "base/invalid_input.hpp"
#include "base/io_error.hpp"
#include "program/ensembles/ensemble_shard.hpp"
#include "program/results/identity.hpp"
#include "program/text/messages.hpp"
#include "reports/results/manifest.hpp"

namespace rattleback {

namespace fs = std::filesystem;

std::vector<OrbitRange> pieces_of(OrbitRange range, long orbits) {
  constexpr long least = 64, pieces = 256;
  long const size = least * std::max(1L, (orbits / pieces + least - 1) / least);
  std::vector<OrbitRange> all;
  for (long first = range.first; first < range.last;) {
    long const last = std::min(range.last, (first / size + 1) * size);
    all.push_back({first, last});
    first = last;
  }
  return all;
}

Checkpoint::Checkpoint(fs::path folder) : folder_(std::move(folder)) {
  std::error_code failed, ignored;
  fs::create_directories(folder_, failed);
  if (!fs::is_directory(folder_, ignored))
    throw_io_error(fmt::format("--checkpoint: cannot create the folder '{}'", folder_.string()),
                   failed ? failed.value() : ENOTDIR);
  if (::access(folder_.c_str(), R_OK | W_OK | X_OK) != 0)
    throw_io_error(fmt::format("--checkpoint: cannot write into '{}'", folder_.string()));
}

fs::path Checkpoint::path_of(OrbitRange range) const {
  return folder_ / fmt::format("orbits-{}-{}.json", range.first, range.last);
}

std::optional<Shard> Checkpoint::kept(EnsembleRun const& run, OrbitRange range) const {
  auto const path = path_of(range);
  std::error_code failed;
  auto const type = fs::symlink_status(path, failed).type();
  if (type == fs::file_type::not_found) return {};
  try {
    if (type != fs::file_type::regular)
      throw InvalidInput(fmt::format("'{}' is not a regular file", path.string()));
    auto piece = read_shard(path);
    if (auto const other = differences(identity_of(piece.run), identity_of(run)); !other.empty())
      throw InvalidInput(fmt::format("'{}' belongs to another run: {}", path.string(), other));
    if (piece.range.first != range.first || piece.range.last != range.last)
      throw InvalidInput(fmt::format("'{}' contains orbits {} to {}", path.string(),
                                     piece.range.first, piece.range.last - 1));
    return piece;
  } catch (std::runtime_error const& reason) {  // InvalidInput, IoError
    print_message(fmt::format("note: {}; it is computed again", reason.what()));
    return {};
  }
}

void Checkpoint::keep(Shard const& piece) const {
  auto const path = path_of(piece.range);
  // A link in the place of a piece is removed, because writing would follow the link.
  std::error_code failed;
  if (fs::symlink_status(path, failed).type() == fs::file_type::symlink) fs::remove(path, failed);
  reports::write_atomically(path, text_of(piece));
}

}  // namespace rattleback
