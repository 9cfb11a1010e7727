#include "integrators/core/ensemble/batch.hpp"

#include <algorithm>
#include <limits>

namespace rattleback {

namespace {

class SingleOrbit final : public Batch<double> {
 public:
  SingleOrbit(EnsembleMethod const& method, OptionValues const& options,
              System<double> const& system, double step)
      : size_(system->size),
        stepper_(method.table, method.card, options, system),
        step_(step),
        start_{method.card.starts.front().name, {}},
        z_(size_ + system->dof) {}

  void start(std::span<double const> orbits) override {
    stepper_.start(orbits.data(), orbits.data() + size_, step_, start_);
    stepper_.point(z_.data(), z_.data() + size_);
    failed_ = false;
  }
  void advance(long steps) override {
    for (long i = 0; i < steps && !failed_; ++i) failed_ = stepper_.step(step_) != Outcome::ok;
    stepper_.point(z_.data(), z_.data() + size_);
    if (failed_) std::fill(z_.begin(), z_.end(), std::numeric_limits<double>::quiet_NaN());
  }
  int size() const override { return 1; }
  void vector(int, double* z) const override { std::copy(z_.begin(), z_.end(), z); }

 private:
  int const size_;
  Stepper<double> stepper_;
  double const step_;
  Start<double> const start_;
  std::vector<double> z_;
  bool failed_ = false;
};

class OrbitsOnLanes final : public Batch<Lanes> {
 public:
  OrbitsOnLanes(EnsembleMethod const& method, OptionValues const& options,
                System<double> const& system, double step)
      : system_(system),
        lanes_(*method.lanes),
        stepper_(method.table, method.card, options, system),
        step_(step),
        own_step_(step / stepper_.units().time),
        start_{method.card.starts.front().name, {}},
        self_(lanes_.make(options, stepper_.system())) {}
  ~OrbitsOnLanes() override { lanes_.destroy(self_); }
  OrbitsOnLanes(OrbitsOnLanes const&) = delete;

  void start(std::span<double const> orbits) override {
    int const size = system_->size, state_size = size + system_->dof;
    count_ = static_cast<int>(orbits.size()) / state_size;
    lanes_.clear(self_);
    velocity_node_ = 0;
    std::vector<Lanes> z(state_size);
    for (int first = 0; first < count_; first += width) {
      for (int lane = 0; lane < width; ++lane) {
        auto const* orbit = &orbits[std::min(first + lane, count_ - 1) * state_size];
        stepper_.set_point(orbit, orbit + size, step_, &start_);
        auto const initial = stepper_.coordinates();
        for (int i = 0; i < state_size; ++i) z[i].set(lane, initial[i]);
      }
      lanes_.add(self_, z.data(), z.data() + size, own_step_, start_.name);
    }
  }
  void advance(long steps) override {
    lanes_.advance(self_, own_step_, steps);
    if (steps > 0) velocity_node_ = stepper_.facts().card.velocity_node;
  }
  int size() const override { return count_; }
  void vector(int i, Lanes* z) const override {
    Lanes const *q = nullptr, *v = nullptr;
    lanes_.point(self_, i, q, v);
    int const size = system_->size, dof = system_->dof;
    std::copy_n(q, size, z);
    if (!stepper_.facts().in_chart) {
      std::copy_n(v, dof, z + size);
    } else {
      // A velocity that belongs to an interval is trivialised at the interval's midpoint.
      moved_.resize(size);
      for (int k = 0; k < size; ++k)
        moved_[k] = q[k] + Lanes(velocity_node_) * Lanes(own_step_) * v[k];
      system_.problem->ensembles.from_chart(moved_.data(), v, z + size);
    }
    auto const& units = stepper_.units();
    if (!units.are_used) return;
    for (int k = 0; k < size; ++k) z[k] = z[k] * Lanes(units.coordinate[k]);
    for (int k = 0; k < dof; ++k) z[size + k] = z[size + k] * Lanes(units.velocity[k]);
  }

 private:
  System<double> system_;
  LaneTable const& lanes_;
  Stepper<double> stepper_;
  double const step_, own_step_;  ///< in the units of the problem, and of the stepper
  Start<double> const start_;
  void* const self_;
  int count_ = 0;
  double velocity_node_ = 0;  ///< node of the vectors' velocities; 0 before the first step
  mutable std::vector<Lanes> moved_;
};

}  // namespace

std::unique_ptr<Batch<double>> single_orbit(EnsembleMethod const& method,
                                            OptionValues const& options,
                                            System<double> const& system, double step) {
  return std::make_unique<SingleOrbit>(method, options, system, step);
}
std::unique_ptr<Batch<Lanes>> orbits_on_lanes(EnsembleMethod const& method,
                                              OptionValues const& options,
                                              System<double> const& system, double step) {
  return std::make_unique<OrbitsOnLanes>(method, options, system, step);
}

}  // namespace rattleback
