
#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/difference_maps.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/exact_motion.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/instances.hpp"
#include "experiments/theory/matrix_group.hpp"

namespace rattleback::mclachlan_perlmutter_2006::finite_difference_maps_study {

namespace {

int const trials = 20;

template <class A>
auto jets(Eigen::MatrixBase<A> const& a) {
  return a.template cast<QuadJet>().eval();
}
Vector joined(Tangent const& v) {
  return theory::together(theory::values(v.point), theory::values(v.vector));
}
/// Properties of a map at a random point q with a tangent vector v. Derivatives are with respect to
/// the components x of tangent vectors.
struct MapAt {
  DifferenceMap const& map;
  /// Admissible: vector of C; eta: components of a vector outside C.
  Vector q, v, admissible, eta, zero;
  /// Bases of the tangent space and of C_q, one vector per column.
  Matrix frame, components, plane;

  MapAt(DifferenceMap const& map, Random& random) : map(map), q(map.point(random)) {
    frame = map.vectors(q, Matrix::Identity(map.n, map.n));
    components = map.distribution(q);
    plane = frame * components;
    v = frame * random_vector<Quad>(random, map.n);
    admissible = plane * random_vector<Quad>(random, plane.cols());
    eta = random_vector<Quad>(random, map.n);
    zero = 0 * v;
  }
  /// Vector base + V x at q.
  Tangent on_fibre(Vector const& base, Matrix const& V, JetVector const& x) const {
    return {jets(q), jets(base) + jets(V) * x};
  }
  /// Images of the vertical lifts at `base` of the columns of V, one per column.
  Matrix lifts(Vector const& base, Matrix const& V) const {
    return derivative_at_0(V.cols(),
                           [&](JetVector const& x) { return map.pair(on_fibre(base, V, x)); });
  }
  // Definition 7 and proposition 5.
  bool leaf_is_smaller() const { return theory::rank(lifts(v, frame)) != map.n; }
  double diagonal() const {
    auto const [q0, q1] = map.inverse({jets(q), jets(v)});
    auto const over = map.phi(q0, q1).point;
    return larger_or_nan(theory::distance(joined(map.phi(over, over)), theory::together(q, zero)),
                         theory::distance(joined(map.phi(q0, q1)), theory::together(q, v)));
  }
  bool not_transverse() const {
    Matrix tangents(2 * q.size(), 2 * map.n);
    tangents << lifts(zero, frame), frame.replicate(2, 1);
    return theory::rank(tangents) != 2 * map.n;
  }
  /// Distance of the derivative of phi along the leaf from (0, vector).
  double leaf_tangents() const {
    Matrix const image = derivative_at_0(map.n, [&](JetVector const& x) {
      auto const [q0, q1] = map.inverse(on_fibre(v, frame, x));
      auto const back = map.phi(q0, q1);
      return JetVector(theory::together(back.point, back.vector));
    });
    return larger_or_nan(theory::largest_entry(image.topRows(q.size())),
                         theory::distance(image.bottomRows(q.size()), frame));
  }
  // Proposition 6 at a pair of C_d and at (q, q), and the leaves of C_d.
  bool no_submersion() const {
    auto const pair = map.inverse({jets(q), jets(admissible)});
    auto const rank_at = [&](JetVector const& q0, JetVector const& q1) {
      return theory::rank(derivative_at_0(2 * map.n, [&](JetVector const& x) {
        return map.constraint(map.moved(q0, x.head(map.n)), map.moved(q1, x.tail(map.n)));
      }));
    };
    long const full = map.n - plane.cols();
    return rank_at(pair.first, pair.second) != full || rank_at(jets(q), jets(q)) != full;
  }
  bool no_image() const {
    auto const [q0, q1] = map.inverse({jets(q), jets(admissible)});
    return theory::rank(lifts(admissible, plane)) != plane.cols() ||
           !(theory::largest_entry(theory::values(map.constraint(q0, q1))) < 1e-25);
  }
  // Proposition 7 at (q, q), and (3.7).
  double slope_along_lifts(Matrix const& V) const {
    return theory::largest_entry(derivative_at_0(V.cols(), [&](JetVector const& x) {
      auto const [q0, q1] = map.inverse(on_fibre(zero, V, x));
      return map.constraint(q0, q1);
    }));
  }
  JetVector target(JetVector const& x) const { return map.moved(jets(q), x); }
  Matrix constraint_slope() const {
    return derivative_at_0(map.n,
                           [&](JetVector const& x) { return map.constraint(jets(q), target(x)); });
  }
  /// Difference between the slope along eta and A of a part of the derivative of phi(q, .).
  double criterion(JetVector Tangent::*part) const {
    Matrix const derivative = derivative_at_0(
        map.n, [&](JetVector const& x) { return map.phi(jets(q), target(x)).*part; });
    Matrix const A = theory::values(map.forms(jets(q)));
    return theory::distance(constraint_slope() * eta, A * (derivative * eta));
  }
};

/// Map (4.13) without all components of the vector but one, which is not a diffeomorphism.
DifferenceMap degenerate() {
  auto map = euclidean("contact oscillator", contact_form);
  auto const forgetful = [](JetVector const& v) { return JetVector{{0, v[1], 0}}; };
  map.phi = [=, phi = map.phi](JetVector const& q0, JetVector const& q1) {
    auto const v = phi(q0, q1);
    return Tangent{v.point, forgetful(v.vector)};
  };
  map.inverse = [=, inverse = map.inverse](Tangent const& v) {
    return inverse({v.point, forgetful(v.vector)});
  };
  return map;
}

/// Map (4.13) with the cube of each component of its vector: a bijection whose derivative vanishes
/// at (q, q), so that the inverse is not smooth there.
DifferenceMap with_cubes() {
  auto map = euclidean("contact oscillator", contact_form);
  map.phi = [phi = map.phi](JetVector const& q0, JetVector const& q1) {
    auto v = phi(q0, q1);
    for (QuadJet& component : v.vector) component = component * component * component;
    return v;
  };
  return map;
}

void foliations(Study& study) {
  std::pair<char const*, bool (MapAt::*)() const> const counted[]{
      {"E13", &MapAt::leaf_is_smaller},
      {"S/proposition 5 (ii)", &MapAt::not_transverse},
      {"S/proposition 6", &MapAt::no_submersion},
      {"C46", &MapAt::no_image}};
  auto const draw_of = [](DifferenceMap const& map) {
    return [&map](Random& random) { return MapAt(map, random); };
  };
  for (auto const& map : difference_maps()) {
    study.over(
        trials, draw_of(map),
        {{"S/proposition 5 (i)", "as printed", &MapAt::diagonal},
         {"S/proposition 5 (iii)", "as printed", &MapAt::leaf_tangents},
         {"S/proposition 7 (i)", "as printed",
          [](MapAt const& at) { return at.slope_along_lifts(at.plane); }},
         {"S/proposition 7 (i)", "vectors off C",
          [](MapAt const& at) { return at.slope_along_lifts(at.frame * at.eta); }, true},
         {"S/proposition 7 (ii)", "as printed",
          [](MapAt const& at) { return at.criterion(&Tangent::vector); }},
         {"S/proposition 7 (ii)", "base part",
          [](MapAt const& at) { return at.criterion(&Tangent::point); }, true},
         {"C41", "examples of integrators",
          [](MapAt const& at) {
            return theory::largest_entry(h * at.constraint_slope() * at.components);
          }},
         {"C41", "vectors off C",
          [](MapAt const& at) { return theory::largest_entry(h * at.constraint_slope() * at.eta); },
          true}},
        0x1p-52, map.name);
    for (auto const& [id, fails] : counted)
      study.measure(id, "as printed", map.name,
                    {number_of(trials, draw_of(map), std::mem_fn(fails))});
  }
  auto const map = degenerate();
  study.over(trials, draw_of(map),
             {{"S/proposition 5 (i)", "no diffeomorphism", &MapAt::diagonal, true},
              {"S/proposition 5 (iii)", "no diffeomorphism", &MapAt::leaf_tangents, true}});
  auto const cubes = with_cubes();
  for (std::string const id : {"S/proposition 5 (ii)", "C46"})
    study.control(id, "no diffeomorphism", {number_of(trials, draw_of(map), [&](MapAt const& at) {
                    return id == "C46" ? at.no_image() : at.not_transverse();
                  })});
  study.control("S/proposition 6", "bijection",
                {number_of(trials, draw_of(cubes), std::mem_fn(&MapAt::no_submersion))});
}

/// Defect of (3.7) for the C_d of section 6 on SO(3), which omega J - J omega^T = M defines by mu .
/// (J^-1 M) = 0: its derivative at 1 along xi minus mu(xi).
double rotation_group_defect(Vector const& mu, Vector const& xi) {
  Vector const J{{1, 2, 3}};
  Matrix const slope = derivative_at_0(3, [&](JetVector const& x) {
    auto const omega = theory::cayley<theory::So3, QuadJet>(x);
    // Entries M_ab/(J_a + J_b) of J^-1 M.
    auto const v = [&](int a, int b) {
      return (omega(a, b) * J[b] - J[a] * omega(b, a)) / (J[a] + J[b]);
    };
    return JetVector{{v(2, 1), v(0, 2), v(1, 0)}};
  });
  return double(theory::abs(mu.dot(slope * xi) - mu.dot(xi)));
}

/// Sine of the angle between C_q and the tangents of the exact C_d at (q, q).
double exact_constraint_tilt() {
  Fibre const fibre{{}, {0.5, 0.3, -0.4}, 0.3};
  // Motion that returns to q after the time h.
  Vector2 const w = nearest_zero(
      Vector2(0, 0), [&](VectorX const& x) { return VectorX(fibre.motion(x).end() - fibre.base); });
  Vector3 const row(1, 0, fibre.base[1]);
  Vector3 const normal = fibre.normal(w);
  return static_cast<double>(normal.cross(row.normalized()).norm());
}

void tangency(Study& study) {
  study.over(trials, numbers(6),
             {{"C41", "examples of integrators",
               [](Vector const& x) { return rotation_group_defect(x.head(3), x.tail(3)); }}},
             0x1p-52, "section 6 on SO(3)");
  study.measure("C41", "with the exact C_d", {exact_constraint_tilt()});

  for (auto const& [name, forms] :
       {std::pair<std::string, OneForm>{"contact oscillator", contact_form},
        {"two constraints on $R^4$", two_forms}}) {
    // Derivative with respect to v of the constraint function A(q + v/2) v at v = 0.
    auto const slope = [&, forms = forms](Vector const& q) {
      return derivative_at_0(q.size(), [&](JetVector const& v) {
        return JetVector(forms(jets(q) + v / QuadJet(2)) * v);
      });
    };
    study.over(
        trials, numbers(euclidean(name, forms).n),
        {{"C60", "as printed",
          [&, forms = forms](Vector const& q) {
            return theory::largest_entry(slope(q) * theory::kernel(theory::values(forms(jets(q)))));
          }},
         {"C60", "vectors off C",
          [&](Vector const& q) { return theory::largest_entry(slope(q).col(0)); }, true}},
        0x1p-52, name);
  }
}

/// Point of R^n in spherical coordinates (r, angles), or in Cartesian ones.
template <class T>
theory::VectorOf<T> spherical(theory::VectorOf<T> const& u) {
  theory::VectorOf<T> q(u.size());
  T rest = u[0];
  for (long i = 1; i < u.size(); ++i) {
    q[i - 1] = rest * sin(u[i]);
    rest *= cos(u[i]);
  }
  q[u.size() - 1] = rest;
  return q;
}
JetVector cartesian(JetVector const& u) { return u; }
/// Coordinates of a point from numbers in (-1, 1).
Vector coordinates(Vector const& x) { return 0.7_quad * x + 1.5_quad * Vector::Unit(x.size(), 0); }

/// Example 1: true if the pairs on one sphere, parametrised by radius and both directions, do not
/// have rank n + k.
bool not_a_submanifold(Vector const& x) {
  long const n = (x.size() + 1) / 2;
  Vector const parameters = coordinates(x);
  auto const pair = [&](JetVector const& change) {
    JetVector const a = jets(parameters) + change;
    return theory::together(spherical<QuadJet>(a.head(n)),
                            spherical<QuadJet>(theory::together(a.head(1), a.tail(n - 1))));
  };
  return theory::rank(derivative_at_0(x.size(), pair)) != n + (n - 1);
}
/// True if the pairs on one circle about an axis of R^3, parametrised by radius, height and both
/// angles, do not have this rank.
bool is_not_of_rank(long rank, Vector const& parameters) {
  auto const pair = [&](JetVector const& change) {
    JetVector const a = jets(coordinates(parameters)) + change;
    auto const point = [&](QuadJet const& angle) {
      return JetVector{{a[0] * cos(angle), a[0] * sin(angle), a[1]}};
    };
    return theory::together(point(a[2]), point(a[3]));
  };
  return theory::rank(derivative_at_0(4, pair)) != rank;
}
/// Change of the radius over a pair of C_d of phi = (u_0, (u_1 - u_0)/h) in coordinates u, with the
/// form q . dq and optionally a contact form, and A of phi, relative to the difference of u and to
/// phi.
double change_of_radius(Vector const& x, bool contact_too, JetVector (*point)(JetVector const&)) {
  long const n = x.size() / 2;
  auto const place = [&](Vector const& u) { return Vector(theory::values(point(jets(u)))); };
  auto const radius = [&](Vector const& u) { return theory::sqrt(place(u).squaredNorm()); };
  auto const forms = [&](Vector const& u) {
    Matrix A = Matrix::Zero(1 + contact_too, n);
    A.row(0) = place(u).transpose() *
               derivative_at_0(n, [&](JetVector const& change) { return point(jets(u) + change); });
    if (contact_too) A.row(1) << 0, 1, 0, u[2];
    return A;
  };
  auto const phi = [](Vector const& u0, Vector const& u1) -> std::pair<Vector, Vector> {
    return {u0, (u1 - u0) / h};
  };
  Vector const u0 = coordinates(x.head(n));
  Matrix const plane = theory::kernel(forms(u0));
  Vector const u1 = u0 + h * (plane * x.tail(plane.cols()));
  auto const [base, velocity] = phi(u0, u1);
  Quad const change = radius(u1) - radius(u0);
  return larger_or_nan(
      double(theory::abs(change)) / theory::largest_entry(u1 - u0),
      theory::largest_entry(forms(base) * velocity) / theory::largest_entry(velocity));
}

void integrable(Study& study) {
  auto const circles = [](long rank) {
    return number_of(trials, numbers(4), [=](auto const& x) { return is_not_of_rank(rank, x); });
  };
  for (auto const& [leaves, parameters] :
       {std::pair{"spheres in $R^3$", 5}, {"spheres in $R^4$", 7}})
    study.measure("C40", "dimension", leaves,
                  {number_of(trials, numbers(parameters), not_a_submanifold)});
  study.measure("C40", "dimension", "circles in $R^3$", {circles(4)});
  study.control("C40", "dimension 2 n - 1", {circles(5)});
  auto const over = [&](char const* id, long n, bool contact_too) {
    auto const change_in = [=](JetVector (*point)(JetVector const&)) {
      return [=](Vector const& x) { return change_of_radius(x, contact_too, point); };
    };
    study.over(trials, numbers(2 * n),
               {{id, "as printed", change_in(spherical<QuadJet>)},
                {id, "Cartesian coordinates", change_in(cartesian), true}});
  };
  over("C47", 3, false);
  over("C48", 4, true);
}

/// Difference between phi at two transformed points and the transformed phi, for an affine map of
/// R^3 with `bend` times a square added. x: linear map, shift and the two points.
double affine_defect(Vector const& x, Quad bend) {
  auto const map = euclidean("contact oscillator", contact_form);
  Matrix const linear = x.head(9).reshaped(3, 3);
  Vector const q0 = x.segment(12, 3), q1 = x.tail(3);
  auto const changed = [&](Vector const& q) {
    return Vector(linear * q + x.segment(9, 3) + bend * q[0] * q[0] * Vector::Unit(3, 0));
  };
  auto const before = map.phi(jets(q0), jets(q1)),
             after = map.phi(jets(changed(q0)), jets(changed(q1)));
  return larger_or_nan(
      theory::distance(theory::values(after.point), changed(theory::values(before.point))),
      theory::distance(theory::values(after.vector), linear * theory::values(before.vector)) / 10);
}
/// Least size of 2 (b + S t) over translations t: the linear part of q^T S q - y after a
/// translation.
double linear_rest(Eigen::Matrix2d const& S) {
  Eigen::Vector2d const b(0, -0.5);
  return 2 * (b - S * theory::least_squares(S, b)).norm();
}

void affine_changes(Study& study) {
  study.over(
      trials, numbers(18),
      {{"C52", "as printed", [](Vector const& x) { return affine_defect(x, 0); }},
       {"C52", "quadratic change", [](Vector const& x) { return affine_defect(x, 1); }, true}});
  study.measure("E15", {linear_rest(Eigen::Vector2d(1, 0).asDiagonal())});
  study.control("E15", "hyperbola", {linear_rest(Eigen::Vector2d(1, -1).asDiagonal())});
  // Dimensions of the two products and of V(TQ), whose fibre over a vector is n-dimensional.
  int const n = 4, tensor = n + n * n, fibre_sum = n + 2 * n, vertical = 2 * n + n;
  auto const excess = [&](int dimension) -> Measured { return {double(dimension - vertical)}; };
  study.measure("C45", "tensor product", excess(tensor));
  study.measure("C45", "fibre sum", excess(fibre_sum));
  study.control("C45", "product over two points", excess(2 * (n + n)));
}

}  // namespace

void finite_difference_maps(Study& study) {
  study.uses("B3");
  foliations(study);
  study.progress(0.7);
  tangency(study);
  integrable(study);
  affine_changes(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::finite_difference_maps_study
