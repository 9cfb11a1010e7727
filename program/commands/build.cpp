// rattleback build: compilation of a user's method or problem.

#include <fmt/format.h>

#include "base/formulas/formulas.hpp"
#include "base/invalid_input.hpp"
#include "program/commands/commands.hpp"
#include "program/interface/messages.hpp"
#include "program/interface/number.hpp"
#include "program/plugins/method_files.hpp"
#include "program/plugins/problem_files.hpp"

namespace rattleback {

namespace {
struct BuildOptions {
  std::string file;
  std::optional<std::string> on, type;
};

int build_method(HeaderClass const& in, std::string const& on) {
  MethodsWithOwnEquations const for_speed;
  std::vector<ProblemEntry const*> problems;
  for (auto const& id : split_at_commas(on)) problems.push_back(&find_problem(id));
  std::string refusal, done;
  std::vector<std::string> refused;
  for (auto const* problem : problems) {
    auto const& method = method_in_header(in, *problem).front();
    if (method.not_applicable_because.empty()) {
      done += fmt::format("{} on {}\n", method.card.id, problem->card.id);
    } else {
      refusal = formulas::plain_prose(method.not_applicable_because);
      refused.push_back(fmt::format("note: not applicable to {}: {}", problem->card.id, refusal));
    }
  }
  if (done.empty())
    throw InvalidInput(fmt::format("{} does not apply to any of {}: {}", in.type, on, refusal));
  for (auto const& note : refused) print_message(note);
  fmt::print("{}", done);
  return 0;
}

/// Compiles a problem in a text file for speed; texts also run uncompiled, by tapes.
int build_text(BuildOptions const& o) {
  if (o.on || o.type) throw InvalidInput("--on and --class require a header (.hpp)");
  compile_text(o.file);
  fmt::print("{} compiled\n", o.file);
  return 0;
}

int build(BuildOptions const& o) {
  if (o.file.ends_with(".toml")) return build_text(o);
  if (!is_header(o.file))
    throw InvalidInput(fmt::format(
        "'{}' is neither the header of a method (.hpp) nor a problem in a text file (.toml)",
        o.file));
  if (!o.on)
    throw InvalidInput(fmt::format(
        "--on PROBLEM,.. is missing: it states the problems to compile the method in {} for; a "
        "problem is stated in a text file (.toml)",
        o.file));
  return build_method(class_in_header(o.file, o.type), *o.on);
}
}  // namespace

void add_build(CommandLine& line) {
  auto const o = std::make_shared<BuildOptions>();
  auto& verb = line.verb("build", "Compile your own problem or method", [o] { return build(*o); });
  verb.argument("FILE", o->file, "Text file of a problem, or, with --on, header of a method");
  verb.option("--on", "PROBLEM,..", o->on, "Problems to compile a method for");
  verb.option("--class", "NAME", o->type, "Name of the class (default: MyMethod in my_method.hpp)");
}

}  // namespace rattleback
