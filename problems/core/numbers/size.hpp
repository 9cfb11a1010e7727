#pragma once
// Lengths of vectors that are known when a problem is read, not when a method is compiled.

#include <concepts>
#include <span>
#include <type_traits>

namespace rattleback {

/// Factor of a product of spaces: R^n, SE(2), SO(3) with velocities in the body or in space, SO(3)
/// with the direction R^T e3 in front, or SO(n) with velocities below the diagonal.
struct Factor {
  enum Kind { euclidean, se2, so3, spatial_so3, directed_so3, so_n } kind;
  int n = 1;  ///< dimension of R^n or n of SO(n)
};

/// Sizes of a problem, and the factors of its space, which must outlive them.
struct Sizes {
  int coordinates = 0, velocities = 0, constraints = 0;
  std::span<Factor const> factors = {};
};
/// Largest sizes of problems that methods compiled for any size take: R^9 x SO(3). The third
/// derivatives of reduced methods are the largest on the stack, and grow by the fifth power.
inline constexpr Sizes capacity_of_any_size{18, 12, 11};
/// Largest sizes of systems on R^n for solvers that see flat arrays.
inline constexpr Sizes capacity_of_large_systems{32, 32, 24};

/// Sizes of the problem that this thread works on. Each entry into code compiled for any size sets
/// them (see `problem_at`).
inline thread_local constinit Sizes sizes_at_work{};

/// Length that is known at run time: a sum of multiples of the sizes of a problem, or the number of
/// pairs of its entries. It has no value while code is compiled and does not become an int
/// implicitly, so that code which takes lengths as constants does not compile with it.
struct Size {
  int coordinates = 0, velocities = 0, constraints = 0, constant = 0;
  bool pairs = false;  ///< n (n + 1)/2, where n is that sum
  bool large = false;  ///< true: size of a large system, see `capacity_of_large_systems`

  friend constexpr Size operator+(Size a, Size const& b) {
    return {a.coordinates + b.coordinates,
            a.velocities + b.velocities,
            a.constraints + b.constraints,
            a.constant + b.constant,
            false,
            a.large || b.large};
  }
  friend constexpr Size operator*(int factor, Size const& a) {
    return {factor * a.coordinates,
            factor * a.velocities,
            factor * a.constraints,
            factor * a.constant,
            false,
            a.large};
  }
  friend constexpr Size operator*(Size const& a, int factor) { return factor * a; }
  friend constexpr Size operator-(Size const& a, Size const& b) { return a + -1 * b; }
  friend constexpr Size operator+(Size const& a, int b) { return a + Size{.constant = b}; }
  friend constexpr Size operator+(int a, Size const& b) { return b + a; }
  friend constexpr Size operator-(Size const& a, int b) { return a + -b; }
  constexpr bool operator==(Size const&) const = default;
};

/// Returns the number of pairs i >= j of n entries.
constexpr int pairs_of(int n) { return n * (n + 1) / 2; }
constexpr Size pairs_of(Size n) {
  n.pairs = true;
  return n;
}

/// Returns a length as a number.
constexpr int length(int n) { return n; }
/// Returns a length as a number, for the sizes at work.
[[gnu::always_inline]] inline int length(Size const& n) {
  auto const& at = sizes_at_work;
  int const sum = n.coordinates * at.coordinates + n.velocities * at.velocities +
                  n.constraints * at.constraints + n.constant;
  return n.pairs ? pairs_of(sum) : sum;
}
/// Returns the largest value of a length, at least 1.
constexpr int capacity(int n) { return n > 0 ? n : 1; }
constexpr int capacity(Size const& n) {
  auto const most = [](int factor, int size) { return factor > 0 ? factor * size : 0; };
  auto const& largest = n.large ? capacity_of_large_systems : capacity_of_any_size;
  int const sum = most(n.coordinates, largest.coordinates) +
                  most(n.velocities, largest.velocities) +
                  most(n.constraints, largest.constraints) + n.constant;
  return capacity(n.pairs ? pairs_of(sum) : sum);
}

/// Compares a counter with a length.
[[gnu::always_inline]] inline bool operator<(int i, Size const& n) { return i < length(n); }
[[gnu::always_inline]] inline bool operator<=(int i, Size const& n) { return i <= length(n); }
/// Compares a number with a length.
[[gnu::always_inline]] inline bool operator==(Size const& n, int i) { return length(n) == i; }
/// Returns the remainder of a counter.
[[gnu::always_inline]] inline int operator%(int i, Size const& n) { return i % length(n); }

/// Index of an entry of a vector of run-time length: a number or, as in x[n + k], a length.
class EntryIndex {
 public:
  [[gnu::always_inline]] EntryIndex(int i) : i_(i) {}
  [[gnu::always_inline]] EntryIndex(Size const& i) : i_(length(i)) {}
  operator int() const { return i_; }
  /// Returns the index. Sanitizers see the storage, not the length: with them it is checked here.
  [[gnu::always_inline]] int below([[maybe_unused]] auto const& n) const {
#ifdef __SANITIZE_ADDRESS__
    if (i_ < 0 || i_ >= length(n)) __builtin_trap();
#endif
    return i_;
  }

 private:
  int i_;
};

/// Type of a length: int where it is known when code is compiled.
template <class N>
concept Length = std::same_as<N, int> || std::same_as<N, Size>;
/// True for lengths that are known at run time only.
template <auto n>
inline constexpr bool is_sized_at_run_time = std::same_as<std::remove_const_t<decltype(n)>, Size>;
/// True for lengths that may be 1.
template <auto n>
inline constexpr bool may_be_single = is_sized_at_run_time<n> || n == 1;
/// True for lengths that may exceed 1.
template <auto n>
inline constexpr bool may_be_several = is_sized_at_run_time<n> || n != 1;

}  // namespace rattleback
