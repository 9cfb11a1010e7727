#include "program/plugins/header_class.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "base/files/files.hpp"
#include "base/invalid_input.hpp"
#include "base/io_error.hpp"
#include "base/program_file.hpp"
#include "integrators/core/registry/plugin_lookup.hpp"
#include "program/interface/messages.hpp"
#include "program/plugins/unit_compiler.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

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

}  // namespace rattleback
