#pragma once
// Compilation of users' headers into shared objects, which are cached.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/files/files.hpp"
#include "program/plugins/user_code.hpp"

namespace rattleback {

/// Translation unit and its sources.
struct Unit {
  std::string text;
  std::vector<std::filesystem::path> headers;  ///< headers of the user that the text includes
  /// Texts of generated headers by the paths that `text` includes; found before all other headers.
  std::map<std::string, std::string> generated;
  std::string title;       ///< name in messages
  std::string undeclared;  ///< error if the line with "may be undeclared" does not compile
  std::string takes;       ///< usual time, announced by a note; empty: a few seconds
  bool optimised = true;   ///< true: the program's flags; false: -O0
};

/// Returns the folder below $XDG_CACHE_HOME, or below .cache in the home folder; none if neither
/// variable is an absolute path.
std::optional<std::filesystem::path> find_plugin_cache();
/// Returns `find_plugin_cache()`; throws InvalidInput if neither variable is an absolute path.
std::filesystem::path plugin_cache();

/// Returns the line that seals a file of the cache: the SHA-256 of its preceding content. A shared
/// object remains loadable with this line at its end.
std::string seal_of(std::string_view content);
/// Returns the content before the seal of `text`; empty if the seal is missing or does not match.
std::optional<std::string_view> sealed_content(std::string_view text);

/// Lock of a cache folder against other processes, during the life of this object. Creates the
/// folder if necessary, and removes files that killed processes left. The constructor throws
/// IoError, and Interrupted while it waits.
class CacheLock {
 public:
  explicit CacheLock(std::filesystem::path const& folder);

 private:
  std::optional<Descriptor> folder_;
};

/// Shared object in the cache.
struct SharedObject {
  std::filesystem::path path;
  std::string header;     ///< path of the user's header that was compiled; empty: none
  bool compiled = false;  ///< true if this call compiled the object

  /// Hash of everything that the object was compiled from.
  std::string content() const { return path.stem().string(); }
  /// Loads the object, which is never unloaded, and returns its function of C linkage. Throws
  /// IoError.
  template <class Function>
  Function* function(char const* name) const {
    return reinterpret_cast<Function*>(address_of(name));
  }
  /// Loads the object and calls its function; meanwhile output to stdout goes to stderr. Throws as
  /// `in_code_of`.
  template <class Function, class... Arguments>
  void call(char const* name, Arguments&&... arguments) const {
    StdoutToStderr const redirection;
    in_code_of(header, [&] { function<Function>(name)(std::forward<Arguments>(arguments)...); });
  }

 private:
  void* address_of(char const* name) const;
};

/// Returns the shared object of a unit, and compiles the unit if the cache holds no undamaged
/// object; a note reports a damaged one. The name of the object is a hash of text and files, of all
/// files that the headers include by relative paths, and of compiler, flags and the program's code.
/// Throws InvalidInput with the first error if the unit does not compile, if the compiler is
/// missing, or if headers of the program are newer than the program; IoError if the cache cannot be
/// written.
SharedObject compile_cached(Unit const& unit);

/// Returns the shared object of a unit if the cache holds it undamaged.
std::optional<SharedObject> in_cache(Unit const& unit);

/// True if the cache holds the shared object of a unit, perhaps damaged.
bool was_compiled(Unit const& unit);

}  // namespace rattleback
