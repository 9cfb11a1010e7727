#include "program/ensembles/ranks.hpp"

#include "program/text/interruption.hpp"

#ifdef RATTLEBACK_MPI
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <new>
#endif

#include <cstdlib>
#include <exception>

namespace rattleback {

#ifdef RATTLEBACK_MPI

namespace {
/// True if started by Open MPI or the process manager of another implementation.
bool under_mpirun() {
  for (char const* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"})
    if (std::getenv(name)) return true;
  return false;
}

/// Flag in memory shared by all ranks of a machine: one of them has failed.
std::atomic<int>* failed_here = nullptr;
static_assert(std::atomic<int>::is_always_lock_free);

/// True if this is the first rank of its machine to fail, which prints for all. Idempotent.
bool fails_first() {
  static bool const first = !failed_here || failed_here->exchange(1) == 0;
  return first;
}

/// Limit of a message; its size is an int.
constexpr long longest_message = 1L << 30;

template <class Pass>
void in_messages(std::size_t size, Pass const& pass) {
  for (std::size_t at = 0; at < size; at += longest_message)
    pass(at, static_cast<int>(std::min<std::size_t>(longest_message, size - at)));
}
}  // namespace

Ranks::Ranks() : exceptions_(std::uncaught_exceptions()) {
  if (!under_mpirun()) return;  // avoids a third of a second of MPI initialisation
  MPI_Init(nullptr, nullptr);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &count_);
  if (count_ == 1) return;
  MPI_Comm machine;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  MPI_Comm_size(machine, &on_this_machine_);
  int rank = 0;
  MPI_Comm_rank(machine, &rank);
  // Window and communicator exist as long as the process.
  void* memory = nullptr;
  MPI_Win window;
  MPI_Win_allocate_shared(rank == 0 ? sizeof *failed_here : 0, 1, MPI_INFO_NULL, machine, &memory,
                          &window);
  MPI_Aint size = 0;
  int unit = 0;
  MPI_Win_shared_query(window, 0, &size, &unit, &memory);
  failed_here = static_cast<std::atomic<int>*>(memory);
  if (rank == 0) new (failed_here) std::atomic<int>(0);
  MPI_Barrier(machine);
  // A failing rank ends the others by a signal, which they must not report.
  let_others_say_interrupted(fails_first);
}

Ranks::~Ranks() {
  int began = 0;
  MPI_Initialized(&began);
  if (!began) return;
  if (std::uncaught_exceptions() == exceptions_) {
    // All ranks wait for each other here, while a rank may still fail.
    let_others_say_interrupted([] { return false; });
    MPI_Finalize();
    let_others_say_interrupted(nullptr);
    return;
  }
  // Another rank of this machine prints the message and is about to end this one.
  if (!fails_first()) ::sleep(10);
  // At exit, because the message of the exception comes first.
  ::on_exit([](int status, void*) { MPI_Abort(MPI_COMM_WORLD, status); }, nullptr);
}

void Ranks::collect(std::string const& text,
                    std::function<void(std::string const&)> const& take) const {
  if (count_ == 1) return;
  if (rank_ > 0) {
    long const size = static_cast<long>(text.size());
    MPI_Send(&size, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD);
    in_messages(text.size(), [&](std::size_t at, int length) {
      MPI_Send(text.data() + at, length, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    });
    return;
  }
  for (int rank = 1; rank < count_; ++rank) {
    long size = 0;
    MPI_Recv(&size, 1, MPI_LONG, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    std::string received(static_cast<std::size_t>(size), '\0');
    in_messages(received.size(), [&](std::size_t at, int length) {
      MPI_Recv(received.data() + at, length, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    });
    take(received);
  }
}

#else

Ranks::Ranks() : exceptions_(std::uncaught_exceptions()) {}
Ranks::~Ranks() = default;
void Ranks::collect(std::string const&, std::function<void(std::string const&)> const&) const {}

#endif

}  // namespace rattleback
