#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

Q const h = 0.1Q;

/// What theorem 3.9 says of an arrow of M_c, over what it says of the unit.
struct Conditions {
  std::array<double, 4> sizes;
  int dimension_of_H;

  /// A singular arrow leaves 1e-11 at most, a regular one 1e-2.
  bool holds(std::size_t c) const { return sizes[c] > 1e-6; }
  bool agree(std::size_t from, std::size_t to) const {
    for (auto c = from; c < to; ++c)
      if (holds(c) != holds(from)) return false;
    return true;
  }
};
Conditions conditions(DiscreteSystem const& s, Arrow const& g, Regularity const& at_unit) {
  auto const r = regularity(s, g);
  Conditions c{{}, r.dimension_of_H};
  for (std::size_t k = 0; k < 4; ++k)
    c.sizes[k] = double(absolute(r.determinant[k] / at_unit.determinant[k]));
  return c;
}
/// A side of a path: F^- along it, or F^+ as F^- of L_d o i along the inverse arrows.
struct Side {
  DiscreteSystem system;
  std::function<Arrow(Q)> arrow;
};
Side side_of(PathOfArrows const& path, bool plus) {
  if (!plus) return {path.system, path.arrow};
  return {opposite(path.system), [path](Q t) { return path.system.inverse(path.arrow(t)); }};
}
/// Parameters of the unit, of a regular arrow and of the first singular one, if any.
std::vector<Q> parameters(Side const& side, double end) {
  auto const fourth = [&](Q t) { return regularity(side.system, side.arrow(t)).determinant[3]; };
  std::vector<Q> all{0, Q(end) / 8};
  Q const at_unit = fourth(0);
  int const cells = 8;
  for (int k = 1; k <= cells; ++k) {
    Q const from = Q(end) * (k - 1) / cells, to = Q(end) * k / cells;
    if (fourth(to) * at_unit > 0) continue;
    all.push_back(root_between(from, to, fourth));
    break;
  }
  return all;
}

/// Determinant of the derivative of F^+ along M_c, the target held, by the volumes of the bases.
Q plus_determinant(DiscreteSystem const& s, Arrow const& g) {
  auto const T = left_tangents(s, g), D = s.distribution(s.target(g));
  auto const DF = table_of(T, D, [&](auto const& a, auto const& b) {
    return derivative([&](Q t) { return left_field(s, s.left_moved(g, times(t, a)), b); });
  });
  return absolute(determinant(DF)) / sqrtq(determinant(gram(T)) * determinant(gram(D)));
}

/// Numbers of arrows at which conditions disagree, and the same of a false statement.
struct Disagreements {
  int reading = 0, control = 0;
  void add(bool at_reading, bool at_control) {
    reading += at_reading;
    control += at_control;
  }
};

