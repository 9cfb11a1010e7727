// rattleback merge: shards of an ensemble merged into one.

#include "base/invalid_input.hpp"
#include "program/commands/commands.hpp"
#include "program/ensembles/ensemble_shard.hpp"

namespace rattleback {

namespace {
struct MergeOptions {
  std::vector<std::string> files;
  bool strict = false, json = false;
};

int merge(MergeOptions const& options) {
  if (options.files.empty()) throw InvalidInput("merge needs the files of an ensemble's shards");
  auto const whole = merged({options.files.begin(), options.files.end()});
  show_statistics(whole, options.json);
  return options.strict ? strict_status(whole.part.total().failed) : 0;
}
}  // namespace

void add_merge(CommandLine& line) {
  auto const o = std::make_shared<MergeOptions>();
  auto& verb = line.verb("merge", "Merge the shards of an ensemble and print its statistics",
                         [o] { return merge(*o); });
  verb.arguments("FILE", o->files, "Files printed by `ensemble --shard i/N --json`, all N of them");
  verb.shared("--strict", o->strict);
  verb.shared("--json", o->json);
}

}  // namespace rattleback
