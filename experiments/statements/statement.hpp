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

/// One way to read what the paper leaves open.
struct Reading {
  std::string name, choice;
  std::string experiment;  ///< that measures it
  Declared rule;
  std::string correction;  ///< the misprint, or loss of our copy's text, that it mends
  std::string assumption;  ///< what the paper does not say and it needs
  std::vector<std::string> inferred_from;  ///< statements whose printed data selected the choice
  OwnTolerance tolerance;
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
  std::vector<Reading> readings;  ///< empty for what is not tested
};

/// A misprint, with the formula that fails and the one that holds.
struct Erratum {
  std::string paper, id, place, printed, right;
  std::string defect;  ///< what its two numbers measure; empty where only letters are wrong
  std::string lost;    ///< what our copy of the text may have lost; empty where that is excluded
  std::vector<std::string> statements;
  std::string experiment;
};

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
