#include "python/calls.hpp"

#include <cxxabi.h>
#include <locale.h>
#include <pthread.h>

#include <new>
#include <thread>

#include "base/c_locale.hpp"
#include "base/invalid_input.hpp"
#include "base/io_error.hpp"
#include "integrators/core/registry/registry.hpp"
#include "program/interface/interruption.hpp"
#include "program/interface/messages.hpp"

namespace rattleback {

namespace py = pybind11;
using namespace std::chrono_literals;

namespace {

/// Calls of this process. Never freed, because threads may use it until the process ends. The child
/// of a fork gets a new one: the threads of the other do not exist there.
struct Calls {
  std::timed_mutex turn;
  std::atomic<int> computing{0};          ///< threads in a computation, without callbacks
  std::atomic<std::thread::id> ending{};  ///< thread that ends the interpreter
  bool are_over() const {
    auto const last = ending.load();
    return last != std::thread::id() && last != std::this_thread::get_id();
  }
};
Calls* calls = new Calls;
std::atomic<Call*> commanding{nullptr};  ///< call that has the turn
thread_local bool has_turn = false;

void in_child_of_fork() {
  calls = new Calls;
  commanding = nullptr;
  has_turn = false;
  set_caller(nullptr);
}

[[noreturn]] void raise_as(PyObject* type, std::string const& words) {
  PyErr_SetObject(type, text_of(words).ptr());
  throw py::error_already_set();
}

/// Returns the message of the current exception in the words of the command line, with its notes on
/// separate lines.
std::string complaint() {
  try {
    auto const report = report_of_current_exception();
    std::string text = report.message;
    for (auto const& note : report.notes) text += "\n" + note;
    return text;
  } catch (...) {
    return "a defect of the program; please report it with the command that shows it";
  }
}

}  // namespace

py::str text_of(std::string const& bytes) {
  auto* const text =
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<py::ssize_t>(bytes.size()), "surrogateescape");
  if (!text) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(text);
}

Call::Call(py::object progress) : progress_(std::move(progress)) {
  next_look_ = Clock::now() + 50ms;
  next_show_ = Clock::now() + 200ms;
}

void Call::compute(std::function<void()> const& function) {
  auto* const mine = calls;
  std::exception_ptr thrown;
  ++mine->computing;
  auto* const state = PyEval_SaveThread();
  try {
    if (mine->are_over()) throw Interrupted{};
    CLocale const numbers_with_a_point;
    function();
  } catch (abi::__forced_unwind&) {  // the interpreter has ended while a look waited for it
    throw;
  } catch (...) {
    thrown = std::current_exception();
  }
  // If the interpreter has ended, this ends the thread by unwinding, which no destructor may start.
  PyEval_RestoreThread(state);
  --mine->computing;
  if (!thrown && !thrown_) return;
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  try {
    std::rethrow_exception(thrown);
  } catch (Interrupted const&) {
    // A thread does not report SystemExit.
    PyErr_SetNone(mine->are_over() ? PyExc_SystemExit : PyExc_KeyboardInterrupt);
    throw py::error_already_set();
  } catch (InvalidInput const&) {
    raise_as(misuse, complaint());
  } catch (IoError const&) {
    raise_as(file_failure, complaint());
  } catch (std::bad_alloc const&) {
    raise_as(PyExc_MemoryError, complaint());
  } catch (...) {
    raise_as(PyExc_RuntimeError, complaint());
  }
}

void Call::look() {
  auto* const mine = calls;
  if (mine->are_over()) throw Interrupted{};
  std::unique_lock const lock(looking_, std::try_to_lock);
  auto const now = Clock::now();
  if (!lock || now < next_look_) return;
  if (thrown_) throw Interrupted{};
  next_look_ = now + 50ms;
  auto const locale = ::uselocale(LC_GLOBAL_LOCALE);
  --mine->computing;
  auto const state = PyGILState_Ensure();
  // A callback of a command, on whatever thread, cannot call another command.
  bool const had_turn = std::exchange(has_turn, has_turn || commanding == this);
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (fraction_ >= 0 && now >= next_show_ && !progress_.is_none()) {
      next_show_ = now + 200ms;
      progress_(text_of(label_), fraction_);
    }
    if (mine != calls) {  // the callback returns in the child of its fork
      PyErr_SetString(PyExc_RuntimeError, "rattleback: this process was forked during a call");
      throw py::error_already_set();
    }
  } catch (py::error_already_set const&) {
    thrown_ = std::current_exception();
  }
  has_turn = had_turn;
  PyGILState_Release(state);
  ++mine->computing;
  ::uselocale(locale);
  if (thrown_) throw Interrupted{};
}

void Call::look(std::string const& label, double fraction) {
  if (std::unique_lock const lock(looking_, std::try_to_lock); lock) {
    if (label_ != label) label_ = label;
    fraction_ = fraction;
  }
  look();
}

Turn::Turn(Call& call) {
  if (has_turn)
    raise_as(PyExc_RuntimeError,
             "rattleback: a command is called from the progress callback, or a signal handler, of "
             "another that this thread runs; call it after the other has returned");
  call.compute([&] {
    while (!lock_.owns_lock()) {
      lock_ = std::unique_lock(calls->turn, 20ms);
      call.look();
    }
  });
  has_turn = true;
  commanding = &call;
  caller.progress = [&call](std::string const& label, double fraction) {
    call.look(label, fraction);
  };
  set_caller(&caller);
  scope_.emplace();
}

Turn::~Turn() {
  if (!has_turn) return;  // in the child of a fork
  scope_.reset();
  set_caller(nullptr);
  commanding = nullptr;
  has_turn = false;
}

void end_calls() {
  calls->ending = std::this_thread::get_id();
  // Computations must end before the program's data are destroyed; a callback may sleep for ever.
  auto* const state = PyEval_SaveThread();
  while (calls->computing > 0) std::this_thread::sleep_for(1ms);
  PyEval_RestoreThread(state);
}

void prepare_calls() {
  ::pthread_atfork(nullptr, nullptr, &in_child_of_fork);
  look_at_host([] {
    if (auto* const call = commanding.load()) call->look();
  });
}

}  // namespace rattleback
