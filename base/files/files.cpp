#include "base/files/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "base/files/cleanup.hpp"

namespace rattleback {

namespace fs = std::filesystem;

namespace {
constexpr std::size_t largest_text = std::size_t{1} << 30;
constexpr int deepest_json = 100;
constexpr std::size_t block = std::size_t{1} << 16;

[[noreturn]] void cannot(char const* verb, fs::path const& path, int error) {
  throw_io_error(fmt::format("cannot {} '{}'", verb, path.string()), error);
}

/// Repeats a system call while a signal interrupts it.
template <class Call>
auto uninterrupted(Call const& call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

/// Passes the contents of a file block by block to `receive`.
template <class Receiver>
void read_blocks(fs::path const& path, Receiver const& receive) {
  // O_NONBLOCK, because opening a pipe without a writer would block.
  Descriptor const file(uninterrupted(
      [&] { return ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC); }));
  if (file.number() < 0) cannot("read", path, errno);
  struct stat status;
  if (::fstat(file.number(), &status) != 0) cannot("read", path, errno);
  if (S_ISDIR(status.st_mode)) cannot("read", path, EISDIR);
  if (!S_ISREG(status.st_mode))
    throw IoError(fmt::format("cannot read '{}': it is not a regular file", path.string()));
  std::vector<char> buffer(block);
  while (true) {
    auto const size =
        uninterrupted([&] { return ::read(file.number(), buffer.data(), buffer.size()); });
    if (size < 0) cannot("read", path, errno);
    if (size == 0) return;
    receive(std::string_view(buffer.data(), static_cast<std::size_t>(size)));
  }
}

void write_all(int descriptor, std::string_view text, fs::path const& path) {
  while (!text.empty()) {
    auto const size = uninterrupted([&] { return ::write(descriptor, text.data(), text.size()); });
    if (size < 0) cannot("write", path, errno);
    text.remove_prefix(static_cast<std::size_t>(size));
  }
}

/// Flushes to the disk. File systems without this operation are trusted.
void synchronise(int descriptor, fs::path const& path) {
  if (uninterrupted([&] { return ::fsync(descriptor); }) != 0 && errno != EINVAL)
    cannot("write", path, errno);
}

class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    require(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  }
  void add(std::string_view text) {
    require(EVP_DigestUpdate(context_.get(), text.data(), text.size()) == 1);
  }
  std::string hexadecimal() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
    unsigned int length = 0;
    require(EVP_DigestFinal_ex(context_.get(), digest.data(), &length) == 1);
    std::string text;
    for (unsigned int i = 0; i < length; ++i) text += fmt::format("{:02x}", digest[i]);
    return text;
  }

 private:
  static void require(bool done) {
    if (!done) throw std::logic_error("SHA-256 is not available in the cryptography library");
  }
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_;
};

/// Returns the file that `path` links to; throws if it exists and is not a regular file.
fs::path target_of(fs::path const& path) {
  struct stat status;
  if (path.empty()) cannot("write", path, ENOENT);
  if (!path.has_filename()) cannot("write", path, EISDIR);
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) cannot("write", path, EISDIR);
    if (!S_ISREG(status.st_mode))
      throw IoError(fmt::format("cannot write '{}': it is not a regular file", path.string()));
  } else if (errno != ENOENT) {
    cannot("write", path, errno);
  }
  std::error_code failed;
  if (!fs::is_symlink(path, failed)) return path;
  auto const target = fs::weakly_canonical(path, failed);
  if (failed) cannot("write", path, failed.value());
  return target;
}

/// Parts of the name FILE.rattleback-PID.part before and after the process number.
constexpr std::string_view ending = ".part";
std::string beginning(fs::path const& path) {
  constexpr std::string_view mark = ".rattleback-";
  constexpr std::size_t longest_name = 255, digits = 10;
  // Very long names are cut to the limit of file systems.
  return path.filename().string().substr(0, longest_name - mark.size() - digits - ending.size()) +
         std::string(mark);
}

fs::path temporary_of(fs::path const& path) {
  return path.parent_path() / fmt::format("{}{}{}", beginning(path), ::getpid(), ending);
}

/// Removes the files of killed writers of `path`. A running writer holds a lock. The lock is more
/// reliable than the process number, which may be reused or belong to another machine.
void sweep(fs::path const& path) {
  auto const first = beginning(path);
  auto const folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  auto const is_ours = [&](std::string const& name) {
    return name.size() > first.size() + ending.size() && name.starts_with(first) &&
           name.ends_with(ending) &&
           std::all_of(name.begin() + static_cast<long>(first.size()),
                       name.end() - static_cast<long>(ending.size()),
                       [](char c) { return '0' <= c && c <= '9'; });
  };
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    if (!is_ours(entry->path().filename().string())) continue;
    Descriptor const left(
        ::open(entry->path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (left.number() >= 0 && ::flock(left.number(), LOCK_EX | LOCK_NB) == 0)
      ::unlink(entry->path().c_str());
  }
}

/// Creates the temporary file, locks it and registers it for removal; returns its descriptor.
int opened(fs::path const& temporary, fs::path const& path) {
  sweep(path);
  clean_on_exit(temporary);
  struct stat status;
  do {
    int const number = uninterrupted([&] {
      return ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    });
    if (number < 0) {
      int const error = errno;
      forget(temporary);
      cannot("write", path, error);
    }
    // On file systems without locks leftovers are not removed. Another writer may sweep between the
    // two calls.
    uninterrupted([&] { return ::flock(number, LOCK_EX); });
    if (::fstat(number, &status) != 0 || status.st_nlink > 0) return number;
    ::close(number);
  } while (true);
}
}  // namespace

