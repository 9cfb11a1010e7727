#include "program/problem_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <mutex>
#include <string_view>

#include "problems/core/misuse.hpp"
#include "program/messages.hpp"
#include "reports/files/files.hpp"

namespace rattleback {
namespace {

struct BuiltProblem {
  ProblemEntry entry;
  HeaderClass in;
  ProblemInUnit unit;
};

std::deque<BuiltProblem>& built_problems() {
  static std::deque<BuiltProblem> all;
  return all;
}

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_';
  });
}

/// By which name the header includes its generated equations, as those of the catalogue do:
/// `#include "generated/NAME.hpp"`.
std::string name_of_equations(HeaderClass const& in) {
  auto const text = reports::read_text(in.header);
  std::string_view const folder = "generated/", extension = ".hpp";
  for (auto hash = text.find('#'); hash != text.npos; hash = text.find('#', hash + 1)) {
    std::string_view rest = text;
    rest.remove_prefix(hash + 1);
    auto const take = [&](std::string_view word) {
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
      bool const is_next = rest.starts_with(word);
      if (is_next) rest.remove_prefix(word.size());
      return is_next;
    };
    if (!take("include") || !take("\"")) continue;
    auto const name = rest.substr(0, rest.find('"'));
    if (name.size() == rest.size() || !name.starts_with(folder) || !name.ends_with(extension))
      continue;
    auto const stem = name.substr(
        folder.size(), name.size() - std::min(name.size(), folder.size() + extension.size()));
    if (is_word(stem)) return std::string(name);
  }
  return "generated/equations.hpp";
}

/// The equations of the problem, written by a unit that records them.
std::string equations_of(HeaderClass const& in, std::string const& name) {
  Unit unit;
  unit.title = fmt::format("the equations of {}", in.header.filename().string());
  unit.optimised = false;
  unit.headers = {in.header};
  unit.beside = {{name, ""}};
  unit.text = fmt::format(R"(#include "integrators/core/equations/trace.hpp"
#include "problems/core/misuse.hpp"
#include "{header}"
namespace rattleback {{
static_assert(CataloguedProblem<{type}<double>>,
              "{type} is no problem: it lacks a part that docs/extending.md names");
}}
extern "C" __attribute__((visibility("default"))) void rattleback_write_equations(
    std::string& to) {{
  using namespace rattleback;
  try {{
    to = generated_equations<{type}>({type}<double>::card().id, "{type}");
  }} catch (UnfitProblem const& reason) {{
    throw Misuse(reason.what());
  }}
}}
)",
                          fmt::arg("header", in.header.string()), fmt::arg("type", in.type));
  std::string equations;
  compiled(unit).call<void(std::string&)>("rattleback_write_equations", equations);
  return "#pragma once\n" + equations;
}

void refuse_taken_id(std::string const& id, HeaderClass const& in) {
  require_id(id, in);
  for (auto const& problem : registry())
    if (problem.card.id == id)
      throw Misuse(fmt::format("the id '{}' of {} is taken by a problem of the catalogue", id,
                               in.header.string()));
}

}  // namespace

ProblemEntry const& problem_in_header(HeaderClass const& in) {
  static std::mutex loading;
  std::lock_guard const lock(loading);
  for (auto const& built : built_problems())
    if (built.in.header == in.header && built.in.type == in.type) return built.entry;
  BuiltProblem built;
  built.in = in;
  auto const equations = name_of_equations(in);
  built.unit.includes =
      fmt::format("#include \"{}\"\n#include \"{}\"\n", in.header.string(), equations);
  built.unit.type = in.type;
  built.unit.headers = {in.header};
  built.unit.beside = {{equations, equations_of(in, equations)}};
  Unit unit;
  unit.title = fmt::format("{} with all methods", in.header.filename().string());
  unit.headers = built.unit.headers;
  unit.beside = built.unit.beside;
  // The header and its equations identify the problem where references are kept.
  unit.text =
      fmt::format(R"(#include "integrators/core/instantiate.hpp"
#include "catalogue/methods.hpp"
{includes}
namespace rattleback {{
template <>
std::string identity_of<{type}<Quad>>() {{
  return "{identity}";
}}
}}
extern "C" __attribute__((visibility("default"))) void rattleback_make_problem(
    rattleback::ProblemEntry& to) {{
  using namespace rattleback;
  to = problem_entry<{type}>(AllMethods{{}});
}}
)",
                  fmt::arg("includes", built.unit.includes), fmt::arg("type", in.type),
                  fmt::arg("identity", reports::sha256_text(reports::read_text(in.header) +
                                                            built.unit.beside.begin()->second)));
  auto const object = compiled(unit);
  object.call<void(ProblemEntry&)>("rattleback_make_problem", built.entry);
  built.entry.content = object.content();
  auto const id = built.entry.card.id;
  refuse_taken_id(id, in);
  remember(HeaderKind::problem, id, in);
  if (object.compiled) say(fmt::format("note: compiled {} with all methods", id));
  return built_problems().emplace_back(std::move(built)).entry;
}

