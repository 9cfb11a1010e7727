// Methods in headers outside the tree: the page of the documentation, and mistakes.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

std::string file_text(std::string const& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

Finished with_own_cache(Scratch const& scratch, std::string const& arguments) {
  return scratch.shell("XDG_CACHE_HOME=\"$PWD/cache\" \"$RATTLEBACK\" " + arguments);
}

void copy_example(Scratch const& scratch, std::string const& name, std::string const& old = "",
                  std::string const& replacement = "") {
  auto text = file_text(RATTLEBACK_DOCS "/examples/my_leapfrog.hpp");
  auto const at = text.find(old);
  ASSERT_NE(at, text.npos);
  text.replace(at, old.size(), replacement);
  std::ofstream(scratch.path() / name) << text;
}

TEST(MethodFile, ThePageOfTheDocumentationIsTrueAndTheMethodEqualsTheCatalogues) {
  auto const page = file_text(RATTLEBACK_DOCS "/your_own_method.md");
  Scratch const scratch;
  copy_example(scratch, "my_leapfrog.hpp");
  auto const begin = page.find("```sh\n");
  ASSERT_NE(begin, page.npos);
  int commands = 0;
  for (auto const& line : lines(page.substr(begin + 6, page.find("\n```", begin) - begin - 5))) {
    auto const finished = with_own_cache(scratch, line.substr(line.find(' ') + 1));
    EXPECT_EQ(finished.status, 0) << line << "\n" << finished.err;
    EXPECT_NE(finished.out, "") << line;
    ++commands;
  }
  EXPECT_EQ(commands, 4);
  std::string const rest = " --step 0.1 --steps 20 --json";
  auto const own = json_of(with_own_cache(scratch, "run contact_oscillator my_leapfrog" + rest));
  auto const known = json_of(with_own_cache(scratch, "run contact_oscillator dla_leapfrog" + rest));
  EXPECT_EQ(own["q"], known["q"]);
  EXPECT_EQ(own["v"], known["v"]);
  // What only looks like a composition of it is no name of it.
  auto const open =
      with_own_cache(scratch, "run contact_oscillator \"compose(my_leapfrog,yoshida4\"" + rest);
  EXPECT_EQ(open.status, 2) << open.out;
}

void expect_refusal(Finished const& finished, std::string const& said) {
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.out, "");
  EXPECT_EQ(finished.err_lines(), 1);
  EXPECT_NE(finished.err.find(said), std::string::npos) << finished.err;
}

TEST(MethodFile, MistakesAreRefusedInOneLine) {
  Scratch const scratch;
  copy_example(scratch, "my_leapfrog.hpp", "mass_inverse(", "mass_inverze(");
  std::string const build = "build my_leapfrog.hpp --on contact_oscillator";
  expect_refusal(with_own_cache(scratch, build), "'mass_inverze' was not declared");
  expect_refusal(with_own_cache(scratch, build + "x"), "nearest: contact_oscillator");
  expect_refusal(with_own_cache(scratch, "build no.hpp --on contact_oscillator"), "no.hpp");
  expect_refusal(scratch.shell("CXX=nosuch \"$RATTLEBACK\" " + build), "no compiler 'nosuch'");
  expect_refusal(scratch.shell("cp \"$RATTLEBACK\" old && touch -d 2000-01-01 old && "
                               "XDG_CACHE_HOME=\"$PWD/cache\" ./old " +
                               build),
                 "is newer than the program");
  copy_example(scratch, "my_leapfrog.hpp", "MethodCard card()", "MethodCard cart()");
  expect_refusal(with_own_cache(scratch, build), "MyLeapfrog has no `static MethodCard card()`");
}

}  // namespace
}  // namespace rattleback
