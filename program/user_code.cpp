#include "program/user_code.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "integrators/core/registry.hpp"
#include "problems/core/file_failure.hpp"
#include "problems/core/misuse.hpp"
#include "program/caller.hpp"
#include "program/messages.hpp"
#include "reports/files/cleanup.hpp"

namespace rattleback {
namespace {

/// A shared object with the code of a header.
struct Object {
  std::string path, header;
};

/// An exception that a user's code has thrown. `directly`: by its own `throw`; else by that of a
/// library that it called.
struct Thrown {
  void* exception = nullptr;
  std::size_t object = 0;
  bool directly = false;
};

/// Never destroyed: other threads may still work while the process ends.
struct Known {
  std::mutex mutex;
  std::vector<Object> objects;
  std::string loading;  ///< the header whose object is being loaded
  /// The last ones. A fixed number, because memory may be what is missing.
  std::array<Thrown, 32> thrown;
  std::size_t next = 0;
};
Known& known() {
  static auto& all = *new Known;
  return all;
}

std::atomic<bool> any_loaded{false}, program_runs{false};

/// The objects of the functions that an exception passes: from its `throw` up to the first one of
/// the program. Libraries throw on behalf of those that call them.
struct Search {
  void const* const thrower;  ///< where the call that throws returns to
  void const* const program;  ///< where it begins in memory
  std::array<char const*, 32> paths{};
  std::size_t count = 0;
  bool begun = false;

