#pragma once
// The four conditions of theorem 3.9, each as a determinant, on paths through M_c.

#include <array>

#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/systems.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

/// The system whose F^- at g^-1 is minus F^+ of `s` at g: L_d o i on i(M_c).
inline DiscreteSystem opposite(DiscreteSystem const& s) {
  auto turned = s;
  turned.name += ", F^+";
  turned.lagrangian = [s](Arrow const& g) { return s.lagrangian(s.inverse(g)); };
  turned.constraint = [s](Arrow const& g) { return s.constraint(s.inverse(g)); };
  return turned;
}

/// Matrix of scalar products of rows.
inline Rows gram(Rows const& rows) { return table_of(rows, rows, theory::old::dot); }

/// `covector` minus its best approximation by multiples of `forms`, which are independent.
inline Numbers across_span(Rows const& forms, Numbers covector) {
  Numbers values;
  for (auto const& form : forms) values.push_back(theory::old::dot(form, covector));
  auto const multipliers = eliminated(gram(forms), values).x;
  for (std::size_t i = 0; i < forms.size(); ++i)
    covector = difference(covector, times(multipliers[i], forms[i]));
  return covector;
}

/// Rank of the rows, by elimination with full pivoting; a pivot counts above 1e-15 of the first.
inline int rank(Rows m) {
  Q first = 0;
  std::size_t const columns = m.empty() ? 0 : m[0].size();
  for (std::size_t k = 0; k < m.size(); ++k) {
    std::size_t row = k, column = 0;
    for (std::size_t i = k; i < m.size(); ++i)
      for (std::size_t j = 0; j < columns; ++j)
        if (absolute(m[i][j]) > absolute(m[row][column])) row = i, column = j;
    Q const pivot = absolute(m[row][column]);
    if (k == 0) first = pivot;
    if (!(pivot > 1e-15Q * first)) return int(k);
    std::swap(m[row], m[k]);
    for (std::size_t i = k + 1; i < m.size(); ++i)
      m[i] = sum(m[i], times(-m[i][column] / m[k][column], m[k]));
  }
  return int(m.size());
}

/// Theorem 3.9 (i)-(iv) at g in M_c, as numbers that vanish where a condition fails. Each is
/// divided by the volumes of the bases that it is taken in.
struct Regularity {
  std::array<Q, 4> determinant;  // (i), (ii), (iii), (iv); (iii) as the root of det Omega on H
  int dimension_of_H = 0;
};
inline Regularity regularity(DiscreteSystem const& s, Arrow const& g) {
  auto const n = std::size_t(s.rank);
  auto const unit = unit_vectors(s.rank);
  auto const D = s.distribution(s.source(g));
  std::size_t const r = D.size();
  auto const G =
      table_of(unit, unit, [&](auto const& a, auto const& b) { return bilinear(s, g, a, b); });
  auto const form = [&](Numbers const& a, Numbers const& b) {
    Q value = 0;
    for (std::size_t i = 0; i < n; ++i) value += a[i] * dot(G[i], b);
    return value;
  };
  // d phi of the left-invariant and of the right-invariant field of each unit vector.
  auto const on_right = constraint_forms(s, g, s.right_moved);
  auto on_left = constraint_forms(s, g, s.left_moved);
  for (auto& row : on_left) row = times(-1, row);

  Regularity result;
  Q const volume_D = sqrtq(determinant(gram(D)));
  auto const T = null_space(on_right, s.rank);
  Q const volume_T = sqrtq(determinant(gram(T))) * volume_D;
  // (i) the derivative of F^- along M_c, the source held.
  auto const DF = table_of(T, D, [&](auto const& b, auto const& a) {
    return derivative([&](Q t) { return right_field(s, s.right_moved(g, times(t, b)), a); });
  });
  result.determinant[0] = determinant(DF) / volume_T;
  // (ii) d phi on F^perp = {(0, b) : G(a, b) = 0 for a in D}.
  auto const F_perp = null_space(table_of(D, unit, form), s.rank);
  result.determinant[1] =
      determinant(table_of(on_right, F_perp, theory::old::dot)) / sqrtq(determinant(gram(F_perp)));
  // (iii) Omega on H = {(a, b) : a in D, d phi(a, b) = 0}, coordinates of a in D before b.
  auto forms = table_of(on_left, D, theory::old::dot);
  for (std::size_t row = 0; row < forms.size(); ++row)
    forms[row] = together(forms[row], on_right[row]);
  result.dimension_of_H = int(r + n) - rank(forms);
  auto const H = null_space(forms, int(r + n));
  auto const first = [&](Numbers const& c) {
    Numbers a(n, Q(0));
    for (std::size_t i = 0; i < r; ++i) a = sum(a, times(c[i], D[i]));
    return a;
  };
  auto const Omega = table_of(H, H, [&](auto const& u, auto const& v) {
    return form(first(u), part(v, r, n)) - form(first(v), part(u, r, n));
  });
  result.determinant[2] = sqrtq(absolute(determinant(Omega)) / determinant(gram(H)));
  // (iv) G on D and the tangents of M_c on the right, the basis T oriented by d phi.
  auto oriented = T;
  oriented.insert(oriented.end(), on_right.begin(), on_right.end());
  Q const side = determinant(oriented) < 0 ? -1 : 1;
  result.determinant[3] = side * determinant(table_of(D, T, form)) / volume_T;
  return result;
}

