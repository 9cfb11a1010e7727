#include "experiments/ferraro_iglesias_martin_2008/shared/groups.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::figure_1_study {

namespace {

/// Draws the particle of panel (a), with momenta as arrows in the plane (x, z), in which the
/// translations of the group are those of the page.
void draw_particle(Study& study) {
  auto run = run_of("nonholonomic_particle", "P1", "gni", RawQuad(8) / 10, 5, "plain");
  run.q = {0, RawQuad(-3) / 2, 0};
  run.v = {1, RawQuad(3) / 4, RawQuad(-3) / 2};
  auto const [q, momenta] = DiscreteMotion(study.execute(run));
  auto& nodes = study.table("nodes", {"x", "z"});
  auto& arrows = study.table("arrows", {"arrow", "x_plus", "z_plus", "x_minus", "z_minus",
                                        "x_average", "z_average", "x_span", "z_span"});
  double const length = 0.45;  // length of an arrow per unit of momentum
  for (std::size_t k = 1; k < q.size(); ++k) {
    auto const& m = momenta[k - 1];
    Eigen::Vector2d const node{double(q[k][0]), double(q[k][2])}, along{1, double(q[k][1])};
    nodes.add({node[0], node[1]});
    // Open curve of the shaft and the two barbs of the arrowhead.
    auto const shape = [&](Vector const& p, int i) -> Eigen::Vector2d {
      Eigen::Vector2d const d = length * Eigen::Vector2d(double(p[0]), double(p[2]));
      Eigen::Vector2d const back = -0.08 * d.normalized(), side(-back[1] / 2.5, back[0] / 2.5);
      Eigen::Vector2d const tip = node + d, left = tip + back + side, right = tip + back - side;
      return i == 0 ? node : i == 1 || i == 3 ? tip : i == 2 ? left : right;
    };
    for (int i = 0; i < 5; ++i) {
      auto const plus = shape(m.p_plus, i), minus = shape(m.p, i), mean = shape(m.average, i);
      Eigen::Vector2d const span = node + 0.16 * (i - 2) * along.normalized();
      arrows.add(
          {double(k), plus[0], plus[1], minus[0], minus[1], mean[0], mean[1], span[0], span[1]});
    }
  }
}

/// Draws the components along the unit normal of D in the metric, mu I^-1 M/(mu I^-1 mu)^(1/2), at
/// each node.
void draw_normal(Study& study, DiscreteMotion const& motion) {
  auto& table = study.table("normal", {"k", "p_plus", "p", "average"});
  for (std::size_t k = 0; k < 30; ++k) {
    Vector3 const mu = constraint_form(rotation_of(motion.q[k + 1]), 1),
                  raised = mu.cwiseQuotient(Vector3(1, 2, 3)),
                  normal = raised / sqrt(mu.dot(raised));
    auto const& [p, p_plus, average] = motion.momenta[k];
    table.add({double(k + 1), double(normal.dot(p_plus)), double(normal.dot(p)),
               double(normal.dot(average))});
  }
}

}  // namespace

void figure_1(Study& study) {
  study.uses("E4");
  draw_particle(study);
  long const steps = study.quick ? 60 : 200;
  for (std::string const retraction : {"cayley", "exp"}) {
    // With equal inertias p^- is along the axis of W for the Cayley map, and both interpretations
    // agree.
    DiscreteMotion const motion(
        study.execute_quad(run_of("constrained_so3", "FIM-inertia", "reduced_gni", RawQuad(1) / 10,
                                  steps, "plain", {{"retraction", retraction}})));
    if (retraction == "cayley") draw_normal(study, motion);
    auto const& [q, momenta] = motion;
    LargestValues largest;
    for (std::size_t k = 1; k < momenta.size(); ++k) {
      Matrix3 const W = rotation_of(q[k]).transpose() * rotation_of(q[k + 1]);
      Vector3 const p = momenta[k - 1].p, p_plus = momenta[k].p_plus;
      largest("FIM-01", "letters as in our copy", distance(W * p, p_plus));
      // The lift of the right translation uses its inverse, so that two readings coincide.
      for (char const* const reading : {"inverse at W_k", "cotangent lift"})
        largest("FIM-01", reading, distance(W.transpose() * p, p_plus));
      largest.control("FIM-01", "left translation", distance(p, p_plus));
      largest.relative_to(largest_entry(p));
    }
    largest.supply(study, in_quad(0, double(steps)), retraction);
  }
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::figure_1_study
