#pragma once
// Chaplygin's top by the Newton-Euler equations in (gamma, w), independent of the catalogue.

#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::ball {

/// Eccentric ball: gamma = R^T e3, w the body angular velocity, c the centre of mass.
struct Top {
  std::string case_name = "eccentric";
  double m = 2, radius = 1, g = 1;
  Vec3 I{0.8, 1, 1.2}, c{0.1, 0.2, 0.3};

  /// Vector from the centre of mass to the contact point.
  Vec3 arm(Vec3 const& gamma) const { return -radius * gamma - c; }
  /// Acceleration w' from the angular momentum M about the contact point,
  ///   M' = M x w + m arm' x (w x arm) + m g arm x gamma.
  Vec3 acceleration(Vec3 const& gamma, Vec3 const& w) const;
  /// Divergence with respect to dx dy dR dw: the trace of dw'/dw, exact because w' is quadratic.
  double divergence(Vec3 const& gamma, Vec3 const& w) const;

  /// Rate of the logarithm of the invariant density (1 - D gamma . J^-1 gamma)^(1/2), J = I + D,
  /// D = m r^2, of the concentric top (Chaplygin's sphere) in w, for gamma with the given rate.
  double log_concentric_density_rate(Vec3 const& gamma, Vec3 const& rate) const;
  /// Rate of the logarithm of the invariant density (I_1 + m a^2) (I_1 I_3 + m a . I a)^(1/2),
  /// a = arm, of the axially symmetric top (I_1 = I_2, c on the third axis).
  double log_axisymmetric_density_rate(Vec3 const& gamma, Vec3 const& rate) const;

  /// Permanent rotation: the top spins about the vertical through its contact point if
  ///   (I - lambda) gamma = kappa c,   m g/Omega^2 = kappa - m (radius + c . gamma),
  /// These equations are w' = 0 at w = Omega gamma. Each lambda with Omega^2 > 0 gives one
  /// rotation.
  struct Rotation {
    Vec3 gamma;
    double Omega;
  };
  Rotation permanent_rotation(double lambda) const;
  /// Steady rotation about gamma for this kappa.
  Rotation rotation_about(Vec3 const& gamma, double kappa) const;

  /// Returns a Dormand-Prince run from gamma and w with a tight tolerance.
  Run run(Vec3 const& gamma, Vec3 const& w, std::string const& tolerance) const;
};

/// Integral of the divergence along a motion.
struct Contraction {
  Numbers times, integrals;
  std::vector<Vec3> gammas, ws;
};
/// Computes the integral by Simpson's rule over pairs of intervals. Throws std::logic_error if the
/// run does not start at w or does not end at `time`.
Contraction contraction(Study& study, Top const& top, Vec3 const& gamma, Vec3 const& w, double time,
                        double interval, std::string const& tolerance);

}  // namespace rattleback::ferraro_jimenez_martin_2015::ball
