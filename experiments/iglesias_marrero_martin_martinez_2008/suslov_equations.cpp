#include "experiments/iglesias_marrero_martin_martinez_2008/suslov_body.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// A rotation by the random numbers of `dice`.
Numbers rotation(Dice& dice) { return rodrigues(dice.numbers(3, 2)); }

void measure_equations(Findings& findings) {
  Dice dice(4);
  Largest rows, zero_set, second_part;
  double least = 10, least_near = 10;
  for (int i = 0; i < 20; ++i) {
    auto const half = dice.numbers(9, 1);
    auto const J = sum(product(half, transposed(half)), identity_matrix());
    Q const h = 0.1Q;
    auto const system = suslov(h, J);
    auto const W1 = rotation(dice), W2 = rotation(dice);
    auto const sides = suslov_rows(J, W1, W2);
    for (int c = 1; c <= 2; ++c) {
      Numbers e(3, Q(0));
      e[std::size_t(c - 1)] = 1;
      rows(double(absolute(sides.first[std::size_t(c - 1)] + h * left_field(system, W1, e))));
      rows(double(absolute(sides.second[std::size_t(c - 1)] + h * right_field(system, W2, e))));
    }
  }
  findings.measure("S1", rows.value);

  auto const t = suslov_run(0.1Q, 100).in_quad();
  Largest along_run;
  auto const J = suslov_mass_tensor();
  auto const interval = [&](std::size_t k) { return product(transposed(t.q[k]), t.q[k + 1]); };
  for (std::size_t k = 0; k + 2 < t.q.size(); ++k) {
    auto const sides = suslov_rows(J, interval(k), interval(k + 1));
    along_run(distance(sides.first, sides.second));
    along_run(double(absolute(trace_of_product(interval(k), rotation_basis(3)))));
  }
  findings.measure("S1/run", along_run.value);

  // q = cos(angle/2), sin(angle/2) n. At q0 = 0 the rotation is 2 n n^T - 1.
  for (int i = 0; i < 1000; ++i) {
    auto const sigma = dice.numbers(3, 3);
    Q const s = dot(sigma, sigma);
    auto const trace = trace_of_product(rodrigues(sigma), rotation_basis(3));
    zero_set(double(absolute(trace + 4 * sigma[2] / (1 + s))));
    auto n = times(1 / sqrtq(s), sigma);
    if (i == 0) n = {0.6Q, 0.8Q, 0};
    auto const half_turn = product(rodrigues(n), rodrigues(n));  // a right angle twice
    second_part(double(absolute(trace_of_product(half_turn, rotation_basis(3)))));
    auto const slope = [&](Numbers const& W) {
      Numbers d;
      for (int c = 1; c <= 3; ++c)
        d.push_back(trace_of_product(product(W, rotation_basis(c)), rotation_basis(3)));
      return double(sqrtq(dot(d, d)));
    };
    least = smaller_or_nan(least, slope(half_turn));
    // Up to 170 degrees: tan(85 degrees) = 11.43.
    Q const r = 11.4Q * absolute(dice());
    least_near = smaller_or_nan(least_near,
                                slope(rodrigues({r * n[0] / sqrtq(n[0] * n[0] + n[1] * n[1]),
                                                 r * n[1] / sqrtq(n[0] * n[0] + n[1] * n[1]), 0})));
  }
  findings.measure("S2", zero_set.value);
  findings.measure("S2/second", second_part.value);
  findings.measure("S2/submanifold", least);
  findings.measure("S2/near", least_near);
}

