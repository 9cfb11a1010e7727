// The program as a function of Python: arguments in, JSON and a table out.

#include <dlfcn.h>
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <signal.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <thread>

#include "problems/core/file_failure.hpp"
#include "problems/core/misuse.hpp"
#include "problems/core/program_file.hpp"
#include "program/caller.hpp"
#include "program/interruption.hpp"
#include "program/messages.hpp"
#include "program/program.hpp"

namespace py = pybind11;

namespace rattleback {
namespace {

/// Rows of a run, one after the other.
class Rows final : public TableSink {
 public:
  void begin(std::vector<std::string> const& names) override { columns = names; }
  void row(std::vector<double> const& values) override {
    numbers.insert(numbers.end(), values.begin(), values.end());
  }
  void row(std::vector<RawQuad> const& values) override {
    for (RawQuad const value : values) numbers.push_back(static_cast<double>(value));
  }
  /// A copy: (rows, columns).
  py::array_t<double> array() const {
    auto const width = static_cast<py::ssize_t>(columns.size());
    auto const height = width > 0 ? static_cast<py::ssize_t>(numbers.size()) / width : 0;
    return py::array_t<double>({height, width}, numbers.data());
  }

  std::vector<std::string> columns;
  std::vector<double> numbers;
};

/// How far the work is, from its thread to Python's.
class Watched {
 public:
  void at(std::string const& label, double fraction) {
    std::lock_guard const lock(mutex_);
    label_ = label;
    fraction_ = fraction;
    is_new_ = true;
  }
  void end() {
    std::lock_guard const lock(mutex_);
    ended_ = true;
    change_.notify_all();
  }
  /// Waits a while at most; true once the work has ended.
  bool wait() {
    std::unique_lock lock(mutex_);
    return change_.wait_for(lock, std::chrono::milliseconds(50), [&] { return ended_; });
  }
  void show(py::object const& progress) {
    std::string label;
    double fraction = 0;
    {
      std::lock_guard const lock(mutex_);
      if (!is_new_) return;
      is_new_ = false;
      label = label_;
      fraction = fraction_;
    }
    progress(label, fraction);
  }

 private:
  std::mutex mutex_;
  std::condition_variable change_;
  std::string label_;
  double fraction_ = 0;
  bool is_new_ = false, ended_ = false;
};

std::mutex one_at_a_time;

/// Runs a command of the program in a thread of its own, while this one shows progress and looks
/// for Python's signals. Returns the exit status, what was printed, notes and warnings, and the
/// table's columns and numbers where `wants_table`.
py::tuple command(std::vector<std::string> arguments, py::object const& progress,
                  bool wants_table) {
  std::unique_lock<std::mutex> turn(one_at_a_time, std::defer_lock);
  {
    py::gil_scoped_release const others_run;
    turn.lock();
  }
  arguments.insert(arguments.begin(), "rattleback");
  std::vector<char const*> words;
  for (auto const& argument : arguments) words.push_back(argument.c_str());
  Caller here;
  Rows rows;
  Watched watched;
  if (wants_table) here.table = &rows;
  here.progress = [&](std::string const& label, double fraction) { watched.at(label, fraction); };
  set_caller(&here);
  int status = 0;
  std::exception_ptr failure;
  std::thread work([&] {
    try {
      status = run_program(static_cast<int>(words.size()), words.data());
    } catch (...) {
      failure = std::current_exception();
    }
    watched.end();
  });
  std::exception_ptr from_python;
  for (bool ended = false; !ended;) {
    {
      py::gil_scoped_release const others_run;
      ended = watched.wait();
    }
    if (from_python) continue;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!progress.is_none()) watched.show(progress);
    } catch (...) {
      from_python = std::current_exception();
      interrupt(SIGINT);
    }
  }
  {
    py::gil_scoped_release const others_run;
    work.join();
  }
  set_caller(nullptr);
  forget_interruption();
  if (from_python) std::rethrow_exception(from_python);
  if (failure) std::rethrow_exception(failure);
  return py::make_tuple(status, here.printed, here.messages, rows.columns, rows.array());
}

/// The words of the command line, with its notes on lines of their own.
void translate(std::exception_ptr thrown, py::handle misuse, py::handle file_failure) {
  auto const words = [] {
    auto const complaint = complaint_of_current_exception();
    std::string text = complaint.message;
    for (auto const& note : complaint.notes) text += "\n" + note;
    return text;
  };
  try {
    std::rethrow_exception(thrown);
  } catch (Interrupted const&) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  } catch (Misuse const&) {
    PyErr_SetString(misuse.ptr(), words().c_str());
  } catch (FileFailure const&) {
    PyErr_SetString(file_failure.ptr(), words().c_str());
  }
}

}  // namespace
}  // namespace rattleback

PYBIND11_MODULE(_program, m) {
  using namespace rattleback;
  // What is compiled on demand is linked against this module's symbols.
  if (!::dlopen(program_file().c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD))
    throw py::import_error(::dlerror());
  static py::exception<Misuse> const misuse(m, "Misuse", PyExc_ValueError);
  static py::exception<FileFailure> const file_failure(m, "FileFailure", PyExc_OSError);
  py::register_exception_translator(
      [](std::exception_ptr thrown) { translate(thrown, misuse, file_failure); });
  m.def("command", &command, py::arg("arguments"), py::arg("progress") = py::none(),
        py::arg("wants_table") = false);
}
