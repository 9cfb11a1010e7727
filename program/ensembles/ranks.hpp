#pragma once

#include <functional>
#include <string>
#include <vector>

namespace rattleback {

/// Processes of an mpirun; a single one without mpirun or in a build without MPI. Construct one on
/// every rank before any call that may throw.
///
/// An exception on one rank ends all ranks: the destructor then waits for no other rank, the
/// message of the exception is printed as usual, and the end of the process ends the other ranks
/// with its exit status. If several ranks of one machine fail, only one of them prints a message.
class Ranks {
 public:
  Ranks();
  ~Ranks();
  Ranks(Ranks const&) = delete;
  Ranks& operator=(Ranks const&) = delete;

  int rank() const { return rank_; }
  int count() const { return count_; }
  /// Returns the number of ranks on this machine.
  int on_this_machine() const { return on_this_machine_; }

  /// Returns this rank's part of a list: consecutive entries, equally many on each rank up to one.
  template <class T>
  std::vector<T> share_of(std::vector<T> const& all) const {
    auto const cut = [&](int rank) {
      return all.begin() + static_cast<long>(all.size()) * rank / count_;
    };
    return {cut(rank_), cut(rank_ + 1)};
  }
  /// Passes the texts of the other ranks to `take` on rank 0, in the order of ranks; other ranks
  /// send `text`. All ranks wait here.
  void collect(std::string const& text, std::function<void(std::string const&)> const& take) const;

 private:
  int rank_ = 0, count_ = 1, on_this_machine_ = 1;
  int exceptions_;  ///< number of exceptions in flight at construction
};

}  // namespace rattleback
