#include "experiments/ferraro_iglesias_martin_2008/shared/examples.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

MatrixOf<Number> diagonal(std::vector<Quad> const& entries) {
  return vector_of<Number>(entries).asDiagonal();
}

}  // namespace

Matrix Geometry::gradients() const { return solution(metric, forms.transpose()); }

Matrix Geometry::projector() const {
  Matrix const Z = gradients();
  return Z * solution(Matrix(forms * Z), forms);
}

double Geometry::distance_from_span(Matrix const& columns) const {
  Matrix const orthogonal = kernel(Matrix(columns.transpose() * metric));
  Matrix const identity = Matrix::Identity(metric.rows(), metric.cols());
  return distance(identity - orthogonal_projector<Quad>(orthogonal, metric), projector());
}

Geometry Example::at(Vector const& q) const {
  Numbers const point = q.cast<Number>();
  return {values(metric(point)), values(forms(point))};
}

Geometry Example::by_lagrangian(Vector const& q) const {
  Matrix const second = hessian<Quad>(lagrangian, together(q, Vector::Zero(n)));
  return {second.bottomRightCorner(n, n), values(forms(q.cast<Number>()))};
}

Example particle() {
  return {.name = "particle",
          .n = 3,
          .metric =
              [](Numbers const&) {
                return diagonal({1, 1, 1});
              },
          .forms =
              [](Numbers const& q) {
                MatrixOf<Number> mu(1, 3);
                mu << -q[1], 0, 1;
                return mu;
              },
          .lagrangian =
              [](Numbers const& state) {
                auto const v = state.tail(3);
                return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2;
              }};
}

Example snakeboard(SnakeboardData const& d) {
  return {.name = "snakeboard",
          .n = 5,
          .metric =
              [d](Numbers const&) {
                return diagonal({d.m, d.m, d.total(), d.J0, 2 * d.J1});
              },
          .forms =
              [d](Numbers const& q) {
                Number const rear = q[2] + q[4], front = q[2] - q[4], arm = d.r * cos(q[4]);
                MatrixOf<Number> mu(2, 5);
                mu << sin(rear), -cos(rear), arm, 0, 0,  //
                    sin(front), -cos(front), -arm, 0, 0;
                return mu;
              },
          .lagrangian =
              [d](Numbers const& state) {
                auto const v = state.tail(5);
                return d.m / 2 * (v[0] * v[0] + v[1] * v[1]) + (d.J + 2 * d.J1) / 2 * v[2] * v[2] +
                       d.J0 / 2 * v[3] * v[3] + d.J1 * v[4] * v[4];
              }};
}

Example sleigh(SleighData const& d) {
  return {.name = "sleigh",
          .n = 3,
          .metric =
              [d](Numbers const& q) {
                Number const s = sin(q[2]), c = cos(q[2]);
                MatrixOf<Number> G(3, 3);
                G << d.m, 0, -d.m * d.a * s,  //
                    0, d.m, d.m * d.a * c,    //
                    -d.m * d.a * s, d.m * d.a * c, d.inertia();
                return G;
              },
          .forms =
              [](Numbers const& q) {
                MatrixOf<Number> mu(1, 3);
                mu << sin(q[2]), -cos(q[2]), 0;
                return mu;
              },
          .lagrangian = [d](Numbers const& state) { return sleigh_lagrangian(state, d); }};
}

Vector random_point(Random& random, long n) {
  return vector_of<Quad>(random.vector(std::size_t(n), 1.3));
}

SnakeboardData random_snakeboard(Random& random) {
  auto const positive = [&] { return Quad(random.uniform(0.28, 1.72)); };
  return {positive(), positive(), positive(), positive(), positive()};
}

SleighData random_sleigh(Random& random) {
  auto const positive = [&] { return Quad(random.uniform(0.28, 1.72)); };
  return {positive(), positive(), positive()};
}

Vector3 snakeboard_direction(Vector const& q, SnakeboardData const& d) {
  Quad const reach = d.r * cos(q[4]);
  return {reach * cos(q[2]), reach * sin(q[2]), -sin(q[4])};
}

Vector snakeboard_with_a_zero() {
  return vector_of<Quad>(std::vector<Quad>{0.1, 0.2, 2 * atan(Quad(1)), 0, 0.3});
}

Matrix printed_snakeboard_projector(Vector const& q, SnakeboardData const& d) {
  Vector3 const abc = snakeboard_direction(q, d);
  Quad const a = abc[0], b = abc[1], c = abc[2], m = d.m, J = d.total();
  Matrix Q = Matrix::Zero(5, 5);
  Q.topLeftCorner(3, 3) << J * c * c + m * b * b, -m * a * b, -J * a * c,  //
      -m * a * b, J * c * c + m * a * a, -J * b * c,                       //
      -m * a * c, -m * b * c, m * (a * a + b * b);
  return Q / (J * c * c + m * (a * a + b * b));
}

Matrix printed_snakeboard_complement(Vector const& q, SnakeboardData const& d) {
  Vector3 const abc = snakeboard_direction(q, d);
  Matrix span = Matrix::Zero(5, 2);
  span.col(0) << d.total() * abc[2], 0, -d.m * abc[0], 0, 0;
  span.col(1) << abc[1], -abc[0], 0, 0, 0;
  return span;
}

Matrix3 printed_sleigh_dual_projector(Vector const& q, SleighData const& d) {
  Quad const s = sin(q[2]), c = cos(q[2]), k = d.a * d.m / d.inertia();
  Matrix3 Q;
  Q << s * s, -s * c, k * s,  //
      -s * c, c * c, -k * c,  //
      0, 0, 0;
  return Q;
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