/// Theorem 3.9 and what follows from it: G5, G19, G20, G22, G25, G26, G27, H6.
void regularity_theorems(Study& study) {
  std::map<std::string, int> of_controls;
  Largest at_one_arrow;
  for (auto const& path : paths()) {
    auto const& name = path.system.name;
    Side const minus = side_of(path, false), plus = side_of(path, true);
    auto ts = parameters(minus, path.end);
    auto const of_plus = parameters(plus, path.end);
    ts.insert(ts.end(), of_plus.begin() + 2, of_plus.end());
    auto const unit_minus = regularity(minus.system, minus.arrow(0)),
               unit_plus = regularity(plus.system, plus.arrow(0));
    Q const plus_at_unit = plus_determinant(path.system, path.arrow(0));
    int const r = int(path.system.distribution(path.system.source(path.arrow(0))).size());
    std::map<std::string, Disagreements> count;
    Largest between;
    for (Q const t : ts) {
      auto const a = conditions(minus.system, minus.arrow(t), unit_minus),
                 b = conditions(plus.system, plus.arrow(t), unit_plus);
      for (auto const& [one, other] : {std::pair{a, b}, {b, a}}) {
        count["G5"].add(!one.agree(0, 4) || one.dimension_of_H != 2 * r,
                        one.holds(0) != other.holds(3));
        count["G19"].add(!one.agree(0, 2), one.holds(0) != other.holds(1));
      }
      count["G20"].add(!a.agree(1, 4) || a.dimension_of_H != 2 * r, a.holds(1) != b.holds(3));
      auto const regular = [&](std::size_t k) { return a.holds(k) && b.holds(k); };
      bool const both =
          regular(1) != regular(0) || regular(2) != regular(0) || regular(3) != regular(0);
      count["G22"].add(both, a.holds(3) != regular(0));
      if (path.base_dimension() == 0) count["H6"].add(both, a.holds(3) != regular(0));
      if (!path.reversible()) continue;
      auto const minus_at_inverse =
          conditions(path.system, path.system.inverse(path.arrow(t)), unit_minus);
      double const of_F_plus = double(plus_determinant(path.system, path.arrow(t)) / plus_at_unit);
      bool const plus_holds = of_F_plus > 1e-6;
      between(minus_at_inverse.sizes[0] - of_F_plus);
      at_one_arrow(a.sizes[0] - of_F_plus);
      count["G26"].add(!minus_at_inverse.agree(0, 4) || minus_at_inverse.holds(0) != plus_holds,
                       a.holds(0) != plus_holds);
      // F^+ at g^-1 against F^- at g.
      auto const plus_at_inverse = conditions(plus.system, path.arrow(t), unit_plus);
      bool const minus_holds =
          plus_determinant(path.system, path.system.inverse(path.arrow(t))) > 1e-6Q * plus_at_unit;
      count["G27"].add(!plus_at_inverse.agree(0, 4) || minus_holds != a.holds(0),
                       plus_holds != a.holds(0));
    }
    for (auto const& [id, n] : count) {
      study.measure(id, "as printed", name,
                    {.value = double(n.reading), .details = {{"arrows", double(ts.size())}}});
      of_controls[id] += n.control;
    }
    if (path.reversible()) supply(study, {{"G25", between}}, name);
  }
  supply_controls(study, {{"G25", "F^- at g", at_one_arrow}});
  for (auto const& [id, n] : of_controls) supply_controls(study, {{id, "other side", n}});
}

void draw(Study& study) {
  auto const all = paths();
  for (std::size_t k = 0; k < 3; ++k) {
    auto& table = study.table("regularity_" + all[k].system.name, {"s", "i", "ii", "iii", "iv"});
    auto const unit = regularity(all[k].system, all[k].arrow(0));
    int const points = study.quick ? 12 : 48;
    for (int j = 0; j <= points; ++j) {
      Q const t = Q(all[k].end) * j / points;
      std::vector<double> row{double(t)};
      for (double const size : conditions(all[k].system, all[k].arrow(t), unit).sizes)
        row.push_back(size);
      table.add(row);
    }
  }
}

/// Rank of the rows of `first` and `second` together minus that of `second`.
int outside(Rows const& first, Rows const& second) {
  auto both = second;
  both.insert(both.end(), first.begin(), first.end());
  return rank(both) - rank(second);
}
/// A point of the base.
Numbers random_point(PathOfArrows const& path, Dice& dice) {
  auto x = dice.numbers(std::size_t(path.system.name == "Veselova" ? 3 : path.base_dimension()), 1);
  return path.system.name == "Veselova" ? times(1 / sqrtq(dot(x, x)), x) : x;
}

/// Remark 3.1: the tangents of M_c within the fibres at 20 units.
void units(Study& study) {
  Dice dice(63);
  for (auto const& path : paths()) {
    auto const& s = path.system;
    int const r = int(s.distribution(s.source(path.arrow(0))).size());
    int deviation = 0;
    for (int k = 0; k < 20; ++k) {
      auto const unit = s.unit(random_point(path, dice));
      for (auto const& moved : {s.right_moved, s.left_moved})
        deviation =
            std::max(deviation, std::abs(s.rank - rank(constraint_forms(s, unit, moved)) - r));
    }
    supply(study, {{"G7", deviation}}, s.name);
  }
  // (x_0, x_1) = (cos t, sin t) in the pair groupoid of R: r = 0, and the fibre is touched at 0.
  int deviation = 0;
  for (int k = 0; k < 20; ++k) {
    Q const slope = derivative([&](Q t) {
      Q const x1 = sinq(M_PIq * k / 10) + t;
      return x1 * x1 - 1;
    });
    deviation = std::max(deviation, 1 - rank({{slope}}));
  }
  supply_controls(study, {{"G7", "circle without units", deviation}});
}

