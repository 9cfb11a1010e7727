#include "reports/gnuplot.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <array>
#include <cstdio>
#include <stdexcept>

#include "reports/manifest.hpp"

namespace rattleback::reports {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder() {
  std::string name = (fs::temp_directory_path() / "rattleback-figure-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error(fmt::format("cannot create a temporary folder {}", name));
  }
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string gnuplot_quoted(std::string_view text) {
  std::string quoted = "'";
  for (char const c : text) {
    if (c == '\'') quoted += '\'';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + "'";
}

void run_gnuplot(fs::path const& folder, std::string_view script) {
  write_atomically(folder / "script.gp", script);
  // The user's own gnuplot settings and locale must not change a figure.
  std::string const command = fmt::format(
      "cd '{}' && LC_ALL=C.UTF-8 gnuplot --default-settings script.gp 2>&1", folder.string());
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start a shell to run gnuplot");
  std::string message;
  std::array<char, 4096> buffer;
  while (std::size_t const count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    message.append(buffer.data(), count);
  }
  if (::pclose(pipe) != 0) throw std::runtime_error(fmt::format("gnuplot failed: {}", message));
}

}  // namespace rattleback::reports
