// experiments.toml: what is read from it, and that mistakes are named with their line.

#include "experiments/core/experiments_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "experiments/core/runner.hpp"
#include "experiments/statements/verdict.hpp"
#include "tests/refusal.hpp"

namespace rattleback {

namespace mclachlan_perlmutter_2006::figure_9_study {
void figure_9(Study& study);
}

namespace {

std::vector<StudyFunction> const functions{
    {"p", "one", "experiments/p/figures/one.cpp", [](Study&) {}}};

std::string const head = R"(
[paper]
short = "P"
citation = "A paper"
prefix = "p1999"
)";
std::string const entry = R"([experiment.one]
title = "Orbits at $h$ = 0.1"
about = "About"
[[experiment.one.figure]]
id = "figure_1"
number = "1"
caption = "Error of $q_i$."
[[experiment.one.figure.panel]]
x = {label = "$h$", scale = "log", range = [0.01, 1]}
series = [
  {data = "errors", x = "h", y = "error", style = "points"},
]
)";

ExperimentsFile parse(std::string const& text) {
  return parse_experiments({"p", text}, "x.toml", functions);
}
/// Returns the message with which a text is rejected.
std::string refusal(std::string const& text) {
  return rattleback::refusal<std::invalid_argument>([&] { parse(text); });
}
std::string with(std::string const& from, std::string const& to) {
  auto text = head + entry;
  auto const at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(ExperimentsFile, SharesChoicesByName) {
  auto const shared = head +
                      "[choice.step]\nopen = \"$h$\"\nchoice = \"0.1\"\n"
                      "reason = \"section 2\"\n";
  auto const using_it = [&](std::string const& name) {
    auto text = shared + entry;
    return text.replace(text.find("[[experiment.one.figure]]"), 0,
                        "choices = [\"" + name + "\"]\n");
  };
  auto const choices = parse(using_it("step")).experiments.front().choices;
  ASSERT_EQ(choices.size(), 1u);
  EXPECT_EQ(choices[0].open + choices[0].choice + choices[0].reason, "$h$0.1section 2");
  EXPECT_NE(refusal(using_it("steps")).find("nearest: step"), std::string::npos);
}

TEST(ExperimentsFile, ReturnsTextsFiguresAndTheFunction) {
  auto const file = parse(head + entry);
  EXPECT_EQ(file.paper.short_name, "P");
  EXPECT_TRUE(file.paper.published);
  ASSERT_EQ(file.experiments.size(), 1u);
  auto const& experiment = file.experiments.front();
  EXPECT_EQ(experiment.id, "p1999_one");
  EXPECT_EQ(experiment.paper, "p");
  EXPECT_EQ(experiment.title, "Orbits at $h$ = 0.1");
  EXPECT_EQ(experiment.source, "experiments/p/figures/one.cpp");
  auto const& figure = experiment.figures.at(0);
  EXPECT_EQ(figure.caption, "Error of $q_i$.");
  auto const& panel = figure.panels.at(0);
  EXPECT_EQ(panel.x.scale, "log");
  EXPECT_EQ(panel.y.scale, "linear");
  EXPECT_EQ(panel.x.range, (std::pair{0.01, 1.0}));
  EXPECT_EQ(panel.key, "off");
  EXPECT_EQ(panel.series.at(0).data, "errors.csv");
  EXPECT_EQ(panel.series.at(0).style, "points");
}

TEST(ExperimentsFile, GivesPanelsTheSeriesOfTheirFigure) {
  auto const panels_of = [](std::string const& text) {
    return parse(text).experiments.front().figures.at(0).panels;
  };
  auto text = with("[[experiment.one.figure.panel]]\n", "");
  ASSERT_EQ(panels_of(text).size(), 1u);
  EXPECT_EQ(panels_of(text)[0].x.label, "$h$");
  text = text.replace(text.find("\"errors\""), 8, "\"errors_{}\"");
  auto const panels =
      panels_of(text + "y = \"error\"\npanel = [{variant = \"a\"}, {variant = \"b\"}]\n");
  ASSERT_EQ(panels.size(), 2u);
  EXPECT_EQ(panels[0].series.at(0).data + panels[1].series.at(0).data, "errors_a.csverrors_b.csv");
  EXPECT_EQ(panels[1].x.range, (std::pair{0.01, 1.0}));
  EXPECT_EQ(panels[1].y.label, "error");
  EXPECT_EQ(refusal(with("[[experiment.one.figure.panel]]",
                         "[[experiment.one.figure.panel]]\nvariant = \"a\"")),
            "x.toml one: line 14: 'variant' is in no name of the series");
}

TEST(ExperimentsFile, NamesMistakesWithTheirLine) {
  EXPECT_EQ(refusal(with("about =", "abuot =")).substr(0, 21), "x.toml one: line 6: '");
  EXPECT_EQ(refusal(with("title = \"Orbits", "titel = \"Orbits")),
            "x.toml one: line 6: 'title' is missing");
  EXPECT_EQ(refusal(with("\"log\"", "\"logarithmic\"")),
            "x.toml one: line 14: 'scale' is unknown; nearest: log");
  EXPECT_EQ(refusal(with("[0.01, 1]", "[1, 0.01]")),
            "x.toml one: line 14: 'range' is not two numbers, the smaller one first");
  EXPECT_EQ(refusal(with("$q_i$", "$q_i")), "x.toml one: line 12: a dollar without a partner");
  EXPECT_EQ(refusal(head + "[experiment.on]\ntitle = \"T\"\nabout = \"A\"\n"),
            "x.toml on: line 6: no study of this name; nearest: one");
  EXPECT_EQ(refusal(head),
            "x.toml: there is no entry of the study 'one' of experiments/p/figures/one.cpp");
  EXPECT_NE(refusal(head + entry + entry).find("experiment.one"), std::string::npos);
  EXPECT_EQ(refusal(head + "[[experiment"),
            "x.toml: line 6: " + refusal(head + "[[experiment").substr(16));
}

TEST(ExperimentsFile, DemandsTheColumnsThatItDraws) {
  auto const experiment = parse(head + entry).experiments.front();
  EXPECT_NO_THROW(demand_columns(experiment, {{"errors", {"h", "error"}}}));
  auto const refused = [&](std::map<std::string, std::vector<std::string>> const& tables) {
    return rattleback::refusal([&] { demand_columns(experiment, tables); });
  };
  EXPECT_EQ(refused({{"error", {"h", "error"}}}),
            "x.toml: line 16: p1999_one writes no table 'errors'; nearest: error");
  EXPECT_EQ(refused({{"errors", {"h", "eror"}}}),
            "x.toml: line 16: the table 'errors' has no column 'error'; nearest: eror");
}

TEST(ExperimentsFile, LoadsFromTheSourceFolder) {
  for (auto const& text : built_in_experiments()) {
    std::ifstream file(std::string(RATTLEBACK_SOURCE_FOLDER "/experiments/") + text.paper +
                       "/experiments.toml");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text.text) << text.paper;
  }
  EXPECT_FALSE(built_in_experiments().empty());
}