/// Section 3.2 by linear algebra: G1, G16, G17, G18.
void subspaces(Study& study) {
  double beyond_m = -9, beyond_n = -9;
  int isotropic = 0, exchanged = 0;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    auto const n = std::size_t(s.rank);
    auto const g = path.sample();
    auto const D = s.distribution(s.source(g)), D_after = s.distribution(s.target(g));
    std::size_t const r = D.size();
    beyond_m = larger_or_nan(beyond_m, double(r) - path.base_dimension());
    beyond_n = larger_or_nan(beyond_n, double(r) - double(n));

    // F and F-bar annihilate the lifts of the annihilator of D_c; Omega((a, b), (a', b')) =
    // G(a', b) - G(a, b').
    auto const e = unit_vectors(s.rank);
    Numbers const zero(n, Q(0));
    auto const annihilator = null_space(D, s.rank), after = null_space(D_after, s.rank);
    Rows lifts, lifts_after;
    for (auto const& c : annihilator) lifts.push_back(together(c, zero));
    for (auto const& c : after) lifts_after.push_back(together(zero, c));
    auto const F = null_space(lifts, int(2 * n)), F_bar = null_space(lifts_after, int(2 * n));
    supply(study, {{"G16", std::abs(rank(F) - int(n + r)) + std::abs(rank(F_bar) - int(n + r))}},
           s.name);
    auto const G =
        table_of(e, e, [&](auto const& a, auto const& b) { return bilinear(s, g, a, b); });
    auto const value = [&](Numbers const& a, Numbers const& b) {
      Q sum = 0;
      for (std::size_t i = 0; i < n; ++i) sum += a[i] * dot(G[i], b);
      return sum;
    };
    auto const Omega = [&](Numbers const& u, Numbers const& v) {
      return value(part(v, 0, n), part(u, n, n)) - value(part(u, 0, n), part(v, n, n));
    };
    auto const complement = [&](Rows const& of) {
      return null_space(
          int(2 * n), [&](Numbers const& c, int row) { return Omega(of[std::size_t(row)], c); },
          int(of.size()));
    };
    Rows both;
    for (auto const& d : D) both.push_back(together(d, zero));
    for (auto const& d : D_after) both.push_back(together(zero, d));
    isotropic += outside(complement(both), both);

    // The prolonged F^- maps (a, b) to a and the change of F^-(L_d); F^+ to b and that of F^+.
    auto const image_defect = [&](Rows const& of, bool plus) {
      Rows image, heads;
      for (auto const& c : of) {
        auto const a = part(c, 0, n), b = part(c, n, n);
        image.push_back(
            together(plus ? b : a, derivative([&](Q t) {
                       auto const moved = s.right_moved(s.left_moved(g, times(t, a)), times(t, b));
                       Numbers p;
                       for (auto const& eta : e)
                         p.push_back(plus ? left_field(s, moved, eta) : right_field(s, moved, eta));
                       return p;
                     })));
        heads.push_back(plus ? b : a);
      }
      return std::abs(int(n + r) - rank(image)) + outside(heads, plus ? D_after : D);
    };
    supply(study,
           {{"G17", outside(complement(F), F) + outside(complement(F_bar), F_bar)},
            {"G18", image_defect(F, false) + image_defect(F_bar, true)}},
           s.name);
    exchanged += image_defect(F_bar, false);
  }
  supply(study, {{"G1", beyond_m}, {"G1", "rank of the algebroid", beyond_n}});
  supply_controls(
      study, {{"G17", "D_c at both ends", isotropic}, {"G18", "F-bar in place of F", exchanged}});
}

