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

/// Data of one random instance.
struct Sample {
  Numbers x, k, k2, k3, eta, mu;
  explicit Sample(Dice& dice) {
    do x = dice.numbers(3, 1);
    while (!(dot(x, x) > 0.01Q));
    x = times(1 / sqrtq(dot(x, x)), x);
    for (auto* const turned : {&k, &k2, &k3}) *turned = rodrigues(dice.numbers(3, 1));
    eta = dice.numbers(3, 1), mu = dice.numbers(3, 1);
  }
};
constexpr int samples = 20;

/// (4.7), (4.8) and the generators.
void structure(Study& study, DiscreteSystem const& s) {
  Dice dice(91);
  Tested laws, generators, left, right;
  for (int sample = 0; sample < samples; ++sample) {
    Sample const at(dice);
    auto const g = together(at.x, at.k), g2 = together(acted(at.x, at.k), at.k2),
               g3 = together(acted(point(g2), at.k2), at.k3);
    // m as printed, or with h' h for h h'.
    auto const defects = [&](Largest& most, auto const& m) {
      most(distance(s.target(m(g, g2)), s.target(g2)));
      most(distance(m(m(g, g2), g3), m(g, m(g2, g3))));
      most(distance(m(s.unit(s.source(g)), g), g));
      most(distance(m(g, s.unit(s.target(g))), g));
      most(distance(m(g, s.inverse(g)), s.unit(s.source(g))));
      most(distance(m(s.inverse(g), g), s.unit(s.target(g))));
    };
    auto const exchanged = [](Arrow const& a, Arrow const& b) {
      return together(point(a), product(turn(b), turn(a)));
    };
    defects(laws.printed, multiplied);
    defects(laws.changed, exchanged);

    auto const along = [&](Numbers const& eta, Numbers const& of, Q t) {
      return generator(of, sum(at.x, times(t, generator(eta, at.x))));
    };
    auto const commuted = derivative(
        [&](Q t) { return difference(along(at.eta, at.mu, t), along(at.mu, at.eta, t)); });
    auto const of_bracket = generator(cross(at.eta, at.mu), at.x);
    generators.printed(distance(commuted, of_bracket));
    generators.changed(distance(commuted, times(-1, of_bracket)));

    // The left translation by g is fixed by its ends, l_g(1) = g and l_g(k k') = l_g(k) k'.
    auto const fibre = [&](Largest& most, auto const& translated) {
      most(distance(s.source(translated(g2)), s.source(g)));
      most(distance(s.target(translated(g2)), s.target(g2)));
      most(distance(translated(s.unit(s.target(g))), g));
      most(distance(translated(multiplied(g2, g3)), multiplied(translated(g2), g3)));
    };
    fibre(left.printed, [&](Arrow const& a) { return together(at.x, product(at.k, turn(a))); });
    fibre(left.changed, [&](Arrow const& a) { return together(at.x, product(turn(a), at.k)); });

    auto const from = acted(at.x, transposed(at.k2));
    auto const before = together(from, at.k2);
    auto const image = [&](Largest& most, Numbers const& second) {
      most(distance(s.target(together(from, second)), s.target(g)));
      most(distance(together(from, second), multiplied(before, g)));
    };
    Largest printed;
    image(printed, at.k2);
    image(right.printed, product(at.k2, at.k));
    image(right.changed, product(at.k, at.k2));
    if (sample + 1 == samples) supply(study, {{"V1", printed}});
  }
  supply(study, {{"V1", "product", right.printed}});
  supply_controls(study, {{"V1", "h h'", right.changed}});
  supply_tested(
      study,
      {{"V12", laws, "h' h"}, {"V13", generators, "minus the bracket"}, {"V1/left", left, "h' h"}});
}

