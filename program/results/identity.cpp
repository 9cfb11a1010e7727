#include "program/results/identity.hpp"

#include <fmt/format.h>

#include <set>

#include "base/files/files.hpp"
#include "program/interface/provenance.hpp"
#include "program/results/code_hashes.hpp"

namespace rattleback {

namespace {
using nlohmann::json;

std::string const code_of = "code of ", formulas_of_text = "formulas";

bool is_hash(std::string const& name) {
  return name.starts_with(code_of) || name == formulas_of_text;
}

json build_identity() {
  json libraries = json::object();
  for (auto const& [name, version] : library_versions()) libraries[name] = version;
  return {{"identity_version", identity_version},
          {"preset", build_preset()},
          {"flags", build_flags()},
          {"compiler", compiler()},
          {"libraries", libraries}};
}

/// Adds the code hash of a part of the catalogue.
void add_code(json& identity, std::string const& part) {
  identity[code_of + part] = code_hashes().at(part);
}

/// Removes file names, because files are identified by the hashes of their contents.
json without_file_names(json identity) {
  for (auto const* const name : {"problem", "integrator"})
    if (auto const given = identity.value(name, std::string());
        given.find_first_of("/.") != given.npos)
      identity.erase(name);
  return identity;
}

}  // namespace

json code_identity(std::string const& problem_name, ProblemEntry const& problem,
                   std::string const& method_name, MethodEntry const& method) {
  auto identity = build_identity();
  identity["problem"] = problem_name;
  identity["integrator"] = method_name;
  identity["method"] = method.card.id;  // with the parts of a variant
  add_code(identity, "the core");
  if (problem.content.empty()) {
    add_code(identity, "problem " + problem.card.id);
  } else if (problem.content.starts_with("text: ")) {
    identity[formulas_of_text] = sha256_text(problem.content);
  } else {
    identity[code_of + "problem " + problem.card.id] = problem.content;
  }
  auto const method_id = method.variant_of.empty() ? method.card.id : method.variant_of;
  if (method.content.empty())
    add_code(identity, "method " + method_id);
  else
    identity[code_of + "method " + method_id] = method.content;
  return identity;
}

std::string differences(json const& a, json const& b) {
  auto const one = without_file_names(a), other = without_file_names(b);
  std::set<std::string> names;
  for (auto const* identity : {&one, &other})
    for (auto const& entry : identity->items()) names.insert(entry.key());
  std::string text;
  for (auto const& name : names) {
    auto const mine = one.value(name, json()), theirs = other.value(name, json());
    if (mine == theirs) continue;
    if (!text.empty()) text += ", ";
    text += name;
    if (!is_hash(name)) text += fmt::format(" ({} and {})", mine.dump(), theirs.dump());
  }
  return text;
}

std::string differences_from_program(json const& identity) {
  auto now = identity;
  now.update(build_identity());
  add_code(now, "the core");
  for (auto const& [part, hash] : code_hashes())
    if (identity.contains(code_of + part)) now[code_of + part] = hash;
  return differences(identity, now);
}

std::string identity_hash(json identity) {
  return sha256_text(without_file_names(std::move(identity)).dump());
}

}  // namespace rattleback
