// rattleback build: a method in a header outside the tree, compiled for problems of the catalogue.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "problems/core/misuse.hpp"
#include "program/commands.hpp"
#include "program/messages.hpp"
#include "program/method_files.hpp"

namespace rattleback {

namespace {
struct BuildOptions {
  std::string file, on;
  std::optional<std::string> type;
};

int build(BuildOptions const& o) {
  std::vector<ProblemEntry const*> problems;
  for (std::size_t begin = 0; begin <= o.on.size();) {
    auto const end = std::min(o.on.find(',', begin), o.on.size());
    problems.push_back(&find_problem(o.on.substr(begin, end - begin)));
    begin = end + 1;
  }
  auto const file = method_file(o.file, o.type);
  std::string refusal, done;
  std::vector<std::string> refused;
  for (auto const* problem : problems) {
    auto const& method = method_in_file(file, *problem).front();
    if (method.refusal.empty()) {
      done += fmt::format("{} on {}\n", method.card.id, problem->card.id);
    } else {
      refusal = method.refusal;
      refused.push_back(fmt::format("note: not on {}: {}", problem->card.id, refusal));
    }
  }
  if (done.empty())
    throw Misuse(fmt::format("the step of {} takes none of {}: {}", file.type, o.on, refusal));
  for (auto const& note : refused) say(note);
  fmt::print("{}", done);
  return 0;
}
}  // namespace

void add_build(CommandLine& line) {
  auto const o = std::make_shared<BuildOptions>();
  auto& verb =
      line.verb("build", "Compile a method in a header of your own", [o] { return build(*o); });
  verb.argument("FILE", o->file, "Header that defines the method");
  verb.option("--on", "PROBLEM,..", o->on, "Problems of the catalogue to compile it for");
  verb.option("--class", "NAME", o->type,
              "The method's class; MyMethod in my_method.hpp unless given");
}

}  // namespace rattleback
