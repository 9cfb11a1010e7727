#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/regularity.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::theorems_study {

namespace {

Quad const h = 0.1_quad;

/// Determinants of theorem 3.9 at an arrow of M_c, relative to those at the unit.
struct Conditions {
  std::array<double, 4> sizes;
  long dimension_of_H;

  /// True for a regular arrow: a singular arrow has at most 1e-11, a regular one at least 1e-2.
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
    c.sizes[k] = double(abs(r.determinant[k] / at_unit.determinant[k]));
  return c;
}
/// Side of a path: F^- along it, or F^+ as F^- of L_d o i along the inverse arrows.
struct Side {
  DiscreteSystem system;
  std::function<Arrow(Quad)> arrow;
};
Side side_of(PathOfArrows const& path, bool plus) {
  if (!plus) return {path.system, path.arrow};
  return {opposite(path.system), [path](Quad t) { return path.system.inverse(path.arrow(t)); }};
}
/// Parameters of the unit, of a regular arrow and, for either side, of the first singular arrow if
/// there is one.
std::vector<Quad> parameters(PathOfArrows const& path) {
  std::vector<Quad> all{0, Quad(path.end) / 8};
  int const cells = 8;
  for (bool const plus : {false, true}) {
    auto const side = side_of(path, plus);
    auto const fourth = [&](Quad t) {
      return regularity(side.system, side.arrow(t)).determinant[3];
    };
    Quad const at_unit = fourth(0);
    for (int k = 1; k <= cells; ++k) {
      Quad const from = Quad(path.end) * (k - 1) / cells, to = Quad(path.end) * k / cells;
      if (fourth(to) * at_unit > 0) continue;
      all.push_back(root_between(from, to, fourth));
      break;
    }
  }
  return all;
}

/// Numbers of arrows at which the conditions disagree, and at which those of a false statement do.
struct Disagreements {
  int reading = 0, control = 0;
  void add(bool at_reading, bool at_control) {
    reading += at_reading;
    control += at_control;
  }
};

/// Numbers of proposition 3.16 and corollaries 3.17, 3.18 on a path: F^- (F^+) at g^-1 against F^+
/// (F^-) at g or, in the controls, both at g.
struct AtInverses {
  Largest between, at_one_arrow;
  Disagreements of_minus, of_plus;
};
AtInverses at_inverses(PathOfArrows const& path, std::vector<Quad> const& ts) {
  auto const& s = path.system;
  auto const opposed = opposite(s);
  auto const unit_minus = regularity(s, path.arrow(0)),
             unit_plus = regularity(opposed, path.arrow(0));
  Quad const plus_at_unit = plus_determinant(s, path.arrow(0));
  AtInverses result;
  for (Quad const t : ts) {
    Arrow const g = path.arrow(t), inverse = s.inverse(g);
    auto const at_g = conditions(s, g, unit_minus), at_inverse = conditions(s, inverse, unit_minus),
               plus_at_inverse = conditions(opposed, g, unit_plus);
    double const of_F_plus = double(plus_determinant(s, g) / plus_at_unit);
    bool const plus_holds = of_F_plus > 1e-6,
               minus_holds = plus_determinant(s, inverse) > 1e-6 * plus_at_unit;
    result.between(at_inverse.sizes[0] - of_F_plus);
    result.at_one_arrow(at_g.sizes[0] - of_F_plus);
    result.of_minus.add(!at_inverse.agree(0, 4) || at_inverse.holds(0) != plus_holds,
                        at_g.holds(0) != plus_holds);
    result.of_plus.add(!plus_at_inverse.agree(0, 4) || minus_holds != at_g.holds(0),
                       plus_holds != at_g.holds(0));
  }
  return result;
}
/// Controls of G25, G26, G27: L_d of the particle with x_0 z_1/(10 h), which i does not preserve,
/// on the particle's path and on the path of the inverses.
void without_reversibility(Study& study) {
  auto forth = paths()[0];
  forth.system.lagrangian = [s = forth.system](JetVector const& g) {
    return s.lagrangian(g) + g[0] * g[5] / (10 * h);
  };
  auto back = forth;
  back.arrow = [forth](Quad t) { return forth.system.inverse(forth.arrow(t)); };
  forth.system.name = "path", back.system.name = "path of the inverses";
  for (auto const& path : {forth, back}) {
    auto const at = at_inverses(path, parameters(path));
    supply_controls(study,
                    {{"G25", "not reversible", at.between},
                     {"G26", "not reversible", at.of_minus.reading},
                     {"G27", "not reversible", at.of_plus.reading}},
                    path.system.name);
  }
}

/// Tests theorem 3.9 and its consequences: G5, G19, G20, G22, G25, G26, G27, H6.
void regularity_theorems(Study& study) {
  std::map<std::string, int> of_controls;
  Largest at_one_arrow;
  int printed = 0, right = 0;
  for (auto const& path : paths()) {
    auto const& name = path.system.name;
    Side const minus = side_of(path, false), plus = side_of(path, true);
    auto const ts = parameters(path);
    auto const unit_minus = regularity(minus.system, minus.arrow(0)),
               unit_plus = regularity(plus.system, plus.arrow(0));
    long const r = path.system.distribution(path.system.source(path.arrow(0))).cols();
    std::map<std::string, Disagreements> count;
    int without_bar = 0;
    for (Quad const t : ts) {
      auto const a = conditions(minus.system, minus.arrow(t), unit_minus),
                 b = conditions(plus.system, plus.arrow(t), unit_plus);
      for (auto const& [one, other] : {std::pair{a, b}, {b, a}}) {
        count["G5"].add(!one.agree(0, 4) || one.dimension_of_H != 2 * r,
                        one.holds(0) != other.holds(3));
        count["G19"].add(!one.agree(0, 2), one.holds(0) != other.holds(1));
      }
      without_bar += b.holds(0) != a.holds(2);
      count["G20"].add(!a.agree(1, 4) || a.dimension_of_H != 2 * r, a.holds(1) != b.holds(3));
      auto const regular = [&](std::size_t k) { return a.holds(k) && b.holds(k); };
      bool const both =
          regular(1) != regular(0) || regular(2) != regular(0) || regular(3) != regular(0);
      count["G22"].add(both, a.holds(3) != regular(0));
      if (path.base_dimension() == 0) count["H6"].add(both, a.holds(3) != regular(0));
    }
    if (path.reversible()) {
      auto const at = at_inverses(path, ts);
      supply(study, {{"G25", at.between}}, name);
      at_one_arrow(at.at_one_arrow.value);
      count["G26"] = at.of_minus;
      count["G27"] = at.of_plus;
    }
    for (auto const& [id, n] : count) {
      study.measure(id, id == "G5" ? "with the bar" : "as printed", name,
                    {.value = double(n.reading), .details = {{"arrows", double(ts.size())}}});
      of_controls[id] += n.control;
    }
    supply(study, {{"G5", without_bar}}, name);
    printed += without_bar, right += count["G5"].reading;
  }
  study.add_erratum("E33", printed, right, "arrows at which the conditions disagree");
  supply_controls(study, {{"G25", "F^- at g", at_one_arrow}});
  without_reversibility(study);
  for (auto const& [id, n] : of_controls) supply_controls(study, {{id, "other side", n}});
}

void draw(Study& study) {
  auto const all = paths();
  for (std::size_t k = 0; k < 3; ++k) {
    auto& table = study.table("regularity_" + all[k].system.name, {"s", "i", "ii", "iii", "iv"});
    auto const unit = regularity(all[k].system, all[k].arrow(0));
    int const points = study.quick ? 12 : 48;
    for (int j = 0; j <= points; ++j) {
      Quad const t = Quad(all[k].end) * j / points;
      std::vector<double> row{double(t)};
      for (double const size : conditions(all[k].system, all[k].arrow(t), unit).sizes)
        row.push_back(size);
      table.add(row);
    }
  }
}

/// Rank of the columns of `first` and `second` together, minus the rank of `second`.
long outside(Matrix const& first, Matrix const& second) {
  Matrix both(first.rows(), first.cols() + second.cols());
  both << first, second;
  return rank(both, 1e-15) - rank(second, 1e-15);
}
/// Random point of the base.
Vector random_point(PathOfArrows const& path, Random& random) {
  bool const on_sphere = path.system.name == "Veselova";
  Vector const x = random_vector(random, on_sphere ? 3 : path.base_dimension());
  return on_sphere ? Vector(x / sqrt(x.squaredNorm())) : x;
}

/// Tests remark 3.1: tangents of M_c within the fibres at 20 units.
void units(Study& study) {
  for (auto const& path : paths()) {
    auto const& s = path.system;
    long const r = s.distribution(s.source(path.arrow(0))).cols();
    long deviation = 0;
    for (int k = 1; k <= 20; ++k) {
      Random random(1, k);
      auto const unit = s.unit(random_point(path, random));
      for (Matrix const& forms : {right_constraint_forms(s, unit), left_constraint_forms(s, unit)})
        deviation = std::max(deviation, std::abs(s.rank - rank(forms, 1e-15) - r));
    }
    supply(study, {{"G7", deviation}}, s.name);
  }
  // (x_0, x_1) = (cos t, sin t) in the pair groupoid of R: r = 0, and M_c is tangent to the fibre
  // at t = 0.
  long deviation = 0;
  for (int k = 0; k < 20; ++k) {
    Quad const slope = derivative([&](QuadJet const& t) {
      QuadJet const x1 = sin(quad_pi * k / 10) + t;
      return x1 * x1 - 1;
    });
    deviation = std::max(deviation, 1 - rank(Matrix{{slope}}));
  }
  supply_controls(study, {{"G7", "circle without units", deviation}});
}

/// Tests section 3.2 by linear algebra: G1, G16, G17, G18.
void subspaces(Study& study) {
  double beyond_m = -9, beyond_n = -9;
  long isotropic = 0, exchanged = 0;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    auto const g = path.sample();
    Matrix const D = s.distribution(s.source(g)), D_after = s.distribution(s.target(g));
    long const n = s.rank, r = D.cols();
    beyond_m = larger_or_nan(beyond_m, double(r) - path.base_dimension());
    beyond_n = larger_or_nan(beyond_n, double(r - n));

    // F and F-bar annihilate the lifts of the annihilator of D_c; Omega((a, b), (a', b')) = G(a',
    // b) - G(a, b').
    auto const annihilated = [n](Matrix const& of, bool at_end) {
      Matrix const annihilator = kernel(of.transpose());
      Matrix forms = Matrix::Zero(annihilator.cols(), 2 * n);
      forms.middleCols(at_end ? n : 0, n) = annihilator.transpose();
      return kernel(forms);
    };
    Matrix const F = annihilated(D, false), F_bar = annihilated(D_after, true), G = bilinear(s, g);
    supply(study,
           {{"G16", std::abs(rank(F, 1e-15) - n - r) + std::abs(rank(F_bar, 1e-15) - n - r)}},
           s.name);
    Matrix Omega = Matrix::Zero(2 * n, 2 * n);
    Omega.topRightCorner(n, n) = -G;
    Omega.bottomLeftCorner(n, n) = G.transpose();
    auto const complement = [&](Matrix const& of) { return kernel(of.transpose() * Omega); };
    Matrix both = Matrix::Zero(2 * n, 2 * r);
    both.topLeftCorner(n, r) = D;
    both.bottomRightCorner(n, r) = D_after;
    isotropic += outside(complement(both), both);

    // The prolonged F^- maps (a, b) to a and the change of F^-(L_d); F^+ maps it to b and the
    // change of F^+.
    auto const image_defect = [&](Matrix const& of, bool plus) {
      Matrix const unit = Matrix::Identity(n, n), heads = plus ? of.bottomRows(n) : of.topRows(n);
      Matrix image(2 * n, of.cols());
      for (long j = 0; j < of.cols(); ++j)
        image.col(j) << heads.col(j), derivative([&](QuadJet const& t) {
          JetVector const moved =
              s.right_moved(s.left_moved(g, t * of.col(j).head(n)), t * of.col(j).tail(n));
          return plus ? left_fields(s, moved, unit) : right_fields(s, moved, unit);
        });
      return std::abs(n + r - rank(image, 1e-15)) + outside(heads, plus ? D_after : D);
    };
    supply(study,
           {{"G17", outside(complement(F), F) + outside(complement(F_bar), F_bar)},
            {"G18", image_defect(F, false) + image_defect(F_bar, true)}},
           s.name);
    exchanged += image_defect(F_bar, false);
  }
  supply(study, {{"G1", beyond_m}, {"G1", "rank of the algebroid", beyond_n}});
  supply_controls(study,
                  {{"G17", "D_c at both ends", isotropic}, {"G18", "F̄ in place of F", exchanged}});
}

