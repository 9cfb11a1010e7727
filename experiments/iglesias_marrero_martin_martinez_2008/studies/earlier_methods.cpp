#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Q const h = 0.1Q;

/// The equations of [36]: (3.9), (3.10) on pairs of points, (6.1) on Lie groups.
void other_methods(Study& study) {
  Largest at_source, of_exchanged, off_D;
  for (auto const& s : {particle(h), paraboloid(h)}) {
    Numbers const q0{1, 0.5Q, 0.75Q};
    auto const g = arrow_of_momentum(s, q0, {0.3Q, -0.4Q}), next = evolved(s, g);
    Numbers total;
    for (std::size_t j = 0; j < 3; ++j)
      total.push_back(derivative([&](Q t) {
        auto before = g, after = next;
        before[3 + j] += t;
        after[j] += t;
        return s.lagrangian(before) + s.lagrangian(after);
      }));
    auto const off = [&](Numbers const& q) {
      auto const D = s.distribution(q);
      return double(largest(cross(total, cross(D[0], D[1]))) / largest(total));
    };
    auto const rest = larger_or_nan(off(s.target(g)), double(largest(s.constraint(next))));
    for (char const* statement : {"D2", "I4"})
      supply(study, {{statement, "equations of [36]", rest}}, s.name);
    at_source(off(s.source(g)));
  }
  // <w^-1 dl(w), xi> is dl along w xi, <dl(w) w^-1, xi> along xi w.
  auto const all = paths();
  auto const J = suslov_mass_tensor(), K = sleigh_mass_tensor(sleigh_a());

  for (bool const rotation : {true, false}) {
    auto const& path = all[rotation ? 1 : 2];
    auto const g = path.sample(), next = evolved(path.system, g);
    auto const dl = [&](Numbers const& W, Numbers const& along) {
      return (rotation ? -trace_of_product(along, J)
                       : trace_of_product(product(along, K),
                                          transposed(difference(W, identity_matrix())))) /
             h;
    };
    // The left side of (4.4), by matrices; in the control the two translations are exchanged.
    auto const left_side = [&](Arrow const& a, Arrow const& b, bool exchanged) {
      auto const W1 = rotation ? a : planar_matrix(a), W2 = rotation ? b : planar_matrix(b);
      Numbers values;
      for (auto const& e : unit_vectors(3)) {
        auto const xi = rotation ? hat(e) : Numbers{0, -e[0], e[1], e[0], 0, e[2], 0, 0, 0};
        values.push_back(dl(W1, exchanged ? product(xi, W1) : product(W1, xi)) -
                         dl(W2, exchanged ? product(W2, xi) : product(xi, W2)));
      }
      return values;
    };
    auto const rest = [&](bool exchanged) {
      auto const values = left_side(g, next, exchanged);
      return double(largest(part(values, 0, 2)) / largest(values));
    };
    Dice dice(36);
    Tested against_groupoid;
    for (int k = 0; k < 10; ++k) {
      auto const a = arrow_after(path.system, g, dice), b = arrow_after(path.system, a, dice);
      auto const covector = euler_lagrange(path.system, a, b);
      for (bool const exchanged : {false, true})
        (exchanged ? against_groupoid.changed : against_groupoid.printed)(
            distance(left_side(a, b, exchanged), covector) / double(largest(covector)));
    }
    against_groupoid.printed(rest(false));
    if (rotation) supply(study, {{"H2", rest(false)}});
    supply(study, {{"I4", "equations of [36]", rest(false)}, {"H1", against_groupoid.printed}},
           path.system.name);
    of_exchanged(against_groupoid.changed.value);
    off_D(rest(true));
  }
  supply_controls(study, {{"D2", "A at q_0", at_source},
                          {"H2", "translations exchanged", off_D},
                          {"H1", "translations exchanged", of_exchanged}});
}

/// Section 4.5: A4 and (4.11) on the ball and the robot.
void atiyah(Study& study) {
  auto const all = paths();
  Largest other_annihilator, of_inverse;
  for (std::size_t const k : {std::size_t(4), std::size_t(5)}) {
    auto const& s = all[k].system;
    bool const rolling = s.name == "ball";
    RobotBody const body;
    Dice dice(35);
    auto const g = all[k].sample(), next = evolved(s, g), other = arrow_after(s, g, dice);
    // D_2 L_d + D_1 L_d by base coordinates, numbers 2, 3 of an arrow and 0, 1 of the next one.
    auto const of_base = [&](Arrow const& first, Arrow const& second) {
      Numbers values;
      for (std::size_t j = 0; j < 2; ++j)
        values.push_back(derivative([&](Q t) {
          auto before = first, after = second;
          before[2 + j] += t;
          after[j] += t;
          return s.lagrangian(before) + s.lagrangian(after);
        }));
      return values;
    };
    auto const momentum = [&](Arrow const& a) {
      Numbers p;
      for (std::size_t j = 2; j < 5; ++j) p.push_back(right_field(s, a, unit_vectors(5)[j]));
      return p;
    };
    // Ad* p_1 - p_2 on the basis of the Lie algebra, with W or, in the control, its inverse.
    auto const of_group = [&](Arrow const& first, Arrow const& second, bool inverse) {
      auto const p1 = momentum(first), p2 = momentum(second);
      auto W = part(first, 4, rolling ? 9 : 3);
      if (inverse) W = rolling ? transposed(W) : planar_inverse(W);
      Numbers values;
      for (std::size_t j = 0; j < 3; ++j) {
        auto const xi = unit_vectors(3)[j];
        auto const conjugated = [&](Q t) {
          return rolling ? times(0.5Q, twice_axial(product(product(W, turned_by(times(t, xi))),
                                                           transposed(W))))
                         : planar_product(planar_product(W, planar_exp(times(t, xi))),
                                          planar_inverse(W));
        };
        values.push_back(dot(p1, derivative(conjugated)) - p2[j]);
      }
      return values;
    };
    auto const both = [&](Arrow const& first, Arrow const& second, bool inverse = false) {
      return together(of_base(first, second), of_group(first, second, inverse));
    };
    // The annihilator of D_c from the constraints; in the control with the other sign of R or r.
    auto const off = [&](Q sign) {
      Q const R = sign * body.R / 2;
      Rows const forms =
          rolling ? Rows{{1, 0, 0, -sign, 0}, {0, 1, sign, 0, 0}}
                  : Rows{{R, R, 0, 1, 0}, {0, 0, 0, 0, 1}, {R / body.c, -R / body.c, 1, 0, 0}};
      auto const values = both(g, next);
      return double(largest(across_span(forms, values)) / largest(values));
    };
    auto const covector = euler_lagrange(s, g, other);
    supply(study, {{"A4", off(1)}, {"A5", distance(both(g, other), covector)}}, s.name);
    other_annihilator(off(-1));
    of_inverse(distance(both(g, other, true), covector));
  }
  supply_controls(study, {{"A4", "other annihilator", other_annihilator},
                          {"A5", "Ad* of the inverse", of_inverse}});
}

}  // namespace

void earlier_methods(Study& study) {
  other_methods(study);
  study.progress(0.5);
  atiyah(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
