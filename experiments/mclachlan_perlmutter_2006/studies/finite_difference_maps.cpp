#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/difference_maps.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/exact_motion.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

int const trials = 20;

/// What is counted or measured of one map.
struct Properties {
  int leaf_rank = 0, transverse = 0, submersion = 0, images = 0;  // counterexamples
  double diagonal = 0, leaf_tangents = 0, lifts = 0, criterion = 0, tangency = 0;
  double lifts_off = 0, base_part = 0, tangency_off = 0;  // of the controls
};

Properties properties_of(DifferenceMap const& map) {
  RandomNumbers random;
  Properties p;
  auto const worsen = [](double& worst, double x) { worst = larger_or_nan(worst, x); };
  auto const in_leaf = [&](Numbers const& q, Numbers const& v, Numbers const& w) {
    return velocity([&](Q t) { return map.pair({q, sum(v, times(t, w))}); });
  };
  for (int trial = 0; trial < trials; ++trial) {
    auto const q = map.point(random);
    auto const v = map.vector(q, random(map.n)), none = times(0, v);
    auto const [q0, q1] = map.inverse({q, v});
    auto const basis = map.frame(q);

    // Definition 7 and proposition 5.
    Rows leaf, at_diagonal, diagonal;
    for (auto const& e : basis) {
      leaf.push_back(in_leaf(q, v, e));
      at_diagonal.push_back(in_leaf(q, none, e));
      diagonal.push_back(together(e, e));
      // Base point of phi along the leaf, and its vector: (0, e).
      auto const lifted = velocity([&](Q t) {
        auto const pair = map.inverse({q, sum(v, times(t, e))});
        return joined(map.phi(pair.first, pair.second));
      });
      worsen(p.leaf_tangents, distance(lifted, together(none, e)));
    }
    p.leaf_rank += rank(leaf) != map.n;
    auto const over = map.phi(q0, q1).point;
    worsen(p.diagonal, larger_or_nan(distance(joined(map.phi(over, over)), together(q, none)),
                                     distance(joined(map.phi(q0, q1)), together(q, v))));
    at_diagonal.insert(at_diagonal.end(), diagonal.begin(), diagonal.end());
    p.transverse += rank(at_diagonal) != 2 * map.n;

    // Proposition 6 at a pair of C_d, and the leaves of C_d.
    auto const plane = map.distribution(q);
    auto const admissible = map.vector(q, times(random(), plane.front()));
    auto const on_manifold = map.inverse({q, admissible});
    auto const forms = map.forms(q);
    Rows gradient(forms.size(), Numbers{}), image;
    for (auto const& e : unit_vectors(map.n)) {
      auto const by_first = velocity([&](Q t) {
        return map.constraint(map.moved(on_manifold.first, times(t, e)), on_manifold.second);
      });
      auto const by_second = velocity([&](Q t) {
        return map.constraint(on_manifold.first, map.moved(on_manifold.second, times(t, e)));
      });
      for (std::size_t j = 0; j < forms.size(); ++j) {
        gradient[j].push_back(by_first[j]);
        gradient[j].push_back(by_second[j]);
      }
    }
    p.submersion += rank(gradient) != int(forms.size());
    for (auto const& d : plane) image.push_back(in_leaf(q, admissible, map.vector(q, d)));
    bool const inside = largest(map.constraint(on_manifold.first, on_manifold.second)) < 1e-25Q;
    p.images += rank(image) != map.n - int(forms.size()) || !inside;

    // Proposition 7 at (q, q), and (3.7); `eta` is not in C_q.
    auto const eta = random(map.n);
    auto const along_lift = [&](Numbers const& d) {
      auto const w = map.vector(q, d);
      return double(largest(velocity([&](Q t) {
        auto const pair = map.inverse({q, times(t, w)});
        return map.constraint(pair.first, pair.second);
      })));
    };
    auto const along = [&](Numbers const& d) {
      return velocity([&](Q t) { return map.constraint(q, map.moved(q, times(t, d))); });
    };
    for (auto const& d : plane) {
      worsen(p.lifts, along_lift(d));
      worsen(p.tangency, double(h * largest(along(d))));
    }
    worsen(p.lifts_off, along_lift(eta));
    auto const slope = along(eta);
    worsen(p.tangency_off, double(h * largest(slope)));
    auto const to = [&](Q t) { return map.moved(q, times(t, eta)); };
    auto const fibre = velocity([&](Q t) { return map.phi(q, to(t)).vector; });
    auto const base = velocity([&](Q t) { return map.phi(q, to(t)).point; });
    for (std::size_t j = 0; j < forms.size(); ++j) {
      worsen(p.criterion, double(absolute(slope[j] - dot(forms[j], fibre))));
      worsen(p.base_part, double(absolute(slope[j] - dot(forms[j], base))));
    }
  }
  return p;
}

/// (4.13) that forgets all components of the vector but one: no diffeomorphism.
DifferenceMap degenerate() {
  auto map = euclidean(natural_systems()[0], Node::middle);
  map.phi = [phi = map.phi](Numbers const& q0, Numbers const& q1) {
    auto v = phi(q0, q1);
    v.vector = {0, v.vector[1], 0};
    return v;
  };
  map.inverse = [inverse = map.inverse](Tangent const& v) {
    return inverse({v.point, {0, v.vector[1], 0}});
  };
  return map;
}

