#pragma once
// Runner of the program in an empty folder, with captured output.

#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files/files.hpp"
#include "tests/scratch.hpp"

namespace rattleback {

using json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// Additional start-up time of a sanitized program until it handles signals.
#ifdef __SANITIZE_ADDRESS__
inline constexpr int start_ms = 1400;
#else
inline constexpr int start_ms = 0;
#endif

/// Result of a process. A signal that killed it counts as status 128 + signal.
struct Finished {
  int status;
  std::string out, err;
  double seconds_since_signal = 0;  ///< time from the first sent signal to the end
  long err_lines() const;
};

/// Signal to be sent to a process some time after its start.
struct Sent {
  int after_ms, signal;
};

/// Empty folder, removed at the end of the test. Its folder `cache` holds what the program compiles
/// there.
class Scratch {
 public:
  std::filesystem::path path() const { return folder_.path; }
  std::string text_of(std::string const& file) const;
  /// Returns the sorted names of the entries of the folder.
  std::vector<std::string> files() const;
  /// Runs the program in the folder and sends it the signals, the earliest first.
  Finished run(std::vector<std::string> const& arguments,
               std::vector<Sent> const& signals = {}) const;
  /// Runs a shell command in the folder, with the program first in PATH and as $RATTLEBACK.
  Finished shell(std::string const& command) const;

 private:
  Finished run_file(std::string const& file, std::vector<std::string> const& arguments,
                    std::vector<Sent> const& signals) const;

  TemporaryFolder const folder_;
};

/// Returns the texts between ```KIND and ``` on a page of the documentation.
std::vector<std::string> blocks(std::string const& page, std::string const& kind);

/// Test in an empty folder.
class InFolder : public testing::Test {
 protected:
  Scratch const scratch;
};

/// Writes a file into the folder.
void write(Scratch const& scratch, std::string const& name, std::string const& text);
/// Replaces a text that occurs in a file of the folder.
void replace_in(Scratch const& scratch, std::string const& file, std::string const& old,
                std::string const& replacement);
/// Copies an example of the documentation into the folder, with a change.
void copy_example(Scratch const& scratch, std::string const& name, std::string const& old = "",
                  std::string const& replacement = "");
/// Returns how the program ended; expects success.
Finished success_of(Finished finished);
Finished success_of(Scratch const& scratch, std::string const& arguments);
/// Returns the program's output; expects success.
std::string out_of(Scratch const& scratch, std::string const& arguments);
/// Returns the error line; expects no other output, and exit status 2.
std::string refusal_of(Finished const& finished);
std::string refusal_of(Scratch const& scratch, std::string const& arguments);
/// Expects that the error line contains a text.
void expect_refusal(Finished const& finished, std::string const& said);
void expect_refusal(Scratch const& scratch, std::string const& arguments, std::string const& said);

/// Returns the program's JSON output; expects the exit status `status`.
json json_of(Finished const& finished, int status = 0);
/// Returns the output of a command with --json, in a folder or in one of its own.
json json_of(Scratch const& scratch, std::string const& arguments);
json json_of(std::string const& arguments);

std::vector<std::string> lines(std::string const& text);

/// Returns the number of significant digits of a number as written.
long digits(std::string const& number);

/// Returns the words of a text, separated by blanks.
std::vector<std::string> words(std::string const& text);

/// True if a null is somewhere in the value.
bool has_null(json const& value);

/// Returns the names of an object's fields.
std::vector<std::string> fields(json const& object);

}  // namespace rattleback
