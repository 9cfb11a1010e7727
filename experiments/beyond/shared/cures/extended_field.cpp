#include "experiments/beyond/shared/cures/extended_field.hpp"

#include "generated/contact_oscillator.hpp"
#include "generated/snakeboard.hpp"
#include "generated/tilted_sleigh.hpp"
#include "integrators/core/run/resolve.hpp"
#include "integrators/core/tables/step_table_of.hpp"
#include "integrators/geometric_nonholonomic/reflection.hpp"
#include "problems/core/in_chart.hpp"

namespace rattleback::beyond {

namespace {

template <class P>
struct Phase {
  Vec<double, size_of<P>> q;
  Vec<double, dof_of<P>> p;
};

/// Returns R p = p - 2 A^T C^-1 A W p at q, for linear constraints.
template <class P, class T>
Vec<T, dof_of<P>> reflected(P const& system, Vec<T, size_of<P>> const& q,
                            Vec<T, dof_of<P>> const& p) {
  constexpr int m = P::constraints;
  auto const [A, phi] = regular_constraint_terms(system, q, mass_inverse(system, p));
  Mat<T, m, m> C;
  for (int a = 0; a < m; ++a)
    for (int b = 0; b < m; ++b) C(a, b) = dot(A.row[a], mass_inverse(system, A.row[b]));
  return p - T(2) * transposed_times(A, solve_without_pivoting(C, phi));
}

/// Returns (X_H + R_* X_H)/2 with X_H = (W p, -V') and R_* X_H = (W R p, R'[W R p] R p - R V'),
/// where R' is the derivative of R in q.
template <class P>
Phase<P> field(P const& system, Phase<P> const& z) {
  auto const turned = reflected(system, z.q, z.p);
  auto const velocity = mass_inverse(system, turned);
  auto const kick = force(system, z.q);
  using D = Dual<double, 1>;
  Vec<D, size_of<P>> moving;
  for (int i = 0; i < size_of<P>; ++i) moving[i] = {z.q[i], Vec<double, 1>{velocity[i]}};
  auto const turned_back = reflected(system, moving, cast<D>(turned));
  Vec<double, dof_of<P>> change;
  for (int i = 0; i < dof_of<P>; ++i) change[i] = turned_back[i].slope[0];
  return {0.5 * (mass_inverse(system, z.p) + velocity),
          0.5 * (kick + change + reflected(system, z.q, kick))};
}

template <class P>
Phase<P> moved(Phase<P> const& z, double h, Phase<P> const& by) {
  return {z.q + h * by.q, z.p + h * by.p};
}

template <template <class> class Problem>
ExtendedMotion motion_on(std::string const& case_name, std::vector<double> const& q,
                         std::vector<double> const& v, double until, int nodes, int substeps) {
  using Body = Problem<double>;
  using P = std::conditional_t<HasChart<Body>, InChart<Body>, Body>;
  Setting setting;
  setting.case_name = case_name;
  auto const& functions = find_problem(Body::card().id).functions;
  P const system{problem_at<Body>(resolve<double>(functions, setting).system.get())};
  Phase<P> z;
  Vec<double, dof_of<Body>> velocity;
  for (int i = 0; i < size_of<P>; ++i) z.q[i] = q.at(i);
  for (int i = 0; i < dof_of<Body>; ++i) velocity[i] = v.at(i);
  z.p = momentum_of(system, z.q, Body::Space::tangent(z.q, velocity));
  ExtendedMotion motion;
  double const h = until / (double(nodes) * substeps);
  for (int i = 0;; ++i) {
    motion.times.push_back(until * i / nodes);
    motion.q.push_back(std::vector<double>(z.q.c, z.q.c + size_of<P>));
    motion.p.push_back(std::vector<double>(z.p.c, z.p.c + dof_of<P>));
    auto const d = 0.5 * (z.p - reflected(system, z.q, z.p));
    motion.flipped_energy.push_back(0.5 * dot(d, mass_inverse(system, d)));
    if (i == nodes) return motion;
    for (int k = 0; k < substeps; ++k) {
      auto const a = field(system, z), b = field(system, moved(z, h / 2, a)),
                 c = field(system, moved(z, h / 2, b)), d4 = field(system, moved(z, h, c));
      z = moved(moved(moved(moved(z, h / 6, a), h / 3, b), h / 3, c), h / 6, d4);
    }
  }
}

}  // namespace

ExtendedMotion extended_motion(std::string const& problem, std::string const& case_name,
                               std::vector<double> const& q, std::vector<double> const& v,
                               double until, int nodes, int substeps) {
  auto const on = [&]<template <class> class Problem>() {
    return motion_on<Problem>(case_name, q, v, until, nodes, substeps);
  };
  if (problem == "contact_oscillator") return on.template operator()<ContactOscillator>();
  if (problem == "snakeboard") return on.template operator()<Snakeboard>();
  if (problem == "tilted_sleigh") return on.template operator()<TiltedSleigh>();
  throw InvalidInput("the extended field is not built for " + problem);
}

}  // namespace rattleback::beyond
