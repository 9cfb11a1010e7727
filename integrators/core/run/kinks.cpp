#include "integrators/core/run/kinks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace rattleback {

template <class S>
std::string defect_of_formulas(System<S> const& system, S const& t, S const* q, S const* v) {
  auto const point = [&] {
    std::vector<std::string> numbers{fmt::format("t = {:.6g}", static_cast<double>(t))};
    auto const& card = system.description().card;
    for (int i = 0; i < system->size; ++i)
      numbers.push_back(fmt::format("{} = {:.6g}", card.coordinates[i], static_cast<double>(q[i])));
    for (int i = 0; i < system->dof; ++i)
      numbers.push_back(fmt::format("{} = {:.6g}", card.velocities[i], static_cast<double>(v[i])));
    return fmt::format("{}", fmt::join(numbers, ", "));
  };
  if (system->applied_force) {
    std::vector<S> force(system->dof);
    system->applied_force(system.get(), t, q, v, force.data());
    for (int i = 0; i < system->dof; ++i)
      if (!std::isfinite(static_cast<double>(force[i])))
        return fmt::format("the force on {} is not finite at {}",
                           system.description().card.velocities[i], point());
  }
  auto const arguments = kink_arguments(system, t, q, v);
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (auto const& kink = system.description().kinks[k];
        arguments[k] == S(0) && !kink.starts_with("abs("))
      return fmt::format("{} may have no finite derivative at {}", kink, point());
  return "";
}

template std::string defect_of_formulas(System<double> const&, double const&, double const*,
                                        double const*);
template std::string defect_of_formulas(System<Quad> const&, Quad const&, Quad const*, Quad const*);

}  // namespace rattleback
