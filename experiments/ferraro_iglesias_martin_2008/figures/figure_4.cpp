#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_motion.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::figure_4_study {

namespace {

/// Counts the crossings of a path with itself; segments fewer than ten nodes apart cross at the
/// cusp of a polygon, where the curve does not.
int crossings(std::vector<Eigen::VectorXd> const& q) {
  auto const side = [](auto const& a, auto const& b, auto const& p) {
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
  };
  auto const cross = [&](auto const& a, auto const& b, auto const& c, auto const& d) {
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
  };
  int number = 0;
  for (std::size_t i = 0; i + 1 < q.size(); ++i)
    for (std::size_t j = i + 10; j + 1 < q.size(); ++j)
      number += cross(q[i], q[i + 1], q[j], q[j + 1]);
  return number;
}

/// Path in a turned and shifted frame.
std::vector<Eigen::VectorXd> in_another_frame(std::vector<Eigen::VectorXd> q) {
  Eigen::Matrix2d const turn = Eigen::Rotation2Dd(1).toRotationMatrix();
  for (auto& node : q) node.head<2>() = (turn * node.head<2>() + Eigen::Vector2d(0.3, -0.7)).eval();
  return q;
}

/// Counts the reversals of the point of contact, at which the path turns by more than a right
/// angle.
int reversals(std::vector<Eigen::VectorXd> const& q) {
  int number = 0;
  Eigen::Vector2d before(0, 0);
  for (std::size_t k = 0; k + 1 < q.size(); ++k) {
    Eigen::Vector2d const step = (q[k + 1] - q[k]).head<2>();
    number += before.dot(step) < 0;
    before = step;
  }
  return number;
}

/// Rounded rectangle of the body, blade and centre of mass.
void draw(Table& bodies, Table& blades, Table& centres, int number, Eigen::VectorXd const& q) {
  double const c = std::cos(q[2]), s = std::sin(q[2]), a = double(SleighData{}.a);
  auto const place = [&](double along, double across) {
    return Eigen::Vector2d(q[0] + c * along - s * across, q[1] + s * along + c * across);
  };
  double const corners[][2]{{-0.25, -0.15}, {0.45, -0.15}, {0.6, 0},
                            {0.45, 0.15},   {-0.25, 0.15}, {-0.25, -0.15}};
  for (auto const& corner : corners) {
    auto const p = place(corner[0], corner[1]);
    bodies.add({double(number), p[0], p[1]});
  }
  for (double const along : {-0.12, 0.12}) {
    auto const p = place(along, 0);
    blades.add({double(number), p[0], p[1]});
  }
  auto const p = place(a, 0);
  centres.add({p[0], p[1]});
}

}  // namespace

void figure_4(Study& study) {
  auto const q = nodes_of<double>(study.execute(sleigh_run("gni", 90)));
  auto& path = study.table("path", {"x", "y"});
  auto& bodies = study.table("bodies", {"body", "x", "y"});
  auto& blades = study.table("blades", {"body", "x", "y"});
  auto& centres = study.table("centres", {"x", "y"});
  for (auto const& node : q) path.add({node[0], node[1]});
  for (std::size_t const k : {0, 17, 31, 58, 72, 89}) draw(bodies, blades, centres, int(k), q[k]);
  study.uses("E3");
  auto const motion = paper_motion();
  auto const exact = motion.nodes(motion.reversal / 300, 600);
  // Exact motion in the other direction along the blade.
  auto const forwards =
      SleighMotion(-sleigh_speed, sleigh_rate, {}).nodes(motion.reversal / 300, 600);
  Detail const end{"time of its end", 2 * motion.reversal};
  // The number of crossings does not depend on the frame.
  study.measure("FIM-82", "exact motion crosses itself",
                {.value = double(crossings(exact)), .details = {end}});
  study.measure("FIM-82", "crossings in another frame",
                {.value = double(crossings(in_another_frame(exact)) - crossings(exact))});
  study.measure(
      "FIM-82", "exact motion reverses once",
      {.value = double(reversals(exact)), .details = {{"time of the reversal", motion.reversal}}});
  study.measure("FIM-82", "method crosses itself", {double(crossings(q))});
  study.measure("FIM-82", "method reverses once", {double(reversals(q))});
  study.control("FIM-82", "60 steps", {double(crossings({q.begin(), q.begin() + 61}))});
  study.control("FIM-82", "no crossing forwards", {double(crossings(forwards))});
  study.control("FIM-82", "no reversal forwards", {double(reversals(forwards))});
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::figure_4_study
