#pragma once
// Table of the functions of a method on a problem for vectors of orbits, one orbit per lane.

#include <string>

#include "integrators/core/tables/problem_table.hpp"

namespace rattleback {

/// Functions of one method on one problem on lanes; null where there are none. `self` is a sequence
/// of vectors of orbits with their internal state, in the method's coordinates.
struct LaneTable {
  void* (*make)(OptionValues const& options, System<double> const& system) = nullptr;
  void (*destroy)(void* self) = nullptr;
  void (*clear)(void* self) = nullptr;
  /// Adds a vector of orbits at (q, v), the initial point of the starting procedure.
  void (*add)(void* self, Lanes const* q, Lanes const* v, double h,
              std::string const& start) = nullptr;
  /// Advances all vectors by steps of h.
  void (*advance)(void* self, double h, long steps) = nullptr;
  /// The point of vector i.
  void (*point)(void const* self, int i, Lanes const*& q, Lanes const*& v) = nullptr;
};

/// A batch on lanes holds so many vectors: a processor works on one while another waits for a
/// quotient.
inline constexpr int vectors_in_batch = 4;

}  // namespace rattleback
