// Conditions on findings: their sentences, their accepted numbers, and pairs that say the same.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>

#include "base/csv.hpp"
#include "experiments/statements/statement.hpp"

namespace rattleback {
namespace {

std::string name_of(Finding const& f) { return f.paper + " " + f.id; }

TEST(Findings, NameTheListOrTheProofOfUniversalWords) {
  std::regex const universal(R"(\b(all|every|never|always|only|cannot)\b)", std::regex::icase);
  for (auto const& f : declarations().findings)
    if (std::regex_search(f.finding, universal)) EXPECT_NE(f.ranges_over, "") << name_of(f);
}

/// Accepted numbers by "PAPER ID", "PAPER ID, control" and "PAPER ID, neighbour K".
std::map<std::string, double> accepted_numbers() {
  std::map<std::string, double> numbers;
  for (auto const& line : csv_lines(RATTLEBACK_SOURCE_FOLDER "/verdicts/full/findings.csv",
                                    {"paper", "id", "value", "tolerance"}))
    numbers[line[0] + " " + line[1]] = std::stod(line[2]);
  return numbers;
}

TEST(Findings, HoldForTheirNumbersAndNeighboursAndNotForTheirControls) {
  auto const numbers = accepted_numbers();
  for (auto const& f : declarations().findings) {
    auto const expect = [&](std::string const& name, bool within) {
      auto const found = numbers.find(name);
      if (found == numbers.end()) return;  // not accepted yet
      EXPECT_EQ(is_within(f, found->second), within) << name << ": " << found->second;
    };
    if (std::isinf(f.at_least) && std::isinf(f.at_most)) continue;
    expect(name_of(f), true);
    if (!f.control.empty()) expect(name_of(f) + ", control", false);
    for (std::size_t k = 1; k <= f.neighbours.size(); ++k)
      expect(name_of(f) + ", neighbour " + std::to_string(k), true);
  }
}

/// Words of a text that name something: ids and words of more than four letters.
std::set<std::string> words_of(std::string const& text) {
  static std::regex const word("[A-Za-z_0-9]{5,}");
  std::set<std::string> words;
  for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at)
    words.insert(at->str());
  return words;
}

double common_part(std::set<std::string> const& a, std::set<std::string> const& b) {
  double const common =
      double(std::ranges::count_if(a, [&](auto const& w) { return b.contains(w); }));
  return common / double(std::max<std::size_t>(1, std::min(a.size(), b.size())));
}

// Pairs about the same methods, problems and quantity were read side by side; a new pair must be.
TEST(Findings, AboutTheSameQuantityWereReadTogether) {
  std::set<std::string> const read{
      "REV-01, REV-04",  // number of drifting runs, rate of one
      "REV-04, PR-07",   // rate of one run, number of drifting runs
      "REV-04, PM-23",   // a2 by (4.18), a3 by methods with and without reflection
      "PM-01, PM-03",    // growth where the mode grows, and where it does not
      "PM-05, FIM-19/volume",
      "PM-14, PM-16",  // other methods and bounds
      "PM-14, FIM-74/nodes",    "PM-16, FIM-74/nodes",         "EN-04, EN-05",
      "EN-09, EN-10",           "FIM-74/nodes, moving-energy", "S7, C10",
      "V7/reversible, B10/only"};
  auto const& all = declarations().findings;
  for (auto a = all.begin(); a != all.end(); ++a)
    for (auto b = a + 1; b != all.end(); ++b) {
      if (common_part(words_of(a->quantity), words_of(b->quantity)) < 0.6 ||
          common_part(words_of(a->scope), words_of(b->scope)) < 0.4)
        continue;
      auto const pair = a->id + ", " + b->id;
      EXPECT_TRUE(read.contains(pair)) << pair;
    }
}

}  // namespace
}  // namespace rattleback
