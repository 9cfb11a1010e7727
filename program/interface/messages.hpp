#pragma once
// Messages on stderr, apart from progress, and messages of exceptions.

#include <string>
#include <string_view>
#include <vector>

#include "integrators/core/method/method.hpp"

namespace rattleback {

/// Writes "rattleback: MESSAGE" as one line on stderr; control characters become blanks. Never
/// throws: a message that cannot be written changes no result.
void print_message(std::string_view message) noexcept;

/// Writes a note that a file of a results folder is left out; `reason` names it.
void print_left_out(std::string const& reason);

/// Writes the buffer of stdout. Throws IoError if the buffer cannot be written.
void flush_stdout();

/// Name of a type as code writes it, without the namespace std.
std::string type_name(std::type_info const& type);

/// Message of an exception, exit status of the program, and notes that show the place of the error.
struct ErrorReport {
  std::string message;
  int status;
  std::vector<std::string> notes = {};
};
/// Returns the report of the exception that is being handled.
ErrorReport report_of_current_exception();

}  // namespace rattleback
