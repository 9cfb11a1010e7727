#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Q const h = 0.1Q;

struct Case {
  std::string name;
  DiscreteSystem system;
  Arrow first;
};
std::vector<Case> cases() {
  auto const from = [](DiscreteSystem const& s, Numbers const& x, Numbers const& p) {
    return arrow_of_momentum(s, x, p);
  };
  auto const tilted = unconstrained(paraboloid(h, tilted_potential)),
             central = unconstrained(paraboloid(h, central_potential)),
             body = unconstrained(suslov(h));
  Numbers const q{1, 0.5Q, 0.75Q}, p{0.2Q, -0.4Q, 0.3Q};
  return {{"R^3, V = z + x y/2", tilted, from(tilted, q, p)},
          {"R^3, central potential", central, from(central, q, p)},
          {"SO(3), free body", body, from(body, {}, {1, 0.3Q, -0.5Q})}};
}

/// The evolution operator; in the control F^-(Y(g)) is 9/10 F^+(g).
constexpr double no_friction = 1, friction = 0.9;
Arrow stepped(DiscreteSystem const& s, Arrow const& g, double factor) {
  return arrow_of_momentum(s, s.target(g), times(Q(factor), legendre_plus(s, g)));
}
/// g with its ends moved by t a and t b.
Arrow moved(DiscreteSystem const& s, Arrow const& g, Q t, Numbers const& a, Numbers const& b) {
  return s.left_moved(s.right_moved(g, times(t, b)), times(t, a));
}

/// The 2-section along the evolution operator Y: with c the velocity of the right end of Y(g), the
/// value G(a', b) - G(a, b') at g is G(b', c) - G(b, c') at Y(g).
double symplectic_defect(Case const& at, double factor) {
  Dice dice(51);
  auto const& s = at.system;
  auto const& g = at.first;
  auto const next = stepped(s, g, factor);
  auto const velocity = [&](Numbers const& a, Numbers const& b) {
    auto const right_end = [&](Q t) {
      auto const end = stepped(s, moved(s, g, t, a, b), factor);
      if (end.size() == 6) return part(end, 3, 3);
      auto const from = s.left_moved(next, times(t, b));
      return times(0.5Q, twice_axial(product(transposed(from), end)));
    };
    return derivative(right_end);
  };
  auto const a = dice.numbers(3, 1), b = dice.numbers(3, 1), a2 = dice.numbers(3, 1),
             b2 = dice.numbers(3, 1);
  auto const c = velocity(a, b), c2 = velocity(a2, b2);
  Q const before = bilinear(s, g, a2, b) - bilinear(s, g, a, b2);
  Q const after = bilinear(s, next, b2, c) - bilinear(s, next, b, c2);
  return double(absolute((after - before) / before));
}

/// The map F^+ o (F^-)^-1 of T*R^3: largest entry of M^T J M - J with its derivative M.
double hamiltonian_defect(Case const& at, double factor) {
  auto const& s = at.system;
  auto const point = together(s.source(at.first), legendre_minus(s, at.first));
  Rows M(6);
  for (std::size_t j = 0; j < 6; ++j) {
    auto const image = [&](Q t) {
      auto from = point;
      from[j] += t;
      auto const g = arrow_of_momentum(s, part(from, 0, 3), part(from, 3, 3));
      return together(s.target(g), times(Q(factor), legendre_plus(s, g)));
    };
    // Row j: derivative along the j-th coordinate, of second order in steps that Newton resolves.
    Q const d = 1e-5Q;
    auto const change = [&](Q t) { return difference(image(t), image(-t)); };
    M[j] = times(1 / (60 * d),
                 sum(times(45, change(d)), sum(times(-9, change(2 * d)), change(3 * d))));
  }
  Largest defect;
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) {
      Q value = i + 3 == j ? -1 : j + 3 == i ? 1 : 0;
      for (std::size_t k = 0; k < 3; ++k) value += M[i][k] * M[j][k + 3] - M[i][k + 3] * M[j][k];
      defect(value);
    }
  return defect.value;
}

/// Angular momentum e x q of the central potential; spatial momentum of the free body.
Measured momentum_change(Case const& at, int steps, double factor) {
  auto const& s = at.system;
  auto g = at.first;
  auto attitude = identity_matrix();
  Numbers initial;
  Largest change;
  for (int k = 0; k < steps; ++k) {
    Numbers J;
    if (g.size() == 6) {
      for (auto const& e : unit_vectors(3)) J.push_back(left_field(s, g, cross(e, s.target(g))));
    } else {
      J = applied(attitude, legendre_minus(s, g));
      attitude = product(attitude, g);
    }
    if (k == 0) initial = J;
    change(distance(J, initial) / double(largest(initial)));
    g = stepped(s, g, factor);
  }
  return {.value = change.value, .steps = double(steps), .epsilon = of_differences};
}

}  // namespace

void unconstrained(Study& study) {
  auto const all = cases();
  Largest of_form, of_map;
  for (auto const& c : all) {
    double const defect = symplectic_defect(c, no_friction);
    supply(study, {{"I2/symplectic", defect}, {"K17", defect}}, c.name);
    of_form(symplectic_defect(c, friction));
    if (&c == &all[2]) continue;
    supply(study, {{"I3", hamiltonian_defect(c, no_friction)}}, c.name);
    of_map(hamiltonian_defect(c, friction));
  }
  supply_controls(study, {{"I2/symplectic", "friction", of_form}, {"I3", "friction", of_map}});
  study.progress(0.7);
  int const steps = study.quick ? 4 : 20;
  for (auto const& c : {all[1], all[2]})
    study.measure("I2/momentum", "as printed", c.name, momentum_change(c, steps, no_friction));
  study.control("I2/momentum", "friction", momentum_change(all[1], 4, friction));
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
