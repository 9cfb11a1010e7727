#include "experiments/ferraro_iglesias_martin_2008/shared/examples.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::continuous_mechanics_study {

namespace {

Matrix identity(long n) { return Matrix::Identity(n, n); }

/// Inverse with exact first derivatives, by one step of Newton's method from that of the values.
MatrixOf<Number> inverse_of_jets(MatrixOf<Number> const& A) {
  MatrixOf<Number> const X = inverse(values(A)).cast<Number>();
  return X + X * (identity(A.rows()).cast<Number>() - A * X);
}

/// Quantities of section 2 at a random state of an example, with a potential of arbitrary slope.
struct State {
  Matrix metric, inverse, mu, Z, P;
  Vector v;           ///< velocity in D
  Vector V;           ///< slope of the potential
  Vector connection;  ///< Gamma v v
  Vector nabla_Q;     ///< (Nabla_v Q) v = (D_v Q) v - Q Gamma v v, as Q v = 0
  Vector rest;        ///< `rest` of the Euler-Lagrange expression `metric` v' + `rest`
  Vector drift;       ///< `drift` of d(mu v)/dt = mu v' + `drift`
  Vector any;         ///< arbitrary acceleration
  Vector a, lambda;   ///< motion and multipliers: metric a + rest = mu^T lambda, mu a + drift = 0
  double size;

  State(Example const& example, Random& random, bool has_potential = true) {
    long const n = example.n;
    Vector const q = random_point(random, n), velocity = random_point(random, n);
    V = has_potential ? random_point(random, n) : Vector::Zero(n);
    any = random_point(random, n);
    auto const at = example.at(q);
    inverse = theory::inverse(at.metric);
    mu = at.forms;
    Z = at.gradients();
    P = identity(n) - at.projector();
    v = P * velocity;
    // Euler-Lagrange expression from the printed Lagrangian, Gamma from the metric.
    Vector const state = together(q, v);
    Matrix const second = hessian<Quad>(example.lagrangian, state);
    metric = second.bottomRightCorner(n, n);
    rest =
        second.bottomLeftCorner(n, n) * v - gradient<Quad>(example.lagrangian, state).head(n) + V;
    Vector lowered = directional<Quad>(example.metric, q, v) * v;  // Gamma_ij,l v^i v^j
    for (long l = 0; l < n; ++l)
      lowered[l] -= v.dot(directional<Quad>(example.metric, q, Vector::Unit(n, l)) * v) / 2;
    connection = inverse * lowered;
    auto const projector = [&](Numbers const& x) -> MatrixOf<Number> {
      MatrixOf<Number> const form = example.forms(x),
                             raised = inverse_of_jets(example.metric(x)) * form.transpose();
      return raised * inverse_of_jets(form * raised) * form;
    };
    nabla_Q = directional<Quad>(projector, q, v) * v - connection + P * connection;
    drift = directional<Quad>(example.forms, q, v) * v;
    Matrix A(n + mu.rows(), n + mu.rows());
    A << metric, -mu.transpose(), mu, Matrix::Zero(mu.rows(), mu.rows());
    Vector const motion = solution(A, together(-rest, -drift));
    a = motion.head(n);
    lambda = motion.tail(mu.rows());
    size = 1 + largest_entry(a) + largest_entry(lambda);
  }

