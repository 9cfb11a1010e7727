#pragma once

namespace rattleback {

/// Quad number (113 bits) in interfaces that are compiled once; needs no header.
using RawQuad = __float128;

}  // namespace rattleback
