#pragma once
// Places where the formulas of a text are not smooth.

#include <string>
#include <vector>

#include "problems/core/graph/graph.hpp"

namespace rattleback::text {

struct ProblemFile;

/// A subexpression that is not smooth where its argument a changes its sign: |a|, sqrt(a), and a^b
/// where b is not a whole number.
struct Kink {
  graph::Index argument;  ///< a
  graph::Index exponent;  ///< b; -1 for |a| and sqrt(a)
  std::string words;      ///< the subexpression and its formula: "abs(vx) in the force on vx"
};

/// Returns the kinks of the Lagrangian, the constraints and the forces, each argument once. An
/// argument that depends on parameters alone, or that is nowhere negative, has none. The events of
/// the text come last.
std::vector<Kink> kinks_of(ProblemFile const& file);

}  // namespace rattleback::text
