#include "experiments/core/experiment.hpp"
#include "experiments/core/words.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/difference_maps.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/exact_motion.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

int const trials = 20;

/// What is counted or measured of one map.
struct Properties {
  int leaf_rank = 0, transverse = 0, submersion = 0, images = 0;  // counterexamples
  double diagonal = 0, leaf_tangents = 0, lifts = 0, criterion = 0, tangency = 0;
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

    // Proposition 7 at (q, q), and (3.7).
    for (auto const& d : plane) {
      auto const w = map.vector(q, d);
      worsen(p.lifts, double(largest(velocity([&](Q t) {
               auto const pair = map.inverse({q, times(t, w)});
               return map.constraint(pair.first, pair.second);
             }))));
      worsen(p.tangency, double(h * largest(velocity([&](Q t) {
                                  return map.constraint(q, map.moved(q, times(t, d)));
                                }))));
    }
    auto const eta = random(map.n);
    auto const to = [&](Q t) { return map.moved(q, times(t, eta)); };
    auto const slope = velocity([&](Q t) { return map.constraint(q, to(t)); });
    auto const fibre = velocity([&](Q t) { return map.phi(q, to(t)).vector; });
    for (std::size_t j = 0; j < forms.size(); ++j)
      worsen(p.criterion, double(absolute(slope[j] - dot(forms[j], fibre))));
  }
  return p;
}

void foliations(Study& study) {
  for (auto const& map : difference_maps()) {
    auto const p = properties_of(map);
    auto const count = [&](std::string const& id, int counterexamples, std::string const& what) {
      study.measure(id, "as printed", map.name,
                    measured(double(counterexamples), "{} of {} random points of {} at which {}",
                             counterexamples, trials, map.name, what));
    };
    auto const residual = [&](std::string const& id, std::string const& reading, double value,
                              std::string const& what) {
      study.measure(id, reading, map.name,
                    measured(value, "{}, {}: {:.1e}", what, map.name, value));
    };
    count("E13", p.leaf_rank, "the leaf's dimension is not n");
    residual("S/proposition 5 (i)", "as printed", p.diagonal,
             "phi(q-bar, q-bar) less the zero vector over q-bar, and phi(phi^-1(v)) less v");
    count("S/proposition 5 (ii)", p.transverse, "leaf and diagonal do not span 2n dimensions");
    residual("S/proposition 5 (iii)", "as printed", p.leaf_tangents,
             "derivative of phi along a leaf less the vertical vector");
    count("S/proposition 6", p.submersion, "the derivative of A o phi has not the rank n - k");
    count("C46", p.images, "the image of C_q has not the dimension k or leaves C_d");
    residual("S/proposition 7 (i)", "as printed", p.lifts,
             "derivative of A o phi along the images of vertical lifts of C_q");
    residual("S/proposition 7 (ii)", "as printed", p.criterion,
             "derivative of A o phi along (0, v) less A of the fibre part");
    residual("C41", "examples of integrators", p.tangency,
             "h times the derivative of A o phi along (0, v), v in C_q");
  }
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
  auto const w = solved<2>(Vector2(0, 0), [&](Vector2 const& x) -> Vector3 {
    return fibre.motion(x).end() - fibre.base;
  });
  auto const tangents = fibre.tangents(w);
  Vector3 const row(1, 0, fibre.base[1]);
  Vector3 const normal = tangents.col(0).cross(tangents.col(1)).normalized();
  return static_cast<double>(normal.cross(row.normalized()).norm());
}

