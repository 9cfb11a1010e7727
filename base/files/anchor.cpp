#include "base/files/anchor.hpp"

#include <algorithm>
#include <cctype>

namespace rattleback {

std::string anchor(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c) && c != '_'; }, '-');
  return name;
}

}  // namespace rattleback
