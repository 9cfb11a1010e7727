// rattleback: nonholonomic integrators on the command line. Exit status: 0 done, 1 --strict found
// something, 2 misuse or something that cannot be read or written, 130 interrupted.

#include <fcntl.h>
#include <signal.h>

#include <cstdio>
#include <exception>

#include "integrators/core/further.hpp"
#include "problems/core/file_failure.hpp"
#include "program/commands.hpp"
#include "program/interruption.hpp"
#include "program/messages.hpp"
#include "program/method_files.hpp"
#include "program/problem_files.hpp"

namespace {

using namespace rattleback;

/// A closed stdin, stdout or stderr would be the number of the next file that is opened, and what
/// is printed would end in it. Opened to be read only, a stream still refuses what is printed.
void occupy_closed_streams() {
  for (int const stream : {0, 1, 2})
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
}

int run(int count, char const* const* arguments) {
  CommandLine line("rattleback",
                   "Nonholonomic integrators: run them, measure them, reproduce papers.");
  for (auto const add :
       {add_list, add_show, add_run, add_converge, add_compare, add_ensemble, add_merge, add_build,
        add_laws, add_reproduce, add_report, add_diff, add_doctor})
    add(line);
  look_up_further(&methods_in_headers, &problems_in_headers);
  text::make_missing_shapes(&compiled_shape);
  int const status = line.run(count, arguments);
  throw_if_interrupted();
  flush_stdout();
  return status;
}

}  // namespace

int main(int count, char** arguments) {
  occupy_closed_streams();
  ::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit fails with a reason instead
  watch_for_interruption();
  try {
    return run(count, arguments);
  } catch (Interrupted const&) {
  } catch (...) {
    auto const [message, status, notes] = complaint_of_current_exception();
    // What fails because a signal is ending the program is no failure of its own.
    if (interruption_status() == 0) {
      say(message);
      for (auto const& note : notes) say("note: " + note);
      keep_silent_when_interrupted();
      return status;
    }
  }
  say_interrupted();
  return interruption_status();
}
