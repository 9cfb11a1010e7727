#include <fmt/format.h>

#include "experiments/ferraro_jimenez_martin_2015/oscillator_maps.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using System = Oscillator<Quad>;

/// |(F_A^h)^n (F_X^-h)^n z - z| in (q, p~, lambda~), from a start that (14c) admits for -h.
double round_trip(Scheme other, int n) {
  auto const system = System::coupled();
  Quad const h = Quad(1) / 10;
  // -h in the start of B is h in that of A: the same p~_0, whose admissibility the map back needs.
  auto const start = system.admissible_start(h, Scheme::a);
  auto z = start;
  for (int i = 0; i < n; ++i) z = system.step(z, -h, other);
  for (int i = 0; i < n; ++i) z = system.step(z, h, Scheme::a);
  return double(distance(z, start));
}

/// The same on T*Q, where definition 5.3 lives: (R Phi_A)^h after either candidate with -h.
struct OnCotangentBundle {
  double of_r_phi_b, of_phi_b_r;
};
OnCotangentBundle on_cotangent_bundle() {
  auto const system = System::coupled();
  Quad const h = Quad(1) / 10;
  auto start = system.start();
  start.p += h / 3 * system.mu(start.q);  // R is the identity on the constraint: leave it
  auto const a = [&](PhasePoint<Quad> const& z) { return system.reflected(system.phi_a(z, h)); };
  auto const r_phi_b = a(system.reflected(system.phi_b(start, -h)));
  auto const phi_b_r = a(system.phi_b(system.reflected(start), -h));
  return {double(distance(r_phi_b, start)), double(distance(phi_b_r, start))};
}

void compute(Findings& findings) {
  auto& table = findings.table("round_trips", {"n", "b", "a", "rattle"});
  double one_step = 0, of_b = 0, of_a = 0, of_rattle = 0;
  for (int n = 1; n <= 10; ++n) {
    double const b = round_trip(Scheme::b, n), a = round_trip(Scheme::a, n),
                 rattle = round_trip(Scheme::rattle, n);
    table.add({double(n), larger_or_nan(b, 1e-34), larger_or_nan(a, 1e-34),
               larger_or_nan(rattle, 1e-34)});
    if (n == 1) one_step = larger_or_nan(a, rattle);
    if (n == 5) of_a = a, of_rattle = rattle;
    of_b = larger_or_nan(of_b, b);
  }
  findings.measure("FJM-08", of_b);
  findings.measure("FJM-08/control-A", of_a);
  findings.measure("FJM-08/control-RATTLE", of_rattle);
  findings.measure("FJM-08/one-step", one_step,
                   fmt::format("{:.1e} for X = A and X = RATTLE", one_step));
  auto const bundle = on_cotangent_bundle();
  findings.measure("FJM-08/bundle", bundle.of_r_phi_b);
  findings.measure("FJM-08/bundle-adjoint", bundle.of_phi_b_r);
}

std::string const admissible =
    "p~_0 satisfies (13c), and lambda~_0 = lambda(0), which no equation "
    "restricts";

}  // namespace

Experiment adjointness() {
  return {
      .id = "fjm2015_adjointness",
      .paper = "ferraro_jimenez_martin_2015",
      .title = "Adjointness of the nonholonomic Euler methods",
      .about =
          "Theorem 5.4 on our test system in quad precision, h = 0.1, by maps written from (13) "
          "and (14). One step from an admissible start undoes itself with any scheme of the "
          "family, because the multiplier at the end is the one that brings p~ back; several "
          "steps tell the schemes apart.",
      .choices = {{"variables",
                   "(q, p~, lambda~), in which the proof works; T*Q beside it, on which "
                   "definition 5.3 stands",
                   "p~ satisfies a constraint, so that (13) is no map of T*Q"}},
      .claims =
          {{.id = "FJM-08",
            .place = "theorem 5.4",
            .statement = "(F_A^h)^n (F_B^-h)^n is the identity in (q, p~, lambda~), n = 1 to 10: "
                         "largest defect",
            .printed = "Id",
            .criterion = at_most(1e-27),
            .reason = "rounding in quad precision over twenty steps",
            .assumption = admissible},
           {.id = "FJM-08/control-A",
            .place = "theorem 5.4; control",
            .statement = "With A in place of B it is not: defect for n = 5",
            .printed = "",
            .criterion = at_least(1e-3),
            .reason = "far above rounding; otherwise the test proves nothing",
            .assumption = admissible},
           {.id = "FJM-08/control-RATTLE",
            .place = "theorem 5.4; control",
            .statement = "With RATTLE in place of B it is not: defect for n = 5",
            .printed = "",
            .criterion = at_least(1e-3),
            .reason = "far above rounding; otherwise the test proves nothing",
            .assumption = admissible},
           {.id = "FJM-08/one-step",
            .place = "proof of theorem 5.4",
            .statement = "One step, as in the proof, shows that B is the adjoint of A: it excludes "
                         "A and RATTLE, whose one-step defects are at least this",
            .printed = "F_A^h F_B^-h = Id",
            .criterion = at_least(1e-3),
            .reason = "a test must fail for wrong candidates",
            .assumption = admissible},
           {.id = "FJM-08/bundle",
            .place = "definition 5.3, theorem 5.4",
            .statement = "The methods as maps of T*Q, R Phi_A and R Phi_B, are adjoint: defect of "
                         "(R Phi_A)^h (R Phi_B)^-h",
            .printed = "Id on T*Q",
            .criterion = at_most(1e-27),
            .reason = "rounding in quad precision",
            .assumption = "the methods are read as reflection after the free variational step"},
           {.id = "FJM-08/bundle-adjoint",
            .place = "definition 5.3; not stated",
            .statement = "On T*Q the adjoint of R Phi_A is Phi_B R: defect of (R Phi_A)^h (Phi_B "
                         "R)^-h",
            .printed = "",
            .criterion = at_most(1e-27),
            .reason = "rounding in quad precision",
            .assumption = "the methods are read as reflection after the free variational step"}},
      .figures = {{.id = "round_trips",
                   .number = "",
                   .caption = "Defect of (F_A^{ h})^n (F_X^{ −h})^n for X = B, A and RATTLE: for "
                              "n = 1 nothing tells them apart.",
                   .width = 4.6,
                   .height = 3.4,
                   .panels = {{.title = "",
                               .x_label = "{/:Italic n}",
                               .y_label = "defect",
                               .y_scale = "log",
                               .x_range = {{0.5, 10.5}},
                               .y_range = {{1e-35, 1e2}},
                               .key = "center right",
                               .series = {{"round_trips.csv", "n", "a", "linespoints",
                                           "{/:Italic X} = A"},
                                          {"round_trips.csv", "n", "rattle", "linespoints",
                                           "{/:Italic X} = RATTLE"},
                                          {"round_trips.csv", "n", "b", "linespoints",
                                           "{/:Italic X} = B"}}}}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
