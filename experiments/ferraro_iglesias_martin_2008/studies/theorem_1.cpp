#include "experiments/core/panels.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/misprints.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_motion.hpp"
#include "experiments/measure/convergence.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

Run body(std::string case_name, std::string retraction, long steps, RawQuad s = 1) {
  std::string const start = case_name == "FIM-momentum" ? "plain" : "multiplier";
  auto run = run_of("constrained_so3", std::move(case_name), "reduced_gni", RawQuad(1) / 10, steps,
                    start, {{"retraction", std::move(retraction)}});
  run.parameters = {{"s", s}};
  return run;
}

/// H at nodes 1, 2, ... of the momenta before and after the reflection, and of their average.
template <class T>
struct Energies {
  std::vector<T> pre, post, average;

  template <class S, int n>
  Energies(Trajectory<S> const& run, Vector<T, n> const& inertia) {
    auto const H = [&](Vector<T, n> const& p) { return T(p.dot(p.cwiseQuotient(inertia)) / 2); };
    for (auto const& k : momenta_of<T, n>(run)) {
      pre.push_back(H(k.p_plus));
      post.push_back(H(k.p));
      average.push_back(H(k.average));
    }
  }
};

Vector<double, 3> const unit_inertia(1, 1, 1), distinct_inertia(1, 2, 3);

void measure_both(Findings& findings, std::string const& instance, double post, double pre,
                  double steps, double epsilon) {
  auto const words = [&](char const* momentum, double spread) {
    return fmt::format("{:.1e}: relative spread of the energy of the {} on SO(3), {} steps", spread,
                       momentum, steps);
  };
  findings.measure(
      "FIM-04", "as printed", instance,
      {.value = post, .words = words("post-momenta", post), .steps = steps, .epsilon = epsilon});
  findings.measure(
      "FIM-54", "as printed", instance,
      {.value = pre, .words = words("pre-momenta", pre), .steps = steps, .epsilon = epsilon});
}

/// Theorem 1 and the remark after it; from a first momentum off the constraint as well.
void theorem(Findings& findings) {
  long const steps = findings.quick ? 300 : 2000, quad_steps = findings.quick ? 60 : 400;
  auto const double_run = [&](std::string const& instance, Run const& run) {
    Energies<double> const e(findings.execute(run), unit_inertia);
    measure_both(findings, instance, relative_spread(e.post), relative_spread(e.pre), double(steps),
                 0x1p-52);
    return e.post;
  };
  auto const cayley = double_run("Cayley's map", body("FIM", "cayley", steps));
  double_run("exp", body("FIM", "exp", steps));
  double_run("Cayley's map, off the constraint", body("FIM-momentum", "cayley", steps));
  for (std::string const retraction : {"cayley", "exp"}) {
    Energies<Quad> const e(findings.execute_quad(body("FIM", retraction, quad_steps)),
                           Vector<Quad, 3>(1, 1, 1));
    measure_both(findings, retraction + ", 113 bits", relative_spread(e.post),
                 relative_spread(e.pre), double(quad_steps), quad_epsilon);
  }

  Energies<double> const counter(findings.execute(body("FIM-inertia", "cayley", steps)),
                                 distinct_inertia);
  double const spread = relative_spread(counter.post);
  findings.find("FIM-04/hypothesis", spread,
                fmt::format("{:.4f} in {} steps; with equal inertias {:.1e}", spread, steps,
                            relative_spread(cayley)));
  auto& table = findings.table("energy", {"k", "bi_invariant", "left_invariant"});
  for (std::size_t k = 0; k < cayley.size(); k += 5)
    table.add({double(k + 1), std::abs(cayley[k] / cayley[0] - 1),
               std::abs(counter.post[k] / counter.post[0] - 1)});
}

/// Section 4.4: D is right-invariant for s = 0. The first momentum is off the constraint: otherwise
/// no momentum jumps.
void right_invariant(Findings& findings) {
  long const steps = findings.quick ? 300 : 2000;
  for (std::string const retraction : {"cayley", "exp"}) {
    Energies<double> const e(findings.execute(body("FIM-momentum", retraction, steps, 0)),
                             unit_inertia);
    double const spread = relative_spread(e.average);
    findings.measure(
        "FIM-06", "as printed", retraction,
        {.value = spread,
         .words = fmt::format(
             "{:.1e}: relative spread of the energy of the average momentum on SO(3), {} steps",
             spread, steps),
         .steps = double(steps)});
  }
  Energies<double> const other(findings.execute(body("FIM", "cayley", steps)), unit_inertia);
  findings.find("FIM-06/hypothesis", relative_spread(other.average),
                fmt::format("{:.4f} in {} steps", relative_spread(other.average), steps));

  auto const [printed, right] = average_momentum(findings, steps).members;
  findings.measure(
      "FIM-56", "letters as in our copy",
      {.value = printed,
       .words = fmt::format(
           "{:.2f}: largest difference of the members in body components on SO(3), {} steps",
           printed, steps),
       .steps = double(steps)});
  findings.measure(
      "FIM-56", "index and inverse",
      {.value = right,
       .words = fmt::format(
           "{:.1e}: largest difference of the members in body components on SO(3), {} steps", right,
           steps),
       .steps = double(steps)});

  // R P R^T, the projector in the spatial frame.
  Largest change;
  auto const projector = [](Eigen::Matrix3d const& R) -> Eigen::Matrix3d {
    auto const form = constraint_form(R, 0);
    Eigen::Matrix3d const P =
        Eigen::Matrix3d::Identity() - form * form.transpose() / form.squaredNorm();
    return R * P * R.transpose();
  };
  for (auto const& R : random_rotations(1, 200))
    change(largest_entry(projector(R) - projector(Eigen::Matrix3d::Identity())));
  findings.measure("FIM-55", measured(change.value,
                                      "{:.1e}: largest difference of the projector, translated to "
                                      "the identity from the right, at 200 random rotations",
                                      change.value));
}

