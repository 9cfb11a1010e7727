#include "integrators/core/run/recorder.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "problems/core/numbers/dense_matrix.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

std::vector<std::string> unique_columns(std::vector<std::string> names) {
  std::set<std::string> taken;
  for (auto& name : names)
    while (!taken.insert(name).second) name = "invariant_" + name;
  return names;
}

namespace {
/// std::swap moves whole rows, three times: that is a third of what is done around a cheap step.
template <class S>
void exchange_nodes(Row<S>& a, Row<S>& b) {
  a.q.swap(b.q);
  a.v.swap(b.v);
  a.multipliers.swap(b.multipliers);
  a.momentum_velocity.swap(b.momentum_velocity);
  a.flipped_velocity.swap(b.flipped_velocity);
  a.diagnostics.swap(b.diagnostics);
  std::swap(a.has_tau, b.has_tau);
  std::swap(a.tau, b.tau);
  std::swap(a.time, b.time);
  std::swap(a.t, b.t);
  std::swap(a.work, b.work);
  std::swap(a.has_work, b.has_work);
  std::swap(a.wants_diagnostics, b.wants_diagnostics);
}

/// Returns a warning if a velocity has negative kinetic energy at t and q, else an empty text.
template <class S>
std::string negative_mass(System<S> const& system, S const& t, S const* q) {
  int const n = system->dof;
  DenseMatrix<S> M(n);
  system->metric(system.get(), t, q, M.entries.data());
  constexpr double rounding = 1e-12;
  for (int k = 0; k < n; ++k) {  // signs of the pivots of M = L D L^T, Sylvester
    S const own = M(k, k), *const row = &M(k, 0);
    if (static_cast<double>(own) < 0)
      return fmt::format(
          "the mass matrix is not positive definite at the start: its pivot of {} is {:.3g}",
          system.description().card.velocities[k], static_cast<double>(own));
    for (int i = k + 1; i < n && own > S(0); ++i) {
      S const factor = M(i, k) / own, before = M(i, i);
      for (int j = k + 1; j < n; ++j) M(i, j) = M(i, j) - factor * row[j];
      using std::abs;
      if (abs(M(i, i)) <= S(rounding) * abs(before)) M(i, i) = S(0);
    }
  }
  return "";
}

template <class S>
std::vector<Erased<S>> plain(std::vector<S> const& numbers) {
  return {numbers.begin(), numbers.end()};
}
}  // namespace

template <class S>
Recorder<S>::Recorder(RunSpec const& spec, Plan<S> const& plan, MethodCard const& card)
    : spec_(spec), plan_(plan), card_(card), monitor_(plan.system), middle_(plan.q.size()) {
  auto const& system = plan.system;
  if (plan.section)
    section_.emplace(*plan.section,
                     [this](S const& index, FlatPoint<S> const& at) { cross(index, at); });
  t_.case_name = plan.case_name;
  t_.start_moved = plan.moved;
  auto const& parameters = system.description().parameters;
  for (std::size_t k = 0; k < parameters.size(); ++k)
    t_.parameters.emplace_back(
        parameters[k].name, static_cast<Out>(system->parameter(system.get(), static_cast<int>(k))));
  t_.start_q = plain(plan.q);
  t_.start_v = plain(plan.v);
  if (system->warnings) t_.warnings = system->warnings(system.get());
  if (auto warning = negative_mass(system, plan.time, plan.q.data()); !warning.empty())
    t_.warnings.push_back(std::move(warning));
  long const recorded = plan.every > 0 && !spec_.table ? plan.steps / plan.every + 2 : 2;
  for (auto* numbers : {&t_.times, &t_.kinetic_energies}) numbers->reserve(recorded);
  if (spec_.only_kinetic_energies) return;
  for (auto* rows : {&t_.q, &t_.v, &t_.multipliers, &t_.invariant_values}) rows->reserve(recorded);
}

template <class S>
bool Recorder<S>::begin(Row<S> const& node) {
  node_ = node;
  if (node.has_work) monitor_ = Monitor<S>(plan_.system, true);
  auto const [t, q] = watched(node, node);
  monitor_.begin(t, q, node.v.data());
  // The balance of a driven system is that of the nodes.
  if (!node.momentum_velocity.empty() && !plan_.system->external_power) {
    of_momentum_.emplace(monitor_.system());
    of_momentum_->begin(node.t, node.q.data(), node.momentum_velocity.data());
  }
  if (!node.flipped_velocity.empty()) {
    S const first = flipped_energy(node);
    flipped_.emplace(Flipped{first, first});
    remember_flipped();
  }
  if (spec_.table) spec_.table->begin(columns());
  if (section_) section_->observe(node_.q, node_.v);
  store(0, {});
  tabulate(0);
  return all_finite(node.q) && all_finite(node.v) && monitor_.is_finite() &&
         (!of_momentum_ || of_momentum_->is_finite());
}

