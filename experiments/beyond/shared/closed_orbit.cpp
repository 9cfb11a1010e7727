#include "experiments/beyond/shared/closed_orbit.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::beyond {

namespace {

using State = std::vector<RawQuad>;

/// Returns the unit vector along which the constraint lets the fibre move at y = 0, and at
/// multiples of 2 pi.
State free_direction(std::string const& problem) {
  if (problem == "pendulum_cvt") return {0, 0, 1};
  if (problem == "knife_edge_cvt") return {1, 0, 0};
  throw std::logic_error(problem + " has no linear fibre over an angle");
}

}  // namespace

double ClosedOrbit::rate(std::size_t i, long steps) const {
  double const h = double(step);
  return std::log(moduli[i]) / (double(steps) * h * h * h);
}

ClosedOrbit closed_orbit(Study& study, Run run, long steps) {
  auto const along = free_direction(run.problem);
  auto const& cases = study.problem(run.problem).cases;
  RawQuad const vy = std::ranges::find(cases, run.case_name, &ProblemEntry::CaseRecord::name)->v[1];
  RawQuad const turn = (vy > 0 ? 2 : -2) * quad_pi;

  auto const end_of = [&](RawQuad h, RawQuad x, RawQuad z, RawQuad u) {
    run.q = State{x, 0, z};
    run.v = State{u * along[0], vy, u * along[2]};
    return study.execute_quad(run.with(h, steps, 0));
  };
  // The angle evolves independently. Secant method from the time of a free rotation at this speed.
  auto const excess = [&](RawQuad h) { return end_of(h, 0, 0, 0).q.back()[1] - turn; };
  RawQuad before = turn / vy / steps, h = before * 5 / 4;
  RawQuad of_before = excess(before);
  for (int i = 0; i < 60; ++i) {
    RawQuad const of_h = excess(h);
    if (of_h == of_before || abs(of_h) < 1e-30_quad) break;
    RawQuad const next = h - of_h * (h - before) / (of_h - of_before);
    before = h;
    of_before = of_h;
    h = next;
  }

  Eigen::Matrix3d map;
  ClosedOrbit orbit{.step = h};
  for (int j = 0; j < 3; ++j) {
    auto const t = end_of(h, j == 0, j == 1, j == 2);
    auto const& q = t.q.back();
    auto const& v = t.v.back();
    map.col(j) << double(q[0]), double(q[2]), double(v[0] * along[0] + v[2] * along[2]);
    orbit.opening = double(abs(v[1] - vy));
  }
  for (auto const& eigenvalue : theory::eigenvalues(map))
    orbit.moduli.push_back(std::abs(eigenvalue));
  std::sort(orbit.moduli.rbegin(), orbit.moduli.rend());
  orbit.determinant = map.determinant();
  return orbit;
}

}  // namespace rattleback::beyond
