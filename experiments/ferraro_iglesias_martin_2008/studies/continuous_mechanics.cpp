#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include "experiments/ferraro_iglesias_martin_2008/shared/groups.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/lagrangians.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/worst.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

constexpr double increment = 1e-10, rounding_of_slope = quad_epsilon / increment;

/// Central difference along a direction with 113 bits: the result has some twenty digits.
template <int n, class Of>
auto slope(Of const& of, Vector<Quad, n> const& q, Vector<Quad, n> const& direction) {
  Quad const d = Quad(increment);
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
  /// Columns: a basis of the vectors that the forms annihilate.
  static Eigen::Matrix<double, n, n - m> kernel(Eigen::Matrix<double, m, n> const& forms) {
    return Eigen::FullPivLU<Eigen::MatrixXd>(forms).kernel();
  }
  /// By virtual displacements: (metric a + rest) . delta = 0 for all delta that `displacements`
  /// annihilate, mu a + drift = 0.
  Covector by_displacements(Eigen::Matrix<double, m, n> const& displacements) const {
    auto const D = kernel(displacements);
    Square A;
    Covector right;
    A << D.transpose() * metric, forms;
    right << -D.transpose() * rest, -drift;
    return A.fullPivLu().solve(right);
  }
  /// By projection: P (a + Gamma v v + g^-1 V_q) = 0, mu a + drift = 0.
  Covector by_projection(Square const& projector) const {
    Eigen::Matrix<double, n + m, n> A;
    Vector<double, n + m> right;
    A << projector, forms;
    right << -projector * (connection + inverse * potential), -drift;
    return A.colPivHouseholderQr().solve(right);
  }
  /// The orthogonal projector onto the span of the columns.
  template <class Columns>
  Square onto(Columns const& F) const {
    auto const lowered = (F.transpose() * metric).eval();
    return F * (lowered * F).inverse() * lowered;
  }
};

/// Is the least eigenvalue of a symmetric matrix at most 1e-6 of the largest?
template <class Matrix>
bool singular(Matrix const& C) {
  auto const of = C.template selfadjointView<Eigen::Lower>().eigenvalues().eval();
  return !(of.minCoeff() > 1e-6 * of.maxCoeff());
}

template <int n, int m, class Lagrangian, class Of>
void section_2(Study& study, std::string const& example, Of const& geometry_of) {
  Worst worst;
  auto const velocities = random_points<n>(22), potentials = random_points<n>(23);
  int singular_C = 0;
  std::size_t k = 0;
  for (auto const& q : random_points<n>(21)) {
    Pointwise<n, m> const at(Lagrangian{}, geometry_of, q, velocities[k].template cast<double>(),
                             potentials[k].template cast<double>());
    using Vector_n = Vector<double, n>;
    // Any acceleration, in D or not, serves for the Euler-Lagrange expression.
    Vector_n const any = potentials[(k + 7) % potentials.size()].template cast<double>();
    auto const free = [&](double sign) {
      Vector_n const covariant = any + sign * at.connection + at.inverse * at.potential;
      return largest_entry(at.metric * any + at.rest - at.metric * covariant);
    };
    worst("FIM-26", free(1));
    worst.control("FIM-26", "sign of the Christoffel symbols", free(-1));

    auto const [a, lambda] = at.with_multipliers();
    double const size = 1 + largest_entry(a) + largest_entry(lambda);
    auto otherwise = at.forms;
    otherwise.col(0) *= -1;
    auto const displaced = [&](auto const& forms) {
      return largest_entry(at.by_displacements(forms) - a) / size;
    };
    worst("FIM-25", "equivalence", displaced(at.forms));
    worst.control("FIM-25", "other virtual displacements", displaced(otherwise));
    Eigen::Matrix<double, m, m> const C = at.forms * at.inverse * at.forms.transpose();
    auto const determined = [&, lambda = lambda](double sign) {
      auto const by_C = C.inverse() * (at.forms * at.inverse * at.rest - sign * at.drift);
      return largest_entry(by_C - lambda) / size;
    };
    worst("FIM-25", "multipliers", determined(1));
    worst.control("FIM-25", "sign of the derivative of the constraints", determined(-1));

    Vector_n const lowered = at.forms.transpose() * lambda, reaction = at.inverse * lowered;
    auto const coordinates = [&, a = a](double sign) {
      Vector_n const left = a + sign * at.connection + at.inverse * at.potential;
      return largest_entry(left - reaction) / size;
    };
    auto const along_D = [&](Vector_n const& vector) {
      return largest_entry(at.P.transpose() * at.metric * vector) / size;
    };
    worst("FIM-27", "equations", coordinates(1));
    worst.control("FIM-27", "sign of the Christoffel symbols", coordinates(-1));
    worst("FIM-27", "reaction", along_D(reaction));
    worst.control("FIM-27", "reaction with its index not raised", along_D(lowered));

    auto skew = at.inverse;
    skew(0, 1) += 1;
    auto const asymmetry = [&](auto const& inverse) {
      auto const matrix = (at.forms * inverse * at.forms.transpose()).eval();
      return largest_entry(matrix - matrix.transpose());
    };
    worst("FIM-28", "symmetric", asymmetry(at.inverse));
    worst.control("FIM-28", "a metric that is not symmetric", asymmetry(skew));
    singular_C += singular(C);

    auto const gradient = [&](auto const& Z) {
      return largest_entry(at.metric * Z - at.forms.transpose());
    };
    auto const complement = [&](auto const& Z) {
      auto const D = Pointwise<n, m>::kernel(at.forms);
      return largest_entry(at.onto(Z) + at.onto(D) - Pointwise<n, m>::Square::Identity());
    };
    worst("FIM-29", "components", gradient(at.gradients));
    worst("FIM-29", "span", complement(at.gradients));
    worst.control("FIM-29", "index not raised", gradient(at.forms.transpose()));
    worst.control("FIM-29", "span with the index not raised", complement(at.forms.transpose()));

    auto const projected = [&, a = a](auto const& P) {
      return largest_entry(at.by_projection(P) - a) / size;
    };
    auto const mu = at.forms;
    worst("FIM-31", projected(at.P));
    worst.control("FIM-31", "projector of the coordinates' scalar product",
                  projected((Pointwise<n, m>::Square::Identity() -
                             mu.transpose() * (mu * mu.transpose()).inverse() * mu)
                                .eval()));
    ++k;
  }
  worst.supply(study, example);
  study.measure("FIM-28", "regular", example, {.value = double(singular_C)});
}

