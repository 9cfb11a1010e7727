#include "experiments/iglesias_marrero_martin_martinez_2008/printed_forms_groups.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

GroupRun part_run(Q step, long steps) {
  return {"nonholonomic_particle", "PART", "particle_dla", step, steps};
}

/// A pair of M_c: q_0, and q_1 with the given x, y.
Arrow pair_on_constraint(Dice& dice) {
  auto const q0 = dice.numbers(3, 2), q1 = dice.numbers(2, 2);
  return {q0[0], q0[1], q0[2], q1[0], q1[1], q0[2] + (q0[1] + q1[1]) / 2 * (q1[0] - q0[0])};
}

void measure_equations(Findings& findings) {
  Q const h = 0.1Q;
  auto const system = particle(h);
  Dice dice(41);
  Largest equations, spaces, minus, plus, tangent, definition, map;
  for (int i = 0; i < 30; ++i) {
    // (4.2) and (4.3) as printed, of three points.
    auto const a = dice.numbers(3, 2), b = dice.numbers(3, 2), c = dice.numbers(3, 2);
    auto const second = [&](std::size_t k) { return (c[k] - 2 * b[k] + a[k]) / (h * h); };
    Numbers const X1{1, 0, b[1]}, X2{0, 1, 0};
    auto const action = [&](Numbers const& X) {
      return left_field(system, together(a, b), X) - right_field(system, together(b, c), X);
    };
    equations(double(absolute(second(0) + b[1] * second(2) + action(X1) / h)));
    equations(double(absolute(second(1) + action(X2) / h)));

    auto const g = pair_on_constraint(dice);
    Q const y0 = g[1], y1 = g[4], dx = g[3] - g[0];
    for (auto const& [moved, sign] : {std::pair{system.left_moved, -1}, {system.right_moved, 1}})
      for (auto const& ab : {Numbers{1, 0}, Numbers{0, 1}}) {
        Numbers const printed{ab[0], ab[1], (ab[0] * (y1 + y0) + sign * ab[1] * dx) / 2};
        spaces(double(absolute(
            derivative([&](Q t) { return system.constraint(moved(g, times(t, printed)))[0]; }))));
      }
    auto const G = [&](Numbers const& u, Numbers const& v) { return bilinear(system, g, u, v); };
    Table const left{{1, 0, (y0 + y1) / 2}, {0, 1, -dx / 2}},
        right{{1, 0, (y0 + y1) / 2}, {0, 1, dx / 2}};
    Q const of_minus = determinant(table_of(system.distribution(part(g, 0, 3)), right, G)),
            of_plus = determinant(table_of(left, system.distribution(part(g, 3, 3)), G));
    minus(double(absolute(2 * h * h * of_minus - (2 + y0 * y0 + y0 * y1))));
    plus(double(absolute(2 * h * h * of_plus - (2 + y1 * y1 + y0 * y1))));

    auto const unit = system.unit(a);
    auto const tangents = right_tangents(system, unit);
    for (auto const& eta : tangents)
      tangent(double(absolute(eta[2] - a[1] * eta[0]) / largest(eta)));
    tangent(tangents.size() == 2 ? 0 : INFINITY);
    definition(lagrangian_asymmetry(system, g));
    definition(constraint_asymmetry(system, g));
  }
  for (int i = 0; i < (findings.quick ? 2 : 6); ++i) {
    auto const q = dice.numbers(3, 2), d = dice.numbers(2, 0.2Q);
    map(reversibility_of_map(
        system, {q[0], q[1], q[2], q[0] + d[0], q[1] + d[1], q[2] + (q[1] + d[1] / 2) * d[0]}));
  }
  findings.measure("P1", equations.value);
  findings.measure("P3", mixed_derivative().corrected);
  findings.measure("P4", spaces.value);
  findings.measure("P5/minus", minus.value);
  findings.measure("P5/plus", plus.value);
  findings.measure("P7", tangent.value);
  findings.measure("P8/definition", definition.value);
  findings.measure("P8/map", map.value);
  findings.measure("P8/method", part_run(h, 1).reversibility_defect());
}

