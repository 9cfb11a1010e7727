#pragma once
// Statements of papers as data, with errata and our own findings.

#include <string>
#include <string_view>
#include <vector>

#include "experiments/statements/rule.hpp"

namespace rattleback {

/// Relative change above which a number must be accepted again, if it differs from the default
/// (program/results/accepted.hpp).
struct OwnTolerance {
  double relative = 0;  ///< fraction of the number; 0: the number is not compared
  std::string reason;   ///< reason, such as a chaotic run; empty: default tolerance
};

/// One interpretation of an ambiguous statement, or one part of a conjunction.
struct Reading {
  std::string name;                      ///< key of its measurements
  std::string label;                     ///< name with formulas between dollars
  std::string quantity;                  ///< measured quantity with system, method, norm and unit
  std::string relative_to = "absolute";  ///< size to which the limit is relative
  std::string experiment;                ///< experiment that measures the reading
  Declared rule;
  std::string correction;  ///< misprint, or loss in our copy of the text, that the reading corrects
  std::string assumption;  ///< assumption that the paper does not state
  std::vector<std::string> inferred_from;  ///< statements whose printed data selected the choice
  OwnTolerance tolerance;
  bool part = false;  ///< true for a part of a conjunction, all of whose parts must hold
  std::string
      not_measured;  ///< requirements of a measurement of this part; empty if it is measured
};

/// Check of a changed statement, with the opposite expected result: shows that the check
/// distinguishes the two.
struct Control {
  std::string name;        ///< key of its measurements
  std::string label;       ///< name with formulas between dollars
  std::string quantity;    ///< change of the statement, and the quantity measured then
  bool holds = false;      ///< expected result of the rule for the changed statement
  std::string reading;     ///< reading whose rule applies
  std::string same_as;     ///< statement whose control of this name is used; empty: its own
  std::string experiment;  ///< experiment that measures the control
};

/// Statement of a paper.
struct Statement {
  std::string paper, id, place;
  std::string statement;          ///< in our own words
  std::string printed;            ///< number, formula or a few words as printed
  std::string kind;               ///< one of rules_of_kinds()
  bool background = false;        ///< true if the paper only recalls it
  std::string not_run;            ///< requirements of a test; empty if there is a test
  std::string not_checkable;      ///< reason why no computation decides it
  std::vector<Reading> readings;  ///< readings and parts; empty if the statement is not tested
  std::vector<Control> controls;
};

/// Misprint, with the printed and the correct formula.
struct Erratum {
  std::string paper, id, place, printed, right;
  std::string defect;  ///< quantity that its two numbers measure; empty if only letters are wrong
  std::string lost;    ///< sign or glyph that our copy of the text may have lost; empty if excluded
  /// Ground on which the correction is admitted: "lost" (a sign or glyph that our copy of the text
  /// may have lost), "contradiction" (the paper contradicts itself), "decided" (a slip that the
  /// paper's own runs or another of its formulas decide). An added term or hypothesis is not a
  /// correction.
  std::string ground;
  std::vector<std::string> statements;  ///< if none are declared: those that rest on the erratum
  std::string experiment;
};

/// Returns the errata at the beginning of a correction: A14 and A15 for "A14 and A15: two terms".
std::vector<std::string> errata_of(std::string const& correction);

/// Our own result, which the paper does not state. Its number and those of its neighbours are
/// within the bounds of the sentence; that of its control is outside.
struct Finding {
  std::string paper, id, place, finding, experiment;
  std::string scope;                    ///< problems, cases, methods, step, length and precision
  std::string quantity;                 ///< measured number
  double at_least, at_most;             ///< bounds of the sentence; infinite if it states none
  std::string control;                  ///< changed case, in which the sentence is false
  std::vector<std::string> neighbours;  ///< settings besides those of the scope
  /// Proof, or list of cases, of a sentence with "all", "every", "never", "always" or "only".
  std::string ranges_over;
  std::string group;  ///< use for a reader, such as "cost and solvers"
  int weight = 0;     ///< 1: changes a user's choice; 2: worth knowing; 3: detail
  OwnTolerance tolerance;
};

/// True if the number is within the bounds of the finding's sentence.
inline bool is_within(Finding const& finding, double number) {
  return number >= finding.at_least && number <= finding.at_most;
}

/// Claim of a paper's abstract or conclusions, which statements decide; or main result of a
/// collection of own studies, which findings support.
struct Headline {
  std::string paper, claim, place;
  std::vector<std::string> statements;  ///< ids; the first supplies the number
  std::string noun;                     ///< measured quantity of the first statement, short
  std::string answer;                   ///< result of the check, in one or two sentences
  std::string figure;                   ///< "EXPERIMENT/FIGURE", a figure of the paper's studies
  std::vector<std::string> findings;    ///< ids of related findings
  bool example = false;                 ///< true for the example of the home page
};

/// Declarations of one paper, each list in the paper's order.
struct Declarations {
  std::vector<Statement> statements;
  std::vector<Erratum> errata;
  std::vector<Finding> findings;
  std::vector<Headline> headlines;
};

/// Texts of the four files of a paper; a missing file counts as empty.
struct DeclarationTexts {
  std::string_view paper, statements, errata, findings, headlines;
};

/// Returns the content of the four files of one paper. Throws std::invalid_argument, with paper,
/// file and entry, for malformed text, unknown or missing keys, an id used twice, or an invalid
/// rule.
Declarations parse_declarations(DeclarationTexts const& texts);

/// Returns the declarations of all papers, in the papers' order.
Declarations const& declarations();

/// Returns the built-in texts of all papers.
std::vector<DeclarationTexts> const& declaration_texts();

}  // namespace rattleback
