#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regular_units.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/suslov_body.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// A rotation by the random numbers of `dice`.
Numbers rotation(Dice& dice) { return rodrigues(dice.numbers(3, 2)); }

void measure_equations(Study& study) {
  Dice dice(4);
  Largest rows, trace_form, annihilator;
  Q const h = 0.1Q;
  for (int i = 0; i < 20; ++i) {
    auto const half = dice.numbers(9, 1);
    auto const J = sum(product(half, transposed(half)), identity_matrix());
    auto const system = suslov(h, J);
    auto const W1 = rotation(dice), W2 = rotation(dice);
    auto const sides = suslov_rows(J, W1, W2);
    auto const covector = times(h, euler_lagrange(system, W1, W2));
    for (int c = 1; c <= 2; ++c) {
      auto const k = std::size_t(c - 1);
      auto const e = unit_vectors(3)[k];
      rows(sides.first[k] + h * left_field(system, W1, e));
      rows(sides.second[k] + h * right_field(system, W2, e));
      auto const E = rotation_basis(c);
      trace_form(trace_of_product(difference(product(E, W2), product(W1, E)), J) - covector[k]);
    }
    // (0, 0, 1) vanishes on D_c, and every covector that does is a multiple of it.
    auto const kernel = null_space(
        3,
        [&](Numbers const& a, int row) {
          return dot(a, system.distribution({})[std::size_t(row)]);
        },
        2);
    annihilator(distance(kernel.at(0), {0, 0, 1}) + double(kernel.size() - 1));
  }
  measure(study,
          {{"S1", rows,
            "largest difference of the sides of both rows from -h times the fields on L_d, 20 "
            "bodies and pairs of rotations"},
           {"S1/trace", trace_form,
            "largest difference of the trace form from h times the groupoid's covector, 20 bodies "
            "and pairs of rotations"},
           {"S8", annihilator, "distance of the annihilator of D_c from the line of E^3"}});
}

/// Length of the differential of Tr(Omega E_3).
double slope(Numbers const& W) {
  Numbers d;
  for (int c = 1; c <= 3; ++c)
    d.push_back(trace_of_product(product(W, rotation_basis(c)), rotation_basis(3)));
  return double(sqrtq(dot(d, d)));
}

/// The zero set of Tr(Omega E_3) = -4 q_0 q_3, q = cos(angle/2), sin(angle/2) n.
void measure_submanifold(Study& study) {
  Dice dice(44);
  Largest entries, second_part;
  double least = 10, least_near = 10;
  int singular = 0, singular_near = 0;
  for (int i = 0; i < 1000; ++i) {
    auto const sigma = dice.numbers(3, 3);
    auto const W = rodrigues(sigma);
    entries(trace_of_product(W, rotation_basis(3)) - (W[1] - W[3]));
    auto n = times(1 / sqrtq(dot(sigma, sigma)), sigma);
    if (i == 0) n = {0.6Q, 0.8Q, 0};
    auto const half_turn = product(rodrigues(n), rodrigues(n));  // a right angle twice
    second_part(trace_of_product(half_turn, rotation_basis(3)));
    // Up to 170 degrees: tan(85 degrees) = 11.43.
    Q const r = 11.4Q * absolute(dice()) / sqrtq(n[0] * n[0] + n[1] * n[1]);
    double const of_half_turn = slope(half_turn), near = slope(rodrigues({r * n[0], r * n[1], 0}));
    singular += of_half_turn < 1e-12;
    singular_near += near < 1e-12;
    least = smaller_or_nan(least, of_half_turn);
    least_near = smaller_or_nan(least_near, near);
  }
  measure(study,
          {{"S2", entries, "largest Tr(Omega E_3) - (Omega_12 - Omega_21), 1000 rotations"},
           {"S2/submanifold", singular,
            fmt::format("turns by pi, of 1000, at which the differential vanishes (least {:.1e})",
                        least),
            counted, "whole zero set"},
           {"S2/submanifold", singular_near,
            fmt::format("points of the part q_3 = 0, of 1000 with angles below pi, at which it "
                        "vanishes (least {:.2f})",
                        least_near),
            counted, "part through I"}});
  study.find("S2/second", second_part.value, fmt::format("{:.1e}", second_part.value));
}