  Matrix C() const { return mu * Z; }
  /// Acceleration by virtual displacements: (metric a + rest) . delta = 0 for all delta that
  /// `forms` annihilate, and mu a + drift = 0.
  Vector by_displacements(Matrix const& forms) const {
    Matrix const D = kernel(forms);
    Matrix A(metric.rows(), metric.cols());
    A << D.transpose() * metric, mu;
    return solution(A, together(-D.transpose() * rest, -drift));
  }
  /// Acceleration by projection: P (a + Gamma v v + g^-1 V_q) = 0, mu a + drift = 0.
  Vector by_projection(Matrix const& projector, int sign_of_V = 1) const {
    Matrix A(metric.rows() + mu.rows(), metric.cols());
    A << projector, mu;
    return least_squares(
        A, together(-projector * covariant(Vector::Zero(V.size()), 1, sign_of_V), -drift));
  }
  /// Covariant expression a + Gamma v v + grad V, with a sign of the Christoffel symbols.
  Vector covariant(Vector const& acceleration, int sign, int sign_of_V = 1) const {
    return acceleration + sign * connection + sign_of_V * inverse * V;
  }
};

/// Example whose metric has Christoffel symbols of every kind.
Example generic_metric() {
  auto const metric = [](Numbers const& q) -> MatrixOf<Number> {
    MatrixOf<Number> A(3, 3);
    A << Number(1), q[0] * q[1], q[2], q[1], Number(2), sin(q[0]), q[2] * q[0], q[1] * q[1],
        Number(1);
    MatrixOf<Number> sum = A * A.transpose();
    for (long i = 0; i < 3; ++i) sum(i, i) += Number(1);
    return sum;
  };
  auto const forms = [](Numbers const& q) -> MatrixOf<Number> {
    MatrixOf<Number> row(1, 3);
    row << Number(1), q[2], -q[0] * q[1];
    return row;
  };
  return {"generic metric", 3, metric, forms, [metric](Numbers const& state) -> Number {
            Numbers const q = state.head(3), v = state.tail(3);
            return v.dot(Numbers(metric(q) * v)) / Number(2);
          }};
}

void section_2(Study& study, Example const& example) {
  auto const instance = [&](Random& random, LargestValues& largest) {
    State const at(example, random);
    Matrix const &mu = at.mu, Z = at.Z, lowered = mu.transpose(), one = identity(example.n);
    auto const free = [&](int sign, int sign_of_V = 1) {
      return distance(at.metric * at.any + at.rest,
                      at.metric * at.covariant(at.any, sign, sign_of_V));
    };
    largest("FIM-26", free(1));
    largest.control("FIM-26", "sign of grad V", free(1, -1));
    largest.control("FIM-26", "sign of the Christoffel symbols", free(-1));

    auto const displaced = [&](Matrix const& forms) {
      return distance(at.by_displacements(forms), at.a) / at.size;
    };
    Matrix otherwise = mu;
    otherwise.col(0) *= -1;
    largest("FIM-25", "equivalence", displaced(mu));
    largest.control("FIM-25", "other virtual displacements", displaced(otherwise));
    largest.control("FIM-25", "zero right side",
                    distance(at.by_displacements(mu), solution(at.metric, -at.rest)) / at.size);
    auto const multipliers = [&](int sign) {
      Vector const right = mu * at.inverse * at.rest - sign * at.drift;
      return distance(solution(at.C(), right), at.lambda) / at.size;
    };
    largest("FIM-25", "multipliers", multipliers(1));
    largest.control("FIM-25", "sign of the derivative of the constraints", multipliers(-1));

    auto const coordinates = [&](int sign) {
      return distance(at.covariant(at.a, sign), Z * at.lambda) / at.size;
    };
    auto const along_D = [&](Matrix const& vectors) {
      return largest_entry(at.P.transpose() * at.metric * vectors * at.lambda) / at.size;
    };
    largest("FIM-27", "equations", coordinates(1));
    largest.control("FIM-27", "sign of the Christoffel symbols", coordinates(-1));
    largest("FIM-27", "reaction", along_D(Z));
    largest.control("FIM-27", "reaction with its index not raised", along_D(lowered));

    Matrix skew = at.inverse;
    skew(0, 1) += 1;
    auto const asymmetry = [&](Matrix const& inverse) {
      Matrix const C = mu * inverse * lowered;
      return distance(C, C.transpose());
    };
    largest("FIM-28", "symmetric", asymmetry(at.inverse));
    largest.control("FIM-28", "a metric that is not symmetric", asymmetry(skew));
    largest("FIM-28", "regular", is_singular(at.C()));

    auto const gradient = [&](Matrix const& vectors) {
      return distance(at.metric * vectors, lowered);
    };
    auto const complement = [&](Matrix const& vectors) {
      return distance(orthogonal_projector<Quad>(vectors, at.metric),
                      one - orthogonal_projector<Quad>(kernel(mu), at.metric));
    };
    largest("FIM-29", "components", gradient(Z));
    largest("FIM-29", "span", complement(Z));
    largest.control("FIM-29", "index not raised", gradient(lowered));
    largest.control("FIM-29", "span with the index not raised", complement(lowered));

    auto const projected = [&](Matrix const& projector, int sign_of_V = 1) {
      return distance(at.by_projection(projector, sign_of_V), at.a) / at.size;
    };
    largest("FIM-31", projected(at.P));
    largest.control("FIM-31", "projector of the coordinates' scalar product",
                    projected(one - orthogonal_projector<Quad>(lowered, one)));
    largest.control("FIM-31", "sign of grad V", projected(at.P, -1));
  };
  over_instances(study, instance, example.name);
}

void geodesics(Study& study, Example const& example) {
  auto const instance = [&](Random& random, LargestValues& largest) {
    State const at(example, random, false);
    auto const geodesic = [&](int sign) {
      return distance(at.covariant(at.a, 1), -sign * at.nabla_Q) / at.size;
    };
    largest("FIM-24", "geodesics", geodesic(1));
    largest.control("FIM-24", "sign of the derivative", geodesic(-1));
    largest.control("FIM-24", "connection of g", geodesic(0));
  };
  over_instances(study, instance, example.name);
}

/// Control of the hypothesis that the forms are independent: those of the snakeboard are dependent
/// at phi = pi/2.
void dependent_forms(Study& study) {
  Vector q(5);
  q << 0.1, 0.2, 0.7, 0, 2 * atan(Quad(1));
  auto const at = snakeboard().at(q);
  study.control("FIM-28", "dependent forms",
                {.value = double(is_singular(at.forms * at.gradients()))});
}

/// Measures example 1: accelerations by multipliers in the printed equations.
void particle_equations(Study& study) {
  over_instances(study, [](Random& random, LargestValues& largest) {
    State const at(particle(), random, false);
    Quad const y = -at.mu(0, 0);
    auto const printed = [&](int sign) {
      return largest_entry(Vector3(at.a[0] + sign * y * at.a[2], at.a[1], at.v[2] - y * at.v[0]));
    };
    largest("FIM-59", printed(1));
    largest.control("FIM-59", "sign of y z''", printed(-1));
  });
}

/// Certified reference of a case, with the relative spread of its energy.
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

void exact_motions(Study& study) {
  auto const measure = [&](char const* instance, ExactMotion const& motion) {
    study.measure("FIM-22", "as printed", instance, {motion.spread});
  };
  measure("particle", {study, "nonholonomic_particle", "P1"});
  measure("snakeboard", {study, "snakeboard", "FIM"});
  measure("sleigh", {study, "chaplygin_sleigh", "FIM"});
  measure("coupled oscillator", {study, "coupled_oscillator_3d", "T"});
  study.control("FIM-22", "affine constraint",
                {ExactMotion(study, "coupled_oscillator_3d", "T-affine").spread});
}

/// Point (q, p) on D of the particle at time t, from (x, y, z, x', y') at time 0: y is linear and
/// x' (1 + y^2)^(1/2) is constant.
Numbers particle_flow(Numbers const& start, int t) {
  Number const y0 = start[1], y = y0 + t * start[4], root0 = sqrt(1 + y0 * y0),
               root = sqrt(1 + y * y), speed = start[3] * root0;
  Numbers end(6);
  end << start[0] + speed / start[4] * log((y + root) / (y0 + root0)), y,
      start[2] + speed / start[4] * (root - root0), speed / root, start[4], y * speed / root;
  return end;
}
/// Point (q, p) at time t, as in particle_flow(), for the holonomic constraint z' = x'/2.
Numbers holonomic_flow(Numbers const& start, int t) {
  Numbers end(6);
  end << start[0] + t * start[3], start[1] + t * start[4], start[2] + t * start[3] / 2, start[3],
      start[4], start[3] / 2;
  return end;
}

void symplectic_form(Study& study) {
  over_instances(study, [](Random& random, LargestValues& largest) {
    Vector start = random_point(random, 5);
    start[4] += 2;  // y' is not near zero
    auto const change = [&](auto const& flow) {
      auto const pulled_back = [&](int t) -> Matrix {
        Matrix const J = jacobian<Quad>([&](Numbers const&x) { return flow(x, t); }, start),
                     dq_dp = J.topRows(3).transpose() * J.bottomRows(3);
        return dq_dp - dq_dp.transpose();
      };
      return distance(pulled_back(1), pulled_back(0));
    };
    largest("FIM-21", "form on the constraint", change(particle_flow));
    largest.control("FIM-21", "holonomic constraint", change(holonomic_flow));
  });
}

/// Largest component of T(X, Y) = (Nabla_X Q) Y - (Nabla_Y Q) X for a flat metric, with the forms
/// (-slope(y), 0, 1).
template <class Slope>
double largest_torsion(Vector const& q, Slope const& slope) {
  auto const projector = [&](Numbers const& x) -> MatrixOf<Number> {
    Numbers mu(3);
    mu << -slope(x[1]), 0, 1;
    return mu * mu.transpose() / mu.squaredNorm();
  };
  Largest torsion;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j) {
      Vector const X = Vector::Unit(3, i), Y = Vector::Unit(3, j);
      torsion(
          distance(directional<Quad>(projector, q, X) * Y, directional<Quad>(projector, q, Y) * X));
    }
  return torsion.value;
}

void torsion(Study& study) {
  over_instances(study, [](Random& random, LargestValues& largest) {
    Vector const q = random_point(random, 3);
    auto const particle = [](Number const& y) { return y; };
    auto const holonomic = [](Number const&) { return Number(0.5); };
    largest("FIM-24", "torsion", largest_torsion(q, particle));
    largest.control("FIM-24", "holonomic constraint", largest_torsion(q, holonomic));
  });
}

}  // namespace

void continuous_mechanics(Study& study) {
  auto all = examples();
  all.push_back(generic_metric());
  for (auto const& example : all) {
    section_2(study, example);
    geodesics(study, example);
  }
  study.progress(0.5);
  dependent_forms(study);
  particle_equations(study);
  exact_motions(study);
  symplectic_form(study);
  torsion(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::continuous_mechanics_study
