// Names of optional parts of a method: those that the loops ask for, those of the documentation,
// and what looks like one of them.

#include "program/hooks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

TEST(Hooks, AreThoseThatTheLoopsAskForAndThePageExplains) {
  std::string core;
  for (auto const& entry :
       std::filesystem::recursive_directory_iterator(RATTLEBACK_DOCS "/../integrators/core"))
    if (entry.path().extension() == ".hpp") core += file_text(entry.path());
  auto const page = file_text(RATTLEBACK_DOCS "/your_own_method.md");
  for (auto const& hook : hook_names()) {
    bool const asked = core.find("." + hook + "(") != core.npos ||
                       core.find(">" + hook + "(") != core.npos ||
                       core.find("::" + hook + "()") != core.npos ||
                       core.find("template " + hook + "<") != core.npos;
    EXPECT_TRUE(asked) << hook;
    EXPECT_TRUE(page.find("`" + hook + "(") != page.npos ||
                page.find("`" + hook + "<") != page.npos)
        << hook;
  }
}

TEST(Hooks, OfTheCatalogueAreSpeltWell) {
  int headers = 0;
  for (auto const& entry :
       std::filesystem::recursive_directory_iterator(RATTLEBACK_DOCS "/../integrators")) {
    if (entry.path().extension() != ".hpp") continue;
    ++headers;
    for (auto const& [written, meant] : misspelt_hooks(file_text(entry.path())))
      ADD_FAILURE() << entry.path() << ": " << written << " for " << meant;
  }
  EXPECT_GT(headers, 60);
}

TEST(Hooks, AreRecognisedWhenALetterIsWrong) {
  for (char const* const text :
       {"auto memroy(P const& p) const {", "auto memor(int);", "auto memoryy (int);",
        "auto menory(int) {}", "static constexpr bool x = emory(1);"}) {
    auto const found = misspelt_hooks(text);
    ASSERT_EQ(found.size(), 1u) << text;
    EXPECT_EQ(found[0].meant, "memory");
  }
  EXPECT_EQ(misspelt_hooks("bool run_on_lanes = true;").at(0).meant, "runs_on_lanes");
  for (char const* const text :
       {"auto memory(int);", "auto memory_of(int);", "// memroy(x)", "/* memroy(\n) */",
        "int memroy;", "auto restarted(int);", "auto m(int);"})
    EXPECT_TRUE(misspelt_hooks(text).empty()) << text;
}

}  // namespace
}  // namespace rattleback
