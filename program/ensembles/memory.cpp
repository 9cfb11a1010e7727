#include "program/ensembles/memory.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

#include "base/invalid_input.hpp"

namespace rattleback {

namespace {
/// Returns the number after a name in a file, or the first number without a name; `otherwise` if
/// there is none.
double number_in(std::filesystem::path const& path, std::string const& name, double otherwise) {
  std::ifstream file(path);
  std::string word;
  double number = 0;
  while (!name.empty() && word != name && file >> word) {
  }
  return file >> number ? number : otherwise;
}

/// Files of a control group, as containers of versions 2 and 1 have them. The usage includes pages
/// of inactive files, which the system reclaims when memory is needed.
constexpr std::array<std::array<char const*, 4>, 2> group_files{
    {{"sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory.current", "sys/fs/cgroup/memory.stat",
      "inactive_file"},
     {"sys/fs/cgroup/memory/memory.limit_in_bytes", "sys/fs/cgroup/memory/memory.usage_in_bytes",
      "sys/fs/cgroup/memory/memory.stat", "total_inactive_file"}}};
}  // namespace

double available_memory(std::filesystem::path const& root) {
  constexpr double unlimited = 1e30;
  double left = 1024 * number_in(root / "proc/meminfo", "MemAvailable:", unlimited);
  for (auto const& [limit, usage, statistics, reclaimable] : group_files)
    left = std::min(left, number_in(root / limit, "", unlimited) - number_in(root / usage, "", 0) +
                              number_in(root / statistics, reclaimable, 0));
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    left = std::min(left, static_cast<double>(limit.rlim_cur) -
                              number_in(root / "proc/self/statm", "", 0) *
                                  static_cast<double>(::sysconf(_SC_PAGESIZE)));
  return std::max(left, 0.0);
}

void require_memory(EnsembleSpec& spec, long orbits, bool as_text, long final_numbers) {
  constexpr double together = 32;  // largest number of orbits in a batch of one thread
  constexpr double steps_between_crossings = 20;
  auto const count = static_cast<double>(orbits), levels = 2 + std::log2(count);
  auto const times = (static_cast<double>(spec.steps / spec.every) + 1) * spec.quantities();
  // Most values are near the typical size, fewer in each octave below it. Measured, with a margin.
  double const bins = std::min(count, 64 * (6 + std::log2(count)));
  double const at_a_time = 1000 + sizeof(Moments) * levels + 1.5 * sizeof(Histogram::Bin) * bins +
                           std::min<double>(spec.threads, count) * 16 * together +
                           (as_text ? 64 * bins + 200 * levels : 0);
  double const of_an_orbit =
      120.0 + 32.0 * static_cast<double>(final_numbers) +
      (spec.section ? 16 * (1 + static_cast<double>(spec.steps) / steps_between_crossings) *
                          (1 + static_cast<double>(spec.section_columns.size()))
                    : 0);
  auto const check = [available = available_memory()](std::string const& work, double bytes) {
    if (bytes > available)
      throw InvalidInput(fmt::format(
          "memory: {} need {:.3g} GB, but only {:.3g} GB are available; reduce --orbits, or sample "
          "less often (--every)",
          work, bytes / 1e9, available / 1e9));
  };
  check(fmt::format("{} orbits at {} times", orbits, spec.steps / spec.every + 1),
        10e6 + times * at_a_time + count * of_an_orbit);
  spec.grown = [check](std::size_t bytes, double) {
    check("the statistics and crossings", static_cast<double>(bytes));
  };
}

}  // namespace rattleback
