#pragma once
// What a paper says, as data: its statements, its errata, and what we found beside them.

#include <string>
#include <string_view>
#include <vector>

#include "experiments/statements/rule.hpp"

namespace rattleback {

/// How far a number may move before it has to be accepted anew, where that is not what all numbers
/// have (program/results/accepted.hpp).
struct OwnTolerance {
  double relative = 0;  ///< of the number; 0: it is not compared
  std::string reason;   ///< why, e.g. that it is of a chaotic run; empty: no tolerance of its own
};

/// One way to read what the paper leaves open, or one part of a conjunction.
struct Reading {
  std::string name;
  std::string quantity;     ///< what is measured, of what, by which method, in which norm and unit
  std::string relative_to;  ///< the size that the limit is relative to; empty: see Rule
  std::string experiment;   ///< that measures it
  Declared rule;
  std::string correction;  ///< the misprint, or loss of our copy's text, that it mends
  std::string assumption;  ///< what the paper does not say and it needs
  std::vector<std::string> inferred_from;  ///< statements whose printed data selected the choice
  OwnTolerance tolerance;
  bool part = false;  ///< of a conjunction: every part has to hold
  std::string
      not_measured;  ///< of a part: what measuring it would need; empty where it is measured
};

/// The same check of a changed statement, which has to come out the other way: that shows that the
/// check can tell them apart.
struct Control {
  std::string name;
  std::string quantity;    ///< what is changed, and what is measured then
  bool holds = false;      ///< what the rule is expected to say of the changed statement
  std::string reading;     ///< whose rule judges
  std::string same_as;     ///< the statement whose control of this name is measured; empty: its own
  std::string experiment;  ///< that measures it
};

/// One thing that a paper says.
struct Statement {
  std::string paper, id, place;
  std::string statement;          ///< in our own words
  std::string printed;            ///< number, formula or a few words as printed
  std::string kind;               ///< one of rules_of_kinds()
  bool background = false;        ///< the paper only recalls it
  std::string not_run;            ///< what a test would need; empty where there is one
  std::string not_checkable;      ///< why no computation decides it
  std::vector<Reading> readings;  ///< and parts; empty for what is not tested
  std::vector<Control> controls;
};

/// A misprint, with the formula that fails and the one that holds.
struct Erratum {
  std::string paper, id, place, printed, right;
  std::string defect;  ///< what its two numbers measure; empty where only letters are wrong
  std::string lost;    ///< what our copy of the text may have lost; empty where that is excluded
  std::string ground;  ///< one of grounds_of_errata()
  std::vector<std::string> statements;
  std::string experiment;
};

/// Why a correction is admitted: "lost" (a sign or glyph that our copy of the text may have lost),
/// "contradiction" (the paper contradicts itself), "decided" (a slip that the paper's own runs or
/// another of its formulas decide). What adds a term or a hypothesis is none of them.
std::vector<std::string> const& grounds_of_errata();

/// The errata that a correction begins with: A14 and A15 of "A14 and A15: two terms".
std::vector<std::string> errata_of(std::string const& correction);

/// What we found and the paper does not say.
struct Finding {
  std::string paper, id, place, finding, evidence, experiment;
  OwnTolerance tolerance;
};

/// What is said of one paper, each list in the paper's order.
struct Declarations {
  std::vector<Statement> statements;
  std::vector<Erratum> errata;
  std::vector<Finding> findings;
};

/// The texts of a paper's three files; empty where it has none.
struct DeclarationTexts {
  std::string_view paper, statements, errata, findings;
};

/// Reads the three files of one paper. Throws std::invalid_argument, naming paper, file and entry,
/// for malformed text, unknown or missing keys, an id used twice, or a rule that cannot be applied.
Declarations parse_declarations(DeclarationTexts const& texts);

/// The declarations of all papers, in the papers' order.
Declarations const& declarations();

/// The texts of all papers; built in.
std::vector<DeclarationTexts> const& declaration_texts();

}  // namespace rattleback
