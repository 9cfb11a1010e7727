// Python extension module: problems that are read once, runs as arrays, and the other commands as
// JSON.

#include <dlfcn.h>
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "base/invalid_input.hpp"
#include "base/program_file.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "program/commands/cards.hpp"
#include "program/commands/run.hpp"
#include "program/interface/arguments.hpp"
#include "program/interface/provenance.hpp"
#include "python/calls.hpp"

namespace py = pybind11;

namespace rattleback {
namespace {

/// Options as keywords: flags with their texts; no text: a flag without a value.
using Keywords = std::vector<std::pair<std::string, std::optional<std::string>>>;

/// Options of a function, set by name.
class KeywordList final : public OptionList {
 public:
  void declare(std::string const& name, std::string const&, OptionVariable variable,
               std::string const&) override {
    names_.push_back(name);
    variables_.push_back(variable);
  }

  void set(Keywords const& keywords) {
    for (auto const& [name, text] : keywords) {
      auto const at = std::find(names_.begin(), names_.end(), name);
      if (at == names_.end()) {
        auto allowed = names_;
        allowed.emplace_back("--json");
        throw_unknown("flag of run", name, allowed);
      }
      auto const& value = variables_[static_cast<std::size_t>(at - names_.begin())];
      auto* const flag = std::get_if<bool*>(&value);
      if (!flag && !text) throw InvalidInput(fmt::format("'{}' has no value", name));
      if (text && text->empty()) throw InvalidInput(fmt::format("'{}=' has no value", name));
      if (auto* const list = std::get_if<std::vector<std::string>*>(&value)) {
        (*list)->push_back(*text);
        continue;
      }
      if (flag && text)
        throw InvalidInput(
            fmt::format("{} must be given once, with a value if it takes one", name));
      if (flag)
        **flag = true;
      else if (auto* const single = std::get_if<std::string*>(&value))
        **single = *text;
      else
        *std::get<std::optional<std::string>*>(value) = *text;
    }
  }

 private:
  std::vector<std::string> names_{"--help"};
  std::vector<OptionVariable> variables_{OptionVariable()};
};

/// Table as an array: numbers row by row.
class Rows final : public TableSink {
 public:
  void begin(std::vector<std::string> const& names) override { columns = names; }
  void row(std::vector<double> const& values) override {
    numbers.insert(numbers.end(), values.begin(), values.end());
  }
  void row(std::vector<RawQuad> const& values) override {
    for (RawQuad const value : values) numbers.push_back(static_cast<double>(value));
  }

  /// Returns the numbers, of shape (rows, columns), which the array then owns.
  static py::array array_of(std::unique_ptr<Rows> rows) {
    auto const width = static_cast<py::ssize_t>(rows->columns.size());
    auto const height = width > 0 ? static_cast<py::ssize_t>(rows->numbers.size()) / width : 0;
    auto const* const data = rows->numbers.data();
    py::capsule const owner(rows.release(), [](void* all) { delete static_cast<Rows*>(all); });
    return py::array_t<double>({height, width}, data, owner);
  }

  std::vector<std::string> columns;
  std::vector<double> numbers;
};

py::list texts_of(std::vector<std::string> const& all) {
  py::list texts;
  for (auto const& bytes : all) texts.append(text_of(bytes));
  return texts;
}

/// Problem of the catalogue or in a text, read once.
class Problem {
 public:
  /// @param name  name or path; with a text: the name of the text in messages
  Problem(std::string name, std::optional<std::string> text) : name_(std::move(name)) {
    Call call{py::none()};
    Turn turn(call);
    call.compute([&] {
      auto const& entry =
          text ? text::problem_in_text(name_, std::move(*text)) : find_problem(name_);
      kept_ = text::keep(entry);
      // An entry that is compiled with a header is looked up for each call.
      if (kept_ || entry.content.empty()) entry_ = &entry;
      card_ = stamped(problem_card(entry)).text();
    });
    messages_ = turn.caller.messages;
  }

  /// Runs one method. Returns the result, columns, rows, and notes and warnings.
  py::tuple run(std::string integrator, Keywords const& keywords, py::object progress) const {
    Call call(std::move(progress));
    RunOptions options;
    options.of.problem = name_;
    options.integrator = std::move(integrator);
    auto rows = std::make_unique<Rows>();
    FinishedRun finished;
    std::vector<std::string> messages;
    ProblemEntry const* problem = entry_;
    MethodEntry const* method = nullptr;
    auto turn = std::make_unique<Turn>(call);
    call.compute([&] {
      KeywordList list;
      declare_run(list, options);
      list.set(keywords);
      if (options.step.empty()) throw InvalidInput("run needs --step; see rattleback run --help");
      if (!problem) problem = &find_problem(name_);
      method = &applicable_method(*problem, options.integrator);
    });
    // Other threads may run at the same time, unless the end of the turn frees the code.
    bool const is_kept = entry_ && method->content.empty();
    if (is_kept) turn.reset();
    RunReceivers receivers{rows.get(),
                           [&, label = problem->card.id + ", " + method->card.id](double fraction) {
                             call.look(label, fraction);
                           },
                           [&](std::string const& warning) { messages.push_back(warning); }};
    call.compute([&] {
      finished = rattleback::run(options, *problem, *method, receivers);
      if (is_kept) return;
      finished.json = [text = finished.json()] { return text; };
      finished.text = nullptr;
    });
    if (turn)
      messages.insert(messages.begin(), turn->caller.messages.begin(), turn->caller.messages.end());
    messages.insert(messages.end(), finished.messages.begin(), finished.messages.end());
    auto const columns = texts_of(rows->columns);
    return py::make_tuple(std::move(finished), columns, Rows::array_of(std::move(rows)),
                          texts_of(messages));
  }

  py::str card() const { return text_of(card_); }
  py::list messages() const { return texts_of(messages_); }
  std::shared_ptr<text::LoadedProblem const> const& kept() const { return kept_; }

 private:
  std::string name_, card_;
  std::vector<std::string> messages_;
  ProblemEntry const* entry_ = nullptr;
  std::shared_ptr<text::LoadedProblem const> kept_;
};

/// Runs a command of the program. Returns printed text, the table's columns and numbers if
/// `wants_table`, and notes and warnings.
py::tuple command(std::vector<std::string> const& arguments, py::object progress, bool wants_table,
                  Problem const* problem) {
  Call call(std::move(progress));
  auto rows = std::make_unique<Rows>();
  Turn turn(call);
  if (wants_table) turn.caller.table = rows.get();
  call.compute([&] {
    std::optional<text::InPlaceOfFile> read;
    if (problem && problem->kept()) read.emplace(problem->kept());
    std::vector<char const*> words{"rattleback"};
    for (auto const& argument : arguments) words.push_back(argument.c_str());
    run_program(static_cast<int>(words.size()), words.data());
  });
  auto const columns = texts_of(rows->columns);
  return py::make_tuple(text_of(turn.caller.printed), columns, Rows::array_of(std::move(rows)),
                        texts_of(turn.caller.messages));
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
  m.attr("__version__") = version();
  py::class_<FinishedRun>(m, "FinishedRun").def("json", [](FinishedRun const& run) {
    return text_of(run.json().text());
  });
  py::class_<Problem>(m, "Problem")
      .def(py::init<std::string, std::optional<std::string>>())
      .def("run", &Problem::run)
      .def("card", &Problem::card)
      .def("messages", &Problem::messages);
  m.def("command", &command);
  prepare_calls();
  py::module_::import("atexit").attr("register")(py::cpp_function(&end_calls));
}
