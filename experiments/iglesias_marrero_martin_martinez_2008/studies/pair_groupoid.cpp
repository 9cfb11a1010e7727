#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_groups.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Q const h = 0.1Q;

/// A pair of M_c of the particle: q_0, and q_1 with the given x, y.
Arrow pair_on_constraint(Numbers const& q0, Q x, Q y) {
  return {q0[0], q0[1], q0[2], x, y, q0[2] + (q0[1] + y) / 2 * (x - q0[0])};
}
Arrow random_pair(Dice& dice) {
  auto const q0 = dice.numbers(3, 2), q1 = dice.numbers(2, 2);
  return pair_on_constraint(q0, q1[0], q1[1]);
}
/// The second derivative of L_d in coordinates, u at the first and v at the second point.
Q mixed(DiscreteSystem const& s, Arrow const& g, Numbers const& u, Numbers const& v) {
  Numbers const zero(3, Q(0));
  return derivative([&](Q a) {
    return derivative(
        [&](Q b) { return s.lagrangian(sum(g, together(times(a, u), times(b, v)))); });
  });
}
/// Determinants of D_2 D_1 L_d on the displayed spaces, times 2 h^2: the condition on v_q1 and the
/// one on v_q2; and those of the derivatives of F^+ and F^- along M_c.
struct Determinants {
  Q first, second, plus, minus;
};
Determinants determinants(DiscreteSystem const& s, Arrow const& g) {
  auto const D0 = s.distribution(s.source(g)), D1 = s.distribution(s.target(g));
  auto const left = left_tangents(s, g), right = right_tangents(s, g);
  auto const second_derivative = [&](auto const& u, auto const& v) { return mixed(s, g, u, v); };
  auto const of_plus = table_of(left, D1, [&](auto const& u, auto const& X) {
    return derivative([&](Q t) { return left_field(s, s.left_moved(g, times(t, u)), X); });
  });
  auto const of_minus = table_of(D0, right, [&](auto const& X, auto const& v) {
    return -derivative([&](Q t) { return right_field(s, s.right_moved(g, times(t, v)), X); });
  });
  auto const scaled = [](Rows const& m) { return 2 * h * h * determinant(m); };
  return {scaled(table_of(left, D1, second_derivative)),
          scaled(table_of(D0, right, second_derivative)), scaled(of_plus), scaled(of_minus)};
}

/// Section 4.2 on two systems: D1 and D3.
void any_system(Study& study) {
  Dice dice(71);
  for (auto const& s : {particle(h), paraboloid(h)}) {
    Largest equations, form;
    auto const partial = [&](Arrow const& g, std::size_t j) {
      return derivative([&](Q t) {
        auto moved = g;
        moved[j] += t;
        return s.lagrangian(moved);
      });
    };
    for (int i = 0; i < 5; ++i) {
      auto const q = dice.numbers(9, 1);
      auto const g = part(q, 0, 6), next = part(q, 3, 6);
      auto const covector = euler_lagrange(s, g, next);
      for (std::size_t j = 0; j < 3; ++j)
        equations(partial(g, 3 + j) + partial(next, j) - covector[j]);
      auto const u = dice.numbers(3, 1), v = dice.numbers(3, 1);
      form(mixed(s, g, u, v) - bilinear(s, g, u, v));
    }
    auto const g = arrow_of_momentum(s, {1, 0.5Q, 0.75Q}, {0.3Q, -0.4Q}), next = evolved(s, g);
    Numbers total;
    for (std::size_t j = 0; j < 3; ++j) total.push_back(partial(g, 3 + j) + partial(next, j));
    equations(rest_on_distribution(s, g, total));
    measure(study, s.name,
            {{"D1", equations,
              "D_2 L_d + D_1 L_d less the groupoid's covector at five triples of points, and its "
              "part on D_c at a solution"},
             {"D3", form, "G less D_2 D_1 L_d at five pairs of points"}});
  }
}

