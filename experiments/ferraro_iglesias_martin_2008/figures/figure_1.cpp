#include "experiments/ferraro_iglesias_martin_2008/shared/groups.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/worst.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

/// The particle of panel (a): momenta as arrows in the plane (x, z), where the translations of the
/// group are those of the page.
void draw_particle(Study& study) {
  auto run = run_of("nonholonomic_particle", "P1", "gni", RawQuad(8) / 10, 5, "plain");
  run.q = {0, RawQuad(-3) / 2, 0};
  run.v = {1, RawQuad(3) / 4, RawQuad(-3) / 2};
  auto const t = study.execute(run);
  auto const q = nodes_of<double, 3>(t);
  auto const momenta = momenta_of<double, 3>(t);
  auto& nodes = study.table("nodes", {"x", "z"});
  for (std::size_t k = 1; k < q.size(); ++k) nodes.add({q[k][0], q[k][2]});
  auto& arrows = study.table("arrows", {"arrow", "x_plus", "z_plus", "x_minus", "z_minus",
                                        "x_average", "z_average", "x_span", "z_span"});
  double const length = 0.45;  // of an arrow, per unit of momentum
  for (std::size_t k = 1; k < q.size(); ++k) {
    auto const& m = momenta[k - 1];
    double const y = q[k][1];
    Vector<double, 3> const along(1, 0, y);
    // Shaft, then the two barbs of the head, as one open curve.
    auto const shape = [&](Vector<double, 3> const& p, int i) -> Eigen::Vector2d {
      Eigen::Vector2d const from(q[k][0], q[k][2]), d = length * Eigen::Vector2d(p[0], p[2]);
      Eigen::Vector2d const back = -0.08 * d.normalized(), side(-back[1] / 2.5, back[0] / 2.5);
      Eigen::Vector2d const tip = from + d, left = tip + back + side, right = tip + back - side;
      return i == 0 ? from : i == 1 || i == 3 ? tip : i == 2 ? left : right;
    };
    for (int i = 0; i < 5; ++i) {
      auto const plus = shape(m.p_plus, i), minus = shape(m.p, i), mean = shape(m.average, i);
      Eigen::Vector2d const node(q[k][0], q[k][2]);
      double const s = 0.16 * (i - 2);
      Eigen::Vector2d const span = node + s * Eigen::Vector2d(along[0], along[2]) / along.norm();
      arrows.add(
          {double(k), plus[0], plus[1], minus[0], minus[1], mean[0], mean[1], span[0], span[1]});
    }
  }
}

/// Components along the unit normal of D in the metric, mu I^-1 M/(mu I^-1 mu)^(1/2), at each node.
void draw_normal(Study& study, Trajectory<RawQuad> const& t) {
  auto const momenta = momenta_of<double, 3>(t);
  auto& table = study.table("normal", {"k", "p_plus", "p", "average"});
  for (std::size_t k = 0; k < 30; ++k) {
    auto const mu = constraint_form(rotation_of<double>(t.q[k + 1]), 1);
    Eigen::Vector3d const raised = mu.cwiseQuotient(Eigen::Vector3d(1, 2, 3));
    Eigen::Vector3d const normal = raised / std::sqrt(mu.dot(raised));
    auto const& m = momenta[k];
    table.add({double(k + 1), normal.dot(m.p_plus), normal.dot(m.p), normal.dot(m.average)});
  }
}

}  // namespace

void figure_1(Study& study) {
  study.uses("E4");
  draw_particle(study);
  long const steps = study.quick ? 60 : 200;
  for (std::string const retraction : {"cayley", "exp"}) {
    // With equal inertias p^- is along the axis of W for Cayley's map, and both readings agree.
    auto const t =
        study.execute_quad(run_of("constrained_so3", "FIM-inertia", "reduced_gni", RawQuad(1) / 10,
                                  steps, "plain", {{"retraction", retraction}}));
    if (retraction == "cayley") draw_normal(study, t);
    auto const momenta = momenta_of<Quad, 3>(t);
    Worst worst;
    Largest size;
    for (std::size_t k = 1; k < momenta.size(); ++k) {
      auto const g = rotation_of<Quad>(t.q[k]), next = rotation_of<Quad>(t.q[k + 1]);
      Eigen::Matrix<Quad, 3, 3> const W = g.transpose() * next;
      auto const& p = momenta[k - 1].p;
      auto const difference = [&](Vector<Quad, 3> const& translated) {
        return largest_entry(translated - momenta[k].p_plus);
      };
      worst("FIM-01", "letters as in our copy", difference(W * p));
      worst("FIM-01", "inverse at W_k", difference(W.transpose() * p));
      worst.control("FIM-01", "left translation", difference(p));
      size(largest_entry(p));
    }
    worst.supply(study, retraction, in_quad(0, double(steps)), size.value);
  }
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
