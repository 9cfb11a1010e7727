#include "integrators/core/stepping/stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/invalid_input.hpp"
#include "integrators/core/method/option.hpp"
#include "integrators/core/solve/broyden.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

namespace {
// A few numbers: a loop is faster than a call that copies memory, which GCC would make of it.
#if defined(__clang__)
#define RATTLEBACK_KEEP_LOOP
#else
#define RATTLEBACK_KEEP_LOOP [[gnu::optimize("no-tree-loop-distribute-patterns")]]
#endif
template <class S>
RATTLEBACK_KEEP_LOOP [[gnu::always_inline]] inline S* copy(S const* from, int count, S* to) {
  for (int i = 0; i < count; ++i) to[i] = from[i];
  return to + count;
}

/// Divides numbers by their units, where there are any.
template <class S>
void divide(S* numbers, std::vector<double> const& units) {
  for (std::size_t i = 0; i < units.size(); ++i) numbers[i] = numbers[i] / S(units[i]);
}
}  // namespace

/// A solver gets the system in the user's units if an option has units. Else its default absolute
/// tolerance is one in natural units.
template <class S>
System<S> Stepper<S>::in_natural_units(System<S> system, OptionValues& options,
                                       MethodCard const& card) {
  auto const has_unit = [](auto const& option) { return letters_of(option.first) == "atol"; };
  if (!system->in_natural_units || std::any_of(options.begin(), options.end(), has_unit))
    return system;
  auto self = system->in_natural_units(system.get(), system.problem->in_double, units_);
  if (units_.tolerance != 1)
    for (auto const& option : card.options)
      if (option.name == "atol")
        options.emplace_back("atol",
                             fmt::format("{}", std::stod(option.standard) * units_.tolerance));
  if (!self) {
    units_ = {};
    return system;
  }
  rule_.feedback.constraint_gain = rule_.feedback.constraint_gain * S(units_.time);
  rule_.feedback.energy_gain = rule_.feedback.energy_gain * S(units_.time);
  return {system.problem, self};
}

template <class S>
Stepper<S>::Stepper(StepTable<S> const& table, MethodCard const& card, OptionValues options,
                    System<S> system, StepRule<S> rule)
    : table_(table),
      mechanics_(*system.operator->()),
      rule_(std::move(rule)),
      system_(in_natural_units(std::move(system), options, card)),
      handle_(table.make(options, system_, &counts_)),
      facts_{card, handle_.options, table.in_chart, table.uses_tau && table.uses_tau(handle_.self),
             table.reverse && table.has_memory},
      multipliers_(mechanics_.constraints),
      central_(mechanics_.constraints),
      saved_(mechanics_.size + mechanics_.dof + mechanics_.constraints),
      moved_(mechanics_.size) {
  if (!system_.description().driven) {
    for (auto const& option : card.options) {
      if (!option.of_driven) continue;
      for (auto const& [name, value] : options)
        if (name == option.name)
          throw InvalidInput(fmt::format("option {} of {} is for driven systems, and {} is not one",
                                         name, card.id, system_.description().card.id));
      std::erase_if(facts_.options,
                    [&](auto const& stated) { return stated.first == option.name; });
    }
  }
  if (rule_.projection == Projection::position && mechanics_.position_constraints == 0)
    throw InvalidInput(fmt::format(
        "{} needs position constraints, the key 'holonomic' of a text, and {} states none",
        facts_.card.id, system_.description().card.id));
  if (rule_.projection != Projection::none || rule_.feedback.acts())
    projection_.emplace(system_, &counts_);
  if (rule_.projection != Projection::none && table_.set_after_step)
    table_.set_after_step(handle_.self, [this](S const& t, S* y) {
      return projection_->project(rule_.projection, t, y, y + mechanics_.size);
    });
  if (table_.diagnostic_names) facts_.diagnostic_names = table_.diagnostic_names(handle_.self);
}

template <class S>
Stepper<S>::~Stepper() {
  table_.destroy(handle_.self);
}

template <class S>
void Stepper<S>::set_point(S const* stated_q, S const* stated_v, S h, Start<S> const* start) {
  h = h_ = own_time(h);
  steps_ = 0;
  time_ = start_time_ = start ? own_time(start->time) : S(0);
  std::vector<S> q(stated_q, stated_q + mechanics_.size), v(stated_v, stated_v + mechanics_.dof);
  divide(q.data(), units_.coordinate);
  divide(v.data(), units_.velocity);
  std::copy(q.begin(), q.end(), handle_.q);
  set_problem_velocity(v.data());
  if (start && table_.begin) table_.begin(handle_.self, time_, h, *start);
  if (!projection_) return;
  projection_->set_energy(time_, q.data(), v.data());
  if (!rule_.feedback.acts()) return;
  rule_.feedback.energy = projection_->energy();
  table_.set_feedback(handle_.self, rule_.feedback);
}

