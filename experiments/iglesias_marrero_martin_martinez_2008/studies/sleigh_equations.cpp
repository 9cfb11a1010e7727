#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::sleigh_equations_study {

namespace {

constexpr Quad step = 0.1_quad;

/// Element w e + v1 e_1 + v2 e_2 with e, e_1, e_2 of section 4.3.2.
Matrix3 element(Vector const& v) { return Se2::hat(Vector3(v[1], v[2], v[0])); }
/// Exponential of this element.
Matrix3 exp_of(Vector const& v) { return exponential<Se2>(Vector3(v[1], v[2], v[0])); }

void measure_group(Study& study) {
  Matrix3 const e = element(Vector::Unit(3, 0)), e1 = element(Vector::Unit(3, 1)),
                e2 = element(Vector::Unit(3, 2));
  auto const bracket = [](Matrix3 const& a, Matrix3 const& b) -> Matrix3 { return a * b - b * a; };
  supply(study, {{"C1", worst_of(distance(bracket(e, e1), e2), distance(bracket(e, e2), -e1),
                                 largest_entry(bracket(e1, e2)))}});
  supply_controls(study, {{"C1", "sign of [e, e_2]", distance(bracket(e, e2), e1)}});

  // Coordinates of the logarithm of (theta, x, y) with |theta| < pi.
  auto const logarithm = [](Matrix3 const& W) {
    Quad const theta = atan2(W(1, 0), W(0, 0)), half = theta / 2, cot = cos(half) / sin(half);
    return Vector{{theta, half * (W(0, 2) * cot + W(1, 2)), half * (W(1, 2) * cot - W(0, 2))}};
  };
  struct Instance {
    Vector v;
    Quad turn;
  };
  auto const draw = [](Random& random) {
    return Instance{random_vector(random, 3, 3), random.uniform(-3.14, 3.14)};
  };
  check(
      study, 100, draw,
      {// Printed formula, with a sign of its third component.
       {"C1/exp", "sign in y",
        [](Instance const& at, bool changed) {
          auto const& v = at.v;
          Quad const w = v[0], s = sin(w) / w, c = (cos(w) - 1) / w;
          Vector const formula{{w, v[1] * s + v[2] * c, (changed ? 1 : -1) * v[1] * c + v[2] * s}},
              straight{{0, v[1], v[2]}};
          double const off = distance(planar_matrix(formula), exp_of(v));
          return changed ? off : worst_of(off, distance(planar_matrix(straight), exp_of(straight)));
        }},
       {"C12", "one turn more", [&](Instance const& at, bool changed) {
          Vector turned = at.v;
          turned[0] = at.turn + (changed ? 2 * quad_pi : 0);
          double const off = distance(logarithm(exp_of(turned)), turned);
          return changed ? off
                         : worst_of(off, distance(exp_of(logarithm(planar_matrix(turned))),
                                                  planar_matrix(turned)));
        }}});
}

/// Sides of the two difference equations of section 4.3.2, as printed.
struct SleighRows {
  Vector first, second;
};
SleighRows sleigh_rows(SleighBody const& s, Vector const& g1, Vector const& g2) {
  Quad const am = s.a * s.m, bm = s.b * s.m, m = s.m, inertia = s.a * am + s.b * bm + s.J;
  Quad const c1 = cos(g1[0]), s1 = sin(g1[0]), x1 = g1[1], y1 = g1[2];
  Quad const c2 = cos(g2[0]), s2 = sin(g2[0]), x2 = g2[1], y2 = g2[2];
  return {Vector{{-am * c1 - bm * s1 + am + m * x1 * c1 + m * y1 * s1,
                  am * y1 * c1 - am * x1 * s1 - bm * x1 * c1 - bm * y1 * s1 + inertia * s1}},
          Vector{{m * x2 + am * c2 - bm * s2 - am, am * y2 - bm * x2 + inertia * s2}}};
}

/// One of the two bodies, and random arrows.
struct Instance {
  SleighBody body;
  Vector g1, g2;
};
constexpr auto draw_of_both = [](Random& random) {
  auto const instance = [&](SleighBody const& body) {
    return Instance{body, random_vector(random, 3, 2), random_vector(random, 3, 2)};
  };
  return std::array{instance(sleigh_a()), instance(sleigh_b())};
};
using Both = std::array<Instance, 2> const&;

void measure_equations(Study& study) {
  check(study, 20, draw_of_both,
        {{"C3", "sign of b", [](Both both, bool changed) {
            Largest off;
            Matrix const basis{{0, 1}, {1, 0}, {0, 0}};  // the first equation belongs to e_1
            for (auto const& [body, g1, g2] : both) {
              auto const system = sleigh(step, body);
              auto printed = body;
              if (changed) printed.b = -body.b;
              auto const rows = sleigh_rows(printed, g1, g2);
              off(distance(rows.first, step * left_fields(system, g1, basis)));
              off(distance(rows.second, step * right_fields(system, g2, basis)));
            }
            return off.value;
          }}});
  // Four point masses around (a, b) with the mass, centre and inertia of the body.
  auto const draw = [](Random& random) {
    Vector const z = random_vector(random, 4);
    return SleighBody{1 + z[0] / 2, 1 + z[1] / 2, z[2], z[3]};
  };
  auto const off = [](SleighBody const& body, Quad value) {
    Quad const arm = sqrt(body.J / body.m);
    Quad moment = 0;
    for (auto const& [dx, dy] :
         {std::pair{arm, 0.0_quad}, {-arm, 0.0_quad}, {0.0_quad, arm}, {0.0_quad, -arm}})
      moment += body.m / 4 * (body.a + dx) * (body.b + dy);
    return double(abs(value - moment) / abs(moment));
  };
  using Body = SleighBody const&;
  auto const ma = [](Body s) -> Quad { return s.m * s.a; };
  over(study, 20, draw,
       {{"C2", "product of inertia", [&](Body s) { return off(s, ma(s) * s.b); }},
        {"C2", "mb", [&](Body s) { return off(s, s.m * s.b); }, true}});
  double as_printed = INFINITY;
  for (int k = 1; k <= 20; ++k) {
    Random random(1, k);
    auto const body = draw(random);
    as_printed = smaller_or_nan(as_printed, off(body, ma(body)));
  }
  supply(study, {{"C2", as_printed}});
}

void measure_symmetry(Study& study) {
  auto const draw = [](Random& random) {
    return planar_exp(Vector{{random.uniform(-3, 3), random.uniform(), 0}});
  };
  check(study, 30, draw,
        {{"C6", "y = x sin theta", [](Arrow const& g, bool changed) {
            Largest off;
            for (auto const& body : {sleigh_a(), sleigh_b()}) {
              auto const s = sleigh(step, body);
              if (changed) {
                Arrow const back = s.inverse(Vector{{g[0], g[1], g[1] * sin(g[0])}});
                off(double(back[2] - back[1] * sin(back[0])));
              } else {
                off(worst_of(lagrangian_asymmetry(s, g), constraint_asymmetry(s, g)));
              }
            }
            return off.value;
          }}});
  // Arrows of SE(2), for the second control with twice the mass along x.
  auto const off_constraint = [](Vector const& g, bool heavier) {
    Largest off;
    for (auto const& body : {sleigh_a(), sleigh_b()}) {
      auto s = sleigh(step, body);
      if (heavier)
        s.lagrangian = [body, L = s.lagrangian](JetVector const& at) {
          return L(at) + body.m * at[1] * at[1] / (2 * step);
        };
      off(lagrangian_asymmetry(s, g));
    }
    return off.value;
  };
  over(study, 30, [](Random& random) { return random_vector(random, 3, 2); },
       {{"C6", "L_d off M_c", [&](Vector const& g) { return off_constraint(g, false); }},
        {"C6", "twice the mass along x", [&](Vector const& g) { return off_constraint(g, true); },
         true}});
}

/// Defect of m (m a^2 + J + sign a m x/2) as the determinant, times h^2, of G on D_c times the
/// tangents of M_c at (0, x, 0) by right translation; both bodies.
double determinant_defect(Quad x, int sign) {
  Largest off;
  for (auto const& body : {sleigh_a(), sleigh_b()}) {
    auto const system = sleigh(step, body);
    Arrow const g{{0, x, 0}};
    Matrix const D = Matrix::Identity(3, 2), right{{1, 0}, {0, 1}, {x / 2, 0}};
    Quad const by_G = determinant(bilinear(system, g, D, right));
    Quad const am = body.a * body.m, rest = body.a * am + body.J;
    off(double(step * step * by_G - body.m * (rest + sign * am * x / 2)));
  }
  return off.value;
}

void measure_regularity(Study& study) {
  int const count = study.quick ? 4 : 20;
  auto const draw = [](Random& random) { return Quad(random.uniform(-5, 5)); };
  check(study, count, draw, {{"C7", "sign of x", [](Quad x, bool changed) {
                                return determinant_defect(x, changed ? -1 : 1);
                              }}});
  Vector const point(0);
  study.measure("C7/neighbourhood", "as printed", "SLE-A",
                regularity_at(sleigh(step, sleigh_a()), point));
  study.measure("C7/neighbourhood", "as printed", "SLE-B",
                regularity_at(sleigh(step, sleigh_b()), point));
  study.control("C7/neighbourhood", "massless sleigh",
                regularity_at(sleigh(step, {0, 1, 0.5_quad, 0}), point));
}

}  // namespace

void sleigh_equations(Study& study) {
  study.uses("E18");
  measure_group(study);
  measure_equations(study);
  study.progress(0.4);
  measure_symmetry(study);
  measure_regularity(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::sleigh_equations_study