void foliations(Study& study) {
  for (auto const& map : difference_maps()) {
    auto const p = properties_of(map);
    for (auto const& [id, value] : {std::pair{"E13", double(p.leaf_rank)},
                                    {"S/proposition 5 (i)", p.diagonal},
                                    {"S/proposition 5 (ii)", double(p.transverse)},
                                    {"S/proposition 5 (iii)", p.leaf_tangents},
                                    {"S/proposition 6", double(p.submersion)},
                                    {"C46", double(p.images)},
                                    {"S/proposition 7 (i)", p.lifts},
                                    {"S/proposition 7 (ii)", p.criterion}})
      study.measure(id, "as printed", map.name, {value});
    study.measure("C41", "examples of integrators", map.name, {p.tangency});
    study.control("S/proposition 7 (i)", "vectors off C", map.name, {p.lifts_off});
    study.control("S/proposition 7 (ii)", "base part", map.name, {p.base_part});
    study.control("C41", "vectors off C", map.name, {p.tangency_off});
  }
  auto const p = properties_of(degenerate());
  for (auto const& [id, value] : {std::pair{"S/proposition 5 (i)", p.diagonal},
                                  {"S/proposition 5 (ii)", double(p.transverse)},
                                  {"S/proposition 5 (iii)", p.leaf_tangents},
                                  {"S/proposition 6", double(p.submersion)},
                                  {"C46", double(p.images)}})
    study.control(id, "no diffeomorphism", {value});
}

/// (3.7) for the C_d of section 6 on SO(3), which omega J - J omega^T = M defines by mu . (J^-1 M)
/// = 0: its derivative at 1 along xi less mu(xi).
double rotation_group_defect() {
  Numbers const J{1, 2, 3};
  RandomNumbers random;
  double worst = 0;
  for (int trial = 0; trial < trials; ++trial) {
    auto const mu = random(3), xi = random(3);
    Numbers const rate = velocity([&](Q t) {
      auto const omega = rodrigues(times(t / 2, xi));
      Numbers along(1, Q(0));
      // Entries (3,2), (1,3), (2,1) of J^-1 M, whose (a, b) entry is M_ab/(J_a + J_b).
      std::array<std::pair<std::size_t, std::size_t>, 3> const entries{{{2, 1}, {0, 2}, {1, 0}}};
      for (std::size_t i = 0; i < 3; ++i) {
        auto const [a, b] = entries[i];
        Q const M = omega[3 * a + b] * J[b] - J[a] * omega[3 * b + a];
        along[0] += mu[i] * M / (J[a] + J[b]);
      }
      return along;
    });
    worst = larger_or_nan(worst, double(absolute(rate[0] - dot(mu, xi))));
  }
  return worst;
}

/// Sine of the angle between C_q and the tangents of the exact C_d at (q, q).
double exact_constraint_tilt() {
  Fibre const fibre{{}, {0.5, 0.3, -0.4}, 0.3};
  // The motion that is back at q after the time h.
  Vector2 const w = nearest_zero(Vector2(0, 0), [&](VectorX const& x) {
    return VectorX(fibre.motion(x).end() - fibre.base);
  });
  Vector3 const row(1, 0, fibre.base[1]);
  Vector3 const normal = fibre.normal(w);
  return static_cast<double>(normal.cross(row.normalized()).norm());
}

void tangency(Study& study) {
  study.measure("C41", "examples of integrators", "section 6 on SO(3)", {rotation_group_defect()});
  study.measure("C41", "with the exact C_d", {exact_constraint_tilt()});
  RandomNumbers random;
  for (std::size_t i : {0u, 3u}) {
    auto const& system = natural_systems()[i];
    double worst = 0, off = 0;
    for (int trial = 0; trial < trials; ++trial) {
      auto const q = random(system.n);
      auto const slope_along = [&](Numbers const& v) {
        return double(largest(velocity(
            [&](Q t) { return system.constraint(sum(q, times(t / 2, v)), times(t, v)); })));
      };
      worst = larger_or_nan(worst, slope_along(random.in_distribution(system, q)));
      off = larger_or_nan(off, slope_along(unit_vectors(system.n).front()));
    }
    study.control("C60", "vectors off C", system.name, {off});
    study.measure("C60", "as printed", system.name, {worst});
  }
}

/// A point of R^n in spherical coordinates (r, angles).
Numbers spherical(Numbers const& u) {
  Numbers q;
  Q rest = u[0];
  for (std::size_t i = 1; i < u.size(); ++i) {
    q.push_back(rest * sinq(u[i]));
    rest *= cosq(u[i]);
  }
  q.push_back(rest);
  return q;
}
Numbers random_coordinates(RandomNumbers& random, int n) {
  auto u = random(n, 0.7Q);
  u[0] += 1.5Q;
  return u;
}