/// Whether the next arrow is not unique or the evolution operator singular.
bool ambiguous(DiscreteSystem const& s, Arrow const& g, Arrow const& next) {
  // F^- as seen from F^+(g), by Newton's method from five starts near the unit.
  Dice dice(62);
  auto const unit = s.unit(s.target(g));
  auto const p = legendre_plus(s, g);
  bool unique = true;
  for (int start = 0; start < 5; ++start) {
    auto const root = newton_root(dice.numbers(std::size_t(s.rank), 0.05Q), [&](Numbers const& xi) {
      auto const arrow = s.right_moved(unit, xi);
      return together(s.constraint(arrow), difference(legendre_minus(s, arrow), p));
    });
    unique = unique && distance(s.right_moved(unit, root), next) < 1e-18;
  }
  auto const ratio = determinant(left_regularity(s, g)) / determinant(right_regularity(s, next));
  return !unique || !(absolute(ratio) > 1e-9Q);
}

/// G3, G4, G4/solution and G24.
void evolution(Study& study) {
  int ambiguous_ones = 0;
  Largest other_sign, map_of_others, solution_of_others;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    auto const g = path.sample(), next = evolved(s, g);
    ambiguous_ones += ambiguous(s, g, next);
    auto const back = s.inverse(next), before = s.inverse(g);
    auto rest = rest_on_distribution(s, back, euler_lagrange(s, back, before));
    for (auto const& arrow : {back, before})
      rest = larger_or_nan(rest, double(largest(s.constraint(arrow))));
    if (!path.reversible()) {
      map_of_others(reversibility_of_map(s, g));
      solution_of_others(rest);
      continue;
    }
    auto const plus = legendre_plus(s, g), minus = legendre_minus(s, before);
    other_sign(largest(difference(plus, minus)));
    supply(study,
           {{"G3", double(largest(sum(plus, minus)))},
            {"G4", reversibility_of_map(s, g)},
            {"G4/solution", rest}},
           s.name);
  }
  // From y_0 = -3 to y_1 = 1: F^+ is singular, and the next pair has y_2 = 5.
  auto const s = particle(h);
  Arrow const folded{0, -3, 0, 0.5Q, 1, -0.5Q}, next{0.5Q, 1, -0.5Q, 0.5Q, 5, -0.5Q};
  supply(study, {{"G24", ambiguous_ones}});
  supply_controls(study, {{"G24", "singular F^+", ambiguous(s, folded, next)},
                          {"G3", "plus F^- o i", other_sign},
                          {"G4", "irreversible systems", map_of_others},
                          {"G4/solution", "irreversible systems", solution_of_others}});
}

/// (4.5) for Suslov, with matrices: p(xi) = Tr((dL_d/dg) xi g), and Ad*_g p (xi) = p(g xi g^-1).
void coadjoint_form(Study& study) {
  auto const path = paths()[1];
  auto const& s = path.system;
  auto const J = suslov_mass_tensor();
  Dice dice(64);
  Largest printed, inverse;
  auto const compare = [&](Arrow const& g1, Arrow const& g2, std::size_t components) {
    auto const momentum = [&](Arrow const& g, Numbers const& xi) {
      return -trace_of_product(product(xi, g), J) / h;
    };
    auto const of_44 = euler_lagrange(s, g1, g2);
    for (std::size_t i = 0; i < components; ++i) {
      auto const E = hat(unit_vectors(3)[i]);
      auto const turned = product(product(g1, E), transposed(g1)),
                 turned_back = product(product(transposed(g1), E), g1);
      // At a solution both vanish on D_c; elsewhere they are opposite to each other.
      Q const expected = components == 2 ? 0 : -of_44[i], size = largest(of_44);
      printed((momentum(g2, E) - momentum(g1, turned) - expected) / size);
      inverse((momentum(g2, E) - momentum(g1, turned_back) - expected) / size);
    }
  };
  for (int k = 0; k < 20; ++k)
    compare(rodrigues(dice.numbers(3, 1)), rodrigues(dice.numbers(3, 1)), 3);
  auto const g = path.sample();
  compare(g, evolved(s, g), 2);
  supply(study, {{"G6", printed}});
  supply_controls(study, {{"G6", "Ad* of the inverse", inverse}});
}

}  // namespace

void theorems(Study& study) {
  study.uses("E7");
  regularity_theorems(study);
  study.progress(0.5);
  draw(study);
  units(study);
  subspaces(study);
  evolution(study);
  coadjoint_form(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
