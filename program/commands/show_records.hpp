#pragma once
// Lines, and statements, findings and errata, in `rattleback show`.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/results/records.hpp"

namespace rattleback {

/// Prints "LABEL   TEXT" in two columns; an empty text as "-".
void print_field(std::string_view label, std::string_view text);

/// Prints the heading of a list.
void print_heading(std::string_view text);

/// Returns the record that `name` names: ID, or PAPER:ID with an id or alias of a paper; none if
/// there is none. Upper and lower case are equal if no id agrees exactly. Throws InvalidInput with
/// the choices if several papers have the id.
std::optional<RecordName> find_record(std::string const& name);

/// Prints statement, finding and erratum of that name as their pages show them, or as JSON.
void show_record(RecordName const& name, bool as_json);

/// Returns the names that find_record() may accept instead of `name`: PAPER:ID of one paper if
/// `name` begins so, else all ids.
std::vector<std::string> names_of_records(std::string const& name);

}  // namespace rattleback
