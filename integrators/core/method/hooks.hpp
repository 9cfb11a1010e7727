#pragma once
// Concepts: a method, and the optional parts of a method besides its card and its step. The
// time-stepping loops use no other part; docs/your_own_method.md explains each. M is the method, P
// the problem in the method's coordinates, S the number type, Memory the method's internal state. A
// part is found by its name and arguments. A part with another return type is a compile error.

#include "integrators/core/method/option.hpp"

namespace rattleback {

/// Class with default options and a card. The concepts on its `step` decide which problems it
/// steps.
template <class M>
concept Method = std::default_initializable<M> && std::copyable<M> && requires {
  { M::card() } -> std::same_as<MethodCard>;
};

// Parts of the method.

/// Named settings: `static std::vector<Option> options()`.
template <class M>
concept HasOptions = requires {
  M::options();
};
/// Starting procedure: returns the first point for starts other than `plain`.
template <class M, class P, class S>
concept HasStart = requires(M const& method, P const& system, Point<P, S> const& z, S h,
                            StartPoint<P, S> const& start) {
  method.start(system, z, h, start);
};
/// Internal state that depends on the starting procedure.
template <class M, class P, class S>
concept HasMemoryOfStart = requires(M const& method, P const& system, Point<P, S> const& z, S h,
                                    StartPoint<P, S> const& start) {
  method.memory(system, z, h, start);
};
/// Internal state that is the same for every starting procedure.
template <class M, class P, class S>
concept HasMemory = requires(M const& method, P const& system, Point<P, S> const& z, S h) {
  method.memory(system, z, h);
};
/// Reversing symmetry of the method if it is not (q, v) -> (q, -v): for an interval state it
/// exchanges the nodes, and it adapts the internal state.
template <class M, class P, class S, class Memory>
concept HasReversal = requires(M const& method, P const& system, Point<P, S>& z, Memory& memory,
                               S h) {
  method.reverse(system, z, memory, h);
};
/// Precondition of a run: throws InvalidInput if the method cannot begin at z with the step h.
template <class M, class P, class S>
concept HasRequirement = requires(M const& method, P const& system, Point<P, S> const& z, S h) {
  method.require(system, z, h);
};
/// Warnings about a run, as sentences.
template <class M, class P, class S>
concept HasWarnings = requires(M const& method, P const& system, S h) {
  method.warnings(system, h);
};
/// True if, with these options, h is a step of the reparametrised time tau.
template <class M>
concept MayCountInTau = requires(M const& method) {
  method.counts_in_tau();
};
/// Diagnostics of a recorded step, computed only when a step is recorded; the internal state has
/// their names.
template <class M, class P, class Memory>
concept HasDiagnosticsOfStep = requires(M const& method, P const& system, Memory const& memory) {
  method.diagnostics(system, memory);
  memory.diagnostic_names();
};
/// Constant: the step advances batches of orbits on SIMD lanes.
template <class M, class P>
concept RunsOnLanes = M::template runs_on_lanes<P>;
/// Constant: the step takes the force and the time of a driven system, and constraints that move.
template <class M>
concept TakesForces = M::takes_forces;
/// Constant: the method takes other steps if the mass matrix is constant. A text problem is then
/// passed as one with a constant mass matrix if it has one.
template <class M>
concept PrefersConstantMass = M::prefers_constant_mass;
/// Option `multipliers`: closed form or Newton's method.
template <class M>
concept HasMultiplierOption = requires(M const& method) {
  method.multipliers;
};
/// Velocity W d of the flipped part d = (p^+ - p^-)/2 of the momenta, computed from the state.
template <class M, class P, class S>
concept FlipsMomentumOfState = requires(M const& method, P const& system, Point<P, S> const& z,
                                        S h) {
  method.flipped_velocity(system, z, h);
};

/// The method's own discrete work of a step from z0 on a driven system: force, -dL/dt and -lambda.b
/// with its own quantities. `last` are the multipliers of the step before.
template <class M, class P, class S>
concept StatesWork = Driven<P> &&
    requires(M const& method, P const& system, Point<P, S> const& z0,
             Vec<S, P::constraints> const& last, Step<P, S> const& step, S h) {
  { method.work(system, z0, last, step, h) } -> std::same_as<S>;
};

// Parts of the internal state.

/// Adapts the internal state to a step size that changes by the factor `ratio`.
template <class Memory, class S>
concept Rescales = requires(Memory& memory, S ratio) {
  memory.rescale(ratio);
};
/// Condition for symmetric compositions: the internal state does not depend on the step size, or
/// adapts to it.
template <class Memory, class S>
concept FollowsStepSize = std::same_as<Memory, NoMemory> || Rescales<Memory, S>;
/// Velocity of a momentum that the internal state holds in addition to the velocity of the state.
template <class Memory, class P, class S>
concept HasOwnMomentum = requires(Memory const& memory, P const& system, Point<P, S> const& z) {
  memory.velocity_of_p(system, z.q);
};
/// Velocity W d of the flipped part d = (p^+ - p^-)/2 of the momenta, computed from the internal
/// state.
template <class Memory, class P, class S>
concept HasFlippedMomentum = requires(Memory const& memory, P const& system, Point<P, S> const& z) {
  memory.flipped_velocity(system, z.q);
};
/// Reparametrised time tau, and the time t recovered from it.
template <class Memory>
concept CountsInTau = requires(Memory const& memory) {
  memory.tau;
  memory.time;
};
/// Diagnostics of a recorded step.
template <class Memory>
concept HasDiagnostics = requires(Memory const& memory) {
  memory.diagnostics();
  memory.diagnostic_names();
};
/// Named numbers at the end of a run, for its report.
template <class Memory>
concept HasReport = requires(Memory const& memory) {
  memory.report();
};

// Starting procedures.

/// Returns the internal state of a method at its first point.
template <class M, class P, class S>
auto memory_of(M const& method, P const& system, Point<P, S> const& z, S h,
               StartPoint<P, S> const& start = {}) {
  if constexpr (HasMemoryOfStart<M, P, S>)
    return method.memory(system, z, h, start);
  else if constexpr (HasMemory<M, P, S>)
    return method.memory(system, z, h);
  else
    return NoMemory{};
}

/// Returns the first point of a method from the initial condition z.
template <class M, class P, class S>
Point<P, S> initial_point(M const& method, P const& system, Point<P, S> const& z, S h,
                          StartPoint<P, S> const& start) {
  if constexpr (HasStart<M, P, S>)
    return start.name == "plain" ? z : method.start(system, z, h, start);
  else
    return z;
}

}  // namespace rattleback
