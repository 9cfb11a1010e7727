#include "experiments/core/random.hpp"

#include <cmath>

#include "problems/core/random_point.hpp"

namespace rattleback {

Random::Random(std::uint64_t seed, std::uint64_t instance)
    : numbers_(std::make_unique<NormalSequence>(seed, instance)) {}
Random::~Random() = default;

double Random::uniform(double low, double high) {
  return low + (high - low) * numbers_->next_uniform();
}

double Random::normal() { return numbers_->next(); }

std::vector<double> Random::vector(std::size_t components, double size) {
  std::vector<double> all(components);
  for (double& one : all) one = uniform(-size, size);
  return all;
}

std::array<double, 9> Random::rotation() {
  auto const rows = random_rotation<3>(*numbers_);
  std::array<double, 9> R{};
  for (int i = 0; i < 9; ++i) R[static_cast<std::size_t>(i)] = rows[i];
  return R;
}

void WorstInstance::add(int number, double one) {
  if (!std::isfinite(value) || (instance > 0 && std::abs(one) <= std::abs(value))) return;
  value = one;
  instance = number;
}

}  // namespace rattleback
