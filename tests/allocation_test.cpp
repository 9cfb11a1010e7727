// Steps do not allocate: a run of 1100 steps asks the heap for as much as one of 100.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "experiments/laws/tools.hpp"

namespace {
std::atomic<long> allocations{0};

void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
void* counted(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  auto const a = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(a, (size + a - 1) / a * a)) return memory;
  throw std::bad_alloc();
}
}  // namespace

// Operators of arrays call these.
void* operator new(std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t a) { return counted(size, a); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace rattleback {
namespace {

template <class Integrate>
long allocations_of(Integrate integrate, long steps, double step) {
  auto const spec = laws::run_spec({}, step, steps);
  long const before = allocations;
  auto const run = integrate(spec);
  long const after = allocations;
  // A run whose step has no real root ends like any other.
  EXPECT_TRUE(run.outcome == Outcome::ok || run.outcome == Outcome::no_real_root) << run.reason;
  // The words for it are the only thing that a step's end may allocate.
  return after - before - (run.reason.empty() ? 0 : 1);
}

TEST(Allocation, CountsTheHeap) {
  long const before = allocations;
  std::vector<double> const numbers(100);
  EXPECT_EQ(allocations - before, 1);
}

TEST(Allocation, NoStepAllocates) {
  laws::for_each_pair(registry(), [](ProblemEntry const& problem, MethodEntry const& method) {
    // Boost's stepper makes two small vectors in every step of its own.
    if (method.card.id == "odeint_bulirsch_stoer") return;
    auto const subject = laws::pair_name(problem, method);
    // Once without counting: what is set up once per program is not a step's.
    double const step = 0.01 * problem.card.time_scale;
    allocations_of(method.integrate, 1, step);
    EXPECT_EQ(allocations_of(method.integrate, 100, step),
              allocations_of(method.integrate, 1100, step))
        << subject;
    if (!method.integrate_quad) return;
    allocations_of(method.integrate_quad, 1, step);
    EXPECT_EQ(allocations_of(method.integrate_quad, 10, step),
              allocations_of(method.integrate_quad, 30, step))
        << subject << " in quad precision";
  });
}

}  // namespace
}  // namespace rattleback
