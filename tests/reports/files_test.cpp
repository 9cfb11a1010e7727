// Files are read completely or rejected with one line, and written atomically.

#include "base/files/files.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "base/files/cleanup.hpp"
#include "tests/refusal.hpp"
#include "tests/scratch.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;

/// Empty folder.
class Files : public testing::Test {
 protected:
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (auto const& entry : fs::directory_iterator(folder))
      all.push_back(entry.path().filename().string());
    std::sort(all.begin(), all.end());
    return all;
  }

  TemporaryFolder const scratch;
  fs::path const folder = scratch.path;
};

/// Runs `action` in a child process, which exits without unwinding after the action returns.
/// Returns the status of waitpid().
template <class Action>
int in_a_process(Action const& action) {
  pid_t const child = ::fork();
  if (child == 0) {
    action();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

using Names = std::vector<std::string>;

TEST(Hash, EqualsSha256) {
  EXPECT_EQ(sha256_text("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(Files, HashTheirContents) {
  auto const text = std::string(200000, 'x') + "y";
  write_atomically(folder / "long", text);
  EXPECT_EQ(sha256_file(folder / "long"), sha256_text(text));
  EXPECT_EQ(read_text(folder / "long"), text);
}

TEST_F(Files, ReportTheReasonOfAFailedRead) {
  auto const reading = [&](std::string const& name) {
    return refusal<IoError>([&] { read_text(folder / name); });
  };
  auto const at = [&](std::string const& name) {
    return "cannot read '" + (folder / name).string();
  };
  EXPECT_EQ(reading("none"), at("none") + "': No such file or directory");
  EXPECT_EQ(reading(""), at("") + "': Is a directory");
  auto const longest = std::string(300, 'x');
  EXPECT_EQ(reading(longest), at(longest) + "': File name too long");
  fs::create_symlink("loop", folder / "loop");
  EXPECT_EQ(reading("loop"), at("loop") + "': Too many levels of symbolic links");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(reading("pipe"), at("pipe") + "': it is not a regular file");
  std::ofstream(folder / "endless").put('x');
  fs::resize_file(folder / "endless", std::uintmax_t{1} << 40);
  EXPECT_EQ(reading("endless"), at("endless") + "': it is larger than 1 GiB, the size limit");
}

TEST_F(Files, ReportThePositionOfInvalidJson) {
  auto const file = folder / "j";
  auto const reading = [&](std::string const& text) {
    write_text(file, text);
    return refusal<IoError>([&] { read_json(file); });
  };
  auto const wrong = "'" + file.string() + "' is not valid JSON";
  EXPECT_EQ(reading(""), wrong + " (line 1, column 1)");
  EXPECT_EQ(reading("{\n  \"a\": 1,\n  b\n}"), wrong + " (line 3, column 3)");
  EXPECT_EQ(reading("[\"\xff\"]"), wrong + " (line 1, column 3)");
  EXPECT_EQ(reading("[1e999]"), wrong + ": a number is out of range");
  EXPECT_EQ(reading(std::string(1000000, '[')), "'" + file.string() +
                                                    "' is nested more than 100 deep, which nothing "
                                                    "written by this program is");
  EXPECT_EQ(reading("[[1]]"), "");
}

TEST(JsonText, ReplacesInvalidUtf8) {
  EXPECT_EQ(json_text({{"name", "a\xff"}}), "{\"name\":\"a\xEF\xBF\xBD\"}");
}

TEST_F(Files, AppearAtomically) {
  auto const file = folder / "f";
  write_atomically(file, "old");
  {
    AtomicFile unfinished(file);
    unfinished.write("new");
    EXPECT_EQ(names().size(), 2u);
  }
  EXPECT_EQ(read_text(file), "old");
  EXPECT_EQ(names(), Names{"f"});
  AtomicFile finished(file);
  auto const part = std::string(50000, 'x');
  for (int i = 0; i < 5; ++i) finished.write(part);
  finished.write(part + part);
  EXPECT_EQ(read_text(file), "old");
  finished.commit();
  EXPECT_EQ(read_text(file), part + part + part + part + part + part + part);
  EXPECT_EQ(names(), Names{"f"});
}

TEST_F(Files, ReportTheReasonOfAFailedWrite) {
  // The error occurs at construction, before anything is computed.
  auto const writing = [](fs::path const& path) {
    return refusal<IoError>([&] { AtomicFile file(path); });
  };
  auto const at = [](fs::path const& path) { return "cannot write '" + path.string() + "': "; };
  EXPECT_EQ(writing(""), "cannot write '': No such file or directory");
  EXPECT_EQ(writing(folder), at(folder) + "Is a directory");
  EXPECT_EQ(writing(folder / ""), at(folder / "") + "Is a directory");
  EXPECT_EQ(writing(folder / "no" / "f"), at(folder / "no" / "f") + "No such file or directory");
  write_text(folder / "f", "");
  EXPECT_EQ(writing(folder / "f" / "g"), at(folder / "f" / "g") + "Not a directory");
  auto const longest = folder / std::string(256, 'x');
  EXPECT_EQ(writing(longest), at(longest) + "File name too long");
  fs::create_symlink("loop", folder / "loop");
  EXPECT_EQ(writing(folder / "loop"), at(folder / "loop") + "Too many levels of symbolic links");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(writing(folder / "pipe"), at(folder / "pipe") + "it is not a regular file");
  EXPECT_EQ(writing("/proc/f"), at("/proc/f") + "No such file or directory");
  EXPECT_EQ(names(), (Names{"f", "loop", "pipe"}));
}

TEST_F(Files, AllowTheLongestName) {
  auto const name = std::string(255, 'x');
  write_atomically(folder / name, "text");
  EXPECT_EQ(names(), Names{name});
}

TEST_F(Files, FollowSymbolicLinks) {
  fs::create_directory(folder / "d");
  write_text(folder / "d" / "f", "old");
  fs::create_symlink("d/f", folder / "link");
  write_atomically(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_text(folder / "d" / "f"), "new");
}

TEST_F(Files, LeaveNothingAfterExceedingTheSizeLimit) {
  auto const file = folder / "f";
  write_atomically(file, "old");
  int const status = in_a_process([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit const limit{100000, 100000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    // 90,000 bytes fit, of the next 90,000 only a part: a short write comes first.
    auto const text = std::string(90000, 'x');
    auto const said = refusal<IoError>([&] {
      AtomicFile large(file);
      large.write(text);
      large.write(text);
    });
    if (said != "cannot write '" + file.string() + "': File too large") ::_exit(1);
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_text(file), "old");
  EXPECT_EQ(names(), Names{"f"});
}

TEST_F(Files, SweepTheFilesOfKilledWriters) {
  auto const file = folder / "f";
  int const status = in_a_process([&] {
    auto& unfinished = *new AtomicFile(file);
    unfinished.write("half");
    ::raise(SIGKILL);
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  ASSERT_EQ(names().size(), 1u);
  AtomicFile other(folder / "g");
  // Files with similar names that belong to others.
  for (auto const* name : {"f.part", "f.rattleback-.part", "f.rattleback-1x.part",
                           "g.rattleback-1.part", "f.rattleback-1.parts"})
    write_text(folder / name, "");
  write_atomically(file, "text");
  EXPECT_EQ(names().size(), 7u) << "the file, five names, the file being written";
  EXPECT_TRUE(fs::exists(folder / "g.rattleback-1.part"));
  EXPECT_EQ(read_text(file), "text");
}

TEST_F(Files, LockUnfinishedFiles) {
  auto const file = folder / "f";
  AtomicFile first(file);
  first.write("first");
  // Another process neither removes a locked file nor writes into it.
  EXPECT_EQ(in_a_process([&] { write_atomically(file, "second"); }), 0);
  EXPECT_EQ(read_text(file), "second");
  first.commit();
  EXPECT_EQ(read_text(file), "first");
}

TEST_F(Files, KeepFoldersThatAreNotEmpty) {
  auto const inner = folder / "a" / "b" / "c";
  { FolderInUse const used(inner); }
  EXPECT_TRUE(names().empty());
  {
    FolderInUse const used(inner / "");
    EXPECT_TRUE(fs::is_directory(inner));
    write_text(folder / "a" / "f", "");
    EXPECT_EQ(
        refusal<IoError>([&] { FolderInUse(folder / "a" / "f" / "d"); }),
        "cannot use the folder '" + (folder / "a" / "f" / "d").string() + "': Not a directory");
    EXPECT_EQ(refusal<IoError>([&] { FolderInUse(folder / "a" / "f"); }),
              "cannot use the folder '" + (folder / "a" / "f").string() + "': Not a directory");
  }
  EXPECT_FALSE(fs::exists(folder / "a" / "b"));
  EXPECT_TRUE(fs::exists(folder / "a" / "f"));
  EXPECT_EQ(refusal<IoError>([] { FolderInUse(""); }),
            "cannot use the folder '': No such file or directory");
  EXPECT_EQ(refusal<IoError>([] { FolderInUse("/proc/none"); }),
            "cannot make the folder '/proc/none': No such file or directory");
  EXPECT_EQ(in_a_process([&] {
              new FolderInUse(folder / "x" / "y");
              clean_up();
            }),
            0);
  EXPECT_EQ(names(), Names{"a"});
}

TEST_F(Files, RemoveUnfinishedFilesAtExitWithoutUnwinding) {
  int const status = in_a_process([&] {
    new AtomicFile(folder / "f");
    clean_on_exit(folder / "scratch");
    fs::create_directories(folder / "scratch" / "d");
    write_text(folder / "scratch" / "d" / "g", "text");
    clean_on_exit(folder / "kept");
    write_text(folder / "kept", "text");
    forget(folder / "kept");
    clean_up();
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(names(), Names{"kept"});
}

TEST_F(Files, KillChildrenAtExitWithoutUnwinding) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  int const status = in_a_process([&] {
    pid_t const child = ::fork();
    if (child == 0) {
      ::setpgid(0, 0);
      ::sleep(60);
      ::_exit(0);
    }
    ::setpgid(child, child);
    kill_on_exit(child);
    clean_up();
  });
  EXPECT_EQ(status, 0);
  ::close(ends[1]);
  char byte;
  EXPECT_EQ(::read(ends[0], &byte, 1), 0) << "ends when the last process with the pipe has ended";
  ::close(ends[0]);
}

}  // namespace
}  // namespace rattleback::reports
