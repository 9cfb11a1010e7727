#include "program/plugins/problem_files.hpp"

#include <fmt/format.h>

#include <deque>
#include <mutex>

#include "base/files/files.hpp"
#include "base/invalid_input.hpp"
#include "integrators/core/registry/plugin_lookup.hpp"
#include "program/interface/messages.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

struct BuiltProblem {
  ProblemEntry entry;
  std::string path;
  ProblemInUnit unit;
};

std::deque<BuiltProblem>& built_problems() {
  static std::deque<BuiltProblem> all;
  return all;
}

/// Returns the extra of a text; nothing: there is none.
std::optional<fs::path> extra_of(std::string const& path) {
  auto extra = fs::absolute(path).lexically_normal().replace_extension(".hpp");
  std::error_code unreadable;
  if (fs::is_regular_file(extra, unreadable)) return extra;
  return {};
}

/// Returns the sources of a text with an extra, as the build writes those of the catalogue.
ProblemInUnit unit_with_extra(std::string const& path, fs::path const& extra) {
  auto const id = fs::path(path).stem().string();
  auto const stated = fmt::format("stated/{}.hpp", id),
             derived = fmt::format("generated/{}.hpp", id);
  ProblemInUnit made;
  made.type = text::class_name(id);
  made.includes = fmt::format("#include \"{}\"\n", derived);
  made.headers = {extra};
  made.generated = {{stated, text::problem_class(text::read_problem(path), id, extra.string())},
                    {derived, ""}};
  Unit unit;
  unit.title = fmt::format("the equations of {}", path);
  unit.optimised = false;
  unit.headers = made.headers;
  unit.generated = made.generated;
  unit.text =
      fmt::format(R"(#include "integrators/core/equations/generated.hpp"
#include "base/invalid_input.hpp"
#include "{stated}"
extern "C" __attribute__((visibility("default"))) void rattleback_write_equations(
    std::string& to) {{
  using namespace rattleback;
  try {{
    to = generated_equations<{type}>("{id}", "{type}");
  }} catch (UnfitProblem const& reason) {{
    throw InvalidInput(reason.what());
  }}
}}
)",
                  fmt::arg("stated", stated), fmt::arg("type", made.type), fmt::arg("id", id));
  auto& equations = made.generated[derived];
  compile_cached(unit).call<void(std::string&)>("rattleback_write_equations", equations);
  return made;
}

/// Returns the unit that makes the problem with all methods.
Unit unit_of(std::string const& path, ProblemInUnit const& problem) {
  Unit unit;
  unit.title = fmt::format("{} with all methods", path);
  unit.takes = "half a minute to a minute";
  unit.headers = problem.headers;
  unit.generated = problem.generated;
  std::string identity;  // of cached references
  for (auto const& [name, text] : problem.generated) identity += text;
  unit.text = fmt::format(R"(#include "integrators/core/registry/instantiate.hpp"
#include "catalogue/methods.hpp"
{includes}
extern "C" __attribute__((visibility("default"))) void rattleback_make_problem(
    rattleback::ProblemEntry& to) {{
  using namespace rattleback;
  to = problem_entry<{type}>(AllMethods{{}}, "{identity}");
}}
)",
                          fmt::arg("includes", problem.includes), fmt::arg("type", problem.type),
                          fmt::arg("identity", sha256_text(identity)));
  return unit;
}

/// Returns the path of the file that records that a text with this content was compiled.
fs::path mark_of_text(fs::path const& cache, std::string const& content) {
  return cache / (sha256_text(content).substr(0, 32) + ".text");
}
/// Content of a text with an extra, for its mark.
std::string marked_content(std::string const& path, fs::path const& extra) {
  return read_text(path) + read_text(extra);
}
bool is_marked(std::optional<fs::path> const& cache, std::string const& content) {
  std::error_code unreadable;
  return cache && fs::is_regular_file(mark_of_text(*cache, content), unreadable);
}
void mark(std::string const& path, std::string const& content) {
  if (is_marked(plugin_cache(), content)) return;
  CacheLock const lock(plugin_cache());
  write_atomically(mark_of_text(plugin_cache(), content), path + "\n");
}

