#include "program/plugins/method_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <map>
#include <mutex>
#include <sstream>
#include <tuple>

#include "base/files/files.hpp"
#include "base/invalid_input.hpp"
#include "base/io_error.hpp"
#include "base/program_file.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/plugin_lookup.hpp"
#include "integrators/core/registry/variants.hpp"
#include "program/interface/messages.hpp"
#include "program/plugins/hooks.hpp"
#include "program/plugins/problem_files.hpp"
#include "program/plugins/unit_compiler.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

// ---- records of the ids of built classes ----

constexpr std::string_view letters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

bool is_id(std::string_view word) {
  return !word.empty() && word.find_first_not_of(letters) == word.npos;
}

constexpr char const* extension = ".method";

/// Returns the path of a record: a file with the header's path, the class, and a line per problem.
fs::path record_of(std::string const& id) { return plugin_cache() / (id + extension); }

BuiltClass read_record(fs::path const& path) {
  auto const text = read_text(path);
  auto const content = sealed_content(text);
  std::istringstream lines{std::string(content.value_or(""))};
  BuiltClass built{path.stem().string(), {}, {}};
  std::string header;
  if (!content || !std::getline(lines, header) || !std::getline(lines, built.in.type))
    throw IoError(fmt::format(
        "'{}' is damaged, or of an older version: run `rattleback build` on the header of "
        "'{}' again",
        path.string(), built.id));
  built.in.header = header;
  for (std::string line; std::getline(lines, line);) built.built_for.push_back(line);
  return built;
}

std::string record_text(BuiltClass const& built) {
  auto text = fmt::format("{}\n{}\n", built.in.header.string(), built.in.type);
  for (auto const& problem : built.built_for) text += problem + "\n";
  return text + seal_of(text);
}

/// Returns the record, or none if the file is missing or damaged.
std::optional<BuiltClass> readable_record(fs::path const& path) {
  try {
    return read_record(path);
  } catch (IoError const&) {
    return {};
  }
}

}  // namespace

HeaderClass class_in_header(std::string const& header, std::optional<std::string> const& type) {
  auto const path = fs::absolute(header).lexically_normal();
  read_text(path);
  if (path.string().find_first_of("\"\n\\") != std::string::npos)
    throw InvalidInput(
        fmt::format("the path '{}' contains a character that #include does not allow", header));
  auto const name = type ? *type : text::class_name(path.stem().string());
  bool const is_name = std::all_of(
      name.begin(), name.end(), [](char c) { return c == ':' || letters.find(c) != letters.npos; });
  if (name.empty() || !is_name || std::isdigit(static_cast<unsigned char>(name[0])))
    throw InvalidInput(fmt::format(
        "'{}' is not the name of a class; --class states the class in {}", name, header));
  return {path, name};
}

std::vector<fs::path> header_folders() {
  auto const program = program_file();
  std::error_code unreadable;
  auto const holds_headers = [&](fs::path const& folder) {
    return fs::exists(folder / "integrators/core/registry/instantiate.hpp", unreadable);
  };
  std::vector<fs::path> const of_build{RATTLEBACK_SOURCE_FOLDER, RATTLEBACK_BINARY_FOLDER};
  bool const in_build = program.parent_path() == of_build.back() ||
                        program.parent_path() == of_build.back() / "python/rattleback";
  if (in_build && holds_headers(of_build.front())) return of_build;
  for (auto folder = program.parent_path(); folder.has_relative_path();
       folder = folder.parent_path())
    if (auto const installed = folder / "include/rattleback"; holds_headers(installed))
      return {installed};
  if (holds_headers(of_build.front())) return of_build;
  throw InvalidInput(
      fmt::format("the headers of '{}' are not installed next to it (package librattleback-dev)",
                  program.string()));
}

bool is_header(std::string const& word) { return word.ends_with(".hpp"); }

void require_id(std::string const& id, HeaderClass const& in) {
  if (!is_id(id))
    throw InvalidInput(fmt::format("the id '{}' of {} must consist of letters, digits and _", id,
                                   in.header.string()));
}

