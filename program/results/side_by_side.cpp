#include "program/results/side_by_side.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/c_locale.hpp"

namespace rattleback {

void run_side_by_side(int threads, std::size_t count,
                      std::function<void(std::size_t, std::atomic<bool> const&)> const& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};
  std::mutex throwing;
  std::exception_ptr first;
  auto const take_turns = [&] {
    CLocale const numbers_with_a_point;
    for (std::size_t i; !stop && (i = next++) < count;) {
      try {
        work(i, stop);
      } catch (...) {
        std::lock_guard const lock(throwing);
        if (!first) first = std::current_exception();
        stop = true;
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t k = 1; k < std::min(count, static_cast<std::size_t>(threads)); ++k) {
      try {
        others.emplace_back(take_turns);
      } catch (std::system_error const&) {
        break;  // the system provides no more threads
      }
    }
    take_turns();
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace rattleback