/// p_k = (P - Q)* Ad*_(W_(k-1)) p_(k-1) on the sleigh, whose constraint is left-invariant.
void reduced_equation(Findings& findings) {
  for (std::string const retraction : {"cayley", "exp"}) {
    auto run = sleigh_run("reduced_gni", 60);
    run.options = {{"retraction", retraction}};
    auto const t = findings.execute_quad(run);
    auto const g = nodes_of<Quad, 3>(t);
    auto const momenta = momenta_of<Quad, 3>(t);
    // In the body frame the metric is that of the chart at theta = 0.
    auto const body = sleigh_geometry<Quad>(Vector<Quad, 3>::Zero());
    Vector<Quad, 3> const form = body.forms.transpose();
    Largest defect, size;
    for (std::size_t k = 1; k < momenta.size(); ++k) {
      auto const W = between(g[k], g[k + 1]);
      Vector<Quad, 3> const moved = adjoint_matrix(W).transpose() * momenta[k - 1].p;
      defect(largest_entry(reflected(moved, form, body.inverse_metric) - momenta[k].p));
      size(largest_entry(moved));
    }
    double const residual = defect.value / size.value;
    findings.measure("FIM-05", "as printed", retraction,
                     measured_in_quad(residual, 60,
                                      "{:.1e}: residual along 60 steps of the sleigh on SE(2) with "
                                      "113 bits, Ad by own matrices, relative to the momentum",
                                      residual));
  }
  std::string const sleigh = "chaplygin_sleigh";
  auto const order =
      observed_orders(findings.problem(sleigh), findings.method(sleigh, "reduced_gni"), "exact",
                      {20, 40, 80, 160})
          .orders.front();
  findings.find("FIM-05/order", order.order, fmt::format("{:.3f}, h = 1/20 to 1/160", order.order));
}

/// Relative spread of H(g_k, p_(k,k+1)) on the sleigh.
double energy_spread_of_sleigh(Findings& findings, std::string const& method) {
  auto const t = findings.execute(sleigh_run(method, 60));
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

void without_bi_invariance(Findings& findings) {
  double const chart = energy_spread_of_sleigh(findings, "gni"),
               group = energy_spread_of_sleigh(findings, "reduced_gni");
  auto const t = findings.execute(run_of("snakeboard", "FIM", "reduced_gni", RawQuad(1) / 10, 500));
  Vector<double, 5> const mass =
      snakeboard_geometry(Vector<double, 5>(Vector<double, 5>::Zero())).metric.diagonal();
  double const board = relative_spread(Energies<double>(t, mass).post);
  findings.find("FIM-04/sleigh", chart,
                fmt::format("{:.2e}; by Cayley's map of SE(2) {:.1e}, and {:.1e} on the snakeboard "
                            "in 500 steps of h = .1",
                            chart, group, board));
}

void compute(Findings& findings) {
  theorem(findings);
  findings.progress(0.6);
  right_invariant(findings);
  reduced_equation(findings);
  without_bi_invariance(findings);
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
      .choices =
          {{"an example of theorem 1",
            "SO(3), L = |w|^2/2, (R^T e1 + s (e2/2 + .3 (R12 R33, R21^2, R32))) . w = 0 with s = "
            "1, from the identity with (.4, 1.1, -.7) put on the constraint, h = .1",
            "nothing but L is invariant"},
           {"an example of section 4.4",
            "the same with s = 0, where the constraint is right-invariant, from the first momentum "
            "(.4, 1.1, -.7), which is off the constraint",
            "from a velocity on the constraint no momentum would jump"},
           {"discrete Lagrangian", "l_d(W) = h l(tau^-1(W)/h), tau Cayley's map or exp",
            "left-invariant, as the theorem asks"},
           {"an example of section 4.2", "the sleigh of example 3 on SE(2)",
            "its metric and constraint are left-invariant"}},
      .figures = {{.id = "energy",
                   .number = "",
                   .caption =
                       "SO(3) with a constraint that has no symmetry: relative change of {/:Italic "
                       "H}({/:Italic g_k}, {/:Italic p}_{/:Italic k,k}_{+1}) for a bi-invariant "
                       "metric and for one that is left-invariant only, inertia diag(1, 2, 3).",
                   .width = 5.0,
                   .height = 3.0,
                   .panels = {growth_panel(
                       "", italic("k"), "|" + italic("H_k") + "/" + italic("H") + "_1 – 1|",
                       {{"energy.csv", "k", "bi_invariant", "points", "bi-invariant"},
                        {"energy.csv", "k", "left_invariant", "points", "left-invariant"}},
                       {{1e-17, 1e-2}}, "center right")}}},
      .compute = compute};
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
