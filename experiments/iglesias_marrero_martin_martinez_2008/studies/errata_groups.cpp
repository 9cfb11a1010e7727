#include "experiments/iglesias_marrero_martin_martinez_2008/shared/printed_forms_groups.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::errata_groups_study {

namespace {

/// E18: the matrix J of a body with mass density is positive semidefinite. Amount of its
/// determinant below zero, body SLE-B.
Defects sleigh_matrix() {
  auto const body = sleigh_b();
  Matrix3 const corrected = sleigh_mass_tensor(body);
  Matrix3 printed = corrected;
  printed(0, 1) = printed(1, 0) = body.m * body.a;
  auto const below_zero = [](Matrix3 const& J) {
    return larger_or_nan(0.0, -double(determinant(J)));
  };
  return {below_zero(printed), below_zero(corrected)};
}
/// E7: excess of r, the dimension of M_c minus that of the base, over its bound; largest value over
/// the six systems.
Defects dimension_of_constraint() {
  double printed = 0, corrected = 0;
  for (auto const& path : paths()) {
    double const r = double(right_tangents(path.system, path.arrow(0)).cols());
    printed = larger_or_nan(printed, r - path.base_dimension());
    corrected = larger_or_nan(corrected, r - double(path.system.rank));
  }
  return {printed, corrected};
}

}  // namespace

void errata_groups(Study& study) {
  compare(study, {{"E7", dimension_of_constraint(),
                   "$r$ less $m$ and $r$ less $n$, largest of six examples"},
                  // -1/h with wedge products, and -1/h^2 with tensor products.
                  {"E16",
                   {mixed_derivative_defect(1, true), mixed_derivative_defect(2, false)},
                   "one pair of points, $h$ = .1"},
                  {"E18", sleigh_matrix(), "body SLE-B"}});
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::errata_groups_study
