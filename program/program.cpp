#include "program/program.hpp"

#include <mutex>

#include "integrators/core/further.hpp"
#include "integrators/core/text/lookup.hpp"
#include "problems/core/c_locale.hpp"
#include "program/commands.hpp"
#include "program/interruption.hpp"
#include "program/messages.hpp"
#include "program/method_files.hpp"
#include "program/problem_files.hpp"
#include "program/user_code.hpp"

namespace rattleback {

namespace {
/// Frees what a command has loaded from files of the user: a caller may run many commands.
struct Forgetting {
  ~Forgetting() {
    forget_methods_in_headers();
    text::forget_problems_in_files();
  }
};
}  // namespace

int run_program(int count, char const* const* arguments) try {
  ExitIsUserCode const until_the_end;
  CLocale const numbers_with_a_point;
  Forgetting const at_the_end;
  static std::once_flag once;
  std::call_once(once, [] {
    look_up_further(&methods_in_headers, &problems_in_headers);
    text::make_missing_shapes(&compiled_shape);
    text::look_up_compiled_texts(&compiled_text);
  });
  CommandLine line("rattleback",
                   "Nonholonomic integrators: run them, measure them, reproduce papers.");
  for (auto const add :
       {add_list, add_show, add_run, add_converge, add_compare, add_ensemble, add_merge, add_build,
        add_laws, add_reproduce, add_report, add_diff, add_doctor})
    add(line);
  int const status = line.run(count, arguments);
  throw_if_interrupted();
  flush_stdout();
  return status;
} catch (...) {
  refuse_what_user_code_throws();
  throw;
}

}  // namespace rattleback
