#include "base/files/packed.hpp"

#include <openssl/evp.h>
#include <zlib.h>

#include <stdexcept>

namespace rattleback {
namespace {

std::string compressed(std::string const& text) {
  z_stream stream{};
  int const gzip_header = 16;
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzip_header, 9,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib cannot compress the data of a page");
  std::string bytes(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  int const outcome = deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  if (outcome != Z_STREAM_END) throw std::runtime_error("zlib cannot compress the data of a page");
  return bytes;
}

}  // namespace

std::string packed(std::string const& text) {
  std::string const bytes = compressed(text);
  std::string base64(4 * ((bytes.size() + 2) / 3) + 1, '\0');  // with the zero that OpenSSL adds
  int const size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(base64.data()),
                                   reinterpret_cast<unsigned char const*>(bytes.data()),
                                   static_cast<int>(bytes.size()));
  base64.resize(static_cast<std::size_t>(size));
  return base64;
}

}  // namespace rattleback
