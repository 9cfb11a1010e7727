// Names of hooks: agreement of code and documentation, and detection of misspellings.

#include "program/plugins/hooks.hpp"

#include <regex>
#include <set>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

TEST(Hooks, AgreeWithCodeAndDocumentation) {
  auto concepts = read_text(RATTLEBACK_DOCS "/../integrators/core/method/hooks.hpp");
  auto const page = read_text(RATTLEBACK_DOCS "/your_own_method.md");
  static std::regex const comment("//[^\n]*");
  concepts = std::regex_replace(concepts, comment, "");
  static std::regex const part("(?:method\\.|memory\\.|M::template |M::)(\\w+)");
  std::set<std::string> asked;
  for (std::sregex_iterator at(concepts.begin(), concepts.end(), part), end; at != end; ++at)
    asked.insert((*at)[1]);
  for (auto const& name : asked)
    EXPECT_TRUE(std::regex_search(page, std::regex("\n\\|[^|]*`(static )?" + name + "\\b")))
        << name;
  // Hooks whose misspellings are not looked for, because the names are common words.
  for (char const* const common : {"card", "multipliers", "tau", "time", "work"})
    EXPECT_EQ(asked.erase(common), 1u) << common;
  auto const& names = hook_names();
  EXPECT_EQ(asked, std::set<std::string>(names.begin(), names.end()));
}

/// The core states no methods; its local names are free.
TEST(Hooks, MatchTheCatalogue) {
  int headers = 0;
  for (auto const& entry :
       std::filesystem::recursive_directory_iterator(RATTLEBACK_DOCS "/../integrators")) {
    bool const of_core = entry.path().string().find("/core/") != std::string::npos;
    if (entry.path().extension() != ".hpp" || of_core) continue;
    ++headers;
    for (auto const& [written, meant] : misspelt_hooks(read_text(entry.path())))
      ADD_FAILURE() << entry.path() << ": " << written << " for " << meant;
  }
  EXPECT_GT(headers, 45);
}

TEST(Hooks, DetectMisspellings) {
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
        "int memroy;", "auto restarted(int);", "auto m(int);", "/* open memroy(",
        "auto s = \"memroy(\";", "auto s = \"\\\"memroy(\";", "auto s = R\"x(\" memroy()x\";",
        "char c = '\"'; char d = '\"'; // memroy("})
    EXPECT_TRUE(misspelt_hooks(text).empty()) << text;
  // Text that resembles the beginning of a comment or a literal.
  for (char const* const text :
       {"auto url = \"http://x\"; auto memroy(int);", "int n = 1'000; auto memroy(int);",
        "auto c = '\"'; auto memroy();", "#error it's wrong\nauto memroy();"})
    EXPECT_EQ(misspelt_hooks(text).size(), 1u) << text;
}

TEST(Hooks, ScanHeadersOfAnyLength) {
  std::string const end = "\nauto memroy(int);\n";
  auto const many = [](std::string const& text) {
    std::string all;
    while (all.size() < 1'000'000) all += text;
    return all;
  };
  for (auto const& text :
       {"/* " + many("x ") + "*/", "// " + many("x "), "/*" + many("*") + "/", many("x"), many(" "),
        many("x = "), many("memor"), '"' + many("x") + '"', "R\"(" + many(")") + ")\"", many("\""),
        many("'"), many("/"), many("\\\""), many("R\""), many("R\"(")})
    EXPECT_LE(misspelt_hooks(text + end).size(), 1u) << text.substr(0, 20);
  EXPECT_EQ(misspelt_hooks("/* " + many("x ") + "*/" + end).size(), 1u);
}

}  // namespace
}  // namespace rattleback
