// The laboratory's module gives the numbers of the program: equal to the last bit where the
// formulas and the space use + - * / and square roots only, else to 1e-13 after 100 steps. The
// module is built by `make laboratory`; the folder that RATTLEBACK_LABORATORY names must have it,
// elsewhere its absence skips the test.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "base/input.hpp"
#include "experiments/laws/tools.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/registry.hpp"
#include "tests/laboratory/trailers.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

char const* const plane = R"toml(coordinates = ["x", "y"]
lagrangian = "(vx^2 + vy^2)/2 - (x^2 + y^2)/2"
constraints = ["vy - x*vx/sqrt(1 + y^2)"]
[[case]]
name = "A"
q = [0.1, 0.2]
v = { vx = 1 }
)toml";
char const* const particle = R"toml(coordinates = ["x", "y", "z"]
lagrangian = "(vx^2 + vy^2 + vz^2)/2 - (x^2 + y^2)/2"
constraints = ["vz - x*vx/sqrt(1 + y^2)"]
[[case]]
name = "A"
q = [0.1, 0.2, 0]
v = { vx = 1, vy = 0.5 }
)toml";

struct Text {
  std::string name, text;
};

std::vector<Text> texts() {
  std::vector<Text> all{{"plane", plane}, {"particle", particle}, {"trailers", trailers}};
  std::vector<fs::path> files;
  for (auto const* id : {"anisotropic_particle", "chaplygin_sleigh", "chaplygin_sphere",
                         "coupled_oscillator_3d", "cylindrical_particle", "driven_sleigh",
                         "knife_edge", "nonholonomic_particle", "sinusoidal_particle", "suslov",
                         "tilted_sleigh", "two_constraint_particle", "vertical_disk"})
    files.push_back(fs::path(RATTLEBACK_PROBLEM_TEXTS) / (std::string(id) + ".toml"));
  std::sort(files.begin(), files.end());
  for (auto const& file : files) all.push_back({file.stem(), text_in(file)});
  return all;
}

bool is_rational(Text const& stated) {
  static std::regex const function(
      R"(\b(exp|log|a?sin|a?cos|a?tan|atan2|sinh|cosh|tanh)\(|\bpi\b|\^\s*[^2-9]|^space)",
      std::regex::ECMAScript | std::regex::multiline);
  return !std::regex_search(stated.text, function);
}

/// Pair of a problem and a method, and the end of its run in the program.
struct Pair {
  Text const* stated;
  std::string method;
  Trajectory<double> run;
};

fs::path module_file() {
  char const* named = std::getenv("RATTLEBACK_LABORATORY");
  return fs::path(named ? named : RATTLEBACK_LABORATORY_BUILD) / "laboratory_module.js";
}

std::vector<json> answers(std::vector<json> const& requests) {
  // Tests run side by side, each in a process of its own.
  auto const name = testing::TempDir() + "laboratory_" + std::to_string(getpid());
  fs::path const in = name + "_requests", out = name + "_answers";
  std::ofstream file(in);
  for (auto const& request : requests) file << request.dump() << '\n';
  file.close();
  auto const command = std::string("node '" RATTLEBACK_LABORATORY_TESTS "/answer_requests.js' '") +
                       module_file().string() + "' < '" + in.string() + "' > '" + out.string() +
                       "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::vector<json> all;
  std::ifstream lines(out);
  for (std::string line; std::getline(lines, line);) all.push_back(json::parse(line));
  fs::remove(in);
  fs::remove(out);
  return all;
}

json answer(json const& request) {
  auto const all = answers(std::vector<json>(1, request));
  return all.empty() ? json::object() : all.front();
}

class Laboratory : public testing::Test {
 protected:
  void SetUp() override {
    if (fs::exists(module_file())) return;
    ASSERT_EQ(std::getenv("RATTLEBACK_LABORATORY"), nullptr) << module_file() << " is missing";
    GTEST_SKIP() << "no module " << module_file() << ": `make laboratory` builds it";
  }
};

json run_request(Text const& stated, std::string const& method) {
  return {
      {"do", "run"}, {"text", stated.text}, {"method", method}, {"step", "0.02"}, {"steps", 100}};
}

