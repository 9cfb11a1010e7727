#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/discrete_systems.hpp"
#include "experiments/mclachlan_perlmutter_2006/shared/semi_implicit.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

Q const h = 0.1Q;

/// The part of a force that no multiplier can balance: its components along a basis of C_q.
Q residual_in_distribution(NaturalSystem const& system, Numbers const& q, Numbers const& force) {
  Q rest = 0;
  for (auto const& d : system.distribution(q)) rest = larger_or_nan(rest, absolute(dot(d, force)));
  return rest;
}
/// Left side of (4.11) or (4.14) at the middle one of three nodes.
Numbers printed_left_side(NaturalSystem const& system, Node node, Numbers const& q0,
                          Numbers const& q1, Numbers const& q2) {
  auto const second = times(1 / (h * h), sum(sum(q2, times(-2, q1)), q0));
  if (node == Node::start) return sum(second, system.gradient(q1));
  return sum(second, times(0.5Q, sum(system.gradient(node_of(node, q0, q1)),
                                     system.gradient(node_of(node, q1, q2)))));
}

/// Start of the paths: a node and a pair of C_d from it.
Numbers start_of(NaturalSystem const& system) {
  return part({0.5Q, 0.3Q, -0.4Q, 0.2Q}, 0, std::size_t(system.n));
}
Arrow first_pair(DiscreteSystem const& s, NaturalSystem const& system) {
  RandomNumbers random;
  return random_pair(s, system, start_of(system), h, random);
}

/// (4.12) with its multipliers as printed, A A^T lambda = A (grad V + sign v_i/h): v_(i+1).
Numbers first_order_velocity(NaturalSystem const& system, Numbers const& q1, Numbers const& v0, Q h,
                             Q sign) {
  auto const forms = system.forms(q1);
  auto const gradient = system.gradient(q1);
  Rows const square =
      table_of(forms, forms, [](auto const& a, auto const& b) { return dot(a, b); });
  auto const lambda =
      eliminated(square, system.constraint(q1, sum(gradient, times(sign / h, v0)))).x;
  auto v1 = sum(v0, times(-h, gradient));
  for (std::size_t j = 0; j < forms.size(); ++j) v1 = sum(v1, times(h * lambda[j], forms[j]));
  return v1;
}

/// Formulas of the two methods against the DLA map by its definition.
void formulas(Study& study, NaturalSystem const& system) {
  for (auto const node : {Node::start, Node::middle}) {
    auto const s = discrete(system, node, node, h);
    auto const nodes = path_of(s, first_pair(s, system), 2);
    auto const &q0 = nodes[0], &q1 = nodes[1], &q2 = nodes[2];
    auto const v = times(1 / h, sum(q2, times(-1, q1)));
    // Of the equations whose gradients are taken at the nodes that belong to `forces`.
    auto const rest = [&](Node forces) {
      auto const left = printed_left_side(system, forces, q0, q1, q2);
      return double(larger_or_nan(residual_in_distribution(system, q1, left) / largest(left),
                                  largest(system.constraint(node_of(node, q1, q2), v))));
    };
    if (node == Node::middle) {
      study.measure("C55", "as printed", system.name, {rest(node)});
      study.control("C55", "gradient at the node", system.name, {rest(Node::start)});
      continue;
    }
    study.measure("C53", "as printed", "(4.11), " + system.name, {rest(node)});
    study.control("C53", "gradient at the midpoints", system.name, {rest(Node::middle)});
    auto const v0 = times(1 / h, sum(q1, times(-1, q0)));
    auto const v1 = first_order_velocity(system, q1, v0, h, -1);
    study.measure("C53", "as printed", "(4.12), " + system.name,
                  {distance(sum(q1, times(h, v1)), q2)});
    study.measure("C54", "as printed", system.name, {double(largest(system.constraint(q1, v1)))});
    study.control(
        "C54", "plus sign", system.name,
        {double(largest(system.constraint(q1, first_order_velocity(system, q1, v0, h, 1))))});
  }
}

