// Completion scripts for bash and zsh, and the man page, from the verbs and their options.
#pragma once

#include <string>
#include <vector>

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

/// Returns the script that completes verbs, options, allowed values, names of the catalogue and
/// files in bash.
std::string bash_completion(std::vector<VerbDescription> const& verbs);
/// Returns the script for zsh, as bash_completion(), with the help of each option.
std::string zsh_completion(std::vector<VerbDescription> const& verbs);
/// Returns the page rattleback(1).
std::string man_page(std::vector<VerbDescription> const& verbs, std::string const& version);

}  // namespace rattleback
