#pragma once
// Compiles what users bring in headers into shared objects, kept in a cache.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "program/user_code.hpp"

namespace rattleback {

/// A translation unit, and what it is made of.
struct Unit {
  std::string text;
  std::vector<std::filesystem::path> headers;  ///< of the user, which the text includes
  /// Written beside the text, by paths relative to it, where they are found before all others.
  std::map<std::string, std::string> beside;
  std::string title;      ///< what is compiled, as people are told
  bool optimised = true;  ///< with the program's flags; else it is compiled quickly
};

/// Below $XDG_CACHE_HOME, or below .cache in the home folder. Throws Misuse where neither is set.
std::filesystem::path plugin_cache();

/// Locked against other processes during the life of this object; makes the folder where it is
/// missing, and removes what killed processes left in it. Throws FileFailure; and Interrupted while
/// it waits.
class CacheLock {
 public:
  explicit CacheLock(std::filesystem::path const& folder);
  ~CacheLock();
  CacheLock(CacheLock const&) = delete;
  CacheLock& operator=(CacheLock const&) = delete;

 private:
  int descriptor_;
};

/// A shared object, which may have been compiled for this call.
struct SharedObject {
  std::filesystem::path path;
  bool compiled;
  std::filesystem::path header;  ///< of the user, whose code it holds; empty where it holds none

  /// Hash of everything that the object was compiled from.
  std::string content() const { return path.stem().string(); }
  /// A function of C linkage in it, which is never unloaded. Throws FileFailure.
  template <class Function>
  Function* function(char const* name) const {
    return reinterpret_cast<Function*>(address_of(name));
  }
  /// Loads it and calls a function of it, during which stdout is stderr: a user's header may print.
  template <class Function, class... Arguments>
  void call(char const* name, Arguments&&... arguments) const {
    StdoutToStderr const during_the_call;
    function<Function>(name)(std::forward<Arguments>(arguments)...);
  }

 private:
  void* address_of(char const* name) const;
};

/// The shared object of a unit. One that is damaged in the cache is compiled again (a note says
/// so). Its name is a hash of text and files, of what the headers include by relative paths, and of
/// compiler, flags and the program's code. Throws Misuse naming the first error where the unit does
/// not compile, and where there is no compiler, or headers of the tree are newer than the program;
/// FileFailure where the cache cannot be written.
SharedObject compiled(Unit const& unit);

/// The same where it is in the cache already, undamaged.
std::optional<SharedObject> in_cache(Unit const& unit);

}  // namespace rattleback
