#include "experiments/ferraro_iglesias_martin_2008/shared/misprints.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

void errata(Study& study) {
  auto const compare = [&](std::string const& id, Defects const& d, std::string words) {
    study.compare(id, d.printed, d.right, std::move(words));
  };
  auto const average = average_momentum(study, 100);
  Vector<double, 5> at_a_zero;
  at_a_zero << 0.1, 0.2, std::acos(0.0), 0, 0.3;
  compare("E4", right_translation(study),
          "residual of p^+ = R*_W p^-, and of p^+ = R* p^- by the inverse of W");
  compare("E4/equivariance", equivariance(), "residual of Ad*_g = Ad_g, and of Ad*_(g^-1) = Ad_g");
  compare("E10", average.translation,
          "residual of p~_k = R*_W p~_(k-1), and of the same by the inverse of W");
  compare("E11", average.first_member,
          "distance of the first member from p~_k, with p^-_(k-1,k) and with p^-_(k,k+1)");
  compare("E12", snakeboard_complement(at_a_zero),
          "distance of projectors, for the span of two vectors and of three");
  compare("E13", snakeboard_kernel(), "excess dimension, at cos(phi) = 0 and at phi = .3");
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
