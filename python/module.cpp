// Python extension module: the program as a function from arguments to JSON and a table.

#include <dlfcn.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "base/program_file.hpp"
#include "python/command_runner.hpp"

namespace py = pybind11;

namespace rattleback {
namespace {

/// Calling thread of Python.
class Interpreter final : public Host {
 public:
  explicit Interpreter(py::object const& progress) : progress_(progress) {}

  void while_others_run(std::function<void()> const& wait) override {
    auto* const state = PyEval_SaveThread();
    wait();
    // If the interpreter has ended, this ends the thread by unwinding, which no destructor may
    // start.
    PyEval_RestoreThread(state);
  }
  void look() override {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  void show(std::string const& label, double fraction) override {
    if (!progress_.is_none()) progress_(label, fraction);
  }

 private:
  py::object const& progress_;
};

/// Decodes text; bytes that are not UTF-8, as in file names, become what os.fsencode() restores.
py::object text_of(std::string const& bytes) {
  auto* const text =
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<py::ssize_t>(bytes.size()), "surrogateescape");
  if (!text) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(text);
}

py::list texts_of(std::vector<std::string> const& all) {
  py::list texts;
  for (auto const& bytes : all) texts.append(text_of(bytes));
  return texts;
}

[[noreturn]] void raise(PyObject* type, std::string const& words) {
  PyErr_SetObject(type, text_of(words).ptr());
  throw py::error_already_set();
}

/// Returns a copy of the rows, of shape (rows, columns).
py::array_t<double> array_of(Rows const& rows) {
  auto const width = static_cast<py::ssize_t>(rows.columns.size());
  auto const height = width > 0 ? static_cast<py::ssize_t>(rows.numbers.size()) / width : 0;
  return py::array_t<double>({height, width}, rows.numbers.data());
}

// Never released: Python may have ended when the process's data are destroyed.
PyObject *misuse = nullptr, *file_failure = nullptr;

/// Runs a command of the program. Returns the exit status, printed text, notes and warnings, and
/// the table's columns and numbers if `wants_table`.
py::tuple command(std::vector<std::string> arguments, py::object const& progress,
                  bool wants_table) {
  using enum CommandResult::End;
  Interpreter python(progress);
  CommandResult result;
  try {
    result = run_command(std::move(arguments), wants_table, python);
  } catch (InterpreterEnds const&) {
    PyErr_SetNone(PyExc_SystemExit);  // which a thread does not report
    throw py::error_already_set();
  }
  switch (result.end) {
    case returned:
      break;
    case interrupted:
      PyErr_SetNone(PyExc_KeyboardInterrupt);
      throw py::error_already_set();
    case CommandResult::End::misuse:
      raise(rattleback::misuse, result.complaint);
    case CommandResult::End::file_failure:
      raise(rattleback::file_failure, result.complaint);
    case no_memory:
      raise(PyExc_MemoryError, result.complaint);
    case defect:
      raise(PyExc_RuntimeError, result.complaint);
  }
  return py::make_tuple(result.status, text_of(result.printed), texts_of(result.messages),
                        texts_of(result.rows.columns), array_of(result.rows));
}

void end() {
  auto const nothing = py::none();
  Interpreter python(nothing);
  end_commands(python);
}

}  // namespace
}  // namespace rattleback

PYBIND11_MODULE(_program, m) {
  using namespace rattleback;
  // Code compiled on demand is linked against this module's symbols.
  if (!::dlopen(program_file().c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD))
    throw py::import_error(::dlerror());
  misuse = py::exception<void>(m, "Misuse", PyExc_ValueError).release().ptr();
  file_failure = py::exception<void>(m, "FileFailure", PyExc_OSError).release().ptr();
  m.def("command", &command, py::arg("arguments"), py::arg("progress") = py::none(),
        py::arg("wants_table") = false);
  py::module_::import("atexit").attr("register")(py::cpp_function(&end));
}
