// Runs and reference solutions against independently computed states with 30 to 50 digits, from the
// tables in this folder. A line of a table holds quantities, "q; v", at the end of a run, or at a
// time of an exact motion. A value "-" is not compared, nor are values after "...". References are
// computed once, stored, and rejected if their file is damaged.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "base/csv.hpp"
#include "base/input.hpp"
#include "experiments/laws/tools.hpp"
#include "integrators/core/registry/registry.hpp"
#include "tests/scratch.hpp"

namespace rattleback {
namespace {

using Numbers = std::vector<RawQuad>;
using Fields = std::vector<std::string>;

[[noreturn]] void refuse(std::string const& what) { throw std::invalid_argument(what); }

RawQuad number_of(std::string const& text) {
  char* end = nullptr;
  RawQuad const number = read_quad(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !isfinite(number)) refuse("'" + text + "' is not a number");
  return number;
}

Fields words_of(std::string const& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

Fields split(std::string const& text, std::string const& separator) {
  Fields parts;
  for (std::size_t at = 0; at != std::string::npos;) {
    auto const end = text.find(separator, at);
    parts.push_back(text.substr(at, end - at));
    at = end == std::string::npos ? end : end + separator.size();
  }
  return parts;
}

Numbers numbers_of(std::string const& text) {
  Numbers numbers;
  for (auto const& word : words_of(text)) numbers.push_back(number_of(word));
  return numbers;
}

/// "NAME=VALUE NAME=VALUE".
OptionValues settings_of(std::string const& text) {
  OptionValues settings;
  for (auto const& word : words_of(text)) {
    auto const at = word.find('=');
    if (at == std::string::npos) refuse("'" + word + "' is not NAME=VALUE");
    settings.emplace_back(word.substr(0, at), word.substr(at + 1));
  }
  return settings;
}

/// Differences are relative to max(1, |number|).
void expect_near(Numbers const& found, std::string const& values, std::string const& tolerance) {
  auto wanted = words_of(values);
  bool const goes_on = !wanted.empty() && wanted.back() == "...";
  if (goes_on) wanted.pop_back();
  ASSERT_TRUE(goes_on ? found.size() > wanted.size() : found.size() == wanted.size())
      << found.size() << " components";
  int compared = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] == "-") continue;
    RawQuad const number = number_of(wanted[i]);
    EXPECT_LE(double(abs(found[i] - number) / std::max<RawQuad>(1, abs(number))),
              double(number_of(tolerance)))
        << "component " << i << " of " << values;
    ++compared;
  }
  EXPECT_GT(compared, 0) << "nothing is compared";
}

/// I v (J v + v J) with the inertia of the problem, on D_c*.
Numbers momentum_of(std::string const& problem, Numbers const& q, Numbers const& v) {
  if (problem == "suslov")
    return {2.7_quad * v[0] - 0.2_quad * v[1], -0.2_quad * v[0] + 3.2_quad * v[1]};
  if (problem == "veselova") {
    Numbers p{v[0], 2 * v[1], 2.5_quad * v[2]};  // on the plane across gamma
    RawQuad const along = p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    for (int i = 0; i < 3; ++i) p[i] -= along * q[i];
    return p;
  }
  if (problem == "constrained_rigid_body_so3") return {3 * v[0], 4 * v[1], 5 * v[2]};
  if (problem == "constrained_rigid_body_so4")
    return {3 * v[0], 4 * v[1], 5 * v[2], 5 * v[3], 6 * v[4], 7 * v[5]};
  refuse("no momentum of " + problem);
}

template <class S>
Numbers quantity_of(std::string const& problem, Trajectory<S> const& run, std::string const& name) {
  auto const raw = [](std::vector<S> const& x) { return Numbers(x.begin(), x.end()); };
  if (run.outcome != Outcome::ok) refuse("the run fails: " + run.reason);
  if (name == "q") return raw(run.q.back());
  if (name == "v") return raw(run.v.back());
  if (name == "multipliers") return raw(run.multipliers.back());
  if (name == "momentum") return momentum_of(problem, raw(run.q.back()), raw(run.v.back()));
  if (name == "balance") return {RawQuad(run.invariants.front().final)};
  if (name == "invariants") {
    Numbers values;
    for (auto const& invariant : run.invariants) values.push_back(invariant.final);
    return values;
  }
  for (auto const& [remembered, values] : run.memory)
    if (name == "memory " + remembered) return raw(values);
  refuse("unknown quantity '" + name + "'");
}

/// Compares each quantity of "NAME; NAME" with the numbers `found(NAME)`.
template <class Found>
void expect_quantities(Found const& found, std::string const& names, std::string const& values,
                       std::string const& tolerance) {
  auto const name = split(names, "; "), wanted = split(values, "; ");
  if (name.size() != wanted.size()) refuse(names + " have the values " + values);
  for (std::size_t i = 0; i < name.size(); ++i) expect_near(found(name[i]), wanted[i], tolerance);
}

