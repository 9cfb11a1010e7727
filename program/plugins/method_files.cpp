#include "program/plugins/method_files.hpp"

#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <tuple>

#include "base/files/files.hpp"
#include "base/invalid_input.hpp"
#include "base/io_error.hpp"
#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/variants.hpp"
#include "program/interface/messages.hpp"
#include "program/plugins/hooks.hpp"
#include "program/plugins/problem_files.hpp"
#include "program/plugins/unit_compiler.hpp"

namespace rattleback {
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
  auto const path = std::filesystem::weakly_canonical(in.header);
  auto const tree = std::filesystem::weakly_canonical(header_folders().front() / "integrators");
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
