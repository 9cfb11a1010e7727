// Code of a user's header that throws, prints during loading, or calls exit.

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

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