void measure_symmetry(Findings& findings) {
  Dice dice(5);
  Largest asymmetry, map, image, tangent;
  auto const system = suslov(0.1Q);
  int const arrows = findings.quick ? 2 : 6;
  for (int i = 0; i < 100; ++i) {
    auto const w = dice.numbers(2, 2.2Q);  // |w| < pi
    Q const angle = sqrtq(dot(w, w));
    auto const half = rodrigues(times(tanq(angle / 4) / angle, {w[0], w[1], 0}));
    auto const g = product(half, half);
    image(double(absolute(trace_of_product(g, rotation_basis(3)))));
    asymmetry(lagrangian_asymmetry(system, g));
    asymmetry(constraint_asymmetry(system, g));
  }
  for (int i = 0; i < arrows; ++i)
    map(reversibility_of_map(system, rodrigues(together(dice.numbers(2, 0.05Q), {0}))));
  auto const tangents = right_tangents(system, identity_matrix());
  for (auto const& eta : tangents) tangent(double(absolute(eta[2])));
  findings.measure("S3/definition", asymmetry.value);
  findings.measure("S3/map", map.value);
  findings.measure("S3/method", suslov_run(0.1Q, 1).reversibility_defect());
  findings.measure("S5", image.value);
  findings.measure("S5/tangent", tangents.size() == 2 ? tangent.value : INFINITY);
}

void measure_regularity(Findings& findings) {
  auto const J = suslov_mass_tensor();
  auto const quad = suslov_inertia<Q>();
  Dice dice(6);
  Largest relation;
  for (int i = 0; i < 50; ++i) {
    auto const x = dice.numbers(2, 0.9Q);
    Q const expected = -2 * (1 + dot(x, x)) * quad.fold({x[0], x[1]});
    Q const printed = printed_regularity(J, rodrigues({x[0], x[1], 0}));
    relation(double(absolute(printed - expected) / (1 + absolute(expected))));
  }
  findings.measure("S4/relation", relation.value);
  Q const at_unit = printed_regularity(J, identity_matrix()), of_A = -2 * quad.determinant();
  findings.measure("S4", double(absolute(at_unit)),
                   fmt::format("{:.4f} (-2 det A = {:.4f})", double(at_unit), double(of_A)));

  auto const body = suslov_inertia<double>();
  auto& table = findings.table("singular_angles", {"direction", "angle"});
  double low = 10, high = 0;
  int const directions = 720;
  for (int k = 0; k <= directions; ++k) {
    double const phi = 2 * M_PI * k / directions;
    double const angle = 2 * std::atan(body.first_fold(std::cos(phi), std::sin(phi)));
    low = smaller_or_nan(low, angle), high = larger_or_nan(high, angle);
    table.add({phi * 180 / M_PI, angle * 180 / M_PI});
  }
  findings.measure("S4/angles", low, fmt::format("{:.6f} to {:.6f}", low, high));
  double const size = std::hypot(body.b1, body.b2);
  double const on_line = 2 * std::atan(body.first_fold(-body.b2 / size, body.b1 / size));
  findings.measure("S4/line", on_line, fmt::format("{:.12f}", on_line));
}

void compute(Findings& findings) {
  measure_equations(findings);
  measure_symmetry(findings);
  findings.progress(0.5);
  measure_regularity(findings);
}

