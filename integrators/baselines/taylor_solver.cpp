#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "integrators/baselines/taylor.hpp"
#include "integrators/core/method/method_card.hpp"
#include "problems/text/series/series.hpp"

namespace rattleback {

namespace {

/// Tolerances of `taylor`, and the order that they determine.
struct TaylorControl : StepControl {
  double accuracy;  ///< tolerance eps that determines the order
  int order;

  /// @param rounding  relative rounding error of a number
  TaylorControl(StepControl const& given, double rounding) : StepControl(given) {
    rtol = std::max(rtol, rounding);
    accuracy = std::max(rtol, atol);
    // The best order of loops of doubles, and at smaller tolerances the best one if coefficient k
    // costs as k does. Both precisions take the same steps at a tolerance.
    double const of_double = std::max(accuracy, std::numeric_limits<double>::epsilon());
    double const best = 1 - std::min(0.7 * std::log(of_double), 0.5 * std::log(accuracy));
    // Series of fewer terms may consist of a gap.
    order = std::max(8, int(std::ceil(best)));
  }

  /// Returns (eps/10)^(1/(N - 1)) times the radius of convergence; infinity for constant
  /// velocities, NaN for coefficients that are not finite. The last two coefficients estimate the
  /// radius. If one of the last third estimates less than 2/3 of it, it decides: the last two
  /// vanish in the gaps of a series such as that of x'' = -x^3 from x = 0.
  template <class S>
  S step_size(text::Series<S> const& series, S const* state) const {
    using std::abs, std::isfinite;
    std::array<S, text::row_size<S>> largest{};
    auto const measure = [&](int first, int end) {
      for (int i = 0; i < series.size(); ++i) {
        // The accuracy divided by the tolerance of the error of component i.
        S const weight = S(accuracy) / (S(atol) + S(rtol) * S(abs(state[i])));
        for (int k = first; k < end; ++k) {
          S const relative = S(abs(series.coefficient(i, k))) * weight;
          S& most = largest[std::size_t(k)];
          most = select((most < relative) | (relative != relative), relative, most);
        }
      }
    };
    auto const size = [&](int k) { return largest[std::size_t(k)]; };
    // The power of zero is infinite.
    auto const radius_of = [&](int k) { return raised_to(size(k), S(-1.0 / k)); };
    int const compared = 2 * order / 3;
    measure(compared, order + 1);
    S radius = smaller(radius_of(order - 1), radius_of(order));
    S const ratio = S(1.5) / radius;
    S power = raised_to(ratio, S(compared));
    for (int k = compared; k < order - 1; ++k, power = power * ratio)
      if (auto const decides = size(k) > power; any(decides))
        radius = select(decides, smaller(radius, radius_of(k)), radius);
    S const infinite(std::numeric_limits<double>::infinity());
    if (any(radius == infinite)) {
      measure(2, compared);
      for (int k = compared - 1; k > 1; --k)
        radius = select(radius == infinite, radius_of(k), radius);
    }
    return select(Mask<S>(isfinite(size(order - 1))) & Mask<S>(isfinite(size(order))),
                  S(radius * S(std::pow(accuracy / 10, 1.0 / (order - 1)))),
                  S(std::numeric_limits<double>::quiet_NaN()));
  }
  /// Returns the length of a step from the time `reached` towards the node `end`.
  template <class S>
  S limited(S h, S const& reached, S const& end, S const& interval) const {
    using std::isinf;
    if (isinf(h)) h = std::max(S(end - reached), interval);
    if (max_step > 0) h = std::min(h, S(max_step));
    if (reached == S(0) && first_step > 0) h = std::min(h, S(first_step));
    return h;
  }
};

/// Adds the change of a step to the state. What rounding loses of a sum is added in the next step.
/// @param end  the change; receives the state at the end of the step
template <class S>
void add_change(std::vector<S> const& state, std::vector<S> const& lost, std::vector<S>& end,
                std::vector<S>& end_lost) {
  for (std::size_t i = 0; i < end.size(); ++i) {
    S const change = end[i] + lost[i];
    end[i] = state[i] + change;
    end_lost[i] = change - (end[i] - state[i]);
  }
}

template <class S>
class TaylorSolver : public StartedSolver<S> {
  using State = std::vector<S>;
  using StartedSolver<S>::y, StartedSolver<S>::reached, StartedSolver<S>::fail;

 public:
  TaylorSolver(SolverEquations<S> equations, State y0, S const& h, StepControl const& control)
      : equations_(std::move(equations)),
        series_(equations_.system()->series(equations_.system().get())),
        interval_(h),
        control_(control, static_cast<double>(std::numeric_limits<S>::epsilon())),
        state_(y0),
        end_(y0.size()),
        lost_(y0.size()),
        end_lost_(y0.size()),
        rate_(y0.size()),
        expected_(y0.size()) {
    y = std::move(y0);
  }
  void state_at(S t, State& at) override {
    at = state_;
    if (t == reached) return;
    series_->evaluate_change(t - from_, at.data());
    for (int i = 0; i < series_->size(); ++i) at[std::size_t(i)] += series_->coefficient(i, 0);
  }
  bool advance(S end, bool stops) override {
    // Dense output passes over a changed state: the steps then end at the nodes.
    bool const ends_there = stops || this->change_;
    for (long inner = 0; reached < end; ++inner) {
      if (inner > most_steps) return fail(too_many_steps());
      if (!step(end, ends_there)) return false;
    }
    state_at(end, y);
    return true;
  }

