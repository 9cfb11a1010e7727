#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/suslov_body.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::suslov_equations_study {

namespace {

Quad const h = 0.1_quad;

/// Matrices E_1, E_2, E_3 of section 4.3.1.
Matrix3 E(int i) { return hat<Quad>(Vector3::Unit(i - 1)); }
/// Trace Tr(W E_i).
Quad trace_with(Matrix3 const& W, int i) { return trace_of_product(W, E(i)); }
Matrix3 random_mass_tensor(Random& random) {
  Matrix3 const half = matrix_of(random_vector(random, 9));
  return half * half.transpose() + Matrix3::Identity();
}
Matrix3 random_rotation(Random& random) { return rodrigues(random_vector(random, 3, 2)); }

/// Sides of the component rows of section 4.3.1, as printed: of Omega_1, of Omega_2.
struct Rows {
  Vector first, second;
};
Rows printed_rows(Matrix3 const& J, Matrix3 const& W1, Matrix3 const& W2) {
  auto const of = [](Matrix3 const& m) { return [&m](int i, int j) { return m(i - 1, j - 1); }; };
  auto const j = of(J), O = of(W1), N = of(W2);
  return {Vector{{j(2, 3) * O(3, 3) - j(3, 3) * O(3, 2) + j(2, 2) * O(2, 3) - j(2, 3) * O(2, 2) +
                      j(1, 2) * O(1, 3) - j(1, 3) * O(1, 2),
                  -j(1, 3) * O(3, 3) + j(3, 3) * O(3, 1) - j(1, 2) * O(2, 3) + j(2, 3) * O(2, 1) -
                      j(1, 1) * O(1, 3) + j(1, 3) * O(1, 1)}},
          Vector{{-j(2, 3) * N(3, 3) - j(2, 2) * N(3, 2) - j(1, 2) * N(3, 1) + j(3, 3) * N(2, 3) +
                      j(2, 3) * N(2, 2) + j(1, 3) * N(2, 1),
                  j(1, 3) * N(3, 3) + j(1, 2) * N(3, 2) + j(1, 1) * N(3, 1) - j(3, 3) * N(1, 3) -
                      j(2, 3) * N(1, 2) - j(1, 3) * N(1, 1)}}};
}

void measure_equations(Study& study) {
  struct Instance {
    Matrix3 J, W1, W2;
  };
  auto const draw = [](Random& random) {
    return Instance{random_mass_tensor(random), random_rotation(random), random_rotation(random)};
  };
  using At = Instance const&;
  Matrix const D = Matrix::Identity(3, 2);
  check(
      study, 20, draw,
      {{"S1", "rows and columns interchanged",
        [&](At at, bool changed) {
          auto const& [J, W1, W2] = at;
          auto const system = suslov(h, J);
          auto const rows =
              changed ? printed_rows(J, W1.transpose(), W2.transpose()) : printed_rows(J, W1, W2);
          return worst_of(largest_entry(rows.first + h * left_fields(system, entries_of(W1), D)),
                          largest_entry(rows.second + h * right_fields(system, entries_of(W2), D)));
        }},
       {"S1/trace", "sign of the second term", [&](At at, bool changed) {
          auto const& [J, W1, W2] = at;
          Vector const covector = h * euler_lagrange(suslov(h, J), entries_of(W1), entries_of(W2));
          Largest off;
          for (int c = 1; c <= 2; ++c) {
            Matrix3 const sides = E(c) * W2 - (changed ? -1 : 1) * W1 * E(c);
            off(double(trace_of_product(sides, J) - covector[c - 1]));
          }
          return off.value;
        }}});
  // (0, 0, 1) vanishes on D_c, and every covector that vanishes on D_c is a multiple of it.
  auto const off_E3 = [](Matrix const& basis) {
    Matrix const annihilator = kernel(basis.transpose());
    return worst_of(annihilator.cols() - 1,
                    distance(annihilator.col(0) / annihilator.col(0).sum(), Vector::Unit(3, 2)));
  };
  supply(study, {{"S8", off_E3(suslov(h).distribution({}))}});
  supply_controls(study, {{"S8", "span{E_1, E_3}", off_E3(Matrix{{1, 0}, {0, 0}, {0, 1}})}});
}

/// Length of the differential of Tr(Omega E_3).
double slope(Matrix3 const& W) {
  Vector3 const d{trace_with(W * E(1), 3), trace_with(W * E(2), 3), trace_with(W * E(3), 3)};
  return double(sqrt(d.squaredNorm()));
}

/// Tests the zero set of Tr(Omega E_3) = -4 q_0 q_3, q = cos(angle/2), sin(angle/2) n.
void measure_submanifold(Study& study) {
  check(study, 1000, random_rotation,
        {{"S2", "sum of the entries", [](Matrix3 const& W, bool sum) {
            return double(trace_with(W, 3) - (W(0, 1) + (sum ? 1 : -1) * W(1, 0)));
          }}});
  int singular = 0, singular_near = 0, singular_levels = 0, singular_turns = 0;
  auto const half_turn = [](Vector3 const& axis) -> Matrix3 {
    Matrix3 const right_angle = rodrigues(axis);
    return right_angle * right_angle;
  };
  for (int k = 1; k <= 1000; ++k) {
    Random random(1, k);
    Vector3 const sigma = random_vector(random, 3, 3);
    Vector3 const n =
        k == 1 ? Vector3(0.6_quad, 0.8_quad, 0) : Vector3(sigma / sqrt(sigma.squaredNorm()));
    Quad const across = sqrt(n[0] * n[0] + n[1] * n[1]);
    Vector3 const in_plane(n[0] / across, n[1] / across, 0);
    singular += slope(half_turn(n)) < 1e-12;
    singular_turns += slope(half_turn(in_plane)) < 1e-12;
    // Angles up to 170 degrees: tan(85 degrees) = 11.43.
    singular_near += slope(rodrigues(Vector3(Quad(random.uniform(0, 11.4)) * in_plane))) < 1e-12;
    singular_levels += slope(rodrigues(sigma)) < 1e-12;
  }
  supply(study, {{"S2/submanifold", "whole zero set", singular},
                 {"S2/submanifold", "part through I", singular_near}});
  supply_controls(study, {{"S2/submanifold", "level sets", singular_levels},
                          {"S2/submanifold", "turns by pi", singular_turns}});
}

/// Rotation exp(hat(w)) for w in the plane.
template <class T>
MatrixOf3<T> exponential_in_plane(VectorOf<T> const& w) {
  return exponential<So3>(VectorOf3<T>(w[0], w[1], T(0)));
}
/// Vector w of length below pi with exp(hat(w)) = W.
Vector3 logarithm(Matrix3 const& W) {
  Vector3 const sigma = twice_axial(W) / (1 + W.trace());
  Quad const size = sqrt(sigma.squaredNorm());
  return 2 * atan(size) / size * sigma;
}
/// Rotation rodrigues(sigma + t e_i) at which Tr(Omega E_i) vanishes.
Matrix3 on_zero_set(Vector3 const& sigma, int i) {
  auto const at = [&](Quad t) -> Matrix3 {
    return rodrigues(sigma + t * Vector3(Vector3::Unit(i - 1)));
  };
  return at(root_between(-9, 9, [&](Quad t) { return trace_with(at(t), i); }));
}

void measure_symmetry(Study& study) {
  auto const system = suslov(h);
  Matrix3 tensor = suslov_mass_tensor();
  tensor(0, 2) += 0.5_quad;
  auto const lopsided = suslov(h, tensor);
  struct Instance {
    Vector w;  ///< in the plane, |w| < pi
    Vector3 sigma;
    Matrix3 W;

    Matrix3 g() const { return exponential_in_plane(w); }
    /// Determinant of the matrix of scalar products of the derivatives of exp.
    double gram() const {
      Matrix const velocities =
          jacobian<Quad>([](auto const& x) { return entries_of(exponential_in_plane(x)); }, w);
      return double(gram_determinant(velocities));
    }
  };
  auto const draw = [](Random& random) {
    return Instance{random_vector(random, 2, 2.2), random_vector(random, 3, 1.5),
                    random_rotation(random)};
  };
  using At = Instance const&;
  // Arrows of M_c from its equation alone.
  auto const image = [](At at, int constraint) {
    Matrix3 const W = on_zero_set(at.sigma, constraint);
    // The unit shows nothing: as a miss in the row, as a hit in the control.
    if (distance(W, Matrix3::Identity()) < 1e-9) return constraint == 3 ? 1.0 : 0.0;
    Vector3 const v = logarithm(W);
    return worst_of(v[2], distance(exponential<So3>(v), W));
  };
  check(study, 100, draw,
        {{"S3", "J not symmetric",
          [&](At at, bool changed) {
            Arrow const g = entries_of(at.g());
            if (changed) return lagrangian_asymmetry(lopsided, g);
            return worst_of(lagrangian_asymmetry(system, g), constraint_asymmetry(system, g));
          }},
         {"S3/identities", "plus Tr", [&](At at, bool changed) {
            Quad const forth = trace_with(at.W, 3), back = trace_with(at.W.transpose(), 3);
            if (changed) return double(forth - back);
            return worst_of(lagrangian_asymmetry(system, entries_of(at.W)), forth + back);
          }}});
  over(study, 100, draw,
       {{"S5", "into M_c", [](At at) { return double(trace_with(at.g(), 3)); }},
        {"S5", "onto", [&](At at) { return image(at, 3); }},
        {"S5", "Tr(Omega E_2) = 0", [&](At at) { return image(at, 2); }, true}});
  double least = INFINITY;
  for (int k = 1; k <= 100; ++k) {
    Random random(1, k);
    least = smaller_or_nan(least, draw(random).gram());
  }
  Matrix const tangents = right_tangents(system, system.unit(Vector(0)));
  supply(study, {{"S5", "immersion", least},
                 {"S5/tangent", worst_of(largest_entry(tangents.row(2)), tangents.cols() - 2)}});
  supply_controls(study, {{"S5/tangent", "span{E_1, E_3}", largest_entry(tangents.row(1))}});
}

/// Determinant of the printed regularity condition: eta -> (Tr(E_1 W eta J), Tr(E_2 W eta J), Tr(W
/// eta E_3)).
Quad printed_regularity(Matrix3 const& J, Matrix3 const& W) {
  Matrix3 images;
  for (int c = 1; c <= 3; ++c) {
    Matrix3 const Weta = W * E(c);
    images.col(c - 1) << trace_of_product(E(1) * Weta, J), trace_of_product(E(2) * Weta, J),
        trace_with(Weta, 3);
  }
  return determinant(images);
}

void measure_regularity(Study& study) {
  Matrix3 const J = suslov_mass_tensor();
  auto const body = suslov_inertia<Quad>();
  check(study, 50, [](Random& random) { return random_vector(random, 2, 0.9); },
        {{"S4/condition", "inverse of Omega", [&](Vector const& x, bool inverse) {
            Quad const expected = -2 * (1 + x.squaredNorm()) * body.fold(x);
            Matrix3 const W = rodrigues(Vector{{x[0], x[1], 0}}),
                          at = inverse ? Matrix3(W.transpose()) : W;
            return double((printed_regularity(J, at) - expected) / (1 + abs(expected)));
          }}});
  study.measure("S4", "as printed", "Suslov", regularity_at(suslov(h), Vector(0)));
  for (int k = 1; k <= 5; ++k) {
    Random random(1, k);
    Matrix3 const tensor = random_mass_tensor(random);
    bool const is_positive = symmetric_eigenvalues(tensor)[0] > 0;
    study.measure("S4", "as printed", fmt::format("random $J$ {}", k),
                  is_positive ? regularity_at(suslov(h, tensor), Vector(0)) : Measured{.value = 0});
  }
  Matrix3 rod = Matrix3::Zero();
  rod(0, 0) = 1;
  study.control("S4", "rod along e_1", regularity_at(suslov(h, rod), Vector(0)));

  auto const in_double = suslov_inertia<double>();
  auto& table = study.table("singular_angles", {"direction", "angle"});
  int const directions = 720;
  for (int k = 0; k <= directions; ++k) {
    double const phi = 2 * M_PI * k / directions;
    double const angle = 2 * std::atan(first_fold(in_double, std::cos(phi), std::sin(phi)));
    table.add({phi * 180 / M_PI, angle * 180 / M_PI});
  }
}

}  // namespace

void suslov_equations(Study& study) {
  measure_equations(study);
  measure_submanifold(study);
  measure_symmetry(study);
  study.progress(0.5);
  measure_regularity(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::suslov_equations_study
