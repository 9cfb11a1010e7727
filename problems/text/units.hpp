#pragma once
// Units of a text problem. A text states numbers in units of its author; methods compute in the
// natural units of the motion, in which tolerances of order 1 have a meaning. All units are powers
// of four, so that a change of units changes no digit.

#include <array>
#include <concepts>
#include <tuple>
#include <type_traits>

namespace rattleback::text {

/// Natural units in those of the text.
template <int size, int dof, int m>
struct Units {
  double time = 1, energy = 1;
  std::array<double, size> coordinate{};
  std::array<double, dof> velocity{};
  std::array<double, m> constraint{};
  bool are_used = false;  ///< false: the text's own; the arrays are then empty
};

/// Functions of a text problem, those of F in the units of the system. Arguments, results and
/// their sizes as in GeneratedEquations.
template <class F, class System>
struct InUnits {
  static constexpr int size = System::size, dof = System::dof, m = System::constraints;
  static bool has_motion(System const& system) { return F::has_motion(system); }

  template <class T>
  static void lagrangian(System const& system, T const* q, T const* v, T* value) {
    call([&](auto... at) { F::lagrangian(system, at..., value); }, system, Q{q}, V{v});
    divide(system, value, 1, [&](int) { return system.units.energy; });
  }
  template <class T>
  static void lagrangian(System const& system, T const* q, T const* v, T const* t, T* value) {
    call([&](auto... at) { F::lagrangian(system, at..., value); }, system, Q{q}, V{v}, Time{t});
    divide(system, value, 1, [&](int) { return system.units.energy; });
  }
  template <class T>
  static void constraint(System const& system, T const* q, T const* v, T* phi) {
    call([&](auto... at) { F::constraint(system, at..., phi); }, system, Q{q}, V{v});
    divide(system, phi, m, constraint_unit(system));
  }
  template <class T>
  static void constraint(System const& system, T const* q, T const* v, T const* t, T* phi) {
    call([&](auto... at) { F::constraint(system, at..., phi); }, system, Q{q}, V{v}, Time{t});
    divide(system, phi, m, constraint_unit(system));
  }
  /// In the units of the text, of a point in those of the system.
  template <class T>
  static void invariants(System const& system, T const* q, T const* v, T* values) {
    call([&](auto... at) { F::invariants(system, at..., values); }, system, Q{q}, V{v});
  }
  template <class T>
  static void stated_force(System const& system, T const* q, T const* v, T const* t, T* f) {
    call([&](auto... at) { F::stated_force(system, at..., f); }, system, Q{q}, V{v}, Time{t});
    divide(system, f, dof, force_unit(system));
  }
  template <class T>
  static void applied_force(System const& system, T const* q, T const* v, T* f) {
    call([&](auto... at) { F::applied_force(system, at..., f); }, system, Q{q}, V{v});
    divide(system, f, dof, force_unit(system));
  }
  template <class T>
  static void configuration_force(System const& system, T const* q, T const* v, T* f) {
    call([&](auto... at) { F::configuration_force(system, at..., f); }, system, Q{q}, V{v});
    divide(system, f, dof, force_unit(system));
  }
  template <class T>
  static void force(System const& system, T const* q, T* f) {
    call([&](auto... at) { F::force(system, at..., f); }, system, Q{q});
    divide(system, f, dof, force_unit(system));
  }
  template <class T>
  static void constraint_force(System const& system, T const* q, T const* multipliers, T* f) {
    call([&](auto... at) { F::constraint_force(system, at..., f); }, system, Q{q},
         Multipliers{multipliers});
    divide(system, f, dof, force_unit(system));
  }
  template <class T>
  static void momentum(System const& system, T const* q, T const* v, T* p) {
    call([&](auto... at) { F::momentum(system, at..., p); }, system, Q{q}, V{v});
    divide(system, p, dof, momentum_unit(system));
  }
  template <class T>
  static void metric(System const& system, T const* q, T* mass) {
    call([&](auto... at) { F::metric(system, at..., mass); }, system, Q{q});
    divide(system, mass, dof * dof, mass_unit(system));
  }
  template <class T>
  static void mass_inverse(System const& system, T const* p, T* v) {
    call([&](auto... at) { F::mass_inverse(system, at..., v); }, system, P{p});
    divide(system, v, dof, velocity_unit(system));
  }
  template <class T>
  static void constraint_terms(System const& system, T const* q, T const* v, T* mu, T* phi) {
    call([&](auto... at) { F::constraint_terms(system, at..., mu, phi); }, system, Q{q}, V{v});
    divide(system, mu, m * dof, form_unit(system));
    divide(system, phi, m, constraint_unit(system));
  }
  template <class T>
  static void terms(System const& system, T const* q, T const* v, T* p, T* mass, T* right, T* mu,
                    T* phi, T* phi_along) {
    call([&](auto... at) { F::terms(system, at..., p, mass, right, mu, phi, phi_along); }, system,
         Q{q}, V{v});
    divide(system, p, dof, momentum_unit(system));
    divide(system, mass, dof * dof, mass_unit(system));
    divide(system, right, dof, force_unit(system));
    divide(system, mu, m * dof, form_unit(system));
    divide(system, phi, m, constraint_unit(system));
    divide(system, phi_along, m, [&](int k) { return rate(system, system.units.constraint[k]); });
  }
  template <class T>
  static void motion(System const& system, T const* q, T const* v, T* qdot, T* vdot, T* multipliers,
                     T* conditions) {
    call([&](auto... at) { F::motion(system, at..., qdot, vdot, multipliers, conditions); }, system,
         Q{q}, V{v});
    divide_rates(system, qdot, vdot);
    divide(system, multipliers, m, multiplier_unit(system));
    if (!system.units.are_used) return;
    // The last condition is A W A^T - 1e-14 (sum of 1/D_k), with the pivots D_k before it.
    T const smallest = T(1) / T(100000000000000);
    T& last = conditions[dof];
    T gram = last;
    for (int k = 0; k < dof; ++k) gram = gram + smallest / conditions[k];
    divide(system, conditions, dof, pivot_unit(system));
    double const row = system.units.constraint[0];
    last = times(gram, system.units.energy / (row * row));
    for (int k = 0; k < dof; ++k) last = last - smallest / conditions[k];
  }
  template <class T>
  static void motion(System const& system, T const* q, T const* v, T* qdot, T* free, T* mu,
                     T* raised, T* phi_along, T* conditions) {
    call(
        [&](auto... at) {
          F::motion(system, at..., qdot, free, mu, raised, phi_along, conditions);
        },
        system, Q{q}, V{v});
    divide_rates(system, qdot, free);
    divide(system, mu, m * dof, form_unit(system));
    divide(system, raised, m * dof, [&](int k) {
      return system.units.constraint[k / dof] * system.units.velocity[k % dof] /
             system.units.energy;
    });
    divide(system, phi_along, m, [&](int k) { return rate(system, system.units.constraint[k]); });
    divide(system, conditions, dof, pivot_unit(system));
  }

