#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/discrete_systems.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/instances.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/semi_implicit.hpp"
#include "experiments/theory/linear_algebra.hpp"

namespace rattleback::mclachlan_perlmutter_2006::discrete_principle_study {

namespace {

using namespace theory;

Quad const h = 0.1_quad;

/// Part of a force that no multiplier can balance: its components along a basis of C_q.
double residual_in_distribution(NaturalSystem const& system, Vector const& q, Vector const& force) {
  return largest_entry(system.distribution(q).transpose() * force);
}
/// Left side of (4.11) or (4.14) at the middle one of three nodes.
Vector printed_left_side(NaturalSystem const& system, Node node, Vector const& q0, Vector const& q1,
                         Vector const& q2) {
  Vector const second = (q2 - 2 * q1 + q0) / (h * h);
  if (node == Node::start) return second + system.gradient(q1);
  return second +
         (system.gradient(node_of(node, q0, q1)) + system.gradient(node_of(node, q1, q2))) / 2;
}

/// Initial node of the paths, and a pair of C_d from it.
Vector start_of(NaturalSystem const& system) {
  return Vector{{0.5_quad, 0.3_quad, -0.4_quad, 0.2_quad}}.head(system.n);
}
Arrow first_pair(DiscreteSystem const& s, NaturalSystem const& system) {
  RandomNumbers random;
  return random_pair(s, system, start_of(system), h, random);
}

/// Velocity v_(i+1) of (4.12) with its multipliers as printed, A A^T lambda = A (grad V + sign
/// v_i/h).
Vector first_order_velocity(NaturalSystem const& system, Vector const& q1, Vector const& v0, Quad h,
                            int sign) {
  Matrix const A = system.forms(q1);
  Vector const gradient = system.gradient(q1),
               lambda = solution(Matrix(A * A.transpose()), Vector(A * (gradient + sign / h * v0)));
  return v0 - h * gradient + h * A.transpose() * lambda;
}

/// Compares the formulas of the two methods with the DLA map by its definition.
void formulas(Study& study, NaturalSystem const& system) {
  for (auto const node : {Node::start, Node::middle}) {
    auto const s = discrete(system, node, node, h);
    auto const nodes = path_of(s, first_pair(s, system), 2);
    auto const &q0 = nodes[0], &q1 = nodes[1], &q2 = nodes[2];
    Vector const v = (q2 - q1) / h;
    // Residual of the equations with the gradients at the nodes `forces`, A of the reaction and A
    // of the constraint at given nodes.
    auto const residual = [&](Node forces, Node reaction, Node constraint) {
      Vector const left = printed_left_side(system, forces, q0, q1, q2);
      return larger_or_nan(
          residual_in_distribution(system, node_of(reaction, q1, q2), left) / largest_entry(left),
          largest_entry(system.forms(node_of(constraint, q1, q2)) * v));
    };
    auto const rest = [&](Node forces) { return residual(forces, Node::start, node); };
    if (node == Node::middle) {
      study.measure("C55", "as printed", system.name, {rest(node)});
      study.control("C55", "gradient at the node", system.name, {rest(Node::start)});
      study.control("C55", "A at the node in the constraint", system.name,
                    {residual(node, Node::start, Node::start)});
      study.control("C55", "A at the midpoint in the reaction", system.name,
                    {residual(node, node, node)});
      continue;
    }
    study.measure("C53", "as printed", "(4.11), " + system.name, {rest(node)});
    study.control("C53", "gradient at the midpoints", system.name, {rest(Node::middle)});
    Vector const v0 = (q1 - q0) / h, v1 = first_order_velocity(system, q1, v0, h, -1),
                 of_plus = first_order_velocity(system, q1, v0, h, 1);
    Matrix const A = system.forms(q1);
    study.measure("C53", "as printed", "(4.12), " + system.name, {distance(q1 + h * v1, q2)});
    study.measure("C54", "as printed", system.name, {largest_entry(A * v1)});
    study.control("C54", "plus sign", system.name, {largest_entry(A * of_plus)});
  }
}

/// Measures C58 and C57: (4.18) along ten steps against the DLA principle.
void lines_of_method(Study& study, NaturalSystem const& system, State z) {
  auto const s = discrete(system, Node::start, Node::middle, h),
             with_midpoint = discrete(system, Node::middle, Node::middle, h);
  std::vector<Vector> nodes{z.q - h / 2 * z.v};
  double lines = 0, lines_of_others = 0;
  for (int i = 0; i < 10; ++i) {
    nodes.push_back(z.q + h / 2 * z.v);
    auto const next = semi_implicit_step(system, z, h);
    lines = larger_or_nan(lines, residual_of_lines(system, z, next, h));
    auto other = next;
    other.lambda[0] += h;
    other.state = explicit_lines(system, z, other.lambda, h);
    lines_of_others = larger_or_nan(lines_of_others, residual_of_lines(system, z, other, h));
    z = next.state;
  }
  double slope = 0, slope_of_midpoint = 0, momentum = 0, constraint = 0;
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    Arrow const pair = together(nodes[i], nodes[i + 1]);
    constraint = larger_or_nan(constraint, largest_entry(s.constraint(pair)) / double(h));
    if (i == 0) continue;
    Matrix const plane = system.distribution(nodes[i]);
    // The slope of a path that ends at node i is the discrete momentum there.
    momentum = larger_or_nan(momentum,
                             largest_entry(action_slopes(s, {nodes[i - 1], nodes[i]}, 1, plane)));
    auto const slope_of = [&](DiscreteSystem const& of) {
      return largest_entry(action_slopes(of, nodes, i, plane));
    };
    slope = larger_or_nan(slope, slope_of(s));
    slope_of_midpoint = larger_or_nan(slope_of_midpoint, slope_of(with_midpoint));
  }
  study.measure("C58", "as printed", "critical action, " + system.name, {slope / momentum});
  study.measure("C58", "as printed", "constraint, " + system.name, {constraint});
  study.control("C58", "L_d of (4.13)", system.name, {slope_of_midpoint / momentum});
  study.measure("C57", "lines", system.name, {lines});
  study.control("C57", "other multipliers", system.name, {lines_of_others});
}
/// Tests (4.18) against the DLA principle, its symmetries, and its equations. Counts the systems
/// with reactions that move A and with linear equations.
void semi_implicit_method(Study& study, NaturalSystem const& system, int& linear) {
  RandomNumbers random;
  State const first{start_of(system), random.in_distribution(system, start_of(system))};
  lines_of_method(study, system, first);
  auto const reversed = [](State z) {
    z.v = -z.v;
    return z;
  };
  auto const step = [&](State const& z, Quad h) { return semi_implicit_step(system, z, h).state; };
  // Method (4.12) in these variables.
  auto const first_order = [&](State const& z, Quad h) {
    Vector const q = z.q + h * z.v;
    return State{q, first_order_velocity(system, q, z.v, h, -1)};
  };
  auto const error = [&](State const& back) {
    return larger_or_nan(distance(back.q, first.q), distance(back.v, first.v));
  };
  auto const returned = [&](auto const& map) {
    return error(reversed(map(reversed(map(first, h)), h)));
  };
  study.measure("C34", "symmetric", system.name, {error(step(step(first, h), -h))});
  study.measure("C34", "reversible", system.name, {returned(step)});
  study.control("C34", "F(-h) F(h) of (4.12)", system.name,
                {error(first_order(first_order(first, h), -h))});
  study.control("C34", "R F R F of (4.12)", system.name, {returned(first_order)});
  Matrix const forms = system.forms(first.q),
               moved = system.forms(first.q + forms.row(0).transpose());
  bool const is_linear = second_difference(system, first, h) < 1e-12;
  if (moved != forms)
    linear += is_linear;
  else
    study.control("C57", "a reaction that leaves A alone", system.name, {double(is_linear)});
}

/// Matrices that decide the existence of the forward map at a pair (q_1, q_2) of C_d.
struct Regularity {
  double form;  ///< form (3.13): D_1 D_2 L_d on C_q1 x T C_d(q1)
  /// Matrix of [14]: D_1 D_2 L_d bordered by A and the derivative of the constraint.
  double bordered;
  double equations;  ///< derivative of (3.9), (3.10) with respect to q_2
  double wrong;      ///< D_1 D_2 L_d on C_q1 x C_q1
  double one_node;   ///< D_1 D_1 L_d on C_q1 x T C_d(q1)
};
Regularity regularity(DiscreteSystem const& s, NaturalSystem const& system, Arrow const& g) {
  Matrix const slopes = right_constraint_forms(s, g), G = bilinear(s, g),
               plane = s.distribution(s.source(g)), forms = system.forms(s.source(g));
  long const n = s.rank, m = forms.rows();
  Matrix equations(plane.cols() + m, n), bordered = Matrix::Zero(n + m, n + m);
  equations << h * h * plane.transpose() * G, slopes;
  bordered.topLeftCorner(n, n) = h * h * G;
  bordered.topRightCorner(n, m) = forms.transpose();
  bordered.bottomLeftCorner(m, n) = slopes;
  Matrix const D_11 =
      hessian<Quad>([&](auto const& x) { return s.lagrangian(x); }, g).topLeftCorner(n, n);
  return {conditioning(right_regularity(s, g)), conditioning(bordered), conditioning(equations),
          conditioning(plane.transpose() * G * plane),
          conditioning(plane.transpose() * D_11 * right_tangents(s, g))};
}

/// Tests regular systems, and systems whose potential makes the form of (4.13) degenerate at a
/// pair.
void regularity_conditions(Study& study) {
  RandomNumbers random;
  int for_all = 0, nondegenerate = 0, not_local = 0, ranks = 0, degenerate = 0, tried = 0,
      wrong_form = 0, one_node_only = 0;
  auto const singular = [](double conditioning) { return conditioning < 1e-10; };
  for (auto const& system : natural_systems())
    for (int trial = 0; trial < 8; ++trial)
      for (auto const node : {Node::start, Node::middle}) {
        auto s = discrete(system, node, node, h);
        Vector const q = random(system.n, 0.7_quad);
        Arrow const g = random_pair(s, system, q, h, random);
        bool const make_degenerate = node == Node::middle && trial % 2 == 0;
        if (make_degenerate) {
          // V'' t = -4 t/h^2 cancels the kinetic part of D_1 D_2 L_d along a tangent t of C_d(q_1).
          Vector const t = right_tangents(s, g).col(0);
          auto changed = system;
          Quad const factor = -2 / (h * h * t.squaredNorm());
          changed.potential = [=](JetVector const& at) {
            QuadJet const along = t.cast<QuadJet>().dot(at);
            return factor * along * along;
          };
          s = discrete(changed, node, node, h);
        }
        auto const [form, bordered, equations, wrong, one_node] = regularity(s, system, g);
        long const k = system.k();
        // (3.13) for all v_q1: if k > 1, some v_q1 is orthogonal to the image of each v_q2.
        for_all += (k == 1 && !singular(form)) == singular(bordered);
        wrong_form += singular(wrong) != singular(bordered);
        one_node_only += singular(one_node) != singular(bordered);
        nondegenerate += singular(form) != singular(bordered) || singular(form) != make_degenerate;
        not_local += singular(form) != singular(equations);
        degenerate += singular(form);
        ++tried;
        if (make_degenerate) continue;
        Matrix const slopes = right_constraint_forms(s, g),
                     psi = s.distribution(q).transpose() * bilinear(s, g);
        // Full rank of the k rows of psi's derivative, and of the n - k rows of the constraint.
        ranks += singular(conditioning(psi)) || singular(conditioning(slopes)) || psi.rows() != k ||
                 slopes.rows() != system.n - k;
      }
  std::vector<Detail> const details{{"systems", tried}, {"degenerate", degenerate}};
  study.measure("C42", "for all v", {.value = double(for_all), .details = details});
  study.measure("C42", "nondegenerate form", {.value = double(nondegenerate), .details = details});
  study.measure("S/proposition 3", "nondegenerate form",
                {.value = double(not_local), .details = details});
  study.control("C42", "form on C_q_1 × C_q_1", {double(wrong_form)});
  study.control("C42", "D_1 D_1 L_d", {double(one_node_only)});
  study.measure("C43", {.value = double(ranks), .details = {{"pairs", tried - degenerate}}});
}

/// Previous node of a pair under (4.12), V = |q|^2/2, A = (1, 0, y); empty if there is none.
Vector previous_node(Vector const& q1, Vector const& q2) {
  Vector const row{{1, 0, q1[1]}}, free = (2 - h * h) * q1 - q2;
  // q_0 = free + h^2 lambda row, A(q_0) (q_1 - q_0) = 0, and the reaction does not move y_0.
  Vector const before{{1, 0, free[1]}};
  Quad const slope = before.dot(row);
  if (abs(slope) < 1e-20_quad) return {};
  return free + before.dot(q1 - free) / slope * row;
}
/// Number of points q0 whose pair with q1 = (1, 0) is in C_d of (4.12), A = q on R^2, V = 0, and is
/// mapped to (q1, (1, s)). The multiplier moves x alone, so that q0 = (x, -s), and A(q0)(q1 - q0) =
/// 0 is x^2 - x + s^2 = 0.
int preimages_on_circles(Quad s) {
  NaturalSystem const circles{"circles in R^2", 2, [](JetVector const&) { return QuadJet(0); },
                              [](JetVector const& q) { return MatrixOf<QuadJet>(q.transpose()); }};
  auto const system = discrete(circles, Node::start, Node::start, h);
  Quad const square = 0.25_quad - s * s;
  if (square < 0) return 0;
  Vector const q1{{1, 0}}, q2{{1, s}};
  int found = 0;
  for (int sign : {1, -1}) {
    Arrow const first = together(Vector{{0.5_quad + sign * sqrt(square), -s}}, q1);
    found += largest_entry(system.constraint(first)) < 1e-30 &&
             distance(system.target(evolved(system, first)), q2) < 1e-18;
  }
  return found;
}
void diffeomorphism(Study& study) {
  auto const& system = natural_systems()[0];
  auto const s = discrete(system, Node::start, Node::start, h);
  RandomNumbers random;
  int missed = 0;
  int const pairs = 40;
  for (int i = 0; i < pairs; ++i) {
    Vector const q1 = random(3, 2), q2 = q1 + random.in_distribution(system, q1, h),
                 q0 = previous_node(q1, q2);
    bool const found =
        q0.size() > 0 && distance(s.target(evolved(s, together(q0, q1))), q2) < 1e-18;
    missed += !found;
  }
  study.control("S/proposition 3 (diffeomorphism)", "near the diagonal", {double(missed)});
  // For y_1 = 1 and y_0 = -1 the slope 1 + y_0 y_1 vanishes.
  int unreached = 0;
  for (int i = 0; i < 5; ++i) {
    Quad const z = (i + 1) / 5.0_quad;
    Vector const q1{{0.5_quad, 1, -0.4_quad}}, q2{{0.5_quad - z, 3 - h * h, -0.4_quad + z}};
    unreached +=
        previous_node(q1, q2).size() == 0 && largest_entry(s.constraint(together(q1, q2))) < 1e-30;
  }
  char const* const row = "S/proposition 3 (diffeomorphism)";
  study.measure(row, "as printed", "contact oscillator", {double(unreached)});
  int not_one = 0;
  for (Quad const s : {0.6_quad, -0.6_quad, 0.3_quad, -0.3_quad})
    not_one += preimages_on_circles(s) != 1;
  study.measure(row, "as printed", "circles in $R^2$", {double(not_one)});
}

/// True if D_1 D_2 L_d = -1/h^2 is nondegenerate on C_q1 x C_q, y_1 = 1: its determinant is 1 + y
/// times a number that is not zero.
bool has_regular_hessian(Quad y) { return abs(1 + y) > 1e-10_quad; }
void hessian_of_first_order_method(Study& study) {
  auto const& system = natural_systems()[0];
  auto const s = discrete(system, Node::start, Node::start, h);
  int two_points = 0, one_point = 0, reflected = 0;
  RandomNumbers random;
  for (Quad const y2 : {-1.0_quad, -0.5_quad, 0.3_quad, 0.9_quad, 1.7_quad}) {
    Quad const dz = random();
    Arrow const g{{0.5_quad, 1, -0.4_quad, 0.5_quad - dz, y2, -0.4_quad + dz}};
    bool const regular = regularity(s, system, g).equations > 1e-10;
    two_points += has_regular_hessian(y2) != regular;
    one_point += has_regular_hessian(1) != regular;
    reflected += has_regular_hessian(-1) != regular;
  }
  study.measure("E11", "two points", {double(two_points)});
  study.measure("E11", "one point", {double(one_point)});
  study.control("E11", "reflected point", {double(reflected)});
}

void discrete_equations(Study& study, NaturalSystem const& system) {
  int const N = 6;
  auto const s = discrete(system, Node::middle, Node::middle, h);
  Arrow const g = first_pair(s, system);
  auto const nodes = path_of(s, g, N);
  double out_of_plane = 0, momentum = 0;
  std::vector<double> residuals;
  for (std::size_t i = 0; i + 2 < nodes.size(); ++i) {  // all i for which (3.9) has three nodes
    Arrow const one = together(nodes[i], nodes[i + 1]), two = together(nodes[i + 1], nodes[i + 2]);
    Vector const plus = legendre_plus(s, one);
    momentum = larger_or_nan(momentum, largest_entry(plus));
    auto const slope = [&](Matrix const& X) {
      return largest_entry(action_slopes(s, nodes, i + 1, X));
    };
    residuals.push_back(larger_or_nan(distance(plus, legendre_minus(s, two)),
                                      slope(system.distribution(nodes[i + 1]))));
    out_of_plane = larger_or_nan(out_of_plane, slope(Matrix::Identity(system.n, system.n)));
  }
  double rest = 0;
  int held = 0;
  for (double const residual : residuals) {
    held += residual < 1e-15 * momentum;
    rest = larger_or_nan(rest, residual);
  }
  char const* const row = "S/proposition 2";
  auto const lacking = [&](int range) -> Measured { return {double(range - held)}; };
  study.measure(row, "range as printed", system.name, lacking(N));
  study.measure(row, "range to N - 2", "number, " + system.name, lacking(N - 1));
  study.measure(row, "range to N - 2", "residual, " + system.name, {rest / momentum});
  study.control(row, "all variations", system.name, {out_of_plane / momentum});
  auto const one_sided = discrete(system, Node::start, Node::start, h);
  study.measure("C13", "as printed", system.name, {reversibility_of_map(s, g)});
  study.control("C13", "not invariant", system.name,
                {reversibility_of_map(one_sided, first_pair(one_sided, system))});
}

/// Measures C44: the derivatives of two reversible discrete Lagrangians at random pairs.
void exchanged_derivatives(Study& study, NaturalSystem const& system) {
  auto const centred = discrete(system, Node::middle, Node::middle, h),
             one_sided = discrete(system, Node::start, Node::start, h);
  // (L_d(q_0, q_1) + L_d(q_1, q_0))/2 in a form whose rounding is not symmetric.
  auto mean = one_sided;
  mean.lagrangian = [&](JetVector const& g) {
    return one_sided.lagrangian(g) +
           (system.potential(g.head(system.n)) - system.potential(g.tail(system.n))) / 2;
  };
  // Difference D_1 L_d(q_1, q_0) - D_2 L_d(q_0, q_1), relative to the latter.
  auto const asymmetry = [](DiscreteSystem const& s) {
    return [&s](Vector const& x) {
      Arrow const g = theory::together(x.head(s.rank), x.head(s.rank) + h * x.tail(s.rank));
      Matrix const unit = Matrix::Identity(s.rank, s.rank);
      Vector const second = left_fields(s, g, unit);
      return distance(-right_fields(s, s.inverse(g), unit), second) / largest_entry(second);
    };
  };
  auto const measure = [&](DiscreteSystem const& s, bool is_control, std::string const& instance) {
    study.over(20, numbers(2 * system.n),
               {{"C44", is_control ? "not invariant" : "as printed", asymmetry(s), is_control}},
               0x1p-52, instance);
  };
  measure(centred, false, "(4.13), " + system.name);
  measure(mean, false, "mean of (4.8), " + system.name);
  measure(one_sided, true, system.name);
}

}  // namespace

void discrete_principle(Study& study) {
  for (auto const* id : {"A3", "A4", "A6"}) study.uses(id);
  int linear = 0;
  double done = 0;
  for (auto const& system : natural_systems()) {
    formulas(study, system);
    semi_implicit_method(study, system, linear);
    discrete_equations(study, system);
    exchanged_derivatives(study, system);
    study.progress(done += 0.15);
  }
  study.measure("C57", "nonlinear", {double(linear)});
  regularity_conditions(study);
  diffeomorphism(study);
  hessian_of_first_order_method(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006::discrete_principle_study
