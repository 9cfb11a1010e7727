#pragma once
// Runs the real program in an empty folder of its own and keeps what it printed.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rattleback {

/// Time that a sanitized program takes longer to start than others, until it watches for signals.
#ifdef __SANITIZE_ADDRESS__
inline constexpr int start_ms = 1400;
#else
inline constexpr int start_ms = 0;
#endif

/// A process that has ended. A signal that killed it counts as status 128 + signal.
struct Finished {
  int status;
  std::string out, err;
  double seconds_since_signal = 0;  ///< from the first signal that it was sent to its end
  long err_lines() const;
};

/// A signal that a process is sent some time after its start.
struct Sent {
  int after_ms, signal;
};

/// An empty folder, removed at the end of the test. What the program compiles there is kept in its
/// folder `cache`.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(Scratch const&) = delete;
  Scratch& operator=(Scratch const&) = delete;

  std::filesystem::path path() const { return folder_; }
  std::string text_of(std::string const& file) const;
  /// Names of what the folder holds, sorted.
  std::vector<std::string> files() const;
  /// Runs the program here and sends it the signals, the earliest first.
  Finished run(std::vector<std::string> const& arguments,
               std::vector<Sent> const& signals = {}) const;
  /// Runs a command of the shell here, in which $RATTLEBACK is the program.
  Finished shell(std::string const& command) const;

 private:
  Finished run_file(std::string const& file, std::vector<std::string> const& arguments,
                    std::vector<Sent> const& signals) const;

  std::filesystem::path folder_;
};

/// What a file holds.
std::string file_text(std::filesystem::path const& path);
/// What stands between ```KIND and ``` on a page of the documentation.
std::vector<std::string> blocks(std::string const& page, std::string const& kind);
/// A command of a page, for Scratch::shell.
std::string with_program(std::string command);

/// Writes a file into the folder.
void write(Scratch const& scratch, std::string const& name, std::string const& text);
/// What the program printed; expects that it ended well.
std::string out_of(Scratch const& scratch, std::string const& arguments);
/// The one line of a misuse; expects that nothing else was printed, and exit status 2.
std::string refusal_of(Scratch const& scratch, std::string const& arguments);

/// What the program printed; expects that it ended with `status`.
nlohmann::ordered_json json_of(Finished const& finished, int status = 0);

std::vector<std::string> lines(std::string const& text);

/// Significant digits of a number as it is written.
long digits(std::string const& number);

/// Words separated by blanks.
std::vector<std::string> words(std::string const& text);

}  // namespace rattleback
