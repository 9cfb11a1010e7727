#include "reports/site/base64.hpp"

#include <openssl/evp.h>

namespace rattleback::reports {

std::string base64(std::string const& bytes) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  int const length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                     reinterpret_cast<unsigned char const*>(bytes.data()),
                                     static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

}  // namespace rattleback::reports
