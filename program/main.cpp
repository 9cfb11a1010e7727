// rattleback: nonholonomic integrators on the command line. Exit status: 0 done, 1 --strict found
// something or the program failed, 2 misuse, 130 interrupted.

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <stdexcept>

#include "integrators/core/registry.hpp"
#include "problems/core/misuse.hpp"
#include "program/commands.hpp"
#include "program/interruption.hpp"

namespace {

int complain(std::string message, int status) {
  for (char& c : message)
    if (c == '\n' || c == '\r') c = ' ';
  fmt::print(stderr, "rattleback: {}\n", message);
  return status;
}

int run(int count, char const* const* arguments) {
  using namespace rattleback;
  CommandLine line("rattleback",
                   "Nonholonomic integrators: run them, measure them, reproduce papers.");
  for (auto const add : {add_list, add_show, add_run, add_converge, add_compare, add_ensemble,
                         add_merge, add_reproduce, add_report, add_diff, add_doctor})
    add(line);
  int const status = line.run(count, arguments);
  if (std::fflush(stdout) != 0)
    throw std::runtime_error(fmt::format("cannot write to stdout: {}", std::strerror(errno)));
  return status;
}

}  // namespace

int main(int count, char** arguments) {
  rattleback::watch_for_interruption();
  try {
    return run(count, arguments);
  } catch (rattleback::Misuse const& misuse) {
    return complain(misuse.what(), 2);
  } catch (rattleback::Interrupted const&) {
    return complain("interrupted", 130);
  } catch (std::bad_alloc const&) {
    return complain("not enough memory: keep fewer nodes (--every)", 1);
  } catch (std::length_error const&) {
    return complain("not enough memory: keep fewer nodes (--every)", 1);
  } catch (std::exception const& error) {
    return complain(error.what(), 1);
  }
}
