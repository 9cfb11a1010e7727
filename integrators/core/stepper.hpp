#pragma once
// A method at work on a problem, as the loops know it: what makes steps, without the method's type.
// Loops are compiled once a problem; only what stands here is compiled once a method.

#include <memory>

#include "integrators/core/chart.hpp"
#include "integrators/core/monitor.hpp"
#include "problems/core/quad.hpp"

namespace rattleback {

/// Numbers as they leave the loops: Quad crosses as RawQuad.
template <class S>
using Erased = std::conditional_t<std::is_same_v<S, Quad>, RawQuad, S>;

/// What a step says beside its end point.
template <class P, class S>
struct StepReport {
  Vec<S, P::constraints> multipliers;
  Outcome outcome = Outcome::ok;
};

/// A method with its options, a system, the point it has come to and what it carries.
template <class P, class S>
class Stepper {
 public:
  virtual ~Stepper() = default;
  virtual MethodCard const& card() const = 0;
  virtual Words options() const = 0;
  /// Is the step one of the Hamiltonized time?
  virtual bool counts_in_tau() const = 0;
  virtual std::vector<std::string> warnings(P const& system, S h) const = 0;
  virtual Counts& counts() = 0;

  /// Begins at z in the way of `start`. Throws Misuse where the method cannot.
  virtual void start(Point<P, S> const& z, S h, StartPoint<P, S> const& start) = 0;
  /// Moves the point and begins nothing: for `has_step`, and for methods without memory.
  virtual void place(Point<P, S> const& z, S h) = 0;
  /// A step of h. One that fails, or ends in numbers that are not finite, leaves the point alone,
  /// but not what the method carries.
  virtual StepReport<P, S> step(S h) = 0;
  /// What the method carries follows a change of the step size by this ratio.
  virtual void rescale(S ratio) = 0;
  /// Remembers this state, and returns to it: point and memory are of one node again. A library
  /// solver's memory stays, as it tells how far it got.
  virtual void keep() = 0;
  virtual void take_back() = 0;
  /// Does a step of this length exist from the point? Methods with memory are started anew there,
  /// which some refuse where their equations are singular: there is no step then.
  virtual bool has_step(S h) = 0;
  /// Reversal for steps of h: the problem's reversing symmetry (q, v) -> (q, -v), after the drift
  /// to the next node where velocities live half a step later (then it exchanges the two nodes). An
  /// affine drift turns round with the motion.
  virtual void turn(S h) = 0;
  /// Is the state an interval? Then only a step makes one that can be turned.
  virtual bool lives_on_intervals() const = 0;

  virtual Point<P, S> point() const = 0;
  /// The same in the method's own numbers: q, then v.
  virtual std::vector<S> coordinates() const = 0;
  /// The point of the method's own momentum, for methods whose state is another.
  virtual std::optional<Point<P, S>> point_of_momentum() const = 0;
  /// The velocity that belongs to the flipped part of its momenta, for methods that reflect them.
  virtual std::optional<Vec<S, dof_of<P>>> flipped_velocity() const = 0;
  /// Where the run counts in the Hamiltonized time: that and the recovered one.
  virtual std::optional<std::pair<S, S>> tau_and_time() const = 0;
  virtual std::vector<std::string> diagnostic_names() const = 0;
  virtual std::vector<S> diagnostics() const = 0;
  /// Fills in what only the method knows at the end of a run.
  virtual void report(Trajectory<Erased<S>>& t) const = 0;
};

/// The system of the motion that runs backwards: an affine drift turns round.
template <class P>
P reversed_system(P const& system) {
  if constexpr (requires { system.reversed(); })
    return system.reversed();
  else
    return system;
}

/// Method M as a Stepper.
template <class P, class M, class S>
class StepperOf final : public Stepper<P, S> {
  using Seen = View<M, P>;
  using V = Counted<Seen>;
  using Memory = decltype(memory_of(std::declval<M>(), std::declval<V>(), Point<V, S>{}, S{},
                                    std::declval<StartPoint<V, S>>()));

 public:
  /// Throws Misuse on options that M does not have.
  StepperOf(Words const& options, P const& system)
      : method_(method_with<M>(options)),
        forwards_{ViewOf<M, P>::of(system), &counts_},
        backwards_{ViewOf<M, P>::of(reversed_system(system)), &counts_} {}
  StepperOf(StepperOf const&) = delete;

  MethodCard const& card() const override { return card_of<M>(); }
  Words options() const override { return option_values(method_); }
  bool counts_in_tau() const override { return rattleback::counts_in_tau(method_); }
  std::vector<std::string> warnings(P const& system, S h) const override {
    if constexpr (HasWarnings<M, P, S>)
      return method_.warnings(system, h);
    else
      return {};
  }
  Counts& counts() override { return counts_; }

