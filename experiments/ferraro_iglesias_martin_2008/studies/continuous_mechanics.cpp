#include <Eigen/QR>

#include "experiments/ferraro_iglesias_martin_2008/shared/groups.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/lagrangians.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

/// Central difference along a direction with 113 bits: the result has some twenty digits.
template <int n, class Of>
auto slope(Of const& of, Vector<Quad, n> const& q, Vector<Quad, n> const& direction) {
  Quad const d = Quad(1e-10);
  return ((of(Vector<Quad, n>(q + d * direction)) - of(Vector<Quad, n>(q - d * direction))) /
          (2 * d))
      .eval();
}

/// Section 2 at a random state of an example, with a potential whose slope is any covector.
template <int n, int m>
struct Pointwise {
  using Square = Eigen::Matrix<double, n, n>;
  using Covector = Vector<double, n>;
  Square metric, inverse, P;
  Eigen::Matrix<double, m, n> forms;
  Eigen::Matrix<double, n, m> gradients;
  Covector v, potential, connection;  ///< velocity in D, V_q, Gamma v v
  Covector rest;                      ///< the Euler-Lagrange expression is `metric` v' + `rest`
  Vector<double, m> drift;            ///< d(mu v)/dt = mu v' + `drift`

  template <class Lagrangian, class Of>
  Pointwise(Lagrangian const& L, Of const& geometry_of, Vector<Quad, n> const& q,
            Covector const& velocity, Covector const& slope_of_potential)
      : potential(slope_of_potential) {
    auto const g = geometry_of(q);
    inverse = g.inverse_metric.template cast<double>();
    forms = g.forms.template cast<double>();
    gradients = g.gradients().template cast<double>();
    P = Square::Identity() - g.projector().template cast<double>();
    v = P * velocity;
    // Euler-Lagrange from the printed Lagrangian, Gamma from the metric.
    Covector const at = q.template cast<double>();
    auto const d = derivatives<n>(L, at, v);
    metric = d.D22;
    rest = d.D12.transpose() * v - d.D1 + potential;
    auto const metric_of = [&](auto const& x) { return geometry_of(x).metric; };
    std::array<Square, n> along;
    for (int l = 0; l < n; ++l)
      along[std::size_t(l)] =
          slope<n>(metric_of, q, Vector<Quad, n>(Vector<Quad, n>::Unit(l))).template cast<double>();
    Covector lowered = Covector::Zero();  // Gamma_ij,l v^i v^j
    for (int l = 0; l < n; ++l)
      for (int i = 0; i < n; ++i) {
        lowered[l] += v[i] * along[std::size_t(i)].row(l).dot(v);
        lowered[l] -= v[i] * along[std::size_t(l)].row(i).dot(v) / 2;
      }
    connection = inverse * lowered;
    Vector<Quad, n> const direction = v.template cast<Quad>();
    drift = slope<n>([&](auto const& x) { return geometry_of(x).forms; }, q, direction)
                .template cast<double>() *
            v;
  }

  struct Motion {
    Covector acceleration;
    Vector<double, m> multipliers;
  };
  /// With multipliers: metric a + rest = mu^T lambda, mu a + drift = 0.
  Motion with_multipliers() const {
    Eigen::Matrix<double, n + m, n + m> A = Eigen::Matrix<double, n + m, n + m>::Zero();
    Vector<double, n + m> right;
    A.template topLeftCorner<n, n>() = metric;
    A.template topRightCorner<n, m>() = -forms.transpose();
    A.template bottomLeftCorner<m, n>() = forms;
    right << -rest, -drift;
    Vector<double, n + m> const x = A.fullPivLu().solve(right);
    return {x.template head<n>(), x.template tail<m>()};
  }
  /// By virtual displacements: (metric a + rest) . delta = 0 for all delta in D, mu a + drift = 0.
  Covector by_displacements() const {
    Eigen::FullPivLU<Eigen::MatrixXd> const lu(forms);
    Eigen::MatrixXd const D = lu.kernel();
    Square A;
    Covector right;
    A << D.transpose() * metric, forms;
    right << -D.transpose() * rest, -drift;
    return A.fullPivLu().solve(right);
  }
  /// By projection: P (a + Gamma v v + g^-1 V_q) = 0, mu a + drift = 0.
  Covector by_projection() const {
    Eigen::Matrix<double, n + m, n> A;
    Vector<double, n + m> right;
    A << P, forms;
    right << -P * (connection + inverse * potential), -drift;
    return A.colPivHouseholderQr().solve(right);
  }
};