/// The point at which the velocity of a node is watched.
template <class S>
std::pair<S, S const*> Recorder<S>::watched(Row<S> const& last, Row<S> const& next) {
  S const half = S(1) / S(2);
  if (card_.velocity_node == -0.5 && &last != &next) {
    for (std::size_t i = 0; i < middle_.size(); ++i) middle_[i] = half * (last.q[i] + next.q[i]);
    return {next.t - half * plan_.h, middle_.data()};
  }
  if (card_.velocity_node == 0.5 && plan_.system->external_power) {
    // The energy of a driven system changes along the interval that begins here.
    plan_.system->tangent(plan_.system.get(), next.q.data(), next.v.data(), middle_.data());
    for (std::size_t i = 0; i < middle_.size(); ++i)
      middle_[i] = next.q[i] + half * plan_.h * middle_[i];
    return {next.t + half * plan_.h, middle_.data()};
  }
  return {next.t, next.q.data()};
}

template <class S>
bool Recorder<S>::measure(S const& t, S const* q, Row<S> const& node) {
  bool finite = monitor_.observe(t, q, node.v.data(), node.work);
  if (of_momentum_)
    finite =
        of_momentum_->observe(node.t, node.q.data(), node.momentum_velocity.data(), S(0)) && finite;
  if (flipped_ && finite)
    flipped_->largest = larger_or_nan(flipped_->largest, flipped_energy(node));
  return finite;
}

template <class S>
bool Recorder<S>::observe(Row<S>& next, bool measures) {
  auto const [t, q] = watched(node_, next);
  if (measures && !measure(t, q, next)) return false;
  is_measured_ = measures;
  if (!measures) {
    watched_time_ = t;
    watched_position_.assign(q, q + next.q.size());
  }
  exchange_nodes(node_, next);
  if (flipped_ && !spec_.measures_recorded) remember_flipped();
  if (section_ && !steps_are_observed_) section_->observe(node_.q, node_.v);
  return true;
}

template <class S>
void Recorder<S>::observe_step(double from, double to, StateAt<S> const& state_at) {
  S const interval = plan_.h < S(0) ? -plan_.h : plan_.h;
  if (section_) {
    double const end = static_cast<double>(S(plan_.steps) * interval);
    section_->observe_step(from, std::min(to, end), interval, state_at);
  }
  if (!monitor_.has_work()) return;
  auto const add_end = [&] {
    S const t = plan_.time + (plan_.h < S(0) ? -S(*beyond_) : S(*beyond_));
    monitor_.add_work(t, end_.q.data(), end_.v.data());
  };
  S const node = plan_.h < S(0) ? plan_.time - node_.t : node_.t - plan_.time;
  if (beyond_ && S(*beyond_) > node) add_end();
  beyond_ = to;
  state_at(to, end_);
  if (S(to) >= node + interval) return;
  add_end();
  beyond_.reset();
}

template <class S>
void Recorder<S>::record(long i) {
  tabulate(i);
  if (spec_.only_kinetic_energies && i < plan_.steps && t_.outcome == Outcome::ok) {
    store_kinetic_energy(i);
  } else if (!spec_.table) {
    store(i, card_.multipliers ? plain(node_.multipliers) : Numbers{});
    if (node_.wants_diagnostics) t_.diagnostics.push_back(plain(node_.diagnostics));
  }
  last_recorded_ = i;
}

template <class S>
void Recorder<S>::finish(long i) {
  if (!is_measured_) measure(watched_time_, watched_position_.data(), node_);
  if (section_) {
    section_->finish();
    auto const [lowest, highest] = section_->range();
    t_.section.lowest = static_cast<Out>(lowest);
    t_.section.highest = static_cast<Out>(highest);
    auto const [error, ratio] = section_->interpolation_error();
    t_.section.interpolation_error = static_cast<Out>(error);
    if (ratio >= S(1))
      t_.warnings.push_back(
          fmt::format("crossings of the section are interpolated between nodes that do not resolve "
                      "the motion: their error is about {:.1e}; take a smaller step",
                      static_cast<double>(error)));
  }
  bool const failed = t_.outcome != Outcome::ok;
  long const last = failed ? std::max(i - 1, 0L) : i;
  t_.counts.solver_steps = i;
  t_.reached = static_cast<double>(t_.ended_at_event ? node_.t : plan_.time + S(last) * plan_.h);
  if (failed) t_.failed_at = i;
  node_.wants_diagnostics = false;  // this row does not belong to a step
  if (last_recorded_ < last) record(last);
  if (spec_.table && last > 0)
    store(last, card_.multipliers ? plain(node_.multipliers) : Numbers{});
  monitor_.report(t_);
  if (of_momentum_) of_momentum_->report_invariants(t_, "_of_p");
  if (!flipped_) return;
  auto const flipped_node = [](typename Flipped::Node const& node) {
    return typename FlippedMomentum<Out>::Node{static_cast<Out>(node.t), plain(node.q),
                                               plain(node.v), plain(node.flipped)};
  };
  auto& to = t_.flipped.emplace();
  to.initial = static_cast<Out>(flipped_->initial);
  to.largest = static_cast<Out>(flipped_->largest);
  for (auto const& node : flipped_->first) to.first.push_back(flipped_node(node));
  long const window = std::min(long(flipped_->last.size()), flipped_->nodes);
  for (long k = flipped_->nodes - window; k < flipped_->nodes; ++k)
    to.last.push_back(flipped_node(flipped_->last[k % flipped_->last.size()]));
}

