#include "experiments/theory/newton.hpp"

#include <stdexcept>
#include <utility>

#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::theory {

namespace {

/// @param linearised  residual and Jacobian at a point
Vector newton(Vector x, std::function<std::pair<Vector, Matrix>(Vector const&)> const& linearised) {
  for (int iteration = 0; iteration < 40; ++iteration) {
    auto const [residual, jacobian] = linearised(x);
    Vector const change = solution(jacobian, residual);
    x -= change;
    if (largest_entry(change) < 1e-23) return x;
  }
  throw std::runtime_error("Newton's method did not converge in a study of discrete systems");
}

}  // namespace

Vector newton_root(Vector x,
                   std::function<VectorOf<Jet<Quad>>(VectorOf<Jet<Quad>> const&)> const& f) {
  return newton(std::move(x), [&](Vector const& at) {
    long const n = at.size();
    Matrix jacobian(n, n);
    Vector residual;
    for (long j = 0; j < n; ++j) {
      VectorOf<Jet<Quad>> moved = at.cast<Jet<Quad>>();
      moved[j].t = 1;
      auto const r = f(moved);
      residual = values(r);
      for (long i = 0; i < n; ++i) jacobian(i, j) = r[i].t;
    }
    return std::pair{residual, jacobian};
  });
}
Vector root_by_differences(Vector x, std::function<Vector(Vector const&)> const& f) {
  Quad const d = 1e-14_quad;
  return newton(std::move(x), [&](Vector const& at) {
    Matrix jacobian(at.size(), at.size());
    for (long j = 0; j < at.size(); ++j) {
      Vector const step = d * Vector::Unit(at.size(), j);
      jacobian.col(j) = (f(at + step) - f(at - step)) / (2 * d);
    }
    return std::pair{f(at), jacobian};
  });
}

Quad root_between(Quad a, Quad b, std::function<Quad(Quad)> const& f) {
  Quad fa = f(a), fb = f(b);
  if (fa * fb > 0) throw std::runtime_error("no root lies between two numbers of a study");
  for (int k = 0; k < 60 && abs(b - a) > 1e-25_quad; ++k) {
    Quad const c = (a * fb - b * fa) / (fb - fa), fc = f(c);
    if (abs(fc) < 1e-26_quad) return c;
    if (fc * fb < 0)
      a = b, fa = fb;
    else
      fa /= 2;
    b = c, fb = fc;
  }
  return b;
}

Vector difference_quotient(std::function<Vector(Quad)> const& f) {
  Quad const d = 1e-5_quad;
  return (45 * (f(d) - f(-d)) - 9 * (f(2 * d) - f(-2 * d)) + (f(3 * d) - f(-3 * d))) / (60 * d);
}

}  // namespace rattleback::theory
