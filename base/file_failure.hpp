#pragma once
// What no caller can avoid: a file or folder that cannot be read or written.

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace rattleback {

/// Something could not be read or written. what() is one whole line for the user, the reason of the
/// system included; the program ends with exit status 2.
struct FileFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// FileFailure "WHAT: REASON" with the reason that `error`, an errno, stands for.
[[noreturn]] inline void throw_file_failure(std::string const& what, int error = errno) {
  throw FileFailure(what + ": " + std::strerror(error));
}

}  // namespace rattleback
