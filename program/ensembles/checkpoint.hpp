#pragma once
// Folder of finished pieces of an ensemble.

#include <filesystem>
#include <optional>
#include <vector>

#include "program/ensembles/ensemble_run.hpp"

namespace rattleback {

/// Returns the pieces of a range of an ensemble of `orbits` orbits. The pieces do not depend on the
/// number of processes.
std::vector<OrbitRange> pieces_of(OrbitRange range, long orbits);

/// Folder of pieces, one file orbits-A-B.json each. No other file of the folder is read, written or
/// removed.
class Checkpoint {
 public:
  /// Creates the folder if it is missing. Throws IoError if it cannot be created or used.
  explicit Checkpoint(std::filesystem::path folder);

  /// Returns a piece of this run from the folder. A piece that is damaged, unreadable or of another
  /// run or build counts as missing, with a note on stderr.
  std::optional<Shard> kept(EnsembleRun const& run, OrbitRange range) const;
  /// Writes a piece. Throws IoError if it cannot be written.
  void keep(Shard const& piece) const;

 private:
  std::filesystem::path path_of(OrbitRange range) const;
  std::filesystem::path const folder_;
};

}  // namespace rattleback
