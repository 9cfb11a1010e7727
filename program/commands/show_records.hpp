#pragma once
// Statements, findings and errata in `rattleback show`.

#include <optional>
#include <string>
#include <vector>

#include "program/results/records.hpp"

namespace rattleback {

/// Returns the record that `name` names: ID, or PAPER:ID with an id or alias of a paper; none if
/// there is none. Upper and lower case are equal if no id agrees exactly. Throws InvalidInput with
/// the choices if several papers have the id.
std::optional<RecordName> find_record(std::string const& name);

/// Prints statement, finding and erratum of that name as their pages show them, or as JSON.
void show_record(RecordName const& name);
void show_record_json(RecordName const& name);

/// Returns the names that find_record() may accept instead of `name`: PAPER:ID of one paper if
/// `name` begins so, else all ids.
std::vector<std::string> names_of_records(std::string const& name);

}  // namespace rattleback