/// The hypothesis that the forms are independent: those of the snakeboard are not at phi = pi/2.
void dependent_forms(Study& study) {
  Vector<double, 5> q;
  q << 0.1, 0.2, 0.7, 0, std::acos(0.0);
  auto const g = snakeboard_geometry(q);
  auto const C = (g.forms * g.gradients()).eval();
  study.control("FIM-28", "dependent forms", {.value = double(singular(C))});
}

/// Example 1: accelerations by multipliers in the printed equations.
void particle_equations(Study& study) {
  Worst worst;
  auto const velocities = random_points<3>(25);
  std::size_t k = 0;
  for (auto const& q : random_points<3>(24)) {
    Pointwise<3, 1> const at(ParticleLagrangian{}, particle_geometry<Quad>, q,
                             velocities[k++].cast<double>(), Vector<double, 3>::Zero());
    Vector<double, 3> const a = at.with_multipliers().acceleration;
    double const y = double(q[1]);
    auto const printed = [&](double sign) {
      return larger_or_nan(
          {std::abs(a[0] + sign * y * a[2]), std::abs(a[1]), std::abs(at.v[2] - y * at.v[0])});
    };
    worst("FIM-59", printed(1));
    worst.control("FIM-59", "sign of y z''", printed(-1));
  }
  worst.supply(study, "");
}

/// The certified reference of a case, and the relative spread of its energy.
struct ExactMotion {
  std::vector<ReferenceState> states;
  double spread;

  ExactMotion(Study& study, std::string const& problem, std::string const& case_name)
      : states(study.reference({.problem = problem, .case_name = case_name}, {0, 1, 5})) {
    std::vector<double> energies;
    for (auto const& state : states)
      energies.push_back(
          study.problem(problem).energy({.case_name = case_name, .q = state.q, .v = state.v}));
    spread = relative_spread(energies);
  }
};

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
  ExactMotion const board(study, "snakeboard", "FIM");
  auto const measure = [&](char const* instance, ExactMotion const& motion) {
    study.measure("FIM-22", "as printed", instance, {motion.spread});
  };
  measure("particle", {study, "nonholonomic_particle", "P1"});
  measure("snakeboard", board);
  measure("sleigh", {study, "chaplygin_sleigh", "FIM"});
  measure("coupled oscillator", {study, "coupled_oscillator_3d", "T"});
  study.control("FIM-22", "affine constraint",
                {ExactMotion(study, "coupled_oscillator_3d", "T-affine").spread});
  first_integrals(study, board.states);
}

