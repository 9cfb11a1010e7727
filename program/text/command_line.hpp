#pragma once
// Verbs, arguments and flags, bound to variables that receive them as text. The library behind it
// is seen by one file only.

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rattleback {

/// One verb: what it takes. Variables must live until its action has run.
class Verb {
 public:
  /// An argument that must be given.
  void argument(std::string const& name, std::string& value, std::string const& help);
  /// An argument that may be left out.
  void argument(std::string const& name, std::optional<std::string>& value,
                std::string const& help);
  /// All further arguments.
  void arguments(std::string const& name, std::vector<std::string>& values,
                 std::string const& help);

  /// `--name TEXT` that must be given.
  void option(std::string const& name, std::string const& type, std::string& value,
              std::string const& help);
  /// `--name TEXT` that may be left out.
  void option(std::string const& name, std::string const& type, std::optional<std::string>& value,
              std::string const& help);
  /// `--name TEXT` that may be given several times.
  void option(std::string const& name, std::string const& type, std::vector<std::string>& values,
              std::string const& help);
  void flag(std::string const& name, bool& value, std::string const& help);
  /// `--name`, or `--name=TEXT`: `value` is then `standard`, or the text.
  void flag(std::string const& name, std::string const& standard, std::string& value,
            std::string const& help);

 private:
  friend class CommandLine;
  Verb(CLI::App& app, std::function<int()> action) : app_(app), action_(std::move(action)) {}
  void refuse_unexpected_arguments() const;
  void refuse_missing_arguments() const;

  CLI::App& app_;
  std::function<int()> action_;
  std::vector<std::pair<std::string, CLI::Option*>> required_;
};

/// All verbs of the program.
class CommandLine {
 public:
  CommandLine(std::string const& name, std::string const& description);
  ~CommandLine();

  /// Adds a verb; `action` returns the exit status.
  Verb& verb(std::string const& name, std::string const& help, std::function<int()> action);

  /// Runs the verb that the arguments name and returns its exit status. Throws Misuse on arguments
  /// that do not fit, naming the nearest that would.
  int run(int count, char const* const* arguments);

  /// The command as given, to be repeated in a shell.
  std::string const& text() const { return text_; }

 private:
  std::unique_ptr<CLI::App> app_;
  std::list<Verb> verbs_;
  std::string text_;
};

}  // namespace rattleback