Setting setting_of(std::string const& case_name, std::string const& parameters) {
  Setting setting{.case_name = case_name};
  for (auto const& [name, value] : settings_of(parameters))
    setting.parameters.emplace_back(name, number_of(value));
  return setting;
}

/// `check` of every line of a table; what it throws is a failure that names the line.
template <class Check>
void read_table(std::string const& name, Fields const& columns, Check const& check) {
  std::string const path = std::string(RATTLEBACK_REFERENCES) + "/" + name + ".csv";
  auto const lines = csv_lines(path, columns);
  EXPECT_FALSE(lines.empty()) << path;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    SCOPED_TRACE(fmt::format("{}:{}", path, i + 2));
    try {
      check(lines[i]);
    } catch (std::exception const& wrong) {
      ADD_FAILURE() << wrong.what();
    }
  }
}

std::vector<std::string> tables_of_runs() {
  std::vector<std::string> names;
  for (auto const& table : std::filesystem::directory_iterator(RATTLEBACK_REFERENCES "/runs"))
    names.push_back(table.path().stem());
  return names;
}
class ReferenceStates : public testing::TestWithParam<std::string> {};

/// Options may be several lists, "A or B", that lead to the same state.
TEST_P(ReferenceStates, AgreeWithRuns) {
  std::map<Fields, Trajectory<double>> runs;
  std::map<Fields, Trajectory<RawQuad>> runs_in_quad;
  auto const check = [&](Fields const& line) {
    for (auto const& options : split(line[4], " or ")) {
      Fields key(line.begin(), line.begin() + 9);
      key[4] = options;
      RunSpec spec{.setting = setting_of(line[1], line[2]),
                   .start = line[5],
                   .options = settings_of(options)};
      if (!line[6].empty()) spec.setting.q1 = numbers_of(line[6]);
      spec.step = number_of(line[7]);
      spec.steps = long(number_of(line[8]));
      auto const& method = find_problem(line[0]).method(line[3]);
      auto const expect = [&](auto const& run, std::string const& tolerance) {
        expect_quantities([&](auto const& name) { return quantity_of(line[0], run, name); },
                          line[9], line[10], tolerance);
      };
      if (!runs.contains(key)) runs[key] = method.integrate(spec);
      expect(runs[key], line[11]);
      if (line[12].empty()) continue;
      if (!runs_in_quad.contains(key)) runs_in_quad[key] = method.integrate_quad(spec);
      expect(runs_in_quad[key], line[12]);
    }
  };
  read_table("runs/" + GetParam(),
             {"problem", "case", "parameters", "method", "options", "start", "q1", "step", "steps",
              "quantity", "values", "tolerance", "quad_tolerance"},
             check);
}
INSTANTIATE_TEST_SUITE_P(, ReferenceStates, testing::ValuesIn(tables_of_runs()),
                         [](auto const& info) { return info.param; });

/// If the table states a tolerance for the solver, a solver that shares no code with the reference
/// reaches the same state in double precision.
TEST(ReferenceMotions, AgreeWithTheCatalogue) {
  auto const check = [](Fields const& line) {
    auto const& problem = find_problem(line[0]);
    RunSpec spec{.setting = setting_of(line[1], line[2])};
    RawQuad const time = number_of(line[3]);
    auto const reference = problem.reference(spec.setting, {time});
    if (!line[4].empty()) {
      EXPECT_GE(reference.digits, int(number_of(line[4])));
    }
    auto const& state = reference.states.front();
    auto const quantity = [&](std::string const& name) {
      if (name != "q" && name != "v" && name != "multipliers")
        refuse("unknown quantity '" + name + "'");
      return name == "q" ? state.q : name == "v" ? state.v : state.multipliers;
    };
    expect_quantities(quantity, line[5], line[6], line[7]);
    if (line[8].empty()) return;
    spec.step = time / 20;
    spec.steps = 20;
    spec.options = {{"rtol", "1e-13"}, {"atol", "1e-14"}};
    auto const run = problem.method("odeint_rkf78").integrate(spec);
    expect_quantities([&](auto const& name) { return quantity_of(line[0], run, name); }, line[5],
                      line[6], line[8]);
  };
  read_table("exact_motions",
             {"problem", "case", "parameters", "time", "digits", "quantity", "values", "tolerance",
              "solver_tolerance"},
             check);
}

namespace fs = std::filesystem;

void expect_identical(Reference const& a, Reference const& b) {
  ASSERT_EQ(a.states.size(), b.states.size());
  EXPECT_EQ(a.certified_by, b.certified_by);
  EXPECT_EQ(a.digits, b.digits);
  for (std::size_t i = 0; i < a.states.size(); ++i) {
    EXPECT_TRUE(a.states[i].time == b.states[i].time);
    EXPECT_TRUE(a.states[i].q == b.states[i].q);
    EXPECT_TRUE(a.states[i].v == b.states[i].v);
    EXPECT_TRUE(a.states[i].multipliers == b.states[i].multipliers);
  }
}

