// rattleback build: a method or a problem in a file outside the tree, compiled.

#include <fmt/format.h>

#include "base/misuse.hpp"
#include "program/commands/commands.hpp"
#include "program/plugins/method_files.hpp"
#include "program/plugins/problem_files.hpp"
#include "program/text/messages.hpp"
#include "program/text/number.hpp"

namespace rattleback {

namespace {
struct BuildOptions {
  std::string file;
  std::optional<std::string> on, type;
};

int build_method(HeaderClass const& in, std::string const& on) {
  std::vector<ProblemEntry const*> problems;
  for (auto const& id : split_at_commas(on)) problems.push_back(&find_problem(id));
  std::string refusal, done;
  std::vector<std::string> refused;
  for (auto const* problem : problems) {
    auto const& method = method_in_header(in, *problem).front();
    if (method.refusal.empty()) {
      done += fmt::format("{} on {}\n", method.card.id, problem->card.id);
    } else {
      refusal = method.refusal;
      refused.push_back(fmt::format("note: not on {}: {}", problem->card.id, refusal));
    }
  }
  if (done.empty())
    throw Misuse(fmt::format("the step of {} takes none of {}: {}", in.type, on, refusal));
  for (auto const& note : refused) say(note);
  fmt::print("{}", done);
  return 0;
}

int build_problem(HeaderClass const& in) {
  auto const& problem = problem_in_header(in);
  int count = 0;
  for (auto const& method : problem.methods) count += method.refusal.empty() ? 1 : 0;
  fmt::print("{} with {} methods\n", problem.card.id, count);
  return 0;
}

/// Texts run without it, by tapes.
int build_text(BuildOptions const& o) {
  if (o.on || o.type) throw Misuse("--on and --class go with a header (.hpp)");
  compile_text(o.file);
  fmt::print("{} compiled\n", o.file);
  return 0;
}

int build(BuildOptions const& o) {
  if (o.file.ends_with(".toml")) return build_text(o);
  if (!is_header(o.file))
    throw Misuse(
        fmt::format("'{}' is neither a header (.hpp) nor a problem's text (.toml)", o.file));
  auto const in = class_in_header(o.file, o.type);
  return o.on ? build_method(in, *o.on) : build_problem(in);
}
}  // namespace

void add_build(CommandLine& line) {
  auto const o = std::make_shared<BuildOptions>();
  auto& verb =
      line.verb("build", "Compile a problem or a method of your own", [o] { return build(*o); });
  verb.argument("FILE", o->file,
                "Header that defines a problem, or with --on a method; or a problem's text");
  verb.option("--on", "PROBLEM,..", o->on, "Problems to compile a method for");
  verb.option("--class", "NAME", o->type, "The class; MyMethod in my_method.hpp unless given");
}

}  // namespace rattleback