/// Returns three methods of each text, all methods in turn, that the module has.
std::vector<Pair> pairs(std::vector<Text> const& all, json const& catalogue) {
  std::vector<Pair> result;
  std::set<std::string> methods;
  for (auto const& method : catalogue["methods"]) methods.insert(method["id"]);
  std::size_t number = 0;
  for (auto const& stated : all) {
    auto const& problem = text::problem_in_text(stated.name, stated.text);
    std::vector<MethodEntry const*> applicable;
    for (auto const& method : problem.methods)
      if (method.not_applicable_because.empty() && methods.contains(method.card.id))
        applicable.push_back(&method);
    RunSpec const spec{.step = RawQuad(2) / 100, .steps = 100};
    for (int i = 0; i < 3; ++i) {
      auto const& method = *applicable[number++ % applicable.size()];
      result.push_back({&stated, method.card.id, method.integrate(spec)});
    }
  }
  return result;
}

TEST_F(Laboratory, GivesTheNumbersOfTheProgram) {
  auto const all = texts();
  auto const catalogue = answer(json::object({{"do", "catalogue"}}));
  ASSERT_TRUE(catalogue["ok"]);
  auto const expected = pairs(all, catalogue);
  std::vector<json> requests;
  for (auto const& pair : expected) requests.push_back(run_request(*pair.stated, pair.method));
  auto const found = answers(requests);
  ASSERT_EQ(found.size(), expected.size());
  int to_the_last_bit = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto const& [stated, method, run] = expected[i];
    SCOPED_TRACE(stated->name + ", " + method);
    ASSERT_TRUE(found[i]["ok"]) << found[i]["message"];
    EXPECT_EQ(found[i]["outcome"], name_of(run.outcome));
    double const allowed = is_rational(*stated) ? 0 : 1e-13;
    to_the_last_bit += allowed == 0;
    for (auto const& [name, numbers] : {std::pair{"q", run.q.back()}, {"v", run.v.back()}})
      for (std::size_t k = 0; k < numbers.size(); ++k)
        EXPECT_LE(std::abs(found[i][name].at(k).get<double>() - numbers[k]),
                  allowed * std::max(1.0, std::abs(numbers[k])))
            << name;
  }
  std::cout << found.size() << " pairs of a problem and a method, " << to_the_last_bit
            << " of them equal to the last bit\n";
  EXPECT_GE(to_the_last_bit, 9);
}

TEST_F(Laboratory, NamesThePlaceOfAMistake) {
  std::string wrong = particle;
  wrong.replace(wrong.find("x*vx"), 4, "x*vw");
  auto const found = answer(json::object({{"do", "read"}, {"text", wrong}}));
  EXPECT_FALSE(found["ok"]);
  EXPECT_EQ(found["line"], 3);
  EXPECT_EQ(found["column"], 24);
  EXPECT_NE(found["message"].get<std::string>().find("'vw'"), std::string::npos);
}

TEST_F(Laboratory, RefusesWithASentence) {
  json wrong_method = run_request({"particle", particle}, "dla_leapfog"), wrong_step = wrong_method,
       too_large = {{"do", "read"}, {"text", R"toml(
coordinates = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"]
lagrangian = """\
  va^2 + vb^2 + vc^2 + vd^2 + ve^2 + vf^2 + vg^2 + vh^2 + vi^2 + vj^2 + vk^2 + vl^2 + vm^2"""
constraints = ["va - b*vc"]
)toml"}};
  wrong_step["method"] = "dla_leapfrog";
  wrong_step["step"] = "0,1";
  auto const found = answers(std::vector<json>{wrong_method, wrong_step, too_large});
  EXPECT_NE(found.at(0)["message"].get<std::string>().find("nearest: dla_leapfrog"),
            std::string::npos);
  EXPECT_EQ(found.at(1)["message"], "step size: '0,1' is not a number");
  EXPECT_FALSE(found.at(2)["ok"]);
  EXPECT_NE(found.at(2)["message"].get<std::string>().find("at most 12 velocities"),
            std::string::npos);
}

TEST_F(Laboratory, MeasuresTheOrder) {
  json request = run_request({"particle", particle}, "odeint_rk4");
  request["do"] = "order";
  auto const found = answer(request);
  ASSERT_TRUE(found["ok"]) << found["message"];
  EXPECT_NEAR(found["positions"]["order"], 4, 0.2);
}

}  // namespace
}  // namespace rattleback
