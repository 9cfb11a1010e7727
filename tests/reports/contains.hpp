// Texts of pages, and data of pages as their scripts unpack them.
#pragma once

#include <openssl/evp.h>
#include <zlib.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

namespace rattleback::reports {

/// True if the part occurs in the text.
inline bool contains(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}

/// Returns the captures of `pattern` in the text.
inline std::vector<std::string> all_of(std::string const& text, char const* pattern) {
  std::regex const expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

/// Returns the JSON in a script that assigns packed data: window.NAME = "...".
inline nlohmann::json unpacked(std::string const& script) {
  auto const from = script.find('"') + 1;
  std::string const base64 = script.substr(from, script.find('"', from) - from);
  std::string bytes(base64.size() / 4 * 3, '\0');
  if (EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                      reinterpret_cast<unsigned char const*>(base64.data()),
                      static_cast<int>(base64.size())) < 0)
    throw std::runtime_error("the data are not in base64");
  z_stream stream{};
  if (inflateInit2(&stream, MAX_WBITS + 16) != Z_OK) throw std::runtime_error("zlib");
  std::string text, part(1 << 16, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  for (int outcome = Z_OK; outcome == Z_OK;) {
    stream.next_out = reinterpret_cast<Bytef*>(part.data());
    stream.avail_out = static_cast<uInt>(part.size());
    outcome = inflate(&stream, Z_NO_FLUSH);
    text.append(part, 0, part.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  return nlohmann::json::parse(text);
}

}  // namespace rattleback::reports