template <class S>
void Recorder<S>::remember_flipped() {
  auto& node = flipped_->last[flipped_->nodes++ % flipped_->last.size()];
  node.t = node_.t;
  node.q = node_.q;
  node.v = node_.v;
  node.flipped = node_.flipped_velocity;
  if (flipped_->first.size() < flipped_->last.size()) flipped_->first.push_back(node);
}

template <class S>
S Recorder<S>::flipped_energy(Row<S> const& node) const {
  return monitor_.kinetic_energy(node.t, node.q.data(), node.flipped_velocity.data());
}

template <class S>
void Recorder<S>::store_kinetic_energy(long i) {
  t_.times.push_back(time_of(i));
  t_.kinetic_energies.push_back(
      static_cast<Out>(monitor_.kinetic_energy(node_.t, node_.q.data(), node_.v.data())));
}

template <class S>
void Recorder<S>::store(long i, Numbers multipliers) {
  store_kinetic_energy(i);
  if (node_.has_tau) t_.taus.push_back(static_cast<Out>(node_.tau));
  t_.q.push_back(plain(node_.q));
  t_.v.push_back(plain(node_.v));
  t_.multipliers.push_back(std::move(multipliers));
  t_.invariant_values.push_back(plain(monitor_.value()));
}

template <class S>
typename Recorder<S>::Out Recorder<S>::time_of(long i) const {
  return static_cast<Out>(node_.has_tau       ? node_.time
                          : t_.ended_at_event ? node_.t
                                              : S(plan_.time + S(i) * plan_.h));
}

/// Column names. Nodes: t, coordinates, velocities, invariants, energy and work of a driven system,
/// invariants of the method's own momentum, tau, multipliers if required. Crossings: t to
/// invariants.
template <class S>
std::vector<std::string> Recorder<S>::columns() const {
  auto const& card = plan_.system.description().card;
  std::vector<std::string> names{"t"};
  auto const append = [&](std::vector<std::string> const& more, std::string const& suffix) {
    for (auto const& name : more) names.push_back(name + suffix);
  };
  append(card.coordinates, "");
  append(card.velocities, "");
  append(monitor_.names(), "");
  if (section_) return unique_columns(names);
  if (plan_.system->external_power) append({"energy", "work"}, "");
  if (of_momentum_) append(monitor_.names(), "_of_p");
  if (node_.has_tau) names.push_back("tau");
  for (int k = 1; spec_.tabulates_multipliers && k <= plan_.system->constraints; ++k)
    names.push_back("lambda" + std::to_string(k));
  return unique_columns(names);
}

template <class S>
void Recorder<S>::append_to_row(std::vector<S> const& numbers) {
  for (S const& x : numbers) row_.push_back(static_cast<Out>(x));
}

template <class S>
void Recorder<S>::tabulate(long i) {
  if (!spec_.table || section_) return;
  row_.assign(1, time_of(i));
  append_to_row(node_.q);
  append_to_row(node_.v);
  append_to_row(monitor_.value());
  if (plan_.system->external_power) append_to_row({monitor_.energy(), monitor_.work()});
  if (of_momentum_) append_to_row(of_momentum_->value());
  if (node_.has_tau) row_.push_back(static_cast<Out>(node_.tau));
  if (spec_.tabulates_multipliers) {  // no step leads to the initial point
    S const missing(std::numeric_limits<double>::quiet_NaN());
    append_to_row(i > 0 ? node_.multipliers : std::vector<S>(node_.multipliers.size(), missing));
  }
  spec_.table->row(row_);
}

template <class S>
void Recorder<S>::cross(S const& index, FlatPoint<S> const& at) {
  auto& s = t_.section;
  ++s.count;
  S const t = plan_.time + index * plan_.h;
  auto const& values = monitor_.values(t, at.q.data(), at.v.data());
  if (spec_.table) {
    row_.assign(1, static_cast<Out>(t));
    append_to_row(at.q);
    append_to_row(at.v);
    append_to_row(values);
    spec_.table->row(row_);
    s.times.clear(), s.q.clear(), s.v.clear(), s.invariant_values.clear();
  }
  s.times.push_back(static_cast<Out>(t));
  s.q.push_back(plain(at.q));
  s.v.push_back(plain(at.v));
  s.invariant_values.push_back(plain(values));
}

template class Recorder<double>;
template class Recorder<Quad>;

}  // namespace rattleback
