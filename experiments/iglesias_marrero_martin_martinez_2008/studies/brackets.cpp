#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::brackets_study {

namespace {

/// Section of the algebroid, over jets.
using Section = std::function<JetVector(JetVector const& x)>;
Section constant(Vector const& eta) {
  return [=](JetVector const&) { return eta.cast<QuadJet>(); };
}

/// Invariant field: moves the arrow by jets along the section.
struct Field {
  DiscreteSystem const& s;
  Section X;
  bool is_left;

  /// Arrow g after the "time" t; the section is evaluated at the jets of g.
  JetVector moved(JetVector const& g, QuadJet const& t) const {
    if (is_left) return s.right_moved(g, t * X(s.target(g)));
    return s.left_moved(g, -t * X(s.source(g)));
  }
};
/// Derivative of f along the field at g. Right-invariant fields are minus the velocity of h(t)^-1
/// g.
Quad along(Field const& X, NumberOfArrow const& f, Arrow const& g) {
  return derivative([&](QuadJet const& t) { return f(X.moved(g.cast<QuadJet>(), t)); });
}
/// Second derivative X (Y f) at g: f at the arrow that moves along X, then along Y.
Quad twice(Field const& X, Field const& Y, NumberOfArrow const& f, Arrow const& g) {
  return mixed_derivative([&](QuadJet const& s, QuadJet const& t) {
    return f(Y.moved(X.moved(g.cast<QuadJet>(), s), t));
  });
}
Quad commutator(Field const& X, Field const& Y, NumberOfArrow const& f, Arrow const& g) {
  return twice(X, Y, f, g) - twice(Y, X, f, g);
}

/// Brackets of constant sections: those of se(2), of so(3), and of a commuting base.
Vector planar_bracket(Vector3 const& a, Vector3 const& b) {
  return Vector{{0, b[0] * a[2] - a[0] * b[2], a[0] * b[1] - b[0] * a[1]}};
}
Vector rotation_bracket(Vector3 const& a, Vector3 const& b) { return a.cross(b); }
Vector constant_bracket(DiscreteSystem const& s, Vector const& a, Vector const& b) {
  if (s.name == "particle") return Vector::Zero(3);
  bool const planar = s.name == "sleigh" || s.name == "robot";
  Vector const inner = (planar ? planar_bracket : rotation_bracket)(a.tail(3), b.tail(3));
  return together(Vector::Zero(s.rank - 3), inner);
}
/// Point x moved along the anchor of eta.
JetVector moved_base(DiscreteSystem const& s, Vector const& x, JetVector const& eta) {
  if (s.name == "Veselova") return turned_by(-eta) * x.cast<QuadJet>();
  return x + eta.head(x.size());
}
/// Bracket [X, Y](x) = [X(x), Y(x)] + rho(X)(Y) - rho(Y)(X) at x, with the last sign as printed.
Vector bracket(DiscreteSystem const& s, Section const& X, Section const& Y, Vector const& x,
               int sign = -1) {
  JetVector const at = x.cast<QuadJet>();
  Vector const a = values(X(at)), b = values(Y(at));
  auto const change = [&](Section const& of, Vector const& eta) {
    return derivative([&](QuadJet const& t) { return of(moved_base(s, x, t * eta)); });
  };
  return constant_bracket(s, a, b) + change(Y, a) + sign * change(X, b);
}
/// Generic function on arrows.
NumberOfArrow test_function(long numbers) {
  Random random(1, 1);
  Vector const c = random_vector(random, numbers), d = random_vector(random, numbers);
  return [=](JetVector const& g) {
    QuadJet const linear = c.cast<QuadJet>().dot(g), root = d.cast<QuadJet>().dot(g);
    return linear + root * root;
  };
}

/// Tests K7, V14 and A3 on sections that vary over the base, which is a point for Lie groups.
void commutators(Study& study) {
  Largest other_sign, no_anchor, other_sign_on_action, other_sign_on_atiyah;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    Arrow const g = path.sample();
    auto const f = test_function(g.size());
    Random random(1, 2);
    Vector const a = random_vector(random, s.rank), b = random_vector(random, s.rank);
    auto const left = [&](Section const& X) { return Field{s, X, true}; };
    auto const right = [&](Section const& X) { return Field{s, X, false}; };
    auto const varying = [&](Vector const& c) -> Section {
      return [c, d = random_vector(random, s.rank)](JetVector const& x) {
        JetVector eta = c.cast<QuadJet>();
        for (long i = 0; i < eta.size() && x.size() > 0; ++i)
          eta[i] += d[i] * x[i % x.size()] + x[0] * x[1] / 2;
        return eta;
      };
    };
    Section const U = varying(a), V = varying(b);
    Vector const x = s.target(g), eta = values(U(x.cast<QuadJet>()));
    Quad const of_left = commutator(left(U), left(V), f, g),
               of_right = commutator(right(U), right(V), f, g),
               mixed = twice(left(U), right(V), f, g) - twice(right(V), left(U), f, g);
    auto const rest = [&](int sign) {
      return of_left - along(left(constant(bracket(s, U, V, x, sign))), f, g);
    };
    Vector const at_source = bracket(s, U, V, s.source(g)),
                 of_values = constant_bracket(s, eta, values(V(x.cast<QuadJet>())));
    Quad const of_bracket = along(right(constant(at_source)), f, g);
    supply(study, {{"K7", worst_of(rest(-1), of_right + of_bracket, mixed)}}, s.name);
    other_sign(double(of_right - of_bracket));
    no_anchor(double(of_left - along(left(constant(of_values)), f, g)));
    bool const action = s.name == "Veselova", atiyah = s.name == "ball" || s.name == "robot";
    if (!action && !atiyah) continue;
    Vector const of_anchor = derivative([&](QuadJet const& t) {
      return JetVector(s.target(s.right_moved(g, t * eta)) - moved_base(s, x, t * eta));
    });
    (action ? other_sign_on_action : other_sign_on_atiyah)(double(rest(1)));
    supply(study, {{action ? "V14" : "A3", worst_of(rest(-1), largest_entry(of_anchor))}},
           action ? "" : s.name);
  }
  supply_controls(study, {{"K7", "sign for right-invariant fields", other_sign},
                          {"K7", "bracket without the anchor", no_anchor},
                          {"V14", "sign of the last term", other_sign_on_action},
                          {"A3", "sign of the last term", other_sign_on_atiyah}});
}

