#include "experiments/ferraro_jimenez_martin_2015/shared/oscillator.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/printed_forms.hpp"

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

void compute(Findings& findings) {
  auto const exact =
      vector3<double>(findings.reference(on_test_system("gni_rattle"), {RawQuad(T)})[0].q);
  auto const end_of = [&](Run const& run, int n) {
    return vector3<double>(findings.execute(run.with(RawQuad(T) / n, n, 0)).q.back());
  };
  auto const b_first = on_test_system("gni_composition", "T", {{"first", "b"}}),
             a_first = on_test_system("gni_composition", "T", {{"first", "a"}}),
             rattle = on_test_system("gni_rattle");
  auto& errors = findings.table("errors", {"h", "literal", "b_first", "a_first", "rattle",
                                           "from_rattle", "literal_from_rattle"});
  for (int n : {20, 40, 80, 160, 320, 640, 1280}) {
    Vector3<double> const l = literal_composition(n).q, b = end_of(b_first, n),
                          a = end_of(a_first, n), r = end_of(rattle, n);
    errors.add({T / n, (l - exact).norm(), (b - exact).norm(), (a - exact).norm(),
                (r - exact).norm(), (b - r).norm(), (l - r).norm()});
  }
  auto const coarse = literal_composition(40), fine = literal_composition(640);
  auto& impulses = findings.table("impulses", {"t", "coarse", "fine"});
  for (std::size_t i = 0; i < coarse.impulses.size(); ++i)
    impulses.add({T / 40 * double(i + 1), coarse.impulses[i], fine.impulses[16 * (i + 1) - 1]});

  std::string const handed_on = "node, momentum and multiplier", on_bundle = "maps of T*Q";
  std::string const error =
      "error of the positions at t = 2, oscillators with a full mass matrix, ";
  for (auto const& [reading, of, column] :
       {std::tuple(handed_on, "(14) and then (13) as printed", "literal"),
        std::tuple(on_bundle + ", B first", "R Phi_A after R Phi_B", "b_first"),
        std::tuple(on_bundle + ", A first", "R Phi_B after R Phi_A", "a_first")})
    findings.measure("FJM-11", reading, order(error + of, errors, column, T));
  for (auto const& [reading, of, name] :
       {std::tuple(handed_on, "(14) and then (13) as printed", "literal_from_rattle"),
        std::tuple(on_bundle, "R Phi_A after R Phi_B", "from_rattle")}) {
    double const apart = column(errors, name)[4];
    auto of_run = measured(
        apart, "distance {:.2e} of the positions at t = 2 from those of RATTLE, h = 1/160, {}",
        apart, of);
    of_run.steps = 640;
    findings.measure("FJM-10", reading, of_run);
  }
  auto const free = order_of_composition();
  for (auto const& [reading, value, of] :
       {std::tuple("as printed", free.printed, "F_A after F_B"),
        std::tuple("corrected", free.corrected, "F_B after F_A")})
    findings.measure("FJM-09", reading,
                     measured(value,
                              "largest difference {:.1e} of {} with h/2 from the displayed scheme, "
                              "free oscillators, a step of 0.1",
                              value, of));
}

}  // namespace

Experiment composition() {
  auto choices = oscillator_choices();
  choices.push_back({"what is composed",
                     "to the letter: (13), (14) in (q, p~, lambda~), start (14c); on T*Q: "
                     "reflection after the free variational step",
                     "the paper does not say which variables are carried on"});
  Panel impulses =
      plain_panel("(b) literal reading", italic("t"), "(" + italic("h") + "/2) " + italic("λ̃"),
                  {{"impulses.csv", "t", "coarse", "linespoints", italic("h") + " = 1/20"},
                   {"impulses.csv", "t", "fine", "linespoints", italic("h") + " = 1/320"}},
                  {{0, 2}});
  impulses.key = "top right";
  return {
      .id = "fjm2015_composition",
      .paper = paper_id,
      .title = "Compositions of the nonholonomic Euler methods",
      .about =
          "Remark 5.5 in both readings. (13c) and (14e) put different conditions on p~ at the "
          "node between the two steps; read to the letter, each step reverses the mismatch of the "
          "other, and it grows to a size that does not depend on h.",
      .choices = std::move(choices),
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
            .panels = {errors_panel(
                           "(a)", "error of " + italic("q"),
                           {over_steps("literal", "literal"), over_steps("b_first", "B first"),
                            over_steps("a_first", "A first"), over_steps("rattle", "RATTLE"),
                            over_steps("from_rattle", "B first less RATTLE")},
                           {{1.2e-3, 0.13}}, {{1e-8, 1}}),
                       impulses}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
