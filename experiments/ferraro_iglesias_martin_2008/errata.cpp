#include <fmt/format.h>

#include "experiments/ferraro_iglesias_martin_2008/printed_forms.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

/// A misprint, or words that can be misread, whose two readings can be told apart by a number.
std::vector<Misprint> const& misprints() {
  static std::vector<Misprint> const all{
      {"E1", "examples 1 and 2", "Factor of L in the discrete Lagrangian", "L_d = L",
       "L_d = h L; the nodes are the same, as V = 0, but momenta and energy are not",
       "largest |H - E|, h = .1", step_in_discrete_lagrangian},
      {"E4", "section 4.1, (7)",
       "How the post-momentum follows from the pre-momentum (in the copy before us the inverses "
       "are "
       "missing throughout sections 4.1 and 4.2)",
       "p^+ = R*_W p^-", "p^+ = R*_(W^-1) p^-", "largest residual on SO(3), 100 steps",
       right_translation},
      {"E4/equivariance", "section 4.3", "What bi-invariance asks of the inertia tensor",
       "Ad*_g I = I Ad_g", "Ad*_(g^-1) I = I Ad_g, with Ad* as in section 4.2", "residual, I = Id",
       equivariance},
      {"E5", "section 4, (5b)", "What satisfies the constraints",
       "\"also preserves the nonholonomic constraints\"",
       "the average momentum at a node; the velocities of single intervals violate them by O(h)",
       "largest violation by the particle, h = .1", violated_by_intervals},
      {"E6", "section 5, example 2",
       "From where the rotor's angle psi is measured, for L to be the kinetic energy of the parts",
       "angles \"with respect to the board\"",
       "psi from the x-axis; only the angles of the axles are with respect to the board",
       "L less the energy of mass points", rotor_angle}};
  return all;
}

/// The printed Lagrangian couples psi to nothing: psi' and s (m r^2 cos^2 phi + J' sin^2 phi)^(1/2)
/// are first integrals of the exact motion.
double change_of_integrals() {
  auto const& problem = find_problem("snakeboard");
  Setting setting;
  setting.case_name = "FIM";
  SnakeboardData const d;
  auto const states = problem.reference(setting, {RawQuad(0), RawQuad(1), RawQuad(5)}).states;
  auto const integral = [&](ReferenceState const& state) {
    double const v1 = double(state.v[0]), w = double(state.v[2]), phi = double(state.q[4]);
    double const s = w / -std::sin(phi);  // (v1, w) = s (r cos(phi), -sin(phi))
    double const along = v1 / (d.r * std::cos(phi));
    double const size = std::sqrt(d.m * std::pow(d.r * std::cos(phi), 2) +
                                  double(d.total()) * std::pow(std::sin(phi), 2));
    return Eigen::Vector3d(s * size, along * size, double(state.v[3]));
  };
  // At t = 0 the wheels are turned by .3, at t = 1 by .5, at t = 5 by 1.3.
  Largest change;
  for (auto const& state : states) change(largest_entry(integral(state) - integral(states[0])));
  return change.value;
}

void compute(Findings& findings) {
  measure_misprints(misprints(), findings);
  findings.measure("E6/integrals", change_of_integrals());
  findings.not_checkable("E2",
                         "the whole equation has the other sign; its solution, which row FIM-14 "
                         "holds to the method, is the same");
  findings.not_checkable("E3", "a name; row FIM-16 has the formulas, figure 5 the data");
}

}  // namespace

Experiment errata() {
  auto claims = misprint_claims(misprints());
  claims.push_back({.id = "E6/integrals",
                    .place = "section 5, example 2",
                    .statement =
                        "As printed, psi' and s (m r^2 cos^2 phi + J' sin^2 phi)^(1/2) are "
                        "first integrals: their change up to t = 5 on the exact motion",
                    .printed = "not mentioned",
                    .criterion = at_most(1e-13),
                    .reason = "rounding of numbers of order one",
                    .correction = {},
                    .assumption = "data of the snakeboard are our choice"});
  auto const wording = [&](auto const&... words) { claims.push_back(wording_claim(words...)); };
  wording("E2", "section 5, example 2", "Sign of the displayed matricial equation",
          "I dq_k - (Id - 2 Q^T) I dq_(k-1) = 0", "(4) is this times -1");
  wording("E3", "section 5, example 3", "Name of the sleigh's moment of inertia",
          "I in the formulas, J in the data", "one and the same");
  return {.id = "fim2008_errata",
          .paper = "ferraro_iglesias_martin_2008",
          .title = "Misprints",
          .about =
              "Every misprint and every misleading word that we know of in the paper: the "
              "printed reading beside the corrected one.",
          .choices = {{"where readings are compared",
                       "the paper's examples, and SO(3) with a constraint of ours for section 4",
                       "section 4 has no example of its own"}},
          .claims = claims,
          .figures = {},
          .compute = compute};
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