std::vector<Claim> claims() {
  std::vector<Claim> all;
  auto const add = [&](std::string id, std::string statement, std::string printed,
                       Criterion criterion, std::string reason, std::string assumption = {}) {
    all.push_back({.id = std::move(id),
                   .place = "section 4.3.1",
                   .statement = std::move(statement),
                   .printed = std::move(printed),
                   .criterion = std::move(criterion),
                   .reason = std::move(reason),
                   .assumption = std::move(assumption)});
  };
  add("S1",
      "Each side of both component rows is -h times the derivative of the action along E_1, E_2: "
      "largest difference, 20 random J and pairs of rotations",
      "two rows", at_most(1e-26), by_differences);
  add("S1/run",
      "The method's intervals fulfil rows and constraint: largest rest in 100 steps with 113 bits",
      "two rows", at_most(1e-28), "rounding of 34 digits", our_data);
  add("S2", "Tr(Omega E_3) = Omega_12 - Omega_21 = -4 q_0 q_3: largest difference of 1000",
      "Tr(Omega E_3) = 0 if Omega_12 = Omega_21", at_most(1e-31), "rounding of 34 digits");
  add("S2/second",
      "The condition holds on a second part, q_0 = 0, which does not contain I: every rotation by "
      "pi fulfils it, largest rest of 1000",
      not_claimed, at_most(1e-31), "rounding of 34 digits");
  add("S2/submanifold",
      "All of Tr(Omega E_3) = 0 is a submanifold: smallest differential on it (the two parts meet "
      "in the rotations by pi about axes across e_3)",
      "the constraint submanifold is determined by Tr(Omega E_3) = 0", at_least(0.01),
      "a submanifold given by one equation; at I the differential is 2");
  add("S2/near",
      "The part q_3 = 0 is one up to rotations by 170 degrees: smallest differential there",
      "the constraint submanifold is determined by Tr(Omega E_3) = 0", at_least(0.01),
      "2 cos(theta/2) or more; 2 cos(85 degrees) = .17",
      "M_c is the part of Tr(Omega E_3) = 0 with q_3 = 0 and angles below pi");
  add("S3/definition",
      "Reversible by definition 3.15: largest |L_d(i(g)) - L_d(g)| and |phi(i(g))|, 100 elements",
      "reversible", at_most(1e-30), "rounding of 34 digits");
  add("S3/map", "The evolution operator U is reversible: largest entry of U i U - i",
      "proposition 3.19", at_most(1e-24), by_differences, our_data);
  add("S3/method", "So is the method: largest entry of R F R F - 1, F a step of .1",
      "proposition 3.19", at_most(1e-14), "rounding", our_data);
  add("S4", "The printed condition is regular at I: size of its 3 x 3 determinant",
      "regular in a neighborhood of I", at_least(0.1), "numbers of order ten", our_data);
  add("S4/relation",
      "That determinant is -2 (1 + |sigma|^2) times the one of sigma -> F^-: largest relative "
      "difference, 50 rotations cay(sigma)",
      not_claimed, at_most(1e-29), "rounding of 34 digits", our_data);
  add("S4/angles",
      "How large the neighborhood is: smallest angle of a rotation in M_c where the determinant "
      "is zero, over 720 directions of the axis",
      "regular in a neighborhood of I", at_least(1),
      "below one radian, steps would be short of what h|w| < 1 needs", our_data);
  add("S4/line", "On the line b . sigma = 0 that angle is pi/2", not_claimed,
      within(M_PI / 2, 1e-12), "the determinant there has the factor 1 - |sigma|^2", our_data);
  add("S5", "exp(w_1, w_2, 0) lies in M_c: largest |Tr(Omega E_3)|, 100 elements",
      "exp maps D_c to M_c", at_most(1e-30), "rounding of 34 digits");
  add("S5/tangent", "T_I M_c = D_c: third component of its tangents, of which there are two",
      "T_I M_c = D_c", at_most(1e-26), by_differences);
  return all;
}

}  // namespace

Experiment suslov_equations() {
  return {.id = "immm2008_suslov_equations",
          .paper = group_paper,
          .title = "The discrete Suslov system: equations, symmetry, regularity",
          .about =
              "What section 4.3.1 says of its system, against differences of the discrete "
              "action with 113 bits.",
          .choices = {{"the body, its start and the step",
                       "J = [[2, .2, .8], [.2, 1.5, .5], [.8, .5, 1.2]], w_0 = (1, .3, 0), h = .1",
                       "the paper gives none; no entry of J is zero"}},
          .claims = claims(),
          .figures = {{.id = "singular_angles",
                       .number = "",
                       .caption = "The angle of the first rotation in {/:Italic M}_c at which the "
                                  "discrete Suslov system is singular, over the direction of its "
                                  "axis in the plane of {/:Italic D}_c.",
                       .panels = {{.title = "",
                                   .x_label = "direction of the axis (degrees)",
                                   .y_label = "first singular angle (degrees)",
                                   .x_range = {{0, 360}},
                                   .series = {{"singular_angles.csv", "direction", "angle",
                                               "lines"}}}}}},
          .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
