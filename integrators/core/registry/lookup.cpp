#include "integrators/core/registry/lookup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <deque>
#include <mutex>

namespace rattleback::text {
namespace {

constexpr int most_velocities = 12;

std::mutex reading;

std::deque<LoadedProblem>& loaded_problems() {
  static std::deque<LoadedProblem> problems;
  return problems;
}
CompileSignature& signature_compiler() {
  static CompileSignature maker;
  return maker;
}

using CompiledTexts = std::function<CompiledText(ProblemFile const&, LoadedProblem const&)>;
CompiledTexts& compiled_texts() {
  static CompiledTexts source;
  return source;
}

/// Returns the signature of the text, compiled now if the program was not built with it.
CompiledSignature signature_of(ProblemFile const& file) {
  if (auto const* built = built_signature(file)) return *built;
  int const constraints = static_cast<int>(file.constraints.size());
  int const velocities = static_cast<int>(file.velocities.size());
  if (auto const& make = signature_compiler();
      make && velocities <= most_velocities && constraints < velocities)
    return make(file.space, constraints, file.driven);
  std::vector<std::string> built;
  for (auto const& signature : compiled_signatures())
    if (signature.driven == file.driven)
      built.push_back(fmt::format("{}/{}", signature.space, signature.constraints));
  throw InvalidInput(fmt::format(
      "'{}' has {} velocities and {} constraints; allowed are at most {} velocities and fewer "
      "constraints than velocities; built are (space/constraints): {}",
      file.path, velocities, constraints, most_velocities, fmt::join(built, ", ")));
}

}  // namespace

CompiledSignature const* built_signature(ProblemFile const& file) {
  auto const space = fmt::format("{}", fmt::join(file.space, " "));
  for (auto const& signature : compiled_signatures())
    if (signature.space == space && signature.driven == file.driven &&
        signature.constraints == static_cast<int>(file.constraints.size()))
      return &signature;
  return nullptr;
}

std::string space_type(std::vector<std::string> const& factors) {
  std::string type;
  for (auto factor = factors.rbegin(); factor != factors.rend(); ++factor) {
    auto const own = factor->front() == 'R' ? fmt::format("R<{}>", factor->substr(1)) : *factor;
    type = type.empty() ? own : fmt::format("Product<{}, {}>", own, type);
  }
  return type;
}

void register_signature_compiler(CompileSignature maker) {
  signature_compiler() = std::move(maker);
}

void look_up_compiled_texts(CompiledTexts source) { compiled_texts() = std::move(source); }

bool is_path(std::string const& problem) {
  return problem.find('/') != std::string::npos || problem.ends_with(".toml");
}

namespace {
ProblemEntry const& loaded_from(ProblemFile file) {
  auto const signature = signature_of(file);
  LoadedProblem loaded;
  loaded.space = space_type(file.space);
  loaded.constraints = signature.constraints;
  loaded.driven = signature.driven;
  auto again = file;
  auto const content = file.content;
  signature.load(file, loaded);
  if (auto const& source = compiled_texts())
    if (auto const compiled = source(again, loaded)) compiled(again, loaded);
  loaded.entry.content = content;
  return loaded_problems().emplace_back(std::move(loaded)).entry;
}
}  // namespace

ProblemEntry const& problem_in_file(std::string const& path) {
  std::lock_guard const lock(reading);
  return loaded_from(read_problem(path));
}

ProblemEntry const& problem_in_text(std::string const& path, std::string text) {
  std::lock_guard const lock(reading);
  return loaded_from(problem_of_text(path, std::move(text)));
}

void forget_problems_in_files() {
  std::lock_guard const lock(reading);
  loaded_problems().clear();
}

LoadedProblem const* loaded_problem(ProblemEntry const& entry) {
  std::lock_guard const lock(reading);
  for (auto const& problem : loaded_problems())
    if (&problem.entry == &entry) return &problem;
  return nullptr;
}

}  // namespace rattleback::text