void measure_run(Findings& findings) {
  Q const h = 0.1Q;
  auto const t = watched(findings, part_run(h, 2000), part_run(h, 2000).in_quad());
  Largest explicit_map, equation, momentum, translation;
  auto const& q = t.q;
  for (std::size_t k = 1; k + 1 < q.size(); ++k) {
    auto const &q0 = q[k - 1], &q1 = q[k], &q2 = q[k + 1];
    Q const u = q1[0] - q0[0], y0 = q0[1], y1 = q1[1], y2 = q2[1];
    Q const next = u * (2 + y1 * y1 + y1 * y0) / (2 + y1 * y1 + y1 * y2);
    explicit_map(double(absolute(q2[0] - q1[0] - next)));
    auto const second = [&](std::size_t c) { return (q2[c] - 2 * q1[c] + q0[c]) / (h * h); };
    equation(double(absolute(second(0) + y1 * second(2))));
    equation(double(absolute(second(1))));
    // Theorem 3.24 with xi~ = (1, y), as printed.
    Q const after = (q2[0] - q1[0] + y2 * (q2[2] - q1[2])) / (h * h),
            before = (q1[0] - q0[0] + y1 * (q1[2] - q0[2])) / (h * h);
    momentum(double(absolute(after - before - (y2 - y1) * (q2[2] - q1[2]) / (h * h))));
    translation(double(absolute((y2 - y1) - (q[1][1] - q[0][1])) / (h * h)));
  }
  findings.measure("P1/run", equation.value);
  findings.measure("P2", explicit_map.value);
  findings.measure("P6", momentum.value);
  findings.measure("P9", translation.value);
}

/// Smallest 2 + y0^2 + y0 (y0 + d) over y0, by a scan and golden section.
double smallest_expression(double d) {
  auto const f = [&](double y) { return 2 + y * y + y * (y + d); };
  double low = -d, high = 0;
  double const golden = (std::sqrt(5.0) - 1) / 2;
  while (high - low > 1e-9) {
    double const a = high - golden * (high - low), b = low + golden * (high - low);
    if (f(a) < f(b))
      high = b;
    else
      low = a;
  }
  return f((low + high) / 2);
}
void measure_regularity(Findings& findings) {
  double good = 0, bad = 10;
  while (bad - good > 1e-12) {
    double const middle = (good + bad) / 2;
    (smallest_expression(middle) > 0 ? good : bad) = middle;
  }
  findings.measure("P5/limit", good, fmt::format("{:.9f}", good));
  // From y = -1 with y' = 1: y_1 = 3 after a step of 4.
  auto run = part_run(4, 1);
  run.q = Numbers{0, -1, 0};
  run.v = Numbers{0.5Q, 1, -0.5Q};
  auto const outcome = run.in_double().outcome;
  findings.measure("P5/step", outcome == Outcome::ok ? 1 : 0, name_of(outcome));
}

std::vector<Measured> const& quantities() {
  static std::vector<Measured> const all{
      {"position", [](Numbers const& q, Numbers const&) { return q; }},
      {"momentum", [](Numbers const&, Numbers const& v) { return v; }}};
  return all;
}

/// Energies |dq/h|^2/2 of the intervals.
std::vector<double> interval_energies(Trajectory<double> const& t, double h) {
  std::vector<double> all;
  for (std::size_t k = 1; k < t.q.size(); ++k) {
    double sum = 0;
    for (std::size_t c = 0; c < 3; ++c) sum += std::pow((t.q[k][c] - t.q[k - 1][c]) / h, 2);
    all.push_back(sum / 2);
  }
  return all;
}