TEST(DocumentedStudy, RunsAndDrawsWhatItsEntrySays) {
  std::ifstream file(RATTLEBACK_SOURCE_FOLDER "/docs/extending.md");
  std::string const page(std::istreambuf_iterator<char>(file), {});
  auto const block = [&](std::string const& first_line) {
    auto const begin = page.find("```toml\n" + first_line) + 8;
    return page.substr(begin, page.find("```", begin) - begin);
  };
  auto const text = block("[experiment.figure_9]");
  auto const experiment =
      parse_experiments({"mclachlan_perlmutter_2006",
                         "[paper]\nshort = 'P'\ncitation = 'C'\nprefix = 'mp2006'\n" + text},
                        "docs/extending.md",
                        {{"mclachlan_perlmutter_2006", "figure_9", "figures/figure_9.cpp",
                          &mclachlan_perlmutter_2006::figure_9_study::figure_9}})
          .experiments.front();
  EXPECT_EQ(experiment.id, "mp2006_figure_9");
  EXPECT_EQ(experiment.figures.at(0).id, "figure_9") << "the name of its study";
  EXPECT_EQ(experiment.figures.at(0).number, "9");
  Study study(false, 1, {});
  experiment.compute(study);
  std::map<std::string, std::vector<std::string>> columns;
  for (auto const& [name, table] : study.tables) columns[name] = table.columns;
  EXPECT_NO_THROW(demand_columns(experiment, columns));
  auto const declared =
      parse_declarations({"mclachlan_perlmutter_2006", block("[experiments]"), "", ""});
  EXPECT_NO_THROW(demand_declared(experiment, declared, study));
  auto const verdict = verdict_of(declared.statements.front(), study.readings);
  EXPECT_EQ(verdict.word, "holds");
  EXPECT_GT(verdict.readings.front().measured->value, 1e-4);
  EXPECT_EQ(verdict.controls.front().told_apart, true);
}

}  // namespace
}  // namespace rattleback
