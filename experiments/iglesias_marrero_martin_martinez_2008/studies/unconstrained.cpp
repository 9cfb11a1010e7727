#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"
#include "experiments/theory/newton.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::unconstrained_study {

namespace {

Quad const h = 0.1_quad;

struct Case {
  std::string name;
  DiscreteSystem system;
  Arrow first;
};
std::vector<Case> cases() {
  auto const tilted = unconstrained(paraboloid(h, tilted_potential)),
             central = unconstrained(paraboloid(h, central_potential)),
             body = unconstrained(suslov(h));
  Vector const q{{1, 0.5_quad, 0.75_quad}}, p{{0.2_quad, -0.4_quad, 0.3_quad}},
      of_body{{1, 0.3_quad, -0.5_quad}};
  return {{"$R^3$, $V = z + x y$/2", tilted, arrow_of_momentum(tilted, q, p)},
          {"$R^3$, central potential", central, arrow_of_momentum(central, q, p)},
          {"SO(3), free body", body, arrow_of_momentum(body, Vector(0), of_body)}};
}

/// Factors of the momentum: 1 for the evolution operator Y; in the control F^-(Y(g)) is 9/10
/// F^+(g).
constexpr double no_friction = 1, friction = 0.9;
Arrow stepped(DiscreteSystem const& s, Arrow const& g, double factor) {
  return arrow_of_momentum(s, s.target(g), Quad(factor) * legendre_plus(s, g));
}

/// Defect of the 2-section under the evolution operator Y. With c the velocity of the right end of
/// Y(g), the value G(a', b) - G(a, b') at g is G(b', c) - G(b, c') at Y(g).
double symplectic_defect(Case const& at, double factor) {
  auto const& s = at.system;
  auto const& g = at.first;
  Arrow const next = stepped(s, g, factor);
  // Velocity if g moves by a on the left and b on the right.
  auto const velocity = [&](Vector const& a, Vector const& b) {
    return difference_quotient([&](Quad t) -> Vector {
      Arrow const end = stepped(s, s.left_moved(s.right_moved(g, t * b), t * a), factor);
      if (end.size() == 6) return end.tail(3);
      Matrix3 const from = matrix_of(s.left_moved(next, t * b));
      return axial<Quad>(from.transpose() * matrix_of(end));
    });
  };
  Random random(1, 1);
  auto const draw = [&] { return random_vector(random, 3); };
  Vector const a = draw(), b = draw(), a2 = draw(), b2 = draw(), c = velocity(a, b),
               c2 = velocity(a2, b2);
  Matrix const G = bilinear(s, g), G_next = bilinear(s, next);
  Quad const before = a2.dot(G * b) - a.dot(G * b2),
             after = b2.dot(G_next * c) - b.dot(G_next * c2);
  return double(abs((after - before) / before));
}

/// Defect of (JY)* Theta^- - Theta^+ = -D_DEL at (g, Y(g)), and of the same with dL_d + Theta^- for
/// Theta^+. JY of (2.16) moves Y(g) along i(g_t) g Y(g), where g_t is g moved on the right by eta,
/// and Theta^-(X, Y) = -X(L_d), Theta^+(X, Y) = Y(L_d). `exchanged`: Theta^+ and Theta^-.
double pull_back_defect(Case const& at, double factor, bool exchanged) {
  auto const& s = at.system;
  auto const& g = at.first;
  Arrow const next = stepped(s, g, factor);
  auto const product = [&](JetVector const& a, JetVector const& b) -> JetVector {
    if (a.size() == 6) return together(a.head(3), b.tail(3));
    return entries_of((matrix_of(a) * matrix_of(b)).eval());
  };
  Vector const of_equations = euler_lagrange(s, g, next);
  Largest off;
  for (long i = 0; i < s.rank; ++i) {
    Vector const eta = Vector::Unit(s.rank, i), left = Vector::Ones(s.rank);
    auto const g_t = [&](QuadJet const& t) { return s.right_moved(g, t * eta); };
    Quad const pulled_back = -derivative([&](QuadJet const& t) {
      return s.lagrangian(
          product(s.inverse(g_t(t)), product(g.cast<QuadJet>(), next.cast<QuadJet>())));
    });
    auto const change = [&](bool at_left, bool at_right) {
      return derivative([&](QuadJet const& t) {
        JetVector const moved = at_right ? g_t(t) : JetVector(g.cast<QuadJet>());
        return s.lagrangian(at_left ? s.left_moved(moved, t * left) : moved);
      });
    };
    Quad const minus = -change(true, false), plus = change(false, true), whole = change(true, true);
    off(double(pulled_back - (exchanged ? minus : plus) + of_equations[i]));
    off(double(pulled_back - (exchanged ? plus : minus) - whole + of_equations[i]));
  }
  return off.value / largest_entry(left_fields(s, g, Matrix::Identity(s.rank, s.rank)));
}

/// Largest entry of M^T J M - J for the derivative M of the map F^+ o (F^-)^-1 of T*R^3.
double hamiltonian_defect(Case const& at, double factor) {
  auto const& s = at.system;
  Vector const point = together(s.source(at.first), legendre_minus(s, at.first));
  Matrix M(6, 6), J = Matrix::Zero(6, 6);
  J.topRightCorner(3, 3) = Matrix::Identity(3, 3);
  J.bottomLeftCorner(3, 3) = -Matrix::Identity(3, 3);
  for (long j = 0; j < 6; ++j)
    M.col(j) = difference_quotient([&](Quad t) {
      Vector const from = point + t * Vector::Unit(6, j);
      Arrow const g = arrow_of_momentum(s, from.head(3), from.tail(3));
      return together(s.target(g), Quad(factor) * legendre_plus(s, g));
    });
  return largest_entry(M.transpose() * J * M - J);
}

/// Change of the angular momentum e x q (central potential) or of the spatial momentum (free body).
Measured momentum_change(Case const& at, int steps, double factor) {
  auto const& s = at.system;
  Arrow g = at.first;
  Matrix3 attitude = Matrix3::Identity();
  Vector initial;
  Largest change;
  for (int k = 0; k <= steps; ++k) {
    Vector J;
    if (g.size() == 6) {
      J = left_fields(s, g, hat<Quad>(s.target(g)).transpose());  // columns e x q
    } else {
      J = attitude * legendre_minus(s, g);
      attitude = attitude * matrix_of(g);
    }
    if (k == 0) initial = J;
    change(distance(J, initial) / largest_entry(initial));
    g = stepped(s, g, factor);
  }
  return {.value = change.value, .steps = double(steps), .epsilon = unit_roundoff};
}

}  // namespace