using Jet = Dual<double, 5>;
Jet log(Jet const& x) { return {std::log(x.value), (1 / x.value) * x.slope}; }

/// (q, p) on D of the particle at time t, from (x, y, z, x', y') at time 0: y is linear and
/// x' (1 + y^2)^(1/2) constant.
Vec<Jet, 6> particle_flow(Vec<Jet, 5> const& start, double t) {
  Jet const y0 = start[1], y = y0 + start[4] * t, root0 = sqrt(1.0 + y0 * y0),
            root = sqrt(1.0 + y * y), speed = start[3] * root0;
  return {start[0] + speed / start[4] * log((y + root) / (y0 + root0)),
          y,
          start[2] + speed / start[4] * (root - root0),
          speed / root,
          start[4],
          y * speed / root};
}
/// The same with the constraint z' = x'/2, which is holonomic.
Vec<Jet, 6> holonomic_flow(Vec<Jet, 5> const& start, double t) {
  return {start[0] + start[3] * t,
          start[1] + start[4] * t,
          start[2] + 0.5 * start[3] * t,
          start[3],
          start[4],
          0.5 * start[3]};
}

void symplectic_form(Study& study) {
  Eigen::Matrix<double, 6, 6> form = Eigen::Matrix<double, 6, 6>::Zero();
  for (int i = 0; i < 3; ++i) form(i, 3 + i) = 1, form(3 + i, i) = -1;
  Worst worst;
  for (auto q : random_points<5>(26)) {
    q[4] += 2;  // y' away from zero
    Vec<Jet, 5> start;
    for (int i = 0; i < 5; ++i) start[i] = {double(q[i]), unit<double, 5>(i)};
    auto const change = [&](auto const& flow) {
      auto const pulled_back = [&](double t) {
        auto const end = flow(start, t);
        Eigen::Matrix<double, 6, 5> J;
        for (int i = 0; i < 6; ++i)
          for (int j = 0; j < 5; ++j) J(i, j) = end[i].slope[j];
        return (J.transpose() * form * J).eval();
      };
      return largest_entry(pulled_back(1) - pulled_back(0));
    };
    worst("FIM-21", "form on the constraint", change(particle_flow));
    worst.control("FIM-21", "holonomic constraint", change(holonomic_flow));
  }
  worst.supply(study, "");
}

/// T(X, Y) = (Nabla_X Q) Y - (Nabla_Y Q) X where the metric is flat, by the forms of the particle
/// and by (-1/2, 0, 1).
void torsion(Study& study) {
  Worst worst;
  auto const largest_torsion = [](auto const& projector, Vector<Quad, 3> const& q) {
    Largest torsion;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < i; ++j) {
        Vector<Quad, 3> const X = Vector<Quad, 3>::Unit(i), Y = Vector<Quad, 3>::Unit(j);
        torsion(largest_entry(slope<3>(projector, q, X) * Y - slope<3>(projector, q, Y) * X));
      }
    return torsion.value;
  };
  auto const projector = [](auto const& q) { return particle_geometry(q).projector(); };
  auto const holonomic = [](auto const& q) {
    auto g = particle_geometry(q);
    g.forms(0, 0) = -Quad(1) / 2;
    return g.projector();
  };
  for (auto const& q : random_points<3>(27)) {
    worst("FIM-24", "torsion", largest_torsion(projector, q));
    worst.control("FIM-24", "holonomic constraint", largest_torsion(holonomic, q));
  }
  worst.supply(study, "", {.value = 0, .epsilon = rounding_of_slope});
}

}  // namespace

void continuous_mechanics(Study& study) {
  section_2<3, 1, ParticleLagrangian>(study, "particle", particle_geometry<Quad>);
  section_2<5, 2, SnakeboardLagrangian>(study, "snakeboard",
                                        [](auto const& q) { return snakeboard_geometry(q); });
  section_2<3, 1, SleighLagrangian>(study, "sleigh",
                                    [](auto const& q) { return sleigh_geometry(q); });
  study.progress(0.5);
  dependent_forms(study);
  particle_equations(study);
  exact_motions(study);
  symplectic_form(study);
  torsion(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