void measure_symmetry(Study& study) {
  Dice dice(5);
  Largest asymmetry, image, tangent, identities;
  auto const system = suslov(0.1Q);
  for (int i = 0; i < 100; ++i) {
    auto const w = dice.numbers(2, 2.2Q);  // |w| < pi
    Q const angle = sqrtq(dot(w, w));
    // exp(w) = cay(tan(angle/2) w/angle), by its halves, and back from an element of M_c.
    auto const half = rodrigues(times(tanq(angle / 4) / angle, {w[0], w[1], 0}));
    auto const g = product(half, half);
    image(trace_of_product(g, rotation_basis(3)));
    auto const sigma = times(tanq(angle / 2) / angle, {w[0], w[1], 0});
    image(distance(rodrigues(sigma), g));
    asymmetry(lagrangian_asymmetry(system, g));
    asymmetry(constraint_asymmetry(system, g));
    auto const W = rotation(dice);
    identities(lagrangian_asymmetry(system, W));
    identities(trace_of_product(W, rotation_basis(3)) +
               trace_of_product(transposed(W), rotation_basis(3)));
  }
  auto const tangents = right_tangents(system, identity_matrix());
  for (auto const& eta : tangents) tangent(eta[2]);
  measure(study, {{"S3", asymmetry,
                   "largest |L_d(i(g)) - L_d(g)| and constraint at i(g), 100 arrows of M_c"},
                  {"S3/identities", identities,
                   "largest difference of both sides of both identities, 100 rotations"},
                  {"S5", image,
                   "largest |Tr(Omega E_3)| of exponentials of D_c, and distance of arrows of "
                   "M_c from the exponential of their logarithm in D_c, 100 elements"},
                  {"S5/tangent", tangents.size() == 2 ? tangent.value : INFINITY,
                   "third component of the two tangents of M_c at I"}});
}

void measure_regularity(Study& study) {
  auto const J = suslov_mass_tensor();
  auto const quad = suslov_inertia<Q>();
  Dice dice(6);
  Largest relation;
  for (int i = 0; i < 50; ++i) {
    auto const x = dice.numbers(2, 0.9Q);
    Q const expected = -2 * (1 + dot(x, x)) * quad.fold({x[0], x[1]});
    Q const printed = printed_regularity(J, rodrigues({x[0], x[1], 0}));
    relation(absolute(printed - expected) / (1 + absolute(expected)));
  }
  measure(study,
          {{"S4/condition", relation,
            "largest relative difference of the determinant of the printed condition from -2 (1 + "
            "|sigma|^2) times that of sigma -> F^-, 50 rotations cay(sigma)"}});
  measure_regular_units(study, "S4", "as printed", {{"Suslov", suslov(0.1Q), {}}});

  auto const body = suslov_inertia<double>();
  auto& table = study.table("singular_angles", {"direction", "angle"});
  double low = 10, high = 0;
  int const directions = 720;
  for (int k = 0; k <= directions; ++k) {
    double const phi = 2 * M_PI * k / directions;
    double const angle = 2 * std::atan(body.first_fold(std::cos(phi), std::sin(phi)));
    low = smaller_or_nan(low, angle), high = larger_or_nan(high, angle);
    table.add({phi * 180 / M_PI, angle * 180 / M_PI});
  }
  double const length = std::hypot(body.b1, body.b2);
  double const on_line = 2 * std::atan(body.first_fold(-body.b2 / length, body.b1 / length));
  study.find(
      "S4/angles", low,
      fmt::format("{:.6f} (largest {:.6f}; {:.12f} on the line b.sigma = 0)", low, high, on_line));
}

}  // namespace

void suslov_equations(Study& study) {
  measure_equations(study);
  measure_submanifold(study);
  measure_symmetry(study);
  study.progress(0.5);
  measure_regularity(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
