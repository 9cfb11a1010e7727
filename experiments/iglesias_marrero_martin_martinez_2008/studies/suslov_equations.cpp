#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regular_units.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/suslov_body.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// A rotation by the random numbers of `dice`.
Numbers rotation(Dice& dice) { return rodrigues(dice.numbers(3, 2)); }

void measure_equations(Study& study) {
  Dice dice(4);
  Tested rows, trace_form, annihilator;
  Q const h = 0.1Q;
  auto const kernel_of = [](Rows const& basis) { return null_space(basis, 3); };
  for (int i = 0; i < 20; ++i) {
    auto const half = dice.numbers(9, 1);
    auto const J = sum(product(half, transposed(half)), identity_matrix());
    auto const system = suslov(h, J);
    auto const W1 = rotation(dice), W2 = rotation(dice);
    auto const sides = suslov_rows(J, W1, W2),
               of_transposed = suslov_rows(J, transposed(W1), transposed(W2));
    auto const covector = times(h, euler_lagrange(system, W1, W2));
    for (int c = 1; c <= 2; ++c) {
      auto const k = std::size_t(c - 1);
      auto const e = unit_vectors(3)[k];
      Q const left = h * left_field(system, W1, e), right = h * right_field(system, W2, e);
      rows.printed(sides.first[k] + left);
      rows.printed(sides.second[k] + right);
      rows.changed(of_transposed.first[k] + left);
      rows.changed(of_transposed.second[k] + right);
      auto const E = rotation_basis(c), EW = product(E, W2), WE = product(W1, E);
      trace_form.printed(trace_of_product(difference(EW, WE), J) - covector[k]);
      trace_form.changed(trace_of_product(sum(EW, WE), J) - covector[k]);
    }
  }
  // (0, 0, 1) vanishes on D_c, and every covector that does is a multiple of it.
  auto const off_E3 = [&](Largest& most, Rows const& basis) {
    auto const kernel = kernel_of(basis);
    most(double(kernel.size()) - 1);
    most(distance(kernel.at(0), {0, 0, 1}));
  };
  off_E3(annihilator.printed, suslov(h).distribution({}));
  off_E3(annihilator.changed, {{1, 0, 0}, {0, 0, 1}});
  supply_tested(study, {{"S1", rows, "rows and columns interchanged"},
                        {"S1/trace", trace_form, "sign of the second term"},
                        {"S8", annihilator, "span{E_1, E_3}"}});
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
  Tested entries;
  Largest second_part;
  int singular = 0, singular_near = 0, singular_levels = 0;
  for (int i = 0; i < 1000; ++i) {
    auto const sigma = dice.numbers(3, 3);
    auto const W = rodrigues(sigma);
    Q const trace = trace_of_product(W, rotation_basis(3));
    entries.printed(trace - (W[1] - W[3]));
    entries.changed(trace - (W[1] + W[3]));
    singular_levels += slope(W) < 1e-12;
    auto n = times(1 / sqrtq(dot(sigma, sigma)), sigma);
    if (i == 0) n = {0.6Q, 0.8Q, 0};
    auto const half_turn = product(rodrigues(n), rodrigues(n));  // a right angle twice
    second_part(trace_of_product(half_turn, rotation_basis(3)));
    // Up to 170 degrees: tan(85 degrees) = 11.43.
    Q const r = 11.4Q * absolute(dice()) / sqrtq(n[0] * n[0] + n[1] * n[1]);
    singular += slope(half_turn) < 1e-12;
    singular_near += slope(rodrigues({r * n[0], r * n[1], 0})) < 1e-12;
  }
  supply_tested(study, {{"S2", entries, "sum of the entries"}});
  supply(study, {{"S2/submanifold", "whole zero set", singular},
                 {"S2/submanifold", "part through I", singular_near}});
  supply_controls(study, {{"S2/submanifold", "level sets", singular_levels},
                          {"S2/submanifold", "turns by pi", singular}});
  study.find("S2/second", second_part.value, fmt::format("{:.1e}", second_part.value));
}