void draw(Findings& findings) {
  auto& exact = findings.table("exact", {"x", "y"});
  for (double y = -3; y <= 3; y += 0.05)
    exact.add({std::sqrt(10.0) / 2 * (std::asinh(y) + std::asinh(3.0)), y});
  auto& coarse = findings.table("coarse", {"x", "y"});
  auto const large = part_run(0.5Q, 12).in_double();
  for (auto const& q : large.q) coarse.add({q[0], q[1]});
  double bump = 0;
  for (auto const& [name, step] : {std::pair{"a", 0.2Q}, {"b", 0.1Q}, {"c", 0.05Q}}) {
    auto& table = findings.table(std::string("energy_") + name, {"t", "error"});
    long const steps = std::lround(double(6 / step));
    auto const energies = interval_energies(part_run(step, steps).in_double(), double(step));
    for (std::size_t k = 0; k < energies.size(); ++k)
      table.add({double(step) * (double(k) + 0.5), energies[k] - 1.75});
    if (step == 0.1Q)
      bump = *max_element_or_nan(energies.begin(), energies.begin() + 50) -
             *std::min_element(energies.begin(), energies.begin() + 50);
  }
  // Over a long way the energy comes back.
  Q const h = 0.25Q;
  auto run = part_run(h, findings.quick ? 800 : 8000);
  double const far = double(h) * double(run.steps) / 2;
  run.q = Numbers{0, -Q(far) + 0.1Q, 0};
  run.v = Numbers{sqrtq(3.5Q - 1) / sqrtq(1 + (*run.q)[1] * (*run.q)[1]), 1,
                  (*run.q)[1] * sqrtq(2.5Q) / sqrtq(1 + (*run.q)[1] * (*run.q)[1])};
  auto const energies = interval_energies(run.in_double(), double(h));
  double const change = std::abs(energies.back() - energies.front());
  double const top = *max_element_or_nan(energies.begin(), energies.end()) - energies.front();
  findings.measure("P2/bump", bump, fmt::format("{:.5e}", bump));
  findings.measure("P2/return", change / top,
                   fmt::format("{:.1e} ({:.1e} over {:.1e})", change / top, change, top));
}

void compute(Findings& findings) {
  measure_equations(findings);
  findings.progress(0.4);
  measure_run(findings);
  measure_regularity(findings);
  measure_orders(findings, "P2", "part", quantities(),
                 orders_of(findings, part_run(0, 0), 5, 25, 6, quantities()));
  draw(findings);
}

std::vector<Claim> claims() {
  std::vector<Claim> all;
  auto const add = [&](std::string id, std::string statement, std::string printed,
                       Criterion criterion, std::string reason, std::string assumption = {}) {
    all.push_back({.id = std::move(id),
                   .place = "example 4.1",
                   .statement = std::move(statement),
                   .printed = std::move(printed),
                   .criterion = std::move(criterion),
                   .reason = std::move(reason),
                   .assumption = std::move(assumption)});
  };
  std::string const rounding = "rounding of 34 digits";
  add("P1",
      "(4.2) and (4.3) are -1/h times the derivative of the action along X_1, X_2: largest "
      "difference, 30 triples",
      "(4.2), (4.3)", at_most(1e-24), by_differences);
  add("P1/run", "The method fulfils them: largest rest in 2000 steps with 113 bits", "(4.2), (4.3)",
      at_most(1e-26), "rounding of 34 digits, divided by h^2; y up to 200", our_data);
  add("P2",
      "The equations determine the next point: dx_(k+1) = dx_k (2 + y_1^2 + y_1 y_0)/(2 + y_1^2 + "
      "y_1 y_2) against the method, largest difference in 2000 steps",
      "a well posed system of difference equations", at_most(1e-28), rounding, our_data);
  for (auto const& [name, what] :
       {std::pair{"position", "the position"}, {"momentum", "the nodal momentum"}})
    add(std::string("P2/order/") + name,
        std::string("Exponent of h of the error at t = 5 of ") + what + ", h = .2 to .00625",
        not_claimed, within(2, 0.1), "a symmetric method of order two", our_data);
  add("P2/bump",
      "The energy of the intervals is not constant: largest less smallest up to t = 5, h = .1",
      not_claimed, between(1e-4, 1e-2), "of order h^2 times a number below one", our_data);
  add("P2/return",
      "It returns after y = 0: difference of its ends, y from -1000 to 1000 (quick: 100), over its "
      "largest excess, h = .25",
      not_claimed, at_most(0.01), "a drift would leave a part of order one", our_data);
  add("P3", "D_2 D_1 L_d is a multiple of the identity: largest difference of an entry, h = .1",
      "-(1/h) {dx_0 ^ dx_1 + ...}", at_most(1e-18), by_differences);
  all.back().correction = "-(1/h^2), and tensor products instead of wedge products (E10)";
  add("P4", "The printed vectors are tangent to M_c: largest change of phi, 30 pairs",
      "c_0 = (a_0 (y_1 + y_0) - b_0 (x_1 - x_0))/2, c_1 = (a_1 (y_1 + y_0) + b_1 (x_1 - x_0))/2",
      at_most(1e-26), by_differences);
  for (auto const& [name, form] :
       {std::pair{"minus", "2 + y_0^2 + y_0 y_1"}, {"plus", "2 + y_1^2 + y_1 y_0"}})
    add(std::string("P5/") + name,
        std::string("Regular where printed: determinant of the condition for F^") +
            (name == std::string("minus") ? "-" : "+") + ", times 2 h^2, against " + form +
            ", largest difference, 30 pairs",
        std::string(form) + " is not zero", at_most(1e-18), by_differences);
  add("P5/limit",
      "How far steps are regular for every y_0: |y_1 - y_0| up to which the first expression has "
      "no zero",
      not_claimed, within(4, 1e-6), "its minimum over y_0 is 2 - (y_1 - y_0)^2/8");
  add("P5/step", "The method has no step from y_0 = -1 to y_1 = 3 (1: it has)",
      "2 + y_0^2 + y_0 y_1 is not zero", between(0, 0), "the expression vanishes there", our_data);
  add("P6", "The momentum equation with xi~ = (1, y) along a run: largest rest, 2000 steps",
      "this equation is precisely (4.2)", at_most(1e-26),
      "rounding of 34 digits, divided by h^2; y up to 200", our_data);
  add("P7", "T M_c within the fibres at a unit is D_c: largest |dz - y dx|, 30 points",
      "T M_c and E give D_c", at_most(1e-26), by_differences);
  add("P8/definition",
      "Reversible by definition 3.15: largest |L_d(i(g)) - L_d(g)| and |phi(i(g))|, 30 pairs",
      not_claimed, at_most(1e-29), rounding);
  add("P8/map", "The evolution operator U is reversible: largest entry of U i U - i", not_claimed,
      at_most(1e-24), by_differences, our_data);
  add("P8/method", "So is the method: largest entry of R F R F - 1, F a step of .1", not_claimed,
      at_most(1e-14), "rounding", our_data);
  add("P9",
      "Corollary 3.26: d/dy is a horizontal symmetry, dy/h^2 is constant: largest change in 2000 "
      "steps",
      not_claimed, at_most(1e-28), rounding, our_data);
  return all;
}

}  // namespace

