// Available memory, read from invented systems.

#include "program/ensembles/memory.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "reports/drawing/gnuplot.hpp"

namespace rattleback {
namespace {
namespace fs = std::filesystem;

TEST(AvailableMemory, EqualsTheLeastOfSystemAndControlGroup) {
  EXPECT_GT(available_memory(), 1e6);
  reports::ScratchFolder const scratch;
  fs::path const root = scratch.path();
  auto const write = [&](fs::path const& path, std::string const& text) {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
  };
  write("proc/meminfo", "MemTotal: 20000 kB\nMemFree: 1 kB\nMemAvailable:   10000 kB\n");
  EXPECT_EQ(available_memory(root), 10'240'000);
  write("sys/fs/cgroup/memory.max", "max\n");
  write("sys/fs/cgroup/memory.current", "5000\n");
  EXPECT_EQ(available_memory(root), 10'240'000);
  write("sys/fs/cgroup/memory.max", "9000\n");
  write("sys/fs/cgroup/memory.stat", "anon 4000\ninactive_file 1000\n");
  EXPECT_EQ(available_memory(root), 5000);
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "7000\n");
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", "8000\n");
  EXPECT_EQ(available_memory(root), 0);
}

}  // namespace
}  // namespace rattleback
