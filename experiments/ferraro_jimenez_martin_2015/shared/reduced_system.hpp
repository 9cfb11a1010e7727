#pragma once
// Reduced GNI equations (30) and their RATTLE form (37) on R^2 x SE(2), for snakeboards with x =
// (psi, phi), xi = (v1, v2, w); in quad precision and independent of the catalogue.

#include "experiments/ferraro_jimenez_martin_2015/shared/retractions.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

/// Pair (x part, group part) of a velocity or of a momentum.
SmallVector from_parts(SmallVector const& of_x, Vector3 const& of_group);
SmallVector x_part(SmallVector const& of_both);
Vector3 group_part(SmallVector const& of_both);

/// Snakeboard with the catalogue's data, and variations.
struct Board {
  /// True if the board carries the rotor: J0 (w + psi')^2/2, so that G_it is not 0.
  bool coupled = false;
  bool dragging = false;  ///< true if the constraints contain psi' and phi', so that mu is not 0
  Quad stiffness = 0;     ///< stiffness of a spring on the wheels
  SmallMatrix G = metric(), inverse = theory::inverse(G);

  SmallMatrix metric() const;
  SmallVector V_x(SmallVector const& x) const { return SmallVector{{0, stiffness * x[1]}}; }
  SmallMatrix rows(SmallVector const& x) const;
};

/// Part Q* p of a momentum in the annihilator of D~, and its impulse: momentum = (mu, eta)^T
/// impulse.
struct NormalPart {
  SmallVector momentum;
  SmallVector impulse;
};
NormalPart normal_part(Board const& board, SmallVector const& x, SmallVector const& p);

/// Node k and the velocities of the interval after it.
struct ReducedNode {
  SmallVector x, x_rate;
  Vector3 xi;

  SmallVector velocities() const { return from_parts(x_rate, xi); }
};

/// Constants of all runs: 40 steps of 0.05.
constexpr int reduced_steps = 40;
inline Quad const reduced_step = 0.05_quad;

ReducedNode start_of(Board const& board);
/// Legendre transform F^- of (29) at the first node of an interval, or F^+ at its last node, by the
/// formulas of section 7.2.
SmallVector legendre(Board const& board, Tau tau, SmallVector const& at,
                     SmallVector const& velocities, bool at_end);
using Jets = theory::VectorOf<QuadJet>;
/// Discrete Lagrangian L_d of section 7.2 at (x, x', g), with the Cayley map.
QuadJet discrete_lagrangian(Board const& board, Jets const& x, Jets const& next, GroupJet const& g);
/// Post-momentum p^- and pre-momentum p^+ of the interval from x to x': D_1 L_d, D_2 L_d and the
/// translates r*_g D_3 L_d, l*_g D_3 L_d, computed along curves.
struct Momenta {
  SmallVector minus, plus;
};
Momenta momenta_on_group(Board const& board, ReducedNode const& node);

/// Nodes 0 ... 40 of (30) from the board's initial condition.
std::vector<ReducedNode> run_of_30(Board const& board, Tau tau);

/// Matrix in (37c): the block (G^-1)^ij as printed, or the inverse of the block G_ij.
enum class Block { of_inverse, inverse_of };

/// The values of (37) at one node.
struct NodeOf37 {
  SmallVector x, p;  ///< momentum p~
  Vector3 xi, M;
  SmallVector lambda;  ///< lambda = h lambda~
};

/// System (37) on a board with a retraction, in one interpretation of (37c).
struct System37 {
  Board board;
  Tau tau;
  Block block;
  int sign = 1;  ///< sign of h xi in (37b)

  /// Initial state with given velocities of the first interval; lambda~_0 may be 0.
  NodeOf37 start(ReducedNode const& first) const;
  /// One step of (37), with its lines in the order of the paper's solution.
  NodeOf37 step(NodeOf37 const& z) const;

  /// Momentum p_(k+1/2) by (37a).
  SmallVector half_momentum(NodeOf37 const& z) const;
  /// Difference quotient (x_(k+1) - x_k)/h by (37c).
  SmallVector x_rate(SmallVector const& p_half, Vector3 const& xi) const;
  /// Momentum Ad* M~_k in (37b).
  Vector3 moved(NodeOf37 const& z, int sign_of_xi = 1) const;
  /// Momentum (dtau^-1_(h xi))* D_3 l_d.
  Vector3 M(SmallVector const& rate, Vector3 const& xi) const;
};

/// Largest distance between nodes and velocities of (37) and of (30).
double distance_of_37(System37 const& system);

}  // namespace rattleback::ferraro_jimenez_martin_2015
