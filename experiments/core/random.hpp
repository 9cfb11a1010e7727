#pragma once
// Random instances of studies.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace rattleback {

class NormalSequence;

/// Random numbers that a seed and an instance number determine on every machine.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t instance);
  ~Random();

  /// Returns a uniform number in (low, high), in double resolution.
  double uniform(double low = -1, double high = 1);
  double normal();  ///< Returns a standard normal number (mean 0, variance 1).
  /// Returns independent components, each uniform in (-size, size).
  std::vector<double> vector(std::size_t components, double size = 1);
  /// Returns a rotation of R^3 from Haar's measure, row by row.
  std::array<double, 9> rotation();

 private:
  std::unique_ptr<NormalSequence> numbers_;
};

/// Value of largest size over instances, and the number of its instance. The first non-finite value
/// is retained.
struct WorstInstance {
  double value = 0;
  double instance = 0;

  void add(int number, double one);
};

}  // namespace rattleback
