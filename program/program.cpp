#include "program/program.hpp"

#include <fmt/format.h>

#include <mutex>

#include "base/c_locale.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/plugin_lookup.hpp"
#include "program/commands/commands.hpp"
#include "program/interface/interruption.hpp"
#include "program/interface/messages.hpp"
#include "program/interface/provenance.hpp"
#include "program/plugins/method_files.hpp"
#include "program/plugins/problem_files.hpp"
#include "program/plugins/user_code.hpp"

namespace rattleback {

CommandScope::CommandScope() {
  set_command_runs(true);
  static std::once_flag once;
  std::call_once(once, [] {
    register_plugin_lookup(&methods_in_headers, &problems_with_extras);
    text::look_up_compiled_texts(&compiled_text);
  });
}

CommandScope::~CommandScope() {
  set_command_runs(false);
  forget_methods_in_headers();
  forget_problems_with_extras();
  text::forget_problems_in_files();
}

int run_program(int count, char const* const* arguments) {
  CommandScope const scope;
  CLocale const numbers_with_a_point;
  CommandLine line("rattleback",
                   "Nonholonomic integrators: runs, measurements and reproduction of papers.",
                   [] { return fmt::format("rattleback {} ({})", version(), source_commit()); });
  for (auto const add :
       {add_list, add_show, add_run, add_converge, add_compare, add_choose, add_ensemble, add_merge,
        add_build, add_laws, add_reproduce, add_report, add_diff, add_doctor, add_completion})
    add(line);
  int const status = line.run(count, arguments);
  throw_if_interrupted();
  flush_stdout();
  return status;
}

}  // namespace rattleback
