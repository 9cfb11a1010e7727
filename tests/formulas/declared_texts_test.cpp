// Formulas in the texts of the declared statements, findings, errata, experiments and cards.

#include <gtest/gtest.h>

#include <regex>

#include "base/formulas/formulas.hpp"
#include "experiments/core/declaration.hpp"
#include "experiments/core/experiments_file.hpp"
#include "integrators/core/registry/registry.hpp"

namespace rattleback {
namespace {

/// Fails if a script of the text stays a script in its HTML.
void expect_no_script(std::string const& html, std::string const& text) {
  static std::regex const code("<code>[^<]*</code>");
  static std::regex const annotation("<annotation[^<]*</annotation>");
  auto const rest = std::regex_replace(std::regex_replace(html, code, ""), annotation, "");
  EXPECT_EQ(rest.find_first_of("_^$"), std::string::npos) << text << "\n" << html;
}

void expect_prose(std::string const& text) {
  expect_no_script(formulas::html(formulas::read_text(text)), text);
}

void expect_card(std::string const& text) {
  auto const [formula, words] = formulas::read_card_before_words(text);
  expect_no_script(formulas::html(formula), text);
  expect_no_script(formulas::mathml(formula), text);
  expect_prose(std::string(words));
}

TEST(DeclaredTexts, LeaveNoScriptInStatements) {
  for (auto const& s : declarations().statements) {
    for (auto const& text : {s.statement, s.printed, s.place}) expect_prose(text);
    for (auto const& r : s.readings)
      for (auto const& text : {r.label, r.quantity, r.correction, r.assumption}) expect_prose(text);
    for (auto const& c : s.controls)
      for (auto const& text : {c.label, c.quantity}) expect_prose(text);
  }
}

TEST(DeclaredTexts, LeaveNoScriptInFindingsAndErrata) {
  for (auto const& f : declarations().findings)
    for (auto const& text : {f.finding, f.quantity, f.scope, f.control, f.place})
      expect_prose(text);
  for (auto const& e : declarations().errata)
    for (auto const& text : {e.printed, e.right, e.defect, e.lost, e.place}) expect_prose(text);
}

TEST(DeclaredTexts, LeaveNoScriptInExperiments) {
  for (auto const& e : experiments()) {
    for (auto const& text : {e.title, e.about}) expect_prose(text);
    for (auto const& c : e.choices)
      for (auto const& text : {c.open, c.choice, c.reason}) expect_prose(text);
    for (auto const& figure : e.figures) {
      expect_prose(figure.caption);
      for (auto const& panel : figure.panels) {
        for (auto const& text : {panel.title, panel.x.label, panel.y.label}) expect_prose(text);
        for (auto const& series : panel.series) expect_prose(series.label);
      }
    }
  }
}

TEST(DeclaredTexts, LeaveNoScriptInCards) {
  for (auto const& p : registry()) {
    expect_card(p.card.lagrangian);
    for (auto const* list : {&p.card.constraints, &p.card.equations_of_motion, &p.card.forces})
      for (auto const& text : *list) expect_card(text);
    for (auto const& text :
         {p.card.name, p.card.reversing_symmetry, p.card.invariant_measure, p.card.frame,
          p.card.exact_solution, formulas::space_in_dollars(p.space)})
      expect_prose(text);
    for (auto const& parameter : p.parameters) expect_prose(parameter.meaning);
    for (auto const& c : p.cases) expect_prose(c.note);
  }
  for (auto const& m : method_cards()) {
    for (std::size_t at = 0, end = 0; at < m.equations.size(); at = end + 2) {
      end = std::min(m.equations.find("; ", at), m.equations.size());
      expect_card(m.equations.substr(at, end - at));
    }
    for (auto const& text : {m.name, m.applies_to}) expect_prose(text);
    for (auto const& option : m.options) expect_prose(option.meaning);
    for (auto const& limit : m.known_limits) expect_prose(limit.sentence);
  }
}

}  // namespace
}  // namespace rattleback
