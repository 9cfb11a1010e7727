#include "experiments/mclachlan_perlmutter_2006/shared/difference_maps.hpp"

#include "experiments/mclachlan_perlmutter_2006/shared/instances.hpp"
#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

Matrix DifferenceMap::vectors(Vector const& q, Matrix const& components) const {
  return theory::values(frame(q.cast<QuadJet>())) * components;
}
Matrix DifferenceMap::distribution(Vector const& q) const {
  Matrix const A = theory::values(forms(q.cast<QuadJet>()));
  return theory::kernel(A * vectors(q, Matrix::Identity(n, n)));
}
JetVector DifferenceMap::constraint(JetVector const& q0, JetVector const& q1) const {
  auto const v = phi(q0, q1);
  return forms(v.point) * v.vector;
}
JetVector DifferenceMap::pair(Tangent const& v) const {
  auto const [q0, q1] = inverse(v);
  return theory::together(q0, q1);
}

JetMatrix contact_form(JetVector const& q) { return JetMatrix{{1, 0, q[1]}}; }
JetMatrix two_forms(JetVector const& q) {
  return JetMatrix{{1, q[1], q[2], 0}, {0, q[3], 1, q[0]}};
}

namespace {

/// vx + x vy + y vz = 0 on R^3.
JetMatrix self_moving_form(JetVector const& q) { return JetMatrix{{1, q[0], q[1]}}; }

template <int n>
DifferenceMap euclidean_of_dimension(std::string const& name, OneForm forms, Quad before) {
  return {name,
          n,
          [=](JetVector const& q0, JetVector const& q1) {
            return Tangent{q0 - before / h * (q1 - q0), (q1 - q0) / h};
          },
          [=](Tangent const& v) {
            return std::pair{JetVector(v.point + before * v.vector),
                             JetVector(v.point + (before + h) * v.vector)};
          },
          [](JetVector const&) { return JetMatrix(JetMatrix::Identity(n, n)); },
          [](JetVector const& q, JetVector const& eta) { return JetVector(q + eta); },
          forms,
          [](Random& random) { return random_vector<Quad>(random, n); }};
}
DifferenceMap curved(std::string const& name,
                     Tangent (*phi)(JetVector const&, JetVector const&, Quad), Quad before) {
  return {name,
          3,
          [=](JetVector const& q0, JetVector const& q1) { return phi(q0, q1, h); },
          [=](Tangent const& v) {
            return std::pair{geodesic(v, before).point, geodesic(v, before + h).point};
          },
          frame,
          moved,
          contact,
          [](Random& random) {
            Vector const start{{0.48_quad, 0.6_quad, 0.64_quad, 0.2_quad}},
                by = random_vector<Quad>(random, 3, 0.5);
            return Vector(theory::values(moved(start.cast<QuadJet>(), by.cast<QuadJet>())));
          }};
}

}  // namespace

DifferenceMap euclidean(std::string const& space, OneForm forms, bool at_start) {
  auto const name = (at_start ? "(4.8) on $R^{n}$, " : "(4.13) on $R^{n}$, ") + space;
  auto const of = forms == two_forms ? euclidean_of_dimension<4> : euclidean_of_dimension<3>;
  return of(name, forms, at_start ? 0 : -h / 2);
}
std::vector<DifferenceMap> difference_maps() {
  return {curved("(4.6) on $S^2 × R$", geodesic_at_start, 0),
          curved("(4.7) on $S^2 × R$", geodesic_at_middle, -h / 2),
          euclidean("contact oscillator", contact_form, true),
          euclidean("particle in $R^3$ with $v_x + x v_y + y v_z$ = 0", self_moving_form),
          euclidean("two constraints on $R^4$", two_forms)};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
