#pragma once
// Verbs (commands), arguments and flags, bound to variables that receive them as text. Only one
// file includes the library for command lines.

#include <concepts>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/interface/completion.hpp"
#include "program/interface/shared_options.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rattleback {

/// Receiver of the options of a verb, bound to variables.
class OptionList {
 public:
  virtual ~OptionList() = default;
  /// Adds a required `--name TEXT`.
  virtual void option(std::string const& name, std::string const& type, std::string& value,
                      std::string const& help) = 0;
  /// Adds an optional `--name TEXT`.
  virtual void option(std::string const& name, std::string const& type,
                      std::optional<std::string>& value, std::string const& help) = 0;
  /// Adds a repeatable `--name TEXT`.
  virtual void option(std::string const& name, std::string const& type,
                      std::vector<std::string>& values, std::string const& help) = 0;
  /// Adds `--name`.
  virtual void flag(std::string const& name, bool& value, std::string const& help) = 0;
  /// Adds an option that several verbs share, with its common type and help.
  template <class Value>
  void shared(std::string const& name, Value& value) {
    auto const& [same_name, type, help] = shared_option(name);
    if constexpr (std::same_as<Value, bool>)
      flag(name, value, help);
    else
      option(name, type, value, help);
  }
};

/// Arguments and flags of one verb. Bound variables must exist until its action has run.
class Verb final : public OptionList {
 public:
  /// Adds a required argument.
  void argument(std::string const& name, std::string& value, std::string const& help);
  /// Adds a required argument that several verbs share.
  void shared_argument(std::string const& name, std::string& value) {
    argument(name, value, shared_option(name).help);
  }
  /// Adds an optional argument.
  void argument(std::string const& name, std::optional<std::string>& value,
                std::string const& help);
  /// Adds a list of all further arguments.
  void arguments(std::string const& name, std::vector<std::string>& values,
                 std::string const& help);

  void option(std::string const& name, std::string const& type, std::string& value,
              std::string const& help) override;
  void option(std::string const& name, std::string const& type, std::optional<std::string>& value,
              std::string const& help) override;
  void option(std::string const& name, std::string const& type, std::vector<std::string>& values,
              std::string const& help) override;
  void flag(std::string const& name, bool& value, std::string const& help) override;
  /// Adds `--name` or `--name=TEXT`, which set `value` to `standard` or to the text.
  void flag(std::string const& name, std::string const& standard, std::string& value,
            std::string const& help);

 private:
  friend class CommandLine;
  Verb(CLI::App& app, std::function<int()> action) : app_(app), action_(std::move(action)) {}
  void refuse_unexpected_arguments() const;
  void refuse_missing_arguments() const;
  VerbDescription description() const;

  CLI::App& app_;
  std::function<int()> action_;
  std::vector<std::pair<std::string, CLI::Option*>> required_;
};

/// Returns the word as typed in a shell.
std::string quoted_for_shell(std::string_view word);

/// All verbs of the program.
class CommandLine {
 public:
  /// @param version  returns what --version prints
  CommandLine(std::string const& name, std::string const& description,
              std::function<std::string()> version);
  ~CommandLine();

  /// Adds a verb; `action` returns the exit status.
  Verb& verb(std::string const& name, std::string const& help, std::function<int()> action);

  /// Runs the verb that the arguments name and returns its exit status. Throws InvalidInput on
  /// invalid arguments, naming the nearest valid one.
  int run(int count, char const* const* arguments);

  /// Returns all verbs with their arguments and options.
  std::vector<VerbDescription> descriptions() const;

  /// Returns the command as typed in a shell.
  std::string const& text() const { return text_; }

 private:
  std::unique_ptr<CLI::App> app_;
  std::list<Verb> verbs_;
  std::string text_;
};

}  // namespace rattleback
