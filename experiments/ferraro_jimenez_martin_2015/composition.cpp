#include "experiments/ferraro_jimenez_martin_2015/oscillator_maps.hpp"
#include "experiments/ferraro_jimenez_martin_2015/printed_forms.hpp"
#include "experiments/ferraro_jimenez_martin_2015/runs.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using System = Oscillator<double>;
constexpr double T = 2;

/// Remark 5.5 to the letter: (14) and then (13), each with h/2, in the variables (q, p~, lambda~).
struct LiteralRun {
  Vector3<double> q;
  std::vector<double> impulses;  ///< (h/2) lambda~ at the nodes after whole steps
};
LiteralRun literal_composition(int n) {
  auto const system = System::coupled();
  double const h = T / n;
  auto z = system.admissible_start(h / 2, Scheme::b);
  LiteralRun run;
  for (int i = 0; i < n; ++i) {
    z = system.step(system.step(z, h / 2, Scheme::b), h / 2, Scheme::a);
    run.impulses.push_back(h / 2 * z.lambda);
  }
  run.q = z.q;
  return run;
}

/// On T*Q, in this experiment's own maps; the start of the catalogue's composition, p_0^- = p(0) -
/// (s/2) (mu^T lambda - (-+) Q* V_q) at the first substep s = h/2, whichever scheme is first.
Vector3<double> own_bundle_composition(int n, Scheme first) {
  auto const system = System::coupled();
  double const s = T / n / 2;
  auto z = system.start();
  z.p -= s / 2 * (system.mu(z.q) * system.lambda(z) + system.normal_part(z.q, system.V_q(z.q)));
  for (int i = 0; i < n; ++i)
    for (int half = 0; half < 2; ++half) {
      bool const a = (half == 0) == (first == Scheme::a);
      z = system.reflected(a ? system.phi_a(z, s) : system.phi_b(z, s));
    }
  return z.q;
}

Vector3<double> end_of(Candidate const& candidate, int n) {
  auto const q = candidate.run(RawQuad(T) / n, n).q.back();
  return {q[0], q[1], q[2]};
}

void compute(Findings& findings) {
  auto const reference = certified(test_system, "T", T);
  Vector3<double> const exact(double(reference.q[0]), double(reference.q[1]),
                              double(reference.q[2]));
  Candidate const b_first{test_system, "T", "gni_composition", {{"first", "b"}}};
  Candidate const a_first{test_system, "T", "gni_composition", {{"first", "a"}}};
  Candidate const rattle{test_system, "T", "gni_rattle"};

  auto& table = findings.table("errors", {"h", "literal", "b_first", "a_first", "rattle",
                                          "from_rattle", "literal_from_rattle"});
  std::vector<double> steps, literal, of_b, of_a, from_rattle, fine_steps, fine_literal;
  double own = 0;
  for (int n : {20, 40, 80, 160, 320, 640, 1280}) {
    Vector3<double> const l = literal_composition(n).q, b = end_of(b_first, n),
                          a = end_of(a_first, n), r = end_of(rattle, n);
    steps.push_back(T / n);
    literal.push_back((l - exact).norm());
    of_b.push_back((b - exact).norm());
    of_a.push_back((a - exact).norm());
    from_rattle.push_back((b - r).norm());
    if (n >= 80) {
      fine_steps.push_back(T / n);
      fine_literal.push_back(literal.back());
    }
    own = larger_or_nan({own, distance(b, own_bundle_composition(n, Scheme::b)),
                         distance(a, own_bundle_composition(n, Scheme::a))});
    table.add({T / n, literal.back(), of_b.back(), of_a.back(), (r - exact).norm(),
               from_rattle.back(), (l - r).norm()});
  }
  auto const coarse = literal_composition(40), fine = literal_composition(640);
  auto& impulses = findings.table("impulses", {"t", "coarse", "fine"});
  for (std::size_t i = 0; i < coarse.impulses.size(); ++i)
    impulses.add({T / 40 * double(i + 1), coarse.impulses[i], fine.impulses[16 * (i + 1) - 1]});

  double const slope = fit_power(fine_steps, fine_literal).slope;
  findings.measure("FJM-11/literal", slope,
                   fmt::format("{:.3f} (errors {:.2e} for n = 80, {:.2e} for n = 1280)", slope,
                               fine_literal.front(), fine_literal.back()));
  FarthestOrder order(2);
  order.add("B first", fit_power(steps, of_b).slope);
  order.add("A first", fit_power(steps, of_a).slope);
  findings.measure("FJM-11", order.value, order.text());
  findings.measure("FJM-11/maps", own);
  findings.measure(
      "FJM-10", from_rattle[4],
      fmt::format("{:.2e} for n = 320 (order {:.2f}); literally {:.2e}", from_rattle[4],
                  fit_power(steps, from_rattle).slope, table.rows[4].back()));
  auto const free = order_of_composition();
  findings.measure("FJM-09", free.corrected,
                   fmt::format("{:.1e} for F_B F_A; {:.1e} for F_A F_B, as printed", free.corrected,
                               free.printed));
}