/// (4.18) against the DLA principle, its symmetries, and what it takes to solve it. Counts the
/// systems whose reactions move A and whose equations are linear.
void semi_implicit_method(Study& study, NaturalSystem const& system, int& linear) {
  auto const s = discrete(system, Node::start, Node::middle, h);
  RandomNumbers random;
  State z{start_of(system), {}};
  z.v = random.in_distribution(system, z.q);
  State const first = z;
  std::vector<Numbers> nodes{sum(z.q, times(-h / 2, z.v))};
  double lines = 0, lines_of_others = 0;
  for (int i = 0; i < 10; ++i) {
    nodes.push_back(sum(z.q, times(h / 2, z.v)));
    auto const next = semi_implicit_step(system, z, h);
    lines = larger_or_nan(lines, residual_of_lines(system, z, next, h));
    auto other = next;
    other.lambda.front() += h;
    other.state = explicit_lines(system, z, other.lambda, h);
    lines_of_others = larger_or_nan(lines_of_others, residual_of_lines(system, z, other, h));
    z = next.state;
  }
  auto const with_midpoint = discrete(system, Node::middle, Node::middle, h);
  Q slope = 0, slope_of_midpoint = 0, momentum = 0;
  double constraint = 0;
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    Arrow const pair = together(nodes[i], nodes[i + 1]);
    constraint = larger_or_nan(constraint, double(largest(s.constraint(pair)) / h));
    if (i == 0) continue;
    momentum = larger_or_nan(momentum, largest(legendre_plus(s, pair)));
    for (auto const& d : system.distribution(nodes[i])) {
      slope = larger_or_nan(slope, absolute(action_slope(s, nodes, i, d)));
      slope_of_midpoint =
          larger_or_nan(slope_of_midpoint, absolute(action_slope(with_midpoint, nodes, i, d)));
    }
  }
  study.measure("C58", "as printed", "critical action, " + system.name, {double(slope / momentum)});
  study.measure("C58", "as printed", "constraint, " + system.name, {constraint});
  study.control("C58", "L_d of (4.13)", system.name, {double(slope_of_midpoint / momentum)});
  study.measure("C57", "lines", system.name, {lines});
  study.control("C57", "other multipliers", system.name, {lines_of_others});
  auto const reversed = [](State z) {
    z.v = times(-1, z.v);
    return z;
  };
  auto const step = [&](State const& z, Q h) { return semi_implicit_step(system, z, h).state; };
  // (4.12) in the same variables.
  auto const first_order = [&](State const& z, Q h) {
    auto const q = sum(z.q, times(h, z.v));
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
  auto const forms = system.forms(first.q), moved = system.forms(sum(first.q, forms.front()));
  bool const is_linear = second_difference(system, first, h) < 1e-12;
  if (moved != forms)
    linear += is_linear;
  else
    study.control("C57", "a reaction that leaves A alone", system.name, {double(is_linear)});
}

/// The matrices that decide whether the forward map exists, at a pair (q_1, q_2) of C_d.
struct Regularity {
  double form;       ///< of (3.13): D_1 D_2 L_d on C_q1 x T C_d(q1)
  double bordered;   ///< of [14]: D_1 D_2 L_d with A and the derivative of the constraint
  double equations;  ///< derivative of (3.9), (3.10) by q_2
  double wrong;      ///< D_1 D_2 L_d on C_q1 x C_q1
  bool printed;      ///< whether (3.13) holds for all v_q1 that are not zero
};
/// Rows: derivatives of the constraint functions by q_2.
Rows constraint_slopes(DiscreteSystem const& s, Arrow const& g) {
  auto const count = s.constraint(g).size();
  Rows rows(count, Numbers{});
  for (auto const& e : unit_vectors(s.rank))
    for (std::size_t j = 0; j < count; ++j)
      rows[j].push_back(
          derivative([&](Q t) { return s.constraint(s.right_moved(g, times(t, e)))[j]; }));
  return rows;
}
Regularity regularity(DiscreteSystem const& s, NaturalSystem const& system, Arrow const& g) {
  auto const all = unit_vectors(s.rank);
  auto const slopes = constraint_slopes(s, g);
  auto const mixed = [&](Rows const& left) {
    return table_of(left, all, [&](auto const& a, auto const& b) {
      return times(h * h, {bilinear(s, g, a, b)})[0];
    });
  };
  auto equations = mixed(s.distribution(s.source(g)));
  equations.insert(equations.end(), slopes.begin(), slopes.end());
  auto bordered = mixed(all);
  auto const forms = system.forms(s.source(g));
  for (std::size_t i = 0; i < bordered.size(); ++i)
    for (auto const& row : forms) bordered[i].push_back(row[i]);
  for (auto row : slopes) {
    row.insert(row.end(), forms.size(), Q(0));
    bordered.push_back(row);
  }
  auto const form = right_regularity(s, g);
  auto const plane = s.distribution(s.source(g));
  auto const wrong =
      table_of(plane, plane, [&](auto const& a, auto const& b) { return bilinear(s, g, a, b); });
  // The form at the first v_q2, on the v_q1 of C_q1 that is made orthogonal to it.
  Numbers const first{form[0][0], form[1][0]}, across{-first[1], first[0]};
  bool const printed = absolute(dot(first, across)) > 1e-20Q * dot(first, first);
  return {conditioning(form), conditioning(bordered), conditioning(equations), conditioning(wrong),
          printed};
}

