#pragma once
// Switches of `make power`: each changes a sign, term, factor, index, transposition or function at
// run time. With every switch off, the bits of a computation stay as they are.

#include <Eigen/Dense>
#include <cmath>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <utility>

namespace rattleback::power {

inline int active = 0;                 ///< id of the switch that is on; 0: none
inline void (*record)(int) = nullptr;  ///< receives the id of each switch that is executed
/// Receives each row whose number is computed, or no name if the number is a control's.
inline void (*computed)(std::string const& row) = nullptr;

/// True if the switch is on. A constant expression has no switches.
constexpr bool is_on(int id) {
  if (std::is_constant_evaluated()) return false;
  if (record) record(id);
  return id == active;
}

template <class X>
concept Expression = requires {
  typename std::decay_t<X>::PlainObject;
};
template <class X>
concept Number = !Expression<X> && !std::is_same_v<std::decay_t<X>, bool> &&
                 (std::is_arithmetic_v<std::decay_t<X>> || requires(std::decay_t<X> const& x) {
                   std::decay_t<X>(-x);
                   std::decay_t<X>(0);
                 });

/// Returns an expression of Eigen evaluated, an inner product as a number, all else as it is.
template <class X>
constexpr decltype(auto) plain(X&& x) {
  using D = std::decay_t<X>;
  if constexpr (Expression<X>) {
    using P = typename D::PlainObject;
    if constexpr (!std::is_same_v<P, D> && P::SizeAtCompileTime == 1)
      return typename D::Scalar(P(x)(0, 0));
    else
      return P(x);
  } else if constexpr (std::is_lvalue_reference_v<X>) {
    return static_cast<X>(x);
  } else {
    return D(std::forward<X>(x));
  }
}

/// Term of a sum: with another sign, or (id + 1) left out.
template <class X>
constexpr decltype(auto) term(int id, X&& x) {
  if constexpr (Expression<X> || Number<X>) {
    auto y = plain(x);
    using Y = decltype(y);
    if (is_on(id)) return Y(-y);
    if (is_on(id + 1)) return Y(y - y);
    return y;
  } else {
    return static_cast<X&&>(x);
  }
}

/// Value with another sign.
template <class X>
constexpr decltype(auto) sign(int id, X&& x) {
  if constexpr (Expression<X> || Number<X>) {
    auto y = plain(x);
    return is_on(id) ? decltype(y)(-y) : y;
  } else {
    return static_cast<X&&>(x);
  }
}

/// Factor of a product left out: 1, or the identity for a square matrix.
template <class X>
constexpr decltype(auto) factor(int id, X&& x) {
  if constexpr (Number<X>) {
    using D = std::decay_t<X>;
    return is_on(id) ? D(1) : D(x);
  } else if constexpr (Expression<X>) {
    auto y = plain(x);
    if constexpr (Number<decltype(y)>) {
      return is_on(id) ? decltype(y)(1) : y;
    } else {
      if (y.rows() == y.cols() && is_on(id)) y.setIdentity();
      return y;
    }
  } else {
    return static_cast<X&&>(x);
  }
}

/// Divisor left out, or (id + 1) made a factor.
template <class X>
constexpr decltype(auto) divisor(int id, X&& x) {
  if constexpr (Number<X>) {
    using D = std::decay_t<X>;
    if (is_on(id)) return D(1);
    if constexpr (!std::is_integral_v<D>)
      if (is_on(id + 1)) return D(1 / x);
    return D(x);
  } else {
    return static_cast<X&&>(x);
  }
}

/// Constant index: the one before, after 0 the next.
constexpr auto index(int id, auto i) { return is_on(id) ? decltype(i)(i == 0 ? 1 : i - 1) : i; }

/// Exponent: one more.
template <class X>
constexpr decltype(auto) exponent(int id, X&& x) {
  if constexpr (std::is_arithmetic_v<std::decay_t<X>>)
    return is_on(id) ? std::decay_t<X>(x + 1) : std::decay_t<X>(x);
  else
    return static_cast<X&&>(x);
}

/// Argument of sine or cosine: a quarter of a turn later, which exchanges both.
template <class X>
constexpr decltype(auto) quarter(int id, X&& x) {
  if constexpr (Number<X>) {
    using D = std::decay_t<X>;
    return is_on(id) ? D(x + D(std::acos(0.0))) : D(x);
  } else {
    return static_cast<X&&>(x);
  }
}

/// Matrix whose transposition is left out.
template <class X>
constexpr decltype(auto) untransposed(int id, X&& x) {
  if constexpr (Expression<X>) {
    auto y = plain(x);
    if constexpr (!Number<decltype(y)> && !decltype(y)::IsVectorAtCompileTime)
      if (y.rows() == y.cols() && is_on(id)) y = y.transpose().eval();
    return y;
  } else {
    return static_cast<X&&>(x);
  }
}

/// Name of the row to which a function is given a number, after the number is computed.
inline std::string const& row(std::string const& statement) {
  if (computed) computed(statement);
  return statement;
}
/// Name of the row to which a function is given a number of a control.
inline std::string const& control(std::string const& statement) {
  if (computed) computed({});
  return statement;
}

}  // namespace rattleback::power
