#include <fmt/format.h>

#include <cmath>

#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/geodesics.hpp"
#include "experiments/measure/orders.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

Q potential(Numbers const& q) { return q[2] + q[0] * q[1] / 2 + q[3] * q[3] / 2; }
std::array<double, 4> potential_gradient(std::array<double, 4> const& q) {
  return {q[1] / 2, q[0] / 2, 1, q[3]};
}

/// Section 4: L_d = h L o phi, C_d = (A o phi)^-1(0), A_d = A.
DiscreteSystem method(FiniteDifferenceMap phi, OneForm A, Q h) {
  auto const first = [](Arrow const& g) { return part(g, 0, 4); };
  auto const second = [](Arrow const& g) { return part(g, 4, 4); };
  return {
      "S^2 x R",
      3,
      [=](Arrow const& g) {
        auto const v = phi(first(g), second(g), h);
        return h * (dot(v.vector, v.vector) / 2 - potential(v.point));
      },
      [=](Arrow const& g) {
        auto const v = phi(first(g), second(g), h);
        return Numbers{h * dot(A(v.point), v.vector)};
      },
      [=](Numbers const& q) {
        auto const [f1, f2] = frame(part(q, 0, 3));
        auto const a = A(q);
        Numbers const form{dot(part(a, 0, 3), f1), dot(part(a, 0, 3), f2), a[3]};
        return null_space(
            3, [&](Numbers const& eta, int) { return dot(form, eta); }, 1);
      },
      first,
      second,
      [](Numbers const& q) { return together(q, q); },
      [=](Arrow const& g) { return together(second(g), first(g)); },
      [=](Arrow const& g, Numbers const& eta) { return together(first(g), moved(second(g), eta)); },
      [=](Arrow const& g, Numbers const& eta) {
        return together(moved(first(g), eta), second(g));
      }};
}

Numbers start() { return {0.48Q, 0.6Q, 0.64Q, 0.2Q}; }
/// A velocity at the start that A annihilates: v less its part along A.
Numbers start_velocity(OneForm A) {
  auto const q = start(), n = part(q, 0, 3);
  Numbers v{0.4Q, 0.3Q, 0, 0.5Q};
  auto const on_sphere = [&](Numbers const& a) {
    return together(sum(part(a, 0, 3), times(-dot(part(a, 0, 3), n), n)), {a[3]});
  };
  v = on_sphere(v);
  auto const a = on_sphere(A(q));
  return sum(v, times(-dot(a, v) / dot(a, a), a));
}
/// The first arrow, with the momentum of the start: F^- = v there.
Arrow first_arrow(DiscreteSystem const& s, OneForm A) {
  auto const q = start(), v = start_velocity(A);
  auto const [f1, f2] = frame(part(q, 0, 3));
  Numbers p;
  for (auto const& d : s.distribution(q))
    p.push_back(d[0] * dot(f1, part(v, 0, 3)) + d[1] * dot(f2, part(v, 0, 3)) + d[2] * v[3]);
  return arrow_of_momentum(s, q, p);
}
std::vector<Numbers> nodes(DiscreteSystem const& s, OneForm A, int steps) {
  auto g = first_arrow(s, A);
  std::vector<Numbers> all{s.source(g), s.target(g)};
  for (int k = 1; k < steps; ++k) all.push_back(s.target(g = evolved(s, g)));
  return all;
}

