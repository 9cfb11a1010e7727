#pragma once
// A folder that keeps finished pieces of an ensemble.

#include <filesystem>
#include <optional>
#include <vector>

#include "program/ensembles/ensemble_run.hpp"

namespace rattleback {

/// The pieces that make up a range of an ensemble of so many orbits: the same however many
/// processes work on them.
std::vector<OrbitRange> pieces_of(OrbitRange range, long orbits);

/// Pieces in a folder, orbits-A-B.json each. Nothing else in the folder is read, written or
/// removed.
class Checkpoint {
 public:
  /// Makes the folder where it is missing. Throws FileFailure when it cannot be made or used.
  explicit Checkpoint(std::filesystem::path folder);

  /// The piece of this run that the folder holds. One that is damaged, cannot be read or belongs to
  /// another run or build counts as missing, which a note on stderr says.
  std::optional<Shard> kept(EnsembleRun const& run, OrbitRange range) const;
  /// Throws FileFailure when it cannot be written.
  void keep(Shard const& piece) const;

 private:
  std::filesystem::path path_of(OrbitRange range) const;
  std::filesystem::path const folder_;
};

}  // namespace rattleback
