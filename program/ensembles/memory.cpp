#include "program/ensembles/memory.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

namespace rattleback {

namespace {
namespace fs = std::filesystem;

constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();

/// Returns the rest of a limit.
std::uint64_t rest(std::uint64_t limit, std::uint64_t used) {
  return limit > used ? limit - used : 0;
}

/// Returns the number in a file; empty if the file is missing or contains a word such as "max".
std::optional<std::uint64_t> number_in(fs::path const& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return {};
}

/// Returns the number after `name` at the beginning of a line; 0 if there is none.
std::uint64_t number_after(std::string const& name, fs::path const& path) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string first;
    std::uint64_t number = 0;
    if (words >> first >> number && first == name) return number;
  }
  return 0;
}

/// Files of a version of control groups. The usage there includes pages of inactive files, which
/// the system reclaims when memory is needed.
struct GroupFiles {
  char const *folder, *limit, *usage, *reclaimable;
};
constexpr GroupFiles version_1{"sys/fs/cgroup/memory", "memory.limit_in_bytes",
                               "memory.usage_in_bytes", "total_inactive_file"};
constexpr GroupFiles version_2{"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};

/// Returns what a group and its parents leave. In a container the path may be that of the host, and
/// only the outermost folder exists.
std::uint64_t left_by_groups(fs::path const& root, GroupFiles const& files, fs::path group) {
  std::uint64_t left = unlimited;
  for (;; group = group.parent_path()) {
    auto const folder = root / files.folder / group.relative_path();
    if (auto const limit = number_in(folder / files.limit)) {
      auto const usage = number_in(folder / files.usage).value_or(0);
      left = std::min(
          left, rest(*limit, rest(usage, number_after(files.reclaimable, folder / "memory.stat"))));
    }
    if (!group.has_relative_path()) return left;
  }
}

std::uint64_t left_by_groups(fs::path const& root) {
  std::uint64_t left = unlimited;
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    auto const first = line.find(':'), second = line.find(':', first + 1);
    if (second == line.npos) continue;
    auto const controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    auto const group = line.substr(second + 1);
    if (controllers == ",,")
      left = std::min(left, left_by_groups(root, version_2, group));
    else if (controllers.find(",memory,") != controllers.npos)
      left = std::min(left, left_by_groups(root, version_1, group));
  }
  return left;
}

std::uint64_t left_by_address_space(fs::path const& root) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  auto const pages = number_in(root / "proc/self/statm").value_or(0);
  return rest(limit.rlim_cur, pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)));
}
}  // namespace

std::uint64_t available_memory(fs::path const& root) {
  auto const free_kib = number_after("MemAvailable:", root / "proc/meminfo");
  return std::min({free_kib > 0 ? 1024 * free_kib : unlimited, left_by_groups(root),
                   left_by_address_space(root)});
}

std::string bytes_in_words(double bytes) {
  constexpr std::array units{"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < units.size()) {
    bytes /= 1000;
    ++unit;
  }
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

}  // namespace rattleback
