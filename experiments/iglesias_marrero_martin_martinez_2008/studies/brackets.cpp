#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

using Function = std::function<Q(Arrow const&)>;
using Section = std::function<Numbers(Numbers const& x)>;
Section constant(Numbers const& eta) {
  return [=](Numbers const&) { return eta; };
}

Function left(DiscreteSystem const& s, Section const& X, Function const& f) {
  return [=](Arrow const& g) {
    auto const eta = X(s.target(g));
    return derivative([&](Q t) { return f(s.right_moved(g, times(t, eta))); });
  };
}
Function right(DiscreteSystem const& s, Section const& X, Function const& f) {
  return [=](Arrow const& g) {
    auto const eta = X(s.source(g));
    return -derivative([&](Q t) { return f(s.left_moved(g, times(t, eta))); });
  };
}
using Field = Function (*)(DiscreteSystem const&, Section const&, Function const&);
Q commutator(DiscreteSystem const& s, Field of, Section const& X, Section const& Y,
             Function const& f, Arrow const& g) {
  return of(s, X, of(s, Y, f))(g) - of(s, Y, of(s, X, f))(g);
}

/// Brackets of constant sections: those of se(2) and so(3), and of a base that commutes.
Numbers planar_bracket(Numbers const& a, Numbers const& b) {
  return {0, b[0] * a[2] - a[0] * b[2], a[0] * b[1] - b[0] * a[1]};
}
Numbers constant_bracket(DiscreteSystem const& s, Numbers const& a, Numbers const& b) {
  if (s.name == "particle") return Numbers(3, Q(0));
  if (s.name == "Suslov" || s.name == "Veselova") return cross(a, b);
  if (s.name == "sleigh") return planar_bracket(a, b);
  auto const inner = s.name == "ball" ? cross : planar_bracket;
  return together({0, 0}, inner(part(a, 2, 3), part(b, 2, 3)));
}
/// x moved along the anchor of eta.
Numbers moved_base(DiscreteSystem const& s, Numbers const& x, Numbers const& eta) {
  if (s.name == "Veselova") return applied(turned_by(times(-1, eta)), x);
  return sum(x, part(eta, 0, x.size()));
}
/// [X, Y](x) = [X(x), Y(x)] + rho(X)(Y) - rho(Y)(X), the last sign as printed
Section bracket(DiscreteSystem const& s, Section const& X, Section const& Y, Q sign = -1) {
  return [=](Numbers const& x) {
    auto const along = [&](Section const& of, Numbers const& eta) {
      return derivative([&](Q t) { return of(moved_base(s, x, times(t, eta))); });
    };
    auto const a = X(x), b = Y(x);
    return sum(constant_bracket(s, a, b), sum(along(Y, a), times(sign, along(X, b))));
  };
}
/// A function on arrows that nothing is special about.
Function test_function(std::size_t numbers) {
  Dice dice(41);
  auto const c = dice.numbers(numbers, 1), d = dice.numbers(numbers, 1);
  return [=](Arrow const& g) { return dot(c, g) + dot(d, g) * dot(d, g); };
}

/// K7 on constant sections; V14 and A3 on sections that vary.
void commutators(Study& study) {
  Largest other_sign, other_sign_on_action, other_sign_on_atiyah;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    auto const g = path.sample();
    auto const n = std::size_t(s.rank);
    auto const f = test_function(g.size());
    Dice dice(42);
    auto const a = dice.numbers(n, 1), b = dice.numbers(n, 1);
    auto const X = constant(a), Y = constant(b), XY = constant(constant_bracket(s, a, b));
    Largest rest;
    rest(commutator(s, left, X, Y, f, g) - left(s, XY, f)(g));
    Q const of_right = commutator(s, right, X, Y, f, g), of_bracket = right(s, XY, f)(g);
    rest(of_right + of_bracket);
    other_sign(of_right - of_bracket);
    rest(left(s, X, right(s, Y, f))(g) - right(s, Y, left(s, X, f))(g));
    supply(study, {{"K7", rest}}, s.name);
    bool const action = s.name == "Veselova", atiyah = s.name == "ball" || s.name == "robot";
    if (!action && !atiyah) continue;
    auto const varying = [&](Numbers const& c, Numbers const& d) -> Section {
      return [=](Numbers const& x) {
        Numbers eta = c;
        for (std::size_t i = 0; i < eta.size(); ++i)
          eta[i] += d[i] * x[i % x.size()] + x[0] * x[1] / 2;
        return eta;
      };
    };
    auto const U = varying(a, dice.numbers(n, 1)), V = varying(b, dice.numbers(n, 1));
    Q const commuted = commutator(s, left, U, V, f, g);
    Largest varied;
    varied(commuted - left(s, bracket(s, U, V), f)(g));
    auto const x = s.target(g), eta = U(x);
    varied(largest(derivative([&](Q t) {
      return difference(s.target(s.right_moved(g, times(t, eta))), moved_base(s, x, times(t, eta)));
    })));
    (action ? other_sign_on_action
            : other_sign_on_atiyah)(commuted - left(s, bracket(s, U, V, 1), f)(g));
    if (action)
      supply(study, {{"V14", varied}});
    else
      supply(study, {{"A3", varied}}, s.name);
  }
  supply_controls(study, {{"K7", "sign for right-invariant fields", other_sign},
                          {"V14", "sign of the last term", other_sign_on_action},
                          {"A3", "sign of the last term", other_sign_on_atiyah}});
}

