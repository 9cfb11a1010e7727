#include <fmt/format.h>

#include "experiments/core/convergence.hpp"
#include "experiments/ferraro_iglesias_martin_2008/examples.hpp"
#include "experiments/ferraro_iglesias_martin_2008/printed_forms.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

Run body(std::string case_name, std::string retraction, long steps, RawQuad s = 1) {
  std::string const start = case_name == "FIM-momentum" ? "plain" : "multiplier";
  return {"constrained_so3",
          case_name,
          "reduced_gni",
          RawQuad(1) / 10,
          steps,
          start,
          {{"retraction", retraction}},
          {{"s", s}}};
}

/// H(g_k, p_(k,k+1)) in body components, over nodes 1, 2, ...
template <class T, class S>
std::vector<T> energies(Trajectory<S> const& run, Vector<T, 3> const& inertia) {
  std::vector<T> all;
  for (auto const& k : momenta_of<T, 3>(run))
    all.push_back(k.p.dot(k.p.cwiseQuotient(inertia)) / 2);
  return all;
}

Vector<double, 3> const unit_inertia(1, 1, 1), distinct_inertia(1, 2, 3);

void theorem(Findings& findings) {
  long const steps = findings.quick ? 300 : 2000, quad_steps = findings.quick ? 60 : 400;
  auto& table = findings.table("energy", {"k", "bi_invariant", "left_invariant"});
  for (std::string const retraction : {"cayley", "exp"}) {
    auto const of_double =
        energies<double>(body("FIM", retraction, steps).in_double(), unit_inertia);
    auto const of_quad =
        energies<Quad>(body("FIM", retraction, quad_steps).in_quad(), Vector<Quad, 3>(1, 1, 1));
    auto const counter =
        energies<double>(body("FIM-inertia", retraction, steps).in_double(), distinct_inertia);
    findings.measure("FIM-04/" + retraction, relative_spread(of_double));
    findings.measure("FIM-04/quad-" + retraction, relative_spread(of_quad));
    findings.measure("FIM-04/inertia-" + retraction, relative_spread(counter));
    if (retraction != "cayley") continue;
    for (std::size_t k = 0; k < of_double.size(); k += 5)
      table.add({double(k + 1), std::abs(of_double[k] / of_double[0] - 1),
                 std::abs(counter[k] / counter[0] - 1)});
  }
  auto const off =
      energies<double>(body("FIM-momentum", "cayley", steps).in_double(), unit_inertia);
  findings.measure("FIM-04/off-constraint", relative_spread(off));
}

/// H of the average momentum: the energy of the nodal state.
void average_momentum(Findings& findings) {
  long const steps = findings.quick ? 300 : 2000;
  auto const right = body("FIM", "cayley", steps, 0).in_double();
  auto const other = body("FIM", "cayley", steps, 1).in_double();
  auto const spread = [](Trajectory<double> const& run) {
    std::vector<double> energy;
    for (auto const& row : run.invariant_values) energy.push_back(row[0]);
    return relative_spread(energy);
  };
  findings.measure("FIM-06", spread(right));
  findings.measure("FIM-06/constraint", right.max_violation);
  findings.measure("FIM-06/hypothesis", spread(other));
  // p~_k = R* p~_(k-1): the spatial components of the average are constant.
  Largest change;
  std::vector<Eigen::Matrix3d> R;
  for (auto const& row : right.q) R.push_back(rotation_of<double>(row));
  auto const momenta = momenta_of<double, 3>(right);
  for (std::size_t k = 1; k < momenta.size(); ++k)
    change(largest_entry(R[k + 1] * momenta[k].average - R[k] * momenta[k - 1].average));
  findings.measure("FIM-06/translated", change.value);
}

/// p_k = (P - Q)* Ad*_(W_(k-1)) p_(k-1) on the sleigh, whose constraint is left-invariant.
double left_invariant_defect(std::string const& retraction) {
  Run const run{"chaplygin_sleigh",          "FIM", "reduced_gni", RawQuad(12) / 100, 60, "exact",
                {{"retraction", retraction}}};
  auto const t = run.in_quad();
  auto const g = nodes_of<Quad, 3>(t);
  auto const momenta = momenta_of<Quad, 3>(t);
  // In the body frame the metric is that of the chart at theta = 0.
  auto const Q_dual = sleigh_geometry<Quad>(Vector<Quad, 3>::Zero()).projector().transpose().eval();
  Largest defect;
  for (std::size_t k = 1; k < momenta.size(); ++k) {
    auto const W = between(g[k], g[k + 1]);
    Vector<Quad, 3> const moved = adjoint_matrix(W).transpose() * momenta[k - 1].p;
    Vector<Quad, 3> const normal = Q_dual * moved;
    defect(largest_entry(moved - 2 * normal - momenta[k].p));
  }
  return defect.value;
}