template <int n, int m, class Lagrangian, class Of>
void section_2(Study& study, std::string const& example, Of const& geometry_of) {
  Largest euler_lagrange, principle, coordinates, gram, gradient, projected;
  auto const velocities = random_points<n>(22), potentials = random_points<n>(23);
  double smallest = 1;
  std::size_t k = 0;
  for (auto const& q : random_points<n>(21)) {
    Pointwise<n, m> const at(Lagrangian{}, geometry_of, q, velocities[k].template cast<double>(),
                             potentials[k].template cast<double>());
    // Any acceleration, in D or not, serves for the Euler-Lagrange expression.
    Vector<double, n> const any = potentials[(k + 7) % potentials.size()].template cast<double>();
    Vector<double, n> const by_connection =
        at.metric * (any + at.connection + at.inverse * at.potential);
    euler_lagrange(largest_entry(at.metric * any + at.rest - by_connection));
    auto const [a, lambda] = at.with_multipliers();
    double const size = 1 + largest_entry(a) + largest_entry(lambda);
    Eigen::Matrix<double, m, m> const C = at.forms * at.inverse * at.forms.transpose();
    principle(largest_entry(at.by_displacements() - a) / size);
    principle(largest_entry(C.inverse() * (at.forms * at.inverse * at.rest - at.drift) - lambda) /
              size);
    Vector<double, n> const reaction = at.inverse * at.forms.transpose() * lambda;
    coordinates(largest_entry(a + at.connection + at.inverse * at.potential - reaction) / size);
    coordinates(largest_entry(at.P.transpose() * at.metric * reaction) / size);
    gram(largest_entry(C - C.transpose()));
    smallest = std::min(smallest, C.determinant());
    gradient(largest_entry(at.metric * at.gradients - at.forms.transpose()));
    gradient(largest_entry(at.P.transpose() * at.metric * at.gradients));
    projected(largest_entry(at.by_projection() - a) / size);
    ++k;
  }
  auto const measure = [&](char const* id, double value, std::string const& what) {
    study.measure(
        id, "as printed", example,
        measured(value, "{:.1e}: {} at 200 random states of the {} with a potential of any slope",
                 value, what, example));
  };
  measure("FIM-25", principle.value,
          "largest relative difference of the accelerations by virtual displacements and by "
          "multipliers, and of the multipliers from C^-1");
  measure("FIM-26", euler_lagrange.value,
          "largest difference of the Euler-Lagrange expression of the printed Lagrangian from g "
          "(Nabla v + grad V)");
  measure("FIM-27", coordinates.value,
          "largest relative residual of the coordinate form, and product of the reaction with D,");
  measure("FIM-28", smallest > 1e-6 ? gram.value : 1,
          fmt::format("largest asymmetry of C, whose determinant is at least {:.2g},", smallest));
  measure("FIM-29", gradient.value,
          "largest residual of g(Z, Y) = mu(Y), and product of Z with D in the metric,");
  measure("FIM-31", projected.value,
          "largest relative difference of the accelerations by (2) and by multipliers");
}

/// Example 1: accelerations by multipliers in the printed equations.
void particle_equations(Study& study) {
  Largest residual;
  auto const velocities = random_points<3>(25);
  std::size_t k = 0;
  for (auto const& q : random_points<3>(24)) {
    Pointwise<3, 1> const at(ParticleLagrangian{}, particle_geometry<Quad>, q,
                             velocities[k++].cast<double>(), Vector<double, 3>::Zero());
    Vector<double, 3> const a = at.with_multipliers().acceleration;
    double const y = double(q[1]);
    residual(std::abs(a[0] + y * a[2]));
    residual(std::abs(a[1]));
    residual(std::abs(at.v[2] - y * at.v[0]));
  }
  study.measure("FIM-59", measured(residual.value,
                                   "{:.1e}: largest residual of the three equations for "
                                   "accelerations by multipliers, 200 random states",
                                   residual.value));
}

std::vector<ReferenceState> exact_states(Study& study, std::string const& problem,
                                         std::string const& case_name) {
  return study.reference({.problem = problem, .case_name = case_name}, {0, 1, 5});
}

/// Relative spread of the energy of the exact motion, from body velocities.
template <int n>
void energy(Study& study, char const* instance, std::vector<ReferenceState> const& states,
            Eigen::Matrix<double, n, n> const& metric) {
  std::vector<double> values;
  for (auto const& state : states) {
    auto const v = vector_of<double, n>(state.v);
    values.push_back(v.dot(metric * v) / 2);
  }
  double const spread = relative_spread(values);
  study.measure("FIM-22", "as printed", instance,
                measured(spread,
                         "{:.1e}: relative spread of the energy of the certified reference of "
                         "the {} at t = 0, 1, 5",
                         spread, instance));
}

