#pragma once
// Pairs of a method and a problem whose ensembles run Newton's method on SIMD lanes: those that the
// documentation and the timings use. A pair compiles in one to two seconds. Explicit methods state
// that they run on lanes (hooks.hpp); all other ensembles step one orbit at a time, with the same
// results bit for bit.

namespace rattleback {

struct DlaMidpoint;
struct Gni;
struct ReducedGni;
template <class Real>
struct ChaoticR7;
template <class Real>
struct Suslov;

/// True if Newton's method of M on P is compiled on lanes. Its steps choose with select().
template <class M, class P>
inline constexpr bool newton_on_lanes = false;
template <>
inline constexpr bool newton_on_lanes<DlaMidpoint, ChaoticR7<double>> = true;
template <>
inline constexpr bool newton_on_lanes<Gni, ChaoticR7<double>> = true;
template <>
inline constexpr bool newton_on_lanes<ReducedGni, Suslov<double>> = true;

}  // namespace rattleback