/// True if the next arrow is not unique or the evolution operator is singular.
bool ambiguous(DiscreteSystem const& s, Arrow const& g, Arrow const& next) {
  // Roots of F^- = F^+(g) by Newton's method from five starting points near the unit.
  Vector const p = legendre_plus(s, g);
  bool unique = true;
  for (int start = 1; start <= 5; ++start) {
    Random random(1, start);
    auto const root = arrow_of_momentum(s, s.target(g), p, random_vector(random, s.rank, 0.05));
    unique = unique && distance(root, next) < 1e-18;
  }
  auto const ratio = determinant(left_regularity(s, g)) / determinant(right_regularity(s, next));
  return !unique || !(abs(ratio) > 1e-9_quad);
}

/// Number of arrows h of M_c with F^-(h) = F^+(g) other than the next one, regular as g and the
/// next one are, that Newton's method finds from 40 tangents of M_c at the unit.
long second_roots(DiscreteSystem const& s, Arrow const& g) {
  Arrow const unit = s.unit(s.target(g));
  Matrix const tangents = right_tangents(s, unit);
  auto const is_regular = [&](Arrow const& h) {
    Matrix const minus = right_regularity(s, h), plus = left_regularity(s, h);
    return rank(minus, 1e-6) == minus.rows() && rank(plus, 1e-6) == plus.rows();
  };
  std::vector<Arrow> roots{evolved(s, g)};
  if (!is_regular(g) || !is_regular(roots[0]))
    throw std::runtime_error("singular arrow of " + s.name);
  for (int start = 1; start <= 40; ++start) {
    Random random(2, start);
    Vector const from = tangents * random_vector(random, tangents.cols(), 3.14);
    try {
      auto const root = arrow_of_momentum(s, s.target(g), legendre_plus(s, g), from);
      bool const is_new =
          std::ranges::all_of(roots, [&](Arrow const& r) { return distance(root, r) > 1e-9; });
      // M_c of the sleigh, (4.6), has |theta| < pi.
      bool const in_M_c = s.name != "sleigh" || abs(root[0]) < quad_pi;
      if (is_new && in_M_c && is_regular(root)) roots.push_back(root);
    } catch (std::runtime_error const&) {  // no root from this tangent
    }
  }
  return std::ssize(roots) - 1;
}