ProblemEntry const* problems_in_headers(std::string const& name) {
  if (is_header(name)) return &problem_in_header(class_in_header(name));
  auto const built = recalled(HeaderKind::problem, name);
  return built ? &problem_in_header(built->in) : nullptr;
}

std::optional<ProblemInUnit> problem_in_unit(ProblemEntry const& problem) {
  for (auto const& built : built_problems())
    if (&built.entry == &problem) return built.unit;
  for (auto const& source : problem_sources())
    if (source.id == problem.card.id)
      return ProblemInUnit{fmt::format("#include \"{}\"\n", source.header), source.type, {}, {}};
  return {};
}

text::CompiledShape compiled_shape(std::vector<std::string> const& factors, int constraints) {
  auto const space = fmt::format("{}", fmt::join(factors, " "));
  Unit unit;
  unit.title = fmt::format("the shape of {} with {} constraint{}", space, constraints,
                           constraints == 1 ? "" : "s");
  unit.text = fmt::format(R"(#include "integrators/core/text/shape.hpp"
#include "catalogue/methods.hpp"
extern "C" __attribute__((visibility("default"))) void rattleback_load_shape(
    rattleback::text::ProblemFile& file, rattleback::text::LoadedProblem& to) {{
  using namespace rattleback;
  text::Shape<{}, {}>::load(file, AllMethods{{}}, to);
}}
)",
                          text::space_type(factors), constraints);
  auto const object = compiled(unit);
  if (object.compiled) say(fmt::format("note: compiled {}", unit.title));
  return {space, constraints,
          object.function<void(text::ProblemFile&, text::LoadedProblem&)>("rattleback_load_shape")};
}

namespace {

Unit unit_of_text(text::ProblemFile const& file, text::LoadedProblem const& loaded) {
  Unit unit;
  unit.title = file.path;
  unit.text = fmt::format(R"(#include "integrators/core/text/shape.hpp"
#include "catalogue/methods.hpp"
namespace rattleback::text {{
{}}}
extern "C" __attribute__((visibility("default"))) void rattleback_load_text(
    rattleback::text::ProblemFile& file, rattleback::text::LoadedProblem& to) {{
  using namespace rattleback;
  text::Shape<{}, {}, text::Compiled>::load(file, AllMethods{{}}, to);
}}
)",
                          loaded.code, loaded.space, loaded.constraints);
  return unit;
}

/// Tells that a text with this content was compiled.
std::filesystem::path mark_of_text(std::string const& content) {
  return plugin_cache() / (reports::sha256_text(content).substr(0, 32) + ".text");
}

constexpr char const* load_text = "rattleback_load_text";
using LoadText = void(text::ProblemFile&, text::LoadedProblem&);

}  // namespace

void compile_text(std::string const& path) {
  auto const file = text::read_problem(path);
  auto const& loaded = *text::loaded_problem(find_problem(path));
  auto const object = compiled(unit_of_text(file, loaded));
  object.function<LoadText>(load_text);
  if (object.compiled) say(fmt::format("note: compiled {} with all methods", path));
  auto const mark = mark_of_text(file.content);
  std::error_code unreadable;
  if (std::filesystem::is_regular_file(mark, unreadable)) return;
  CacheLock const lock(plugin_cache());
  reports::write_atomically(mark, path + "\n");
}

text::CompiledText compiled_text(text::ProblemFile const& file, text::LoadedProblem const& loaded) {
  std::error_code unreadable;
  try {
    if (!std::filesystem::is_regular_file(mark_of_text(file.content), unreadable)) return nullptr;
  } catch (Misuse const&) {
    return nullptr;  // without a cache folder nothing was built
  }
  if (auto const object = in_cache(unit_of_text(file, loaded)))
    return object->function<LoadText>(load_text);
  say(
      fmt::format("note: {} was compiled by another program or compiler, or what was compiled is "
                  "damaged; `rattleback build {}` compiles it again",
                  file.path, file.path));
  return nullptr;
}

}  // namespace rattleback