/// (4.9), exp_Gamma and the equations in translated form.
void fields(Study& study, DiscreteSystem const& s) {
  Dice dice(92);
  Largest printed;
  Tested interchanged, curve, translated;
  for (int sample = 0; sample < samples; ++sample) {
    Sample const at(dice);
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
    // The invariant fields by their definition and the product (4.7).
    auto const curve_from = [&](Numbers const& x, Q t) {
      return together(x, turned_by(times(t, at.eta)));
    };
    auto const left_at = [&](Arrow const& a) {
      return derivative(
          [&](Q t) { return s.lagrangian(multiplied(a, curve_from(s.target(a), t))); });
    };
    auto const right_at = [&](Arrow const& a) {
      return -derivative(
          [&](Q t) { return s.lagrangian(multiplied(s.inverse(curve_from(point(a), t)), a)); });
    };
    Q const left = left_at(g), right = right_at(g);
    auto const compare = [&](Largest& most, Q base_of_left, Q base_of_right) {
      most(along(g, at.eta, base_of_left, 1) - left);
      most(along(g, at.eta, base_of_right, -1) - right);
    };
    compare(printed, -1, 0);
    compare(interchanged.printed, 0, -1);
    compare(interchanged.changed, 0, 1);

    Q const size = sqrtq(dot(at.eta, at.eta));
    auto const exponential = [&](Q t) {
      return rodrigues(times(tanq(t * size / 2) / size, at.eta));
    };
    auto const velocity_rest = [&](Largest& most, bool moving_base) {
      for (Q const time : {0.0Q, 0.3Q, 1.0Q}) {
        auto const on = [&](Q t) {
          auto const k = exponential(t);
          return together(moving_base ? acted(at.x, k) : at.x, k);
        };
        most(distance(derivative([&](Q t) { return on(time + t); }), derivative([&](Q t) {
                        return multiplied(on(time), curve_from(s.target(on(time)), t));
                      })));
      }
    };
    velocity_rest(curve.printed, false);
    velocity_rest(curve.changed, true);
    curve.printed(distance(s.unit(at.x), together(at.x, exponential(0))));

    auto const next = together(s.target(g), at.k2);
    Q const expected = left - right_at(next),
            terms = along(g, at.eta, 0, 1) - along(next, at.eta, 0, -1),
            of_base = along(next, at.eta, 1, 0);
    translated.printed(terms + of_base - expected);
    translated.changed(terms - of_base - expected);
  }
  supply(study, {{"V2", printed}, {"V2", "interchanged", interchanged.printed}});
  supply_controls(study, {{"V2", "plus eta_M", interchanged.changed}});
  supply_tested(study, {{"V16", curve, "moving base"}, {"V17", translated, "minus eta_M"}});
}

/// Section 4.5 on R^2 x SO(3): classes [(g, x), (g', y)] of the left action.
void classes(Study& study) {
  Dice dice(93);
  Tested bijection, induced;
  for (int sample = 0; sample < samples; ++sample) {
    Sample const at(dice);
    auto const x = dice.numbers(2, 1), y = dice.numbers(2, 1), z = dice.numbers(2, 1);
    auto const image = [](Numbers const& a, Numbers const& ga, Numbers const& b,
                          Numbers const& gb) {
      return together(a, b, product(transposed(ga), gb));
    };
    auto const one = image(x, at.k, y, at.k2);
    auto const moved = product(at.k3, at.k), moved2 = product(at.k3, at.k2);
    bijection.printed(distance(image(x, moved, y, moved2), one));
    bijection.changed(
        distance(product(moved, transposed(moved2)), product(at.k, transposed(at.k2))));
    // ((x, y), w) is the image of [(1, x), (w, y)], which is the class moved by g^-1.
    auto const w = part(one, 4, 9);
    bijection.printed(distance(product(at.k, w), at.k2));
    bijection.printed(distance(image(x, identity_matrix(), y, w), one));

    auto const two = image(y, at.k2, z, at.k3), whole = image(x, at.k, z, at.k3);
    auto const multiply = [](Arrow const& a, Arrow const& b, bool exchanged = false) {
      auto const first = part(a, 4, 9), second = part(b, 4, 9);
      return together(part(a, 0, 2), part(b, 2, 2),
                      exchanged ? product(second, first) : product(first, second));
    };
    auto const invert = [](Arrow const& a) {
      return together(part(a, 2, 2), part(a, 0, 2), transposed(part(a, 4, 9)));
    };
    auto const unit = image(x, at.k, x, at.k);
    induced.printed(distance(multiply(one, two), whole));
    induced.printed(distance(invert(one), image(y, at.k2, x, at.k)));
    induced.printed(distance(multiply(one, invert(one)), unit));
    induced.printed(distance(part(unit, 4, 9), identity_matrix()));
    induced.changed(distance(multiply(one, two, true), whole));
  }
  supply_tested(study, {{"A1", bijection, "g g'^-1"}, {"A2", induced, "h g"}});
}

}  // namespace

void action_groupoid(Study& study) {
  for (char const* const erratum : {"E19", "E20"}) study.uses(erratum);
  auto const system = veselova(0.1Q, 1);
  structure(study, system);
  fields(study, system);
  classes(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
