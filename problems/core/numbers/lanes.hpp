#pragma once
// The SIMD number type of ensembles: one lane is one orbit.
// A bare register type, because std::experimental::simd was measured three times slower here: GCC
// 12 keeps a vector of its class type in memory, a vector of this one in registers.

#include <cmath>
#include <cstdint>

#include "problems/core/numbers/mask.hpp"

#if defined(__AVX512F__)
#include <immintrin.h>  // takes long to read: other code calls the compiler's functions
#endif
#if defined(RATTLEBACK_VECTOR_FUNCTIONS)
#include <sleef.h>
#endif

namespace rattleback {

#if defined(__AVX512F__)
inline constexpr int lane_count = 8;
#elif defined(__AVX__)
inline constexpr int lane_count = 4;
#else
inline constexpr int lane_count = 2;
#endif

/// A truth for each lane.
struct LaneMask {
  typedef std::int64_t Register __attribute__((vector_size(8 * lane_count)));
  typedef double Doubles __attribute__((vector_size(8 * lane_count)));
  Register value;  ///< 0 or -1

  LaneMask() = default;
  LaneMask(Register r) : value(r) {}
  explicit LaneMask(bool same) : value(Register{} - (same ? 1 : 0)) {}

  bool operator[](int lane) const { return value[lane] != 0; }

  friend LaneMask operator&(LaneMask a, LaneMask b) { return a.value & b.value; }
  friend LaneMask operator|(LaneMask a, LaneMask b) { return a.value | b.value; }
  friend LaneMask operator!(LaneMask a) { return ~a.value; }
  friend LaneMask operator==(LaneMask a, LaneMask b) { return ~(a.value ^ b.value); }
  friend LaneMask operator!=(LaneMask a, LaneMask b) { return a.value ^ b.value; }
  friend LaneMask select(LaneMask condition, LaneMask yes, LaneMask no) {
    return condition.value ? yes.value : no.value;
  }
  friend bool any(LaneMask a) {
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(a.value),
                                  reinterpret_cast<__m512i>(a.value)) != 0;
#elif defined(__AVX__)
    return __builtin_ia32_movmskpd256(reinterpret_cast<Doubles>(a.value)) != 0;
#else
    return (a.value[0] | a.value[1]) != 0;
#endif
  }
  friend bool all(LaneMask a) { return !any(!a); }
};

/// lane_count doubles that move together; every lane rounds exactly as a plain double does.
struct Lanes {
  typedef double Register __attribute__((vector_size(8 * lane_count)));
  using Plain = double;
  Register value;

  Lanes() = default;
  Lanes(double same) : value(Register{} + same) {}

  double operator[](int lane) const { return value[lane]; }
  void set(int lane, double x) { value[lane] = x; }

  friend Lanes operator+(Lanes a, Lanes b) { return from(a.value + b.value); }
  friend Lanes operator-(Lanes a, Lanes b) { return from(a.value - b.value); }
  friend Lanes operator*(Lanes a, Lanes b) { return from(a.value * b.value); }
  friend Lanes operator/(Lanes a, Lanes b) { return from(a.value / b.value); }
  friend Lanes operator-(Lanes a) { return from(-a.value); }

  friend LaneMask operator<(Lanes a, Lanes b) { return a.value < b.value; }
  friend LaneMask operator>(Lanes a, Lanes b) { return a.value > b.value; }
  friend LaneMask operator<=(Lanes a, Lanes b) { return a.value <= b.value; }
  friend LaneMask operator>=(Lanes a, Lanes b) { return a.value >= b.value; }
  friend LaneMask operator==(Lanes a, Lanes b) { return a.value == b.value; }
  friend LaneMask operator!=(Lanes a, Lanes b) { return a.value != b.value; }
  friend Lanes select(LaneMask condition, Lanes yes, Lanes no) {
    return from(condition.value ? yes.value : no.value);
  }

  friend Lanes abs(Lanes a) {
    using Bits = LaneMask::Register;
    return from(reinterpret_cast<Register>(reinterpret_cast<Bits>(a.value) &
                                           (Bits{} + std::int64_t{0x7fffffffffffffff})));
  }
  friend Lanes sign(Lanes a) {
    return select(a > Lanes(0), Lanes(1), select(a < Lanes(0), Lanes(-1), Lanes(0)));
  }
  friend Lanes product_or_zero(Lanes c, Lanes p) { return select(c == Lanes(0), Lanes(0), c * p); }
  friend LaneMask isfinite(Lanes a) { return abs(a) <= Lanes(Limits<Lanes>::max()); }
  /// The instruction rounds correctly, as std::sqrt does.
  friend Lanes sqrt(Lanes a) {
#if defined(__AVX512F__)
    return from(_mm512_sqrt_pd(a.value));
#elif defined(__AVX__)
    return from(__builtin_ia32_sqrtpd256(a.value));
#else
    return each(a, [](double x) { return std::sqrt(x); });
#endif
  }

#if defined(RATTLEBACK_VECTOR_FUNCTIONS)
  // Sleef's functions within 1.0 ulp for every argument: for timings, as a lane then differs from
  // the scalar function in its last bit.
#if defined(__AVX512F__)
  friend Lanes sin(Lanes a) { return from(Sleef_sind8_u10(a.value)); }
  friend Lanes cos(Lanes a) { return from(Sleef_cosd8_u10(a.value)); }
  friend Lanes atan(Lanes a) { return from(Sleef_atand8_u10(a.value)); }
#elif defined(__AVX__)
  friend Lanes sin(Lanes a) { return from(Sleef_sind4_u10(a.value)); }
  friend Lanes cos(Lanes a) { return from(Sleef_cosd4_u10(a.value)); }
  friend Lanes atan(Lanes a) { return from(Sleef_atand4_u10(a.value)); }
#else
  friend Lanes sin(Lanes a) { return from(Sleef_sind2_u10(a.value)); }
  friend Lanes cos(Lanes a) { return from(Sleef_cosd2_u10(a.value)); }
  friend Lanes atan(Lanes a) { return from(Sleef_atand2_u10(a.value)); }
#endif
#else
  /// Lane by lane, so that a lane is what the scalar function gives, within 0.6 ulp of glibc's.
  friend Lanes sin(Lanes a) {
    return each(a, [](double x) { return std::sin(x); });
  }
  friend Lanes cos(Lanes a) {
    return each(a, [](double x) { return std::cos(x); });
  }
  friend Lanes atan(Lanes a) {
    return each(a, [](double x) { return std::atan(x); });
  }
#endif
  friend Lanes atan2(Lanes y, Lanes x) {
    for (int lane = 0; lane < lane_count; ++lane)
      y.value[lane] = std::atan2(y.value[lane], x.value[lane]);
    return y;
  }

 private:
  static Lanes from(Register r) {
    Lanes lanes;
    lanes.value = r;
    return lanes;
  }
  template <class Function>
  static Lanes each(Lanes a, Function const& f) {
    for (int lane = 0; lane < lane_count; ++lane) a.value[lane] = f(a.value[lane]);
    return a;
  }
};

}  // namespace rattleback
