#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/rolling_ball.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

DiscreteSystem opposite(DiscreteSystem const& s) {
  auto turned = s;
  turned.name += ", F^+";
  turned.lagrangian = [s](JetVector const& g) { return s.lagrangian(s.inverse(g)); };
  turned.constraint = [s](JetVector const& g) { return s.constraint(s.inverse(g)); };
  return turned;
}

Quad gram_determinant(Matrix const& columns) { return determinant(columns.transpose() * columns); }
Vector across_span(Matrix const& forms, Vector const& covector) {
  return covector - forms * least_squares(forms, covector);
}
double outside_span(Matrix const& forms, Vector const& covector) {
  return largest_entry(across_span(forms, covector)) / largest_entry(covector);
}

Regularity regularity(DiscreteSystem const& s, Arrow const& g) {
  Matrix const D = s.distribution(s.source(g)), G = bilinear(s, g);
  long const n = s.rank, r = D.cols();
  // Derivatives of phi along the left-invariant and the right-invariant field of each unit vector.
  Matrix const on_right = right_constraint_forms(s, g), on_left = -left_constraint_forms(s, g);
  Matrix const T = kernel(on_right);
  Quad const volume = sqrt(gram_determinant(D) * gram_determinant(T));

  Regularity result;
  // (i) Derivative of F^- along M_c at fixed source.
  result.determinant[0] = minus_determinant(s, g);
  // (ii) d phi on F^perp = {(0, b) : G(a, b) = 0 for a in D}.
  Matrix const F_perp = kernel(D.transpose() * G);
  result.determinant[1] = determinant(on_right * F_perp) / sqrt(gram_determinant(F_perp));
  // (iii) Omega on H = {(a, b) : a in D, d phi(a, b) = 0}, coordinates of a in D before b.
  Matrix forms(on_right.rows(), r + n);
  forms << on_left * D, on_right;
  result.dimension_of_H = r + n - rank(forms, 1e-15);
  Matrix const H = kernel(forms), product = (D * H.topRows(r)).transpose() * G * H.bottomRows(n);
  result.determinant[2] =
      sqrt(abs(determinant(product - product.transpose())) / gram_determinant(H));
  // (iv) G on D and the tangents of M_c on the right; the basis T is oriented by d phi.
  Matrix oriented(n, n);
  oriented << T, on_right.transpose();
  Quad const side = determinant(oriented) < 0 ? -1 : 1;
  result.determinant[3] = side * determinant(D.transpose() * G * T) / volume;
  return result;
}

Quad minus_determinant(DiscreteSystem const& s, Arrow const& g) {
  Matrix const T = right_tangents(s, g), D = s.distribution(s.source(g));
  Matrix DF(D.cols(), T.cols());
  for (long j = 0; j < T.cols(); ++j)
    DF.col(j) = derivative(
        [&](QuadJet const& t) { return right_fields(s, s.right_moved(g, t * T.col(j)), D); });
  return determinant(DF) / sqrt(gram_determinant(T) * gram_determinant(D));
}
Quad plus_determinant(DiscreteSystem const& s, Arrow const& g) {
  Matrix const T = left_tangents(s, g), D = s.distribution(s.target(g));
  Matrix DF(D.cols(), T.cols());
  for (long j = 0; j < T.cols(); ++j)
    DF.col(j) = derivative(
        [&](QuadJet const& t) { return left_fields(s, s.left_moved(g, t * T.col(j)), D); });
  return abs(determinant(DF)) / sqrt(gram_determinant(T) * gram_determinant(D));
}

Measured regularity_at(DiscreteSystem const& s, Vector const& point) {
  auto const unit = s.unit(point);
  double least = INFINITY;
  for (Matrix const& m : {right_regularity(s, unit), left_regularity(s, unit)}) {
    double scale = 1;
    for (auto const& row : m.rowwise()) scale *= largest_entry(row);
    bool const regular = rank(m, 1e-15) == m.rows();
    least = smaller_or_nan(least, regular ? double(abs(determinant(m))) / scale : 0);
  }
  return {.value = least, .epsilon = unit_roundoff};
}

Arrow PathOfArrows::sample() const {
  Arrow const g = arrow(Quad(end) / 20);
  if (!(largest_entry(system.constraint(g)) < 1e-25))
    throw std::logic_error("an arrow of " + system.name + " is not in M_c");
  return g;
}
std::vector<PathOfArrows> const& paths() {
  static Quad const h = 0.1_quad, Omega = -3.5_quad;
  auto const rolled = [](Quad s) -> Arrow {
    Matrix3 const W = rodrigues(Vector{{0.6_quad * s, 0.48_quad * s, 0.64_quad * s}});
    Vector3 const a = body().r * axial(W);
    Quad const x = 0.99_quad, y = 1, k = h * Omega / 2;
    Vector const to =
        solution(Matrix{{1, k}, {-k, 1}}, Vector{{x + a[1] - k * y, y - a[0] + k * x}});
    return stacked(Vector{{x, y}}, to, W);
  };
  auto const turned = [](Quad s) {
    RobotBody const body = sample_robot();
    Quad const phi = -body.c * s / body.R;
    return Arrow{{0, 0, phi, -phi, s, 0, 0}};
  };
  static std::vector<PathOfArrows> const all{
      {particle(h),
       [](Quad s) {
         return Arrow{{0, -1, 0, s / 10, s - 1, (s - 2) / 2 * s / 10}};
       },
       5},
      {suslov(h),
       [](Quad s) {
         return entries_of(rodrigues(Vector{{0.6_quad * s, 0.8_quad * s, 0}}));
       },
       1.2},
      {sleigh(h, sleigh_a()),
       [](Quad s) {
         Quad const theta = 0.06_quad * s;
         return Arrow{{theta, -s, -s * tan(theta / 2)}};
       },
       7},
      {veselova(h, 1),
       [](Quad s) {
         return stacked(Vector{{0.6_quad, 0, 0.8_quad}},
                        rodrigues(Vector{{0.48_quad * s, 0.8_quad * s, -0.36_quad * s}}));
       },
       1.4},
      {ball(h, Omega, body()), rolled, 1.4},
      {robot(h, sample_robot()), turned, 2.4}};
  return all;
}

Arrow arrow_after(DiscreteSystem const& s, Arrow const& g, Random& random) {
  return s.right_moved(s.unit(s.target(g)), random_vector(random, s.rank, 0.2));
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