/// An empty cache of this test's own.
class ReferenceCache : public testing::Test {
 protected:
  static Reference reference(std::vector<RawQuad> const& times = {RawQuad(1) / 4, RawQuad(1) / 2}) {
    return find_problem("two_constraint_particle").reference({}, times);
  }
  fs::path only_file() const {
    std::vector<fs::path> files;
    for (auto const& entry : fs::directory_iterator(folder_.path)) files.push_back(entry.path());
    EXPECT_EQ(files.size(), 1u);
    return files.empty() ? fs::path{} : files.front();
  }
  static void overwrite(fs::path const& file, std::string const& text) {
    std::ofstream(file) << text;
  }
  /// Expects that the reference does not come from the cache, and equals the first one.
  static void expect_computed_like(Reference const& first) {
    auto const again = reference();
    EXPECT_FALSE(again.from_cache);
    expect_identical(first, again);
  }

  TemporaryFolder const folder_;
  Variable const variable_{"RATTLEBACK_CACHE", folder_.path};
};

TEST_F(ReferenceCache, TheSecondCallComesFromItBitForBit) {
  auto const first = reference();
  auto const second = reference();
  EXPECT_FALSE(first.from_cache);
  EXPECT_TRUE(second.from_cache);
  expect_identical(first, second);
}

TEST_F(ReferenceCache, SweepsWhatKilledProcessesLeft) {
  reference();
  auto const file = only_file();
  fs::remove(file);
  auto const of_process = [&](std::string const& number) { return file.string() + "." + number; };
  overwrite(of_process("2147483647"), "half");  // no process has this number
  overwrite(of_process("1"), "still being written");
  reference();
  EXPECT_TRUE(fs::exists(file));
  EXPECT_FALSE(fs::exists(of_process("2147483647")));
  EXPECT_TRUE(fs::exists(of_process("1")));
}

TEST_F(ReferenceCache, OtherQuestionsAreOtherEntries) {
  reference();
  EXPECT_FALSE(reference({RawQuad(1) / 4}).from_cache);
  Setting elsewhere;
  elsewhere.q =
      std::vector<RawQuad>{RawQuad(1) / 5, RawQuad(1) / 5, RawQuad(1) / 5, RawQuad(1) / 5};
  EXPECT_FALSE(find_problem("two_constraint_particle")
                   .reference(elsewhere, {RawQuad(1) / 4, RawQuad(1) / 2})
                   .from_cache);
}

TEST_F(ReferenceCache, TheOrderAndRepetitionOfTimesIsTheCallers) {
  auto const sorted = reference();
  auto const reversed = reference({RawQuad(1) / 2, RawQuad(1) / 4, RawQuad(1) / 2});
  EXPECT_TRUE(reversed.from_cache);
  ASSERT_EQ(reversed.states.size(), 3u);
  EXPECT_TRUE(reversed.states[0].q == sorted.states[1].q);
  EXPECT_TRUE(reversed.states[1].q == sorted.states[0].q);
  EXPECT_TRUE(reversed.states[2].q == sorted.states[1].q);
}

TEST_F(ReferenceCache, AFileCutShortIsIgnored) {
  auto const first = reference();
  auto const file = only_file();
  auto const whole = text_in(file);
  // In the hash, the key, after it, inside the numbers, before the last multipliers.
  auto const key = whole.find('\n') + 1;
  for (std::size_t length : {std::size_t(0), std::size_t(10), key + 20, whole.find('\n', key) + 1,
                             whole.size() / 2, whole.rfind('\n', whole.size() - 2) + 1}) {
    SCOPED_TRACE(testing::Message() << "cut at " << length << " of " << whole.size());
    overwrite(file, whole.substr(0, length));
    expect_computed_like(first);
  }
}

TEST_F(ReferenceCache, AFileOfAnotherKeyIsIgnored) {
  auto const first = reference();
  auto const file = only_file();
  std::vector<RawQuad> const other_times{RawQuad(1) / 8, RawQuad(1) / 2};
  reference(other_times);
  for (auto const& entry : fs::directory_iterator(folder_.path))
    if (entry.path() != file) overwrite(file, text_in(entry.path()));
  expect_computed_like(first);
}

TEST_F(ReferenceCache, AFileWithOneOtherDigitIsIgnored) {
  auto const first = reference();
  auto const file = only_file();
  auto const whole = text_in(file);
  for (auto const at : {whole.size() / 2, whole.rfind('.') + 1}) {
    auto text = whole;
    text[at] = text[at] == '7' ? '8' : '7';
    overwrite(file, text);
    SCOPED_TRACE(testing::Message() << "damaged at " << at << " of " << whole.size());
    expect_computed_like(first);
  }
}

TEST_F(ReferenceCache, APipeInPlaceOfAFileIsNotWaitedFor) {
  auto const first = reference();
  auto const file = only_file();
  std::filesystem::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  expect_computed_like(first);
}

TEST_F(ReferenceCache, CostsOnlyTimeWhenItCannotBeWritten) {
  Variable const nowhere("RATTLEBACK_CACHE", "/dev/null/nowhere");
  EXPECT_FALSE(reference().from_cache);
  EXPECT_FALSE(reference().from_cache);
}

}  // namespace
}  // namespace rattleback