/// The printed Lagrangian couples psi to nothing: psi' and s (m r^2 cos^2 phi + J' sin^2 phi)^(1/2)
/// are first integrals.
void first_integrals(Study& study, std::vector<ReferenceState> const& snakeboard) {
  SnakeboardData const d;
  auto const integral = [&](ReferenceState const& state) {
    double const v1 = double(state.v[0]), w = double(state.v[2]), phi = double(state.q[4]);
    double const s = w / -std::sin(phi);  // (v1, w) = s (r cos(phi), -sin(phi))
    double const along = v1 / (d.r * std::cos(phi));
    double const size = std::sqrt(d.m * std::pow(d.r * std::cos(phi), 2) +
                                  double(d.total()) * std::pow(std::sin(phi), 2));
    return Eigen::Vector3d(s * size, along * size, double(state.v[3]));
  };
  // At t = 0 the wheels are at .3, at t = 1 at .5, at t = 5 at 1.3.
  Largest change;
  for (auto const& state : snakeboard)
    change(largest_entry(integral(state) - integral(snakeboard[0])));
  study.find("FIM-64/integrals", change.value,
             fmt::format("{:.1e}; the integrals are of order one", change.value));
}

void exact_motions(Study& study) {
  auto const board = exact_states(study, "snakeboard", "FIM");
  energy<3>(study, "particle", exact_states(study, "nonholonomic_particle", "P1"),
            Eigen::Matrix3d::Identity());
  energy<5>(study, "snakeboard", board,
            snakeboard_geometry(Vector<double, 5>(Vector<double, 5>::Zero())).metric);
  energy<3>(study, "sleigh", exact_states(study, "chaplygin_sleigh", "FIM"),
            sleigh_geometry(Vector<double, 3>(Vector<double, 3>::Zero())).metric);
  first_integrals(study, board);
}

/// (q, p) on D of the particle at time t, from (x, y, z, x', y') at time 0: y is linear and
/// x' (1 + y^2)^(1/2) constant.
Vector<Quad, 6> particle_flow(Vector<Quad, 5> const& start, Quad t) {
  Quad const y0 = start[1], y = y0 + start[4] * t, root0 = sqrt(1 + y0 * y0),
             root = sqrt(1 + y * y), speed = start[3] * root0;
  Vector<Quad, 6> end;
  end << start[0] + speed / start[4] * log((y + root) / (y0 + root0)), y,
      start[2] + speed / start[4] * (root - root0), speed / root, start[4], y * speed / root;
  return end;
}

void symplectic_form(Study& study) {
  Eigen::Matrix<Quad, 6, 6> form = Eigen::Matrix<Quad, 6, 6>::Zero();
  for (int i = 0; i < 3; ++i) form(i, 3 + i) = 1, form(3 + i, i) = -1;
  Largest change;
  for (auto q : random_points<5>(26)) {
    q[4] += 2;  // y' away from zero
    auto const pulled_back = [&](Quad t) {
      Eigen::Matrix<Quad, 6, 5> J;
      for (int i = 0; i < 5; ++i)
        J.col(i) = slope<5>([&](auto const& at) { return particle_flow(at, t); }, q,
                            Vector<Quad, 5>(Vector<Quad, 5>::Unit(i)));
      return Eigen::Matrix<Quad, 5, 5>(J.transpose() * form * J);
    };
    change(largest_entry(pulled_back(Quad(1)) - pulled_back(Quad(0))));
  }
  study.measure("FIM-21", "form on the constraint",
                measured_in_quad(change.value, 1,
                                 "{:.2f}: largest change of a component of the form by the flow "
                                 "over t = 1, 200 random states of the particle",
                                 change.value));
}

/// T(X, Y) = (Nabla_X Q) Y - (Nabla_Y Q) X for the particle, whose metric is flat.
void torsion(Study& study) {
  Largest torsion;
  auto const projector = [](auto const& q) { return particle_geometry(q).projector(); };
  for (auto const& q : random_points<3>(27))
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < i; ++j) {
        Vector<Quad, 3> const X = Vector<Quad, 3>::Unit(i), Y = Vector<Quad, 3>::Unit(j);
        torsion(largest_entry(slope<3>(projector, q, X) * Y - slope<3>(projector, q, Y) * X));
      }
  study.measure(
      "FIM-24", "torsion",
      measured_in_quad(
          torsion.value, 1,
          "{:.2f}: largest component of the torsion at 200 random configurations of the particle",
          torsion.value));
}

}  // namespace

void continuous_mechanics(Study& study) {
  section_2<3, 1, ParticleLagrangian>(study, "particle", particle_geometry<Quad>);
  section_2<5, 2, SnakeboardLagrangian>(study, "snakeboard",
                                        [](auto const& q) { return snakeboard_geometry(q); });
  section_2<3, 1, SleighLagrangian>(study, "sleigh",
                                    [](auto const& q) { return sleigh_geometry(q); });
  study.progress(0.5);
  particle_equations(study);
  exact_motions(study);
  symplectic_form(study);
  torsion(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
