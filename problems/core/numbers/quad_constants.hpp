#pragma once
// Constants of Boost.Math for quad numbers. Boost would read them from text when the program is
// loaded, in the locale of that moment: a decimal comma would end the program.

#include <boost/math/constants/constants.hpp>

#include "problems/core/numbers/quad.hpp"

#ifdef RATTLEBACK_QUADMATH
namespace boost::math::constants::detail {

template <>
struct constant_pi<rattleback::Quad> {
  template <class Method>
  static rattleback::Quad const& get(Method const&) {
    static constexpr rattleback::Quad value = rattleback::quad_pi;
    return value;
  }
};
template <>
struct constant_half_pi<rattleback::Quad> {
  template <class Method>
  static rattleback::Quad const& get(Method const&) {
    static constexpr rattleback::Quad value = rattleback::quad_pi / 2;
    return value;
  }
};

}  // namespace boost::math::constants::detail
#endif
