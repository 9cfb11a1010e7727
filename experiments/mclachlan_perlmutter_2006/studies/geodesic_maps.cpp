
#include <stdexcept>

#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/geodesics.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/instances.hpp"
#include "experiments/measure/orders.hpp"
#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::mclachlan_perlmutter_2006::geodesic_maps_study {

namespace {

Quad const h = 0.1_quad;

QuadJet potential(JetVector const& q) { return q[2] + q[0] * q[1] / 2 + q[3] * q[3] / 2; }

using GeodesicMap = Tangent (*)(JetVector const&, JetVector const&, Quad);

/// Section 4 on S^2 x R: L_d = h L o phi, C_d = (A o phi)^-1(0), A_d = A.
struct Method {
  GeodesicMap phi;
  OneForm A;
  Quad h;

  QuadJet lagrangian(JetVector const& q0, JetVector const& q1) const {
    auto const v = phi(q0, q1, h);
    return h * (v.vector.squaredNorm() / 2 - potential(v.point));
  }
  QuadJet constraint(JetVector const& q0, JetVector const& q1) const {
    auto const v = phi(q0, q1, h);
    return h * (A(v.point) * v.vector)[0];
  }
  /// Components in the frame of a basis of C_q, one vector per column.
  Matrix distribution(Vector const& q) const {
    JetVector const at = q.cast<QuadJet>();
    return theory::kernel(theory::values(A(at) * frame(at)));
  }
  /// D_2 L_d(q0, q1) on the basis of C_(q1).
  Vector momentum(Vector const& q0, Vector const& q1) const {
    JetVector const first = q0.cast<QuadJet>(), last = q1.cast<QuadJet>();
    Matrix const slope = derivative_at_0(
        3, [&](JetVector const& x) { return JetVector{{lagrangian(first, moved(last, x))}}; });
    return (slope * distribution(q1)).transpose();
  }
  /// The q1 near q0 with (q0, q1) in C_d and -D_1 L_d(q0, q1) = p on the basis of C_(q0), by
  /// Newton's method. Throws std::runtime_error if the iteration does not converge.
  Vector next(Vector const& q0, Vector const& p) const {
    JetVector const base = q0.cast<QuadJet>();
    Matrix const basis = distribution(q0);
    Vector x = Vector::Zero(3), residual(3);
    Matrix slope(3, 3);
    for (int iteration = 0; iteration < 40; ++iteration) {
      for (long j = 0; j < 3; ++j) {
        // q0 moves with s along the basis, q1 with t along component j.
        JetVector at = x.cast<QuadJet>();
        at[j] += QuadJet(0, 0, 1, 0);
        JetVector const q1 = moved(base, at);
        auto const phi = constraint(base, q1);
        residual[0] = phi.value;
        slope(0, j) = phi.t;
        for (long i = 0; i < 2; ++i) {
          auto const L =
              lagrangian(moved(base, theory::jets<Quad>(Vector::Zero(3), basis.col(i))), q1);
          residual[1 + i] = -L.s - p[i];
          slope(1 + i, j) = -L.st;
        }
      }
      Vector const change = theory::solution(slope, residual);
      x -= change;
      if (theory::largest_entry(change) < 1e-23)
        return theory::values(moved(base, x.cast<QuadJet>()));
    }
    throw std::runtime_error("Newton's method did not converge on S^2 x R");
  }
  /// (3.9): q2 with D_2 L_d(q0, q1) + D_1 L_d(q1, q2) = 0 on C_(q1) and (q1, q2) in C_d.
  Vector after(Vector const& q0, Vector const& q1) const { return next(q1, momentum(q0, q1)); }
};

Vector start() { return Vector{{0.48_quad, 0.6_quad, 0.64_quad, 0.2_quad}}; }
/// Initial velocity that A annihilates: v minus its part along A.
Vector start_velocity(OneForm A) {
  Vector const q = start();
  Matrix const F = theory::values(frame(q.cast<QuadJet>()));
  Vector const v = F * F.transpose() * Vector{{0.4_quad, 0.3_quad, 0, 0.5_quad}};
  Vector const a = F * F.transpose() * theory::values(A(q.cast<QuadJet>())).transpose();
  return v - a.dot(v) / a.squaredNorm() * a;
}
/// Nodes of `steps` steps; the first step has the initial momentum.
std::vector<Vector> nodes(Method const& method, int steps) {
  Vector const q = start(), v = start_velocity(method.A);
  Matrix const F = theory::values(frame(q.cast<QuadJet>()));
  std::vector<Vector> all{q, method.next(q, (F * method.distribution(q)).transpose() * v)};
  for (int k = 1; k < steps; ++k) all.push_back(method.after(all[k - 1], all[k]));
  return all;
}

/// Exact motion under `contact` up to t = 1, by the classical Runge-Kutta method with many steps.
Eigen::VectorXd exact_end() {
  auto const rate = [](Eigen::VectorXd const& s) {
    Eigen::Vector4d const q = s.head(4), v = s.tail(4);
    Eigen::Vector4d const n(q[0], q[1], q[2], 0), gradient(q[1] / 2, q[0] / 2, 1, q[3]),
        A(0, -q[0], 0, 1);
    // Tangential parts of -grad V, with the curvature of the sphere, and of A.
    Eigen::Vector4d const force = -gradient + gradient.dot(n) * n - v.head(3).squaredNorm() * n;
    Eigen::Vector4d const reaction = A - A.dot(n) * n;
    // d/dt (zdot - n1 n2dot) = 0 determines the multiplier; A is contracted with ambient
    // accelerations.
    double const lambda = (v[0] * v[1] - A.dot(force)) / A.dot(reaction);
    return Eigen::VectorXd(theory::together(v, force + lambda * reaction));
  };
  Eigen::VectorXd s = theory::together(start(), start_velocity(contact)).cast<double>();
  int const steps = 4000;
  double const h = 1.0 / steps;
  for (int k = 0; k < steps; ++k) {
    Eigen::VectorXd const k1 = rate(s), k2 = rate(s + h / 2 * k1), k3 = rate(s + h / 2 * k2),
                          k4 = rate(s + h * k3);
    s += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return s.head(4);
}

struct Map {
  std::string equation, name;
  GeodesicMap phi;
};
std::array<Map, 2> const maps{Map{"(4.6)", "start", geodesic_at_start},
                              Map{"(4.7)", "middle", geodesic_at_middle}};

/// Deviation of q1 from the meridian of q0.
double across(Vector const& q0, Vector const& q1) {
  return double(theory::abs(q1[1] * q0[0] - q1[0] * q0[1]));
}

/// Departure of |n|^2 from 1 at a point (n, z).
double off_sphere(Vector const& q) { return double(theory::abs(q.head(3).squaredNorm() - 1)); }

/// Point, two points on the meridian and on the parallel through it (by random velocities), and
/// another point with the same longitude.
struct LeafInstance {
  Vector q, on_meridian, on_parallel, on_leaf;

  explicit LeafInstance(Random& random) {
    Vector const by = random_vector<Quad>(random, 3, 0.5);
    q = theory::values(moved(start().cast<QuadJet>(), by.cast<QuadJet>()));
    Quad const radius = theory::sqrt(q[0] * q[0] + q[1] * q[1]), speed = random.uniform();
    Vector const north{{-q[2] * q[0] / radius, -q[2] * q[1] / radius, radius}},
        east{{-q[1] / radius, q[0] / radius, 0}}, height = random_vector<Quad>(random, 1);
    auto const end = [&](Vector const& direction) {
      Vector const v = theory::together(speed * direction, height);
      return Vector(theory::values(geodesic({q.cast<QuadJet>(), v.cast<QuadJet>()}, h).point));
    };
    on_meridian = end(north);
    on_parallel = end(east);
    Quad const latitude = random.uniform();
    on_leaf = Vector{{theory::cos(latitude) * q[0] / radius, theory::cos(latitude) * q[1] / radius,
                      theory::sin(latitude), Quad(random.uniform())}};
  }
  /// A of the velocity that (4.6) assigns to the pair on the leaf, relative to that velocity, or
  /// off_sphere() of its second point.
  double off_manifold() const {
    JetVector const at = q.cast<QuadJet>();
    Vector const v = theory::values(geodesic_at_start(at, on_leaf.cast<QuadJet>(), h).vector);
    return larger_or_nan(
        theory::largest_entry(theory::values(meridians(at)) * v) / theory::largest_entry(v),
        off_sphere(on_leaf));
  }
};
/// Largest component of phi(q0, q1) + phi(q1, q0), and distance of the base points.
double oddness(FiniteDifferenceMap const& phi, JetVector const& q0, JetVector const& q1) {
  auto const there = phi(q0, q1), back = phi(q1, q0);
  return larger_or_nan(theory::largest_entry(theory::values(there.vector + back.vector)),
                       theory::largest_entry(theory::values(there.point - back.point)));
}
/// Tests (4.7) by its definition, the geodesic from q0 after the time h/2: geodesic_at_middle() is
/// a formula that is symmetric in its points.
void oddness_of_middle(Study& study) {
  using Pair = std::pair<JetVector, JetVector>;
  auto const draw = [](Random& random) -> Pair {
    auto const from = [&](JetVector const& q) {
      return moved(q, random_vector<Quad>(random, 3, 0.5).cast<QuadJet>());
    };
    JetVector const q0 = from(start().cast<QuadJet>());
    return {q0, from(q0)};
  };
  auto const after = [](Quad t) {
    return [t](Pair const& pair) {
      return oddness([t](JetVector const& a,
                         JetVector const& b) { return geodesic(geodesic_at_start(a, b, h), t); },
                     pair.first, pair.second);
    };
  };
  study.over(20, draw,
             {{"S/odd (4.7)", "as printed", after(h / 2)},
              {"S/odd (4.7)", "velocity at the start", after(0), true},
              {"S/odd (4.7)", "a third of the geodesic", after(h / 3), true}});
}
/// Compares C_d of (4.6) with the set of pairs of points on one leaf, in both directions.
void pairs_of_leaves(Study& study) {
  auto const draw = [](Random& random) { return LeafInstance(random); };
  auto const over = [&](std::string const& instance, InstanceRow<LeafInstance> const& row) {
    study.over(20, draw, {row}, 0x1p-52, instance);
  };
  over("$C_d$ in the leaves", {"S/proposition 8", "as printed", [](LeafInstance const& at) {
                                 return larger_or_nan(across(at.q, at.on_meridian),
                                                      off_sphere(at.on_meridian));
                               }});
  over("leaves in $C_d$", {"S/proposition 8", "as printed", &LeafInstance::off_manifold});
  over("", {"S/proposition 8", "leaves that are not geodesic",
            [](LeafInstance const& at) { return double(theory::abs(at.on_parallel[2] - at.q[2])); },
            true});
}

}  // namespace

void geodesic_maps(Study& study) {
  auto const exact = exact_end();
  std::vector<int> const counts =
      study.quick ? std::vector<int>{5, 10, 20, 40} : std::vector<int>{5, 10, 20, 40, 80};
  for (auto const& [equation, name, phi] : maps) {
    Method const method{phi, contact, h};
    auto const path = nodes(method, 2);
    JetVector const q0 = path[0].cast<QuadJet>(), q1 = path[1].cast<QuadJet>();
    double const odd = oddness(
        [phi = phi](JetVector const& a, JetVector const& b) { return phi(a, b, h); }, q0, q1);
    // The method must map the pair (q2, q1) to (q1, q0).
    double const irreversible = theory::distance(method.after(path[2], path[1]), path[0]);
    if (name == "start") {
      study.measure("S/odd (4.6)", "map", {odd});
      study.measure("S/odd (4.6)", "method", {irreversible});
      study.control("S/reversible (4.7)", "velocity at the start", {irreversible});
    } else {
      study.measure("S/reversible (4.7)", {irreversible});
      study.control("S/odd (4.6)", "velocity at the middle", {odd});
      study.control("S/odd (4.6)", "method with the velocity at the middle", {irreversible});
    }
    auto& table = study.table("orders_" + name, {"h", "error"});
    std::vector<double> steps, errors;
    for (int n : counts) {
      Vector const end = nodes({phi, contact, Quad(1) / n}, n).back();
      double const error = theory::distance(end.cast<double>(), exact);
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
    }
    int const n = study.quick ? 20 : 60;
    auto& leaves = study.table("leaves_" + name, {"t", "longitude", "latitude"});
    auto const on_meridian = nodes({phi, meridians, h}, n),
               on_parallel = nodes({phi, parallels, h}, n);
    for (std::size_t k = 0; k < on_meridian.size(); ++k) {
      double const off = double(theory::abs(on_parallel[k][2] - start()[2]));
      leaves.add({0.1 * double(k), across(start(), on_meridian[k]), off});
    }
    study.progress(name == "start" ? 0.5 : 1);
  }
  pairs_of_leaves(study);
  oddness_of_middle(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::geodesic_maps_study
