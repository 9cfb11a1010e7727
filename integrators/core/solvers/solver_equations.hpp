#pragma once
// The derived equations as library solvers call them, of any problem: flat vectors, counted calls.

#include "integrators/core/method/option.hpp"
#include "integrators/core/solvers/library_solvers.hpp"
#include "integrators/core/solvers/switch_side.hpp"
#include "integrators/core/stepping/velocity_projection.hpp"
#include "integrators/core/tables/step_table.hpp"

namespace rattleback {

/// The forms in which implicit solvers are given the derived equations. They have the same motion;
/// what a solver's error test and its Newton iteration see differs, and so does its drift. With the
/// terms of derived_equations.hpp, q' = q v in every form, unknowns y = (q, v, ...):
///   ode                    v' = f(q, v)
///   index1                 v' = a,  mu a + (D_q phi) v = 0             with M a = r + mu^T lambda
///   index1_acceleration    M v' = r + mu^T lambda,  mu v' + (D_q phi) v = 0
///   index2                 M v' = r + mu^T lambda,  phi = 0
///   stabilised             M (v' - a) = mu^T eta,  mu a + (D_q phi) v = 0,  phi = 0, a as above
///   integrated_multiplier  M v' = r + mu^T L',  phi = 0                lambda = L'
/// eta is zero on the exact motion, where both constraint rows say the same: the form of Gear,
/// Gupta & Leimkuhler 1985, one derivative lower because the constraints are on velocities.
enum class Form { ode, index1, index1_acceleration, index2, stabilised, integrated_multiplier };

/// Requirement of a solver on position constraints g(q) = 0 of the problem, whose derivatives are
/// the last rows of phi and G of mu:
///   differentiated  those rows, as of any constraint
///   index3          g = 0 in the place of those rows
///   stabilised      g = 0 besides them, and q' = q (v + G^T eta): Gear, Gupta & Leimkuhler 1985
/// The last two need a form with phi = 0. In integrated_multiplier, eta is the derivative of an
/// unknown as well, which lowers the index by one.
enum class Positions { differentiated, index3, stabilised };

/// The equations that a solver is given.
struct Formulation {
  Form form = Form::ode;
  Positions positions = Positions::differentiated;
};

/// Components in a solver's error test: those with a derivative, or all.
enum class ErrorTest { differential, all };

/// The option `form`, restricted to `allowed`.
template <class M>
Option form_option(std::initializer_list<Form> allowed) {
  constexpr char const* names[]{"ode",    "index1",     "index1_acceleration",
                                "index2", "stabilised", "integrated_multiplier"};
  auto option = choice_option<M, Form>("form", &M::form, "formulation of the equations", {});
  for (Form const form : allowed) {
    option.choices.push_back(static_cast<int>(form));
    option.card.choices.emplace_back(names[option.choices.back()]);
  }
  return option;
}

template <class M>
Option positions_option() {
  return choice_option<M, Positions>("positions", &M::positions,
                                     "what is required of position constraints",
                                     {{"differentiated", Positions::differentiated},
                                      {"index3", Positions::index3},
                                      {"stabilised", Positions::stabilised}});
}

template <class M>
Option error_test_option() {
  return choice_option<M, ErrorTest>(
      "error_test", &M::error_test, "components in the solver's error test",
      {{"differential", ErrorTest::differential}, {"all", ErrorTest::all}});
}

/// A system whose evaluations are counted.
template <class S>
class SolverEquations {
 public:
  SolverEquations(System<S> system, Counts* counts);

  System<S> const& system() const { return system_; }
  /// (q', v') at time t and y = (q, v). Counts a call.
  void right_hand_side(S const& t, S const* y, S* dydt);
  /// Counts `count` calls of right_hand_side() without evaluations.
  void count_calls(long count);
  /// Adds the feedback to the right-hand side.
  void set_feedback(Feedback<S> const& feedback);
  /// Lets the time s of ode() and formulated() mean origin + direction s, direction being 1 or -1.
  void set_clock(S const& origin, S const& direction) {
    origin_ = origin;
    direction_ = direction;
  }
  /// Evaluates the equations on one side of the switches, see SwitchSide. Its times are those of
  /// the system.
  void stay_on(std::shared_ptr<SwitchSide const> side) { side_ = std::move(side); }
  /// 1, or -1 for a solver that goes backward in time.
  S const& direction() const { return direction_; }
  /// Returns the time of the system at the time s of the clock.
  S time_of(S const& s) const { return direction_ < S(0) ? origin_ - s : origin_ + s; }
  /// F(t, y, y') of the formulation. Counts a call. A singular mass matrix leaves numbers that are
  /// not finite or meaningless; solvers refuse such steps.
  void residual(Formulation const& as, S const& t, S const* y, S const* ydot, S* r);
  /// Multipliers of the exact motion at t and y, which no solver requires: not counted.
  void multipliers(S const& t, S const* y, S* lambda);

  /// The equations as functions that own their copy.
  OdeFunction<S> ode() const;
  /// In the given formulation, with consistent values at y0 = (q, v). Throws InvalidInput where it
  /// does not fit the problem.
  Dae formulated(std::vector<double> const& y0, Formulation const& as) const;

 private:
  /// Changes the sign of rates if the clock goes backward.
  void reverse(S* rates, std::size_t count) const {
    for (std::size_t i = 0; direction_ < S(0) && i < count; ++i) rates[i] = -rates[i];
  }
  void add_feedback(S const& t, S const* y, S* vdot);
  /// Number of unknowns besides (q, v).
  int further_unknowns(Formulation const& as) const;
  /// Throws InvalidInput where the formulation does not fit the problem.
  void require(Formulation const& as) const;

  System<S> system_;
  Counts* counts_;
  S origin_ = S(0), direction_ = S(1);
  std::shared_ptr<SwitchSide const> side_;
  Feedback<S> feedback_;
  std::optional<VelocityProjection<S>> feedback_terms_;
  MotionTerms<S> terms_;
  std::vector<S> multipliers_, rates_, force_, mass_, moved_;
};

/// Generalised-alpha method, fixed step (ours), from y0 = (q, v); its y is (q, v, lambda).
template <class S>
std::unique_ptr<StartedSolver<S>> generalized_alpha_solver(SolverEquations<S> const& equations,
                                                           std::vector<S> const& y0,
                                                           double spectral_radius);

}  // namespace rattleback
