#pragma once
// Runs of the six examples by the catalogue, each with the paper's discrete system.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

enum class Conserved { exactly, boundedly };

/// Run by the catalogue and the paper's discrete system for it.
struct Line {
  std::string name;
  Run run;
  DiscreteSystem system;
  Arrow (*arrow)(Vector const& from, Vector const& to);  // arrow between two nodes of the catalogue
  Conserved energy;
  std::size_t invariant = 0;  // index of the energy or of the invariant that replaces it

  /// Returns the unit in which errors are drawn: rounding, or h^2.
  double scale() const { return energy == Conserved::exactly ? 1e-15 : 1e-2; }
};
std::vector<Line> const& lines();

/// Largest residuals of a short run in quad: F^+(g_k) - F^-(g_(k+1)) and phi(g_k).
struct Residuals {
  Largest momentum, constraint;
  Arrow first;
};
Residuals residuals_of(Study& study, Line const& line, long steps = 20);

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
