#pragma once
// Does a step keep a volume? The volume on the constraint manifold D is the Haar measure of the
// group times that of the metric on each space of velocities: it is defined where a chart of D, in
// which densities are stated, is not.

#include "integrators/core/composed_step.hpp"
#include "integrators/core/mechanics.hpp"
#include "integrators/core/resolve.hpp"

namespace rattleback {

/// The nearest velocity to v that the constraints allow at q, in the metric of the kinetic energy.
template <class P>
Vec<double, dof_of<P>> allowed_velocity(P const& system, Vec<double, size_of<P>> const& q,
                                        Vec<double, dof_of<P>> const& v) {
  Point<P, double> z{q, v};
  project_velocity(system, z);
  return z.v;
}

/// Differences of velocities that the constraints allow at q, orthonormal in the metric G(q): one a
/// row. By Gram and Schmidt, the longest rest first.
template <class P>
Mat<double, dof_of<P> - P::constraints, dof_of<P>> allowed_directions(
    P const& system, Vec<double, size_of<P>> const& q, Mat<double, dof_of<P>, dof_of<P>> const& G) {
  constexpr int n = dof_of<P>;
  auto const origin = allowed_velocity(system, q, Vec<double, n>{});
  std::array<Vec<double, n>, n> rest;
  for (int i = 0; i < n; ++i) rest[i] = allowed_velocity(system, q, unit<double, n>(i)) - origin;
  Mat<double, n - P::constraints, n> directions;
  for (auto& direction : directions.row) {
    auto const longest = *std::max_element(
        rest.begin(), rest.end(),
        [&](auto const& a, auto const& b) { return dot(a, G * a) < dot(b, G * b); });
    direction = 1 / std::sqrt(dot(longest, G * longest)) * longest;
    for (auto& vector : rest) vector = vector - dot(direction, G * vector) * direction;
  }
  return directions;
}

/// The stated density, or one where none is stated, against that volume: a density is stated
/// against the product of the independent velocities.
template <class P>
double density_on_constraints(P const& system, Point<P, double> const& z,
                              Mat<double, dof_of<P>, dof_of<P>> const& G) {
  constexpr int n = dof_of<P>, k = n - P::constraints;
  auto const completed = [&](Vec<double, n> v) {
    complete_velocity(system, z.q, v);
    return v;
  };
  auto const origin = completed(Vec<double, n>{});
  Mat<double, k, n> chart;
  int row = 0;
  for (int i = 0; i < n; ++i)
    if (std::count(P::dependent_velocities.begin(), P::dependent_velocities.end(), i) == 0)
      chart.row[row++] = completed(unit<double, n>(i)) - origin;
  Mat<double, k, k> gram;
  for (int a = 0; a < k; ++a)
    for (int b = 0; b < k; ++b) gram(a, b) = dot(chart.row[a], G * chart.row[b]);
  double density = 1;
  if constexpr (StatesInvariantMeasure<P>) density = system.density(z.q, z.v);
  return density / std::sqrt(determinant(gram));
}

/// MethodEntry::volume_defect, nan when a step fails. The derivative of the step is taken by
/// central differences of order four, to about 1e-12 where all scales are of order one.
template <class P>
double volume_defect(MakeStepper<P, double> make_stepper, RunSpec const& spec) {
  using G = typename P::Space;
  constexpr int n = dof_of<P>, k = 2 * n - P::constraints;
  auto const [system, start, unused] = resolve<P>(spec.setting);
  auto const stepper = make_stepper(spec.options, system);
  std::vector<double> const weights(spec.composition.begin(), spec.composition.end());
  double const h = static_cast<double>(spec.step), d = 1e-3;
  auto const stepped = [&](Point<P, double> const& z) -> Point<P, double> {
    stepper->place(z, h);
    if (composed_step(*stepper, h, weights).outcome != Outcome::ok)
      return {not_numbers<double, size_of<P>>(), not_numbers<double, dof_of<P>>()};
    return stepper->point();
  };
  Point<P, double> const z0{start.q, allowed_velocity(system, start.q, start.v)};
  auto const metric = metric_at(system, z0.q);
  auto const directions = allowed_directions(system, z0.q, metric);
  // z0 moved by s along coordinate j.
  auto const moved = [&, &system = system](int j, double s) -> Point<P, double> {
    if (j >= n) return {z0.q, z0.v + s * directions.row[j - n]};
    auto const q = G::compose(z0.q, G::exp(s * unit<double, n>(j)));
    return {q, allowed_velocity(system, q, z0.v)};
  };
  auto const z1 = stepped(z0);
  auto const metric1 = metric_at(system, z1.q);
  auto const directions1 = allowed_directions(system, z1.q, metric1);
  auto const coordinates = [&](Point<P, double> const& z) {
    auto const xi = G::log(G::compose(G::inverse(z1.q), z.q));
    auto const momentum = metric1 * (z.v - z1.v);
    Vec<double, k> x;
    for (int i = 0; i < n; ++i) x[i] = xi[i];
    for (int a = 0; a < k - n; ++a) x[n + a] = dot(directions1.row[a], momentum);
    return x;
  };
  Mat<double, k, k> D;
  for (int j = 0; j < k; ++j) {
    auto const difference = [&](double s) {
      return coordinates(stepped(moved(j, s))) - coordinates(stepped(moved(j, -s)));
    };
    D.row[j] = 1 / (12 * d) * (8 * difference(d) - difference(2 * d));
  }
  double const ratio =
      density_on_constraints(system, z1, metric1) / density_on_constraints(system, z0, metric);
  return std::abs(determinant(D)) * ratio - 1;
}

}  // namespace rattleback
