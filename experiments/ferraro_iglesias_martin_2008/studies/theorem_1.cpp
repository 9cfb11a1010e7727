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

void measure_both(Study& study, std::string const& instance, double post, double pre, double steps,
                  double epsilon) {
  auto const words = [&](char const* momentum, double spread) {
    return fmt::format("{:.1e}: relative spread of the energy of the {} on SO(3), {} steps", spread,
                       momentum, steps);
  };
  study.measure(
      "FIM-04", "as printed", instance,
      {.value = post, .words = words("post-momenta", post), .steps = steps, .epsilon = epsilon});
  study.measure(
      "FIM-54", "as printed", instance,
      {.value = pre, .words = words("pre-momenta", pre), .steps = steps, .epsilon = epsilon});
}

/// Theorem 1 and the remark after it; from a first momentum off the constraint as well.
void theorem(Study& study) {
  long const steps = study.quick ? 300 : 2000, quad_steps = study.quick ? 60 : 400;
  auto const double_run = [&](std::string const& instance, Run const& run) {
    Energies<double> const e(study.execute(run), unit_inertia);
    measure_both(study, instance, relative_spread(e.post), relative_spread(e.pre), double(steps),
                 0x1p-52);
    return e.post;
  };
  auto const cayley = double_run("Cayley's map", body("FIM", "cayley", steps));
  double_run("exp", body("FIM", "exp", steps));
  double_run("Cayley's map, off the constraint", body("FIM-momentum", "cayley", steps));
  for (std::string const retraction : {"cayley", "exp"}) {
    Energies<Quad> const e(study.execute_quad(body("FIM", retraction, quad_steps)),
                           Vector<Quad, 3>(1, 1, 1));
    measure_both(study, retraction + ", 113 bits", relative_spread(e.post), relative_spread(e.pre),
                 double(quad_steps), quad_epsilon);
  }

  Energies<double> const counter(study.execute(body("FIM-inertia", "cayley", steps)),
                                 distinct_inertia);
  double const spread = relative_spread(counter.post);
  study.find("FIM-04/hypothesis", spread,
             fmt::format("{:.4f} in {} steps; with equal inertias {:.1e}", spread, steps,
                         relative_spread(cayley)));
  auto& table = study.table("energy", {"k", "bi_invariant", "left_invariant"});
  for (std::size_t k = 0; k < cayley.size(); k += 5)
    table.add({double(k + 1), std::abs(cayley[k] / cayley[0] - 1),
               std::abs(counter.post[k] / counter.post[0] - 1)});
}

/// Section 4.4: D is right-invariant for s = 0. The first momentum is off the constraint: otherwise
/// no momentum jumps.
void right_invariant(Study& study) {
  long const steps = study.quick ? 300 : 2000;
  for (std::string const retraction : {"cayley", "exp"}) {
    Energies<double> const e(study.execute(body("FIM-momentum", retraction, steps, 0)),
                             unit_inertia);
    double const spread = relative_spread(e.average);
    study.measure(
        "FIM-06", "as printed", retraction,
        {.value = spread,
         .words = fmt::format(
             "{:.1e}: relative spread of the energy of the average momentum on SO(3), {} steps",
             spread, steps),
         .steps = double(steps)});
  }
  Energies<double> const other(study.execute(body("FIM", "cayley", steps)), unit_inertia);
  study.find("FIM-06/hypothesis", relative_spread(other.average),
             fmt::format("{:.4f} in {} steps", relative_spread(other.average), steps));

  auto const [printed, right] = average_momentum(study, steps).members;
  study.measure(
      "FIM-56", "letters as in our copy",
      {.value = printed,
       .words = fmt::format(
           "{:.2f}: largest difference of the members in body components on SO(3), {} steps",
           printed, steps),
       .steps = double(steps)});
  study.measure(
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
  study.measure("FIM-55", measured(change.value,
                                   "{:.1e}: largest difference of the projector, translated to "
                                   "the identity from the right, at 200 random rotations",
                                   change.value));
}

/// p_k = (P - Q)* Ad*_(W_(k-1)) p_(k-1) on the sleigh, whose constraint is left-invariant.
void reduced_equation(Study& study) {
  for (std::string const retraction : {"cayley", "exp"}) {
    auto run = sleigh_run("reduced_gni", 60);
    run.options = {{"retraction", retraction}};
    auto const t = study.execute_quad(run);
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
    study.measure("FIM-05", "as printed", retraction,
                  measured_in_quad(residual, 60,
                                   "{:.1e}: residual along 60 steps of the sleigh on SE(2) with "
                                   "113 bits, Ad by own matrices, relative to the momentum",
                                   residual));
  }
  std::string const sleigh = "chaplygin_sleigh";
  auto const order = observed_orders(study.problem(sleigh), study.method(sleigh, "reduced_gni"),
                                     "exact", {20, 40, 80, 160})
                         .orders.front();
  study.find("FIM-05/order", order.order, fmt::format("{:.3f}, h = 1/20 to 1/160", order.order));
}

/// Relative spread of H(g_k, p_(k,k+1)) on the sleigh.
double energy_spread_of_sleigh(Study& study, std::string const& method) {
  auto const t = study.execute(sleigh_run(method, 60));
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

void without_bi_invariance(Study& study) {
  double const chart = energy_spread_of_sleigh(study, "gni"),
               group = energy_spread_of_sleigh(study, "reduced_gni");
  auto const t = study.execute(run_of("snakeboard", "FIM", "reduced_gni", RawQuad(1) / 10, 500));
  Vector<double, 5> const mass =
      snakeboard_geometry(Vector<double, 5>(Vector<double, 5>::Zero())).metric.diagonal();
  double const board = relative_spread(Energies<double>(t, mass).post);
  study.find("FIM-04/sleigh", chart,
             fmt::format("{:.2e}; by Cayley's map of SE(2) {:.1e}, and {:.1e} on the snakeboard "
                         "in 500 steps of h = .1",
                         chart, group, board));
}

}  // namespace

void theorem_1(Study& study) {
  theorem(study);
  study.progress(0.6);
  right_invariant(study);
  reduced_equation(study);
  without_bi_invariance(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
