// Keys of JSON that docs/files_and_numbers.md promises: those of the stored output of each verb.

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

using nlohmann::json;

/// Returns the paths of keys of `stored` that `now` lacks or whose values have another type. A list
/// stands for its first element; null stands for any type.
std::vector<std::string> broken(json const& stored, json const& now, std::string const& path) {
  if (stored.is_null() || now.is_null() || (stored.is_number() && now.is_number())) return {};
  if (stored.type() != now.type()) return {path};
  std::vector<std::string> paths;
  auto const look = [&](json const& before, json const& after, std::string const& at) {
    for (auto const& one : broken(before, after, at)) paths.push_back(one);
  };
  if (stored.is_array() && !stored.empty()) {
    if (now.empty()) return {path + "[0]"};
    look(stored[0], now[0], path + "[0]");
  }
  if (stored.is_object())
    for (auto const& [key, value] : stored.items())
      if (now.contains(key))
        look(value, now.at(key), path + "." + key);
      else
        paths.push_back(path + "." + key);
  return paths;
}

json const& stored_outputs() {
  static json const all = read_json(RATTLEBACK_DOCS "/../tests/command_line/promised.json");
  return all;
}

TEST(PromisedKeys, StayInTheOutputOfEachVerb) {
  Scratch const scratch;
  for (auto const& [line, stored] : stored_outputs().items()) {
    auto arguments = words(line);
    for (auto& word : arguments)
      if (word.starts_with("docs/")) word.replace(0, 4, RATTLEBACK_DOCS);
    auto const now = json::parse(scratch.run(arguments).out);
    EXPECT_EQ(broken(stored, now, line), std::vector<std::string>{});
    auto const& program = (now.is_array() ? now[0] : now).at("program");
    EXPECT_EQ(program.at("schema"), 1) << line;
    EXPECT_EQ(program.at("commit").get<std::string>().empty(), false) << line;
  }
}

TEST(PromisedKeys, CoverTheVerbsOfThePage) {
  auto const page = read_text(RATTLEBACK_DOCS "/files_and_numbers.md");
  for (auto const& [line, stored] : stored_outputs().items()) {
    auto const verb = words(line)[0];
    EXPECT_THAT(page, HasSubstr("`" + verb + "`")) << verb;
  }
}

}  // namespace
}  // namespace rattleback