 private:
  bool step(S const& end, bool ends_there) {
    using std::isnan;
    S const least = S(least_of_rounding<S>) * end;
    equations_.count_calls(control_.order);
    if (!series_->expand(equations_.time_of(reached), equations_.direction(), state_.data(),
                         control_.order, S(1e-7) * interval_))
      return fail("the equations of motion are singular");
    S h = control_.step_size(*series_, state_.data());
    if (isnan(h)) return fail("the coefficients of the power series are not finite");
    h = control_.limited(h, reached, end, interval_);
    if (h < least) return fail("the step size has become too small");
    S to = reached + h;
    if (ends_there && h >= (end - reached) * S(1 - 1e-12)) to = end;
    for (;; to = reached + (to - reached) / S(2)) {
      series_->evaluate_change(to - reached, end_.data());
      add_change(state_, lost_, end_, end_lost_);
      if (!is_abrupt(to)) break;
      if (to - reached < least) return fail("the step size has become too small");
    }
    from_ = std::exchange(reached, to);
    state_.swap(end_);
    lost_.swap(end_lost_);
    ++this->solver_steps;
    if (this->change_) std::fill(lost_.begin(), lost_.end(), S(0));
    if (!this->change(reached, state_.data())) return false;
    y = state_;
    return !this->after_step || this->after_step(from_, reached);
  }
  /// True if the equations of a driven system change within a step to the time `to` so that its
  /// series does not satisfy them there. A step over a kink ends there anyway.
  bool is_abrupt(S const& to) {
    if (!equations_.system().description().driven || passes_kink(to)) return false;
    series_->evaluate_rate(to - reached, rate_.data());
    equations_.right_hand_side(equations_.time_of(to), end_.data(), expected_.data());
    // The error of the derivative is that of the state times (N + 1)/h.
    for (std::size_t i = 0; i < rate_.size(); ++i)
      rate_[i] = end_[i] + (to - reached) / S(control_.order + 1) *
                               (rate_[i] - equations_.direction() * expected_[i]);
    return !(difference_in_tolerances(end_, rate_.data(), control_) <= S(1));
  }
  bool passes_kink([[maybe_unused]] S const& to) const {
    if constexpr (std::is_same_v<S, double>) {
      auto const& system = equations_.system();
      if (!system->kink_arguments) return false;
      auto const at = [&](double t, State const& state) {
        return kink_arguments(system, equations_.time_of(t), state.data(),
                              state.data() + system->size);
      };
      auto const before = at(reached, state_), after = at(to, end_);
      return !std::equal(before.begin(), before.end(), after.begin(),
                         [](double a, double b) { return sign(a) == sign(b); });
    }
    return false;
  }

  SolverEquations<S> equations_;
  std::shared_ptr<text::Series<S>> series_;
  S const interval_;
  TaylorControl const control_;
  S from_ = S(0);          ///< beginning of the last step
  State state_;            ///< state at the end of the last step
  State end_;              ///< state at the end of the next step
  State lost_, end_lost_;  ///< rounding errors of these states
  State rate_, expected_;
};

using Numbers = std::vector<Lanes>;

/// Moves numbers in these lanes.
void move(LaneMask where, Numbers& from, Numbers& to) {
  if (all(where)) return to.swap(from);
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = select(where, from[i], to[i]);
}

/// Orbits of which each takes steps of its own. The next step of all is computed at once. An orbit
/// takes it when it needs it, and others may compute theirs again before.
struct TaylorVector {
  Numbers state;  ///< at the end of the last step
  Numbers lost = Numbers(state.size(), Lanes(0)), end = state, end_lost = lost;
  Numbers last = Numbers(state.size() * text::row_size<Lanes>);  ///< coefficients of that step
  Numbers next = last;
  Numbers point = state;             ///< state at the node
  Lanes from{0}, reached{0}, to{0};  ///< times at which the steps begin and end
  LaneMask is_alive{true};
  LaneMask is_known{false}, exists{false};  ///< the next step is computed, and has a solution
  std::array<long, lane_count> node{};      ///< node behind `reached`
  std::array<long, lane_count> taken{};     ///< steps from the node before it
};

/// The functions of LaneTable.
class TaylorOnLanes {
 public:
  TaylorOnLanes(OptionValues const& options, System<double> const& system)
      : size(system->size),
        control_(method_with<Taylor>(options).control(SolverEquations<double>{system, nullptr}),
                 std::numeric_limits<double>::epsilon()),
        series_(system->series(system.get())) {}

