#include "experiments/iglesias_marrero_martin_martinez_2008/printed_forms_groups.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

std::vector<Misprint> const& misprints() {
  static std::vector<Misprint> const all{
      {"E10", "example 4.1", "The mixed derivative D_2 D_1 L_d",
       "-(1/h) {dx_0 ^ dx_1 + dy_0 ^ dy_1 + dz_0 ^ dz_1}",
       "-(1/h^2) {dx_0 (x) dx_1 + dy_0 (x) dy_1 + dz_0 (x) dz_1}",
       "largest difference of an entry, h = .1", mixed_derivative},
      {"E11", "section 4.3.2", "Entry (1, 2) of the matrix J of the sleigh", "ma", "mab",
       "how far det J of a body is below zero, SLE-B", sleigh_matrix},
      {"E11/dimension", "section 4.3.2", "Dimension of that entry", "ma, mass times length",
       "mab, mass times length squared", "departure from a factor of 4 when lengths are doubled",
       dimension_of_entry},
      {"E13", "remark 3.1", "Range of r, the dimension of M_c less that of the base",
       "0 <= r <= m, m = dim M", "0 <= r <= n, n the rank of the algebroid",
       "largest excess of r over its bound, six systems", dimension_of_constraint},
      {"E14", "section 4.3.1", "Sign and factor of L_d, if its momenta are to be those of the body",
       "L_d = (1/2) Tr(Omega J)", "L_d = -(1/h) Tr(Omega J)",
       "difference of F^- of the first interval from I w_0, h = .1", suslov_momentum}};
  return all;
}

void compute(Findings& findings) {
  measure_misprints(misprints(), findings);
  auto const rests = suslov_rests();
  findings.measure("E14/equations", larger_or_nan(rests.printed, rests.corrected),
                   fmt::format("printed {:.1e}, corrected {:.1e}", rests.printed, rests.corrected));
}

}  // namespace

Experiment errata_groups() {
  auto claims = misprint_claims(misprints());
  claims.push_back({.id = "E14/equations",
                    .place = "section 4.3.1",
                    .statement =
                        "The equations are the same for both: largest |F^+ - F^-| along 20 "
                        "steps of the method with 113 bits",
                    .printed = "L_d = (1/2) Tr(Omega J)",
                    .criterion = at_most(1e-26),
                    .reason = by_differences,
                    .assumption = our_data});
  return {.id = "immm2008_errata_groups",
          .paper = group_paper,
          .title = "Misprints in section 3 and in the examples on Lie groups and R^3",
          .about =
              "The printed reading beside the corrected one. None of these misprints enters "
              "the printed equations of motion.",
          .choices = {{"where readings are compared", "the bodies SUS and SLE-B, h = .1",
                       "the paper gives none"}},
          .claims = claims,
          .figures = {},
          .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
