#pragma once

namespace rattleback {

/// Quad numbers across the erased border, without the cost of a header (113 bits).
using RawQuad = __float128;

}  // namespace rattleback
