#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/rolling_ball.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::earlier_methods_study {

namespace {

Quad const h = 0.1_quad;

/// Derivative D_2 L_d(g) + D_1 L_d(next) with respect to n coordinates of the common point, numbers
/// `end` to end + n of g and 0 to n of the next arrow.
Vector of_common_point(DiscreteSystem const& s, Arrow const& g, Arrow const& next, long n,
                       long end) {
  Vector sum(n);
  for (long j = 0; j < n; ++j)
    sum[j] = derivative([&](QuadJet const& t) {
      JetVector before = g.cast<QuadJet>(), after = next.cast<QuadJet>();
      before[end + j] += t;
      after[j] += t;
      return s.lagrangian(before) + s.lagrangian(after);
    });
  return sum;
}
/// Tests the equations (3.9), (3.10) of [36] on pairs of points: D2, I4.
void pairs_of_points(Study& study) {
  Largest at_source;
  for (auto const& s : {particle(h), paraboloid(h)}) {
    Arrow const g = arrow_of_momentum(s, Vector{{1, 0.5_quad, 0.85_quad}},
                                      Vector{{0.3_quad, -0.4_quad}}),
                next = evolved(s, g);
    Vector const total = of_common_point(s, g, next, 3, 3);
    auto const off = [&](Vector const& q) {
      return outside_span(kernel(s.distribution(q).transpose()), total);
    };
    double const rest = worst_of(off(s.target(g)), largest_entry(s.constraint(next)));
    for (char const* statement : {"D2", "I4"})
      supply(study, {{statement, "equations of [36]", rest}}, s.name);
    at_source(off(s.source(g)));
  }
  supply_controls(study, {{"D2", "A at q_0", at_source}});
}

/// Tests the equations (6.1) of [36] on Lie groups: H1, H2, I4.
void lie_groups(Study& study) {
  Largest of_exchanged, off_D;
  Matrix3 const J = suslov_mass_tensor(), K = sleigh_mass_tensor(sleigh_a());
  for (bool const rotation : {true, false}) {
    auto const& path = paths()[rotation ? 1 : 2];
    auto const& s = path.system;
    Arrow const g = path.sample(), next = evolved(s, g);
    // <w^-1 dl(w), xi> is the derivative of l along w xi, <dl(w) w^-1, xi> that along xi w.
    auto const dl = [&](Matrix3 const& W, Matrix3 const& along) -> Quad {
      if (rotation) return -trace_of_product(along, J) / h;
      return trace_of_product(along * K, (W - Matrix3::Identity()).transpose()) / h;
    };
    auto const matrix = [&](Arrow const& a) { return rotation ? matrix_of(a) : planar_matrix(a); };
    // Left side of (4.4), by matrices; the control exchanges the two translations.
    auto const left_side = [&](Arrow const& a, Arrow const& b, bool exchanged) {
      Matrix3 const W1 = matrix(a), W2 = matrix(b);
      Vector values(3);
      for (long i = 0; i < 3; ++i) {
        Vector3 const e = Vector3::Unit(i);
        Matrix3 const xi = rotation ? So3::hat(e) : Se2::hat(Vector3(e[1], e[2], e[0])),
                      first = exchanged ? xi * W1 : W1 * xi, second = exchanged ? W2 * xi : xi * W2;
        values[i] = dl(W1, first) - dl(W2, second);
      }
      return values;
    };
    auto const rest = [&](bool exchanged) {
      Vector const values = left_side(g, next, exchanged);
      return largest_entry(values.head(2)) / largest_entry(values);
    };
    Largest printed, changed;
    for (int k = 1; k <= 10; ++k) {
      Random random(1, k);
      Arrow const a = arrow_after(s, g, random), b = arrow_after(s, a, random);
      Vector const covector = euler_lagrange(s, a, b);
      printed(distance(left_side(a, b, false), covector) / largest_entry(covector));
      changed(distance(left_side(a, b, true), covector) / largest_entry(covector));
    }
    printed(rest(false));
    if (rotation) supply(study, {{"H2", rest(false)}});
    supply(study, {{"I4", "equations of [36]", rest(false)}, {"H1", printed}}, s.name);
    of_exchanged(changed.value);
    off_D(rest(true));
  }
  supply_controls(study, {{"H2", "translations exchanged", off_D},
                          {"H1", "translations exchanged", of_exchanged}});
}

/// Tests section 4.5: A4 and (4.11) on the ball and the robot.
void atiyah(Study& study) {
  Largest other_annihilator, of_inverse;
  for (std::size_t const k : {std::size_t(4), std::size_t(5)}) {
    auto const& s = paths()[k].system;
    bool const rolling = s.name == "ball";
    RobotBody const wheels = sample_robot();
    Random random(1, 1);
    Arrow const g = paths()[k].sample(), next = evolved(s, g), other = arrow_after(s, g, random);
    // Matrix of Ad_W on (w1, w2, w3) or (omega, v1, v2).
    auto const Ad_of = [&](Arrow const& a, bool inverse) {
      Matrix3 const W = rolling ? matrix_of(a.tail(9)) : planar_matrix(a.tail(3)),
                    at = inverse ? theory::inverse(W) : W;
      if (rolling) return Ad<So3>(at);
      Matrix3 const cyclic{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};  // (v1, v2, omega) to (omega, v1, v2)
      return Matrix3(cyclic * Ad<Se2>(at) * cyclic.transpose());
    };
    auto const momentum = [&](Arrow const& a) {
      return right_fields(s, a, Matrix::Identity(5, 5).rightCols(3));
    };
    // Difference Ad* p_1 - p_2 on the basis of the Lie algebra, with W or, in the control, its
    // inverse.
    auto const both = [&](Arrow const& first, Arrow const& second, bool inverse = false) {
      Vector const of_group =
          Ad_of(first, inverse).transpose() * momentum(first) - momentum(second);
      return together(of_common_point(s, first, second, 2, 2), of_group);
    };
    // Annihilator of D_c from the constraints; the control has the other sign of R or r.
    auto const off = [&](int sign) {
      Quad const R = sign * wheels.R / 2, turn = R / wheels.c, r = sign * body().r;
      Matrix const forms =
          rolling ? Matrix{{1, 0}, {0, 1}, {0, r}, {-r, 0}, {0, 0}}
                  : Matrix{{R, 0, turn}, {R, 0, -turn}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
      Vector const covector = both(g, next);
      return largest_entry(across_span(forms, covector)) / largest_entry(covector);
    };
    Vector const covector = euler_lagrange(s, g, other);
    supply(study, {{"A4", off(1)}, {"A5", distance(both(g, other), covector)}}, s.name);
    other_annihilator(off(-1));
    of_inverse(distance(both(g, other, true), covector));
  }
  supply_controls(study, {{"A4", "other annihilator", other_annihilator},
                          {"A5", "Ad* of the inverse", of_inverse}});
}

}  // namespace

void earlier_methods(Study& study) {
  pairs_of_points(study);
  lie_groups(study);
  study.progress(0.5);
  atiyah(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::earlier_methods_study
