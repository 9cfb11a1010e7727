#pragma once
// The random instances of studies.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace rattleback {

class NormalSequence;

/// Random numbers that a seed and the number of an instance determine on every machine.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t instance);
  ~Random();

  /// Uniform in (low, high), of double resolution.
  double uniform(double low = -1, double high = 1);
  double normal();  ///< normally distributed, mean 0 and variance 1
  /// Uniform in (-size, size), each component on its own.
  std::vector<double> vector(std::size_t components, double size = 1);
  /// A rotation of R^3 by Haar's measure, row by row.
  std::array<double, 9> rotation();

 private:
  std::unique_ptr<NormalSequence> numbers_;
};

/// The value of largest size over instances, and the number of the instance that has it. A value
/// that is not finite stays.
struct WorstInstance {
  double value = 0;
  double instance = 0;

  void add(int number, double one);
};

}  // namespace rattleback