void register_built(std::string const& id, HeaderClass const& in, std::string const& built_for) {
  auto const path = record_of(id);
  auto const is_class = [&](BuiltClass const& record) {
    return record.in.header == in.header && record.in.type == in.type;
  };
  auto const has_problem = [&](BuiltClass const& record) {
    auto const& problems = record.built_for;
    return std::find(problems.begin(), problems.end(), built_for) != problems.end();
  };
  auto before = readable_record(path);
  if (before && is_class(*before) && has_problem(*before)) return;
  CacheLock const lock(plugin_cache());
  before = readable_record(path);  // another process may have written it in the meantime
  BuiltClass built{id, in, {}};
  std::error_code gone;
  if (before && is_class(*before))
    built.built_for = before->built_for;
  else if (before && fs::is_regular_file(before->in.header, gone))
    throw InvalidInput(
        fmt::format("'{}' is the id of {} in '{}' and of {} in '{}': give one of them another id, "
                    "or remove the "
                    "header that you do not use",
                    id, in.type, in.header.string(), before->in.type, before->in.header.string()));
  if (!has_problem(built)) built.built_for.push_back(built_for);
  std::error_code missing;
  if (!fs::is_regular_file(fs::symlink_status(path, missing))) fs::remove(path, missing);
  write_atomically(path, record_text(built));
}

std::optional<BuiltClass> find_built(std::string const& id) {
  if (!is_id(id) || !find_plugin_cache()) return {};
  auto const path = record_of(id);
  std::error_code unreadable;
  if (!fs::is_regular_file(path, unreadable)) return {};
  return read_record(path);
}

std::vector<BuiltClass> all_built() {
  std::vector<BuiltClass> all;
  auto const folder = find_plugin_cache();
  if (!folder) return all;
  std::error_code unreadable;
  for (fs::directory_iterator entry(*folder, unreadable), end; !unreadable && entry != end;
       entry.increment(unreadable)) {
    if (entry->path().extension() != extension) continue;
    try {
      auto const built = read_record(entry->path());
      std::error_code gone;
      if (fs::is_regular_file(built.in.header, gone)) all.push_back(built);
    } catch (IoError const& damage) {
      print_message(fmt::format("note: {}", damage.what()));
    }
  }
  std::sort(all.begin(), all.end(), [](auto const& a, auto const& b) { return a.id < b.id; });
  return all;
}

// ---- methods, compiled for a problem ----

namespace {

std::atomic<int> own_equations{0};  ///< objects of MethodsWithOwnEquations

/// Returns a unit with a function that adds the method's entry for the problem. For a problem that
/// a text states, the function serves all problems on the same kind of space.
Unit unit_of(HeaderClass const& in, ProblemEntry const& problem,
             text::LoadedProblem const* loaded) {
  Unit unit;
  unit.title = fmt::format("{} for {}", in.header.filename().string(), problem.card.id);
  unit.headers = {in.header};
  unit.undeclared = fmt::format(
      "{} has no class '{}'; --class NAME of `rattleback build` states "
      "another, which must be global or in the namespace rattleback",
      in.header.filename().string(), in.type);
  std::string includes, adding;
  if (loaded) {
    includes = "#include \"integrators/core/registry/problem_signature.hpp\"\n";
    adding = fmt::format(
        "  to.push_back(text::ProblemSignature<{}>::method<plugin::Method>(\n"
        "      loaded->entry.functions, loaded->findings));\n",
        loaded->signature);
  } else if (auto const source = problem_in_unit(problem)) {
    includes = source->includes;
    unit.generated = source->generated;
    unit.headers.insert(unit.headers.end(), source->headers.begin(), source->headers.end());
    adding = fmt::format("  to.push_back(method_on<{}, plugin::Method>(problem.functions));\n",
                         source->type);
  } else {
    throw InvalidInput(
        fmt::format("'{}' has no class that a method can be compiled with", problem.card.id));
  }
  unit.text = fmt::format(R"(#include "integrators/core/registry/instantiate.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "{header}"
{includes}
namespace rattleback::plugin {{
using Method = {type};  // may be undeclared
template <class M>
concept HasCard = requires {{ {{ M::card() }} -> std::same_as<MethodCard>; }};
static_assert(HasCard<Method>,
              "{type} has no `static MethodCard card()`");
static_assert(std::default_initializable<Method>, "{type} cannot be made without arguments");
}}
extern "C" __attribute__((visibility("default"))) void rattleback_add_method(
    rattleback::MethodEntries& to, [[maybe_unused]] rattleback::ProblemEntry const& problem,
    [[maybe_unused]] rattleback::text::LoadedProblem const* loaded) {{
  using namespace rattleback;
{adding}}}
)",
                          fmt::arg("header", in.header.string()), fmt::arg("includes", includes),
                          fmt::arg("type", in.type), fmt::arg("adding", adding));
  return unit;
}