/// Relative spread of H(g_k, p_(k,k+1)) on the sleigh.
double energy_spread_of_sleigh(std::string const& method) {
  Run const run{"chaplygin_sleigh", "FIM", method, RawQuad(12) / 100, 60};
  auto const t = run.in_double();
  auto const g = nodes_of<double, 3>(t);
  auto const momenta = momenta_of<double, 3>(t);
  std::vector<double> energy;
  for (std::size_t k = 1; k < g.size(); ++k) {
    // `gni` works in the chart, `reduced_gni` in the body frame, that of theta = 0.
    Vector<double, 3> const at =
        method == "gni" ? g[k] : Vector<double, 3>(Vector<double, 3>::Zero());
    auto const& p = momenta[k - 1].p;
    energy.push_back(p.dot(sleigh_geometry(at).inverse_metric * p) / 2);
  }
  return relative_spread(energy);
}

/// Symmetric I with ad_xi^T I + I ad_xi = 0 for all xi: a bi-invariant metric needs a regular one.
struct InvariantForms {
  int dimension;
  double determinant;  ///< of the form of unit length, where there is one
};
InvariantForms invariant_forms(std::vector<Eigen::Matrix3d> const& ad) {
  Eigen::Matrix<double, 27, 6> conditions;
  std::vector<Eigen::Matrix3d> basis;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      Eigen::Matrix3d e = Eigen::Matrix3d::Zero();
      e(i, j) = e(j, i) = 1;
      for (int k = 0; k < 3; ++k) {
        Eigen::Matrix3d const defect = ad[k].transpose() * e + e * ad[k];
        conditions.block<9, 1>(9 * k, int(basis.size())) =
            Eigen::Map<Eigen::Matrix<double, 9, 1> const>(defect.data());
      }
      basis.push_back(e);
    }
  Eigen::FullPivLU<Eigen::Matrix<double, 27, 6>> const lu(conditions);
  Eigen::MatrixXd const kernel = lu.kernel();
  Eigen::Matrix3d form = Eigen::Matrix3d::Zero();
  for (int i = 0; i < 6; ++i) form += kernel(i, 0) * basis[std::size_t(i)];
  return {int(lu.dimensionOfKernel()), std::abs((form / form.norm()).determinant())};
}

/// ad of a basis, from the structure of the algebra.
std::vector<Eigen::Matrix3d> adjoint_basis(bool of_plane) {
  std::vector<Eigen::Matrix3d> all(3, Eigen::Matrix3d::Zero());
  if (of_plane) {  // [e3, e1] = e2, [e3, e2] = -e1
    all[2](1, 0) = 1, all[2](0, 1) = -1;
    all[0](1, 2) = -1, all[1](0, 2) = 1;
  } else {
    for (int i = 0; i < 3; ++i) {
      int const j = (i + 1) % 3, k = (i + 2) % 3;
      all[std::size_t(i)](k, j) = 1, all[std::size_t(i)](j, k) = -1;
    }
  }
  return all;
}

void compute(Findings& findings) {
  theorem(findings);
  findings.progress(0.6);
  average_momentum(findings);
  findings.measure("FIM-04/sleigh", energy_spread_of_sleigh("gni"));
  findings.measure("FIM-04/sleigh-SE2", energy_spread_of_sleigh("reduced_gni"));
  auto const& sleigh = find_problem("chaplygin_sleigh");
  auto const& method = sleigh.method("reduced_gni");
  findings.measure("FIM-05",
                   larger_or_nan(left_invariant_defect("cayley"), left_invariant_defect("exp")));
  auto const order = observed_orders(sleigh, method, "exact", {20, 40, 80, 160}).orders.front();
  findings.measure("FIM-05/order", order.order, fmt::format("{:.3f}", order.order));
  auto const plane = invariant_forms(adjoint_basis(true)),
             space = invariant_forms(adjoint_basis(false));
  findings.measure(
      "FIM-20", plane.dimension == 1 ? plane.determinant : 1,
      fmt::format("{:.1e}, the only one; on SO(3) {:.3f}", plane.determinant, space.determinant));
}

