#pragma once
// Units of a text problem. A text states numbers in units of its author; methods compute in the
// natural units of the motion, in which tolerances of order 1 have a meaning. All units are powers
// of four, so that a change of units changes no digit.

#include <algorithm>
#include <array>
#include <tuple>
#include <type_traits>

#include "problems/core/numbers/vec.hpp"

namespace rattleback::text {

/// Natural units in those of the text.
template <auto size, auto dof, auto m>
struct Units {
  double time = 1, energy = 1;
  std::array<double, capacity(size)> coordinate{};
  std::array<double, capacity(dof)> velocity{};
  std::array<double, capacity(m)> constraint{};
  bool are_used = false;  ///< false: the text's own; the arrays are then empty

  Units() = default;
  /// Copies units to other storage.
  template <auto n, auto k, auto l>
  Units(Units<n, k, l> const& same)
      : time(same.time), energy(same.energy), are_used(same.are_used) {
    set(same.coordinate, coordinate);
    set(same.velocity, velocity);
    set(same.constraint, constraint);
  }
  /// Copies as many as there is room for.
  static void set(auto const& from, auto& to) {
    std::copy_n(from.begin(), std::min(from.size(), to.size()), to.begin());
  }
};

/// Functions of a text problem, those of F in the units of the system. Arguments and results are
/// arrays as in GeneratedEquations; invariants remain in the units of the text.
template <class F, class System>
struct InUnits {
  static constexpr auto size = System::size, dof = System::dof, m = System::constraints;
  static bool has_motion(System const& system) { return F::has_motion(system); }

  template <class T, class... Rest>
  static void lagrangian(System const& system, T const* q, T const* v, Rest*... rest) {
    convert([&](auto... at) { F::lagrangian(system, at...); }, system, Q{q}, V{v},
            TimeOr<Energy, Rest>{rest}...);
  }
  template <class T, class... Rest>
  static void constraint(System const& system, T const* q, T const* v, Rest*... rest) {
    convert([&](auto... at) { F::constraint(system, at...); }, system, Q{q}, V{v},
            TimeOr<Phi, Rest>{rest}...);
  }
  template <class T>
  static void invariants(System const& system, T const* q, T const* v, T* values) {
    convert([&](auto... at) { F::invariants(system, at..., values); }, system, Q{q}, V{v});
  }
  template <class T>
  static void stated_force(System const& system, T const* q, T const* v, T const* t, T* f) {
    convert([&](auto... at) { F::stated_force(system, at...); }, system, Q{q}, V{v}, Time{t},
            Force{f});
  }
  template <class T>
  static void applied_force(System const& system, T const* q, T const* v, T* f) {
    convert([&](auto... at) { F::applied_force(system, at...); }, system, Q{q}, V{v}, Force{f});
  }
  template <class T>
  static void configuration_force(System const& system, T const* q, T const* v, T* f) {
    convert([&](auto... at) { F::configuration_force(system, at...); }, system, Q{q}, V{v},
            Force{f});
  }
  template <class T>
  static void force(System const& system, T const* q, T* f) {
    convert([&](auto... at) { F::force(system, at...); }, system, Q{q}, Force{f});
  }
  template <class T>
  static void constraint_force(System const& system, T const* q, T const* multipliers, T* f) {
    convert([&](auto... at) { F::constraint_force(system, at...); }, system, Q{q},
            Lambda{multipliers}, Force{f});
  }
  /// The unit of a position constraint is that of the constraint that follows from it times that of
  /// the time.
  template <class T>
  static void positions(System const& system, T const* q, T* values) {
    convert([&](auto... at) { RunTapes<System>::positions(system, at..., values); }, system, Q{q});
    if (!system.units.are_used) return;
    int const count = system.position_count(), first = length(m) - count;
    for (int i = 0; i < count; ++i)
      values[i] = values[i] * T(1 / (system.units.constraint[first + i] * system.units.time));
  }
  template <class T>
  static void momentum(System const& system, T const* q, T const* v, T* p) {
    convert([&](auto... at) { F::momentum(system, at...); }, system, Q{q}, V{v}, P{p});
  }
  template <class T>
  static void metric(System const& system, T const* q, T* mass) {
    convert([&](auto... at) { F::metric(system, at...); }, system, Q{q}, Mass{mass});
  }
  template <class T>
  static void mass_inverse(System const& system, T const* p, T* v) {
    convert([&](auto... at) { F::mass_inverse(system, at...); }, system, P{p}, V{v});
  }
  template <class T>
  static void constraint_terms(System const& system, T const* q, T const* v, T* mu, T* phi) {
    convert([&](auto... at) { F::constraint_terms(system, at...); }, system, Q{q}, V{v}, Mu{mu},
            Phi{phi});
  }
  template <class T>
  static void terms(System const& system, T const* q, T const* v, T* p, T* mass, T* right, T* mu,
                    T* phi, T* phi_along) {
    convert([&](auto... at) { F::terms(system, at...); }, system, Q{q}, V{v}, P{p}, Mass{mass},
            Force{right}, Mu{mu}, Phi{phi}, PhiRate{phi_along});
  }
  template <class T>
  static void motion(System const& system, T const* q, T const* v, T* qdot, T* vdot, T* multipliers,
                     T* conditions) {
    auto const call = [&](auto... at) { F::motion(system, at..., conditions); };
    convert(call, system, Q{q}, V{v}, QRate{qdot}, VRate{vdot}, Lambda{multipliers});
    convert([](auto...) {}, system, Pivot{conditions}, Gram{conditions + length(dof)});
    // A W A^T, in natural units, must exceed 1e-14 times the sum of 1/D_k, with the pivots D_k.
    T const smallest = T(1) / T(100000000000000);
    T& of_single = conditions[length(dof)];
    for (int k = 0; k < dof; ++k) of_single = of_single - smallest / conditions[k];
  }
  template <class T>
  static void motion(System const& system, T const* q, T const* v, T* qdot, T* free, T* mu,
                     T* raised, T* phi_along, T* conditions) {
    convert([&](auto... at) { F::motion(system, at...); }, system, Q{q}, V{v}, QRate{qdot},
            VRate{free}, Mu{mu}, Raised{raised}, PhiRate{phi_along}, Pivot{conditions});
  }

