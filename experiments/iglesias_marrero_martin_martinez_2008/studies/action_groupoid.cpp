#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// S^2 x SO(3) with the right action x h = h^T x, as in section 4.4, and (x, h)(xh, h') = (x, hh').
Numbers point(Arrow const& g) { return part(g, 0, 3); }
Numbers turn(Arrow const& g) { return part(g, 3, 9); }
Numbers acted(Numbers const& x, Numbers const& k) { return applied(transposed(k), x); }
Arrow multiplied(Arrow const& g, Arrow const& next) {
  return together(point(g), product(turn(g), turn(next)));
}
/// The generator of the action: d/dt x exp(t eta).
Numbers generator(Numbers const& eta, Numbers const& x) {
  return derivative([&](Q t) { return acted(x, turned_by(times(t, eta))); });
}

struct Sample {
  Numbers x{0.6Q, 0, 0.8Q}, k = rodrigues({0.2Q, -0.1Q, 0.3Q}), k2 = rodrigues({-0.3Q, 0.2Q, 0.1Q}),
                            k3 = rodrigues({0.4Q, 0.5Q, -0.2Q}), eta{0.1Q, 0.7Q, -0.4Q},
                            mu{0.3Q, -0.2Q, 0.5Q};
};

/// (4.7), (4.8) and the generators.
void structure(Study& study, DiscreteSystem const& s) {
  Sample const at;
  auto const g = together(at.x, at.k), g2 = together(acted(at.x, at.k), at.k2),
             g3 = together(acted(point(g2), at.k2), at.k3);
  Largest laws;
  laws(distance(s.target(multiplied(g, g2)), s.target(g2)));
  laws(distance(multiplied(multiplied(g, g2), g3), multiplied(g, multiplied(g2, g3))));
  laws(distance(multiplied(s.unit(s.source(g)), g), g));
  laws(distance(multiplied(g, s.unit(s.target(g))), g));
  laws(distance(multiplied(g, s.inverse(g)), s.unit(s.source(g))));
  laws(distance(multiplied(s.inverse(g), g), s.unit(s.target(g))));
  measure(study, {{"V12", laws, "largest defect of ends, associativity, units and inverses"}});

  auto const along = [&](Numbers const& eta, Numbers const& of, Q t) {
    return generator(of, sum(at.x, times(t, generator(eta, at.x))));
  };
  auto const commuted =
      derivative([&](Q t) { return difference(along(at.eta, at.mu, t), along(at.mu, at.eta, t)); });
  measure(study, {{"V13", distance(commuted, generator(cross(at.eta, at.mu), at.x)),
                   "[eta_M, mu_M] - [eta, mu]_M on S^2, largest component"}});

  Arrow const left = together(at.x, product(at.k, at.k2));
  Largest of_left;
  of_left(distance(s.source(left), s.source(g)));
  of_left(distance(s.target(left), s.target(g2)));
  measure(study, {{"V1/left", of_left, "ends of (x, h h') less those of (x, h)(xh, h')"}});
  auto const from = acted(at.x, transposed(at.k2));
  auto const before = together(from, at.k2);
  Arrow const printed = before, right = together(from, product(at.k2, at.k));
  measure(study, {{"V1", distance(s.target(printed), s.target(g)),
                   "distance of the target of (x h'^-1, h') from xh", number}});
  Largest of_right;
  of_right(distance(s.target(right), s.target(g)));
  of_right(distance(right, multiplied(before, g)));
  measure(study,
          {{"V1", of_right,
            "(x h'^-1, h'h) less (x h'^-1, h')(x, h), and the distance of its target from xh",
            "product"}});
}