/// Regular systems, and ones whose potential makes the form of (4.13) degenerate at a pair.
void regularity_conditions(Study& study) {
  RandomNumbers random;
  int for_all = 0, nondegenerate = 0, not_local = 0, ranks = 0, degenerate = 0, tried = 0,
      wrong_form = 0;
  auto const singular = [](double conditioning) { return conditioning < 1e-10; };
  for (auto const& system : natural_systems())
    for (int trial = 0; trial < 8; ++trial)
      for (auto const node : {Node::start, Node::middle}) {
        auto s = discrete(system, node, node, h);
        auto const q = random(system.n, 0.7Q);
        Arrow const g = random_pair(s, system, q, h, random);
        bool const make_degenerate = node == Node::middle && trial % 2 == 0;
        if (make_degenerate) {
          // V'' t = -4 t/h^2 cancels the kinetic part of D_1 D_2 L_d along a tangent t of C_d(q_1).
          auto const t = right_tangents(s, g).front();
          auto changed = system;
          Q const factor = -2 / (h * h * dot(t, t));
          changed.potential = [=](Numbers const& at) { return factor * dot(t, at) * dot(t, at); };
          s = discrete(changed, node, node, h);
        }
        auto const [form, bordered, equations, wrong, printed] = regularity(s, system, g);
        for_all += printed == singular(bordered);
        wrong_form += singular(wrong) != singular(bordered);
        nondegenerate += singular(form) != singular(bordered);
        not_local += singular(form) != singular(equations);
        degenerate += singular(form);
        ++tried;
        if (make_degenerate) continue;
        int const k = system.k();
        auto const slopes = constraint_slopes(s, g);
        auto const psi =
            table_of(s.distribution(q), unit_vectors(system.n),
                     [&](auto const& a, auto const& b) { return bilinear(s, g, a, b); });
        // Full rank of the k rows of psi's derivative, and of the n - k of the constraint.
        ranks += singular(conditioning(psi)) || singular(conditioning(slopes)) ||
                 int(psi.size()) != k || int(slopes.size()) != system.n - k;
      }
  std::vector<Detail> const details{{"systems", tried}, {"degenerate", degenerate}};
  study.measure("C42", "for all v", {.value = double(for_all), .details = details});
  study.measure("C42", "nondegenerate form", {.value = double(nondegenerate), .details = details});
  study.measure("S/proposition 3", "nondegenerate form",
                {.value = double(not_local), .details = details});
  study.control("C42", "form on C_q1 x C_q1", {double(wrong_form)});
  study.measure("C43", {.value = double(ranks), .details = {{"pairs", tried - degenerate}}});
}

/// The previous node of a pair under (4.12), V = |q|^2/2, A = (1, 0, y); empty if there is none.
Numbers previous_node(Numbers const& q1, Numbers const& q2) {
  Numbers const row{1, 0, q1[1]};
  auto const free = sum(times(2 - h * h, q1), times(-1, q2));
  // q_0 = free + h^2 lambda row, A(q_0) (q_1 - q_0) = 0, and the reaction leaves y_0 alone.
  Numbers const before{1, 0, free[1]};
  Q const slope = dot(before, row);
  if (absolute(slope) < 1e-20Q) return {};
  Q const h2_lambda = dot(before, sum(q1, times(-1, free))) / slope;
  return sum(free, times(h2_lambda, row));
}
void diffeomorphism(Study& study) {
  auto const& system = natural_systems()[0];
  auto const s = discrete(system, Node::start, Node::start, h);
  RandomNumbers random;
  int missed = 0;
  int const pairs = 40;
  for (int i = 0; i < pairs; ++i) {
    auto const q1 = random(3, 2);
    auto const q2 = sum(q1, random.in_distribution(system, q1, h));
    auto const q0 = previous_node(q1, q2);
    bool const found = !q0.empty() && distance(s.target(evolved(s, together(q0, q1))), q2) < 1e-18;
    missed += !found;
  }
  study.control("S/proposition 3 (diffeomorphism)", "near the diagonal", {double(missed)});
  // y_1 = 1 and y_0 = -1 make the slope 1 + y_0 y_1 vanish.
  int unreached = 0;
  for (int i = 0; i < 5; ++i) {
    Q const z = (i + 1) / 5.0Q;
    Numbers const q1{0.5Q, 1, -0.4Q}, q2{0.5Q - z, 3 - h * h, -0.4Q + z};
    unreached += previous_node(q1, q2).empty() && largest(s.constraint(together(q1, q2))) < 1e-30Q;
  }
  study.measure("S/proposition 3 (diffeomorphism)", {double(unreached)});
}

