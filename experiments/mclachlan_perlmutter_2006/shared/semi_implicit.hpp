#pragma once
// The method (4.18) as it is printed, for unit masses, in quad precision.

#include "experiments/mclachlan_perlmutter_2006/shared/discrete_systems.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

struct State {
  Numbers q, v;
};
struct SemiImplicitStep {
  State state;
  Numbers lambda;
};

/// The first three lines of (4.18) where lambda is known: all is explicit.
inline State explicit_lines(NaturalSystem const& system, State const& z, Numbers const& lambda,
                            Q h) {
  auto const middle = sum(z.q, times(h / 2, z.v));
  auto const forms = system.forms(middle);
  auto v = sum(z.v, times(-h, system.gradient(middle)));
  for (std::size_t j = 0; j < forms.size(); ++j) v = sum(v, times(h * lambda[j], forms[j]));
  return {sum(middle, times(h / 2, v)), v};
}
/// The n - k equations of the fourth line.
inline Numbers fourth_line(NaturalSystem const& system, State const& z, Numbers const& lambda,
                           Q h) {
  auto const end = explicit_lines(system, z, lambda, h);
  return system.constraint(end.q, end.v);
}
inline SemiImplicitStep semi_implicit_step(NaturalSystem const& system, State const& z, Q h) {
  auto const lambda = newton_root(Numbers(std::size_t(system.n - system.k()), Q(0)),
                                  [&](Numbers const& x) { return fourth_line(system, z, x, h); });
  return {explicit_lines(system, z, lambda, h), lambda};
}
/// Largest residual of the four lines.
inline double residual_of_lines(NaturalSystem const& system, State const& z,
                                SemiImplicitStep const& step, Q h) {
  auto const& [end, lambda] = step;
  auto const middle = sum(end.q, times(-h / 2, end.v));
  auto const forms = system.forms(middle);
  auto change = sum(sum(end.v, times(-1, z.v)), times(h, system.gradient(middle)));
  for (std::size_t j = 0; j < forms.size(); ++j)
    change = sum(change, times(-h * lambda[j], forms[j]));
  return larger_or_nan({distance(middle, sum(z.q, times(h / 2, z.v))), double(largest(change)),
                        double(largest(system.constraint(end.q, end.v)))});
}
/// Second difference of the fourth line in lambda, which vanishes if the equations are linear.
inline double second_difference(NaturalSystem const& system, State const& z, Q h) {
  Numbers const none(std::size_t(system.n - system.k()), Q(0)), one(none.size(), Q(1));
  auto const at = [&](Q scale) { return fourth_line(system, z, times(scale, one), h); };
  return double(largest(sum(sum(at(1), at(-1)), times(-2, at(0)))));
}

}  // namespace rattleback::mclachlan_perlmutter_2006
