#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/runs.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

struct Contender {
  std::string column, name;
  Candidate candidate;
  double order;
};
std::vector<Contender> const& contenders() {
  static std::vector<Contender> const all{
      {"rattle", "RATTLE", {test_system, "T-affine", "gni_rattle"}, 2},
      {"shake",
       "GNI of (16)",
       {test_system, "T-affine", "gni", "multiplier", {{"epsilon", "0"}}},
       2},
      {"midpoint",
       "GNI, midpoint",
       {test_system, "T-affine", "gni", "multiplier", {{"epsilon", "0.5"}}},
       2},
      {"a", "Euler A", {test_system, "T-affine", "gni_euler_a"}, 1},
      {"b", "Euler B", {test_system, "T-affine", "gni_euler_b"}, 1}};
  return all;
}

std::string const where =
    "oscillators with a full mass matrix and Y = (-.3 y, .3 x, .2), 100 steps of 0.05, quad "
    "precision";

/// (24) to (28) and the RATTLE form, along nodes of each of the three discrete Lagrangians.
void measure_forms(Findings& findings) {
  using V = Vector3<Quad>;
  auto system = Oscillator<Quad>::coupled();
  system.affine = true;
  Quad const h = Quad(1) / 20;
  constexpr int steps = 100;
  double of_25 = 0, of_27 = 0, average = 0, of_28 = 0, rattle = 0;
  for (Scheme const scheme : {Scheme::a, Scheme::rattle, Scheme::b}) {
    NodeState<Quad> z{system.start().q, system.start().p, 0};
    V before = z.q, now = system.step(z, h, scheme).q;
    for (int k = 1; k < steps; ++k) {
      z = system.step(z, h, scheme);
      auto const next = next_nodes(system, before, now, h, scheme);
      of_27 = larger_or_nan(of_27, double(distance(next.projected, next.with_multipliers)));
      V const mu = system.mu(now), Pi = system.M * system.Y(now),
              plus = system.D(2, before, now, h, scheme),
              minus = -system.D(1, now, next.projected, h, scheme);
      average = larger_or_nan(
          average, std::abs(double(mu.dot(system.M_inverse * ((plus + minus) / 2 - Pi)))));
      V const v = system.M_inverse * plus;
      of_25 = larger_or_nan(of_25, std::abs(double(mu.dot(system.M_inverse * (plus - Pi)) -
                                                   mu.dot(v - system.Y(now)))));
      if (scheme == Scheme::rattle) {
        V const by_28 = system.two_step(before, now, h, scheme);
        of_28 = larger_or_nan(of_28, double(distance(by_28, next.with_multipliers)));
        rattle = larger_or_nan(rattle, double(distance(now, z.q)));
      }
      before = now;
      now = next.reflected;
    }
  }
  auto const catalogue =
      Candidate{test_system, "T-affine", "gni_rattle"}.run_quad(RawQuad(1) / 20, steps, 1);
  V before, now;
  for (std::size_t k = 0; k <= steps; ++k) {
    V const q(catalogue.q[k][0], catalogue.q[k][1], catalogue.q[k][2]);
    if (k >= 2)
      rattle = larger_or_nan(rattle,
                             double(distance(q, system.two_step(before, now, h, Scheme::rattle))));
    before = now;
    now = q;
  }
  auto const report = [&](std::string const& id, double value, std::string const& what) {
    findings.measure(id, measured_in_quad(value, steps, "{} {:.1e}, {}", what, value, where));
  };
  report("FJM-12/(25)", of_25, "largest difference of (25) and (24) at post-momenta");
  report("FJM-12/(27)", of_27,
         "largest difference of next nodes by (26) and by (27) for the discrete Lagrangians (10) "
         "and (16)");
  report("FJM-12/constraint", average,
         "largest |mu G^-1 (p - Pi)| of the average momenta for the discrete Lagrangians (10) and "
         "(16)");
  report("FJM-12/(28)", of_28, "largest difference of next nodes by (27) for (16) and by (28)");
  report("FJM-12/equivalence", rattle,
         "largest difference of nodes of (28), of its RATTLE form and of the catalogue's method");
}

void compute(Findings& findings) {
  auto& table = findings.table(
      "errors", {"h", "rattle", "shake", "midpoint", "a", "b", "v_rattle", "v_midpoint", "v_a"});
  FarthestOrder second(2), first(1);
  std::vector<Orders> all;
  for (auto const& c : contenders()) {
    all.push_back(observed(c.candidate, 2, {40, 80, 160, 320, 640}));
    auto& farthest = c.order == 2 ? second : first;
    farthest.add(c.name + " q", all.back().of(&EndErrors::position));
    farthest.add(c.name + " v", all.back().of(&EndErrors::velocity));
  }
  for (std::size_t i = 0; i < all[0].steps.size(); ++i) {
    std::vector<double> row{all[0].steps[i]};
    for (auto const& orders : all) row.push_back(orders.errors[i].position);
    for (int m : {0, 2, 3}) row.push_back(all[m].errors[i].velocity);
    table.add(row);
  }
  findings.find("FJM-12/orders", second.value,
                second.text() + "; of the Euler methods: " + first.text());
  measure_forms(findings);
}

}  // namespace

Experiment affine() {
  auto const series = [](std::string column, std::string label) {
    return Series{"errors.csv", "h", std::move(column), "linespoints", std::move(label)};
  };
  auto const panel = [](std::string title, std::string label, std::vector<Series> all) {
    return Panel{.title = std::move(title),
                 .x_label = "{/:Italic h}",
                 .y_label = std::move(label),
                 .x_scale = "log",
                 .y_scale = "log",
                 .x_range = {{0.002, 0.1}},
                 .y_range = {{1e-8, 0.3}},
                 .key = "bottom right",
                 .series = std::move(all)};
  };
  return {
      .id = "fjm2015_affine",
      .paper = paper_id,
      .title = "Affine constraints: SHAKE, RATTLE and the Euler methods",
      .about =
          "The affine extension (26) with the discrete Lagrangians (10), (16) and the "
          "midpoint one; (28) and its RATTLE form.",
      .choices = oscillator_choices(),
      .figures = {{.id = "errors",
                   .number = "",
                   .caption = "Affine constraint: errors at t = 2 in (a) position and (b) "
                              "velocity M^{-1}p̃.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 3.4,
                   .panels = {panel("(a) position", "error of {/:Italic q}",
                                    {series("a", "Euler A"), series("b", "Euler B"),
                                     series("rattle", "RATTLE, (28)"),
                                     series("midpoint", "midpoint")}),
                              panel("(b) velocity", "error of {/:Italic M}^{-1}{/:Italic p̃}",
                                    {series("v_a", "Euler A"), series("v_rattle", "RATTLE, (28)"),
                                     series("v_midpoint", "midpoint")})}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