/// The exact motion under `contact` up to t = 1, by classical Runge-Kutta with many steps.
std::array<double, 4> exact_end() {
  using State = std::array<double, 8>;
  auto const rate = [](State const& s) {
    std::array<double, 4> const q{s[0], s[1], s[2], s[3]};
    double const speed = s[4] * s[4] + s[5] * s[5] + s[6] * s[6];
    auto const gradient = potential_gradient(q);
    // Tangential parts of -grad V and of A.
    std::array<double, 4> force, A{0, -q[0], 0, 1};
    double along = 0, A_along = 0;
    for (std::size_t i = 0; i < 3; ++i) along += gradient[i] * q[i], A_along += A[i] * q[i];
    for (std::size_t i = 0; i < 3; ++i) {
      force[i] = -gradient[i] + along * q[i] - speed * q[i];
      A[i] -= A_along * q[i];
    }
    force[3] = -gradient[3];
    // d/dt (zdot - n1 n2dot) = 0 fixes the multiplier; A is contracted with ambient accelerations.
    double const lambda = (s[4] * s[5] - (force[3] - q[0] * force[1])) / (A[3] - q[0] * A[1]);
    State d;
    for (std::size_t i = 0; i < 4; ++i) d[i] = s[i + 4], d[i + 4] = force[i] + lambda * A[i];
    return d;
  };
  State s;
  auto const q = start(), v = start_velocity(contact);
  for (std::size_t i = 0; i < 4; ++i) s[i] = double(q[i]), s[i + 4] = double(v[i]);
  int const steps = 4000;
  double const h = 1.0 / steps;
  for (int k = 0; k < steps; ++k) {
    auto const shifted = [&](State const& d, double c) {
      State to = s;
      for (std::size_t i = 0; i < 8; ++i) to[i] += c * d[i];
      return to;
    };
    auto const k1 = rate(s), k2 = rate(shifted(k1, h / 2)), k3 = rate(shifted(k2, h / 2)),
               k4 = rate(shifted(k3, h));
    for (std::size_t i = 0; i < 8; ++i) s[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return {s[0], s[1], s[2], s[3]};
}

struct Map {
  std::string equation, name;
  FiniteDifferenceMap phi;
};
std::array<Map, 2> const maps{Map{"(4.6)", "start", geodesic_at_start},
                              Map{"(4.7)", "middle", geodesic_at_middle}};

/// Departure of q1 from the meridian of q0.
double across(Numbers const& q0, Numbers const& q1) {
  return double(absolute(q1[1] * q0[0] - q1[0] * q0[1]));
}

/// C_d of (4.6) against pairs of points on one leaf, both ways.
void pairs_of_leaves(Study& study) {
  Q const h = 0.1Q;
  RandomNumbers random;
  double off_leaf = 0, off_manifold = 0, off_parallel = 0;
  int const pairs = 20;
  for (int i = 0; i < pairs; ++i) {
    // A velocity along the meridian through q and along R.
    auto const q = moved(start(), random(3, 0.5Q)), n = part(q, 0, 3);
    Q const radius = sqrtq(n[0] * n[0] + n[1] * n[1]), speed = random();
    Numbers const north{-n[2] * n[0] / radius, -n[2] * n[1] / radius, radius};
    auto const q1 = geodesic({q, together(times(speed, north), {random()})}, h).point;
    off_leaf = larger_or_nan(off_leaf, across(q, q1));
    // The same along the parallel of q, which is not totally geodesic.
    auto const east = together(times(speed / radius, Numbers{-n[1], n[0], 0}), {random()});
    off_parallel =
        larger_or_nan(off_parallel, double(absolute(geodesic({q, east}, h).point[2] - q[2])));
    // Another latitude and height at the same longitude.
    Q const latitude = random();
    Numbers const on_leaf{cosq(latitude) * n[0] / radius, cosq(latitude) * n[1] / radius,
                          sinq(latitude), random()};
    auto const v = geodesic_at_start(q, on_leaf, h);
    off_manifold = larger_or_nan(off_manifold,
                                 double(absolute(dot(meridians(q), v.vector)) / largest(v.vector)));
  }
  study.measure("S/proposition 8", "as printed", "C_d in the leaves", {off_leaf});
  study.measure("S/proposition 8", "as printed", "leaves in C_d", {off_manifold});
  study.control("S/proposition 8", "leaves that are not geodesic", {off_parallel});
}

}  // namespace

void geodesic_maps(Study& study) {
  Q const h = 0.1Q;
  auto const exact = exact_end();
  std::vector<int> const counts =
      study.quick ? std::vector<int>{5, 10, 20, 40} : std::vector<int>{5, 10, 20, 40, 80};
  for (auto const& [equation, name, phi] : maps) {
    auto const s = method(phi, contact, h);
    auto const g = first_arrow(s, contact);
    auto const there = phi(s.source(g), s.target(g), h), back = phi(s.target(g), s.source(g), h);
    double const odd = larger_or_nan(double(largest(sum(there.vector, back.vector))),
                                     distance(there.point, back.point));
    double const irreversible = reversibility_of_map(s, g);
    if (name == "start") {
      study.measure("S/odd (4.6)", "map", {odd});
      study.measure("S/odd (4.6)", "method", {irreversible});
      study.control("S/odd (4.7)", "velocity at the start", {odd});
      study.control("S/reversible (4.7)", "velocity at the start", {irreversible});
    } else {
      study.measure("S/odd (4.7)", {odd});
      study.measure("S/reversible (4.7)", {irreversible});
      study.control("S/odd (4.6)", "velocity at the middle", {odd});
      study.control("S/odd (4.6)", "method with the velocity at the middle", {irreversible});
    }
    auto& table = study.table("orders_" + name, {"h", "error"});
    std::vector<double> steps, errors;
    for (int n : counts) {
      auto const end = nodes(method(phi, contact, Q(1) / n), contact, n).back();
      double error = 0;
      for (std::size_t i = 0; i < 4; ++i)
        error = larger_or_nan(error, std::abs(double(end[i]) - exact[i]));
      steps.push_back(1.0 / n);
      errors.push_back(error);
      table.add({steps.back(), error});
    }
    double const order = order_of(steps, errors, 1);
    Measured const measured{.value = order, .details = {{"error at the last step", errors.back()}}};
    if (name == "middle") {
      study.measure("S/order (4.7)", measured);
    } else {
      study.control("S/order (4.7)", "velocity at the start", measured);
      study.find("S/order (4.6)", order,
                 fmt::format("slope {:.3f}, error {:.1e} at h = 1/{}", order, errors.back(),
                             counts.back()));
    }
    int const n = study.quick ? 20 : 60;
    auto& leaves = study.table("leaves_" + name, {"t", "longitude", "latitude"});
    auto const on_meridian = nodes(method(phi, meridians, h), meridians, n);
    auto const on_parallel = nodes(method(phi, parallels, h), parallels, n);
    double latitude = 0;
    for (std::size_t k = 0; k < on_meridian.size(); ++k) {
      double const off = double(absolute(on_parallel[k][2] - start()[2]));
      latitude = larger_or_nan(latitude, off);
      leaves.add({0.1 * double(k), across(start(), on_meridian[k]), off});
    }
    if (name == "middle")
      study.find("S/other leaves (4.7)", latitude,
                 fmt::format("departure from the parallel over {} steps: {:.1e}", n, latitude));
    study.progress(name == "start" ? 0.5 : 1);
  }
  pairs_of_leaves(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
