#include <fmt/format.h>

#include "experiments/ferraro_jimenez_martin_2015/printed_forms.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

/// A misprint whose two readings can be told apart by a number.
std::vector<Misprint> const& misprints() {
  static std::vector<Misprint> const all{
      {"E7", "section 5, Euler A and Euler B", "The free Euler methods of L_d^A and L_d^B",
       "q' = q + h M^-1 p and p' = p - h V_q(q); q' = q + h M^-1 p' and p' = p - h V_q(q')",
       "A: q' = q + h M^-1 p'; B: q' = q + h M^-1 p", "largest entry of D^T J D - J, h = 0.1",
       symplecticity},
      {"E7/remark", "remark 5.1", "First line of SHAKE", "q_(k+1) - 2 q_k + q_(k+1)",
       "q_(k+1) - 2 q_k + q_(k-1)", "rest over h^2, h = 0.1", shake_line},
      {"E8/display", "proof of theorem 5.4", "The display after (23c)",
       "an equation of vectors, with V_q beside M^-1 p~", "mu(q_k) before it, M^-1 before V_q",
       "rest, h = 0.1", display_after_23c},
      {"E9", "(21)", "The force in (21)", "+ h mu M^-1 V_q", "no such term: mu q'' = -mu_q[q', q']",
       "rest over h along the exact motion, h = 1e-4", [] { return equation_21(1e-4); }},
      {"E10", "remark 5.5", "Order of the composition that gives the printed scheme",
       "F_A^(h/2) after F_B^(h/2)", "F_B^(h/2) after F_A^(h/2)", "difference after a step of 0.1",
       order_of_composition},
      {"E11", "(37c)", "What multiplies the momentum", "the block (G^-1)^ij of the inverse metric",
       "the inverse of the block G_ij; equal when G_it = 0",
       "distance from (30), 200 steps of 0.05", block_inverse}};
  return all;
}

void compute(Findings& findings) {
  measure_misprints(misprints(), findings);
  auto const coefficients = multiplier_coefficients();
  findings.measure(
      "E8", coefficients.of_14e,
      fmt::format("{:.4f}; in (23c) {:.1e}", coefficients.of_14e, coefficients.of_23c));
  auto const coarse = equation_21(1e-3), fine = equation_21(1e-4);
  double const order = std::log10(coarse.corrected / fine.corrected);
  findings.measure("E9/order", order,
                   fmt::format("{:.3f}; with the force {:.1e}", order,
                               std::log10(coarse.printed / fine.printed)));
  findings.not_checkable("E10/second-order",
                         "a statement on an order; rows FJM-11 and FJM-11/literal judge it");
  findings.not_checkable("E14",
                         "the signs are right: row FJM-01 runs (7), (8) and (9), FJM-24 (30) "
                         "and (48)");
  findings.not_checkable("E17", "a sign of lambda, which each formula solves for");
  findings.not_checkable("E18", "parentheses and letters; the meaning is clear");
}

std::vector<Claim> claims() {
  auto all = misprint_claims(misprints());
  auto const wording = [&](auto const&... words) { all.push_back(wording_claim(words...)); };
  all.push_back({.id = "E8",
                 .place = "(23c)",
                 .statement = "The equation that determines lambda~_(k+1): how much it depends on "
                              "it once (23b) is inserted, in units of (h/2) C",
                 .printed = "(23c)",
                 .criterion = within(1, 1e-9),
                 .reason = "rounding; (23c) follows from (14c) and does not depend on it",
                 .correction = "(14e)"});
  all.push_back({.id = "E9/order",
                 .place = "(21)",
                 .statement = "Order in h of what (21) leaves out, over h",
                 .printed = "O(h^2)/h",
                 .criterion = within(1, 0.05),
                 .reason = "from h = 1e-3 to 1e-4",
                 .correction = "without h mu M^-1 V_q; the proof then needs that Euler A is the "
                               "affine SHAKE with Y = -(h/2) M^-1 V_q, row FJM-06/affine"});
  wording("E10/second-order", "remark 5.5", "Why the composition is of second order",
          "its steps are adjoint to each other", "on T*Q only, where they are not (FJM-08/bundle)");
  wording("E14", "(4), (7), (30), (48)", "Signs of the projected equations", "as they stand",
          "none");
  wording("E17", "(2a), (9a); (17), (33)", "Sign of the multipliers",
          "+lambda mu in (2a), (9a), -lambda mu from (11) on", "one sign, or two letters");
  wording("E18", "section 2; (33a); section 7.3", "Letters and parentheses",
          "for all Y in X(M); tau^-1(g_(k-1)^t); L_d on Q x Q x G",
          "X(Q); (tau^-1(g_(k-1)))^t; M x M x G");
  return all;
}

}  // namespace

Experiment errata() {
  return {.id = "fjm2015_errata",
          .paper = "ferraro_jimenez_martin_2015",
          .title = "Misprints of sections 2 to 7.2",
          .about =
              "Printed and corrected readings side by side, in formulas of this experiment's "
              "own, on our test system and, for (37), a snakeboard whose rotor is coupled to "
              "the board.",
          .choices = {{"where readings are compared", "the problem coupled_oscillator_3d, case T",
                       "the paper gives no example before section 7.4"}},
          .claims = claims(),
          .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
