#pragma once
// Modifications of GNI that fail to remove the parasitic mode: controls of equal_norm_gni.

#include "integrators/core/registry/registry.hpp"

namespace rattleback::beyond {

/// Ids of the cures.
/// - fresh_multiplier: p_0^- = p~_0 + (h/2) A_0^T lambda(q_0, v~_0) in every step, so that no
/// momentum that violates the constraint is part of the state. Not symmetric.
/// - shared_multiplier: the equal-norm step with A in place of N. Both ends have one multiplier,
/// but normal parts of different norms. Symmetric.
/// - reset: GNI whose alternating part, the fifth difference of d over 32, is removed in every
/// fiftieth step.
/// - compensated_reflection: the reflection maps d to -exp(-h G) d, G = C^-1 A'[W A^T .] v, which
/// cancels the growth of |d| to leading order. Only for one constraint.
inline constexpr char const* failing_cures[]{"fresh_multiplier", "shared_multiplier", "reset",
                                             "compensated_reflection"};

/// Returns a cure on contact_oscillator, pendulum_cvt or tilted_sleigh. All cures use the free step
/// of Stoermer and Verlet. Throws InvalidInput on other ids.
MethodEntry const& failing_cure(std::string const& problem, std::string const& id);

}  // namespace rattleback::beyond