/// The conditions of section 4.2 and of example 4.1: D4, D5, D6, P5.
void conditions(Study& study) {
  auto const s = particle(h);
  Dice dice(72);
  // No next point with y_2 = 3 from y_1 = -1; F^+ singular from y_0 = -3 to y_1 = 1.
  Arrow const no_step = pair_on_constraint({0, -1, 0}, 0.5Q, 3),
              folded = pair_on_constraint({0, -3, 0}, 0.5Q, 1);
  std::vector<Arrow> pairs{no_step, folded};
  while (pairs.size() < 32) pairs.push_back(random_pair(dice));
  Largest displayed, printed;
  int first = 0, second = 0;
  auto const regular = [](Q determinant) { return absolute(determinant) > 1e-15Q; };
  for (auto const& g : pairs) {
    auto const d = determinants(s, g);
    displayed(d.first - d.plus);
    displayed(d.second - d.minus);
    // Bases with unit entries in x and y, those of the example.
    Q const y0 = g[1], y1 = g[4], dx = g[3] - g[0];
    Rows const left{{1, 0, (y0 + y1) / 2}, {0, 1, -dx / 2}},
        right{{1, 0, (y0 + y1) / 2}, {0, 1, dx / 2}};
    auto const G = [&](Numbers const& u, Numbers const& v) { return bilinear(s, g, u, v); };
    printed(2 * h * h * determinant(table_of(s.distribution(part(g, 0, 3)), right, G)) -
            (2 + y0 * y0 + y0 * y1));
    printed(2 * h * h * determinant(table_of(left, s.distribution(part(g, 3, 3)), G)) -
            (2 + y1 * y1 + y1 * y0));
    first += regular(d.first) != regular(d.minus);
    second += regular(d.second) != regular(d.minus);
  }
  measure(study,
          {{"D4", displayed,
            "largest difference, of 32 pairs of the particle, of the determinants of D_2 D_1 L_d "
            "on the displayed spaces from those of the derivatives of F^+ and F^-, times 2 h^2"},
           {"P5", printed,
            "largest difference, of 32 pairs, of the two determinants, times 2 h^2, from 2 + y_0^2 "
            "+ y_0 y_1 and 2 + y_1^2 + y_1 y_0"},
           {"D5", first,
            "pairs of the particle, of 32, at which the condition on v_q1 and the regularity of "
            "F^- disagree",
            counted, "first as displayed"},
           {"D5", second,
            "pairs of the particle, of 32, at which the condition on v_q2 and the regularity of "
            "F^- disagree",
            counted, "second as displayed"}});
  study.compare("E15", first, second, "pairs, of 32, at which they disagree");
  // The next pair of the folded one: y_2 = 5 and no change in x.
  auto const next = pair_on_constraint(part(folded, 3, 3), folded[3], 5);
  bool const solves = rest_on_distribution(s, folded, euler_lagrange(s, folded, next)) < 1e-20;
  bool const unique = regular(determinants(s, next).minus);
  Q const derivative_of_plus = determinants(s, folded).plus;
  measure(
      study,
      {{"D6", solves && unique && !regular(derivative_of_plus),
        fmt::format(
            "pairs, of one, from y_0 = -3 to y_1 = 1 with a unique next one and det D F^+ = {:.1e}",
            double(derivative_of_plus)),
        counted}});
  // 2 + y^2 + y (y + d) is least, 2 - d^2/8, at y = -d/4.
  double const limit = end_of(0.0, 10.0, 1e-12, [](double d) {
    double const y = -d / 4;
    return 2 + y * y + y * (y + d) > 0;
  });
  study.find("P5/limit", limit, fmt::format("{:.9f}", limit));
}

