#pragma once
// The catalogue's runs of the six examples, each with the paper's discrete system for it.

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

enum class Conserved { exactly, boundedly };

/// A catalogue run and the paper's discrete system for it.
struct Line {
  std::string name;
  Run run;
  DiscreteSystem system;
  Arrow (*arrow)(Vector const& from, Vector const& to);  // of two nodes of the catalogue
  Conserved energy;
  std::size_t invariant = 0;  // energy, or the one that takes its place

  /// Unit in which errors are drawn: rounding, or h^2.
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
