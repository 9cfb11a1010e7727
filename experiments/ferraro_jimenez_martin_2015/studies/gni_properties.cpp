#include <algorithm>

#include "experiments/ferraro_jimenez_martin_2015/shared/retractions.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::gni_properties_study {

namespace {

/// Measures the average momentum and the impact along nodes of the catalogue's methods and, for the
/// controls, of (6).
void measure_constraint_and_impact(Study& study) {
  Oscillator const system;
  Quad const h = 0.05_quad;
  constexpr int steps = 40;
  Residuals r;
  auto const along = [&](std::vector<Vector3> const& node, Scheme scheme, bool reflected) {
    auto const add = [&](std::string_view id, double residual) {
      reflected ? r.measure(id, residual) : r.control(id, "no reflection", residual);
    };
    for (std::size_t k = 1; k < steps; ++k) {
      Vector3 const q = node[k], plus = system.D(2, node[k - 1], q, h, scheme),
                    minus = -system.D(1, q, node[k + 1], h, scheme), sum = plus + minus;
      // Twice the kinetic energy.
      auto const energy = [&](Vector3 const& p) -> Quad { return p.dot(system.M_inverse * p); };
      Vector3 const raised = system.M_inverse * system.mu(q);
      add("FJM-28/constraint", raised.dot(sum) / 2);
      if (reflected) r.control("FJM-28/constraint", "pre-momenta alone", raised.dot(plus));
      add("FJM-01/impact", largest_entry(system.normal_part(q, sum)));
      add("FJM-01/impact", energy(minus) / energy(plus) - 1);
    }
  };
  for (Scheme const scheme : schemes) {
    auto node = catalogue_nodes(study, method_of(scheme), steps);
    along(node, scheme, true);
    for (std::size_t k = 2; k < node.size(); ++k)
      node[k] = system.discrete_euler_lagrange(node[k - 2], node[k - 1], h, scheme);
    along(node, scheme, false);
  }
  r.supply(study, steps, quad_epsilon);
}

/// Measures momenta: y of the particle and psi, phi of the snakeboard are horizontal symmetries;
/// (1, 0, y) of the particle is a section of D along translations in x and z.
void measure_momenta(Study& study) {
  constexpr int all = 160;
  Run const on_particle{.problem = "nonholonomic_particle", .method = "gni", .case_name = "P1"},
      on_board{.problem = "snakeboard", .method = "gni", .case_name = "FIM"};
  auto const particle = study.execute_quad(on_particle.with(0.1_quad, all)),
             board = study.execute_quad(on_board.with(0.05_quad, all));
  auto const difference = [](Trajectory<Quad> const& run, std::size_t k, int i) {
    return run.q[k + 1][i] - run.q[k][i];
  };
  char const* const id = "FJM-28/momentum";
  Residuals r;
  Largest of_particle, of_board;
  for (std::size_t k = 1; k < all; ++k) {
    auto const change = [&](Trajectory<Quad> const& run, int i) -> double {
      return difference(run, k, i) / difference(run, 0, i) - 1;
    };
    r.control(id, "symmetry that is not horizontal", change(particle, 0));
    of_particle(change(particle, 1));
    for (int const i : {3, 4}) of_board(change(board, i));
    // J_k = <D_2 L_d(q_k, q_(k+1)), section at q_(k+1)> changes by D_2 L_d on the change of the
    // section.
    Quad const dx = difference(particle, k, 0), dz = difference(particle, k, 2),
               dx0 = difference(particle, k - 1, 0), dz0 = difference(particle, k - 1, 2),
               y = particle.q[k][1], y_next = particle.q[k + 1][1];
    Quad const change_of_J = dx + y_next * dz - (dx0 + y * dz0);
    r.measure(id, "momentum equation", change_of_J - dz * (y_next - y));
    r.control(id, "section as if it were constant", change_of_J);
  }
  r.supply(study, all, quad_epsilon);
  study.measure(id, "horizontal symmetries", "particle", in_quad(of_particle.value, all));
  study.measure(id, "horizontal symmetries", "snakeboard", in_quad(of_board.value, all));
}

void measure_energy(Study& study) {
  constexpr int all = 100;
  for (std::string const retraction : {"cayley", "exp"})
    for (std::string const case_name : {"FIM", "FIM-inertia"}) {
      Run const run{.problem = "constrained_so3",
                    .method = "reduced_gni",
                    .case_name = case_name,
                    .options = {{"retraction", retraction}}};
      Largest change;
      Quad first = 0;
      bool const bi_invariant = case_name == "FIM";
      Vector3 const I = bi_invariant ? Vector3(1, 1, 1) : Vector3(1, 2, 3);
      for (auto const& row : study.execute_quad(run.with(0.1_quad, all)).diagnostics) {
        Vector3 const p = vector_of<Quad>(row, 0, 3);   // momentum p^-
        Quad const energy = p.dot(p.cwiseQuotient(I));  // twice the kinetic energy
        if (first == 0) first = energy;
        change(energy / first - 1);
      }
      auto const measured = in_quad(change.value, all);
      if (bi_invariant)
        study.measure("FJM-28/energy", "as printed", retraction, measured);
      else
        study.control("FJM-28/energy", "metric that is not bi-invariant", retraction, measured);
    }
}

/// Measures the energy of p^- before and after a step on SO(3) from random pairs (g, g W), under
/// random constraints, for L_d = tr(A^T W) (tr(B^T W) + 1) and, as control, + tr(A^T g).
void measure_energy_of_a_step(Study& study) {
  Residuals r;
  for (int k = 1; k <= 12; ++k) {
    Random random(1, k);
    auto const vector = [&]() -> Vector3 { return vector_of<Quad>(random.vector(3, 1.5)); };
    Matrix3 A, B;
    for (Matrix3* matrix : {&A, &B})
      for (int j = 0; j < 3; ++j) matrix->col(j) = vector();
    Matrix3 const g = so3.retract(Tau::cayley, vector()),
                  next = g * so3.retract(Tau::cayley, vector());
    Vector3 const form = vector();
    auto const pairing = [](Matrix3 const& a, GroupJet const& b) -> QuadJet {
      return a.cast<QuadJet>().cwiseProduct(b).sum();
    };
    auto const L_d = [&](GroupJet const& from, GroupJet const& to) -> QuadJet {
      GroupJet const W = from.transpose() * to;
      return pairing(A, W) * (pairing(B, W) + QuadJet(1));
    };
    Vector3 minus, plus, added;
    for (int i = 0; i < 3; ++i) {
      auto const moved = so3.retract(Tau::exponential, along(Vector3::Zero(), Vector3::Unit(i)));
      GroupJet const from = g.cast<QuadJet>() * moved, to = next.cast<QuadJet>() * moved;
      minus[i] = -L_d(from, next.cast<QuadJet>()).s;
      plus[i] = L_d(g.cast<QuadJet>(), to).s;
      added[i] = -pairing(A, from).s;
    }
    Vector3 const after = plus - 2 * form * (form.dot(plus) / form.squaredNorm());
    Quad const norm = after.squaredNorm();
    r.measure("FJM-28/energy", norm / minus.squaredNorm() - 1);
    r.control("FJM-28/energy", "L_d not left-invariant", norm / (minus + added).squaredNorm() - 1);
  }
  r.supply(study, 1, quad_epsilon, "step of a general $L_d$");
}

using Pair = Eigen::Vector2d;
/// Momentum p = -D_1 L_d(q, q'), which must determine q' near the pair (0, 0).
using Momentum = std::function<Pair(Pair const& q, Pair const& next)>;

/// Derivative of f at 0.
Eigen::Matrix2d slope_of(std::function<Pair(Pair const&)> const& f) {
  double const d = 1e-5;
  Eigen::Matrix2d slope;
  for (int j = 0; j < 2; ++j)
    slope.col(j) = (f(d * Pair::Unit(j)) - f(-d * Pair::Unit(j))) / (2 * d);
  return slope;
}
/// Solutions q' of -D_1 L_d(0, q') = p with entries below 0.9, by Newton's method from 64 points.
std::vector<Pair> next_nodes_of(Momentum const& momentum, Pair const& p) {
  std::vector<Pair> found;
  for (int start = 0; start < 64; ++start) {
    Pair q(0.23 * (start % 8) - 0.81, 0.23 * (start / 8) - 0.79);
    auto const rest = [&](Pair const& at) -> Pair { return momentum(Pair::Zero(), at) - p; };
    for (int k = 0; k < 100; ++k)
      q -= slope_of([&](auto& by) { return rest(q + by); }).inverse() * rest(q);
    if (!(largest_entry(q) < 0.9 && largest_entry(rest(q)) < 1e-13)) continue;
    if (std::ranges::none_of(found, [&](Pair const& other) { return distance(q, other) < 1e-6; }))
      found.push_back(q);
  }
  return found;
}

/// Compares the regularity of second derivatives of L_d at rest with the existence of a unique
/// next node for small momenta of both signs, and of its derivative by the momentum.
void measure_uniqueness(Study& study) {
  // q q', (q^2 + q'^2)/2, q x q' and F(q_1' - q_1) + (q_2' - q_2)^2/2 with six F.
  std::vector<Momentum> examples{
      [](Pair const&, Pair const& next) -> Pair { return -next; },
      [](Pair const& q, Pair const&) -> Pair { return -q; },
      [](Pair const&, Pair const& next) { return Pair(-next[1], next[0]); }};
  using Slope = double (*)(double);
  for (Slope const slope : std::initializer_list<Slope>{
           [](double d) { return d; }, [](double d) { return d + d * d * d; },
           [](double d) { return std::sin(d); }, [](double d) { return d * d; },
           [](double d) { return d * d * d; }, [](double) { return 0.0; }})
    examples.push_back([slope](Pair const& q, Pair const& next) {
      return Pair(slope(next[0] - q[0]), next[1] - q[1]);
    });
  char const* const id = "FJM-01/unique";
  Residuals exceptions;
  for (auto const& momentum : examples) {
    auto const D_11 = slope_of([&](auto&q) { return momentum(q, Pair::Zero()); }),
               D_12 = slope_of([&](auto&next) { return momentum(Pair::Zero(), next); });
    bool unique = true;
    Numbers quotients;
    for (double const size : {1e-3, 1e-6}) {
      Pair const p(size, 0.7 * size);
      auto const up = next_nodes_of(momentum, p), down = next_nodes_of(momentum, -p);
      unique = unique && up.size() == 1 && down.size() == 1;
      if (unique) quotients.push_back(distance(up[0], down[0]) / (2 * size));
    }
    bool const differentiable = unique && quotients[1] < 2 * quotients[0];
    auto const regular = [](Eigen::Matrix2d const& A) { return std::abs(A.determinant()) > 1e-6; };
    exceptions.measure(id, "differentiable operator", differentiable != regular(D_12));
    exceptions.measure(id, "unique operator", unique != regular(D_12));
    exceptions.control(id, "D_11 in place of D_12", differentiable != regular(D_11));
    exceptions.control(id, "symmetric part of D_12",
                       differentiable != regular(D_12 + D_12.transpose()));
    exceptions.control(id, "D_12 on D alone", differentiable != (std::abs(D_12(1, 1)) > 1e-6));
  }
  exceptions.supply(study, 1, 0x1p-52);
}

}  // namespace

void gni_properties(Study& study) {
  measure_constraint_and_impact(study);
  measure_momenta(study);
  measure_energy(study);
  measure_energy_of_a_step(study);
  measure_uniqueness(study);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::gni_properties_study
