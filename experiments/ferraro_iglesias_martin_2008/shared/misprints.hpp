#pragma once
// What the printed and the right form of each misprint do.

#include "experiments/ferraro_iglesias_martin_2008/shared/groups.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

struct Defects {
  double printed, right;
};

/// E4: p^+ = R* p^- along a run on SO(3), in body components: W M^- for the pull-back R*_W that is
/// printed, W^T M^- for the one by the inverse. (With equal inertias M^- is along the axis of W,
/// and both are the same.)
inline Defects right_translation(Study& study) {
  auto const t = study.execute(
      run_of("constrained_so3", "FIM-inertia", "reduced_gni", RawQuad(1) / 10, 100, "multiplier"));
  auto const momenta = momenta_of<double, 3>(t);
  Largest printed, right;
  for (std::size_t k = 1; k < momenta.size(); ++k) {
    Eigen::Matrix3d const W =
        rotation_of<double>(t.q[k]).transpose() * rotation_of<double>(t.q[k + 1]);
    auto const& p = momenta[k - 1].p;
    printed(largest_entry(W * p - momenta[k].p_plus));
    right(largest_entry(W.transpose() * p - momenta[k].p_plus));
  }
  return {printed.value, right.value};
}

/// E4/equivariance: Ad*_g I = I Ad_g and Ad*_(g^-1) I = I Ad_g with Ad* the transpose of Ad;
/// SO(3), I = Id, where Ad_g = g.
inline Defects equivariance() {
  Eigen::Matrix3d const g =
      Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, -2).normalized()).toRotationMatrix();
  return {largest_entry(g.transpose() - g), largest_entry(g.transpose().transpose() - g)};
}

/// The average momentum under a right-invariant constraint: E10, p~_k = R* p~_(k-1), and E11, the
/// first member of its display, with the index as printed and as it has to be; `members` are all
/// equalities of that display. From a momentum off the constraint: without a jump the body would
/// rotate about a fixed axis, along which all momenta are the same. For s = 0 the constraint is
/// right-invariant.
struct AverageDefects {
  Defects translation, first_member, members;
};

inline AverageDefects average_momentum(Study& study, long steps, int s = 0) {
  auto run =
      run_of("constrained_so3", "FIM-momentum", "reduced_gni", RawQuad(1) / 10, steps, "plain");
  run.parameters = {{"s", s}};
  auto const t = study.execute(run);
  auto const momenta = momenta_of<double, 3>(t);
  Largest carried, carried_right, first, first_right, projected;
  for (std::size_t k = 1; k < momenta.size(); ++k) {
    auto const R0 = rotation_of<double>(t.q[k]), R = rotation_of<double>(t.q[k + 1]);
    Eigen::Matrix3d const W = R0.transpose() * R;
    auto const form = constraint_form(R, s);
    auto const& [p, p_plus, average, velocity] = momenta[k];
    auto const& before = momenta[k - 1];
    Vector<double, 3> const back = reflected<double>(p, form, Eigen::Matrix3d::Identity());
    carried(largest_entry(W * before.average - average));
    carried_right(largest_entry(W.transpose() * before.average - average));
    first(largest_entry((back + before.p) / 2 - average));
    first_right(largest_entry((back + p) / 2 - average));
    projected(largest_entry(p - form.dot(p) / form.squaredNorm() * form - average));
  }
  return {{carried.value, carried_right.value},
          {first.value, first_right.value},
          {larger_or_nan(carried.value, first.value),
           larger_or_nan({carried_right.value, first_right.value, projected.value})}};
}

/// E12: distance of the orthogonal projector onto the span of the printed vectors from Q, where
/// a = 0; right: with J'c d_y - mb d_theta as a third vector.
inline Defects snakeboard_complement(Vector<double, 5> const& q, SnakeboardData const& data = {}) {
  auto const geometry = snakeboard_geometry(q, data);
  auto const abc = snakeboard_direction(q, data);
  Eigen::Matrix<double, 5, 3> span;
  span.leftCols<2>() = printed_snakeboard_complement(q, data);
  span.col(2) << 0, double(data.total()) * abc[2], -data.m * abc[1], 0, 0;
  auto const distance = [&](auto const& vectors) {
    // Onto the span of F in the metric G: F (F^T G F)^+ F^T G, by an orthonormal basis of G^(1/2)
    // F.
    Eigen::MatrixXd const root = geometry.metric.diagonal().cwiseSqrt().asDiagonal();
    Eigen::MatrixXd const scaled = root * vectors;
    Eigen::JacobiSVD<Eigen::MatrixXd> svd(scaled, Eigen::ComputeThinU);
    svd.setThreshold(1e-12);
    Eigen::MatrixXd const basis = svd.matrixU().leftCols(svd.rank());
    return largest_entry(root.inverse() * basis * basis.transpose() * root - geometry.projector());
  };
  return {distance(span.leftCols<2>()), distance(span)};
}

/// E13: dimension of the kernel of the printed constraints less three, at cos(phi) = 0 and at
/// phi = .3.
inline Defects snakeboard_kernel() {
  auto const excess = [](double phi) {
    Vector<double, 5> q;
    q << 0.1, 0.2, 0.7, 0, phi;
    Eigen::FullPivLU<Eigen::MatrixXd> lu(snakeboard_geometry(q).forms);
    lu.setThreshold(1e-12);
    return double(lu.dimensionOfKernel()) - 3;
  };
  return {excess(std::acos(0.0)), excess(0.3)};
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
