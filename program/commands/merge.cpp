// rattleback merge: the parts of an ensemble as one.

#include <fmt/format.h>

#include "base/misuse.hpp"
#include "program/commands/commands.hpp"
#include "program/ensembles/ensemble_shard.hpp"

namespace rattleback {

namespace {
struct MergeOptions {
  std::vector<std::string> files;
  bool strict = false, json = false;
};

int merge(MergeOptions const& options) {
  if (options.files.empty()) throw Misuse("merge wants the files of an ensemble's shards");
  auto const whole = merged({options.files.begin(), options.files.end()});
  show_statistics(whole, options.json);
  return options.strict ? strict_status(whole.part.total().failed) : 0;
}
}  // namespace

void add_merge(CommandLine& line) {
  auto const o = std::make_shared<MergeOptions>();
  auto& verb = line.verb("merge", "Statistics of an ensemble from the files of its shards",
                         [o] { return merge(*o); });
  verb.arguments("FILE", o->files, "What `ensemble --shard i/N --json` printed, all N of them");
  verb.flag("--strict", o->strict, "Exit status 1 when an orbit did not stay finite");
  verb.flag("--json", o->json, "Print one JSON object: the bytes of `ensemble --json`");
}

}  // namespace rattleback
