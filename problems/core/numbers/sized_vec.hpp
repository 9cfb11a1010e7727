#pragma once
// Vectors and matrices of run-time lengths (see size.hpp): storage for the largest length, numbers
// up to the length at work. Included by vec.hpp.

#include <new>

namespace rattleback {

/// Says that entries are computed where they are stored.
struct Entries {};
inline constexpr Entries entries{};

/// Column vector of N numbers, the sizes at work being those of its construction.
template <class T, Size N>
struct Vec<T, N> {
  union {
    T c[capacity(N)];  ///< components
  };

  Vec() : Vec(entries, [](int) { return T{}; }) {}
  /// With the entries f(i).
  template <class F>
  [[gnu::always_inline]] Vec(Entries, F const& f) {
    for (int i = 0, n = length(N); i < n; ++i) ::new (static_cast<void*>(c + i)) T(f(i));
  }
  Vec(Vec const& other) : Vec(entries, [&](int i) -> T const& { return other.c[i]; }) {}
  Vec& operator=(Vec const& other) {
    for (int i = 0, n = length(N); i < n; ++i) c[i] = other.c[i];
    return *this;
  }

  /// Returns component i.
  T& operator[](EntryIndex i) { return c[i.below(N)]; }
  /// Returns component i.
  T const& operator[](EntryIndex i) const { return c[i.below(N)]; }
};

/// Dense R x C matrix, stored as rows.
template <class T, Length auto R, Length auto C>
requires(is_sized_at_run_time<R> || is_sized_at_run_time<C>) struct Mat<T, R, C> {
  union {
    Vec<T, C> row[capacity(R)];  ///< rows
  };

  Mat() {
    for (int i = 0, n = length(R); i < n; ++i) ::new (static_cast<void*>(row + i)) Vec<T, C>();
  }
  Mat(Mat const& other) {
    for (int i = 0, n = length(R); i < n; ++i)
      ::new (static_cast<void*>(row + i)) Vec<T, C>(other.row[i]);
  }
  Mat& operator=(Mat const& other) {
    for (int i = 0, n = length(R); i < n; ++i) row[i] = other.row[i];
    return *this;
  }

  /// Returns entry (i, j).
  T& operator()(EntryIndex i, EntryIndex j) { return row[i.below(R)][j]; }
  /// Returns entry (i, j).
  T const& operator()(EntryIndex i, EntryIndex j) const { return row[i.below(R)][j]; }
};

/// @cond
// The operations of vec.hpp.
template <class T, class U, Size N>
auto operator+(Vec<T, N> const& a, Vec<U, N> const& b) {
  return Vec<std::remove_cvref_t<decltype(a[0] + b[0])>, N>(entries,
                                                            [&](int i) { return a[i] + b[i]; });
}
template <class T, class U, Size N>
auto operator-(Vec<T, N> const& a, Vec<U, N> const& b) {
  return Vec<std::remove_cvref_t<decltype(a[0] - b[0])>, N>(entries,
                                                            [&](int i) { return a[i] - b[i]; });
}
template <class T, Size N>
Vec<T, N> operator-(Vec<T, N> const& a) {
  return Vec<T, N>(entries, [&](int i) { return -a[i]; });
}
template <Scalar U, class T, Size N>
auto operator*(U const& s, Vec<T, N> const& a) {
  return Vec<std::remove_cvref_t<decltype(s * a[0])>, N>(entries, [&](int i) { return s * a[i]; });
}
template <class T, class U, Size N>
auto dot(Vec<T, N> const& a, Vec<U, N> const& b) {
  using Sum = std::remove_cvref_t<decltype(a[0] * b[0])>;
  if (length(N) == 0) return Sum{};
  Sum s = a[0] * b[0];
  for (int i = 1, n = length(N); i < n; ++i) s = s + a[i] * b[i];
  return s;
}
template <class T, class U, Size R, Size C>
auto operator*(Mat<T, R, C> const& m, Vec<U, C> const& a) {
  return Vec<std::remove_cvref_t<decltype(m(0, 0) * a[0])>, R>(
      entries, [&](int i) { return dot(m.row[i], a); });
}
template <class T, auto R, Size C>
void unpack_rows(Mat<T, R, C>& m) {
  T const* const packed = m.row[0].c;
  int const rows = length(R), columns = length(C);
  for (int i = rows - 1; i > 0; --i)
    for (int j = columns - 1; j >= 0; --j) m.row[i].c[j] = packed[i * columns + j];
}
template <class U, class T, Size N>
Vec<U, N> cast(Vec<T, N> const& a) {
  return Vec<U, N>(entries, [&](int i) { return static_cast<U>(a[i]); });
}
template <class T, Size N>
Vec<T, N> unit(int j) {
  return Vec<T, N>(entries, [&](int i) { return T(i == j ? 1 : 0); });
}
/// @endcond

}  // namespace rattleback