/// Tests K15, and H4 and H5 on Lie groups, for pairs (eta^R, mu^L).
void forms(Study& study) {
  Largest wrong_form, wrong_sections, wrong_map;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    Arrow const g = path.sample();
    Random random(1, 3);
    struct Pair {
      Vector eta, mu;
    };
    auto const draw = [&] { return random_vector(random, s.rank); };
    Pair const U{draw(), draw()}, V{draw(), draw()};
    Pair const UV{-constant_bracket(s, U.eta, V.eta), constant_bracket(s, U.mu, V.mu)};
    auto const left = [&](Vector const& mu) { return Field{s, constant(mu), true}; };
    auto const right = [&](Vector const& eta) { return Field{s, constant(eta), false}; };
    auto const& L = s.lagrangian;
    // Sections theta^+ = mu^L(L) and theta^- = -eta^R(L), and their differential on U, V.
    auto const plus = [&](Pair const& W) { return along(left(W.mu), L, g); };
    auto const minus = [&](Pair const& W) { return -along(right(W.eta), L, g); };
    auto const along_U = [&](Pair const& W, Field const& X) {
      return twice(right(W.eta), X, L, g) + twice(left(W.mu), X, L, g);
    };
    Quad const of_plus = -(along_U(U, left(V.mu)) - along_U(V, left(U.mu)) - plus(UV)),
               of_minus = along_U(U, right(V.eta)) - along_U(V, right(U.eta)) + minus(UV);
    Quad const first = twice(right(V.eta), left(U.mu), L, g),
               second = twice(right(U.eta), left(V.mu), L, g);
    Quad const both = derivative(
        [&](QuadJet const& t) { return L(s.left_moved(s.right_moved(g, t * U.mu), -t * U.eta)); });
    supply(study, {{"K15", worst_of(both - plus(U) + minus(U), of_plus - of_minus)}}, s.name);
    wrong_sections(double(both - plus(U) - minus(U)));
    if (path.base_dimension() > 0) continue;
    // G as -d theta^+ on the pairs (xi^R, 0) and (0, eta^L), which commute.
    Quad const G = -twice(right(U.eta), left(U.mu), L, g),
               fields = twice(left(U.mu), right(U.eta), L, g),
               exchanged = twice(right(U.mu), left(U.eta), L, g);
    supply(study,
           {{"H4", abs(of_plus - first + second)},
            {"H5", worst_of(G + fields, G - bilinear(s, g, U.eta, U.mu)(0, 0))}},
           s.name);
    wrong_form(double(of_plus - first - second));
    wrong_map(double(G + exchanged));
  }
  supply_controls(study, {{"H4", "sign of the second term", wrong_form},
                          {"K15", "sum of the sections", wrong_sections},
                          {"H5", "left and right exchanged", wrong_map}});
}

