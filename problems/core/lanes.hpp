#pragma once
// The SIMD number type of ensembles: one lane is one orbit.
// A bare register type, because std::experimental::simd was measured three times slower here: GCC
// 12 keeps a vector of its class type in memory, a vector of this one in registers.

#include <cmath>

namespace rattleback {

#if defined(__AVX512F__)
inline constexpr int lane_count = 8;
#elif defined(__AVX__)
inline constexpr int lane_count = 4;
#else
inline constexpr int lane_count = 2;
#endif

/// lane_count doubles that move together; every lane rounds exactly as a plain double does.
struct Lanes {
  typedef double Register __attribute__((vector_size(8 * lane_count)));
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
  /// Lane by lane, so that a lane is what the scalar function gives.
  friend Lanes sin(Lanes a) {
    return each(a, [](double x) { return std::sin(x); });
  }
  friend Lanes cos(Lanes a) {
    return each(a, [](double x) { return std::cos(x); });
  }
  friend Lanes sqrt(Lanes a) {
    return each(a, [](double x) { return std::sqrt(x); });
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