/// K15, H4 and H5 on Lie groups, for pairs (eta^R, mu^L).
void forms(Study& study) {
  struct Pair {
    Section eta, mu;
  };
  auto const all = paths();
  Largest wrong_form, wrong_sections, wrong_map;
  for (std::size_t const k : {std::size_t(1), std::size_t(2)}) {
    auto const& s = all[k].system;
    auto const g = all[k].sample();
    Dice dice(43);
    auto const draw = [&] { return dice.numbers(3, 1); };
    auto const eta = draw(), mu = draw(), eta2 = draw(), mu2 = draw();
    Pair const U{constant(eta), constant(mu)}, V{constant(eta2), constant(mu2)};
    Pair const UV{constant(times(-1, constant_bracket(s, eta, eta2))),
                  constant(constant_bracket(s, mu, mu2))};
    Function const L = s.lagrangian;
    auto const along = [&](Pair const& W, Function const& f) {
      return right(s, W.eta, f)(g) + left(s, W.mu, f)(g);
    };
    auto const plus = [&](Pair const& W) { return left(s, W.mu, L); };
    auto const minus = [&](Pair const& W) -> Function {
      return [R = right(s, W.eta, L)](Arrow const& a) { return -R(a); };
    };
    auto const form = [&](auto const& theta) {
      return -(along(U, theta(V)) - along(V, theta(U)) - theta(UV)(g));
    };
    Q const of_plus = form(plus), of_minus = form(minus);
    Q const first = right(s, V.eta, left(s, U.mu, L))(g),
            second = right(s, U.eta, left(s, V.mu, L))(g);
    Q const both = derivative(
        [&](Q t) { return L(s.left_moved(s.right_moved(g, times(t, mu)), times(-t, eta))); });
    Largest sections;
    sections(both - plus(U)(g) + minus(U)(g));
    sections(of_plus - of_minus);
    Q const G = bilinear(s, g, eta, mu), fields = left(s, U.mu, right(s, U.eta, L))(g);
    supply(study,
           {{"H4", absolute(of_plus - first + second)},
            {"K15", sections},
            {"H5", absolute(G + fields)}},
           s.name);
    wrong_form(of_plus - first - second);
    wrong_sections(both - plus(U)(g) - minus(U)(g));
    wrong_map(G - fields);
  }
  supply_controls(study, {{"H4", "sign of the second term", wrong_form},
                          {"K15", "sum of the sections", wrong_sections},
                          {"H5", "sign", wrong_map}});
}

/// B16: fields on Q = R^2 x SO(3) under right trivialisation, and on the groupoid.
void rolling_ball(Study& study) {
  auto const path = paths()[4];
  auto const& s = path.system;
  auto const g = path.sample();
  auto const f = test_function(g.size());
  auto const of_rotation = test_function(9);
  auto const R = rodrigues({0.3Q, -0.2Q, 0.5Q});
  auto const unit = unit_vectors(3);
  auto const field = [&](Numbers const& w, Function const& F) -> Function {
    return [=](Numbers const& A) {
      return derivative([&](Q t) { return F(product(turned_by(times(t, w)), A)); });
    };
  };
  Largest plus, minus, groupoid, negative;
  for (std::size_t i = 0; i < 3; ++i) {
    auto const &a = unit[i], &b = unit[(i + 1) % 3], &c = unit[(i + 2) % 3];
    Q const commuted = field(a, field(b, of_rotation))(R) - field(b, field(a, of_rotation))(R);
    Q const third = field(c, of_rotation)(R);
    plus(commuted - third);
    minus(commuted + third);
    auto const section = [](Numbers const& w) { return constant(together({0, 0}, w)); };
    Q const on_groupoid = commutator(s, left, section(a), section(b), f, g),
            of_third = left(s, section(c), f)(g);
    groupoid(on_groupoid - of_third);
    negative(on_groupoid + of_third);
  }
  supply(study, {{"B16", "fields on Q", plus}, {"B16", "groupoid (4.10)", groupoid}});
  supply_controls(study, {{"B16", "minus on Q", minus}, {"B16", "minus on (4.10)", negative}});
  study.compare("E26", plus.value, minus.value,
                "difference of the commutators of hat(w) R from the brackets with plus and minus");
}

}  // namespace

void brackets(Study& study) {
  commutators(study);
  forms(study);
  rolling_ball(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
