#include "program/plugins/unit_compiler.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <set>
#include <sstream>
#include <thread>

#include "base/files/child_process.hpp"
#include "base/files/cleanup.hpp"
#include "base/invalid_input.hpp"
#include "base/program_file.hpp"
#include "program/interface/interruption.hpp"
#include "program/interface/messages.hpp"
#include "program/plugins/method_files.hpp"
#include "program/results/code_hashes.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

struct Compiler {
  fs::path path;
  std::string version;  ///< first line that it prints about itself
};

/// Returns the compiler's flags. The program's flags make results agree with those of the program;
/// hidden symbols separate a class from a class of the program with the same name.
std::string flags_of(Unit const& unit, Compiler const& compiler) {
  bool const is_clang = compiler.version.find("clang") != std::string::npos;
#ifdef __clang__
  std::string const program_flags = is_clang ? RATTLEBACK_FLAGS : RATTLEBACK_COMMON_FLAGS;
#else
  std::string const program_flags = is_clang ? RATTLEBACK_COMMON_FLAGS : RATTLEBACK_FLAGS;
#endif
  return fmt::format(
      "-std=gnu++20 {} -fPIC -shared -fvisibility=hidden -w -fdiagnostics-color=never {}"
#ifdef RATTLEBACK_VECTOR_FUNCTIONS
      " -DRATTLEBACK_VECTOR_FUNCTIONS"
#endif
      ,
      unit.optimised ? program_flags : "-O0",
      is_clang ? "-fno-caret-diagnostics" : "-fno-gnu-unique -fno-diagnostics-show-caret");
}

std::vector<std::string> environment(fs::path const& temporary) {
  std::vector<std::string> all{"LC_ALL=C", "TMPDIR=" + temporary.string()};
  for (char** variable = environ; *variable; ++variable)
    if (std::string_view const text = *variable;
        !text.starts_with("LC_ALL=") && !text.starts_with("TMPDIR="))
      all.emplace_back(text);
  return all;
}

Compiler chosen_compiler() {
  char const* const chosen = std::getenv("CXX");
  std::string const name = chosen && *chosen ? chosen : RATTLEBACK_COMPILER;
  bool const is_path = name.find('/') != name.npos;
  fs::path const found = is_path ? fs::path(name) : program_in_path(name);
  if (found.empty() || ::access(found.c_str(), X_OK) != 0)
    throw InvalidInput(
        fmt::format("the compiler '{}', required for user headers, is missing; the "
                    "environment variable CXX names another",
                    name));
  auto const path = fs::absolute(found);
  auto const end =
      run_child({path, {"--version"}, environment("/tmp"), "/", 20s}, &throw_if_interrupted);
  if (!end.well())
    throw InvalidInput(fmt::format("the compiler '{}' does not print its version: {}",
                                   path.string(), end.words()));
  return {path, end.output.substr(0, end.output.find('\n'))};
}

/// Returns the texts of the headers and of all files that they include, directly or indirectly, by
/// paths relative to the including file.
std::string sources_of(std::vector<fs::path> const& headers) {
  std::string text;
  std::set<fs::path> visited;
  for (auto pending = headers; !pending.empty();) {
    auto const file = pending.back();
    pending.pop_back();
    if (!visited.insert(fs::weakly_canonical(file)).second) continue;
    auto const own = read_text(file);
    text += fmt::format("{} {}\n", own.size(), own);
    std::istringstream lines(own);
    for (std::string line; std::getline(lines, line);) {
      auto const hash = line.find_first_not_of(" \t");
      if (hash == line.npos || line[hash] != '#') continue;
      auto const word = line.find("include", hash), begin = line.find('"', hash);
      if (word == line.npos || begin == line.npos) continue;
      auto const end = line.find('"', begin + 1);
      if (end == line.npos) continue;
      auto const included = file.parent_path() / line.substr(begin + 1, end - begin - 1);
      std::error_code unreadable;
      if (fs::is_regular_file(included, unreadable)) pending.push_back(included);
    }
  }
  return text;
}

/// Returns the text of a failed static_assert in a message of g++ or clang.
std::optional<std::string> failed_assertion(std::string const& message) {
  if (std::string_view const head = "static assertion failed: "; message.starts_with(head))
    return message.substr(head.size());
  auto const begin = message.find('"'), end = message.rfind('"');
  if (!message.starts_with("static_assert failed") || begin == end) return {};
  return message.substr(begin + 1, end - begin - 1);
}

/// Returns "FILE:LINE: MESSAGE" of the first error in a compiler's output, or an empty text.
std::string first_error(std::string const& log) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);)
    for (std::string_view const mark : {": fatal error: ", ": error: "}) {
      auto const at = line.find(mark);
      if (at == line.npos) continue;
      auto place = line.substr(0, at);
      auto message = line.substr(at + mark.size());
      // FILE:LINE:COLUMN
      if (auto const column = place.rfind(':'); column != place.npos)
        if (auto const number = place.rfind(':', column - 1); number != place.npos)
          place.resize(column);
      if (auto const text = failed_assertion(message)) return *text;
      return place + ": " + message;
    }
  return {};
}

