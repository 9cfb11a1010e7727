// libFuzzer harness: the reader of a problem's text accepts any bytes, or throws the error for a
// place in them. Another exception, a fault or a hang is a defect.

#include <cstdint>

#include "base/invalid_input.hpp"
#include "problems/text/problem_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace rattleback;
  try {
    auto const file =
        text::problem_of_text("fuzzed.toml", {reinterpret_cast<char const*>(data), size});
    file.require_sizes();
  } catch (InvalidInput const&) {
    return 0;
  }
  return 0;
}