/// Tests B16 on the ten pairs of sections: fields (v, hat(w) R) on Q = R^2 x SO(3) in right
/// trivialisation, and fields on the groupoid.
void rolling_ball(Study& study) {
  auto const path = paths()[4];
  auto const& s = path.system;
  Arrow const g = path.sample();
  auto const f = test_function(g.size()), on_Q = test_function(11);
  JetVector const q = together(Vector{{0.4_quad, 0.1_quad}},
                               entries_of(rodrigues(Vector{{0.3_quad, -0.2_quad, 0.5_quad}})))
                          .cast<QuadJet>();
  auto const moved = [](JetVector const& from, Vector const& eta, QuadJet const& t) {
    MatrixOf3<QuadJet> const turned = turned_by(t * eta.tail(3)) * matrix_of(from.tail(9));
    return stacked(from.head(2) + t * eta.head(2), turned);
  };
  // Second derivative a (b f) at q, where b moves the point after a.
  auto const second = [&](Vector const& a, Vector const& b) {
    return mixed_derivative(
        [&](QuadJet const& u, QuadJet const& t) { return on_Q(moved(moved(q, a, u), b, t)); });
  };
  auto const left = [&](Vector const& eta) { return Field{s, constant(eta), true}; };
  Largest plus, minus, groupoid, negative;
  for (long i = 0; i < 5; ++i)
    for (long j = i + 1; j < 5; ++j) {
      Vector const a = Vector::Unit(5, i), b = Vector::Unit(5, j), ab = constant_bracket(s, a, b);
      Quad const commuted = second(a, b) - second(b, a),
                 printed = derivative([&](QuadJet const&t) { return on_Q(moved(q, ab, t)); }),
                 on_groupoid = commutator(left(a), left(b), f, g),
                 of_printed = along(left(ab), f, g);
      plus(double(commuted - printed));
      minus(double(commuted + printed));
      groupoid(double(on_groupoid - of_printed));
      negative(double(on_groupoid + of_printed));
    }
  supply(study, {{"B16", "fields on Q", plus}, {"B16", "groupoid (4.10)", groupoid}});
  supply_controls(study, {{"B16", "minus on Q", minus}, {"B16", "minus on (4.10)", negative}});
  study.add_erratum(
      "E26", plus.value, minus.value,
      "difference of the commutators of hat($w$) $R$ from the brackets with plus and minus");
}

}  // namespace

void brackets(Study& study) {
  commutators(study);
  forms(study);
  rolling_ball(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::brackets_study