/// Tests G3, G4, G4/solution and G24.
void evolution(Study& study) {
  int ambiguous_ones = 0;
  Largest other_sign, map_of_others, solution_of_others;
  for (auto const& path : paths()) {
    auto const& s = path.system;
    Arrow const g = path.sample(), next = evolved(s, g);
    ambiguous_ones += ambiguous(s, g, next);
    if (s.name == "Suslov" || s.name == "sleigh")
      supply(study, {{"G24", "operators with another value at g_0", second_roots(s, g)}}, s.name);
    Arrow const back = s.inverse(next), before = s.inverse(g);
    double const rest =
        worst_of(rest_on_distribution(s, back, euler_lagrange(s, back, before)),
                 largest_entry(s.constraint(back)), largest_entry(s.constraint(before)));
    if (!path.reversible()) {
      map_of_others(reversibility_of_map(s, g));
      solution_of_others(rest);
      continue;
    }
    Vector const plus = legendre_plus(s, g), minus = legendre_minus(s, before);
    other_sign(distance(plus, minus));
    supply(study,
           {{"G3", largest_entry(plus + minus)},
            {"G4", reversibility_of_map(s, g)},
            {"G4/solution", rest}},
           s.name);
  }
  // From y_0 = -3 to y_1 = 1 F^+ is singular, and the next pair has y_2 = 5.
  Arrow const folded{{0, -3, 0, 0.5_quad, 1, -0.5_quad}},
      next{{0.5_quad, 1, -0.5_quad, 0.5_quad, 5, -0.5_quad}};
  supply(study, {{"G24", ambiguous_ones}});
  supply_controls(study, {{"G24", "singular F^+", ambiguous(particle(h), folded, next)},
                          {"G24", "particle", second_roots(particle(h), paths()[0].sample())},
                          {"G3", "plus F^- ∘ i", other_sign},
                          {"G4", "irreversible systems", map_of_others},
                          {"G4/solution", "irreversible systems", solution_of_others}});
}

