#include "program/interface/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <stdexcept>

#include "base/invalid_input.hpp"

namespace rattleback {

namespace {
std::vector<std::string> flags_of(CLI::App const& app) {
  std::vector<std::string> names;
  for (auto const* option : app.get_options())
    for (auto const& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// Returns the flag in an error message of the library; empty if it names none.
std::string flag_in(std::string_view words, CLI::App const& app) {
  std::string found;
  for (auto const* verb : app.get_subcommands())
    for (auto const& flag : flags_of(*verb))
      if (words.find(flag) != words.npos && flag.size() > found.size()) found = flag;
  return found;
}

/// Throws InvalidInput if an option is followed by another option in place of its value.
void refuse_missing_values(CLI::App const& app, int count, char const* const* arguments) {
  auto const flags = flags_of(app);
  for (int i = 1; i + 1 < count; ++i) {
    if (!std::string_view(arguments[i]).starts_with("--")) continue;
    auto const* const option = app.get_option_no_throw(arguments[i]);
    if (!option || option->get_items_expected_min() == 0) continue;
    std::string const next = arguments[i + 1];
    if (std::find(flags.begin(), flags.end(), next.substr(0, next.find('='))) != flags.end())
      throw InvalidInput(fmt::format("'{}' has no value: '{}' follows", arguments[i], next));
  }
}

auto storing_in(std::optional<std::string>& value) {
  return [&value](std::string const& text) { value = text; };
}

/// Returns the present name of an option that was renamed in the last version; else an empty text.
std::string renamed_option(std::string const& name) { return name == "--jobs" ? "--threads" : ""; }
}  // namespace

OptionDescription const& shared_option(std::string const& name) {
  static std::vector<OptionDescription> const all{
      {"PROBLEM", "", "Problem, see `list problems`, or its file name"},
      {"INTEGRATOR", "", "Method, see `list integrators`, or its header"},
      {"--step", "H", "Step size; output interval of adaptive solvers"},
      {"--case", "NAME", "Named parameters and initial condition (default: the first)"},
      {"--set", "PARAMETER=VALUE", "Set a parameter; may be repeated"},
      {"--option", "NAME=VALUE", "Set an option of the method; may be repeated"},
      {"--steps-per-unit", "A,B,C,D,..", "At least four numbers of steps per unit, increasing"},
      {"--section", "NAME=VALUE", "Record the crossings of this section, which --output writes"},
      {"--crossing", "up|down|both", "Direction of the crossings (default up)"},
      {"--figure", "FILE", "Draw the result as FILE.svg, .pdf or .png"},
      {"--width", "W", "Width of the figure, such as 86mm, 18cm or 3.4in, one column"},
      {"--threads", "K", "Threads (default: all); the result does not depend on it"},
      {"--strict", "", "Exit status 1 for a failed run, a broken law or a difference"},
      {"--json", "", "Print JSON"}};
  auto const found = std::ranges::find(all, name, &OptionDescription::name);
  if (found == all.end()) throw std::logic_error(name + " is not shared");
  return *found;
}

std::string quoted_for_shell(std::string_view word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  if (!word.empty() && word.find_first_not_of(plain) == word.npos) return std::string(word);
  std::string quoted = "'";
  for (char const c : word)
    if (c == '\'')
      quoted += "'\\''";
    else
      quoted += c;
  return quoted + "'";
}

void Verb::argument(std::string const& name, std::string& value, std::string const& help) {
  required_.emplace_back(name, app_.add_option(name, value, help)->type_name(""));
}

void Verb::argument(std::string const& name, std::optional<std::string>& value,
                    std::string const& help) {
  app_.add_option_function<std::string>(name, storing_in(value), help)->type_name("");
}

void Verb::arguments(std::string const& name, std::vector<std::string>& values,
                     std::string const& help) {
  app_.add_option(name, values, help)->type_name("");
}

void Verb::declare(std::string const& name, std::string const& type, OptionVariable variable,
                   std::string const& help) {
  if (auto* const required = std::get_if<std::string*>(&variable))
    required_.emplace_back(
        name, app_.add_option(name, **required, help + " (required)")->type_name(type));
  else if (auto* const text = std::get_if<std::optional<std::string>*>(&variable))
    app_.add_option_function<std::string>(name, storing_in(**text), help)->type_name(type);
  else if (auto* const texts = std::get_if<std::vector<std::string>*>(&variable))
    app_.add_option(name, **texts, help)->type_name(type)->allow_extra_args(false);
  else
    app_.add_flag(name, *std::get<bool*>(variable), help);
}

void Verb::flag(std::string const& name, std::string const& standard, std::string& value,
                std::string const& help) {
  app_.add_flag(name + "{" + standard + "}", value, help);
}

void Verb::refuse_unexpected_arguments() const {
  auto unexpected = app_.remaining();
  if (unexpected.empty()) return;
  auto const flag = std::find_if(unexpected.begin(), unexpected.end(),
                                 [](auto const& word) { return word.starts_with("-"); });
  if (flag != unexpected.end()) {
    auto const name = flag->substr(0, flag->find('='));
    auto const known = flags_of(app_);
    if (auto const now = renamed_option(name); std::ranges::count(known, now) > 0)
      throw InvalidInput(fmt::format("'{}' of {} is now '{}'", name, app_.get_name(), now));
    throw_unknown("flag of " + app_.get_name(), name, known);
  }
  throw InvalidInput(fmt::format(
      "unexpected argument '{}' of {}; nearest flag: {}; allowed: {}", unexpected[0],
      app_.get_name(), nearest(unexpected[0], flags_of(app_)), fmt::join(flags_of(app_), ", ")));
}

void Verb::refuse_missing_arguments() const {
  for (auto const& [name, option] : required_)
    if (option->count() == 0)
      throw InvalidInput(fmt::format("{0} needs {1} ({2}); see rattleback {0} --help",
                                     app_.get_name(), name, option->get_description()));
}

VerbDescription Verb::description() const {
  VerbDescription verb{app_.get_name(), app_.get_description(), {}, {}};
  for (auto const* option : app_.get_options())
    if (option->get_positional())
      verb.arguments.push_back({option->get_name(true, false), "", option->get_description()});
    else
      verb.options.push_back({"--" + option->get_lnames().front(),
                              option->get_items_expected_max() > 0 ? option->get_type_name() : "",
                              option->get_description()});
  return verb;
}

CommandLine::CommandLine(std::string const& name, std::string const& description,
                         std::function<std::string()> version)
    : app_(std::make_unique<CLI::App>(description, name)) {
  // Invalid arguments are collected and reported by this class, with the nearest valid name.
  app_->allow_extras();
  app_->require_subcommand(0, 1);
  app_->set_help_flag("--help,-h", "Print this help and exit");
  app_->set_version_flag("--version", std::move(version), "Print version and commit and exit");
}

CommandLine::~CommandLine() = default;

std::vector<VerbDescription> CommandLine::descriptions() const {
  std::vector<VerbDescription> all;
  for (auto const& verb : verbs_) all.push_back(verb.description());
  return all;
}

Verb& CommandLine::verb(std::string const& name, std::string const& help,
                        std::function<int()> action) {
  auto* const app = app_->add_subcommand(name, help);
  app->allow_extras();
  verbs_.push_back(Verb(*app, std::move(action)));
  return verbs_.back();
}

int CommandLine::run(int count, char const* const* arguments) {
  text_ = app_->get_name();
  for (int i = 1; i < count; ++i) text_ += " " + quoted_for_shell(arguments[i]);
  // The library would use the next argument as the value.
  for (int i = 1; i < count; ++i)
    if (std::string_view const word = arguments[i];
        word.starts_with("--") && word.find('=') == word.size() - 1)
      throw InvalidInput(fmt::format("'{}' has no value", word));
  for (auto const& verb : verbs_)
    if (count > 1 && verb.app_.get_name() == arguments[1])
      refuse_missing_values(verb.app_, count, arguments);
  try {
    app_->parse(count, arguments);
  } catch (CLI::CallForHelp const&) {
    fmt::print("{}", app_->help());
    return 0;
  } catch (CLI::CallForVersion const& version) {
    fmt::print("{}\n", version.what());
    return 0;
  } catch (CLI::ParseError const& error) {
    auto const flag = flag_in(error.what(), *app_);
    throw InvalidInput(
        flag.empty() ? "invalid arguments; see rattleback --help"
                     : fmt::format("{} must be given once, with a value if it takes one", flag));
  }
  std::vector<std::string> names;
  for (auto const& verb : verbs_) names.push_back(verb.app_.get_name());
  if (auto const unexpected = app_->remaining(); !unexpected.empty()) {
    if (unexpected[0].starts_with("-"))
      throw InvalidInput(
          fmt::format("flags must follow the verb, but '{}' precedes it", unexpected[0]));
    throw_unknown("verb", unexpected[0], names);
  }
  for (auto const& verb : verbs_)
    if (verb.app_.parsed()) {
      verb.refuse_unexpected_arguments();
      verb.refuse_missing_arguments();
      return verb.action_();
    }
  throw InvalidInput(
      fmt::format("a verb is required: {}; see rattleback --help", fmt::join(names, ", ")));
}

}  // namespace rattleback