/// Determinant of D_1 D_2 L_d = -1/h^2 on C_q1 x C_q, in orthonormal bases and units of 1/h^2.
double hessian(Q y1, Q y) {
  auto const across = [](Q a) { return Numbers{-a / sqrtq(1 + a * a), 0, 1 / sqrtq(1 + a * a)}; };
  return double(dot(across(y1), across(y)));
}
void hessian_of_first_order_method(Study& study) {
  auto const& system = natural_systems()[0];
  auto const s = discrete(system, Node::start, Node::start, h);
  int two_points = 0, one_point = 0;
  RandomNumbers random;
  for (Q const y2 : {-1.0Q, -0.5Q, 0.3Q, 0.9Q, 1.7Q}) {
    Numbers const q1{0.5Q, 1, -0.4Q};
    Q const dz = random();
    Arrow const g = together(q1, {0.5Q - dz, y2, -0.4Q + dz});
    bool const regular = regularity(s, system, g).equations > 1e-10;
    two_points += (std::abs(hessian(1, y2)) > 1e-10) != regular;
    one_point += (std::abs(hessian(1, 1)) > 1e-10) != regular;
  }
  study.measure("E11", "two points", {double(two_points)});
  study.measure("E11", "one point", {double(one_point)});
  study.control("E11", "two points as printed", {double(two_points)});
}

void discrete_equations(Study& study, NaturalSystem const& system) {
  int const N = 6;
  auto const s = discrete(system, Node::middle, Node::middle, h);
  auto const g = first_pair(s, system);
  auto const nodes = path_of(s, g, N);
  Q rest = 0, out_of_plane = 0, momentum = 0;
  int held = 0;
  for (std::size_t i = 0; i + 2 < nodes.size(); ++i) {  // all i for which (3.9) has three nodes
    Arrow const one = together(nodes[i], nodes[i + 1]), two = together(nodes[i + 1], nodes[i + 2]);
    auto const difference = sum(legendre_plus(s, one), times(-1, legendre_minus(s, two)));
    momentum = larger_or_nan(momentum, largest(legendre_plus(s, one)));
    Q worst = largest(difference);
    for (auto const& d : system.distribution(nodes[i + 1]))
      worst = larger_or_nan(worst, absolute(action_slope(s, nodes, i + 1, d)));
    for (auto const& e : unit_vectors(system.n))
      out_of_plane = larger_or_nan(out_of_plane, absolute(action_slope(s, nodes, i + 1, e)));
    held += worst < 1e-15Q * momentum;
    rest = larger_or_nan(rest, worst);
  }
  study.measure("S/proposition 2", "range as printed", system.name, {double(N - held)});
  study.measure("S/proposition 2", "range to N - 2", system.name, {double(rest / momentum)});
  study.control("S/proposition 2", "all variations", system.name,
                {double(out_of_plane / momentum)});
  auto const one_sided = discrete(system, Node::start, Node::start, h);
  study.measure("C13", "as printed", system.name, {reversibility_of_map(s, g)});
  study.control("C13", "not invariant", system.name,
                {reversibility_of_map(one_sided, first_pair(one_sided, system))});
  // D_1 L_d(q_1, q_0) without D_2 L_d(q_0, q_1), relative to the latter.
  auto const asymmetry = [&g](DiscreteSystem const& s) {
    Q exchanged = 0, size = 0;
    for (auto const& e : unit_vectors(s.rank)) {
      Q const first = -right_field(s, s.inverse(g), e), second = left_field(s, g, e);
      exchanged = larger_or_nan(exchanged, absolute(first - second));
      size = larger_or_nan(size, absolute(second));
    }
    return double(exchanged / size);
  };
  study.measure("C44", "as printed", system.name, {asymmetry(s)});
  study.control("C44", "not invariant", system.name, {asymmetry(one_sided)});
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
    study.progress(done += 0.15);
  }
  study.measure("C57", "nonlinear", {double(linear)});
  regularity_conditions(study);
  diffeomorphism(study);
  hessian_of_first_order_method(study);
}

}  // namespace rattleback::mclachlan_perlmutter_2006
