#pragma once
// Quad precision (113 bits) for references and for problems and methods in quad numbers.

#include "problems/core/numbers/raw_quad.hpp"

#ifdef RATTLEBACK_QUADMATH
#include <boost/multiprecision/float128.hpp>
#endif

namespace rattleback {

#ifdef RATTLEBACK_QUADMATH
/// Quad number, 113 bits. Unlike RawQuad it has limits and never becomes a double unasked.
using Quad = boost::multiprecision::number<boost::multiprecision::float128_backend,
                                           boost::multiprecision::et_off>;
#else
using Quad = RawQuad;  ///< quad number, 113 bits
#endif

}  // namespace rattleback