/// Folder for one compilation, removed with its content at the end of its life or of the program.
class WorkFolder {
 public:
  explicit WorkFolder(fs::path path) : path_(std::move(path)) {
    clean_on_exit(path_);
    std::error_code failed;
    fs::create_directory(path_, failed);
    if (failed) {
      forget(path_);
      throw_io_error(fmt::format("cannot make '{}'", path_.string()), failed.value());
    }
  }
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    forget(path_);
  }
  WorkFolder(WorkFolder const&) = delete;
  WorkFolder& operator=(WorkFolder const&) = delete;
  fs::path const& path() const { return path_; }

 private:
  fs::path const path_;
};

constexpr std::string_view work_name = "compiling-";

/// Throws InvalidInput if a header of the program is newer than the program, because types that the
/// program and the object share must have the same layout. The unit's own headers may be newer.
void require_headers_of_the_program(Unit const& unit) {
  auto const built = fs::last_write_time(program_file());
  for (char const* const folder : {"base", "problems", "integrators"})
    for (auto const& entry : fs::recursive_directory_iterator(header_folders().front() / folder))
      if (entry.path().extension() == ".hpp" && entry.last_write_time() > built &&
          std::none_of(unit.headers.begin(), unit.headers.end(), [&](fs::path const& own) {
            std::error_code gone;
            return fs::equivalent(own, entry.path(), gone);
          }))
        throw InvalidInput(fmt::format("'{}' is newer than the program; rebuild the program first",
                                       entry.path().string()));
}

/// Throws IoError if the disk is full, else InvalidInput with the first error of the compiler's
/// output.
[[noreturn]] void throw_compiler_error(ChildEnd const& end, Compiler const& compiler,
                                       Unit const& unit, fs::path const& log) {
  auto const& messages = end.output;
  for (int const error : {ENOSPC, EDQUOT})
    if (messages.find(::strerrordesc_np(error)) != messages.npos)
      throw_io_error(
          fmt::format("cannot compile {} in '{}'", unit.title, log.parent_path().string()), error);
  auto said = first_error(messages);
  auto const end_of_line =
      unit.text.begin() +
      static_cast<long>(std::min(unit.text.find("may be undeclared"), unit.text.size()));
  if (said.starts_with(
          fmt::format("unit.cpp:{}: ", 1 + std::count(unit.text.begin(), end_of_line, '\n'))))
    said = unit.undeclared;
  if (said.empty())
    said = fmt::format("the compiler '{}' ended with {} on {}", compiler.path.string(), end.words(),
                       unit.title);
  if (messages.empty()) throw InvalidInput(said + " without a message");
  try {
    write_atomically(log, messages);
  } catch (IoError const&) {
    throw InvalidInput(said);
  }
  throw InvalidInput(fmt::format("{}; all messages of the compiler: {}", said, log.string()));
}

void compile(Compiler const& compiler, Unit const& unit, fs::path const& object) {
  WorkFolder const work(object.parent_path() / fmt::format("{}{}", work_name, ::getpid()));
  write_text(work.path() / "unit.cpp", unit.text);
  for (auto const& [name, text] : unit.generated) {
    fs::create_directories((work.path() / name).parent_path());
    write_text(work.path() / name, text);
  }
  std::vector<std::string> arguments;
  std::istringstream words(flags_of(unit, compiler));
  for (std::string word; words >> word;) arguments.push_back(word);
  arguments.emplace_back("-I.");
  arguments.emplace_back("-Wl,--wrap=_exit,--wrap=_Exit");  // see user_code.cpp
  for (auto const& folder : header_folders()) {
    arguments.push_back("-I" + folder.string());
    arguments.insert(arguments.end(), {"-idirafter", (folder / "quadmath").string()});
  }
  for (char const* const word : {"unit.cpp", "-o", "unit.so"}) arguments.push_back(word);
  Progress progress("compiling " + unit.title);
  constexpr std::size_t most_messages = 16 << 20;
  auto const end = run_child(
      {compiler.path, arguments, environment(work.path()), work.path(), 30min, most_messages},
      [&] { progress(0), throw_if_interrupted(); });
  auto log = object;
  log.replace_extension(".log");
  if (!end.well()) throw_compiler_error(end, compiler, unit, log);
  auto const made = work.path() / "unit.so";
  std::error_code failed;
  if (!fs::is_regular_file(made, failed))
    throw InvalidInput(
        fmt::format("the compiler '{}' succeeded, but wrote no object of {}; set CXX to "
                    "another compiler",
                    compiler.path.string(), unit.title));
  auto content = read_text(made);
  content += seal_of(content);
  write_atomically(object, content);
  fs::remove(log, failed);
}

