#include "experiments/ferraro_jimenez_martin_2015/shared/retractions.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

Quad const h = Quad(1) / 20;
constexpr int steps = 40;

template <int n>
using Covector = Eigen::Matrix<Quad, n, 1>;

// A groupoid of section 8 has arrows with a source and a target, products and inverses of them, and
// curves of arrows from the unit over a point with a velocity in the algebroid. (47) follows from
// these alone.

/// Q x Q over the oscillators' space.
struct PairGroupoid {
  static constexpr int rank = 3;
  struct Arrow {
    Vector3<Quad> from, to;
  };
  Oscillator<Quad> system = Oscillator<Quad>::coupled();
  Scheme scheme = Scheme::a;

  static Arrow composed(Arrow const& g, Arrow const& h_arrow) { return {g.from, h_arrow.to}; }
  static Arrow inverted(Arrow const& g) { return {g.to, g.from}; }
  static Arrow curve(Vector3<Quad> const& q, Covector<3> const& v, Quad e) {
    return {q, q + e * v};
  }
  Quad L(Arrow const& g) const { return system.Ld(g.from, g.to, h, scheme); }
  Matrix3<Quad> metric() const { return system.M; }
  Eigen::Matrix<Quad, 1, 3> rows(Vector3<Quad> const& q) const { return system.mu(q).transpose(); }
};

/// M x M x G with M = R^2 and G = SE(2), for the catalogue's snakeboard: (psi, phi) and (v1, v2,
/// w).
struct SnakeboardGroupoid {
  static constexpr int rank = 5;
  using Shape = Eigen::Matrix<Quad, 2, 1>;
  struct Arrow {
    Shape from, to;
    Matrix3<Quad> W;
  };

  static Arrow composed(Arrow const& g, Arrow const& h_arrow) {
    return {g.from, h_arrow.to, g.W * h_arrow.W};
  }
  static Arrow inverted(Arrow const& g) { return {g.to, g.from, g.W.inverse()}; }
  static Arrow curve(Shape const& q, Covector<5> const& v, Quad e) {
    return {q, q + e * v.head<2>(), retract<Se2>(Tau::exponential, Vector3<Quad>(e * v.tail<3>()))};
  }
  Eigen::Matrix<Quad, 5, 5> metric() const {
    Covector<5> diagonal;
    diagonal << Quad(3) / 10, Quad(1) / 10, 2, 2, Quad(1) / 2;
    return diagonal.asDiagonal();
  }
  /// Of section 7.2 with the Cayley map.
  Quad L(Arrow const& g) const {
    Covector<5> u;
    u << (g.to - g.from) / h, inverse_cayley<Se2>(g.W) / h;
    return h / 2 * u.dot(metric() * u);
  }
  Eigen::Matrix<Quad, 2, 5> rows(Shape const& q) const {
    Quad const c = cosine(q[1]), s = sine(q[1]), r = Quad(1) / 2;
    Eigen::Matrix<Quad, 2, 5> all;
    all << 0, 0, s, -c, r * c, 0, 0, -s, -c, -r * c;
    return all;
  }
};

/// (47) in the standard basis: -v(L_d o r_h o i) and v(L_d o l_g).
template <class Groupoid>
auto minus_transform(Groupoid const& groupoid, typename Groupoid::Arrow const& arrow) {
  Covector<Groupoid::rank> p;
  for (int j = 0; j < Groupoid::rank; ++j)
    p[j] = -derivative([&](Quad e) {
      auto const at = Groupoid::curve(arrow.from, Covector<Groupoid::rank>::Unit(j), e);
      return groupoid.L(Groupoid::composed(Groupoid::inverted(at), arrow));
    });
  return p;
}
template <class Groupoid>
auto plus_transform(Groupoid const& groupoid, typename Groupoid::Arrow const& arrow) {
  Covector<Groupoid::rank> p;
  for (int j = 0; j < Groupoid::rank; ++j)
    p[j] = derivative([&](Quad e) {
      auto const at = Groupoid::curve(arrow.to, Covector<Groupoid::rank>::Unit(j), e);
      return groupoid.L(Groupoid::composed(arrow, at));
    });
  return p;
}

