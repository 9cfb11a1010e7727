#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/printed_forms.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/runs.hpp"

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

Vector3<double> end_of(Candidate const& candidate, int n) {
  auto const q = candidate.run(RawQuad(T) / n, n).q.back();
  return {q[0], q[1], q[2]};
}

void compute(Findings& findings) {
  auto const reference = certified(test_system, "T", {RawQuad(T)})[0];
  Vector3<double> const exact(double(reference.q[0]), double(reference.q[1]),
                              double(reference.q[2]));
  auto const composed = [](std::string const& first) {
    return Candidate{test_system, "T", "gni_composition", "multiplier", {{"first", first}}};
  };
  Candidate const b_first = composed("b"), a_first = composed("a"),
                  rattle{test_system, "T", "gni_rattle"};

  auto& table = findings.table("errors", {"h", "literal", "b_first", "a_first", "rattle",
                                          "from_rattle", "literal_from_rattle"});
  Numbers steps, literal, of_b, of_a, from_rattle, literal_from_rattle;
  for (int n : {20, 40, 80, 160, 320, 640, 1280}) {
    Vector3<double> const l = literal_composition(n).q, b = end_of(b_first, n),
                          a = end_of(a_first, n), r = end_of(rattle, n);
    steps.push_back(T / n);
    literal.push_back((l - exact).norm());
    of_b.push_back((b - exact).norm());
    of_a.push_back((a - exact).norm());
    from_rattle.push_back((b - r).norm());
    literal_from_rattle.push_back((l - r).norm());
    table.add({T / n, literal.back(), of_b.back(), of_a.back(), (r - exact).norm(),
               from_rattle.back(), literal_from_rattle.back()});
  }
  auto const coarse = literal_composition(40), fine = literal_composition(640);
  auto& impulses = findings.table("impulses", {"t", "coarse", "fine"});
  for (std::size_t i = 0; i < coarse.impulses.size(); ++i)
    impulses.add({T / 40 * double(i + 1), coarse.impulses[i], fine.impulses[16 * (i + 1) - 1]});

  std::string const handed_on = "node, momentum and multiplier";
  std::string const error =
      "error of the positions at t = 2, oscillators with a full mass matrix, ";
  findings.measure("FJM-11", handed_on,
                   order(error + "(14) and then (13) as printed", steps, literal, T));
  findings.measure("FJM-11", "maps of T*Q, B first",
                   order(error + "R Phi_A after R Phi_B", steps, of_b, T));
  findings.measure("FJM-11", "maps of T*Q, A first",
                   order(error + "R Phi_B after R Phi_A", steps, of_a, T));
  constexpr auto apart =
      "distance {:.2e} of the positions at t = 2 from those of RATTLE, h = 1/160, {}";
  findings.measure(
      "FJM-10", handed_on,
      {.value = literal_from_rattle[4],
       .words = fmt::format(apart, literal_from_rattle[4], "(14) and then (13) as printed"),
       .steps = 640});
  findings.measure("FJM-10", "maps of T*Q",
                   {.value = from_rattle[4],
                    .words = fmt::format(apart, from_rattle[4], "R Phi_A after R Phi_B"),
                    .steps = 640});
  auto const free = order_of_composition();
  constexpr auto words =
      "largest difference {:.1e} of {} with h/2 from the displayed scheme, free oscillators, a "
      "step of 0.1";
  findings.measure("FJM-09", "as printed",
                   measured(free.printed, words, free.printed, "F_A after F_B"));
  findings.measure("FJM-09", "corrected",
                   measured(free.corrected, words, free.corrected, "F_B after F_A"));
}

}  // namespace

Experiment composition() {
  auto const series = [](std::string column, std::string label) {
    return Series{"errors.csv", "h", std::move(column), "linespoints", std::move(label)};
  };
  return {
      .id = "fjm2015_composition",
      .paper = paper_id,
      .title = "Compositions of the nonholonomic Euler methods",
      .about =
          "Remark 5.5 in both readings. (13c) and (14e) put different conditions on p~ at the "
          "node between the two steps; read to the letter, each step reverses the mismatch of the "
          "other, and it grows to a size that does not depend on h.",
      .choices =
          [] {
            auto all = oscillator_choices();
            all.push_back({"what is composed",
                           "to the letter: (13), (14) in (q, p~, lambda~), start (14c); on T*Q: "
                           "reflection after the free variational step",
                           "the paper does not say which variables are carried on"});
            return all;
          }(),
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
