#pragma once
// Exception for a file or folder that cannot be read or written.

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace rattleback {

/// Exception for a failed read or write. what() is one complete line for the user, with the reason
/// of the operating system; the program ends with exit status 2.
struct FileFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws FileFailure "WHAT: REASON" with the reason of `error`, an errno.
[[noreturn]] inline void throw_file_failure(std::string const& what, int error = errno) {
  throw FileFailure(what + ": " + std::strerror(error));
}

}  // namespace rattleback
