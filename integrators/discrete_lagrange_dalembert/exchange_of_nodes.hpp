#pragma once

#include "integrators/core/method/method.hpp"

namespace rattleback {

/// Exchanges the nodes of the interval from q to q + h v: the reversal R_d(q_0, q_1) = (q_1, q_0)
/// of McLachlan & Perlmutter 2006, definition 5, of a method whose velocities are quotients of
/// nodes.
template <class S, auto n>
void exchange_nodes(PointOf<S, n, n>& z, S h) {
  z = {z.q + h * z.v, -z.v};
}

}  // namespace rattleback