/// Returns a text with its extra and all methods of the catalogue, and compiles it if the cache
/// does not hold it. Exceptions of the methods' functions are attributed to the extra, see
/// `in_code_of`.
ProblemEntry const& problem_with_extra(std::string const& path, fs::path const& extra) {
  static std::mutex loading;
  std::lock_guard const lock(loading);
  for (auto const& built : built_problems())
    if (built.path == path) return built.entry;
  BuiltProblem built{{}, path, unit_with_extra(path, extra)};
  auto const object = compile_cached(unit_of(path, built.unit));
  object.call<void(ProblemEntry&)>("rattleback_make_problem", built.entry);
  built.entry.card.id = path;
  built.entry.content = object.content();
  auto wrapped = built.entry.methods.without_methods();
  for (auto method : built.entry.methods) {
    wrap_functions(method, extra.string());
    wrapped.push_back(std::move(method));
  }
  built.entry.methods = std::move(wrapped);
  if (object.compiled) print_message(fmt::format("note: compiled {} with all methods", path));
  return built_problems().emplace_back(std::move(built)).entry;
}

}  // namespace

void forget_problems_with_extras() { built_problems().clear(); }

ProblemEntry const* problems_with_extras(std::string const& name) {
  if (is_header(name))
    throw InvalidInput(
        fmt::format("'{}' is a header; a problem is stated in a text (.toml), and its extra "
                    "states what formulas cannot: see docs/your_own_system.md",
                    name));
  if (!name.ends_with(".toml")) return nullptr;
  auto const extra = extra_of(name);
  if (!extra) return nullptr;
  if (is_marked(find_plugin_cache(), marked_content(name, *extra)))
    return &problem_with_extra(name, *extra);
  print_message(fmt::format("note: {} is left out; `rattleback build {}` compiles it",
                            extra->filename().string(), name));
  return nullptr;
}

std::optional<ProblemInUnit> problem_in_unit(ProblemEntry const& problem) {
  for (auto const& built : built_problems())
    if (&built.entry == &problem) return built.unit;
  for (auto const& source : problem_sources())
    if (source.id == problem.card.id)
      return ProblemInUnit{fmt::format("#include \"{}\"\n", source.header), source.type, {}, {}};
  return {};
}

namespace {

Unit unit_of_text(text::ProblemFile const& file, text::LoadedProblem const& loaded) {
  Unit unit;
  unit.title = file.path;
  unit.takes = "one to two minutes";
  unit.text = fmt::format(R"(#include "integrators/core/registry/problem_signature.hpp"
#include "catalogue/methods.hpp"
namespace rattleback::text {{
{}}}
extern "C" __attribute__((visibility("default"))) void rattleback_load_text(
    rattleback::text::ProblemFile& file, rattleback::text::LoadedProblem& to) {{
  using namespace rattleback;
  using Signature = text::ProblemSignature<{}, text::Compiled>;
  Signature::load(file, AllMethods{{}}, Signature::in_quad(AllMethods{{}}), to);
}}
)",
                          loaded.code, text::fixed_signature(file));
  return unit;
}

constexpr char const* load_text = "rattleback_load_text";
using LoadText = void(text::ProblemFile&, text::LoadedProblem&);

}  // namespace

void compile_text(std::string const& path) {
  if (auto const extra = extra_of(path)) {
    problem_with_extra(path, *extra);
    return mark(path, marked_content(path, *extra));
  }
  auto const file = text::read_problem(path);
  auto const& loaded = *text::loaded_problem(find_problem(path));
  auto const object = compile_cached(unit_of_text(file, loaded));
  object.function<LoadText>(load_text);
  if (object.compiled) print_message(fmt::format("note: compiled {} with all methods", path));
  mark(path, file.content);
}

text::CompiledText compiled_text(text::ProblemFile const& file, text::LoadedProblem const& loaded) {
  if (!is_marked(find_plugin_cache(), file.content)) return nullptr;
  if (auto const object = in_cache(unit_of_text(file, loaded)))
    return object->function<LoadText>(load_text);
  print_message(
      fmt::format("note: {} was compiled by another program or compiler, or its compiled code is "
                  "damaged; run `rattleback build {}` to compile it again",
                  file.path, file.path));
  return nullptr;
}

}  // namespace rattleback
