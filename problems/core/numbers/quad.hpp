#pragma once
// Quad precision (113 bits) for references.

#include <boost/multiprecision/float128.hpp>

namespace rattleback {

/// Quad number, 113 bits.
using Quad = boost::multiprecision::number<boost::multiprecision::float128_backend,
                                           boost::multiprecision::et_off>;

}  // namespace rattleback
