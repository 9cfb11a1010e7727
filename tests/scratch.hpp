// Temporary folder and environment variable of a test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

namespace rattleback {

/// Empty folder during the lifetime of the object.
struct TemporaryFolder {
  std::filesystem::path path;
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "rattleback_XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("cannot create a folder for the test");
    path = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;
};

/// Environment variable set during the lifetime of the object.
class Variable {
 public:
  Variable(char const* name, std::string const& value) : name_(name) {
    if (char const* const before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }

 private:
  char const* name_;
  std::optional<std::string> before_;
};

}  // namespace rattleback