/// True if the object is complete and unchanged since it was written.
bool is_sound(fs::path const& object) {
  std::error_code unreadable;
  if (!fs::is_regular_file(object, unreadable)) return false;
  try {
    return sealed_content(read_text(object)).has_value();
  } catch (IoError const&) {
    return false;
  }
}

/// Removes a damaged object, with a note. Throws IoError if the object cannot be removed, as
/// for a folder with files, which this program did not create.
void remove_damaged(fs::path const& object, Unit const& unit) {
  std::error_code missing;
  if (!fs::exists(fs::symlink_status(object, missing))) return;
  print_message(
      fmt::format("note: '{}' is damaged; {} is compiled again", object.string(), unit.title));
  if (!fs::remove(object, missing) && missing)
    throw_io_error(fmt::format("cannot replace '{}'; remove it", object.string()), missing.value());
}

}  // namespace

std::string seal_of(std::string_view content) {
  return fmt::format("sha256 {}\n", sha256_text(content));
}

std::optional<std::string_view> sealed_content(std::string_view text) {
  constexpr std::size_t length = 7 + 64 + 1;  // word, hexadecimal digits, end of line
  if (text.size() < length) return {};
  auto const content = text.substr(0, text.size() - length);
  if (text.substr(content.size()) != seal_of(content)) return {};
  return content;
}

std::optional<fs::path> find_plugin_cache() {
  char const* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache && *cache == '/') return fs::path(cache) / "rattleback/plugins";
  char const* const home = std::getenv("HOME");
  if (home && *home == '/') return fs::path(home) / ".cache/rattleback/plugins";
  return {};
}

fs::path plugin_cache() {
  if (auto const cache = find_plugin_cache()) return *cache;
  throw InvalidInput(
      "user headers require a cache folder: set XDG_CACHE_HOME or HOME to an absolute path");
}

CacheLock::CacheLock(fs::path const& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) throw_io_error(fmt::format("cannot make '{}'", folder.string()), failed.value());
  // The lock of the folder needs no file and ends with the process.
  folder_.emplace(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder_->number() < 0) throw_io_error(fmt::format("cannot open '{}'", folder.string()));
  while (::flock(folder_->number(), LOCK_EX | LOCK_NB) != 0) {
    // On a file system without locks, several processes may compile; the last object remains.
    if (errno != EWOULDBLOCK && errno != EINTR) break;
    throw_if_interrupted();
    std::this_thread::sleep_for(50ms);
  }
  std::vector<fs::path> left;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed))
    if (entry->path().filename().string().starts_with(work_name)) left.push_back(entry->path());
  for (auto const& path : left) fs::remove_all(path, failed);
}

void* SharedObject::address_of(char const* name) const {
  if (!header.empty()) register_loaded_header(header);
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const address = library ? ::dlsym(library, name) : nullptr;
  if (!address)
    throw IoError(fmt::format("'{}' cannot be loaded; remove the file to compile it again ({})",
                              path.string(), ::dlerror()));
  return address;
}

namespace {

SharedObject object_of(Unit const& unit, Compiler const& compiler) {
  std::string key = fmt::format("{}\n{}\n{}\n{}\n", compiler.path.string(), compiler.version,
                                flags_of(unit, compiler), unit.text);
  for (auto const& [part, hash] : code_hashes()) key += part + " " + hash + "\n";
  for (auto const& [name, text] : unit.generated) key += name + "\n" + text + "\n";
  key += sources_of(unit.headers);
  return {plugin_cache() / (sha256_text(key).substr(0, 32) + ".so"),
          unit.headers.empty() ? "" : unit.headers.front().string()};
}

}  // namespace

std::optional<SharedObject> in_cache(Unit const& unit) {
  auto const object = object_of(unit, chosen_compiler());
  if (!is_sound(object.path)) return {};
  return object;
}

bool was_compiled(Unit const& unit) {
  std::error_code missing;
  return fs::exists(fs::symlink_status(object_of(unit, chosen_compiler()).path, missing));
}

SharedObject compile_cached(Unit const& unit) {
  auto const compiler = chosen_compiler();
  auto object = object_of(unit, compiler);
  if (is_sound(object.path)) return object;
  CacheLock const lock(object.path.parent_path());
  if (is_sound(object.path)) return object;  // another process compiled it in the meantime
  require_headers_of_the_program(unit);
  remove_damaged(object.path, unit);
  if (!unit.takes.empty())
    print_message(fmt::format("note: compiling {}, once per program version; this usually takes {}",
                              unit.title, unit.takes));
  compile(compiler, unit, object.path);
  object.compiled = true;
  return object;
}

}  // namespace rattleback
