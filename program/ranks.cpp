#include "program/ranks.hpp"

#ifdef RATTLEBACK_MPI
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>
#endif

#include <cstdlib>

namespace rattleback {

#ifdef RATTLEBACK_MPI

namespace {
/// Open MPI's, and the process managers' of other implementations.
char const* rank_variable() {
  for (char const* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"})
    if (char const* value = std::getenv(name)) return value;
  return nullptr;
}
}  // namespace

Ranks::Ranks() {
  if (!rank_variable()) return;  // MPI would take a third of a second to find out
  MPI_Init(nullptr, nullptr);
  began_ = true;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &count_);
}

Ranks::~Ranks() {
  if (began_) MPI_Finalize();
}

int Ranks::here() {
  char const* rank = rank_variable();
  return rank ? std::atoi(rank) : 0;
}

std::vector<std::string> Ranks::gathered(std::vector<std::string> const& texts) const {
  if (count_ == 1) return texts;
  if (rank_ > 0) {
    long const own = static_cast<long>(texts.size());
    MPI_Send(&own, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD);
    for (auto const& text : texts)
      MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    return {};
  }
  auto all = texts;
  for (int rank = 1; rank < count_; ++rank) {
    long count = 0;
    MPI_Recv(&count, 1, MPI_LONG, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (long i = 0; i < count; ++i) {
      MPI_Status status;
      int size = 0;
      MPI_Probe(rank, 0, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_CHAR, &size);
      all.emplace_back(static_cast<std::size_t>(size), '\0');
      MPI_Recv(all.back().data(), size, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  return all;
}

#else

Ranks::Ranks() = default;
Ranks::~Ranks() = default;
int Ranks::here() { return 0; }
std::vector<std::string> Ranks::gathered(std::vector<std::string> const& texts) const {
  return texts;
}

#endif

}  // namespace rattleback