/// (4.9), exp_Gamma and the equations in translated form.
void fields(Study& study, DiscreteSystem const& s) {
  Sample const at;
  auto const g = together(at.x, at.k);
  // The base moves by t times `base` generators, the group from the left or from the right.
  auto const along = [&](Arrow const& a, Numbers const& eta, Q base, int side) {
    return derivative([&](Q t) {
      auto const k = turned_by(times(t, eta));
      return s.lagrangian(together(acted(point(a), turned_by(times(base * t, eta))),
                                   side < 0   ? product(k, turn(a))
                                   : side > 0 ? product(turn(a), k)
                                              : turn(a)));
    });
  };
  Q const left = left_field(s, g, at.eta), right = right_field(s, g, at.eta);
  auto const difference = [&](Q base_of_left, Q base_of_right) {
    Largest most;
    most(along(g, at.eta, base_of_left, 1) - left);
    most(along(g, at.eta, base_of_right, -1) - right);
    return most.value;
  };
  measure(study,
          {{"V2", difference(-1, 0),
            "largest difference of the two fields of (4.9) on Veselova's L_d from their "
            "definition, h = .1",
            number},
           {"V2", difference(0, -1), "the same with the formulas interchanged", "interchanged"}});

  Largest curve;
  for (Q const time : {0.0Q, 0.3Q, 1.0Q}) {
    auto const on = [&](Q t) {
      // exp(t eta) by halves, so that it is a group of one parameter
      auto const angle = t * sqrtq(dot(at.eta, at.eta));
      return together(at.x, rodrigues(times(tanq(angle / 2) / sqrtq(dot(at.eta, at.eta)), at.eta)));
    };
    curve(distance(derivative([&](Q t) { return on(time + t); }),
                   derivative([&](Q t) { return s.right_moved(on(time), times(t, at.eta)); })));
  }
  curve(distance(s.unit(at.x), together(at.x, rodrigues({0, 0, 0}))));
  measure(study,
          {{"V16", curve,
            "velocity of (x, exp(t eta)) less C_eta^L there at three times, largest component"}});

  auto const next = together(s.target(g), at.k2);
  Q const translated =
      along(g, at.eta, 0, 1) - along(next, at.eta, 0, -1) + along(next, at.eta, 1, 0);
  measure(study, {{"V17", absolute(translated - left + right_field(s, next, at.eta)),
                   "translated form with + eta_M(x h_k)(L_h(k+1)) less C_eta^L - C_eta^R on "
                   "Veselova's L_d, an arbitrary pair of arrows"}});
}

/// Section 4.5 on R^2 x SO(3): classes [(g, x), (g', y)] of the left action.
void classes(Study& study) {
  Sample const at;
  Numbers const x{0.3Q, -0.2Q}, y{0.1Q, 0.4Q}, z{-0.5Q, 0.2Q};
  auto const image = [](Numbers const& a, Numbers const& ga, Numbers const& b, Numbers const& gb) {
    return together(a, b, product(transposed(ga), gb));
  };
  auto const one = image(x, at.k, y, at.k2);
  Largest bijection;
  bijection(distance(image(x, product(at.k3, at.k), y, product(at.k3, at.k2)), one));
  // ((x, y), w) is the image of [(1, x), (w, y)], which is the class moved by g^-1.
  auto const w = part(one, 4, 9);
  bijection(distance(product(at.k, w), at.k2));
  bijection(distance(image(x, identity_matrix(), y, w), one));
  measure(
      study,
      {{"A1", bijection,
        "change under the diagonal action, and distance of the class recovered from the image"}});

  auto const two = image(y, at.k2, z, at.k3);
  auto const multiply = [](Arrow const& a, Arrow const& b) {
    return together(part(a, 0, 2), part(b, 2, 2), product(part(a, 4, 9), part(b, 4, 9)));
  };
  auto const invert = [](Arrow const& a) {
    return together(part(a, 2, 2), part(a, 0, 2), transposed(part(a, 4, 9)));
  };
  Largest induced;
  induced(distance(multiply(one, two), image(x, at.k, z, at.k3)));
  induced(distance(invert(one), image(y, at.k2, x, at.k)));
  induced(distance(multiply(one, invert(one)), image(x, at.k, x, at.k)));
  induced(distance(part(image(x, at.k, x, at.k), 4, 9), identity_matrix()));
  measure(study, {{"A2", induced,
                   "products, inverses and units of (4.10) less those of classes, largest entry"}});
}

}  // namespace

void action_groupoid(Study& study) {
  auto const system = veselova(0.1Q, 1);
  structure(study, system);
  fields(study, system);
  classes(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
