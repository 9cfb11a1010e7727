#include "program/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "problems/core/misuse.hpp"
#include "program/number.hpp"

namespace rattleback {

namespace fs = std::filesystem;

OutputFormat checked_output(std::string const& path) {
  std::vector<std::string> const known{".csv", ".npy", ".json"};
  fs::path const file(path);
  auto const format = std::find(known.begin(), known.end(), file.extension().string());
  if (format == known.end()) throw_unknown("ending of --output", file.extension().string(), known);

  std::error_code ignored;
  fs::path const folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, ignored))
    throw Misuse(fmt::format("--output {}: there is no folder {}", path, folder.string()));
  if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored))
    throw Misuse(fmt::format("--output {} is not a regular file", path));

  // Permissions alone do not tell (file systems may be read-only): try, and leave no trace.
  fs::path probe = file;
  probe += fmt::format(".{}.probe", ::getpid());
  int const descriptor = ::open(probe.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0)
    throw Misuse(fmt::format("--output {} cannot be written: {}", path, std::strerror(errno)));
  ::close(descriptor);
  ::unlink(probe.c_str());
  if (fs::exists(file, ignored) && ::access(path.c_str(), W_OK) != 0)
    throw Misuse(fmt::format("--output {} cannot be overwritten: {}", path, std::strerror(errno)));
  return static_cast<OutputFormat>(format - known.begin());
}

template <class S>
std::string csv_text(Rows<S> const& table) {
  std::string text = fmt::format("{}\n", fmt::join(table.columns, ","));
  for (auto const& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += decimal(row[i]);
      text += i + 1 < row.size() ? ',' : '\n';
    }
  return text;
}

template <class S>
std::string npy_text(Rows<S> const& table) {
  static_assert(std::endian::native == std::endian::little);
  std::string header =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}, {}), }}",
                  table.rows.size(), table.columns.size());
  // Magic (8 bytes), length (2), header and newline together are a multiple of 64.
  std::size_t const used = 10 + header.size() + 1;
  header += std::string((64 - used % 64) % 64, ' ') + "\n";
  std::string text("\x93NUMPY\x01\x00", 8);
  text += static_cast<char>(header.size() % 256);
  text += static_cast<char>(header.size() / 256);
  text += header;
  for (auto const& row : table.rows)
    for (S const& value : row) {
      double const number = static_cast<double>(value);
      text.append(reinterpret_cast<char const*>(&number), sizeof number);
    }
  return text;
}

template std::string csv_text(Rows<double> const&);
template std::string csv_text(Rows<RawQuad> const&);
template std::string npy_text(Rows<double> const&);
template std::string npy_text(Rows<RawQuad> const&);

}  // namespace rattleback
