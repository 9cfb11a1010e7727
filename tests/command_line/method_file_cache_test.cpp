// Cache of compiled headers: damaged objects and records, failing compilers, and code that throws,
// prints during loading, or calls exit.

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

/// Folder with the header of the documentation and a compiler that compiles each unit once, up to
/// the paths of headers, and then returns the stored object; `calls` gets a line per call.
class HeaderCache : public InFolder {
 protected:
  HeaderCache() {
    copy_example(scratch, "my_leapfrog.hpp");
    compiler(
        "echo >>$here/calls; key=$here/$(grep -v '^#include \"/' unit.cpp | sha256sum | cut "
        "-c1-32).o\n"
        "test -f $key || g++ \"$@\" || exit 1; test -f $key || cp unit.so $key; cp $key unit.so");
  }
  /// Sets the commands that the compiler runs; $here is the folder.
  void compiler(std::string const& commands) const {
    write(scratch, "compiler",
          "#!/bin/sh\nhere=$(dirname \"$0\")\n"
          "test \"$1\" = --version && { echo stored; exit; }\n" +
              commands + "\n");
    fs::permissions(scratch.path() / "compiler", fs::perms::owner_all);
  }
  Finished program(std::string const& arguments) const {
    return scratch.shell("CXX=$PWD/compiler rattleback " + arguments);
  }
  long calls() const { return static_cast<long>(lines(scratch.text_of("calls")).size()); }
  fs::path cached(std::string const& extension) const {
    for (auto const& entry : fs::directory_iterator(scratch.path() / "cache/rattleback/plugins"))
      if (entry.path().extension() == extension) return entry.path();
    return {};
  }

  void expect_repaired_objects() const;
  void expect_repaired_records() const;
  void expect_error_for_a_second_header() const;

  std::string const build = "build my_leapfrog.hpp --on contact_oscillator",
                    run = "run contact_oscillator my_leapfrog --step 0.1 --steps 5 --json";
};

void HeaderCache::expect_repaired_objects() const {
  auto const sound = success_of(program(run));
  EXPECT_EQ(sound.err, "");
  EXPECT_EQ(calls(), 1);
  auto const object = cached(".so");
  auto const content = read_text(object);
  auto flipped = content;
  flipped[flipped.size() / 2] ^= 1;
  long expected_calls = 1;
  auto const expect_repair = [&](std::string const& damage) {
    SCOPED_TRACE(damage);
    auto const finished = success_of(program(run));
    EXPECT_EQ(finished.out, sound.out);
    EXPECT_THAT(finished.err, HasSubstr("note: '" + object.string() + "' is damaged; "));
    EXPECT_EQ(calls(), ++expected_calls);
    EXPECT_EQ(read_text(object), content);
  };
  for (auto const& [damage, text] : std::vector<std::pair<std::string, std::string>>{
           {"cut in half", content.substr(0, content.size() / 2)},
           {"cut at the end", content.substr(0, content.size() - 1)},
           {"a bit", flipped},
           {"empty", ""},
           {"longer", content + "\n"}}) {
    write_text(object, text);
    expect_repair(damage);
  }
  write(scratch, "kept", "kept\n");
  for (std::string const put :
       {"ln -s loop loop && mv loop ", "mkfifo fifo && mv fifo ", "mkdir folder && mv -T folder ",
        "ln -s \"$PWD/kept\" link && mv link "}) {
    fs::remove(object);
    ASSERT_EQ(scratch.shell(put + object.string()).status, 0);
    expect_repair(put);
  }
  EXPECT_EQ(scratch.text_of("kept"), "kept\n");
  // A non-empty folder was not created by this program.
  fs::remove(object);
  fs::create_directories(object / "thesis");
  auto const refused = program(run);
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("remove it: Directory not empty"));
  fs::remove_all(object);
  EXPECT_EQ(program(build).err, "rattleback: note: compiled my_leapfrog for contact_oscillator\n");
}

