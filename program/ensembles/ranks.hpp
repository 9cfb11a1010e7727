#pragma once

#include <functional>
#include <string>
#include <vector>

namespace rattleback {

/// The processes that mpirun started together; just this one without it, or in a build without MPI.
/// Make one, on every rank, before anything that may throw.
///
/// An exception on one rank ends all: this object's end waits for no other rank then, the message
/// of the exception is printed as ever, and the end of the process takes all others with it, with
/// its exit status. Where several ranks of one machine fail, one of them speaks.
class Ranks {
 public:
  Ranks();
  ~Ranks();
  Ranks(Ranks const&) = delete;
  Ranks& operator=(Ranks const&) = delete;

  int rank() const { return rank_; }
  int count() const { return count_; }
  /// How many of them share this machine.
  int on_this_machine() const { return on_this_machine_; }

  /// This rank's share of a list: neighbours, as many as on the other ranks.
  template <class T>
  std::vector<T> share_of(std::vector<T> const& all) const {
    auto const cut = [&](int rank) {
      return all.begin() + static_cast<long>(all.size()) * rank / count_;
    };
    return {cut(rank_), cut(rank_ + 1)};
  }
  /// Hands the texts of the other ranks to `take` on rank 0, in the order of ranks; sends `text` to
  /// it elsewhere. All ranks wait here.
  void collect(std::string const& text, std::function<void(std::string const&)> const& take) const;

 private:
  int rank_ = 0, count_ = 1, on_this_machine_ = 1;
  int exceptions_;  ///< in flight when it was made
};

}  // namespace rattleback
