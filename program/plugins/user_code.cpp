#include "program/plugins/user_code.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <mutex>
#include <new>
#include <set>

#include "base/invalid_input.hpp"
#include "base/io_error.hpp"
#include "integrators/core/registry/registry.hpp"
#include "program/results/side_by_side.hpp"
#include "program/text/caller.hpp"
#include "program/text/messages.hpp"
#include "reports/files/cleanup.hpp"

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
  reports::clean_up();
  ::_exit(2);
}

void handle_exit() {
  if (!command_runs) return;
  end_process(
      fmt::format("'{}': its code calls exit; code of a header must return or throw InvalidInput",
                  paths_of_loaded_headers()));
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

void set_command_runs(bool runs) { command_runs = runs; }

void register_loaded_header(std::string const& header) {
  std::lock_guard const lock(registering);
  if (loaded_headers.empty()) {
    std::atexit(&handle_exit);
    previous_terminate_handler = std::set_terminate(&handle_terminate);
  }
  loaded_headers.insert(header);
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
  wrap(method.largest_step, header);
  wrap(method.volume_defect, header);
}

}  // namespace rattleback
