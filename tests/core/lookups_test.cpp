// What the registry remembers of having been asked for.

#include <gtest/gtest.h>

#include <thread>

#include "integrators/core/registry.hpp"
#include "problems/core/misuse.hpp"

namespace rattleback {
namespace {

using Names = std::set<std::string>;
Names const everything = {every_problem_and_method};

template <class Ask>
Names lookups_of(Ask ask) {
  take_lookups();
  ask();
  return take_lookups();
}

TEST(Lookups, AreTheProblemsAndMethodsAskedForById) {
  EXPECT_EQ(lookups_of([] { find_problem("chaotic_r7").method("ida"); }),
            (Names{"problem chaotic_r7", "method ida"}));
  EXPECT_EQ(take_lookups(), Names{}) << "they are handed out once";
}

TEST(Lookups, BelongToTheThreadThatAsks) {
  Names of_other;
  EXPECT_EQ(
      lookups_of([&] {
        find_problem("chaotic_r7");
        std::thread([&] { of_other = lookups_of([] { find_problem("chaotic_r5"); }); }).join();
      }),
      Names{"problem chaotic_r7"});
  EXPECT_EQ(of_other, Names{"problem chaotic_r5"});
}

TEST(Lookups, AreEverythingWhenSomethingIsNotAskedForById) {
  EXPECT_EQ(lookups_of([] { registry(); }), everything);
  EXPECT_EQ(lookups_of([] { method_cards(); }), everything);
  EXPECT_TRUE(lookups_of([] {
                for (auto const& method : find_problem("chaotic_r7").methods)
                  if (!method.refusal.empty()) break;
              }).contains(every_problem_and_method));
  EXPECT_EQ(lookups_of([] { EXPECT_THROW(find_problem("none"), Misuse); }), everything);
  EXPECT_TRUE(lookups_of([] {
                EXPECT_THROW(find_problem("chaotic_r7").method("none"), Misuse);
              }).contains(every_problem_and_method));
}

}  // namespace
}  // namespace rattleback
