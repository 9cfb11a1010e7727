#pragma once
// Verbs (commands), arguments and flags, bound to variables that receive them as text. Only one
// file includes the library for command lines.

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rattleback {

/// Option or argument of a verb, as on the command line.
struct OptionDescription {
  std::string name;  ///< "--step", or "PROBLEM" for an argument
  std::string type;  ///< "H", or the allowed values "up|down|both"; empty for flags
  std::string help;
};

/// Verb with its arguments and options.
struct VerbDescription {
  std::string name, help;
  std::vector<OptionDescription> arguments, options;
};

/// Returns type and help of an option or argument that several verbs share. Throws
/// std::logic_error if there is none of that name.
OptionDescription const& shared_option(std::string const& name);

/// Variable that receives an option: a required text, an optional text, the texts of a repeatable
/// option, or a flag without a text.
using OptionVariable =
    std::variant<std::string*, std::optional<std::string>*, std::vector<std::string>*, bool*>;

/// Receiver of the options of a verb, bound to variables.
class OptionList {
 public:
  virtual ~OptionList() = default;
  /// Adds `--name TEXT`, or `--name`.
  virtual void declare(std::string const& name, std::string const& type, OptionVariable variable,
                       std::string const& help) = 0;
  template <class Value>
  void option(std::string const& name, std::string const& type, Value& value,
              std::string const& help) {
    declare(name, type, &value, help);
  }
  void flag(std::string const& name, bool& value, std::string const& help) {
    declare(name, "", &value, help);
  }
  /// Adds an option that several verbs share, with its common type and help.
  void shared(std::string const& name, auto& value) {
    auto const& [same_name, type, help] = shared_option(name);
    declare(name, type, &value, help);
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

  void declare(std::string const& name, std::string const& type, OptionVariable variable,
               std::string const& help) override;
  using OptionList::flag;
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
