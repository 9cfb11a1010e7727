// Available memory, read from invented systems.

#include "program/ensembles/memory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>

#include "reports/drawing/gnuplot.hpp"

namespace rattleback {
namespace {
namespace fs = std::filesystem;

/// System whose /proc reports ten million available bytes.
class AvailableMemory : public testing::Test {
 protected:
  AvailableMemory() {
    write("proc/meminfo", "MemTotal: 20000 kB\nMemFree: 1 kB\nMemAvailable:   10000 kB\n");
  }
  void write(fs::path const& path, std::string const& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  reports::ScratchFolder const scratch_;
  fs::path const root_ = scratch_.path();
};

TEST_F(AvailableMemory, EqualsThatOfTheSystem) {
  EXPECT_EQ(available_memory(root_), 10'240'000u);
  EXPECT_GT(available_memory(), 1'000'000u);
}

TEST_F(AvailableMemory, RespectsControlGroupsOfVersion2AndTheirParents) {
  write("proc/self/cgroup", "0::/outer/inner\n");
  write("sys/fs/cgroup/outer/inner/memory.max", "max\n");
  write("sys/fs/cgroup/outer/inner/memory.current", "500\n");
  EXPECT_EQ(available_memory(root_), 10'240'000u);
  write("sys/fs/cgroup/outer/memory.max", "9000\n");
  write("sys/fs/cgroup/outer/memory.current", "5000\n");
  EXPECT_EQ(available_memory(root_), 4000u);
  write("sys/fs/cgroup/outer/memory.stat", "anon 4000\ninactive_file 1000\n");
  EXPECT_EQ(available_memory(root_), 5000u);
}

TEST_F(AvailableMemory, RespectsControlGroupsOfVersion1) {
  write("proc/self/cgroup", "9:name=systemd:/\n4:cpu,memory:/a/b\n");
  // In a container the host's path does not exist.
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "7000\n");
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", "6000\n");
  EXPECT_EQ(available_memory(root_), 1000u);
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", "8000\n");
  EXPECT_EQ(available_memory(root_), 0u);
}

TEST_F(AvailableMemory, RespectsTheLimitOnAddressSpace) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer reserves more";
#endif
  write("proc/self/statm", "1000 1 1 1 1 1 1\n");
  rlimit before{};
  getrlimit(RLIMIT_AS, &before);
  rlimit const limit{4'000'000'000, before.rlim_max};
  setrlimit(RLIMIT_AS, &limit);
  write("proc/meminfo", "MemAvailable: 999999999 kB\n");
  auto const available = available_memory(root_);
  setrlimit(RLIMIT_AS, &before);
  EXPECT_EQ(available, 4'000'000'000u - 4'096'000u);
}

TEST(Bytes, PrintThreeDigits) {
  EXPECT_EQ(bytes_in_words(12), "12 bytes");
  EXPECT_EQ(bytes_in_words(1234), "1.23 kB");
  EXPECT_EQ(bytes_in_words(23.4e9), "23.4 GB");
}

}  // namespace
}  // namespace rattleback