FolderInUse::FolderInUse(fs::path const& path) {
  auto const whole = fs::path(path / "").parent_path();  // without a trailing slash
  if (whole.empty()) cannot("use the folder", path, ENOENT);
  struct stat status;
  for (auto folder = whole; !folder.empty() && ::stat(folder.c_str(), &status) != 0;
       folder = folder.parent_path()) {
    if (errno != ENOENT) cannot("use the folder", path, errno);
    made_.insert(made_.begin(), folder);
  }
  for (std::size_t i = 0; i < made_.size(); ++i) {
    clean_empty_on_exit(made_[i]);
    if (::mkdir(made_[i].c_str(), 0777) == 0 || errno == EEXIST) continue;
    int const error = errno;
    made_.resize(i + 1);
    remove_made();
    cannot("make the folder", path, error);
  }
  if (::stat(whole.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
    remove_made();
    cannot("use the folder", path, ENOTDIR);
  }
}

FolderInUse::~FolderInUse() { remove_made(); }

void FolderInUse::remove_made() {
  for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) {
    ::rmdir(folder->c_str());
    forget(*folder);
  }
}

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

std::string sha256_text(std::string_view text) {
  Digest digest;
  digest.add(text);
  return digest.hexadecimal();
}

std::string sha256_file(fs::path const& path) {
  Digest digest;
  read_blocks(path, [&](std::string_view text) { digest.add(text); });
  return digest.hexadecimal();
}

std::string read_text(fs::path const& path) {
  std::string text;
  auto const refuse_more_than = [&](std::uintmax_t size) {
    if (size > largest_text)
      throw IoError(
          fmt::format("cannot read '{}': it is larger than 1 GiB, the size limit", path.string()));
  };
  std::error_code unknown;
  if (auto const size = fs::file_size(path, unknown); !unknown) refuse_more_than(size);
  read_blocks(path, [&](std::string_view more) {
    refuse_more_than(text.size() + more.size());
    text += more;
  });
  return text;
}

nlohmann::json read_json(fs::path const& path) {
  std::string const text = read_text(path);
  // Depth limit, because copying and printing a value are recursive.
  auto const shallow = [&](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    if (depth > deepest_json)
      throw IoError(
          fmt::format("'{}' is nested more than {} deep, which nothing written by "
                      "this program is",
                      path.string(), deepest_json));
    return true;
  };
  try {
    return nlohmann::json::parse(text, shallow);
  } catch (nlohmann::json::parse_error const& error) {
    auto const at = text.begin() + static_cast<long>(std::min(error.byte - 1, text.size()));
    auto const line = std::count(text.begin(), at, '\n') + 1;
    auto const column =
        at - std::find(std::make_reverse_iterator(at), text.rend(), '\n').base() + 1;
    throw IoError(
        fmt::format("'{}' is not valid JSON (line {}, column {})", path.string(), line, column));
  } catch (nlohmann::json::out_of_range const&) {
    throw IoError(fmt::format("'{}' is not valid JSON: a number is out of range", path.string()));
  }
}

namespace {
int opened_at_once(fs::path const& path) {
  int const number = uninterrupted(
      [&] { return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666); });
  if (number < 0) cannot("write", path, errno);
  return number;
}
}  // namespace

void write_text(fs::path const& path, std::string_view text) {
  Descriptor const file(opened_at_once(path));
  write_all(file.number(), text, path);
}

void copy_file(fs::path const& from, fs::path const& to) {
  Descriptor const file(opened_at_once(to));
  read_blocks(from, [&](std::string_view text) { write_all(file.number(), text, to); });
}

AtomicFile::AtomicFile(fs::path const& path)
    : path_(target_of(path)), temporary_(temporary_of(path_)), file_(opened(temporary_, path_)) {}

AtomicFile::~AtomicFile() {
  if (committed_) return;
  ::unlink(temporary_.c_str());
  forget(temporary_);
}

void AtomicFile::write(std::string_view text) {
  if (buffer_.size() + text.size() > block) flush();
  if (text.size() > block)
    write_all(file_.number(), text, path_);
  else
    buffer_ += text;
}

void AtomicFile::flush() {
  write_all(file_.number(), buffer_, path_);
  buffer_.clear();
}

void AtomicFile::overwrite(std::size_t offset, std::string_view text) {
  flush();
  while (!text.empty()) {
    auto const size = uninterrupted([&] {
      return ::pwrite(file_.number(), text.data(), text.size(), static_cast<off_t>(offset));
    });
    if (size < 0) cannot("write", path_, errno);
    text.remove_prefix(static_cast<std::size_t>(size));
    offset += static_cast<std::size_t>(size);
  }
}

void AtomicFile::commit() {
  flush();
  synchronise(file_.number(), path_);
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) cannot("write", path_, errno);
  committed_ = true;
  forget(temporary_);
  // The folder is flushed as well, so that the new name survives a power failure.
  auto const parent = path_.has_parent_path() ? path_.parent_path() : fs::path(".");
  Descriptor const folder(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() >= 0) synchronise(folder.number(), path_);
}

std::vector<fs::path> files_in(fs::path const& folder, std::string_view ending) {
  std::vector<fs::path> files;
  for (auto const& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().extension() == ending)
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

void write_atomically(fs::path const& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace rattleback