template <class S>
std::vector<std::string> Stepper<S>::start(S const* q, S const* v, S h, Start<S> const& start) {
  start_ = start;
  if (!start_.second.empty()) divide(start_.second.data(), units_.coordinate);
  set_point(q, v, h, &start_);
  h = h_;
  if (table_.initialise) table_.initialise(handle_.self, time_, h, start_);
  return table_.warnings ? table_.warnings(handle_.self, h) : std::vector<std::string>{};
}

template <class S>
void Stepper<S>::save_state() {
  auto* const rest =
      copy(handle_.v, mechanics_.dof, copy(handle_.q, mechanics_.size, saved_.data()));
  copy(multipliers_.data(), mechanics_.constraints, rest);
  saved_node_ = velocity_node_;
  saved_time_ = time_;
  if (table_.save) table_.save(handle_.self);
}

template <class S>
void Stepper<S>::restore_state() {
  auto const v = saved_.begin() + mechanics_.size, multipliers = v + mechanics_.dof;
  std::copy_n(saved_.begin(), mechanics_.size, handle_.q);
  std::copy_n(v, mechanics_.dof, handle_.v);
  std::copy_n(multipliers, mechanics_.constraints, multipliers_.begin());
  velocity_node_ = saved_node_;
  --steps_;
  time_ = saved_time_;
  if (table_.restore) table_.restore(handle_.self);
}

template <class S>
StepResult Stepper<S>::substep(S t, S h) {
  using std::isfinite;
  auto result = table_.step(handle_.self, t, h, multipliers_.data());
  h_ = h;
  counts_.newton_iterations += result.iterations;
  counts_.linear_solves += result.iterations;
  if (result.outcome != Outcome::ok) return result;
  if (table_.work) work_ = work_ + table_.work(handle_.self);
  velocity_node_ = facts_.card.velocity_node;
  for (int i = 0; i < mechanics_.size; ++i)
    if (!isfinite(handle_.q[i])) result.outcome = Outcome::non_finite;
  for (int i = 0; i < mechanics_.dof; ++i)
    if (!isfinite(handle_.v[i])) result.outcome = Outcome::non_finite;
  return result;
}

/// Replaces the velocity, in the numbers of the problem.
template <class S>
void Stepper<S>::set_problem_velocity(S const* v) {
  if (table_.in_chart)
    mechanics_.to_chart(system_.get(), handle_.q, v, handle_.v);
  else
    copy(v, mechanics_.dof, handle_.v);
}

template <class S>
Outcome Stepper<S>::project(S const& t) {
  auto &q = projected_q_, &v = projected_v_;
  q.resize(mechanics_.size);
  v.resize(mechanics_.dof);
  own_point(q.data(), v.data());
  auto const outcome = projection_->project(rule_.projection, t, q.data(), v.data());
  if (outcome != Outcome::ok) return outcome;
  if (rule_.projection == Projection::position) std::copy(q.begin(), q.end(), handle_.q);
  set_problem_velocity(v.data());
  return all_finite(v) ? Outcome::ok : Outcome::non_finite;
}

