// rattleback: nonholonomic integrators on the command line. Exit status: 0 success, 1 differences
// or failures under --strict, 2 invalid input or an unreadable or unwritable file, 130 interrupted.

#include <fcntl.h>
#include <signal.h>

#include "integrators/core/registry/registry.hpp"
#include "program/interface/interruption.hpp"
#include "program/interface/messages.hpp"
#include "program/program.hpp"

namespace {

using namespace rattleback;

/// Opens closed standard streams: the next opened file would get the number of a closed stream, and
/// output would end in that file. Opened read-only, an output stream still rejects output.
void occupy_closed_streams() {
  for (int const stream : {0, 1, 2})
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
}

}  // namespace

int main(int count, char** arguments) {
  occupy_closed_streams();
  ::signal(SIGXFSZ, SIG_IGN);  // writes beyond the size limit then fail with an error
  watch_for_interruption();
  try {
    return run_program(count, arguments);
  } catch (Interrupted const&) {
  } catch (...) {
    auto const [message, notes] = report_of_current_exception();
    // Errors while a signal ends the program are not reported.
    if (interruption_status() == 0) {
      print_message(message);
      for (auto const& note : notes) print_message("note: " + note);
      keep_silent_when_interrupted();
      return 2;
    }
  }
  print_interruption();
  return interruption_status();
}