void unconstrained(Study& study) {
  auto const all = cases();
  Largest of_form, of_map, exchanged;
  for (auto const& c : all) {
    double const defect = symplectic_defect(c, no_friction);
    supply(study, {{"I2/symplectic", defect}, {"K17", "Omega is preserved", defect}}, c.name);
    of_form(symplectic_defect(c, friction));
    // The map with friction solves no equations.
    auto const pushed = euler_lagrange(c.system, c.first, stepped(c.system, c.first, friction));
    supply(study,
           {{"K17", "exactly if",
             worst_of(pull_back_defect(c, no_friction, false), pull_back_defect(c, friction, false),
                      largest_entry(pushed) < 1e-9)}},
           c.name);
    exchanged(pull_back_defect(c, no_friction, true));
    if (&c == &all[2]) continue;
    supply(study, {{"I3", hamiltonian_defect(c, no_friction)}}, c.name);
    of_map(hamiltonian_defect(c, friction));
  }
  supply_controls(study, {{"I2/symplectic", "friction", of_form},
                          {"I3", "friction", of_map},
                          {"K17", "Theta^+ and Theta^- exchanged", exchanged}});
  study.progress(0.7);
  int const steps = study.quick ? 4 : 20;
  for (auto const& c : {all[1], all[2]})
    study.measure("I2/momentum", "as printed", c.name, momentum_change(c, steps, no_friction));
  study.control("I2/momentum", "potential without the symmetry",
                momentum_change(all[0], 4, no_friction));
  study.control("I2/momentum", "friction", momentum_change(all[1], 4, friction));
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::unconstrained_study
