#include "experiments/iglesias_marrero_martin_martinez_2008/shared/veselova_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::action_groupoid_study {

namespace {

/// Action groupoid S^2 x SO(3) with the right action x h = h^T x, as in section 4.4, and (x, h)(xh,
/// h') = (x, hh').
template <class X, class T>
VectorOf3<T> acted(X const& x, MatrixOf3<T> const& k) {
  return k.transpose() * x.template cast<T>();
}
template <class A, class B>
VectorOf<typename B::Scalar> multiplied(Eigen::MatrixBase<A> const& g,
                                        Eigen::MatrixBase<B> const& next) {
  using T = typename B::Scalar;
  MatrixOf3<T> const h = matrix_of(g.tail(9)).template cast<T>() * matrix_of(next.tail(9));
  return stacked(g.head(3).template cast<T>(), h);
}
/// Generator of the action: d/dt x exp(t eta).
Vector3 generator(Vector3 const& eta, Vector3 const& x) {
  return derivative([&](QuadJet const& t) { return acted(x, turned_by(t * eta)); });
}

/// A point, three rotations, two elements of the Lie algebra and three points of the plane.
struct Sample {
  Vector3 x;
  Matrix3 k, k2, k3;
  Vector3 eta, mu;
  Vector a, b, c;
  Arrow g, next, last;  ///< composable arrows with the rotations k, k2 and k3
  explicit Sample(Random& random) : x(random_plane(random).gamma) {
    for (auto* const turned : {&k, &k2, &k3}) *turned = rodrigues(random_vector(random, 3));
    eta = random_vector(random, 3), mu = random_vector(random, 3);
    for (auto* const point : {&a, &b, &c}) *point = random_vector(random, 2);
    g = stacked(x, k);
    next = stacked(acted(x, k), k2);
    last = stacked(acted(gamma_of(next), k2), k3);
  }
};
using At = Sample const&;
Sample random_sample(Random& random) { return Sample(random); }
constexpr int samples = 20;

/// Tests (4.7), (4.8) and the generators.
void structure(Study& study, DiscreteSystem const& s) {
  auto const exchanged = [](Arrow const& a, Arrow const& b) -> Arrow {
    return stacked(gamma_of(a), (Omega_of(b) * Omega_of(a)).eval());
  };
  check(study, samples, random_sample,
        {// Product as printed, or with h' h for h h'.
         {"V12", "h' h",
          [&](At at, bool changed) {
            auto const m = [&](Arrow const& a, Arrow const& b) {
              return changed ? exchanged(a, b) : multiplied(a, b);
            };
            Arrow const &g = at.g, &g2 = at.next, left = s.unit(s.source(g)),
                        right = s.unit(s.target(g));
            return worst_of(distance(s.target(m(g, g2)), s.target(g2)),
                            distance(m(m(g, g2), at.last), m(g, m(g2, at.last))),
                            distance(m(left, g), g), distance(m(g, right), g),
                            distance(m(g, s.inverse(g)), left),
                            distance(m(s.inverse(g), g), right));
          }},
         {"V13", "minus the bracket",
          [](At at, bool changed) {
            // The generators are linear in the point.
            auto const twice = [&](Vector3 const& first, Vector3 const& second) {
              return generator(second, generator(first, at.x));
            };
            double const off = distance(twice(at.eta, at.mu) - twice(at.mu, at.eta),
                                        (changed ? -1 : 1) * generator(at.eta.cross(at.mu), at.x));
            return worst_of(off, distance(generator(at.eta, at.x), at.x.cross(at.eta)));
          }},
         // The ends determine the left translation by g: l_g(1) = g and l_g(k k') = l_g(k) k'.
         {"V1/left", "h' h", [&](At at, bool changed) {
            auto const translated = [&](Arrow const& a) -> Arrow {
              Matrix3 const W = Omega_of(a), product = changed ? W * at.k : at.k * W;
              return stacked(at.x, product);
            };
            Arrow const of_next = translated(at.next);
            return worst_of(
                distance(s.source(of_next), s.source(at.g)),
                distance(s.target(of_next), s.target(at.next)),
                distance(translated(s.unit(s.target(at.g))), at.g),
                distance(translated(multiplied(at.next, at.last)), multiplied(of_next, at.last)));
          }}});
  // Right translation by g of (x k2^-1, k2), with this second component.
  auto const image = [&](At at, Matrix3 const& second) {
    Vector3 const from = acted(at.x, Matrix3(at.k2.transpose()));
    Arrow const moved = stacked(from, second);
    return worst_of(distance(s.target(moved), s.target(at.g)),
                    distance(moved, multiplied(stacked(from, at.k2), at.g)));
  };
  over(study, samples, random_sample,
       {{"V1", "product", [&](At at) { return image(at, at.k2 * at.k); }},
        {"V1", "h h'", [&](At at) { return image(at, at.k * at.k2); }, true}});
  Random random(1, samples);
  Sample const one(random);
  supply(study, {{"V1", image(one, one.k2)}});
}

/// Tests (4.9), exp_Gamma and the equations in translated form.
void fields(Study& study, DiscreteSystem s) {
  // A discrete Lagrangian that is not a sum of functions of gamma and of Omega.
  s.lagrangian = [separable = s.lagrangian](JetVector const& g) {
    return separable(g) + g[0] * g[4] - g[2] * g[2] * g[10] / 2 + g[1] * g[8];
  };
  // The base moves by t times `base` generators; `side` selects the translation of the group.
  auto const along = [&](Arrow const& a, Vector3 const& eta, int base, int side) {
    return derivative([&](QuadJet const& t) {
      MatrixOf3<QuadJet> const k = turned_by(t * eta), W = matrix_of(a.tail(9)).cast<QuadJet>();
      MatrixOf3<QuadJet> const moved = side < 0 ? k * W : side > 0 ? W * k : W;
      return s.lagrangian(stacked(acted(gamma_of(a), turned_by(QuadJet(base) * t * eta)), moved));
    });
  };
  // Invariant fields by their definition and the product (4.7).
  auto const curve_from = [](Vector const& x, Vector3 const& eta, QuadJet const& t) {
    return stacked(x.cast<QuadJet>(), turned_by(t * eta));
  };
  auto const left = [&](Arrow const& a, Vector3 const& eta) {
    return derivative([&](QuadJet const& t) {
      return s.lagrangian(multiplied(a, curve_from(s.target(a), eta, t)));
    });
  };
  auto const right = [&](Arrow const& a, Vector3 const& eta) {
    return -derivative([&](QuadJet const& t) {
      return s.lagrangian(
          multiplied(s.inverse(curve_from(gamma_of(a), eta, t)), JetVector(a.cast<QuadJet>())));
    });
  };
  auto const difference = [&](At at, int base_of_left, int base_of_right) {
    return worst_of(along(at.g, at.eta, base_of_left, 1) - left(at.g, at.eta),
                    along(at.g, at.eta, base_of_right, -1) - right(at.g, at.eta));
  };
  over(study, samples, random_sample,
       {{"V2", "as printed", [&](At at) { return difference(at, -1, 0); }},
        {"V2", "interchanged", [&](At at) { return difference(at, 0, -1); }},
        {"V2", "plus eta_M", [&](At at) { return difference(at, 0, 1); }, true}});
  check(study, samples, random_sample,
        {{"V16", "moving base",
          [&](At at, bool changed) {
            auto const on = [&](auto const& t) {
              using T = std::decay_t<decltype(t)>;
              Quad const size = sqrt(at.eta.squaredNorm());
              MatrixOf3<T> const k = rodrigues(tan(t * size / 2) / size * at.eta.cast<T>());
              return stacked(changed ? acted(at.x, k) : VectorOf3<T>(at.x.cast<T>()), k);
            };
            Largest off;
            for (Quad const time : {0.0_quad, 0.3_quad, 1.0_quad})
              off(distance(derivative([&](QuadJet const& t) { return on(QuadJet(time + t)); }),
                           derivative([&](QuadJet const& t) {
                             return multiplied(on(time), curve_from(s.target(on(time)), at.eta, t));
                           })));
            return changed ? off.value : worst_of(off.value, distance(s.unit(at.x), on(Quad(0))));
          }},
         {"V17", "minus eta_M", [&](At at, bool changed) {
            Quad const expected = left(at.g, at.eta) - right(at.next, at.eta),
                       terms = along(at.g, at.eta, 0, 1) - along(at.next, at.eta, 0, -1),
                       of_base = along(at.next, at.eta, 1, 0);
            return double(terms + (changed ? -1 : 1) * of_base - expected);
          }}});
  over(study, samples, random_sample,
       {{"V17", "L_h(k)",
         [&](At at) {
           return double(along(at.g, at.eta, 0, 1) - along(at.next, at.eta, 0, -1) +
                         along(at.g, at.eta, 1, 0) - left(at.g, at.eta) + right(at.next, at.eta));
         },
         true}});
}

/// Tests section 4.5 on R^2 x SO(3): classes [(g, x), (g', y)] of the left action.
void classes(Study& study) {
  auto const image = [](Vector const& a, Matrix3 const& ga, Vector const& b, Matrix3 const& gb) {
    return stacked(a, b, (ga.transpose() * gb).eval());
  };
  auto const multiply = [](Arrow const& a, Arrow const& b, bool exchanged = false) {
    Matrix3 const first = matrix_of(a.tail(9)), second = matrix_of(b.tail(9)),
                  product = exchanged ? second * first : first * second;
    return stacked(a.head(2), b.segment(2, 2), product);
  };
  auto const invert = [](Arrow const& a) {
    return stacked(a.segment(2, 2), a.head(2), matrix_of(a.tail(9)).transpose());
  };
  check(study, samples, random_sample,
        {{"A1", "g g'^-1",
          [&](At at, bool changed) {
            Matrix3 const moved = at.k3 * at.k, moved2 = at.k3 * at.k2;
            if (changed) return distance(moved * moved2.transpose(), at.k * at.k2.transpose());
            // ((x, y), w) is the image of [(1, x), (w, y)], which is the class moved by g^-1.
            Arrow const one = image(at.a, at.k, at.b, at.k2);
            Matrix3 const w = matrix_of(one.tail(9));
            return worst_of(distance(image(at.a, moved, at.b, moved2), one),
                            distance(at.k * w, at.k2),
                            distance(image(at.a, Matrix3::Identity(), at.b, w), one));
          }},
         {"A2", "h g", [&](At at, bool changed) {
            Arrow const one = image(at.a, at.k, at.b, at.k2), two = image(at.b, at.k2, at.c, at.k3),
                        whole = image(at.a, at.k, at.c, at.k3),
                        unit = image(at.a, at.k, at.a, at.k);
            if (changed) return distance(multiply(one, two, true), whole);
            return worst_of(distance(multiply(one, two), whole),
                            distance(invert(one), image(at.b, at.k2, at.a, at.k)),
                            distance(multiply(one, invert(one)), unit),
                            distance(matrix_of(unit.tail(9)), Matrix3::Identity()));
          }}});
}

}  // namespace

void action_groupoid(Study& study) {
  for (char const* const erratum : {"E19", "E20"}) study.uses(erratum);
  auto const system = veselova(0.1_quad, 1);
  structure(study, system);
  fields(study, system);
  classes(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::action_groupoid_study