void HeaderCache::expect_repaired_records() const {
  auto const calls_before = calls();
  auto const record = cached(".method");
  auto const content = read_text(record);
  auto const listed = program("list integrators").out;
  ASSERT_NE(listed.find("my_leapfrog "), std::string::npos);
  fs::create_directory(record.parent_path() / "d.method");
  for (auto const& text : {content.substr(0, content.size() / 2), std::string(), content + "x\n",
                           std::string("\0", 1) + content.substr(1)}) {
    write_text(record, text);
    auto const without = success_of(program("list integrators"));
    EXPECT_EQ(lines(without.out).size() + 1, lines(listed).size());
    EXPECT_EQ(without.err_lines(), 2) << without.err;
    EXPECT_THAT(without.err, HasSubstr("my_leapfrog.method' is damaged"));
    EXPECT_THAT(without.err, HasSubstr("d.method"));
    auto const refused = program(run);
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("header of 'my_leapfrog' again"));
    success_of(program(build));
    EXPECT_EQ(read_text(record), content);
  }
  EXPECT_EQ(calls(), calls_before);
}

void HeaderCache::expect_error_for_a_second_header() const {
  write(scratch, "other.hpp", scratch.text_of("my_leapfrog.hpp"));
  auto const second = "build other.hpp --class MyLeapfrog --on contact_oscillator";
  auto const refusal = refusal_of(program(second));
  for (auto const* name : {"other.hpp", "my_leapfrog.hpp"})
    EXPECT_THAT(refusal, HasSubstr((scratch.path() / name).string()));
  success_of(program(build));
  std::filesystem::remove(scratch.path() / "my_leapfrog.hpp");
  success_of(program(second));
}

/// One compilation for all cases, because it takes long.
TEST_F(HeaderCache, RecompilesDamagedObjectsAndResolvesIds) {
  success_of(program(build));
  expect_repaired_objects();
  expect_repaired_records();
  expect_error_for_a_second_header();
}

TEST_F(HeaderCache, ReportsTheReasonOfACompilerFailure) {
  auto const refusal = [&](std::string const& commands) {
    compiler(commands);
    auto const err = refusal_of(program(build));
    EXPECT_EQ(cached(".so"), fs::path()) << commands;
    return err;
  };
  auto const no_log = Not(HasSubstr(".log"));
  EXPECT_THAT(refusal("echo '/x/cc.s: fatal error: error writing to /x/cc.s: No space left on "
                      "device' >&2; exit 1"),
              AllOf(HasSubstr("plugins': No space left on device"), no_log));
  EXPECT_THAT(refusal("exit 1"), AllOf(HasSubstr("ended with exit status 1 on my_leapfrog.hpp"),
                                       HasSubstr("without a message"), no_log));
  EXPECT_THAT(refusal("kill -9 $$"), HasSubstr("signal 9 (Killed)"));
  EXPECT_THAT(refusal("exit 0"), HasSubstr("wrote no object"));
  EXPECT_THAT(refusal("echo something; exit 3"), HasSubstr(".log"));
  EXPECT_EQ(read_text(cached(".log")), "something\n");
}

TEST_F(HeaderCache, AcceptsHeadersWithLongLinesAndComments) {
  auto const source = scratch.text_of("my_leapfrog.hpp");
  compiler("echo 'unit.cpp:1:1: error: reached' >&2; exit 1");
  for (auto const& head :
       {"/* " + std::string(300000, 'x') + " */\n", std::string(300000, ' '),
        "// " + std::string(300000, '#') + "\n", "#" + std::string(300000, ' ')}) {
    write(scratch, "my_leapfrog.hpp", head + source);
    auto const finished = program(build);
    EXPECT_EQ(finished.status, 2) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("unit.cpp:1: reached"));
  }
}

