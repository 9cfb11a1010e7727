#pragma once
// Ways to cure the parasitic mode of GNI that fail. They are controls of equal_norm_gni.

#include "integrators/core/registry/registry.hpp"

namespace rattleback::beyond {

/// Ids of the cures.
/// - fresh_multiplier: p_0^- = p~_0 + (h/2) A_0^T lambda(q_0, v~_0) in every step: no momentum off
///   the constraint is carried. Not symmetric.
/// - shared_multiplier: the equal-norm step with A in place of N: one multiplier at both ends, but
///   normal parts of different norms. Symmetric.
/// - reset: GNI whose alternating part, the fifth difference of d over 32, is removed in every
///   fiftieth step.
/// - compensated_reflection: the reflection turns d into -exp(-h G) d, G = C^-1 A'[W A^T .] v,
/// which
///   cancels the growth of its size to leading order. One constraint only.
inline constexpr char const* failing_cures[]{"fresh_multiplier", "shared_multiplier", "reset",
                                             "compensated_reflection"};

/// Returns a cure on contact_oscillator, pendulum_cvt or tilted_sleigh. All take Stoermer and
/// Verlet's free step. Throws InvalidInput on other ids.
MethodEntry const& failing_cure(std::string const& problem, std::string const& id);

}  // namespace rattleback::beyond