void tangency(Study& study) {
  double const rotations = rotation_group_defect(), tilt = exact_constraint_tilt();
  study.measure(
      "C41", "examples of integrators", "section 6 on SO(3)",
      measured(rotations,
               "derivative of the function of c_d at 1 along xi less mu(xi), SO(3): {:.1e}",
               rotations));
  study.measure("C41", "with the exact C_d",
                measured(tilt,
                         "sine of the angle between C_q and the tangents (0, v) of the exact "
                         "C_d at (q, q), contact oscillator, h = 0.3: {:.2e}",
                         tilt));
  RandomNumbers random;
  for (std::size_t i : {0u, 3u}) {
    auto const& system = natural_systems()[i];
    double worst = 0;
    for (int trial = 0; trial < trials; ++trial) {
      auto const q = random(system.n);
      auto const v = random.in_distribution(system, q);
      auto const rate =
          velocity([&](Q t) { return system.constraint(sum(q, times(t / 2, v)), times(t, v)); });
      worst = larger_or_nan(worst, double(largest(rate)));
    }
    study.measure(
        "C60", "as printed", system.name,
        measured(worst, "derivative of the function of (4.19) along (0, v), v in C_q, {}: {:.1e}",
                 system.name, worst));
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
  study.measure("C40", measured(double(wrong),
                                "{} of {} random pairs on concentric spheres in R^3 and R^4 "
                                "with another dimension than n + k",
                                wrong, 2 * trials));

  // phi = (u_0, (u_1 - u_0)/h) in spherical coordinates u, with q . dq and a contact form beside.
  auto const drift = [&](int n, bool contact_too) {
    double worst = 0;
    for (int trial = 0; trial < trials; ++trial) {
      auto const u = random_coordinates(random, n);
      auto const q = spherical(u);
      Rows forms(1 + contact_too);
      for (std::size_t i = 0; i < std::size_t(n); ++i)
        forms[0].push_back(dot(q, velocity([&](Q t) {
                                 auto at = u;
                                 at[i] += t;
                                 return spherical(at);
                               })));
      if (contact_too) forms[1] = {0, 1, 0, u[2]};
      auto const basis = null_space(
          n, [&](Numbers const& v, int row) { return dot(forms[std::size_t(row)], v); },
          int(forms.size()));
      auto v = times(random(), basis.front());
      for (std::size_t i = 1; i < basis.size(); ++i) v = sum(v, times(random(), basis[i]));
      auto const q1 = spherical(sum(u, times(h, v)));
      worst = larger_or_nan(worst, double(absolute(sqrtq(dot(q1, q1)) - sqrtq(dot(q, q)))));
    }
    return worst;
  };
  double const flat = drift(3, false), partial = drift(4, true);
  study.measure(
      "C47",
      measured(flat,
               "change of |q| between the points of {} random pairs of C_d, spheres in R^3: {:.1e}",
               trials, flat));
  study.measure(
      "C48", measured(partial, "the same in R^4 with a contact form as second constraint: {:.1e}",
                      partial));
}

void affine_changes(Study& study) {
  RandomNumbers random;
  double worst = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Rows matrix{random(3), random(3), random(3)};
    auto const shift = random(3), q0 = random(3), q1 = random(3);
    auto const linear = [&](Numbers const& v) {
      return Numbers{dot(matrix[0], v), dot(matrix[1], v), dot(matrix[2], v)};
    };
    auto const map = euclidean(natural_systems()[0], Node::middle);
    auto const before = map.phi(q0, q1);
    auto const after = map.phi(sum(linear(q0), shift), sum(linear(q1), shift));
    worst =
        larger_or_nan(worst, larger_or_nan(distance(after.point, sum(linear(before.point), shift)),
                                           distance(after.vector, linear(before.vector)) / 10));
  }
  study.measure("C52", measured(worst,
                                "phi of transformed points less the transformed phi, {} random "
                                "affine maps of R^3: {:.1e}",
                                trials, worst));
  // x^2 - y = 0 is q^T S q + 2 b . q = 0; a translation by t makes the linear part 2 (b + S t).
  Eigen::Matrix2d S;
  S << 1, 0, 0, 0;
  Eigen::Vector2d const b(0, -0.5);
  double const rest = (b - S * S.colPivHouseholderQr().solve(b)).norm();
  study.measure(
      "E15",
      measured(2 * rest, "linear part that every translation leaves of y = x^2: {:.2g}", 2 * rest));
  // Dimensions of the two products and of V(TQ), whose fibre over a vector is n-dimensional.
  int const n = 3, tensor = n + n * n, fibre_sum = n + 2 * n, vertical = 2 * n + n;
  study.measure(
      "C45", "tensor product",
      measured(double(tensor - vertical), "n + n^2 = {} against {}, n = {}", tensor, vertical, n));
  study.measure("C45", "fibre sum",
                measured(double(fibre_sum - vertical), "n + 2n = {} against {}, n = {}", fibre_sum,
                         vertical, n));
}

}  // namespace

void finite_difference_maps(Study& study) {
  foliations(study);
  study.progress(0.7);
  tangency(study);
  integrable(study);
  affine_changes(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