 private:
  // Kinds of arguments.
  template <class T>
  struct Q {
    T const* numbers;
    static constexpr int count = size;
    static double unit(System const& system, int i) { return system.units.coordinate[i]; }
  };
  template <class T>
  struct V {
    T const* numbers;
    static constexpr int count = dof;
    static double unit(System const& system, int i) { return system.units.velocity[i]; }
  };
  template <class T>
  struct P {
    T const* numbers;
    static constexpr int count = dof;
    static double unit(System const& system, int i) { return momentum_unit(system)(i); }
  };
  template <class T>
  struct Multipliers {
    T const* numbers;
    static constexpr int count = m;
    static double unit(System const& system, int k) { return multiplier_unit(system)(k); }
  };
  template <class T>
  struct Time {
    T const* numbers;
    static constexpr int count = 1;
    static double unit(System const& system, int) { return system.units.time; }
  };

  static double rate(System const& system, double unit) { return unit / system.units.time; }
  static auto velocity_unit(System const& system) {
    return [&](int i) { return system.units.velocity[i]; };
  }
  static auto constraint_unit(System const& system) {
    return [&](int k) { return system.units.constraint[k]; };
  }
  static auto momentum_unit(System const& system) {
    return [&](int i) { return system.units.energy / system.units.velocity[i]; };
  }
  static auto force_unit(System const& system) {
    return [&](int i) { return rate(system, system.units.energy / system.units.velocity[i]); };
  }
  static auto multiplier_unit(System const& system) {
    return [&](int k) { return rate(system, system.units.energy / system.units.constraint[k]); };
  }
  static auto mass_unit(System const& system) {
    return [&](int k) {
      return system.units.energy /
             (system.units.velocity[k / dof] * system.units.velocity[k % dof]);
    };
  }
  static auto pivot_unit(System const& system) {
    return [&](int k) { return mass_unit(system)(k * dof + k); };
  }
  static auto form_unit(System const& system) {
    return [&](int k) { return system.units.constraint[k / dof] / system.units.velocity[k % dof]; };
  }

  /// Calls f with the arguments in the units of the text.
  template <class Call, class... Arguments>
  static void call(Call const& f, System const& system, Arguments... arguments) {
    if (!system.units.are_used) return f(arguments.numbers...);
    auto const stated = [&](auto const& argument) {
      using T = std::remove_cvref_t<decltype(*argument.numbers)>;
      std::array<T, argument.count> numbers;
      for (int i = 0; i < argument.count; ++i)
        numbers[i] = times(argument.numbers[i], argument.unit(system, i));
      return numbers;
    };
    std::apply([&](auto const&... numbers) { f(numbers.data()...); },
               std::tuple(stated(arguments)...));
  }
  /// Recorded formulas are those of the text in its own units.
  template <class T>
  static T times(T const& number, double unit) {
    if constexpr (std::convertible_to<double, T>)
      return number * T(unit);
    else
      return number;
  }
  template <class T, class Unit>
  static void divide(System const& system, T* numbers, int count, Unit const& unit) {
    if (!system.units.are_used) return;
    for (int i = 0; i < count; ++i) numbers[i] = times(numbers[i], 1 / unit(i));
  }
  template <class T>
  static void divide_rates(System const& system, T* qdot, T* vdot) {
    divide(system, qdot, size, [&](int i) { return rate(system, system.units.coordinate[i]); });
    divide(system, vdot, dof, [&](int i) { return rate(system, system.units.velocity[i]); });
  }
};

}  // namespace rattleback::text