/// Largest residuals along a discrete motion, and of changed equations.
struct Residuals {
  Largest eq_48, eq_49, average, jump_and_sum_exchanged, jump_in_49, post_momentum;
};
template <class Groupoid>
void measure_residuals(Residuals& r, Groupoid const& groupoid, typename Groupoid::Arrow const& g,
                       typename Groupoid::Arrow const& next) {
  constexpr int n = Groupoid::rank;
  auto const G = groupoid.metric();
  auto const rows = groupoid.rows(next.from);
  constexpr int m = decltype(rows)::RowsAtCompileTime;
  Covector<n> const plus = plus_transform(groupoid, g), minus = minus_transform(groupoid, next);
  auto const raised_by_metric = [&](Covector<n> const& p) -> Covector<n> {
    return linear_solution<Quad, n>(G, p);
  };
  Eigen::Matrix<Quad, n, m> raised;  // Z^a, a basis of the complement of D
  for (int a = 0; a < m; ++a) raised.col(a) = raised_by_metric(rows.row(a).transpose());
  auto const Q = [&](Covector<n> const& p) -> Covector<n> {
    Eigen::Matrix<Quad, m, m> const C = rows * raised;
    Eigen::Matrix<Quad, m, 1> const b = raised.transpose() * p;
    return rows.transpose() * linear_solution<Quad, m>(C, b);
  };
  Covector<n> const jump = minus - plus, sum = minus + plus;
  r.eq_48(largest_double(Covector<n>(jump - Q(jump))));
  r.eq_48(largest_double(Q(sum)));
  r.jump_and_sum_exchanged(largest_double(Covector<n>(sum - Q(sum))));
  r.jump_in_49(largest_double(Eigen::Matrix<Quad, m, 1>(raised.transpose() * jump)));
  // (49): against vectors of D, unit vectors less their part in the complement, and of the latter
  for (int j = 0; j < n; ++j) {
    Covector<n> const e = Covector<n>::Unit(j), flat = G * e;
    Covector<n> const along = e - raised_by_metric(Q(flat));
    r.eq_49(jump.dot(along));
  }
  r.eq_49(largest_double(Eigen::Matrix<Quad, m, 1>(raised.transpose() * sum)));
  // in the image of D: the average momentum raised by the metric satisfies the constraints
  Eigen::Matrix<Quad, m, 1> const violated = rows * raised_by_metric(sum / 2);
  r.average(largest_double(violated));
  Eigen::Matrix<Quad, m, 1> const by_plus = rows * raised_by_metric(plus);
  r.post_momentum(largest_double(by_plus));
}

/// Along nodes of (7), and the matching of (47) along nodes of (6).
Residuals on_pairs(Largest& matching, Largest& other_sign) {
  PairGroupoid groupoid;
  Residuals r;
  for (Scheme const scheme : {Scheme::a, Scheme::rattle, Scheme::b}) {
    groupoid.scheme = scheme;
    auto const& system = groupoid.system;
    auto const z = system.admissible_start(h, scheme);
    Vector3<Quad> before = z.q, now = system.step(z, h, scheme).q, free_before = before,
                  free_now = now;
    for (int k = 1; k < steps; ++k) {
      Vector3<Quad> const next = next_nodes(system, before, now, h, scheme).projected;
      measure_residuals(r, groupoid, PairGroupoid::Arrow{before, now},
                        PairGroupoid::Arrow{now, next});
      before = now;
      now = next;
      Vector3<Quad> const free = system.discrete_euler_lagrange(free_before, free_now, h, scheme);
      auto const minus = minus_transform(groupoid, PairGroupoid::Arrow{free_now, free}),
                 plus = plus_transform(groupoid, PairGroupoid::Arrow{free_before, free_now});
      matching(distance(minus, plus));
      other_sign(distance(Covector<3>(-minus), plus));
      free_before = free_now;
      free_now = free;
    }
  }
  return r;
}

/// Along nodes of the catalogue's reduced GNI, which is (30).
Residuals on_snakeboard(Study& study) {
  Run const reduced{.problem = "snakeboard", .method = "reduced_gni", .case_name = "FIM"};
  auto const run = study.execute_quad(reduced.with(RawQuad(1) / 20, steps));
  auto const pose = [&](std::size_t k) {
    Quad const c = cosine(run.q[k][2]), s = sine(run.q[k][2]);
    Matrix3<Quad> W;
    W << c, -s, run.q[k][0], s, c, run.q[k][1], 0, 0, 1;
    return W;
  };
  auto const arrow = [&](std::size_t k) -> SnakeboardGroupoid::Arrow {
    return {{run.q[k][3], run.q[k][4]},
            {run.q[k + 1][3], run.q[k + 1][4]},
            pose(k).inverse() * pose(k + 1)};
  };
  Residuals r;
  for (std::size_t k = 1; k < steps; ++k)
    measure_residuals(r, SnakeboardGroupoid{}, arrow(k - 1), arrow(k));
  return r;
}

}  // namespace

void lie_groupoid(Study& study) {
  Largest matching, other_sign;
  auto const pairs = on_pairs(matching, other_sign), board = on_snakeboard(study);
  for (auto const& [instance, r] : {std::pair("Q x Q", pairs), std::pair("M x M x G", board)})
    for (auto const& [id, residual, control, changed] :
         {std::tuple("FJM-24", r.eq_48, "jump and sum exchanged", r.jump_and_sum_exchanged),
          std::tuple("FJM-24/(49)", r.eq_49, "jump in the second line", r.jump_in_49),
          std::tuple("FJM-24/average", r.average, "post-momenta alone", r.post_momentum)}) {
      study.measure(id, "as printed", instance, {.value = residual.value});
      study.control(id, control, instance, {.value = changed.value});
    }
  study.measure("FJM-24/matching", {.value = matching.value});
  study.control("FJM-24/matching", "sign of FL_d^-", {.value = other_sign.value});
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