/// Returns the header of the documentation with a step that follows the environment variable STEP
/// and loading that follows LOAD.
std::string misbehaving_header() {
  auto text = read_text(RATTLEBACK_DOCS "/examples/my_leapfrog.hpp");
  auto const put_behind = [&](std::string const& place, std::string const& what) {
    auto const at = text.find(place);
    EXPECT_NE(at, text.npos);
    text.insert(at + place.size(), what);
  };
  put_behind("#pragma once\n", R"(
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <unistd.h>
inline std::string told(char const* name) {
  char const* const value = std::getenv(name);
  return value ? value : "";
}
struct Loud {
  Loud() {
    if (told("LOAD") == "print") std::cout << "loud\n", std::printf("louder"), std::puts("");
    if (told("LOAD") == "exit") std::exit(0);
    if (told("LOAD") == "throw") throw std::runtime_error("boom");
  }
};
static Loud const loud;
inline void misbehave() {
  auto const how = told("STEP");
  if (how == "runtime_error") throw std::runtime_error("boom");
  if (how == "at") std::string("boom").at(5);
  if (how == "bad_alloc") throw std::bad_alloc();
  if (how == "new") ::operator new(~0ul / 4);
  if (how == "int") throw 42;
  if (how == "noexcept") []() noexcept { throw 42; }();
  if (how == "exit") std::exit(0);
  if (how == "quick_exit") std::quick_exit(0);
  if (how == "_exit") ::_exit(0);
  if (how == "_Exit") std::_Exit(0);
  if (how == "abort") std::abort();
  if (how == "null") *static_cast<int volatile*>(nullptr) = 1;
  if (how == "trap") __builtin_trap();
}
)");
  put_behind("rattleback::NoMemory&, S h) const {\n", "    misbehave();\n");
  return text;
}

TEST(CodeOfAHeader, ReportsItsFailuresAsInvalidInput) {
  Scratch const scratch;
  write(scratch, "my_leapfrog.hpp", misbehaving_header());
  auto const program = [&](std::string const& environment, std::string const& arguments) {
    return scratch.shell(environment + " rattleback " + arguments);
  };
  std::string const run = "run contact_oscillator my_leapfrog --step 0.1 --steps 5 --json";
  std::string const build = "build my_leapfrog.hpp --on contact_oscillator",
                    throws = "my_leapfrog.hpp': its code throws runtime_error: boom";
  expect_refusal(program("LOAD=exit", build), "my_leapfrog.hpp': its code calls exit");
  expect_refusal(program("LOAD=throw", build), throws);
  success_of(program("", build));
  auto const loud = program("LOAD=print", run);
  EXPECT_EQ(loud.out, success_of(program("", run)).out);
  EXPECT_EQ(loud.err, "loud\nlouder\n");

  for (std::string const command :
       {run.c_str(),
        "ensemble contact_oscillator my_leapfrog --step 0.1 --until 2 --orbits 300 --energy 1 "
        "--seed 1 --threads 2",
        "converge contact_oscillator my_leapfrog", "compare contact_oscillator my_leapfrog",
        "laws my_leapfrog",
        "run contact_oscillator 'compose(my_leapfrog,yoshida4)' --step 0.1 --steps 5"}) {
    SCOPED_TRACE(command);
    expect_refusal(program("STEP=runtime_error", command), throws);
  }
  for (auto const& [how, said] : std::vector<std::pair<std::string, std::string>>{
           {"at", "its code throws out_of_range: "},
           {"bad_alloc", "its code requires more memory than is available; "},
#ifndef __SANITIZE_ADDRESS__  // which ends the process instead
           {"new", "its code requires more memory than is available; "},
#endif
           {"int", "its code throws int; "},
           {"noexcept", "its code throws int; "},
#ifndef __SANITIZE_ADDRESS__  // which takes the signals
           {"null", "its code ends the program by a fault (SIGSEGV"},
           {"trap", "its code ends the program by a fault (SIGILL"},
           {"abort", "its code ends the program by a fault (SIGABRT"},
#endif
           {"quick_exit", "its code calls quick_exit"},
           {"_exit", "its code calls _exit"},
           {"_Exit", "its code calls _exit"},
           {"exit", "its code calls exit"}}) {
    SCOPED_TRACE(how);
    expect_refusal(program("STEP=" + how, run), "my_leapfrog.hpp': " + said);
  }
}

}  // namespace
}  // namespace rattleback