std::vector<Claim> claims() {
  std::vector<Claim> all;
  auto const add = [&](std::string id, std::string place, std::string statement,
                       std::string printed, Criterion criterion, std::string reason,
                       std::string assumption) {
    all.push_back({.id = std::move(id),
                   .place = std::move(place),
                   .statement = std::move(statement),
                   .printed = std::move(printed),
                   .criterion = std::move(criterion),
                   .reason = std::move(reason),
                   .correction = {},
                   .assumption = std::move(assumption)});
  };
  std::string const ours = "the example is our choice";
  std::string const rounding = "thousands of steps, each with a few roundings of 1e-16";
  for (std::string const tau : {"cayley", "exp"}) {
    auto const by = " (l_d by the retraction " + tau + ")";
    add("FIM-04/" + tau, "theorem 1",
        "Bi-invariant metric on SO(3), constraint without symmetry: relative spread of "
        "H(g_k, p_(k,k+1)) over 2000 steps" +
            by,
        "energy-preserving", at_most(1e-12), rounding, ours);
    add("FIM-04/quad-" + tau, "theorem 1", "The same with 113 bits, 400 steps" + by,
        "energy-preserving", at_most(1e-28), quad_reason, ours);
    add("FIM-04/inertia-" + tau, "theorem 1",
        "The hypothesis is needed: with inertia diag(1, 2, 3), which is left-invariant only, the "
        "energy varies" +
            by,
        "bi-invariant", at_least(1e-6), "ten orders above rounding", ours);
  }
  add("FIM-04/off-constraint", "theorem 1",
      "The same from a first momentum that is off the constraint", "energy-preserving",
      at_most(1e-12), rounding, ours);
  std::string const from_q1 = "h v and h w of the sleigh from the printed q_1";
  add("FIM-04/sleigh", "theorem 1, example 3",
      "The sleigh has no bi-invariant metric, and its energy by the left-invariant L_d of example "
      "3 "
      "varies: relative spread over 60 steps",
      "not printed", at_least(1e-6), "ten orders above rounding", from_q1);
  add("FIM-04/sleigh-SE2", "theorem 1, example 3",
      "By Cayley's map of SE(2) it does not: that commutes with a change of the point that "
      "describes the body, and about its centre of mass the free step is that of R^2 x S^1",
      "not printed", at_most(1e-12), rounding, from_q1);
  add("FIM-05", "section 4.2",
      "Sleigh on SE(2), left-invariant metric and constraint: p_k = (P - Q)* Ad*_W p_(k-1), "
      "residual with 113 bits by own matrices Ad",
      "equality", at_most(1e-28), quad_reason, "data of the sleigh as for figure 5");
  add("FIM-05/order", "section 4.2", "Order of that method, positions", "not printed",
      within(2, 0.1), "symmetric scheme", "data of the sleigh as for figure 5");
  add("FIM-06", "section 4.4",
      "Right-invariant constraint: relative spread of the energy of the average momentum",
      "preserved", at_most(1e-12), rounding, ours);
  add("FIM-06/constraint", "section 4.4", "The average momentum satisfies the constraint",
      "Q* p = 0", at_most(1e-13), "one reflection", ours);
  add("FIM-06/translated", "section 4.4",
      "The average momentum is carried by right translation: change of its spatial components in "
      "a step",
      "equality", at_most(1e-13), "one step", ours);
  add("FIM-06/hypothesis", "section 4.4",
      "The hypothesis is needed: the same for a constraint that is not right-invariant",
      "right-invariant", at_least(1e-6), "ten orders above rounding", ours);
  add("FIM-20", "section 5, example 2",
      "No bi-invariant metric on SE(2): largest determinant of an invariant form of unit length",
      "none", at_most(1e-12), "linear algebra in double", "");
  return all;
}

}  // namespace

Experiment theorem_1() {
  return {
      .id = "fim2008_theorem_1",
      .paper = "ferraro_iglesias_martin_2008",
      .title = "Energy on Lie groups",
      .about =
          "Theorem 1 and sections 4.2 and 4.4, for which the paper gives no example, with "
          "counter-tests of their hypotheses; quick: shorter runs.",
      .choices = {{"an example of theorem 1",
                   "SO(3), L = |w|^2/2, (R^T e1 + s (e2/2 + .3 (R12 R33, R21^2, R32))) . w = 0 "
                   "with s = 1, from the identity with (.4, 1.1, -.7) put on the constraint, "
                   "h = .1",
                   "nothing but L is invariant; s = 0 makes the constraint right-invariant"},
                  {"discrete Lagrangian", "l_d(W) = h l(tau^-1(W)/h), tau Cayley's map or exp",
                   "left-invariant, as the theorem asks"},
                  {"an example of section 4.2", "the sleigh of example 3 on SE(2)",
                   "its metric and constraint are left-invariant"}},
      .claims = claims(),
      .figures = {{.id = "energy",
                   .number = "",
                   .caption = "SO(3) with a constraint that has no symmetry: relative change of "
                              "{/:Italic H}({/:Italic g_k}, {/:Italic p}_{/:Italic k,k}_{+1}) "
                              "for a bi-invariant metric and for one that is left-invariant only, "
                              "inertia diag(1, 2, 3).",
                   .width = 5.0,
                   .height = 3.0,
                   .panels = {{.title = "",
                               .x_label = "{/:Italic k}",
                               .y_label = "|{/:Italic H_k}/{/:Italic H}_1 – 1|",
                               .y_scale = "log",
                               .y_range = {{1e-17, 1e-2}},
                               .key = "center right",
                               .series = {{"energy.csv", "k", "bi_invariant", "points",
                                           "bi-invariant"},
                                          {"energy.csv", "k", "left_invariant", "points",
                                           "left-invariant"}}}}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