/// Example 4.1: the equations, the constraint and its tangents.
void equations(Study& study) {
  auto const s = particle(h);
  Dice dice(73);
  Largest action, fields, next_point, spaces, tangent, symmetry, section;
  for (int i = 0; i < 30; ++i) {
    auto const a = dice.numbers(3, 2), b = dice.numbers(3, 2), c = dice.numbers(3, 2);
    auto const second = [&](std::size_t k) { return (c[k] - 2 * b[k] + a[k]) / (h * h); };
    auto const covector = times(1 / h, euler_lagrange(s, together(a, b), together(b, c)));
    action(second(0) + b[1] * second(2) + covector[0] + b[1] * covector[2]);
    action(second(1) + covector[1]);

    auto const g = random_pair(dice);
    Q const y0 = g[1], y1 = g[4], dx = g[3] - g[0];
    // X_1, X_2 on the six coordinates: at the second point, and with minus signs at the first.
    Rows const left{{0, 0, 0, 1, 0, y1}, {0, 0, 0, 0, 1, 0}},
        right{{-1, 0, -y0, 0, 0, 0}, {0, -1, 0, 0, 0, 0}};
    for (std::size_t X = 0; X < 2; ++X) {
      auto const after = s.distribution(s.target(g))[X], before = s.distribution(s.source(g))[X];
      fields(distance(derivative([&](Q t) { return s.right_moved(g, times(t, after)); }), left[X]));
      fields(largest(
          sum(derivative([&](Q t) { return s.left_moved(g, times(t, before)); }), right[X])));
    }
    for (auto const& [moved, sign] : {std::pair{s.left_moved, -1}, {s.right_moved, 1}})
      for (auto const& ab : {Numbers{1, 0}, Numbers{0, 1}}) {
        Numbers const printed{ab[0], ab[1], (ab[0] * (y1 + y0) + sign * ab[1] * dx) / 2};
        spaces(derivative([&](Q t) { return s.constraint(moved(g, times(t, printed)))[0]; }));
      }
    Q const y2 = 2 * y1 - y0, denominator = 2 + y1 * y1 + y1 * y2;
    if (absolute(denominator) > 0.01Q) {
      Q const step = dx * (2 + y1 * y1 + y1 * y0) / denominator;
      auto const next = pair_on_constraint(part(g, 3, 3), g[3] + step, y2);
      auto const rest = euler_lagrange(s, g, next);
      next_point(absolute(rest[0] + y1 * rest[2]) / (1 + absolute(rest[2])));
      next_point(rest[1]);
    }
    for (auto const& eta : right_tangents(s, s.unit(a)))
      tangent(absolute(eta[2] - a[1] * eta[0]) / largest(eta));
    for (auto const& translation : {Numbers{1, 0, 0}, {0, 0, 1}})
      symmetry(left_field(s, g, translation) - right_field(s, g, translation));
    // a d/dx + b d/dz in D_c: b - y a = 0.
    auto const kernel = null_space(
        2, [&](Numbers const& ab, int) { return ab[1] - a[1] * ab[0]; }, 1);
    section(kernel.size() == 1
                ? double(absolute(kernel[0][1] - a[1] * kernel[0][0]) / largest(kernel[0]))
                : INFINITY);
  }
  measure(
      study,
      {{"P1", action,
        "largest difference of (4.2) and (4.3) from the groupoid's covector over -h, 30 triples"},
       {"P1/fields", fields,
        "largest difference of the four printed fields from their definition, 30 pairs"},
       {"P2", next_point,
        "largest residual of the equations at the explicit next point, over the multiplier, 30 "
        "pairs",
        "where regular"},
       {"P4", spaces, "largest change of the constraint along the printed vectors, 30 pairs"},
       {"P7", tangent, "largest |dz - y dx| of tangents of M_c within the fibres at 30 units"},
       {"P10", section,
        "distance of the elements with values in D_c from the line of (1, y), 30 points"},
       {"P11", symmetry, "largest Psi(xi)^L(L_d) - Psi(xi)^R(L_d), 30 pairs"}});
  auto const of_form = mixed_derivative();
  measure(
      study,
      {{"P3", of_form.printed,
        "largest difference of an entry of D_2 D_1 L_d, h = .1, from -(1/h) and the wedge products",
        number},
       {"P3", of_form.right, "largest difference from -(1/h^2) and the tensor products",
        "tensor products"}});
}

/// P6 and P12: the momentum equation for xi~ = (1, y).
void momentum_equation(Study& study) {
  auto const s = particle(h);
  Dice dice(74);
  Largest theorem, equation;
  for (int i = 0; i < 30; ++i) {
    auto const g = random_pair(dice);
    auto const xy = dice.numbers(2, 2);
    auto const next = pair_on_constraint(part(g, 3, 3), xy[0], xy[1]);
    auto const q0 = part(g, 0, 3), q1 = part(next, 0, 3), q2 = part(next, 3, 3);
    Q const square = h * h;
    Q const change = ((q2[0] - q1[0] + q2[1] * (q2[2] - q1[2])) -
                      (q1[0] - q0[0] + q1[1] * (q1[2] - q0[2]))) /
                     square,
            right = (q2[1] - q1[1]) * (q2[2] - q1[2]) / square;
    theorem(change - (left_field(s, next, {1, 0, q2[1]}) - left_field(s, g, {1, 0, q1[1]})) / h);
    theorem(right - left_field(s, next, {0, 0, q2[1] - q1[1]}) / h);
    auto const second = [&](std::size_t k) { return (q2[k] - 2 * q1[k] + q0[k]) / square; };
    equation(change - right - second(0) - q1[1] * second(2));
  }
  measure(
      study,
      {{"P12", theorem,
        "largest difference of both sides of the displayed equation from those of theorem 3.24, 30 "
        "triples"},
       {"P6", equation,
        "largest difference of the displayed equation from (4.2), 30 triples of points of M_c"}});
}

}  // namespace

void pair_groupoid(Study& study) {
  any_system(study);
  conditions(study);
  study.progress(0.6);
  equations(study);
  momentum_equation(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
