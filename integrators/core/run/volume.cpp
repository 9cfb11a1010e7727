#include "integrators/core/run/volume.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "problems/core/numbers/dense_matrix.hpp"

namespace rattleback {

namespace {

template <class S>
std::vector<S> unit_vector(int n, int j, S length = S(1)) {
  std::vector<S> e(n, S(0));
  e[j] = length;
  return e;
}
/// a + s b.
template <class S>
std::vector<S> sum(std::vector<S> a, S s, std::vector<S> const& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] + s * b[i];
  return a;
}
template <class S>
std::vector<bool> independent_velocities(System<S> const& system) {
  std::vector<bool> independent(system->dof, true);
  for (int k : system->dependent_velocities(system.get())) independent[k] = false;
  return independent;
}

/// The spaces of velocities that the constraints allow.
class AllowedVelocities {
 public:
  explicit AllowedVelocities(System<double> const& system) : system_(system), n_(system->dof) {}

  /// The nearest allowed velocity to v at q, in the metric of the kinetic energy.
  std::vector<double> nearest(std::vector<double> const& q, std::vector<double> v) const {
    system_->project_velocity(system_.get(), 0, q.data(), v.data());
    return v;
  }
  std::vector<double> metric(std::vector<double> const& q) const {
    std::vector<double> G(n_ * n_);
    system_->metric(system_.get(), 0, q.data(), G.data());
    return G;
  }
  double product(std::vector<double> const& a, std::vector<double> const& G,
                 std::vector<double> const& b) const {
    return dot(n_, a.data(), times(n_, n_, G.data(), b.data()).data());
  }

  /// Differences of allowed velocities at q, orthonormal in the metric G(q). By Gram and Schmidt,
  /// the longest rest first.
  std::vector<std::vector<double>> directions(std::vector<double> const& q,
                                              std::vector<double> const& G) const {
    auto const origin = nearest(q, std::vector<double>(n_));
    std::vector<std::vector<double>> rest, directions;
    for (int i = 0; i < n_; ++i)
      rest.push_back(sum(nearest(q, unit_vector<double>(n_, i)), -1., origin));
    for (int a = 0; a < n_ - system_->constraints; ++a) {
      auto const longest = *std::max_element(
          rest.begin(), rest.end(),
          [&](auto const& x, auto const& y) { return product(x, G, x) < product(y, G, y); });
      double const scale = 1 / std::sqrt(product(longest, G, longest));
      auto direction = longest;
      for (double& x : direction) x = scale * x;
      for (auto& vector : rest) vector = sum(vector, -product(direction, G, vector), direction);
      directions.push_back(std::move(direction));
    }
    return directions;
  }

  /// The stated density, or one where none is stated, against that volume: a density is stated
  /// against the product of the independent velocities.
  double density(std::vector<double> const& q, std::vector<double> const& v,
                 std::vector<double> const& G) const {
    auto const completed = [&](std::vector<double> u) {
      system_->complete_velocity(system_.get(), 0, q.data(), u.data());
      return u;
    };
    auto const origin = completed(std::vector<double>(n_));
    auto const independent = independent_velocities(system_);
    std::vector<std::vector<double>> chart;
    for (int i = 0; i < n_; ++i)
      if (independent[i]) chart.push_back(sum(completed(unit_vector<double>(n_, i)), -1., origin));
    int const k = static_cast<int>(chart.size());
    DenseMatrix<double> gram(k);
    for (int a = 0; a < k; ++a)
      for (int b = 0; b < k; ++b) gram(a, b) = product(chart[a], G, chart[b]);
    double const density =
        system_->density ? system_->density(system_.get(), q.data(), v.data()) : 1;
    return density / std::sqrt(determinant(gram));
  }

 private:
  System<double> const& system_;
  int n_;
};

}  // namespace