void integrable(Study& study) {
  RandomNumbers random;
  // Example 1: pairs on one sphere, by radius and both directions.
  int wrong = 0;
  for (int n : {3, 4})
    for (int trial = 0; trial < trials; ++trial) {
      auto const parameters = [&] {
        auto u = random_coordinates(random, n);
        auto const other = random_coordinates(random, n);
        u.insert(u.end(), other.begin() + 1, other.end());
        return u;
      }();
      auto const pair = [&](Numbers const& a) {
        auto second = part(a, std::size_t(n), std::size_t(n - 1));
        second.insert(second.begin(), a[0]);
        return together(spherical(part(a, 0, std::size_t(n))), spherical(second));
      };
      Rows tangents;
      for (std::size_t i = 0; i < parameters.size(); ++i)
        tangents.push_back(velocity([&](Q t) {
          auto at = parameters;
          at[i] += t;
          return pair(at);
        }));
      auto const here = pair(parameters);
      auto const q0 = part(here, 0, std::size_t(n)),
                 q1 = part(here, std::size_t(n), std::size_t(n));
      bool const exchangeable = absolute(dot(q1, q1) - dot(q0, q0)) < 1e-25Q;
      wrong += rank(tangents) != n + (n - 1) || !exchangeable;
    }
  study.measure("C40", {double(wrong)});

  // phi = (u_0, (u_1 - u_0)/h) in coordinates u, with q . dq and a contact form as well.
  auto const drift = [&](int n, bool contact_too, auto const& point) {
    double worst = 0;
    for (int trial = 0; trial < trials; ++trial) {
      auto const u = random_coordinates(random, n);
      auto const q = point(u);
      Rows forms(1 + contact_too);
      for (std::size_t i = 0; i < std::size_t(n); ++i)
        forms[0].push_back(dot(q, velocity([&](Q t) {
                                 auto at = u;
                                 at[i] += t;
                                 return point(at);
                               })));
      if (contact_too) forms[1] = {0, 1, 0, u[2]};
      auto const basis = null_space(
          n, [&](Numbers const& v, int row) { return dot(forms[std::size_t(row)], v); },
          int(forms.size()));
      auto v = times(random(), basis.front());
      for (std::size_t i = 1; i < basis.size(); ++i) v = sum(v, times(random(), basis[i]));
      auto const q1 = point(sum(u, times(h, v)));
      worst = larger_or_nan(worst, double(absolute(sqrtq(dot(q1, q1)) - sqrtq(dot(q, q)))));
    }
    return worst;
  };
  auto const cartesian = [](Numbers const& u) { return u; };
  study.measure("C47", {drift(3, false, spherical)});
  study.control("C47", "Cartesian coordinates", {drift(3, false, cartesian)});
  study.measure("C48", {drift(4, true, spherical)});
  study.control("C48", "Cartesian coordinates", {drift(4, true, cartesian)});
}

/// Largest difference of phi at two transformed points from the transformed phi, for random affine
/// maps of R^3 with `bend` times a square added.
double affine_defect(Q bend) {
  RandomNumbers random;
  auto const map = euclidean(natural_systems()[0], Node::middle);
  double worst = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Rows const matrix{random(3), random(3), random(3)};
    auto const shift = random(3), q0 = random(3), q1 = random(3);
    auto const linear = [&](Numbers const& v) {
      return Numbers{dot(matrix[0], v), dot(matrix[1], v), dot(matrix[2], v)};
    };
    auto const changed = [&](Numbers const& q) {
      return sum(sum(linear(q), shift), {bend * q[0] * q[0], 0, 0});
    };
    auto const before = map.phi(q0, q1), after = map.phi(changed(q0), changed(q1));
    worst = larger_or_nan({worst, distance(after.point, changed(before.point)),
                           distance(after.vector, linear(before.vector)) / 10});
  }
  return worst;
}
/// What every translation leaves of the linear part of q^T S q - y: 2 (b + S t) for one by t.
double linear_rest(Eigen::Matrix2d const& S) {
  Eigen::Vector2d const b(0, -0.5);
  return 2 * (b - S * S.colPivHouseholderQr().solve(b)).norm();
}

void affine_changes(Study& study) {
  study.measure("C52", {affine_defect(0)});
  study.control("C52", "quadratic change", {affine_defect(1)});
  study.measure("E15", {linear_rest(Eigen::Vector2d(1, 0).asDiagonal())});
  study.control("E15", "hyperbola", {linear_rest(Eigen::Vector2d(1, -1).asDiagonal())});
  // Dimensions of the two products and of V(TQ), whose fibre over a vector is n-dimensional.
  int const n = 3, tensor = n + n * n, fibre_sum = n + 2 * n, vertical = 2 * n + n;
  study.measure("C45", "tensor product", {double(tensor - vertical)});
  study.measure("C45", "fibre sum", {double(fibre_sum - vertical)});
  study.control("C45", "product as printed", {double(tensor - vertical)});
}

}  // namespace

void finite_difference_maps(Study& study) {
  study.uses("B3");
  foliations(study);
  study.progress(0.7);
  tangency(study);
  integrable(study);
  affine_changes(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
