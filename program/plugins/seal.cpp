#include "program/plugins/seal.hpp"

#include <fmt/format.h>

#include "base/files/files.hpp"

namespace rattleback {

std::string seal_of(std::string_view content) {
  return fmt::format("sha256 {}\n", sha256_text(content));
}

std::optional<std::string_view> sealed_content(std::string_view text) {
  constexpr std::size_t length = 7 + 64 + 1;  // word, hexadecimal digits, end of line
  if (text.size() < length) return {};
  auto const content = text.substr(0, text.size() - length);
  if (text.substr(content.size()) != seal_of(content)) return {};
  return content;
}

}  // namespace rattleback
