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

/// Theorem 3.9 and what follows from it: G5, G19, G20, G22, G25, G26, G27, H6.
void regularity_theorems(Study& study) {
  struct Count {
    long all = 0, first_two = 0, middle = 0, both = 0, minus_alone = 0, plus_alone = 0;
  };
  for (auto const& path : paths()) {
    auto const& name = path.system.name;
    Side const minus = side_of(path, false), plus = side_of(path, true);
    auto ts = parameters(minus, path.end);
    auto const of_plus = parameters(plus, path.end);
    ts.insert(ts.end(), of_plus.begin() + 2, of_plus.end());
    auto const unit_minus = regularity(minus.system, minus.arrow(0)),
               unit_plus = regularity(plus.system, plus.arrow(0));
    int const r = int(path.system.distribution(path.system.source(path.arrow(0))).size());
    Count count;
    Largest between;
    std::string words;
    for (Q const t : ts) {
      auto const a = conditions(minus.system, minus.arrow(t), unit_minus),
                 b = conditions(plus.system, plus.arrow(t), unit_plus);
      for (auto const& c : {a, b}) {
        count.all += !c.agree(0, 4) || c.dimension_of_H != 2 * r;
        count.first_two += !c.agree(0, 2);
      }
      count.middle += !a.agree(1, 4) || a.dimension_of_H != 2 * r;
      auto const regular = [&](std::size_t k) { return a.holds(k) && b.holds(k); };
      count.both +=
          regular(1) != regular(0) || regular(2) != regular(0) || regular(3) != regular(0);
      words += fmt::format("{}{:.1e}, {:.1e}", words.empty() ? "" : "; ", a.sizes[0], b.sizes[0]);
      if (!path.reversible()) continue;
      // F^- of the system itself at the inverse arrow against F^+ at the arrow, and back.
      auto const minus_at_inverse =
          conditions(path.system, path.system.inverse(path.arrow(t)), unit_minus);
      auto const plus_at_inverse = conditions(plus.system, path.arrow(t), unit_plus);
      between(minus_at_inverse.sizes[0] - b.sizes[0]);
      for (std::size_t k = 0; k < 4; ++k) {
        count.minus_alone += minus_at_inverse.holds(k) != b.holds(k);
        count.plus_alone += plus_at_inverse.holds(k) != a.holds(k);
      }
    }
    auto const counts = [&](char const* id, long n, char const* what) {
      measure(study, name,
              {{id, double(n),
                fmt::format("{} arrows at which {} disagree, unit, regular and singular ones "
                            "(derivatives of F^- and F^+ over those at the unit {})",
                            ts.size(), what, words),
                counted}});
    };
    counts("G5", count.all, "(i) to (iv) of F^- or of F^+");
    counts("G19", count.first_two, "(i) and (ii) of F^- or of F^+");
    counts("G20", count.middle, "(ii), (iii) and (iv) of F^-");
    counts("G22", count.both, "the conditions on both sides");
    if (name == "Suslov" || name == "sleigh")
      counts("H6", count.both, "the one-sided conditions and the derivatives of F^- and F^+");
    if (!path.reversible()) continue;
    measure(study, name,
            {{"G25", between,
              "largest difference of the determinants of F^- at g^-1 and of F^+ at g, over those "
              "at the unit"}});
    counts("G26", count.minus_alone, "the conditions of F^- at g^-1 and those of F^+ at g");
    counts("G27", count.plus_alone, "the conditions of F^+ at g^-1 and those of F^- at g");
  }
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

/// Rank of the rows of `first` and `second` together less that of `second`.
int outside(Rows const& first, Rows const& second) {
  auto both = second;
  both.insert(both.end(), first.begin(), first.end());
  return rank(both) - rank(second);
}

/// Remark 3.1 and section 3.2 by linear algebra: G1, G7, G16, G17, G18.
void subspaces(Study& study) {
  double beyond_m = -9, beyond_n = -9;
  std::vector<std::string> numbers;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    auto const n = std::size_t(s.rank);
    auto const unit = path.arrow(0), g = path.sample();
    auto const D = s.distribution(s.source(g)), D_after = s.distribution(s.target(g));
    std::size_t const r = D.size();
    int const m = path.base_dimension();
    beyond_m = larger_or_nan(beyond_m, double(r) - m);
    beyond_n = larger_or_nan(beyond_n, double(r) - double(n));
    numbers.push_back(fmt::format("{} {}, {}, {}", s.name, m, r, n));

    int const tangents = int(n) - rank(constraint_forms(s, unit, s.right_moved));
    measure(study, s.name,
            {{"G7", std::abs(tangents - int(r)),
              fmt::format("dimension {} of T M_c within E at a unit less r = {}", tangents, r),
              counted}});

    // F = D_c x E, F-bar = E x D_c; Omega((a, b), (a', b')) = G(a', b) - G(a, b').
    auto const e = unit_vectors(s.rank);
    Numbers const zero(n, Q(0));
    Rows F, F_bar;
    for (auto const& d : D) F.push_back(together(d, zero));
    for (auto const& b : e) F.push_back(together(zero, b));
    for (auto const& a : e) F_bar.push_back(together(a, zero));
    for (auto const& d : D_after) F_bar.push_back(together(zero, d));
    measure(study, s.name,
            {{"G16", std::abs(rank(F) - int(n + r)) + std::abs(rank(F_bar) - int(n + r)),
              fmt::format("ranks {} and {} of F and F-bar less n + r = {}", rank(F), rank(F_bar),
                          n + r),
              counted}});
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
    measure(study, s.name,
            {{"G17", outside(complement(F), F) + outside(complement(F_bar), F_bar),
              "dimension outside F of the complement of F, and the same for F-bar", counted}});
    // The prolonged F^- maps (0, b) to G(., b), F^+ maps (a, 0) to G(a, .).
    measure(study, s.name,
            {{"G18", 2 * int(n) - rank(columns(G)) - rank(G),
              "missing rank of the images of F and F-bar", counted}});
  }
  measure(
      study,
      {{"G1", beyond_m,
        fmt::format("largest r - m of the six examples (m, r, n: {})", fmt::join(numbers, "; ")),
        counted},
       {"G1", beyond_n, "largest r - n of the six examples", counted, "rank of the algebroid"}});
}

