#pragma once

#include <string>
#include <vector>

namespace rattleback {

/// The processes that mpirun started together; just this one without it, or in a build without MPI.
/// Make one at a time, and on every rank.
class Ranks {
 public:
  Ranks();
  ~Ranks();
  Ranks(Ranks const&) = delete;
  Ranks& operator=(Ranks const&) = delete;

  int rank() const { return rank_; }
  int count() const { return count_; }
  /// On rank 0 the texts of all ranks, one rank after the other; elsewhere none. A text has at most
  /// 2 GiB. All ranks wait here.
  std::vector<std::string> gathered(std::vector<std::string> const& texts) const;

  /// This process' rank, before and after as well.
  static int here();

 private:
  bool began_ = false;
  int rank_ = 0, count_ = 1;
};

}  // namespace rattleback
