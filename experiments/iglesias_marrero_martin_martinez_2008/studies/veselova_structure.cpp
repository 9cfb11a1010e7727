#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/veselova_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::veselova_structure_study {

namespace {

Quad const h = Quad(1) / 10;

/// Tests V3 at random composable pairs, V4 along a solution of the groupoid equations, and V19.
void equations(Study& study) {
  auto const system = veselova(h, 1);
  struct Pair {
    Arrow g, next;
  };
  // Left side of the matrix equation minus -h times the groupoid's covector, on D_c.
  auto const rest = [&](Pair const& at, Quad step, int sign, bool inverse = false) {
    Vector const covector = h * euler_lagrange(system, at.g, at.next);
    Vector3 const left = pair_equation(at.g, at.next, step, sign, inverse);
    return largest_entry(left + across(gamma_of(at.next), covector)) /
           largest_entry(momentum_vector(Omega_of(at.next)));
  };
  auto const draw = [&](Random& random) {
    auto const plane = random_plane(random);
    Arrow const g = stacked(plane.gamma, rodrigues(random_vector(random, 3)));
    return Pair{g, arrow_after(system, g, random)};
  };
  using At = Pair const&;
  over(study, 20, draw,
       {{"V3", "as printed", [&](At at) { return rest(at, h, 1); }},
        {"V3", "other sign", [&](At at) { return rest(at, h, -1); }},
        {"V3", "inverse of Omega_k", [&](At at) { return rest(at, h, -1, true); }, true},
        {"V3", "h for h^2", [&](At at) { return rest(at, sqrt(h), -1); }, true}});
  Largest vector, sign_of_gravity;
  Random random(1, 1);
  Arrow g = interval_turned_by(random_plane(random), Quad(1) / 10);
  for (int k = 0; k < (study.quick ? 3 : 12); ++k) {
    Arrow const next = evolved(system, g);
    auto const size = [scale = largest_entry(momentum_vector(Omega_of(next)))](
                          Vector3 const& rest) { return largest_entry(rest) / scale; };
    vector(size(vector_equation(g, next, h)));
    sign_of_gravity(size(vector_equation(g, next, h, 1)));
    g = next;
  }
  supply(study, {{"V4", "set to zero", vector}});
  supply_controls(study, {{"V4", "sign of gravity", sign_of_gravity}});

  Matrix3 const I = suslov_mass_tensor();
  check(study, 20, [](Random& random) { return Vector3(random_vector(random, 3)); },
        {{"V19", "Tr(I) Id - I", [=](Vector3 const& w, bool changed) {
            Quad const trace = changed ? I.trace() : I.trace() / 2;
            Matrix3 const J = trace * Matrix3::Identity() - I, W = hat(w);
            return double(trace_of_product(W * J, W.transpose()) / 2 - w.dot(I * w) / 2);
          }}});
}

/// Unit vector gamma, axis orthogonal to gamma, and angle between 0.1 and 2.9.
struct Turn {
  AxisAcross plane;
  Quad angle;
  Matrix3 about_gamma;  ///< random rotation about gamma
  explicit Turn(Random& random)
      : plane(random_plane(random)),
        angle(random.uniform(0.1, 2.9)),
        about_gamma(rodrigues(Quad(random.uniform(0.1, 0.7)) * plane.gamma)) {}

