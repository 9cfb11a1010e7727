#pragma once
// Errors of files and folders that cannot be read or written.

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace rattleback {

/// Error of a file or folder that could not be read or written. what() is one line for the user,
/// with the reason of the system; the program ends with exit status 2.
struct IoError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws IoError "WHAT: REASON", where `error` is the errno of the reason.
[[noreturn]] inline void throw_io_error(std::string const& what, int error = errno) {
  throw IoError(what + ": " + std::strerror(error));
}

}  // namespace rattleback