  static _Unwind_Reason_Code look_at(_Unwind_Context* frame, void* search) {
    return static_cast<Search*>(search)->look_at(
        reinterpret_cast<char const*>(_Unwind_GetIP(frame)));
  }
  _Unwind_Reason_Code look_at(char const* address) {
    begun = begun || address == thrower;
    Dl_info info;
    if (!begun || ::dladdr(address - 1, &info) == 0) return _URC_NO_REASON;
    if (info.dli_fbase == program || count == paths.size()) return _URC_END_OF_STACK;
    paths[count++] = info.dli_fname;
    return _URC_NO_REASON;
  }
};

void note_thrown(void* exception, void const* thrower) {
  static void const* const program = [] {
    Dl_info info;
    auto const* const here = reinterpret_cast<void const*>(&note_thrown);
    return ::dladdr(here, &info) != 0 ? info.dli_fbase : nullptr;
  }();
  Search search{thrower, program};
  _Unwind_Backtrace(&Search::look_at, &search);
  auto& all = known();
  std::lock_guard const lock(all.mutex);
  for (auto& thrown : all.thrown)  // an address is used again
    if (thrown.exception == exception) thrown.exception = nullptr;
  for (std::size_t i = 0; i < search.count; ++i)
    for (std::size_t object = 0; object < all.objects.size(); ++object)
      if (all.objects[object].path == search.paths[i]) {
        all.thrown[all.next++ % all.thrown.size()] = {exception, object, i == 0};
        return;
      }
}

/// The header and the manner of the exception that is being handled; false where no user's code
/// threw it.
bool find_thrown(std::string& header, bool& directly) {
  auto const handled = std::current_exception();
  void* exception = nullptr;
  static_assert(sizeof handled == sizeof exception, "exception_ptr holds one pointer");
  std::memcpy(&exception, &handled, sizeof exception);
  auto& all = known();
  std::lock_guard const lock(all.mutex);
  for (auto const& thrown : all.thrown)
    if (exception && thrown.exception == exception) {
      header = all.objects[thrown.object].header;
      directly = thrown.directly;
      return true;
    }
  return false;
}

/// The type of the exception that is being handled, as the code writes it.
std::string type_of_thrown() {
  int failed = 0;
  auto const* const type = abi::__cxa_current_exception_type();
  std::unique_ptr<char, decltype(&std::free)> const words(
      abi::__cxa_demangle(type->name(), nullptr, nullptr, &failed), &std::free);
  std::string name = failed ? type->name() : words.get();
  if (name.starts_with("std::")) name.erase(0, 5);
  return name;
}

[[noreturn]] void end_because(std::string const& message) {
  set_caller(nullptr);  // who will not read it any more
  say(message);
  reports::clean_up();
  ::_exit(2);
}

std::terminate_handler& other_terminate() {
  static std::terminate_handler handler = nullptr;
  return handler;
}

/// Where nobody can catch what is thrown: while an object is loaded, and in what is noexcept.
void end_where_user_code_throws() {
  if (std::current_exception()) try {
      refuse_what_user_code_throws();
    } catch (Misuse const& misuse) {
      end_because(misuse.what());
    }
  other_terminate()();
}

void end_where_user_code_exits() {
  if (!any_loaded || !program_runs) return;
  auto& all = known();
  std::set<std::string> headers;
  {
    std::lock_guard const lock(all.mutex);
    for (auto const& object : all.objects) headers.insert(object.header);
    if (!all.loading.empty()) headers = {all.loading};
  }
  end_because(fmt::format("'{}': its code calls exit; code of a header returns, or throws Misuse",
                          fmt::join(headers, "' or '")));
}

}  // namespace

StdoutToStderr::StdoutToStderr()
    : failed_before_(std::fflush(stdout) != 0 || std::ferror(stdout) != 0),
      stdout_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)) {
  if (stdout_ >= 0) ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

StdoutToStderr::~StdoutToStderr() {
  std::cout.flush();
  std::fflush(stdout);
  if (!failed_before_) std::clearerr(stdout);
  if (stdout_ < 0) return;
  ::dup2(stdout_, STDOUT_FILENO);
  ::close(stdout_);
}

void* load(std::filesystem::path const& object, std::filesystem::path const& header) {
  constexpr int how = RTLD_NOW | RTLD_LOCAL;
  if (header.empty()) return ::dlopen(object.c_str(), how);
  static std::once_flag once;
  std::call_once(once, [] {
    std::atexit(&end_where_user_code_exits);
    other_terminate() = std::set_terminate(&end_where_user_code_throws);
  });
  auto& all = known();
  auto const is_known = [&](Object const& known) { return known.path == object; };
  {
    std::lock_guard const lock(all.mutex);
    all.loading = header.string();
    if (std::none_of(all.objects.begin(), all.objects.end(), is_known))
      all.objects.push_back({object.string(), header.string()});
  }
  any_loaded = true;
  void* const library = ::dlopen(object.c_str(), how);
  std::lock_guard const lock(all.mutex);
  all.loading.clear();
  return library;
}

ExitIsUserCode::ExitIsUserCode() { program_runs = true; }
ExitIsUserCode::~ExitIsUserCode() { program_runs = false; }

void refuse_what_user_code_throws() {
  std::string header;
  bool directly = false;
  if (!find_thrown(header, directly)) return;
  std::string what;
  auto const too_large = [&] {
    return directly ? "throws " + type_of_thrown()
                    : std::string("asks for more memory than there is");
  };
  try {
    throw;
  } catch (Misuse const&) {
    return;
  } catch (FileFailure const&) {
    return;
  } catch (Interrupted const&) {
    return;
  } catch (std::bad_alloc const&) {
    what = too_large();
  } catch (std::length_error const&) {
    what = too_large();
  } catch (std::exception const& error) {
    what = fmt::format("throws {}: {}", type_of_thrown(), error.what());
  } catch (...) {
    what = fmt::format("throws {}", type_of_thrown());
  }
  throw Misuse(fmt::format(
      "'{}': its code {}; a step reports a failure by its outcome, and invalid input by Misuse",
      header, what));
}

}  // namespace rattleback

// GCC declares __cxa_throw by itself, with other types: this has the name for the linker alone.
extern "C" [[noreturn]] void throw_and_note(void* exception, std::type_info* type,
                                            void (*destroy)(void*)) __asm__("__cxa_throw");

/// In place of the one of the C++ library, which it calls: the stack still tells who throws.
void throw_and_note(void* exception, std::type_info* type, void (*destroy)(void*)) {
  using Throw = void (*)(void*, std::type_info*, void (*)(void*));
  static auto const really_throw = reinterpret_cast<Throw>(::dlsym(RTLD_NEXT, "__cxa_throw"));
  if (rattleback::any_loaded) rattleback::note_thrown(exception, __builtin_return_address(0));
  really_throw(exception, type, destroy);
  std::abort();  // never reached
}