  Arrow arrow() const { return interval_turned_by(plane, angle); }
  /// Arrow outside M_c: its axis is tilted towards gamma, and its angle is a fraction of `angle`.
  Arrow tilted(Quad share) const {
    Vector3 const n = plane.n + 0.2_quad * plane.gamma;
    return stacked(plane.gamma, rodrigues(tan(share * angle / 2) * n));
  }
  /// Size of the derivative of psi at (gamma, Omega).
  double slope(Matrix3 const& Omega) const {
    return largest_entry(derivative_of_psi(plane.gamma, Omega));
  }
};
using At = Turn const&;
Turn random_turn(Random& random) { return Turn(random); }

/// Tests the zero set of psi: V5, V18, V20, V21, V22.
void constraint_submanifold(Study& study) {
  auto const system = veselova(h, 1);
  auto const off_constraint = [&](Arrow const& g) { return largest_entry(system.constraint(g)); };
  check(study, 20, random_turn, {{"V18", "minus gamma^3", [&](At at, bool changed) {
                                    Vector3 form = at.plane.gamma;
                                    Matrix const D = system.distribution(form);
                                    if (changed) form[2] = -form[2];
                                    Largest off;
                                    for (auto const& d : D.colwise())
                                      off(double(form.dot(d) / sqrt(d.squaredNorm())));
                                    return worst_of(off.value, form.squaredNorm() - 1);
                                  }}});
  auto const along_unit_tangents = [&](At at, Vector3 const& covector) {
    Matrix const tangents = right_tangents(system, system.unit(at.plane.gamma));
    Largest off;
    for (auto const& eta : tangents.colwise()) off(double(covector.dot(eta)) / largest_entry(eta));
    return worst_of(off.value, tangents.cols() - 2);
  };
  over(study, 20, random_turn,
       {{"V5", "right angles", [](At at) { return at.slope(rodrigues(at.plane.gamma)); }, true},
        // Rotation exp(angle n) as the square of half the rotation, and the element tan(angle/2) n.
        {"V21", "zero set",
         [&](At at) {
           Matrix3 const half = rodrigues(tan(at.angle / 4) * at.plane.n);
           Arrow const g = stacked(at.plane.gamma, (half * half).eval());
           return worst_of(off_constraint(system.unit(at.plane.gamma)), off_constraint(g),
                           distance(at.arrow(), g));
         }},
        {"V21", "vectors outside D_c", [&](At at) { return off_constraint(at.tilted(0.5_quad)); },
         true},
        {"V22", "zero set", [&](At at) { return along_unit_tangents(at, at.plane.gamma); }},
        {"V22", "another axis", [&](At at) { return along_unit_tangents(at, at.plane.n); }, true}});
  int units_outside = 0, singular = 0, singular_turns = 0;
  double least = INFINITY;
  for (int k = 1; k <= 20; ++k) {
    Random random(1, k);
    Turn const at(random);
    // The printed M_c excludes the pairs with Omega gamma = gamma, and therefore every unit.
    Vector3 const gamma = at.plane.gamma;
    units_outside += distance(system.target(system.unit(gamma)), gamma) < 1e-30;
    Matrix3 const right_angle = rodrigues(at.plane.n);
    singular += at.slope(Omega_of(at.arrow())) < 1e-12;
    singular_turns += at.slope(right_angle * right_angle) < 1e-12;
    least = smaller_or_nan(least, at.slope(at.about_gamma));
  }
  supply(study, {{"V5", least}, {"V20", singular}, {"V21", units_outside}, {"V22", units_outside}});
  supply_controls(study, {{"V20", "turns by pi", singular_turns}});
}

/// Tests V6, V7 at random intervals of M_c with angles between 0.1 and 2.9.
void reversal(Study& study) {
  auto const system = veselova(h, 1), light = veselova(h, 0);
  auto const psi = [&](Arrow const& g) { return system.constraint(g)[0]; };
  over(study, 20, random_turn,
       {{"V6", "zero set of psi",
         [&](At at) {
           Arrow const g = at.arrow(), back = system.inverse(g);
           return worst_of(psi(back) - psi(g), psi(back));
         }},
        {"V6", "V",
         [&](At at) {
           Arrow const g = at.arrow();
           return double(Omega_of(system.inverse(g)).trace() - Omega_of(g).trace());
         }},
        {"V6", "C_psi",
         [&](At at) {
           auto const moved = [&](Arrow const& g) {
             return distance(system.target(g), system.source(g));
           };
           return moved(system.inverse(at.arrow())) - moved(at.arrow());
         }},
        {"V6", "another level of psi",
         [&](At at) {
           Arrow const off = at.tilted(1);
           return double(psi(system.inverse(off)) - psi(off));
         },
         true},
        {"V7", "without gravity", [&](At at) { return lagrangian_asymmetry(light, at.arrow()); },
         true}});
  Largest map;
  double least_asymmetry = INFINITY, least_of_short = INFINITY;
  int const samples = study.quick ? 3 : 8;
  for (int k = 1; k <= 20; ++k) {
    Random random(1, k);
    Turn const at(random);
    least_asymmetry = smaller_or_nan(least_asymmetry, lagrangian_asymmetry(system, at.arrow()));
    // Short intervals, for which the map is defined.
    if (k > samples) continue;
    Arrow const near = interval_turned_by(at.plane, Quad(1) / 10);
    map(reversibility_of_map(system, near));
    least_of_short = smaller_or_nan(least_of_short, lagrangian_asymmetry(system, near));
  }
  supply(study, {{"V7", "with gravity", least_asymmetry}});
  study.add_finding("V7/reversible", map.value,
                    fmt::format("{:.1e}, where |$L_d(i(g)) - L_d(g)$| is {:.1e} or more", map.value,
                                least_of_short));
}

/// Tests V8 and V9.
void regularity(Study& study) {
  auto const system = veselova(h, 1);
  struct Vectors {
    Vector3 gamma, xi, eta;
  };
  auto const draw = [](Random& random) {
    return Vectors{random_plane(random).gamma, random_vector(random, 3), random_vector(random, 3)};
  };
  // Defect of the form xi . I eta times a factor, relative to G at the unit.
  auto const off = [&](Vectors const& at, Vector3 const& I, Quad factor) {
    Quad const value = -bilinear(system, system.unit(at.gamma), at.xi, at.eta)(0, 0);
    return double((value - factor * at.xi.dot(I.cwiseProduct(at.eta))) / abs(value));
  };
  Vector3 const bold{1.75_quad, 0.75_quad, 0.25_quad};
  over(study, 10, draw,
       {{"V8", "scaled", [&](Vectors const& at) { return off(at, veselova_moments(), 1 / h); }},
        {"V8", "bold I", [&](Vectors const& at) { return off(at, bold, 1 / h); }, true}});
  double printed = INFINITY;
  for (int k = 1; k <= 10; ++k) {
    Random random(1, k);
    printed = smaller_or_nan(printed, std::abs(off(draw(random), veselova_moments(), -1)));
  }
  supply(study, {{"V8", printed}});
  study.measure("V9", "zero set", "$gamma$ = (0, 1, 0)", regularity_at(system, Vector{{0, 1, 0}}));
  for (int k = 1; k <= 2; ++k) {
    Random random(3, k);
    study.measure("V9", "zero set", fmt::format("random $gamma$ {}", k),
                  regularity_at(system, Vector(random_plane(random).gamma)));
  }
  study.control("V9", "no inertia across gamma",
                regularity_at(veselova(h, 1, {0, 2, 2.5_quad}), Vector{{0, 0, 1}}));

  int const bodies = study.quick ? 300 : 1500;
  auto& table = study.table("singular_angles", {"gamma3", "angle"});
  for (int k = 1; k <= bodies; ++k) {
    Random random(2, k);
    auto const plane = random_plane(random);
    double const angle = first_singular_angle_across(plane);
    table.add({double(plane.gamma[2]), angle});
  }
}

/// Tests V11: J = (Psi(xi))left(L_d) for xi = (-gamma_3, 1), Psi(a, b) = a gamma + b e3, on the
/// symmetric top I = (2, 2, 1), e = e3; theorem 3.24 along a run.
void momentum_equation(Study& study) {
  auto const system = veselova(h, 1, {2, 2, 1}, {0, 0, 1});
  auto run = veselova_run("heavy").with(h, study.quick ? 10 : 60);
  run.parameters = {{"I1", 2}, {"I2", 2}, {"I3", 1}, {"e1", 0}, {"e3", 1}};
  auto const q = study.execute_quad(run).q;
  auto const interval = [&](std::size_t k) {
    return interval_between(vector_of<Quad>(q[k - 1]), vector_of<Quad>(q[k]));
  };
  auto const Psi = [](Vector const& x, Vector const& xi) -> Vector {
    return xi[0] * x + xi[1] * Vector::Unit(3, 2);
  };
  auto const section = [](Vector const& x) { return Vector{{-x[2], 1}}; };
  auto const J = [&](Arrow const& g) {
    Vector const x = system.target(g);
    return left_field(system, g, Psi(x, section(x)));
  };
  Largest rest, without_right_side;
  for (std::size_t k = 2; k < q.size(); ++k) {
    Arrow const before = interval(k - 1), g = interval(k);
    Vector const x = system.target(g), change = section(x) - section(system.target(before));
    rest(double(J(g) - J(before) - left_field(system, g, Psi(x, change))));
    rest(distance(system.target(before), system.source(g)));
    without_right_side(double(J(g) - J(before)));
  }
  supply(study, {{"V11", rest}});
  supply_controls(study, {{"V11", "right side left out", without_right_side}});
}

}  // namespace

void veselova_structure(Study& study) {
  for (char const* const erratum : {"E24", "E21", "E22", "E25"}) study.uses(erratum);
  equations(study);
  constraint_submanifold(study);
  study.progress(0.3);
  reversal(study);
  study.progress(0.5);
  regularity(study);
  study.progress(0.8);
  momentum_equation(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::veselova_structure_study