/// Tests (4.5) for Suslov by matrices: p(xi) = Tr((dL_d/dg) xi g), and Ad*_g p (xi) = p(g xi g^-1).
void coadjoint_form(Study& study) {
  auto const path = paths()[1];
  auto const& s = path.system;
  Matrix3 const J = suslov_mass_tensor();
  Largest printed, inverse;
  auto const compare = [&](Arrow const& a, Arrow const& b, long components) {
    Matrix3 const g1 = matrix_of(a), g2 = matrix_of(b);
    auto const momentum = [&](Matrix3 const& g, Matrix3 const& xi) {
      return -trace_of_product(xi * g, J) / h;
    };
    Vector const of_44 = euler_lagrange(s, a, b);
    for (long i = 0; i < components; ++i) {
      Matrix3 const E = hat<Quad>(Vector3::Unit(i)), turned = g1 * E * g1.transpose(),
                    turned_back = g1.transpose() * E * g1;
      // At a solution both vanish on D_c; elsewhere they are opposite.
      Quad const expected = components == 2 ? 0 : -of_44[i], size = largest_entry(of_44);
      printed(double((momentum(g2, E) - momentum(g1, turned) - expected) / size));
      inverse(double((momentum(g2, E) - momentum(g1, turned_back) - expected) / size));
    }
  };
  for (int k = 1; k <= 20; ++k) {
    Random random(1, k);
    auto const rotation = [&] { return entries_of(rodrigues(random_vector(random, 3))); };
    Arrow const first = rotation(), second = rotation();
    compare(first, second, 3);
  }
  auto const g = path.sample();
  compare(g, evolved(s, g), 2);
  supply(study, {{"G6", printed}});
  supply_controls(study, {{"G6", "Ad* of the inverse", inverse}});
}

}  // namespace

void theorems(Study& study) {
  for (char const* const erratum : {"E7", "E33"}) study.uses(erratum);
  regularity_theorems(study);
  study.progress(0.5);
  draw(study);
  units(study);
  subspaces(study);
  evolution(study);
  coadjoint_form(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::theorems_study
