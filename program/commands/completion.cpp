// rattleback completion: scripts for bash and zsh, and the man page, from the verbs and their
// options.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/invalid_input.hpp"
#include "program/commands/commands.hpp"
#include "program/interface/messages.hpp"
#include "program/interface/provenance.hpp"

namespace rattleback {

namespace {
/// Returns the catalogues with the names of an argument, as words for the shell; empty for other
/// arguments.
std::string catalogues_of(VerbDescription const& verb) {
  std::string all;
  for (auto const& [name, type, help] : verb.arguments) {
    if (name == "PROBLEM" || name == "NAME") all += " problems";
    if (name == "INTEGRATOR" || name == "NAME") all += " integrators";
    if (name == "EXPERIMENT" || name == "NAME") all += " experiments papers";
  }
  return all;
}

std::string replaced(std::string text, std::string const& old, std::string const& by) {
  for (std::size_t at = 0; (at = text.find(old, at)) != text.npos; at += by.size())
    text.replace(at, old.size(), by);
  return text;
}

/// Returns the allowed values of an option; empty if it takes other values.
std::string values_of(OptionDescription const& option) {
  if (option.type.find('|') == std::string::npos) return "";
  return replaced(option.type, "|", " ");
}

/// Returns text for a man page: without control lines, and with dashes that can be copied.
std::string roff(std::string text) {
  text = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  return text.starts_with('.') || text.starts_with('\'') ? "\\&" + text : text;
}

/// Returns the script that completes verbs, options, allowed values, names of the catalogue and
/// files in bash.
std::string bash_completion(std::vector<VerbDescription> const& verbs) {
  std::vector<std::string> names;
  std::string values, flags;
  for (auto const& verb : verbs) {
    names.push_back(verb.name);
    std::vector<std::string> own;
    for (auto const& option : verb.options) {
      own.push_back(option.name);
      if (auto const allowed = values_of(option); !allowed.empty())
        values += fmt::format("    {}:{}) words='{}' ;;\n", verb.name, option.name, allowed);
      else if (!option.type.empty())
        values += fmt::format("    {}:{}) return ;;\n", verb.name, option.name);
    }
    flags += fmt::format("    {}) flags='{}' lists='{}' ;;\n", verb.name, fmt::join(own, " "),
                         catalogues_of(verb));
  }
  return fmt::format(
      R"shell(# Completion of rattleback for bash; printed by `rattleback completion bash`.
_rattleback() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words='' flags='' lists='' list
  COMPREPLY=()
  case ${{COMP_WORDS[1]}}:${{COMP_WORDS[COMP_CWORD - 1]}} in
{0}  esac
  case ${{COMP_WORDS[1]}} in
{1}  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='{2}'
  elif [ -z "$words" ] && [ "${{word:0:1}}" = - ]; then
    words=$flags
  elif [ -z "$words" ] && [[ $word != [./~]* ]]; then
    for list in $lists; do
      words+=" $("${{COMP_WORDS[0]}}" list "$list" 2> /dev/null | cut -d ' ' -f 1)"
    done
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}}
complete -o default -F _rattleback rattleback
)shell",
      values, flags, fmt::join(names, " "));
}

/// Returns the script for zsh, as bash_completion(), with the help of each option.
std::string zsh_completion(std::vector<VerbDescription> const& verbs) {
  auto const plain = [](std::string text) {
    for (char const* c : {"[", "]", ":"}) text = replaced(text, c, "\\" + std::string(c));
    text = replaced(text, "'", "'\\''");
    return text;
  };
  std::string names, cases;
  for (auto const& verb : verbs) {
    names += fmt::format("    '{}:{}'\n", verb.name, plain(verb.help));
    cases += fmt::format("  ({}) lists=({})\n    _arguments -s", verb.name, catalogues_of(verb));
    for (auto const& option : verb.options) {
      cases += fmt::format(" \\\n      '*{}[{}]", option.name, plain(option.help));
      auto const allowed = values_of(option);
      if (!option.type.empty())
        cases += fmt::format(":{}:{}", plain(option.type),
                             allowed.empty() ? "_files" : "(" + allowed + ")");
      cases += "'";
    }
    cases += " \\\n      '*:argument:_rattleback_arguments' ;;\n";
  }
  return fmt::format(
      R"shell(#compdef rattleback
# Completion of rattleback for zsh; printed by `rattleback completion zsh`.
_rattleback_arguments() {{
  local -a names
  local list
  for list in $lists; do names+=(${{(f)"$($program list $list 2> /dev/null | cut -d ' ' -f 1)"}}); done
  compadd -a names
  _files
}}
local program=$words[1]
local -a lists verbs=(
{0})
if (( CURRENT == 2 )); then
  _describe verb verbs
  return
fi
shift words
(( CURRENT-- ))
case $words[1] in
{1}esac
)shell",
      names, cases);
}

/// Returns the page rattleback(1).
std::string man_page(std::vector<VerbDescription> const& verbs) {
  auto page = fmt::format(
      ".TH RATTLEBACK 1 \"\" \"rattleback {}\"\n.SH NAME\nrattleback \\- integrators for "
      "nonholonomic mechanical "
      "systems\n.SH SYNOPSIS\n.B rattleback\n.I VERB\n[\\fIARGUMENT\\fR ...] [\\fIOPTION\\fR "
      "...]\n.SH DESCRIPTION\n"
      "Runs and compares integrators for systems with velocity constraints, finds the cheapest "
      "method for an accuracy, "
      "and recomputes published results.\n.SH VERBS\n",
      version());
  for (auto const& verb : verbs) {
    std::vector<std::string> arguments;
    for (auto const& argument : verb.arguments)
      arguments.push_back("\\fI" + argument.name + "\\fR");
    page += fmt::format(".SS {}\n{}\n.P\n.B rattleback {}\n{} [\\fIOPTION\\fR ...]\n", verb.name,
                        roff(verb.help), verb.name, fmt::join(arguments, " "));
    for (auto const* list : {&verb.arguments, &verb.options})
      for (auto const& [name, type, help] : *list)
        page += fmt::format(".TP\n\\fB{}\\fR {}\n{}\n", roff(name),
                            type.empty() ? "" : "\\fI" + roff(type) + "\\fR", roff(help));
  }
  return page +
         ".SH EXIT STATUS\n.TP\n0\ndone; a failed step is a recorded "
         "result\n.TP\n1\n\\fB\\-\\-strict\\fR found a failure, "
         "a regression or a difference\n.TP\n2\ninvalid input, or a file that could not be read or "
         "written\n.TP\n130, 143, "
         "129\ninterrupted by SIGINT, SIGTERM, SIGHUP\n.SH FILES\n.TP\n.I "
         "/usr/share/doc/rattleback/examples\nsystems "
         "and methods of the documentation\n";
}
}  // namespace

void add_completion(CommandLine& line) {
  auto const kind = std::make_shared<std::string>();
  auto& verb =
      line.verb("completion", "Print the completion for a shell, or the man page", [&line, kind] {
        auto const verbs = line.descriptions();
        if (*kind == "bash")
          print_text(bash_completion(verbs));
        else if (*kind == "zsh")
          print_text(zsh_completion(verbs));
        else if (*kind == "man")
          print_text(man_page(verbs));
        else
          throw_unknown("kind of completion", *kind, {"bash", "zsh", "man"});
        return 0;
      });
  verb.argument("KIND", *kind, "bash, zsh or man");
}

}  // namespace rattleback
