// Files: reading, hashing and atomic writing. All functions throw IoError naming the file and
// the reason of the operating system.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/io_error.hpp"

namespace rattleback {

/// Returns the SHA-256 of `text` as 64 lower-case hexadecimal digits.
std::string sha256_text(std::string_view text);

/// Returns the SHA-256 of the contents of the file `path`, in constant memory.
std::string sha256_file(std::filesystem::path const& path);

/// Returns the contents of the file `path`. Throws IoError also if it is not a regular file,
/// which may be endless, or is larger than 1 GiB.
std::string read_text(std::filesystem::path const& path);

/// Returns the JSON value in the file `path`. Throws IoError also if the JSON is invalid, with
/// line and column, or nested more than 100 deep.
nlohmann::json read_json(std::filesystem::path const& path);

/// Exception for a value that this program never writes; what() names the value.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Returns the result of `read`, which interprets the contents of `file`. Throws IoError naming
/// the file if the contents are not of the form that this program writes.
template <class Read>
auto understood(std::filesystem::path const& file, Read const& read) {
  try {
    return read();
  } catch (Malformed const& wrong) {
    throw IoError("'" + file.string() + "': " + wrong.what());
  } catch (nlohmann::json::exception const&) {
    throw IoError("'" + file.string() +
                  "' lacks a value that belongs there, or has one of another type");
  }
}

/// Receives the reason for which a file of a results folder is left out: one sentence that names
/// it.
using Skip = std::function<void(std::string const& reason)>;

/// Calls `read`, which reads one of several files of a folder. If the file is unreadable, damaged
/// or foreign (IoError), `skip` receives the reason and the others are still read.
template <class Read>
void read_or_skip(Skip const& skip, Read const& read) {
  try {
    read();
  } catch (IoError const& wrong) {
    if (skip) skip(wrong.what());
  }
}

/// Returns `value` as text, indented if `indent` >= 0. Bytes that are not UTF-8, as in file names,
/// become U+FFFD.
std::string json_text(nlohmann::json const& value, int indent = -1);

/// Returns JSON whose outer `levels` have a line per member.
std::string in_lines(nlohmann::json const& value, int levels);

/// Writes `text` to `path` without a temporary file, for scratch folders and unfinished folders.
void write_text(std::filesystem::path const& path, std::string_view text);

/// Folder that exists during the lifetime of this object. Folders created for it are removed at the
/// end, also on interruption, if they are empty.
class FolderInUse {
 public:
  /// Creates `path` and its missing parent folders.
  explicit FolderInUse(std::filesystem::path const& path);
  ~FolderInUse();
  FolderInUse(FolderInUse const&) = delete;
  FolderInUse& operator=(FolderInUse const&) = delete;

 private:
  void remove_made();

  std::vector<std::filesystem::path> made_;  ///< created folders, outermost first
};

/// Copies the file `from` to `to`, as write_text().
void copy_file(std::filesystem::path const& from, std::filesystem::path const& to);

/// File descriptor, closed by the destructor.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor const&) = delete;
  Descriptor& operator=(Descriptor const&) = delete;
  int number() const { return number_; }  ///< negative if opening failed

 private:
  int const number_;
};

/// File replaced atomically by commit(): until then readers see the old contents or no file, and
/// without commit() nothing changes. Data is written to FILE.rattleback-PID.part in the same
/// folder. That file is removed by the destructor, on interruption, and, if the program was killed,
/// by the next writer of FILE.
class AtomicFile {
 public:
  /// Throws IoError if `path` cannot be written, before anything is computed for it.
  /// The folder must exist. A symbolic link is followed.
  explicit AtomicFile(std::filesystem::path const& path);
  ~AtomicFile();
  AtomicFile(AtomicFile const&) = delete;
  AtomicFile& operator=(AtomicFile const&) = delete;

  /// Appends `text`.
  void write(std::string_view text);
  /// Overwrites what was written at `offset` with `text`, within what has been written so far.
  void overwrite(std::size_t offset, std::string_view text);
  /// Moves the file to its place after flushing it to the disk. No write may follow.
  void commit();

 private:
  void flush();

  std::filesystem::path const path_, temporary_;
  Descriptor const file_;
  std::string buffer_;
  bool committed_ = false;
};

/// Returns the files of `folder` with that ending, such as ".json", sorted by name.
std::vector<std::filesystem::path> files_in(std::filesystem::path const& folder,
                                            std::string_view ending);

/// Writes `text` to `path` through an AtomicFile.
void write_atomically(std::filesystem::path const& path, std::string_view text);

}  // namespace rattleback
