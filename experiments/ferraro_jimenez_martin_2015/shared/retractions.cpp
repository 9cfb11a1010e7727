#include "experiments/ferraro_jimenez_martin_2015/shared/retractions.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using theory::So3, theory::Se2;

template <class G, class T>
theory::MatrixOf3<T> retraction(Tau tau, theory::VectorOf3<T> const& x) {
  return tau == Tau::cayley ? theory::cayley<G>(x) : theory::exponential<G>(x);
}
Vector3 vee(Group G, Matrix3 const& X) { return G.planar ? Se2::vee(X) : So3::vee(X); }

}  // namespace

AlgebraJet along(Vector3 const& x, Vector3 const& u) { return theory::jets<Quad>(x, u); }
Matrix3 inverse_of(Matrix3 const& A) { return theory::inverse_by_cofactors(A); }
GroupJet inverse_of_jet(GroupJet const& g) { return theory::inverse_by_cofactors(g); }

Matrix3 Group::hat(Vector3 const& x) const { return planar ? Se2::hat(x) : So3::hat(x); }
Matrix3 Group::ad(Vector3 const& x) const {
  return planar ? theory::ad<Se2>(x) : theory::ad<So3>(x);
}
Matrix3 Group::Ad(Matrix3 const& g) const {
  return planar ? theory::Ad<Se2>(g) : theory::Ad<So3>(g);
}
GroupJet Group::Ad(GroupJet const& g) const {
  return planar ? theory::Ad<Se2>(g) : theory::Ad<So3>(g);
}

Matrix3 Group::retract(Tau tau, Vector3 const& x) const {
  return planar ? retraction<Se2>(tau, x) : retraction<So3>(tau, x);
}
GroupJet Group::retract(Tau tau, AlgebraJet const& x) const {
  return planar ? retraction<Se2>(tau, x) : retraction<So3>(tau, x);
}
AlgebraJet Group::inverse_cayley(GroupJet const& W) const {
  GroupJet const e = GroupJet::Identity(), X = 2 * (W - e) * inverse_of_jet(W + e);
  return planar ? Se2::vee(X) : So3::vee(X);
}

Matrix3 Group::between(Matrix3 const& A, Matrix3 const& B) const {
  Matrix3 result;
  for (int j = 0; j < 3; ++j) result.col(j) = vee(*this, A * hat(Vector3::Unit(j)) * B);
  return result;
}
Matrix3 Group::trivialised_tangent(Map const& f, Vector3 const& x) const {
  Matrix3 result;
  for (int j = 0; j < 3; ++j) {
    GroupJet const g = f(along(x, Vector3::Unit(j)));
    result.col(j) = vee(*this, theory::rates(g) * inverse_of(theory::values(g)));
  }
  return result;
}
Matrix3 Group::tangent(Tau tau, Vector3 const& x) const {
  return trivialised_tangent([&](AlgebraJet const& at) { return retract(tau, at); }, x);
}
Matrix3 Group::inverse_dcay(Vector3 const& x) const {
  Matrix3 const e = Matrix3::Identity();
  return between(e - hat(x) / 2, e + hat(x) / 2);
}
Matrix3 Group::inverse_dexp(Vector3 const& x) const {
  Quad const square = planar ? Se2::angle_squared(x) : So3::angle_squared(x),
             half = theory::sqrt(square) / 2;
  Quad const c =
      square < 1e-8_quad ? Quad(1) / 12 + square / 720 : (1 - half / theory::tan(half)) / square;
  Matrix3 const A = ad(x);
  return Matrix3::Identity() - A / 2 + c * A * A;
}
Matrix3 Group::inverse_tangent(Tau tau, Vector3 const& x) const {
  return tau == Tau::cayley ? inverse_dcay(x) : inverse_dexp(x);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