/// A path in M_c that starts at a unit and meets a singular point.
struct PathOfArrows {
  DiscreteSystem system;
  std::function<Arrow(Q)> arrow;
  double end;

  /// A short arrow of M_c off its units.
  Arrow sample() const { return arrow(Q(end) / 20); }
  /// dim M
  int base_dimension() const {
    auto const& s = system.name;
    return s == "particle" ? 3 : s == "Suslov" || s == "sleigh" ? 0 : 2;
  }
  /// L_d and M_c are invariant under the inversion.
  bool reversible() const { return system.name != "ball" && system.name != "Veselova"; }
};
/// Parameters: y_1 - y_0; tan(theta/2); -x; tan(theta/2), twice; theta.
inline std::vector<PathOfArrows> paths() {
  Q const h = 0.1Q, Omega = -3.5Q, k = h * Omega / 2;
  auto const rolled = [=](Q s) {
    auto const W = rodrigues({0.6Q * s, 0.48Q * s, 0.64Q * s});
    auto const a = times(0.5Q, twice_axial(W));
    Q const x = 0.99Q, y = 1;
    auto const to = eliminated({{1, k}, {-k, 1}}, {x + a[1] - k * y, y - a[0] + k * x}).x;
    return together({x, y}, to, W);
  };
  RobotBody const body;
  auto const turned = [=](Q s) {
    Q const phi = -body.c * s / body.R;
    return Arrow{0, 0, phi, -phi, s, 0, 0};
  };
  return {
      {particle(h), [](Q s) { return Arrow{0, -1, 0, s / 10, s - 1, (s - 2) / 2 * s / 10}; }, 5},
      {suslov(h),
       [](Q s) {
         return rodrigues({0.6Q * s, 0.8Q * s, 0});
       },
       1.2},
      {sleigh(h, sleigh_a()),
       [](Q s) {
         Q const theta = 0.06Q * s;
         return Arrow{theta, -s, -s * sinq(theta / 2) / cosq(theta / 2)};
       },
       7},
      {veselova(h, 1),
       [](Q s) {
         return together({0.6Q, 0, 0.8Q}, rodrigues({0.48Q * s, 0.8Q * s, -0.36Q * s}));
       },
       1.4},
      {ball(h, Omega), rolled, 1.4},
      {robot(h), turned, 2.4}};
}

/// An arrow from the right end of g, not in M_c.
inline Arrow arrow_after(DiscreteSystem const& s, Arrow const& g, Dice& dice) {
  return s.right_moved(s.unit(s.target(g)), dice.numbers(std::size_t(s.rank), 0.2Q));
}

/// A zero of f within [a, b], where it changes sign, by the Illinois rule.
template <class F>
Q root_between(Q a, Q b, F const& f) {
  Q fa = f(a), fb = f(b);
  if (fa * fb > 0) throw std::runtime_error("no singular point on a path of arrows");
  for (int k = 0; k < 60 && absolute(b - a) > 1e-25Q; ++k) {
    Q const c = (a * fb - b * fa) / (fb - fa), fc = f(c);
    if (absolute(fc) < 1e-26Q) return c;
    if (fc * fb < 0)
      a = b, fa = fb;
    else
      fa /= 2;
    b = c, fb = fc;
  }
  return b;
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
