// Files: read whole, hashed, and written so that nobody takes half of one for finished. Everything
// here throws FileFailure naming the file and the system's reason.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_failure.hpp"

namespace rattleback::reports {

/// The SHA-256 of `text` as 64 lower-case hexadecimal digits.
std::string sha256_text(std::string_view text);

/// The SHA-256 of the contents of the file `path`, in constant memory.
std::string sha256_file(std::filesystem::path const& path);

/// The whole contents of the file `path`. Throws FileFailure also where it is no regular file,
/// whose end might never come, or larger than 1 GiB.
std::string read_text(std::filesystem::path const& path);

/// The JSON value that the file `path` holds. Throws FileFailure also where it is none, with line
/// and column, or is nested more than 100 deep.
nlohmann::json read_json(std::filesystem::path const& path);

/// A value that nothing written by this program has; what() says which.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What `read` makes of the contents of `file`. Where these are not what this program writes, that
/// is a FileFailure naming the file.
template <class Read>
auto understood(std::filesystem::path const& file, Read const& read) {
  try {
    return read();
  } catch (Malformed const& wrong) {
    throw FileFailure("'" + file.string() + "': " + wrong.what());
  } catch (nlohmann::json::exception const&) {
    throw FileFailure("'" + file.string() +
                      "' lacks a value that belongs there, or has one of another type");
  }
}

/// `value` as text, indented where `indent` >= 0. Bytes that are no UTF-8, as a file's name may
/// have, become U+FFFD.
std::string json_text(nlohmann::json const& value, int indent = -1);

/// Writes `text` to `path` at once, for scratch folders and for folders in the making, which count
/// for nothing until they are finished.
void write_text(std::filesystem::path const& path, std::string_view text);

/// A folder that is there during the life of this object. What had to be made for it is removed at
/// the end, also when the program is interrupted, unless something has been put into it.
class FolderInUse {
 public:
  /// Makes `path` and the folders above it where they are missing.
  explicit FolderInUse(std::filesystem::path const& path);
  ~FolderInUse();
  FolderInUse(FolderInUse const&) = delete;
  FolderInUse& operator=(FolderInUse const&) = delete;

 private:
  void remove_made();

  std::vector<std::filesystem::path> made_;  ///< the outermost first
};

/// Copies the file `from` to `to`, as write_text.
void copy_file(std::filesystem::path const& from, std::filesystem::path const& to);

/// An open file; closed at the end of its life.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor const&) = delete;
  Descriptor& operator=(Descriptor const&) = delete;
  int number() const { return number_; }  ///< negative: opening failed

 private:
  int const number_;
};

/// A file in the making. Readers see the old contents, or none, until commit() and the new ones
/// from then on; without commit() nothing changes. What is written so far is kept beside it as
/// FILE.rattleback-PID.part, which is removed with this object, when the program is interrupted,
/// and, should the program be killed, by the next writer of the same file.
class AtomicFile {
 public:
  /// Throws FileFailure where `path` cannot be written: before anything has been computed for it.
  /// The folder must exist. A symbolic link is followed.
  explicit AtomicFile(std::filesystem::path const& path);
  ~AtomicFile();
  AtomicFile(AtomicFile const&) = delete;
  AtomicFile& operator=(AtomicFile const&) = delete;

  /// Appends `text`.
  void write(std::string_view text);
  /// Writes `text` over what stands at `offset`, which must have been appended before.
  void overwrite(std::size_t offset, std::string_view text);
  /// Puts the file in its place, safe on the disk. Nothing may be written afterwards.
  void commit();

 private:
  void flush();

  std::filesystem::path const path_, temporary_;
  Descriptor const file_;
  std::string buffer_;
  bool committed_ = false;
};

/// An AtomicFile in one call.
void write_atomically(std::filesystem::path const& path, std::string_view text);

}  // namespace rattleback::reports