  void clear() {
    vectors.clear();
    node_ = 0;
  }
  void add(Lanes const* q, Lanes const* v, double h) {
    interval_ = checked_interval(h);
    Numbers state(q, q + size);
    state.insert(state.end(), v, v + series_.size() - size);
    vectors.push_back({std::move(state)});
  }
  void advance(long steps) {
    node_ += steps;
    for (auto& orbits : vectors) advance(orbits, double(node_) * interval_);
  }

  int const size;  ///< number of coordinates
  std::vector<TaylorVector> vectors;

 private:
  void advance(TaylorVector& of, double time) {
    for (;;) {
      auto const behind = (of.reached < Lanes(time)) & of.is_alive;
      if (!any(behind)) break;
      if (any(behind & !of.is_known)) compute_step(of);
      take_step(of, behind);
    }
    series_.evaluate_change(of.last.data(), Lanes(time) - of.from, of.point.data());
    for (std::size_t i = 0; i < of.point.size(); ++i) {
      auto const within = of.point[i] + series_.coefficient(of.last.data(), int(i), 0);
      of.point[i] =
          select(of.is_alive, select(Lanes(time) == of.reached, of.state[i], within), not_a_number);
    }
  }
  void compute_step(TaylorVector& of) {
    of.exists = series_.expand(of.reached, Lanes(1), of.state.data(), control_.order,
                               Lanes(1e-7 * interval_));
    std::copy_n(series_.rows(), of.next.size(), of.next.begin());
    auto h = control_.step_size(series_, of.state.data());
    Lanes least;
    for (int lane = 0; lane < lane_count; ++lane) {
      auto const i = std::size_t(lane);
      double const reached = of.reached[lane];
      for (; !(reached < double(of.node[i]) * interval_); ++of.node[i]) of.taken[i] = 0;
      double const end = double(of.node[i]) * interval_;
      h.set(lane, control_.limited(h[lane], reached, end, interval_));
      least.set(lane, 1e-14 * end);
      if (of.taken[i] > most_steps) least.set(lane, not_a_number[lane]);
    }
    of.exists = of.exists & (h >= least);
    of.to = of.reached + h;
    series_.evaluate_change(of.to - of.reached, of.end.data());
    add_change(of.state, of.lost, of.end, of.end_lost);
    of.is_known = LaneMask(true);
  }
  static void take_step(TaylorVector& of, LaneMask where) {
    of.is_alive = of.is_alive & !(where & !of.exists);
    where = where & of.exists;
    of.from = select(where, of.reached, of.from);
    of.reached = select(where, of.to, of.reached);
    move(where, of.end, of.state);
    move(where, of.end_lost, of.lost);
    move(where, of.next, of.last);
    of.is_known = of.is_known & !where;
    for (int lane = 0; lane < lane_count; ++lane)
      if (where[lane]) ++of.taken[std::size_t(lane)];
  }

  static inline Lanes const not_a_number{std::numeric_limits<double>::quiet_NaN()};
  TaylorControl const control_;
  text::Series<Lanes> series_;
  double interval_ = 0;
  long node_ = 0;
};

}  // namespace

template <class S>
std::unique_ptr<StartedSolver<S>> taylor_solver(SolverEquations<S> equations, std::vector<S> y0,
                                                S const& h, StepControl const& control) {
  return std::make_unique<TaylorSolver<S>>(std::move(equations), std::move(y0), h, control);
}
void require_no_restarts(ProblemDescription const& problem, std::vector<double> const& stops) {
  if (problem.kinks.size() > problem.events.size())
    throw InvalidInput(fmt::format(
        "taylor restarts at switches in double precision only, and the text has '{}'; allowed with "
        "--precision quad: a text without kinks, or a method with fixed steps",
        problem.kinks.front()));
  if (!stops.empty()) throw InvalidInput("the option 'stops' needs double precision");
}

template std::unique_ptr<StartedSolver<double>> taylor_solver(SolverEquations<double>,
                                                              std::vector<double>, double const&,
                                                              StepControl const&);
template std::unique_ptr<StartedSolver<Quad>> taylor_solver(SolverEquations<Quad>,
                                                            std::vector<Quad>, Quad const&,
                                                            StepControl const&);

LaneTable const& Taylor::lanes() {
  static LaneTable const table = [] {
    using Self = TaylorOnLanes;
    LaneTable filled;
    filled.make = [](OptionValues const& options, System<double> const& system) -> void* {
      return new Self(options, system);
    };
    filled.destroy = [](void* self) { delete static_cast<Self*>(self); };
    filled.clear = [](void* self) { static_cast<Self*>(self)->clear(); };
    filled.add = [](void* self, Lanes const* q, Lanes const* v, double h, std::string const&) {
      static_cast<Self*>(self)->add(q, v, h);
    };
    filled.advance = [](void* self, double, long steps) {
      static_cast<Self*>(self)->advance(steps);
    };
    filled.point = [](void const* self, int i, Lanes const*& q, Lanes const*& v) {
      auto const& all = *static_cast<Self const*>(self);
      q = all.vectors[std::size_t(i)].point.data();
      v = q + all.size;
    };
    return filled;
  }();
  return table;
}

}  // namespace rattleback