/// Solves for mu by Broyden's method. The start, twice the identity for the multipliers of the
/// violation at the end, is the derivative of the map without a step: accurate to O(h).
template <class S>
Outcome Stepper<S>::symmetric_step(S h) {
  using std::abs;
  constexpr int most_iterations = 60;
  S const t0 = time_, t1 = start_time_ + S(steps_ + 1) * h;
  int const n = mechanics_.dof, m = mechanics_.constraints;
  std::vector<S> q0(mechanics_.size), v0(n), q1(mechanics_.size), v1(n), mu(m);
  own_point(q0.data(), v0.data());
  auto at_start = *projection_;
  at_start.set_point(t0, q0.data(), v0.data());
  S smallest(-1);
  Broyden<S> equation(m);
  equation.start(S(1) / S(2));
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    auto v = v0;
    at_start.add_reaction(mu.data(), v.data());
    std::copy(q0.begin(), q0.end(), handle_.q);
    set_problem_velocity(v.data());
    if (auto const outcome = unprojected_step(h); outcome != Outcome::ok) return outcome;
    own_point(q1.data(), v1.data());
    projection_->set_point(t1, q1.data(), v1.data());
    projection_->add_reaction(mu.data(), v1.data());
    auto const excess = projection_->multipliers_of(v1.data());
    if (!excess) return Outcome::projection_failed;
    std::vector<S> change(n);
    projection_->add_reaction(excess->data(), change.data());
    S size(0), speed(0);
    for (int i = 0; i < n; ++i) {
      size = larger_or_nan(size, S(abs(change[i])));
      speed = larger_or_nan(speed, S(abs(v1[i])));
    }
    if (size != size) return Outcome::non_finite;
    // The last digit of the constraint may alternate: no further progress is the end as well.
    bool const is_rounding = size <= S(8) * std::numeric_limits<S>::epsilon() * (S(1) + speed);
    bool const stagnates = size <= S(1e4) * std::numeric_limits<S>::epsilon() * (S(1) + speed) &&
                           smallest >= S(0) && size >= smallest;
    if (is_rounding || stagnates) {
      set_problem_velocity(v1.data());
      return Outcome::ok;
    }
    smallest = size;
    equation.advance(mu, *excess);
  }
  return Outcome::projection_failed;
}

template <class S>
Outcome Stepper<S>::step(S h) {
  h = own_time(h);
  save_state();
  bool const is_symmetric = rule_.projection == Projection::symmetric;
  auto outcome = is_symmetric ? symmetric_step(h) : unprojected_step(h);
  if (outcome == Outcome::ok && !is_symmetric && !table_.set_after_step &&
      rule_.projection != Projection::none)
    outcome = project(start_time_ + S(steps_ + 1) * h);
  time_ = start_time_ + S(++steps_) * h;
  if (outcome != Outcome::ok) restore_state();
  return outcome;
}

template <class S>
void Stepper<S>::fail(S h, bool restores) {
  h = own_time(h);
  save_state();
  std::fill_n(handle_.q, mechanics_.size, std::numeric_limits<S>::quiet_NaN());
  std::fill_n(handle_.v, mechanics_.dof, std::numeric_limits<S>::quiet_NaN());
  auto const outcome = table_.step(handle_.self, time_, h, multipliers_.data()).outcome;
  std::copy_n(saved_.begin(), mechanics_.size, handle_.q);
  std::copy_n(saved_.begin() + mechanics_.size, mechanics_.dof, handle_.v);
  if (table_.restore && (restores || outcome == Outcome::ok)) table_.restore(handle_.self);
}

/// A composition's multipliers are those of the central substep, whose midpoint is that of the
/// step, or those at its end node where those of the method live there.
template <class S>
Outcome Stepper<S>::unprojected_step(S h) {
  auto const& weights = rule_.weights;
  work_ = S(0);
  Outcome outcome = Outcome::ok;
  if (weights.empty()) {
    outcome = substep(time_, h).outcome;
  } else {
    auto const rescale = [&](S const& from, S const& to) {
      if (table_.rescale) table_.rescale(handle_.self, to / from);
    };
    bool has_central = false;
    S last(1), passed(0);
    for (std::size_t i = 0; i < weights.size() && outcome == Outcome::ok; ++i) {
      rescale(last, weights[i]);
      last = weights[i];
      outcome = substep(time_ + passed * h, last * h).outcome;
      passed = passed + last;
      has_central = has_central || i == weights.size() / 2;
      if (i == weights.size() / 2) central_ = multipliers_;
    }
    rescale(last, S(1));
    if (facts_.card.multiplier_node != 0 && has_central) multipliers_ = central_;
  }
  return outcome;
}

template <class S>
bool Stepper<S>::step_exists(S h) {
  h = own_time(h);
  auto const counted = counts_;
  S const last = h_;
  save_state();
  bool exists = false;
  try {
    if (table_.initialise) table_.initialise(handle_.self, time_, h, {"plain", {}});
    exists = table_.step(handle_.self, time_, h, multipliers_.data()).outcome == Outcome::ok;
  } catch (InvalidInput const&) {  // some methods cannot begin where their equations are singular
  }
  ++steps_;
  restore_state();
  h_ = last;
  counts_ = counted;
  return exists;
}

template <class S>
void Stepper<S>::reverse(S h) {
  h = own_time(h);
  if (table_.reverse_system) table_.reverse_system(handle_.self);
  if (projection_) projection_->reverse_system();
  if (table_.reverse) return table_.reverse(handle_.self, h);
  for (int i = 0; i < mechanics_.dof; ++i) handle_.v[i] = -handle_.v[i];
  if (table_.initialise) table_.initialise(handle_.self, time_, h, start_);
}

