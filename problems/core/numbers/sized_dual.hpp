#pragma once
// Arithmetic of duals of run-time length (see size.hpp), entry by entry: a temporary vector costs
// more than the sums. Included by dual.hpp.

namespace rattleback {

/// @cond
template <class T, Size N>
Dual<T, N> operator+(Dual<T, N> const& a, Dual<T, N> const& b) {
  return {a.value + b.value, entries, [&](int i) { return a.slope[i] + b.slope[i]; }};
}
template <class T, Size N>
Dual<T, N> operator-(Dual<T, N> const& a, Dual<T, N> const& b) {
  return {a.value - b.value, entries, [&](int i) { return a.slope[i] - b.slope[i]; }};
}
template <class T, Size N>
Dual<T, N> operator-(Dual<T, N> const& a) {
  return {-a.value, entries, [&](int i) { return -a.slope[i]; }};
}
template <class T, Size N>
Dual<T, N> operator*(Dual<T, N> const& a, Dual<T, N> const& b) {
  return {a.value * b.value, entries,
          [&](int i) { return a.value * b.slope[i] + b.value * a.slope[i]; }};
}
template <class T, Size N>
Dual<T, N> operator/(Dual<T, N> const& a, Dual<T, N> const& b) {
  T const q = a.value / b.value, inverse = T(1) / b.value;
  return {q, entries, [&](int i) { return inverse * (a.slope[i] - q * b.slope[i]); }};
}
template <class T, Size N, class U>
requires PlainFor<Dual<T, N>, U> Dual<T, N>
operator+(Dual<T, N> const& a, U const& s) {
  return {a.value + T(s), entries, [&](int i) { return a.slope[i] + T(0); }};
}
template <class T, Size N, class U>
requires PlainFor<Dual<T, N>, U> Dual<T, N>
operator+(U const& s, Dual<T, N> const& a) {
  return {T(s) + a.value, entries, [&](int i) { return T(0) + a.slope[i]; }};
}
template <class T, Size N, class U>
requires PlainFor<Dual<T, N>, U> Dual<T, N>
operator-(Dual<T, N> const& a, U const& s) {
  return {a.value - T(s), entries, [&](int i) { return a.slope[i] - T(0); }};
}
template <class T, Size N, class U>
requires PlainFor<Dual<T, N>, U> Dual<T, N>
operator-(U const& s, Dual<T, N> const& a) {
  return {T(s) - a.value, entries, [&](int i) { return T(0) - a.slope[i]; }};
}
template <class T, Size N, class U>
requires PlainFor<Dual<T, N>, U> Dual<T, N>
operator*(U const& s, Dual<T, N> const& a) {
  T const factor = T(s);
  return {factor * a.value, entries, [&](int i) { return factor * a.slope[i]; }};
}
/// @endcond

}  // namespace rattleback
