#include "program/plugins/user_code.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <iostream>
#include <mutex>
#include <new>
#include <set>

#include "base/files/cleanup.hpp"
#include "base/invalid_input.hpp"
#include "base/io_error.hpp"
#include "integrators/core/registry/registry.hpp"
#include "program/interface/messages.hpp"
#include "program/results/side_by_side.hpp"

namespace rattleback {
namespace {

std::atomic<bool> command_runs{false};
std::terminate_handler previous_terminate_handler = nullptr;
std::mutex registering;
std::set<std::string> loaded_headers;

std::string paths_of_loaded_headers() {
  std::lock_guard const lock(registering);
  return fmt::format("{}", fmt::join(loaded_headers, "' or '"));
}

[[noreturn]] void end_process(std::string const& message) {
  set_caller(nullptr);  // the message goes to stderr, because the caller's process ends
  print_message(message);
  clean_up();
  ::_exit(2);
}

[[noreturn]] void end_at(char const* function) {
  end_process(
      fmt::format("'{}': its code calls {}; code of a header must return or throw InvalidInput",
                  paths_of_loaded_headers(), function));
}

void handle_exit() {
  if (command_runs) end_at("exit");
}
void handle_quick_exit() {
  if (command_runs) end_at("quick_exit");
}

/// Signals of a fault in the code of a header, and their meaning.
struct Fault {
  int signal;
  char const* meaning;
};
constexpr Fault faults[]{{SIGSEGV, "SIGSEGV, access to invalid memory"},
                         {SIGBUS, "SIGBUS, access to invalid memory"},
                         {SIGFPE, "SIGFPE, invalid integer arithmetic"},
                         {SIGILL, "SIGILL, invalid instruction"},
                         {SIGABRT, "SIGABRT, a call of abort"}};
char const* fault_names = nullptr;  ///< paths of the loaded headers; never freed

/// Prints one line and ends the process. Another signal during the cleanup, which may wait for ever
/// after a fault in the program itself, ends the process at once.
void handle_fault(int signal) {
  for (auto const& [number, meaning] : faults) {
    ::signal(number, SIG_DFL);
    if (number != signal || !command_runs) continue;
    for (char const* const part : {"rattleback: '", fault_names,
                                   "': its code ends the program by a fault (", meaning, ")\n"})
      if (::write(STDERR_FILENO, part, std::strlen(part)) < 0) break;
    ::signal(SIGALRM, [](int) { ::_exit(2); });
    ::alarm(2);
    clean_up();
    ::_exit(2);
  }
  ::raise(signal);
}

void watch_for_faults() {
  static char stack[1 << 16];  // for a fault by exhaustion of the stack
  stack_t const alternative{stack, 0, sizeof stack};
  ::sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_handler = &handle_fault;
  action.sa_flags = SA_ONSTACK;
  for (auto const& fault : faults) ::sigaction(fault.signal, &action, nullptr);
}

/// Handles exceptions without a handler: during loading, and in noexcept functions.
void handle_terminate() {
  if (command_runs && std::current_exception()) try {
      rethrow_from(paths_of_loaded_headers());
    } catch (std::exception const& error) {
      end_process(error.what());
    } catch (...) {  // Interrupted or Stopped
    }
  previous_terminate_handler();
}

template <class Result, class Spec>
void wrap(std::function<Result(Spec)>& function, std::string const& header) {
  if (!function) return;
  function = [header, inner = std::move(function)](Spec spec) {
    return in_code_of(header, [&] { return inner(spec); });
  };
}

}  // namespace

StdoutToStderr::StdoutToStderr() {
  std::fflush(stdout);
  stdout_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (stdout_ >= 0) ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

StdoutToStderr::~StdoutToStderr() {
  std::cout.flush();
  std::fflush(stdout);
  if (stdout_ < 0) return;
  ::dup2(stdout_, STDOUT_FILENO);
  ::close(stdout_);
}

// A unit is linked with these functions in place of _exit and _Exit.
extern "C" void __wrap__exit(int) { end_at("_exit"); }
extern "C" void __wrap__Exit(int) { end_at("_exit"); }

void set_command_runs(bool runs) { command_runs = runs; }

void register_loaded_header(std::string const& header) {
  std::lock_guard const lock(registering);
  if (loaded_headers.empty()) {
    std::atexit(&handle_exit);
    std::at_quick_exit(&handle_quick_exit);
    previous_terminate_handler = std::set_terminate(&handle_terminate);
  }
  if (loaded_headers.insert(header).second)
    fault_names = ::strdup(fmt::format("{}", fmt::join(loaded_headers, "' or '")).c_str());
  watch_for_faults();
}

void rethrow_from(std::string const& header) {
  std::string fault = "throws " + type_name(*abi::__cxa_current_exception_type());
  try {
    throw;
  } catch (InvalidInput const&) {
    throw;
  } catch (IoError const&) {
    throw;
  } catch (Interrupted const&) {
    throw;
  } catch (Stopped const&) {
    throw;
  } catch (std::bad_alloc const&) {
    fault = "requires more memory than is available";
  } catch (std::exception const& error) {
    fault += fmt::format(": {}", error.what());
  } catch (...) {
  }
  throw InvalidInput(
      fmt::format("'{}': its code {}; a step must report a failure by its outcome, and invalid "
                  "input by InvalidInput",
                  header, fault));
}

void wrap_functions(MethodEntry& method, std::string const& header) {
  wrap(method.integrate, header);
  wrap(method.integrate_quad, header);
  wrap(method.ensemble, header);
  wrap(method.reversibility_defect, header);
  wrap(method.failed_step, header);
  wrap(method.largest_step, header);
  wrap(method.volume_defect, header);
}

}  // namespace rattleback