/// A velocity of the chart in the problem's numbers: one that belongs to an interval is trivialised
/// at the interval's midpoint, `node` steps from q.
template <class S>
void Stepper<S>::chart_velocity(S const* q, S const* velocity, S node, S* v) const {
  for (int i = 0; i < mechanics_.size; ++i) moved_[i] = q[i] + node * h_ * velocity[i];
  mechanics_.from_chart(system_.get(), moved_.data(), velocity, v);
}

template <class S>
void Stepper<S>::point(S* q, S* v) const {
  own_point(q, v);
  units_.multiply(q, v);
}

/// The point in natural units.
template <class S>
void Stepper<S>::own_point(S* q, S* v) const {
  copy(handle_.q, mechanics_.size, q);
  if (table_.in_chart)
    chart_velocity(handle_.q, handle_.v, S(velocity_node_), v);
  else
    copy(handle_.v, mechanics_.dof, v);
}

template <class S>
void Stepper<S>::observe(Row<S>& row) {
  row.q.resize(mechanics_.size);
  row.v.resize(mechanics_.dof);
  point(row.q.data(), row.v.data());
  row.multipliers = multipliers_;
  for (std::size_t k = 0; k < units_.constraint.size(); ++k)
    row.multipliers[k] =
        row.multipliers[k] * S(units_.energy / (units_.constraint[k] * units_.time));
  row.t = units_.are_used ? time_ * S(units_.time) : time_;
  row.has_work = table_.work != nullptr;
  row.work = units_.are_used ? work_ * S(units_.energy) : work_;
  if (!table_.observe) return;
  table_.observe(handle_.self, time_, h_, row);
  for (auto* velocity : {&row.momentum_velocity, &row.flipped_velocity}) {
    if (velocity->empty()) continue;
    if (table_.in_chart) chart_velocity(handle_.q, velocity->data(), S(0), velocity->data());
    multiply_by(units_.velocity, velocity->data());
  }
  if (!units_.are_used || row.diagnostics.empty()) return;
  auto const& names = facts_.diagnostic_names;
  if (names.front() == "p1")  // vectors of momenta and velocities; other diagnostics have no units
    for (std::size_t i = 0; i < names.size(); i += mechanics_.dof)
      multiply_by(unit_of_memory(names[i]), &row.diagnostics[i]);
}

/// Units of a vector of the internal state: of velocities if its name says so, else of momenta.
template <class S>
std::vector<double> Stepper<S>::unit_of_memory(std::string const& name) const {
  auto units = units_.velocity;
  for (int i = 0; i < int(units.size()); ++i) {
    if (table_.in_chart) units[i] = units_.coordinate[i] / units_.time;
    if (name.find("velocity") == name.npos) units[i] = units_.energy / units[i];
  }
  return units;
}

template <class S>
std::vector<S> Stepper<S>::coordinates() const {
  std::vector<S> numbers(handle_.q, handle_.q + mechanics_.size);
  numbers.insert(numbers.end(), handle_.v, handle_.v + mechanics_.dof);
  return numbers;
}

template <class S>
void Stepper<S>::report(Trajectory<Erased<S>>& t) const {
  if (!table_.report) return;
  auto const before = t.memory.size();
  table_.report(handle_.self, t);
  t.reached = t.reached * units_.time;
  for (std::size_t i = before; i < t.memory.size() && units_.are_used; ++i) {
    auto& [name, numbers] = t.memory[i];
    auto const units = unit_of_memory(name);
    for (std::size_t k = 0; k < numbers.size(); ++k)
      numbers[k] = numbers[k] * Erased<S>(units[k % units.size()]);
  }
}

template <class S>
S largest_step(Stepper<S>& stepper, S h) {
  constexpr int scan = 64;
  S good(0), bad(0);
  for (int i = 1; i <= scan; ++i) {
    S const step = i == scan ? h : S(i) * h / S(scan);
    if (!stepper.step_exists(step)) {
      bad = step;
      break;
    }
    good = step;
  }
  if (bad == S(0)) return h;
  while (bad - good > S(1e-6) * h) {
    S const middle = (good + bad) / S(2);
    (stepper.step_exists(middle) ? good : bad) = middle;
  }
  return good;
}

template class Stepper<double>;
template class Stepper<Quad>;
template double largest_step(Stepper<double>&, double);
template Quad largest_step(Stepper<Quad>&, Quad);

}  // namespace rattleback
