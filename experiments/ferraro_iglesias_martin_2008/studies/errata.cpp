#include "experiments/ferraro_iglesias_martin_2008/shared/examples.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/groups.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::errata_study {

namespace {

/// E4: p^+ = R* p^- along a run on SO(3), in body components: W M^- for the printed pull-back R*_W,
/// W^T M^- for the pull-back by the inverse. With equal inertias M^- is along the axis of W, and
/// both agree.
Defects right_translation(Study& study) {
  auto const [q, momenta] = DiscreteMotion(study.execute(
      run_of("constrained_so3", "FIM-inertia", "reduced_gni", RawQuad(1) / 10, 100, "multiplier")));
  Largest printed, right;
  for (std::size_t k = 1; k < momenta.size(); ++k) {
    Matrix3 const W = rotation_of(q[k]).transpose() * rotation_of(q[k + 1]);
    printed(distance(W * momenta[k - 1].p, momenta[k].p_plus));
    right(distance(W.transpose() * momenta[k - 1].p, momenta[k].p_plus));
  }
  return {printed.value, right.value};
}

/// E4/equivariance: Ad*_g I = I Ad_g and Ad*_(g^-1) I = I Ad_g, where Ad* is the transpose of Ad;
/// SO(3), I = Id.
Defects equivariance() {
  Matrix3 const g = exponential<So3, Quad>(Quad(7) / 30 * Vector3(1, 2, -2)),
                Ad_g = Ad<So3, Quad>(g), Ad_inverse = Ad<So3, Quad>(g.transpose());
  return {distance(Ad_g.transpose(), Ad_g), distance(Ad_inverse.transpose(), Ad_g)};
}

/// E12: distance of the orthogonal projector onto the span of the printed vectors from Q, for a =
/// 0; corrected: with J'c d_y - mb d_theta as a third vector.
Defects snakeboard_complement() {
  SnakeboardData const d;
  Vector const q = snakeboard_with_a_zero();
  auto const at = snakeboard().at(q);
  Vector3 const abc = snakeboard_direction(q);
  Matrix const printed = printed_snakeboard_complement(q);
  Matrix right(5, 3);
  right.leftCols(2) = printed;
  right.col(2) << 0, d.total() * abc[2], -d.m * abc[1], 0, 0;
  return {at.distance_from_span(printed), at.distance_from_span(right)};
}

/// E13: dimension of the kernel of the printed constraints minus three, at cos(phi) = 0 and at phi
/// = 0.3.
Defects snakeboard_kernel() {
  auto const excess = [](Quad phi) {
    Vector q(5);
    q << 0.1, 0.2, 0.7, 0, phi;
    return double(kernel(snakeboard().at(q).forms).cols() - 3);
  };
  return {excess(2 * atan(Quad(1))), excess(0.3)};
}

}  // namespace

void errata(Study& study) {
  auto const compare = [&](std::string const& id, Defects const& d, std::string words) {
    study.add_erratum(id, d.printed, d.right, std::move(words));
  };
  auto const average = average_momentum(study, 100);
  compare("E4", right_translation(study),
          "residual of $p^+ = R*_W p^-$, and of $p^+ = R* p^-$ by the inverse of $W$");
  compare("E4/equivariance", equivariance(),
          "residual of $Ad*_g = Ad_g$, and of $Ad*_{g^{-1}} = Ad_g$");
  compare("E10", average.translation,
          "residual of $p̃_k = R*_W p̃_{k-1}$, and of the same by the inverse of $W$");
  compare("E11", average.first_member,
          "distance of the first member from $p̃_k$, with $p_{k-1,k}^-$ and with $p_{k,k+1}^-$");
  compare("E12", snakeboard_complement(),
          "distance of projectors, for the span of two vectors and of three");
  compare("E13", snakeboard_kernel(), "excess dimension, at cos($phi$) = 0 and at $phi$ = 0.3");
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::errata_study