double volume_defect(SharedProblem const& problem, StepTable<double> const& table,
                     MethodCard const& card, RunSpec const& spec) {
  auto const resolved = resolve<double>(problem, spec.setting);
  auto const& system = resolved.system;
  Stepper<double> stepper(table, card, spec.options, system, rule_of<double>(spec));
  AllowedVelocities const allowed(system);
  double const h = static_cast<double>(spec.step), d = 1e-3;
  int const n = system->dof, k = 2 * n - system->constraints;
  using Point = FlatPoint<double>;
  auto const stepped = [&](Point const& z) {
    stepper.set_point(z.q.data(), z.v.data(), h);
    Point next = z;
    if (stepper.step(h) == Outcome::ok)
      stepper.point(next.q.data(), next.v.data());
    else
      for (auto* part : {&next.q, &next.v})
        std::fill(part->begin(), part->end(), std::numeric_limits<double>::quiet_NaN());
    return next;
  };
  Point const z0{resolved.q, allowed.nearest(resolved.q, resolved.v)};
  auto const metric = allowed.metric(z0.q);
  auto const directions = allowed.directions(z0.q, metric);
  // z0 moved by s along coordinate j.
  auto const moved = [&](int j, double s) -> Point {
    if (j >= n) return {z0.q, sum(z0.v, s, directions[j - n])};
    Point z = z0;
    system->moved(system.get(), z0.q.data(), unit_vector(n, j, s).data(), z.q.data());
    return {z.q, allowed.nearest(z.q, z0.v)};
  };
  auto const z1 = stepped(z0);
  auto const metric1 = allowed.metric(z1.q);
  auto const directions1 = allowed.directions(z1.q, metric1);
  auto const coordinates = [&](Point const& z) {
    std::vector<double> x(n);
    system->difference(system.get(), z1.q.data(), z.q.data(), x.data());
    auto const momentum = times(n, n, metric1.data(), sum(z.v, -1., z1.v).data());
    for (auto const& direction : directions1)
      x.push_back(dot(n, direction.data(), momentum.data()));
    return x;
  };
  DenseMatrix<double> D(k);
  for (int j = 0; j < k; ++j) {
    auto const difference = [&](double s) {
      return sum(coordinates(stepped(moved(j, s))), -1., coordinates(stepped(moved(j, -s))));
    };
    auto const near = difference(d), far = difference(2 * d);
    for (int i = 0; i < k; ++i) D(j, i) = 1 / (12 * d) * (8 * near[i] - far[i]);
  }
  double const ratio = allowed.density(z1.q, z1.v, metric1) / allowed.density(z0.q, z0.v, metric);
  return std::abs(determinant(D)) * ratio - 1;
}

namespace {

/// Divergence of rho times the motion, over rho(q, v).
using Density = std::function<Quad(System<Quad> const&, std::vector<Quad> const& q,
                                   std::vector<Quad> const& v)>;
double weighted_divergence(SharedProblem const& problem, Setting const& setting,
                           Density const& rho) {
  auto const z = resolve<Quad>(problem, setting);
  auto const& system = z.system;
  void const* const self = system.get();
  int const n = system->dof;
  Quad const step = 1e-11_quad;  // truncation ~ step^2, rounding ~ 1e-34/step

  // Component i of rho times the motion, at z moved by s along direction i of q or of u.
  auto const moved_q = [&](int i, Quad s) {
    auto q = z.q, v = z.v;
    system->moved(system.get(), z.q.data(), unit_vector(n, i, s).data(), q.data());
    system->complete_velocity(self, 0, q.data(), v.data());
    return Quad(rho(system, q, v) * v[i]);
  };
  auto const moved_u = [&](int i, Quad s) {
    auto v = z.v;
    v[i] += s;
    system->complete_velocity(self, 0, z.q.data(), v.data());
    std::vector<Quad> qdot(system->size), vdot(n), multipliers(system->constraints);
    system->motion(self, 0, z.q.data(), v.data(), qdot.data(), vdot.data(), multipliers.data());
    return Quad(rho(system, z.q, v) * vdot[i]);
  };
  auto const independent = independent_velocities(system);
  Quad total = 0;
  for (int i = 0; i < n; ++i) {
    total += (moved_q(i, step) - moved_q(i, -step)) / (2 * step);
    if (independent[i]) total += (moved_u(i, step) - moved_u(i, -step)) / (2 * step);
  }
  return static_cast<double>(total / rho(system, z.q, z.v));
}

Quad riemannian_density(System<Quad> const& system, std::vector<Quad> const& q,
                        std::vector<Quad> const& v) {
  int const n = system->dof;
  DenseMatrix<Quad> M(n);
  system->metric(system.get(), 0, q.data(), M.entries.data());
  auto const independent = independent_velocities(system);
  std::vector<std::vector<Quad>> E;  // allowed velocities
  for (int i = 0; i < n; ++i) {
    if (!independent[i]) continue;
    auto more = v, less = v;  // affine in u: the difference is exact
    more[i] += 1;
    less[i] -= 1;
    system->complete_velocity(system.get(), 0, q.data(), more.data());
    system->complete_velocity(system.get(), 0, q.data(), less.data());
    auto row = sum(more, Quad(-1), less);
    for (Quad& x : row) x = Quad(0.5) * x;
    E.push_back(std::move(row));
  }
  int const k = static_cast<int>(E.size());
  DenseMatrix<Quad> reduced(k);
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < k; ++j)
      reduced(i, j) = dot(n, E[i].data(), times(n, n, M.entries.data(), E[j].data()).data());
  return sqrt(determinant(M) * determinant(reduced));
}

}  // namespace

double divergence(SharedProblem const& problem, Setting const& setting) {
  return weighted_divergence(problem, setting,
                             [](auto const&, auto const&, auto const&) { return Quad(1); });
}
double measure_defect(SharedProblem const& problem, Setting const& setting) {
  return weighted_divergence(problem, setting,
                             [](auto const& system, auto const& q, auto const& v) {
                               return system->density(system.get(), q.data(), v.data());
                             });
}
double riemannian_divergence(SharedProblem const& problem, Setting const& setting) {
  return weighted_divergence(problem, setting, riemannian_density);
}

}  // namespace rattleback
