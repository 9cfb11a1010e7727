#include "program/method_files.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>

#include "problems/core/misuse.hpp"
#include "program/messages.hpp"
#include "reports/files/files.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view letters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

bool is_id(std::string_view word) {
  return !word.empty() && word.find_first_not_of(letters) == word.npos;
}

std::string camel_case(std::string const& snake) {
  std::string camel;
  bool capital = true;
  for (char const c : snake) {
    if (c != '_')
      camel += static_cast<char>(capital ? std::toupper(static_cast<unsigned char>(c)) : c);
    capital = c == '_';
  }
  return camel;
}

/// Where the header of a method that was built is remembered: its path, then the class.
fs::path remembered(std::string const& id) { return plugin_cache() / (id + ".method"); }

void remember(std::string const& id, MethodFile const& file) {
  auto const text = fmt::format("{}\n{}\n", file.header.string(), file.type);
  auto const path = remembered(id);
  std::error_code unreadable;
  if (fs::is_regular_file(path, unreadable) && reports::read_text(path) == text) return;
  CacheLock const lock(plugin_cache());
  reports::write_atomically(path, text);
}

std::optional<MethodFile> recalled(std::string const& id) {
  if (!is_id(id)) return {};
  fs::path path;
  try {
    path = remembered(id);
  } catch (Misuse const&) {
    return {};  // without a cache folder nothing was built
  }
  std::error_code unreadable;
  if (!fs::is_regular_file(path, unreadable)) return {};
  auto const text = reports::read_text(path);
  auto const end = text.find('\n');
  if (end == text.npos || text.back() != '\n')
    throw FileFailure(fmt::format("'{}' is damaged: remove it", path.string()));
  return MethodFile{text.substr(0, end), text.substr(end + 1, text.size() - end - 2)};
}

/// Never closed: entries point into it until the end of the process.
void add_from(fs::path const& object, MethodEntries& entries) {
  void* const library = ::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  auto const add = library ? ::dlsym(library, "rattleback_add_method") : nullptr;
  if (!add)
    throw FileFailure(fmt::format("'{}' cannot be loaded: remove it to compile it again ({})",
                                  object.string(), ::dlerror()));
  reinterpret_cast<void (*)(MethodEntries&)>(add)(entries);
}

void refuse_taken_id(std::string const& id, MethodFile const& file) {
  if (!is_id(id))
    throw Misuse(fmt::format("the id '{}' of {} must consist of letters, digits and _", id,
                             file.header.string()));
  for (auto const& card : method_cards())
    if (card.id == id)
      throw Misuse(fmt::format("the id '{}' of {} is taken by a method of the catalogue", id,
                               file.header.string()));
}

}  // namespace

MethodFile method_file(std::string const& header, std::optional<std::string> const& type) {
  auto const path = fs::absolute(header).lexically_normal();
  reports::read_text(path);
  if (path.string().find_first_of("\"\n\\") != std::string::npos)
    throw Misuse(fmt::format("the path '{}' holds a character that no #include can", header));
  auto const name = type ? *type : camel_case(path.stem().string());
  auto const allowed = std::string(letters) + ":";
  if (name.empty() || name.find_first_not_of(allowed) != name.npos ||
      std::isdigit(static_cast<unsigned char>(name[0])))
    throw Misuse(
        fmt::format("'{}' is no name of a class; --class names the one in {}", name, header));
  return {path, name};
}

MethodEntries const& method_in_file(MethodFile const& file, ProblemEntry const& problem) {
  static std::mutex loading;
  static std::map<std::string, MethodEntries> loaded;
  std::lock_guard const lock(loading);
  auto const& sources = problem_sources();
  auto const source = std::find_if(sources.begin(), sources.end(),
                                   [&](auto const& s) { return s.id == problem.card.id; });
  if (source == sources.end())
    throw Misuse(fmt::format("a method in a header runs on problems of the catalogue, not on '{}'",
                             problem.card.id));
  auto const key = fmt::format("{}\n{}\n{}", file.header.string(), file.type, source->id);
  if (auto const found = loaded.find(key); found != loaded.end()) return found->second;
  auto const object = compiled_method(file, *source);
  MethodEntries entries;
  add_from(object.path, entries);
  auto const& id = entries.front().card.id;
  refuse_taken_id(id, file);
  if (entries.front().refusal.empty()) remember(id, file);
  if (object.compiled) say(fmt::format("note: compiled {} for {}", id, source->id));
  return loaded.emplace(key, std::move(entries)).first->second;
}

MethodEntries const* methods_in_files(ProblemEntry const& problem, std::string const& name) {
  if (name.ends_with(".hpp")) return &method_in_file(method_file(name), problem);
  auto id = name;
  std::erase(id, ' ');
  // compose(METHOD,SCHEME)
  if (std::string_view const head = "compose("; id.starts_with(head))
    id = id.substr(head.size(), id.find(',') - head.size());
  auto const file = recalled(id);
  return file ? &method_in_file(*file, problem) : nullptr;
}

}  // namespace rattleback