 private:
  using U = Units<size, dof, m>;
  /// An array of arguments (const) or of results, with the units of its numbers.
#define RATTLEBACK_KIND(Name, rows, columns, unit_of_number)                          \
  template <class T>                                                                  \
  struct Name {                                                                       \
    T* numbers;                                                                       \
    static constexpr auto extent = rows;                                              \
    static int count() { return length(rows) * length(columns); }                     \
    static double unit(U const& u, [[maybe_unused]] int i) { return unit_of_number; } \
  };                                                                                  \
  template <class T>                                                                  \
  Name(T*) -> Name<T>;
  RATTLEBACK_KIND(Q, size, 1, u.coordinate[i])
  RATTLEBACK_KIND(V, dof, 1, u.velocity[i])
  RATTLEBACK_KIND(Time, 1, 1, u.time)
  RATTLEBACK_KIND(Energy, 1, 1, u.energy)
  RATTLEBACK_KIND(Phi, m, 1, u.constraint[i])
  RATTLEBACK_KIND(P, dof, 1, u.energy / u.velocity[i])
  RATTLEBACK_KIND(Force, dof, 1, u.energy / u.velocity[i] / u.time)
  RATTLEBACK_KIND(Lambda, m, 1, u.energy / u.constraint[i] / u.time)
  RATTLEBACK_KIND(Mass, dof, dof,
                  u.energy / (u.velocity[i / length(dof)] * u.velocity[i % length(dof)]))
  RATTLEBACK_KIND(Pivot, dof, 1, u.energy / (u.velocity[i] * u.velocity[i]))
  RATTLEBACK_KIND(Mu, m, dof, u.constraint[i / length(dof)] / u.velocity[i % length(dof)])
  RATTLEBACK_KIND(Raised, m, dof,
                  u.constraint[i / length(dof)] * u.velocity[i % length(dof)] / u.energy)
  RATTLEBACK_KIND(Gram, 1, 1, u.constraint[0] * u.constraint[0] / u.energy)
  RATTLEBACK_KIND(QRate, size, 1, u.coordinate[i] / u.time)
  RATTLEBACK_KIND(VRate, dof, 1, u.velocity[i] / u.time)
  RATTLEBACK_KIND(PhiRate, m, 1, u.constraint[i] / u.time)
#undef RATTLEBACK_KIND
  /// The time is an argument, the value a result.
  template <template <class> class Value, class T>
  using TimeOr = std::conditional_t<std::is_const_v<T>, Time<T>, Value<T>>;

  /// Calls f with arguments in the units of the text, and converts its results.
  template <class Call, class... Arrays>
  static void convert(Call const& f, System const& system, Arrays... arrays) {
    if (!system.units.are_used) return f(arrays.numbers...);
    auto const multiplied = [&](auto const& array) {
      using T = std::remove_pointer_t<decltype(array.numbers)>;
      if constexpr (std::is_const_v<T>) {
        Vec<std::remove_const_t<T>, std::remove_cvref_t<decltype(array)>::extent> stated;
        for (int i = 0, n = array.count(); i < n; ++i)
          stated[i] = array.numbers[i] * std::remove_const_t<T>(array.unit(system.units, i));
        return stated;
      } else {
        return array;
      }
    };
    auto const divide = [&](auto const& array) {
      using T = std::remove_pointer_t<decltype(array.numbers)>;
      if constexpr (!std::is_const_v<T>)
        for (int i = 0, n = array.count(); i < n; ++i)
          array.numbers[i] = array.numbers[i] * T(1 / array.unit(system.units, i));
    };
    auto const pointer = [](auto const& array) {
      if constexpr (requires { array.numbers; })
        return array.numbers;
      else
        return array.c;
    };
    std::apply([&](auto const&... stated) { f(pointer(stated)...); },
               std::tuple(multiplied(arrays)...));
    (divide(arrays), ...);
  }
};

}  // namespace rattleback::text
