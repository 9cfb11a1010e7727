#include "program/ensembles/ensemble_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/invalid_input.hpp"
#include "program/ensembles/memory.hpp"

namespace rattleback {

namespace {
/// Returns the number of occupied bins of a histogram of `numbers` values of both signs: most
/// values are near the typical size, fewer in each octave below it. Measured, with a margin.
double bins_of(double numbers) { return std::min(numbers, 64 * (6 + std::log2(numbers))); }

double crossings_of(EnsembleSpec const& spec, EnsembleUse const& use) {
  constexpr double steps_between = 20;
  if (!spec.section) return 0;
  return static_cast<double>(use.orbits) * (1 + static_cast<double>(spec.steps) / steps_between);
}

/// Returns `--NAME value` with the first sufficient value of 1, 2, 5, 10, 20, ... in the given
/// order.
template <class Fits>
std::optional<long> first_that_fits(std::vector<long> const& values, Fits const& fits) {
  auto const found = std::find_if(values.begin(), values.end(), fits);
  if (found == values.end()) return {};
  return *found;
}

/// Returns 1, 2, 5, 10, ... up to `most`.
std::vector<long> round_numbers(long most) {
  std::vector<long> values;
  for (long power = 1; power <= most; power *= 10) {
    for (long digit : {1, 2, 5})
      if (digit <= most / power) values.push_back(digit * power);
    if (power > most / 10) break;
  }
  return values;
}

std::string advice(EnsembleSpec const& spec, EnsembleUse const& use, double available) {
  auto rarer = round_numbers(spec.steps);
  std::erase_if(rarer, [&](long every) { return every <= spec.every; });
  auto const every = first_that_fits(rarer, [&](long value) {
    auto other = spec;
    other.every = value;
    return expected_bytes(other, use) <= available;
  });
  if (every) return fmt::format("sample less often, e.g. --every {}", *every);
  auto fewer = round_numbers(use.orbits);
  std::reverse(fewer.begin(), fewer.end());
  auto const orbits = first_that_fits(fewer, [&](long value) {
    auto other = use;
    other.orbits = value;
    return expected_bytes(spec, other) <= available;
  });
  if (orbits) return fmt::format("reduce the orbits, e.g. --orbits {}", *orbits);
  return "reduce steps and orbits";
}
}  // namespace

double expected_bytes(EnsembleSpec const& spec, EnsembleUse const& use) {
  auto const times = (static_cast<double>(spec.steps / spec.every) + 1) * spec.quantities();
  auto const orbits = static_cast<double>(use.orbits);
  double const levels = 2 + std::log2(orbits), threads = std::min<double>(spec.threads, orbits);
  constexpr double together = 32;  // largest number of orbits in a batch of one thread
  double const moments = sizeof(Moments);
  double const histogram = sizeof(Histogram) + 16 + 1.5 * sizeof(Histogram::Bin) * bins_of(orbits);
  double at_a_time = histogram + moments * levels + threads * together * (8 + moments / 4);
  at_a_time += 1000;  // results as numbers and as output text
  if (use.as_text) at_a_time += 2 * (10 * bins_of(orbits) + 100 * levels);
  double const numbers =
      crossings_of(spec, use) * (1 + static_cast<double>(spec.section_columns.size()));
  return 10e6 + times * at_a_time + numbers * 16 + orbits * (spec.lyapunov ? 60 : 0) +
         orbits * (spec.section ? 60 : 0) + 32 * orbits * static_cast<double>(use.final_numbers);
}

void ask_for_memory(EnsembleSpec& spec, EnsembleUse const& use) {
  double const available = static_cast<double>(available_memory()) / use.sharing_machine;
  double const expected = expected_bytes(spec, use);
  long const times = spec.steps / spec.every + 1;
  if (expected > available)
    throw InvalidInput(fmt::format(
        "{} orbits at {} sampled times{} need about {} of memory, but only {} "
        "are available: {}",
        use.orbits, times, spec.section ? " and their crossings" : "", bytes_in_words(expected),
        bytes_in_words(available), advice(spec, use, available)));
  spec.grown = [=, orbits = use.orbits, section = spec.section.has_value()](std::size_t bytes,
                                                                            double done) {
    auto const taken = static_cast<double>(bytes);
    if (taken <= available) return;
    // Number of orbits that would have fitted at this rate.
    auto const fewer = round_numbers(static_cast<long>(
        std::clamp(done, 1e-3, 1.0) * static_cast<double>(orbits) * available / taken));
    throw InvalidInput(
        fmt::format("memory: {} use {}, but only {} were available; reduce --orbits{}",
                    section ? "the crossings" : "the statistics", bytes_in_words(taken),
                    bytes_in_words(available),
                    fewer.empty() ? "" : fmt::format(", e.g. --orbits {}", fewer.back())));
  };
}

}  // namespace rattleback
