#pragma once
// Method (4.18) as printed, for unit masses, in quad precision.

#include "experiments/mclachlan_perlmutter_2006/shared/discrete_systems.hpp"
#include "experiments/theory/newton.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

struct State {
  Vector q, v;
};
struct SemiImplicitStep {
  State state;
  Vector lambda;
};

/// Result of the first three lines of (4.18) for a given lambda; all lines are explicit.
inline State explicit_lines(NaturalSystem const& system, State const& z, Vector const& lambda,
                            Quad h) {
  Vector const middle = z.q + h / 2 * z.v, v = z.v - h * system.gradient(middle) +
                                               h * system.forms(middle).transpose() * lambda;
  return {middle + h / 2 * v, v};
}
/// Residual of the n - k equations of the fourth line.
inline Vector fourth_line(NaturalSystem const& system, State const& z, Vector const& lambda,
                          Quad h) {
  auto const end = explicit_lines(system, z, lambda, h);
  return system.forms(end.q) * end.v;
}
inline SemiImplicitStep semi_implicit_step(NaturalSystem const& system, State const& z, Quad h) {
  Vector const lambda =
      theory::root_by_differences(Vector::Zero(system.n - system.k()),
                                  [&](Vector const& x) { return fourth_line(system, z, x, h); });
  return {explicit_lines(system, z, lambda, h), lambda};
}
/// Largest residual of the four lines.
inline double residual_of_lines(NaturalSystem const& system, State const& z,
                                SemiImplicitStep const& step, Quad h) {
  auto const& [end, lambda] = step;
  Vector const middle = end.q - h / 2 * end.v,
               change = end.v - z.v + h * system.gradient(middle) -
                        h * system.forms(middle).transpose() * lambda;
  return larger_or_nan({theory::distance(middle, z.q + h / 2 * z.v), theory::largest_entry(change),
                        theory::largest_entry(system.forms(end.q) * end.v)});
}
/// Second difference of the fourth line in lambda, which vanishes if the equations are linear.
inline double second_difference(NaturalSystem const& system, State const& z, Quad h) {
  Vector const one = Vector::Ones(system.n - system.k());
  auto const at = [&](Quad scale) { return fourth_line(system, z, scale * one, h); };
  return theory::largest_entry(at(1) + at(-1) - 2 * at(0));
}

}  // namespace rattleback::mclachlan_perlmutter_2006