Experiment particle() {
  Panel path{.title = "(a)",
             .x_label = "{/:Italic y}",
             .y_label = "{/:Italic x}",
             .x_range = {{-3.2, 3.2}},
             .key = "top left",
             .series = {{"exact.csv", "y", "x", "lines", "exact"},
                        {"coarse.csv", "y", "x", "points", "{/:Italic h} = 0.5"}}};
  Panel energy{.title = "(b)",
               .x_label = "{/:Italic t}",
               .y_label = "{/:Italic E} − 7/4",
               .x_range = {{0, 6}},
               .key = "top right",
               .series = {{"energy_a.csv", "t", "error", "lines", "{/:Italic h} = 0.2"},
                          {"energy_b.csv", "t", "error", "lines", "{/:Italic h} = 0.1"},
                          {"energy_c.csv", "t", "error", "lines", "{/:Italic h} = 0.05"}}};
  return {.id = "immm2008_particle",
          .paper = group_paper,
          .title = "The discrete nonholonomically constrained particle",
          .about =
              "Example 4.1 on the pair groupoid: equations, regularity, momentum equation, "
              "symmetry, order.",
          .choices = {{"start and step", "q_0 = (0, -3, 0), x' = 1/2, y' = 1, h = .1",
                       "the paper gives none; the motion passes y = 0"},
                      {"how the first interval is found", "from the nodal momentum on D_c",
                       "the paper gives equations for intervals only"},
                      {"the factor of L_d", "h times the printed L_d",
                       "so that momenta are those of L; the equations are the same"}},
          .claims = claims(),
          .figures = {{.id = "particle",
                       .number = "",
                       .caption = "Nonholonomic particle: (a) path, (b) error of the energy "
                                  "|Δ{/:Italic q}/{/:Italic h}|^2/2 of the intervals.",
                       .columns = 2,
                       .width = 7.2,
                       .height = 3.6,
                       .panels = {path, energy}}},
          .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