/// Path and class of a method, a problem, and whether it is compiled with the problem's equations.
using Key = std::tuple<std::string, std::string, ProblemEntry const*, bool>;
using Loaded = std::map<Key, MethodEntries>;
std::mutex loading;
Loaded& loaded_methods() {
  static Loaded methods;
  return methods;
}

/// True for a header of the program's source folder. Its id is the catalogue's, so only its path
/// selects the compiled method.
bool is_of_the_tree(HeaderClass const& in) {
  auto const path = fs::weakly_canonical(in.header);
  auto const tree = fs::weakly_canonical(header_folders().front() / "integrators");
  auto const relative = path.lexically_relative(tree);
  return !relative.empty() && *relative.begin() != "..";
}

void refuse_id_of_a_method(std::string const& id, HeaderClass const& in) {
  require_id(id, in);
  for (auto const& card : method_cards())
    if (card.id == id)
      throw InvalidInput(
          fmt::format("the id '{}' of {} is already used by a method of the catalogue", id,
                      in.header.string()));
}

}  // namespace

MethodEntries const& method_in_header(HeaderClass const& in, ProblemEntry const& problem) {
  auto& all = loaded_methods();
  std::lock_guard const lock(loading);
  bool const own = own_equations > 0;
  auto const key = Key(in.header.string(), in.type, &problem, own);
  if (auto const found = all.find(key); found != all.end()) return found->second;
  // A misspelt function would be ignored without an error.
  auto const header = read_text(in.header);
  for (auto const& [written, meant] : misspelt_hooks(header))
    throw InvalidInput(
        fmt::format("{}: '{}' differs by one letter from the hook '{}' and would be ignored; "
                    "rename it if it is not meant to be this hook",
                    in.header.string(), written, meant));
  auto const* loaded = text::loaded_problem(problem);
  if (!own && problem.as_text && header.find("uses_more_than_texts") == header.npos &&
      !was_compiled(unit_of(in, problem, loaded)))
    loaded = problem.as_text();
  auto const object = compile_cached(unit_of(in, problem, loaded));
  MethodEntries added;
  object.call<void(MethodEntries&, ProblemEntry const&, text::LoadedProblem const*)>(
      "rattleback_add_method", added, problem, loaded);
  MethodEntry identified = added.front();
  identified.content = object.content();
  wrap_functions(identified, in.header.string());
  auto entries = problem.methods.without_methods();
  entries.push_back(std::move(identified));
  auto const& id = entries.front().card.id;
  if (!is_of_the_tree(in)) {
    refuse_id_of_a_method(id, in);
    if (entries.front().not_applicable_because.empty()) register_built(id, in, problem.card.id);
  }
  if (object.compiled) {
    auto const* others = loaded ? " and all problems on this kind of space" : "";
    print_message(fmt::format("note: compiled {} for {}{}", id, problem.card.id, others));
  }
  return all.emplace(key, std::move(entries)).first->second;
}

MethodsWithOwnEquations::MethodsWithOwnEquations() { ++own_equations; }
MethodsWithOwnEquations::~MethodsWithOwnEquations() { --own_equations; }

void forget_methods_in_headers() {
  std::lock_guard const lock(loading);
  loaded_methods().clear();
}

MethodEntries const* methods_in_headers(ProblemEntry const& problem, std::string const& name) {
  if (is_header(name)) return &method_in_header(class_in_header(name), problem);
  auto const inner = innermost_method(name);
  if (is_header(inner))
    throw InvalidInput(
        fmt::format("'{0}' names a header; build it first (`rattleback build {1} --on PROBLEM`), "
                    "and write the id of its card in place of {1}",
                    name, inner));
  auto const built = find_built(inner);
  return built ? &method_in_header(built->in, problem) : nullptr;
}

MethodCard card_of_built(BuiltClass const& method) {
  for (auto const& problem : method.built_for) try {
      return method_in_header(method.in, find_problem(problem)).front().card;
    } catch (IoError const&) {  // the file of the problem is missing
    }
  throw InvalidInput(
      fmt::format("'{}' is not built for any problem that still exists; build {} again", method.id,
                  method.in.header.string()));
}

}  // namespace rattleback
