// rattleback: nonholonomic integrators on the command line. Exit status: 0 done, 1 --strict found
// something, 2 misuse or something that cannot be read or written, 130 interrupted.

#include <fcntl.h>
#include <signal.h>

#include <cstdio>
#include <exception>

#include "base/file_failure.hpp"
#include "integrators/core/registry/registry.hpp"
#include "program/program.hpp"
#include "program/text/interruption.hpp"
#include "program/text/messages.hpp"

namespace {

using namespace rattleback;

/// A closed stdin, stdout or stderr would be the number of the next file that is opened, and what
/// is printed would end in it. Opened to be read only, a stream still refuses what is printed.
void occupy_closed_streams() {
  for (int const stream : {0, 1, 2})
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
}

}  // namespace

int main(int count, char** arguments) {
  occupy_closed_streams();
  ::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit fails with a reason instead
  watch_for_interruption();
  try {
    return run_program(count, arguments);
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