/// The exponential of hat(w) by its series.
Numbers exponential(Numbers const& w) {
  auto const m = hat(w);
  Numbers term = identity_matrix(), total = term;
  for (int k = 1; k < 80; ++k) {
    term = times(Q(1) / k, product(term, m));
    total = sum(total, term);
  }
  return total;
}
/// The w of length below pi with exp(hat(w)) = W.
Numbers logarithm(Numbers const& W) {
  auto const sigma = times(1 / (1 + W[0] + W[4] + W[8]), twice_axial(W));
  Q const size = sqrtq(dot(sigma, sigma));
  return times(2 * atanq(size) / size, sigma);
}
/// The rotation rodrigues(sigma + t e_3) at which Tr(Omega E_i) vanishes.
Numbers on_zero_set(Numbers const& sigma, int i) {
  auto const at = [&](Q t) {
    auto moved = sigma;
    moved[std::size_t(i - 1)] += t;
    return rodrigues(moved);
  };
  return at(
      root_between(Q(-9), Q(9), [&](Q t) { return trace_of_product(at(t), rotation_basis(i)); }));
}

void measure_symmetry(Study& study) {
  Dice dice(5);
  Tested symmetry, identities, onto, tangent;
  Largest into;
  double least = INFINITY;
  auto const system = suslov(0.1Q);
  auto lopsided_tensor = suslov_mass_tensor();
  lopsided_tensor[2] += 0.5Q;
  auto const lopsided = suslov(0.1Q, lopsided_tensor);
  for (int i = 0; i < 100; ++i) {
    auto const plane = dice.numbers(2, 2.2Q);  // |w| < pi
    Numbers const w{plane[0], plane[1], 0};
    auto const g = exponential(w);
    into(trace_of_product(g, rotation_basis(3)));
    Rows velocities;
    for (std::size_t c = 0; c < 2; ++c)
      velocities.push_back(
          derivative([&](Q t) { return exponential(sum(w, times(t, unit_vectors(3)[c]))); }));
    least = smaller_or_nan(least, double(determinant(gram(velocities))));
    // Arrows of M_c from its equation alone.
    auto const sigma = dice.numbers(3, 1.5Q);
    auto const image = [&](Largest& most, int constraint) {
      auto const W = on_zero_set(sigma, constraint);
      auto const v = logarithm(W);
      most(v[2]);
      most(distance(exponential(v), W));
    };
    image(onto.printed, 3);
    image(onto.changed, 2);
    symmetry.printed(lagrangian_asymmetry(system, g));
    symmetry.printed(constraint_asymmetry(system, g));
    symmetry.changed(lagrangian_asymmetry(lopsided, g));
    auto const W = rotation(dice);
    Q const forth = trace_of_product(W, rotation_basis(3)),
            back = trace_of_product(transposed(W), rotation_basis(3));
    identities.printed(lagrangian_asymmetry(system, W));
    identities.printed(forth + back);
    identities.changed(forth - back);
  }
  auto const tangents = right_tangents(system, identity_matrix());
  tangent.printed(double(tangents.size()) - 2);
  for (auto const& eta : tangents) tangent.printed(eta[2]), tangent.changed(eta[1]);
  supply(study,
         {{"S5", "into M_c", into}, {"S5", "onto", onto.printed}, {"S5", "immersion", least}});
  supply_controls(study, {{"S5", "Tr(Omega E_2) = 0", onto.changed}});
  supply_tested(study, {{"S3", symmetry, "J not symmetric"},
                        {"S3/identities", identities, "plus Tr"},
                        {"S5/tangent", tangent, "span{E_1, E_3}"}});
}

void measure_regularity(Study& study) {
  auto const J = suslov_mass_tensor();
  auto const quad = suslov_inertia<Q>();
  Dice dice(6);
  Tested relation;
  for (int i = 0; i < 50; ++i) {
    auto const x = dice.numbers(2, 0.9Q);
    Q const expected = -2 * (1 + dot(x, x)) * quad.fold({x[0], x[1]});
    auto const W = rodrigues({x[0], x[1], 0});
    auto const compare = [&](Largest& most, Numbers const& at) {
      most((printed_regularity(J, at) - expected) / (1 + absolute(expected)));
    };
    compare(relation.printed, W);
    compare(relation.changed, transposed(W));
  }
  supply_tested(study, {{"S4/condition", relation, "inverse of Omega"}});
  measure_regular_units(study, "S4", "as printed", {{"Suslov", suslov(0.1Q), {}}});
  study.control("S4", "rod along e_1", regularity_at({"", suslov(0.1Q, diagonal(1, 0, 0)), {}}));

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