/// G3, G4, G4/solution and G24.
void evolution(Study& study) {
  int ambiguous = 0;
  std::vector<double> determinants;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    auto const g = path.sample(), next = evolved(s, g);
    // F^- as seen from F^+(g), by Newton's method from five starts near the unit.
    Dice dice(62);
    bool unique = true;
    for (int start = 0; start < 5; ++start) {
      auto const unit = s.unit(s.target(g));
      auto const p = legendre_plus(s, g);
      auto const root =
          newton_root(dice.numbers(std::size_t(s.rank), 0.05Q), [&](Numbers const& xi) {
            auto const arrow = s.right_moved(unit, xi);
            return together(s.constraint(arrow), difference(legendre_minus(s, arrow), p));
          });
      unique = unique && distance(s.right_moved(unit, root), next) < 1e-18;
    }
    Q const plus = determinant(left_regularity(s, g)),
            minus = determinant(right_regularity(s, next));
    determinants.push_back(double(plus / minus));
    ambiguous += !unique || !(std::abs(determinants.back()) > 1e-9);
    if (!path.reversible()) continue;
    auto const back = s.inverse(next);
    measure(study, s.name,
            {{"G3", double(largest(sum(legendre_plus(s, g), legendre_minus(s, s.inverse(g))))),
              "F^+(g) + F^-(i(g)), largest component"},
             {"G4", reversibility_of_map(s, g), "Y(i(Y(g))) - i(g), largest entry"}});
    auto rest = rest_on_distribution(s, back, euler_lagrange(s, back, s.inverse(g)));
    rest = larger_or_nan(rest, double(largest(s.constraint(back))));
    measure(study, s.name,
            {{"G4/solution", rest,
              "part on D_c of the covector of the equations at (h^-1, g^-1), over its size"}});
  }
  measure(study, {{"G24", ambiguous,
                   "examples, of six, with two next arrows from five starts or a singular "
                   "evolution operator (ratio of the determinants of F^+ and F^-: " +
                       in_words(determinants, "{:.3f}") + ")",
                   counted}});
}

/// (4.5) for Suslov: p = dL_d(g) g^-1; its left side is minus that of (4.4).
void signs(Study& study) {
  auto const path = paths()[1];
  auto const& s = path.system;
  auto const g1 = path.sample(), g2 = evolved(s, g1);
  Numbers p1, p2;
  for (auto const& e : unit_vectors(3)) {
    p1.push_back(right_field(s, g1, e));
    p2.push_back(right_field(s, g2, e));
  }
  auto const of_44 = euler_lagrange(s, g1, g2);
  auto const of_45 = difference(p2, applied(transposed(g1), p1));
  measure(study, {{"G6", largest(sum(of_44, of_45)) / absolute(of_44[2]),
                   fmt::format("left side of (4.4) plus that of (4.5) over the multiplier "
                               "{:.3g}, at a solution of Suslov",
                               double(of_44[2]))}});
}

}  // namespace

void theorems(Study& study) {
  regularity_theorems(study);
  study.progress(0.5);
  draw(study);
  subspaces(study);
  evolution(study);
  signs(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
