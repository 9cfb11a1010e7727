// rattleback completion: scripts for shells and the man page, from the options of the program.

#include "program/text/completion.hpp"

#include "base/invalid_input.hpp"
#include "program/commands/commands.hpp"
#include "program/text/caller.hpp"
#include "program/text/provenance.hpp"

namespace rattleback {

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
          print_text(man_page(verbs, version()));
        else
          throw_unknown("kind of completion", *kind, {"bash", "zsh", "man"});
        return 0;
      });
  verb.argument("KIND", *kind, "bash, zsh or man");
}

}  // namespace rattleback
