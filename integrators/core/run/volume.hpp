#pragma once
// Volumes: defect of a step, and divergence of the exact motion.

#include "integrators/core/run/resolve.hpp"

namespace rattleback {

/// MethodEntry::volume_defect, nan when a step fails. The volume on the constraint manifold D is
/// the Haar measure of the group times that of the metric on each space of velocities: it is
/// defined where a chart of D, in which densities are stated, is not. The derivative of the step is
/// taken by central differences of order four, to about 1e-12 where all scales are of order one.
double volume_defect(SharedProblem const& problem, StepTable<double> const& table,
                     MethodCard const& card, RunSpec const& spec);

/// Divergence of the motion at the setting's point with respect to the Haar measure of the
/// (unimodular) group times the product of the independent velocities u,
///   sum_i e_i(v^i(q, u)) + sum_a du_a'/du_a,   e_i the left-invariant fields,
/// by central differences in quad precision, which share nothing with the derivatives that the
/// equations are made of.
double divergence(SharedProblem const& problem, Setting const& setting);
/// Divergence of the stated density times the motion, divided by the density: zero for an invariant
/// measure.
double measure_defect(SharedProblem const& problem, Setting const& setting);
/// Divergence of the motion with respect to the Riemannian volume of the kinetic energy on the
/// allowed velocities v = E u + Y, whose density is (det M det(E^T M E))^(1/2). It is minus the
/// trace of the parasitic mode in orthonormal frames.
double riemannian_divergence(SharedProblem const& problem, Setting const& setting);

}  // namespace rattleback
