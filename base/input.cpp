#include "base/input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>

#include "base/io_error.hpp"

namespace rattleback {

namespace {
struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
}  // namespace

std::string text_in(std::filesystem::path const& path, std::size_t most) {
  auto const what = fmt::format("cannot read '{}'", path.string());
  // O_NONBLOCK: a pipe without a writer is empty instead of blocking.
  int const descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) throw_io_error(what);
  std::unique_ptr<std::FILE, Closer> const file(::fdopen(descriptor, "rb"));
  struct stat status;
  if (!file || ::fstat(descriptor, &status) != 0) throw_io_error(what);
  if (S_ISDIR(status.st_mode)) throw_io_error(what, EISDIR);
  if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode))
    throw IoError(what + ": it is neither a regular file nor a pipe");
  ::fcntl(descriptor, F_SETFL, 0);
  std::string text;
  std::array<char, 1 << 16> buffer;
  while (text.size() <= most) {
    auto const size = std::fread(buffer.data(), 1, buffer.size(), file.get());
    if (size == 0) break;
    text.append(buffer.data(), size);
  }
  if (std::ferror(file.get())) throw_io_error(what);
  return text;
}

}  // namespace rattleback