std::vector<Claim> claims() {
  std::string const assumption = "our test system, T = 2, n = 20 to 1280 whole steps";
  return {{.id = "FJM-09",
           .place = "remark 5.5",
           .statement = "In the free case a composition of the Euler methods with h/2 is the "
                        "printed kick-drift-kick scheme: largest difference after one step of 0.1",
           .printed = "F_A^(h/2) after F_B^(h/2)",
           .criterion = at_most(1e-15),
           .reason = "rounding",
           .correction = "E10: F_B^(h/2) after F_A^(h/2)"},
          {.id = "FJM-10",
           .place = "remark 5.5",
           .statement = "The nonholonomic composition does not reproduce RATTLE: distance of the "
                        "positions at T = 2, n = 320",
           .printed = "not reproduced",
           .criterion = at_least(1e-8),
           .reason = "far above rounding",
           .assumption = assumption},
          {.id = "FJM-11/literal",
           .place = "remark 5.5",
           .statement = "The composition of (13) and (14) with h/2, in (q, p~, lambda~), is of "
                        "second order: order of the positions for n >= 80",
           .printed = "second order",
           .criterion = within(2, 0.1),
           .reason = "five step sizes"},
          {.id = "FJM-11",
           .place = "remark 5.5",
           .statement = "The composition on T*Q, R Phi_A R Phi_B with h/2 each, is of second "
                        "order, whichever comes first: the order farthest from 2",
           .printed = "second order",
           .criterion = within(2, 0.1),
           .reason = "seven step sizes",
           .correction = "E10: p^- is carried on between the steps, not p~ and lambda~"},
          {.id = "FJM-11/maps",
           .place = "remark 5.5; check",
           .statement = "The catalogue's composition is that of the maps R Phi_A and R Phi_B: "
                        "largest difference of positions at T = 2",
           .printed = "",
           .criterion = at_most(1e-12),
           .reason = "rounding over 2560 substeps",
           .assumption = assumption}};
}

}  // namespace

Experiment composition() {
  auto const series = [](std::string column, std::string label) {
    return Series{"errors.csv", "h", std::move(column), "linespoints", std::move(label)};
  };
  return {
      .id = "fjm2015_composition",
      .paper = "ferraro_jimenez_martin_2015",
      .title = "Compositions of the nonholonomic Euler methods",
      .about =
          "Remark 5.5 in both readings. (13c) and (14e) put different conditions on p~ at the "
          "node between the two steps; read to the letter, each step turns the mismatch of the "
          "other round, and it grows to a size that does not depend on h.",
      .choices =
          [] {
            auto all = oscillator_choices();
            all.push_back({"what is composed",
                           "to the letter: (13), (14) in (q, p~, lambda~), start (14c); on T*Q: "
                           "reflection after the free variational step",
                           "the paper does not say which variables are carried on"});
            return all;
          }(),
      .claims = claims(),
      .figures =
          {{.id = "errors",
            .number = "",
            .caption = "(a) Errors of the positions at t = 2: remark 5.5 to the letter, on T*Q "
                       "with B or A first, and RATTLE; distance between the composition on T*Q "
                       "and RATTLE. (b) The impulse (h/2)λ̃ of the reaction in the literal "
                       "reading, which should vanish with h, does not.",
            .columns = 2,
            .width = 6.9,
            .height = 3.5,
            .panels = {{.title = "(a)",
                        .x_label = "{/:Italic h}",
                        .y_label = "error of {/:Italic q}",
                        .x_scale = "log",
                        .y_scale = "log",
                        .x_range = {{1.2e-3, 0.13}},
                        .y_range = {{1e-8, 1}},
                        .key = "bottom right",
                        .series = {series("literal", "literal"), series("b_first", "B first"),
                                   series("a_first", "A first"), series("rattle", "RATTLE"),
                                   series("from_rattle", "B first less RATTLE")}},
                       {.title = "(b) literal reading",
                        .x_label = "{/:Italic t}",
                        .y_label = "({/:Italic h}/2) {/:Italic λ̃}",
                        .x_range = {{0, 2}},
                        .key = "top right",
                        .series = {{"impulses.csv", "t", "coarse", "linespoints",
                                    "{/:Italic h} = 1/20"},
                                   {"impulses.csv", "t", "fine", "linespoints",
                                    "{/:Italic h} = 1/320"}}}}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
