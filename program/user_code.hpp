#pragma once
// Code of a user's header inside this process: what it prints while it is loaded, what it throws,
// and a call of exit in it. None of these is to be taken for a result or a defect of the program.

#include <filesystem>

namespace rattleback {

/// During the life of this object, what is printed to stdout goes to stderr: stdout holds results.
class StdoutToStderr {
 public:
  StdoutToStderr();
  ~StdoutToStderr();
  StdoutToStderr(StdoutToStderr const&) = delete;
  StdoutToStderr& operator=(StdoutToStderr const&) = delete;

 private:
  bool failed_before_;
  int stdout_;
};

/// The handle of a shared object, as of dlopen, null on failure. From now on exceptions that it
/// throws are known as those of `header`, and a call of exit in it ends the process with a line and
/// status 2. `header` is empty where the object holds no code of a user.
void* load(std::filesystem::path const& object, std::filesystem::path const& header);

/// The time in which a call of exit is none of the program.
class ExitIsUserCode {
 public:
  ExitIsUserCode();
  ~ExitIsUserCode();
  ExitIsUserCode(ExitIsUserCode const&) = delete;
  ExitIsUserCode& operator=(ExitIsUserCode const&) = delete;
};

/// To be called while an exception is handled. Throws Misuse that names header, type and words
/// where a user's code has thrown it, though not as Misuse, FileFailure or Interrupted; returns
/// otherwise.
void refuse_what_user_code_throws();

}  // namespace rattleback
