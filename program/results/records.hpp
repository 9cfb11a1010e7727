#pragma once
// Statements, findings and errata by id, with the numbers of the current results folder or of the
// accepted run, for `rattleback show`.

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace rattleback {

struct Statement;
struct Verdict;

/// Id of a statement, a finding or an erratum in the lists of one paper.
struct RecordName {
  std::string paper, id;
};

/// Returns all ids, each once per paper.
std::vector<RecordName> record_names();

/// Returns the id of the paper or collection of studies that `alias` names: its id, the beginning
/// of only one id, its short name, or the beginning of the ids of its experiments ("mp2006"). Upper
/// and lower case are equal.
std::optional<std::string> paper_of_alias(std::string const& alias);

/// Replaces the letters A to Z by lower case.
std::string lower_case(std::string text);

/// Returns {"paper", "id", "short_name"} with each of "statement", "finding" and "erratum" that has
/// this id, in the form of statements.json, findings.json and errata.json; "findings" and "errata"
/// list the related ones. Each record has two further fields. "numbers_from": results/full or
/// results/quick in the current folder, the first that has measured the record; else
/// "accepted run (verdicts/full)"; empty without numbers. "verdict_text": verdict of a statement
/// with its reasons. `accepted`: folder of the accepted run. Throws IoError if a file is malformed.
nlohmann::json record_of(RecordName const& name, std::filesystem::path const& accepted);

/// Adds to the record of a statement that was not run the field `accepted`, with verdict,
/// correction and readings of the accepted run in the folder `accepted`, if that run has them.
void add_accepted(nlohmann::json& record, Statement const& s, Verdict const& verdict,
                  std::filesystem::path const& accepted);

}  // namespace rattleback
