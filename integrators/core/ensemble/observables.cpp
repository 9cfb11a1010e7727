#include "integrators/core/ensemble/observables.hpp"

#include <algorithm>
#include <cmath>

#include "base/invalid_input.hpp"
#include "problems/core/numbers/dense_matrix.hpp"

namespace rattleback {

template <class S>
std::vector<double> orbit_of(Batch<S> const& batch, int j, int state_size) {
  constexpr int width = Batch<S>::width;
  std::vector<S> z(state_size);
  batch.vector(j / width, z.data());
  std::vector<double> orbit;
  for (S const& x : z) orbit.push_back(lane_of(x, j % width));
  return orbit;
}

Observables::Observables(System<double> const& system, std::string const& invariant)
    : system_(system),
      values_(system->observables),
      phi_(system->constraints),
      orbit_(system->size + system->dof),
      lanes_(orbit_.size()) {
  if (invariant.empty()) return;
  auto const& card = system.description().card;
  auto names = card.invariants;
  invariant_ = static_cast<int>(std::find(names.begin(), names.end(), invariant) - names.begin());
  if (invariant_ < static_cast<int>(names.size())) return;
  names.insert(names.begin(), "energy");
  throw_unknown("invariant of " + card.id, invariant, names);
}

double Observables::value(double t, double const* z, int i) {
  system_->observe(system_.get(), t, z, z + system_->size, values_.data(), phi_.data());
  return values_[i > 0 ? 1 + invariant_ : 0];
}

template <class S>
void Observables::evaluate(Batch<S> const& batch, int i, double t, std::span<double> values) {
  constexpr int width = Batch<S>::width;
  for (int vector = 0; vector < batch.vector_count(); ++vector) {
    int const lanes = std::min(width, batch.size() - vector * width);
    if constexpr (std::is_same_v<S, double>) {
      batch.vector(vector, orbit_.data());
      values[vector] = value(t, orbit_.data(), i);
    } else {
      batch.vector(vector, lanes_.data());
      auto const energy = i == 0 ? system_.problem->ensembles.energy(system_.get(), lanes_.data(),
                                                                     &lanes_[system_->size])
                                 : S(0);
      for (int lane = 0; lane < lanes; ++lane) {
        double& to = values[vector * width + lane];
        to = energy[lane];
        if (i == 0) continue;
        // Lane by lane: invariants may branch on the sign of a number.
        for (std::size_t k = 0; k < orbit_.size(); ++k) orbit_[k] = lanes_[k][lane];
        to = value(t, orbit_.data(), i);
      }
    }
  }
}

template <class S>
void VectorSectionWatch<S>::observe(std::vector<S> const& z) {
  using std::abs;
  S heights = z[rule_.component()] - S(rule_.value());
  nodes_[count_ % window] = z;
  // Twice the bound below which the rule calls a height rounding.
  auto const near = abs(heights) <= S(1e-11) * abs(heights - heights_);
  if (count_ > 0 && any((heights * heights_ <= S(0)) | near))
    for (int lane = 0; lane < orbits_; ++lane) {
      double height = lane_of(heights, lane);
      if (rule_.crosses(lane_of(heights_, lane), height, count_ == 1))
        pending_.push_back({count_ - 1, lane});
      set_lane(heights, lane, height);
    }
  heights_ = heights;
  ++count_;
  while (!pending_.empty() && count_ >= window && count_ >= pending_.front().node + 4) resolve();
}

template <class S>
void VectorSectionWatch<S>::finish() {
  while (!pending_.empty()) resolve();
}

template <class S>
void VectorSectionWatch<S>::resolve() {
  auto const [k, lane] = pending_.front();
  pending_.erase(pending_.begin());
  long const count = std::min(count_, window), first = count_ - count;
  for (long i = first; i < count_; ++i) {
    auto const& z = nodes_[i % window];
    auto& node = of_lane_[i % window];
    node.q.resize(size_);
    node.v.resize(z.size() - size_);
    for (std::size_t j = 0; j < z.size(); ++j)
      (j < node.q.size() ? node.q[j] : node.v[j - size_]) = lane_of(z[j], lane);
  }
  double const index = rule_.crossing(of_lane_, first, count, k, at_);
  found_(lane, index, at_);
}

namespace {
constexpr double distance = 1e-8;  // of neighbours after a renormalisation
double length(std::vector<double> const& d) {
  return std::sqrt(dot(static_cast<int>(d.size()), d.data(), d.data()));
}
}  // namespace

template <class S>
NeighbouringOrbits<S>::NeighbouringOrbits(System<double> const& system, EnsembleSpec const& spec,
                                          Batch<S> const& batch, MakeBatch<S> const& make_batch,
                                          bool with_restarted)
    : system_(system), sums_(batch.size()), neighbours_(make_batch()) {
  if (with_restarted) restarted_ = make_batch();
  // No direction is favoured, so that the first separation lies in no invariant subspace.
  Separation first(2 * system->dof);
  for (std::size_t i = 0; i < first.size(); ++i)
    first[i] = spec.direction.empty() ? 1 + 1 / (2.0 + static_cast<double>(i)) : spec.direction[i];
  separation_.assign(batch.size(), first);
  renormalise(batch);
}

template <class S>
void NeighbouringOrbits<S>::advance(std::function<void(Batch<S>&)> const& advance_batch) {
  advance_batch(*neighbours_);
  if (restarted_) advance_batch(*restarted_);
}

template <class S>
typename NeighbouringOrbits<S>::Separation NeighbouringOrbits<S>::separation(
    std::vector<double> const& neighbour, std::vector<double> const& z) const {
  int const size = system_->size, n = system_->dof;
  Separation apart(2 * n);
  system_->difference(system_.get(), z.data(), neighbour.data(), apart.data());
  for (int i = 0; i < n; ++i) apart[n + i] = neighbour[size + i] - z[size + i];
  return apart;
}

template <class S>
void NeighbouringOrbits<S>::project(std::vector<double>& z) const {
  system_->project_velocity(system_.get(), 0, z.data(), z.data() + system_->size);
}

template <class S>
void NeighbouringOrbits<S>::measure(Batch<S> const& orbits) {
  auto const& batch = restarted_ ? *restarted_ : orbits;
  int const state_size = system_->size + system_->dof;
  for (int j = 0; j < batch.size(); ++j) {
    separation_[j] =
        separation(orbit_of(*neighbours_, j, state_size), orbit_of(batch, j, state_size));
    sums_[j] += std::log(length(separation_[j]) / initial_distance_[j]);
  }
  renormalise(batch);
}

template <class S>
void NeighbouringOrbits<S>::renormalise(Batch<S> const& batch) {
  int const size = system_->size, n = system_->dof;
  std::vector<double> neighbours, restarted;
  initial_distance_.clear();
  for (int j = 0; j < batch.size(); ++j) {
    auto z = orbit_of(batch, j, size + n);
    if (restarted_) {
      project(z);
      restarted.insert(restarted.end(), z.begin(), z.end());
    }
    auto scaled = separation_[j];
    double const scale = distance / length(separation_[j]);
    for (double& x : scaled) x = scale * x;
    auto neighbour = z;
    system_->moved(system_.get(), z.data(), scaled.data(), neighbour.data());
    for (int i = 0; i < n; ++i) neighbour[size + i] = z[size + i] + scaled[n + i];
    project(neighbour);
    initial_distance_.push_back(length(separation(neighbour, z)));
    neighbours.insert(neighbours.end(), neighbour.begin(), neighbour.end());
  }
  neighbours_->start(neighbours);
  if (restarted_) restarted_->start(restarted);
}

template void Observables::evaluate(Batch<double> const&, int, double, std::span<double>);
template void Observables::evaluate(Batch<Lanes> const&, int, double, std::span<double>);
template class VectorSectionWatch<double>;
template class VectorSectionWatch<Lanes>;
template class NeighbouringOrbits<double>;
template class NeighbouringOrbits<Lanes>;
template std::vector<double> orbit_of(Batch<double> const&, int, int);
template std::vector<double> orbit_of(Batch<Lanes> const&, int, int);

}  // namespace rattleback
