#pragma once
// Compiles a method in a header of the user with one problem into a shared object, kept in a cache.

#include <filesystem>
#include <string>

#include "integrators/core/further_methods.hpp"

namespace rattleback {

/// A header outside the tree and the class in it that is the method.
struct MethodFile {
  std::filesystem::path header;  ///< absolute
  std::string type;
};

/// Below $XDG_CACHE_HOME, or below .cache in the home folder.
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
};

/// The shared object of the method on the problem. Its name is a hash of the header with what it
/// includes by relative paths, the class, the problem, compiler, flags and the program's code.
/// Throws Misuse naming the first error where the header does not compile, and where there is no
/// compiler, or headers of the tree are newer than the program; FileFailure where the cache cannot be
/// written.
SharedObject compiled_method(MethodFile const& file, ProblemSource const& problem);

}  // namespace rattleback
