#pragma once
// What a method is, and every part that it may have beside a card and a step. The loops ask for
// nothing else; docs/your_own_method.md says what each part is for. M is the method, P the problem
// as the method sees it, S the number type, Memory what it carries from node to node. A part is
// found by its name and arguments; one that returns something else is an error of the compiler.

#include "integrators/core/method/option.hpp"

namespace rattleback {

/// A class with standard options and a card. Which problems it steps is asked of its `step`.
template <class M>
concept Method = std::default_initializable<M> && std::copyable<M> && requires {
  { M::card() } -> std::same_as<MethodCard>;
};

// Parts of the method.

/// Settings with names: `static std::vector<Option<M>> options()`.
template <class M>
concept HasOptions = requires {
  M::options();
};
/// The first state, for starts other than `plain`.
template <class M, class P, class S>
concept HasStart = requires(M const& method, P const& system, Point<P, S> const& z, S h,
                            StartPoint<P, S> const& start) {
  method.start(system, z, h, start);
};
/// What is carried from node to node, which the start decides.
template <class M, class P, class S>
concept HasMemoryOfStart = requires(M const& method, P const& system, Point<P, S> const& z, S h,
                                    StartPoint<P, S> const& start) {
  method.memory(system, z, h, start);
};
/// What is carried from node to node, the same for every start.
template <class M, class P, class S>
concept HasMemory = requires(M const& method, P const& system, Point<P, S> const& z, S h) {
  method.memory(system, z, h);
};
/// Reverses the motion by the method's own symmetry, where that is not (q, v) -> (q, -v): the state
/// is an interval, whose nodes it exchanges, or the memory has to follow.
template <class M, class P, class S, class Memory>
concept HasReversal = requires(M const& method, P const& system, Point<P, S>& z, Memory& memory,
                               S h) {
  method.reverse(system, z, memory, h);
};
/// Throws Misuse where it cannot begin.
template <class M, class P, class S>
concept HasRequirement = requires(M const& method, P const& system, Point<P, S> const& z, S h) {
  method.require(system, z, h);
};
/// Sentences about a run that are worth saying.
template <class M, class P, class S>
concept HasWarnings = requires(M const& method, P const& system, S h) {
  method.warnings(system, h);
};
/// Says whether, with these options, a step is one of the Hamiltonized time.
template <class M>
concept MayCountInTau = requires(M const& method) {
  method.counts_in_tau();
};
/// Numbers that are kept with a step, looked for only then; their names are those of what it
/// carries.
template <class M, class P, class Memory>
concept HasDiagnosticsOfStep = requires(M const& method, P const& system, Memory const& memory) {
  method.diagnostics(system, memory);
  memory.diagnostic_names();
};
/// Its step takes vectors of orbits.
template <class M, class P>
concept RunsOnLanes = M::template runs_on_lanes<P>;
/// Takes other steps where the mass matrix is constant, which a text file's then has to be known
/// as.
template <class M>
concept PrefersConstantMass = M::prefers_constant_mass;
/// Has the option that decides between explicit multipliers and Newton's method.
template <class M>
concept HasMultiplierOption = requires(M const& method) {
  method.multipliers;
};
/// Knows the velocity that belongs to the flipped part (p^+ - p^-)/2 of its momenta from its state.
template <class M, class P, class S>
concept FlipsMomentumOfState = requires(M const& method, P const& system, Point<P, S> const& z,
                                        S h) {
  method.flipped_velocity(system, z, h);
};

// Parts of what it carries.

/// Follows a change of the step size.
template <class Memory, class S>
concept Rescales = requires(Memory& memory, S ratio) {
  memory.rescale(ratio);
};
/// Symmetric compositions apply: nothing carried is a function of the step size, or it follows.
template <class Memory, class S>
concept FollowsStepSize = std::same_as<Memory, NoMemory> || Rescales<Memory, S>;
/// Knows the velocity that belongs to a momentum of its own, beside that of the state.
template <class Memory, class P, class S>
concept HasOwnMomentum = requires(Memory const& memory, P const& system, Point<P, S> const& z) {
  memory.velocity_of_p(system, z.q);
};
/// Knows the velocity that belongs to the flipped part (p^+ - p^-)/2 of its momenta.
template <class Memory, class P, class S>
concept HasFlippedMomentum = requires(Memory const& memory, P const& system, Point<P, S> const& z) {
  memory.flipped_velocity(system, z.q);
};
/// Counts the Hamiltonized time, and recovers the time.
template <class Memory>
concept CountsInTau = requires(Memory const& memory) {
  memory.tau;
  memory.time;
};
/// Numbers that are kept with a step.
template <class Memory>
concept HasDiagnostics = requires(Memory const& memory) {
  memory.diagnostics();
  memory.diagnostic_names();
};
/// Named numbers at the end of a run.
template <class Memory>
concept HasReport = requires(Memory const& memory) {
  memory.report();
};

}  // namespace rattleback
