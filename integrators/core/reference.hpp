#pragma once
// The exact motion: quad-precision extrapolation of two formulations that share no solve.

#include "integrators/core/resolve.hpp"
#include "integrators/core/trajectory.hpp"
#include "problems/core/quad.hpp"

namespace rattleback {

/// An initial value problem y' = f(y) in quad precision; f returns false when it cannot be
/// evaluated.
struct QuadOde {
  std::vector<Quad> y0;
  std::function<bool(std::vector<Quad> const& y, std::vector<Quad>& dydt)> f;
};

/// y at each of the times (ascending, >= 0), by adaptive Bulirsch-Stoer extrapolation with relative
/// and absolute tolerance `tolerance`. Throws std::runtime_error when f fails or steps vanish.
std::vector<std::vector<Quad>> extrapolate(QuadOde const& ode, std::vector<Quad> const& times,
                                           Quad tolerance);

/// Text that identifies what was asked, for the cache. Numbers enter with all their digits.
std::string reference_key(std::string const& problem, std::vector<Quad> const& parameters,
                          std::vector<Quad> const& y0, std::vector<Quad> const& times);

/// Looks a reference up, and keeps it. The cache is a folder beside the program (or the environment
/// variable RATTLEBACK_CACHE); entries hold their whole key, which includes a hash of the code.
std::optional<Reference> cached_reference(std::string const& key);
void keep_reference(std::string const& key, Reference const& reference);

/// Hash of the code that references depend on; a change of it voids the cache.
std::string reference_code_hash();

/// What identifies a problem beside its numbers: what its file states, or, as the hash of the code
/// covers those of the catalogue, its id.
template <class P>
std::string identity_of() {
  if constexpr (requires { P::content(); })
    return P::content();
  else
    return P::card().id;
}

template <template <class> class Problem>
Reference reference(Setting const& setting, std::vector<RawQuad> const& raw_times) {
  using P = Problem<Quad>;
  constexpr int size = size_of<P>, n = dof_of<P>, m = P::constraints;
  auto const resolved = resolve<P>(setting);
  auto const& system = resolved.system;

  std::vector<Quad> times(raw_times.begin(), raw_times.end());
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  for (Quad const& t : times)
    if (!(t >= 0)) throw Misuse("reference times must be >= 0");

  std::vector<Quad> parameters, y0;
  for (auto const& p : P::parameters()) parameters.push_back(system.*(p.member));
  for (int i = 0; i < size; ++i) y0.push_back(resolved.z.q[i]);
  for (int i = 0; i < n; ++i) y0.push_back(resolved.z.v[i]);
  auto const point = [](std::vector<Quad> const& y) {
    Point<P, Quad> z;
    for (int i = 0; i < size; ++i) z.q[i] = y[i];
    for (int i = 0; i < n; ++i) z.v[i] = y[size + i];
    return z;
  };
  auto const key = reference_key(identity_of<P>(), parameters, y0, times);
  auto found = cached_reference(key);
  if (!found) {
    auto const ode = [&](auto const& acceleration) {
      return QuadOde{y0, [&, acceleration](std::vector<Quad> const& y, std::vector<Quad>& dydt) {
                       auto const z = point(y);
                       auto const [vdot, singular] = acceleration(z);
                       auto const qdot = P::Space::tangent(z.q, z.v);
                       for (int i = 0; i < size; ++i) dydt[i] = qdot[i];
                       for (int i = 0; i < n; ++i) dydt[size + i] = vdot[i];
                       return !singular;
                     }};
    };
    // Formulation 1: multipliers and accelerations from one saddle system.
    auto const with_multipliers = ode([&](Point<P, Quad> const& z) {
      auto const a = accelerations(system, z);
      return std::pair{a.vdot, a.singular};
    });
    // Formulation 2: independent velocities, no multipliers.
    auto const independent = ode([&](Point<P, Quad> const& z) {
      auto const a = IndependentVelocities<P, Quad>::acceleration(system, z);
      return std::pair{a.x, a.singular};
    });
    Quad const tolerance = Quad(1) / 1000000000000000ll / 1000000000000000ll;  // 1e-30
    auto const first = extrapolate(with_multipliers, times, tolerance);
    auto const second = extrapolate(independent, times, tolerance * 3);
    Quad difference = 0, scale = 1;
    Reference made;
    for (std::size_t i = 0; i < times.size(); ++i) {
      auto const z = point(first[i]), other = point(second[i]);
      for (int j = 0; j < size; ++j) {
        difference = std::max(difference, Quad(abs(z.q[j] - other.q[j])));
        scale = std::max(scale, Quad(abs(z.q[j])));
      }
      for (int j = 0; j < n; ++j) {
        difference = std::max(difference, Quad(abs(z.v[j] - other.v[j])));
        scale = std::max(scale, Quad(abs(z.v[j])));
      }
      auto const raw = [](auto const& v, int count) {
        std::vector<RawQuad> numbers;
        for (int j = 0; j < count; ++j) numbers.push_back(static_cast<RawQuad>(v[j]));
        return numbers;
      };
      made.states.push_back({static_cast<RawQuad>(times[i]), raw(z.q, size), raw(z.v, n),
                             raw(accelerations(system, z).multipliers, m)});
    }
    Quad const floor = std::numeric_limits<Quad>::epsilon();
    made.digits = static_cast<double>(-log10(std::max(Quad(difference / scale), floor)));
    made.certified_by = "saddle form and independent velocities";
    keep_reference(key, made);
    found = made;
  }
  // Hand the states back in the order that was asked.
  Reference ordered = *found;
  ordered.states.clear();
  for (RawQuad t : raw_times) {
    auto const at = std::lower_bound(times.begin(), times.end(), Quad(t)) - times.begin();
    ordered.states.push_back(found->states[at]);
  }
  return ordered;
}

}  // namespace rattleback
