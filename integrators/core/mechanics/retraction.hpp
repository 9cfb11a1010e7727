#pragma once
// A group's retraction as an option: near the identity, velocities stand for points.

#include "problems/core/spaces/space.hpp"

namespace rattleback {

enum class Retraction { cayley, exponential };

/// tau(xi)
template <LieGroup G, class T>
Vec<T, G::size> retract(Retraction tau, Vec<T, G::dof> const& xi) {
  return tau == Retraction::cayley ? G::cay(xi) : G::exp(xi);
}
/// tau^-1(g); not finite where tau does not reach g.
template <LieGroup G, class T>
Vec<T, G::dof> unretract(Retraction tau, Vec<T, G::size> const& g) {
  return tau == Retraction::cayley ? G::cay_inverse(g) : G::log(g);
}
/// (dtau_xi^-1)^T p
template <LieGroup G, class T>
Vec<T, G::dof> inverse_tangent_transpose(Retraction tau, Vec<T, G::dof> const& xi,
                                         Vec<T, G::dof> const& p) {
  return tau == Retraction::cayley ? G::dcay_inverse_transpose(xi, p)
                                   : G::dexp_inverse_transpose(xi, p);
}

}  // namespace rattleback