  void start(Point<P, S> const& z, S h, StartPoint<P, S> const& start) override {
    start_ = {start.name, start.second};
    h_ = h;
    z_ = started(method_, forwards_, as_seen(z), h, start_);
    if constexpr (HasRequirement<M, V, S>) method_.require(*system_, z_, h);
    memory_.emplace(memory_of(method_, *system_, z_, h, start_));
  }
  void place(Point<P, S> const& z, S h) override {
    h_ = h;
    z_ = as_seen(z);
    if constexpr (std::same_as<Memory, NoMemory>) memory_.emplace();
  }
  StepReport<P, S> step(S h) override {
    auto step = method_.step(*system_, z_, *memory_, h);
    h_ = h;
    counts_.newton_iterations += step.iterations;
    counts_.linear_solves += step.iterations;
    if (step.outcome == Outcome::ok && !is_finite(step.z)) step.outcome = Outcome::non_finite;
    if (step.outcome == Outcome::ok) {
      z_ = step.z;
      velocity_node_ = card().velocity_node;
    }
    return {step.multipliers, step.outcome};
  }
  void rescale([[maybe_unused]] S ratio) override {
    if constexpr (Rescales<Memory, S>) memory_->rescale(ratio);
  }
  void keep() override {
    before_.z = z_;
    before_.velocity_node = velocity_node_;
    if constexpr (restores_memory) before_.memory = *memory_;
  }
  void take_back() override {
    z_ = before_.z;
    velocity_node_ = before_.velocity_node;
    if constexpr (restores_memory) *memory_ = before_.memory;
  }
  bool has_step(S h) override {
    try {
      auto memory = memory_of(method_, *system_, z_, h, StartPoint<V, S>{"plain", {}});
      return method_.step(*system_, z_, memory, h).outcome == Outcome::ok;
    } catch (Misuse const&) {
      return false;
    }
  }
  void turn(S h) override {
    system_ = system_ == &forwards_ ? &backwards_ : &forwards_;
    if constexpr (on_intervals)
      method_.reverse(*system_, z_, *memory_, h);
    else
      z_ = {node_after(h), -z_.v};
    if constexpr (!on_intervals) memory_.emplace(memory_of(method_, *system_, z_, h, start_));
  }
  bool lives_on_intervals() const override { return on_intervals; }

  Point<P, S> point() const override { return unseen<P>(z_, h_, velocity_node_); }
  std::vector<S> coordinates() const override {
    auto numbers = plain<S>(z_.q);
    for (S const& number : plain<S>(z_.v)) numbers.push_back(number);
    return numbers;
  }
  std::optional<Point<P, S>> point_of_momentum() const override {
    if constexpr (HasOwnMomentum<Memory, V, S>)
      return unseen<P>(Point<V, S>{z_.q, memory_->velocity_of_p(uncounted(*system_), z_.q)}, h_, 0);
    else
      return {};
  }
  std::optional<Vec<S, dof_of<P>>> flipped_velocity() const override {
    if constexpr (HasFlippedMomentum<Memory, V, S>)
      return unseen<P>(Point<V, S>{z_.q, memory_->flipped_velocity(uncounted(*system_), z_.q)}, h_,
                       0)
          .v;
    else if constexpr (FlipsMomentumOfState<M, V, S>)
      return unseen<P>(Point<V, S>{z_.q, method_.flipped_velocity(uncounted(*system_),
                                                                  Point<Seen, S>{z_.q, z_.v}, h_)},
                       h_, 0)
          .v;
    else
      return {};
  }
  std::optional<std::pair<S, S>> tau_and_time() const override {
    if constexpr (CountsInTau<Memory>)
      if (card().counts_in_tau) return std::pair{memory_->tau, memory_->time};
    return {};
  }
  std::vector<std::string> diagnostic_names() const override {
    if constexpr (HasDiagnosticsOfStep<M, V, Memory> || HasDiagnostics<Memory>)
      return memory_->diagnostic_names();
    else
      return {};
  }
  std::vector<S> diagnostics() const override {
    auto const plain = [](auto const& row) { return std::vector<S>(row.begin(), row.end()); };
    if constexpr (HasDiagnosticsOfStep<M, V, Memory>)
      return plain(method_.diagnostics(*system_, *memory_));
    else if constexpr (HasDiagnostics<Memory>)
      return plain(memory_->diagnostics());
    else
      return {};
  }
  void report(Trajectory<Erased<S>>& t) const override {
    if constexpr (IsSolverSession<Memory>) {
      memory_->add_to(t.counts);
      if (t.reason.empty()) {
        t.reached = memory_->reached();
        t.reason = memory_->reason();
      }
    }
    if constexpr (HasReport<Memory>)
      for (auto const& [name, values] : memory_->report())
        t.memory.emplace_back(name, std::vector<Erased<S>>(values.begin(), values.end()));
  }

 private:
  /// A library solver's memory tells how far it got and why no farther.
  static constexpr bool restores_memory =
      !std::same_as<Memory, NoMemory> && !IsSolverSession<Memory>;
  static constexpr bool on_intervals = LivesOnIntervals<M, V, S, Memory>;
  static Point<V, S> as_seen(Point<P, S> const& z) {
    auto const [q, v] = seen<Seen>(z);
    return {q, v};
  }
  auto node_after([[maybe_unused]] S h) const {
    if constexpr (is_euclidean<typename V::Space>)
      if (card().velocity_node == 0.5) return z_.q + h * z_.v;
    return z_.q;
  }

  M const method_;
  Counts counts_;
  V const forwards_, backwards_;
  V const* system_ = &forwards_;
  Point<V, S> z_;
  S h_;  ///< of the last step, or of the first one
  StartPoint<V, S> start_;
  double velocity_node_ = 0;  ///< of z_: a start's velocity is that of its node
  std::optional<Memory> memory_;
  struct Before {
    Point<V, S> z;
    double velocity_node;
    std::conditional_t<restores_memory, Memory, NoMemory> memory;
  };
  Before before_ = {};  ///< what was kept
};

/// How a loop gets its stepper. Throws Misuse on options that the method does not have.
template <class P, class S>
using MakeStepper = std::unique_ptr<Stepper<P, S>> (*)(Words const& options, P const& system);

template <class P, class M, class S>
std::unique_ptr<Stepper<P, S>> make_stepper(Words const& options, P const& system) {
  return std::make_unique<StepperOf<P, M, S>>(options, system);
}

}  // namespace rattleback
