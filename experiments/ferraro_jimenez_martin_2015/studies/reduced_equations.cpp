#include "experiments/ferraro_jimenez_martin_2015/shared/reduced_system.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::reduced_equations_study {

namespace {

Quad const h = reduced_step;
constexpr int N = reduced_steps;

std::vector<std::pair<std::string, Board>> const examples{
    {"snakeboard", {}},
    {"rotor on the board", {.coupled = true, .stiffness = 0.2_quad}},
    {"rotor on the board, constraints of $psi'$ and $phi'$",
     {.coupled = true, .dragging = true, .stiffness = 0.2_quad}}};
std::vector<std::pair<std::string, Tau>> const taus{{"Cayley map", Tau::cayley},
                                                    {"exponential map", Tau::exponential}};

double size_of(SmallVector const& residual) { return largest_entry(residual); }

/// Measures equations for any retraction, which do not need L_d on the group, along nodes of (30).
void measure_momenta(Residuals& r, Residuals& changed, Board const& board, Tau tau) {
  auto const nodes = run_of_30(board, tau);
  for (std::size_t k = 1; k < nodes.size(); ++k) {
    SmallVector const x = nodes[k].x;
    SmallMatrix const rows = board.rows(x), raised = rows * board.inverse;
    SmallVector const u = nodes[k].velocities(), before = nodes[k - 1].velocities(),
                      plus = legendre(board, tau, x, before, true),
                      minus = legendre(board, tau, x, u, false), jump = minus - plus,
                      sum = minus + plus;
    r.measure("FJM-13/average", size_of(raised * sum / 2));
    changed.control("FJM-13/average", "pre-momenta alone", size_of(raised * plus));

    // Part of a covector outside the annihilator: P* of its elements is zero, and Q* maps into it.
    auto const outside = [&](SmallVector const& p) -> SmallVector {
      return p - normal_part(board, x, p).momentum;
    };
    r.measure("FJM-13/annihilator",
              size_of(outside(rows.transpose() * SmallVector{{1, -0.3_quad}})));
    r.measure("FJM-13/annihilator", size_of(outside(jump)));
    changed.control("FJM-13/annihilator", "sum in place of the jump", size_of(outside(sum)));

    // (35): lambda from (33a) and (35) together.
    Vector3 const impulse = -group_part(normal_part(board, x, jump).momentum),
                  forward = group_part(legendre(board, tau, x, before, false));
    r.measure("FJM-13/(35)", size_of(group_part(plus) - group_part(minus) - impulse));
    changed.control("FJM-13/(35)", "sign of the argument",
                    size_of(forward - group_part(minus) - impulse));

    // Display after (36).
    SmallVector const momenta = x_part(board.G * (u + before)) / 2;
    SmallVector const average = from_parts(momenta, group_part(sum) / 2);
    r.measure("FJM-13/(36)", size_of(raised * average));
    changed.control("FJM-13/(36)", "metric not inverted", size_of(rows * average));
  }
}

/// Measures (33), (36) and the pull-backs, with L_d on the group.
void measure_on_group(Residuals& r, Residuals& changed, Board const& board) {
  auto const nodes = run_of_30(board, Tau::cayley);
  for (std::size_t k = 1; k + 1 < nodes.size(); k += 3) {
    SmallVector const x = nodes[k].x;
    SmallMatrix const rows = board.rows(x), raised = rows * board.inverse;
    SmallVector const u = nodes[k].velocities(), before = nodes[k - 1].velocities(),
                      minus = momenta_on_group(board, nodes[k]).minus,
                      plus = momenta_on_group(board, nodes[k - 1]).plus, jump = minus - plus,
                      reaction = -normal_part(board, x, jump).momentum;  // (mu, eta)^T lambda
    SmallVector const of_33a = x_part(board.G * (u - before)) + h * board.V_x(x);
    r.measure("FJM-13/(33)", size_of(of_33a + x_part(reaction)));
    r.measure("FJM-13/(33)", size_of(of_33a - x_part(jump)));
    r.measure("FJM-13/(33)", size_of(group_part(jump) + group_part(reaction)));
    changed.control("FJM-13/(33)", "sign of lambda in (33b)",
                    size_of(group_part(jump) - group_part(reaction)));

    Vector3 const D3 = group_part(board.G * u),
                  left = group_part(momenta_on_group(board, nodes[k]).plus);
    auto const pulled_back = [&](int sign) -> Vector3 {
      return se2.inverse_dcay(sign * h * nodes[k].xi).transpose() * D3;
    };
    r.measure("FJM-23/pull-backs", size_of(pulled_back(1) - group_part(minus)));
    r.measure("FJM-23/pull-backs", size_of(pulled_back(-1) - left));
    changed.control("FJM-23/pull-backs", "sign of sigma", size_of(pulled_back(1) - left));

    SmallVector const momenta = x_part(board.G * (u + before)) / 2;
    r.measure("FJM-13/(36)", size_of(raised * from_parts(momenta, group_part(plus + minus) / 2)));
  }
}

/// Pose of the board at (psi, phi, X, Y, theta).
template <class T>
theory::MatrixOf3<T> pose(theory::VectorOf<T> const& q) {
  T const c = theory::cos(q[4]), s = theory::sin(q[4]);
  theory::MatrixOf3<T> W;
  W << c, -s, q[2], s, c, q[3], T(0), T(0), T(1);
  return W;
}

/// Residual of (8) on the whole space, in the coordinates (psi, phi, X, Y, theta), along the nodes
/// W_k g_k or, if `from_the_left`, g_k W_k, from a W_0 other than the unit.
double residual_on_whole_space(Board const& board, bool from_the_left = false) {
  auto const nodes = run_of_30(board, Tau::cayley);
  std::vector<Vector> q{from_parts(nodes[0].x, {0.4_quad, -0.3_quad, 0.7_quad})};
  for (std::size_t k = 0; k + 1 < nodes.size(); ++k) {
    Matrix3 const g = se2.retract(Tau::cayley, Vector3(h * nodes[k].xi)), W = pose(q[k]),
                  next = from_the_left ? g * W : W * g;
    Quad const theta = q[k][4] + atan2(g(1, 0), g(0, 0));
    q.push_back(from_parts(nodes[k + 1].x, {next(0, 2), next(1, 2), theta}));
  }
  auto const L_d = [&](Jets const& from, Jets const& to) {
    GroupJet const g = inverse_of_jet(pose(from)) * pose(to);
    return discrete_lagrangian(board, from.head(2), to.head(2), g);
  };
  Largest most;
  for (std::size_t k = 1; k + 1 < q.size(); k += 3) {
    SmallVector D1(5), D2(5);
    for (int i = 0; i < 5; ++i) {
      Jets const moved = theory::jets<Quad>(q[k], Vector::Unit(5, i));
      D1[i] = L_d(moved, q[k + 1].cast<QuadJet>()).s;
      D2[i] = L_d(q[k - 1].cast<QuadJet>(), moved).s;
    }
    // (psi', phi', xi) = J (psi', phi', X', Y', theta').
    SmallMatrix J = SmallMatrix::Identity(5, 5);
    J.block(2, 2, 2, 2) = pose(q[k]).topLeftCorner(2, 2).transpose();
    // Q* in the coordinates: momenta in the frame are (J^-1)^T p = J p, because J is orthogonal.
    SmallVector const normal = normal_part(board, q[k].head(2), J * D2).momentum;
    most(size_of(D1 + D2 - 2 * J.transpose() * normal));
  }
  return most.value;
}

/// Largest residual of (37a) to (37f) and of the definition of M~ along the stated sequence.
double residual_of_sequence(System37 const& s) {
  auto const& board = s.board;
  auto z = s.start(start_of(board));
  Largest most;
  for (int k = 0; k < N; ++k) {
    auto const next = s.step(z);
    SmallMatrix const rows = board.rows(next.x);
    SmallVector const half = s.half_momentum(z);
    Vector3 const moved = s.moved(z);
    SmallVector const half_reaction = rows.transpose() * next.lambda / 2,
                      average = from_parts(next.p, (moved + next.M) / 2);
    Vector3 const M_half = moved - group_part(half_reaction);
    most(size_of((next.x - z.x) / h - s.x_rate(half, z.xi)));                          // (37c)
    most(size_of(rows * board.inverse * average));                                     // (37d)
    most(size_of(next.p - half + h / 2 * board.V_x(next.x) + x_part(half_reaction)));  // (37e)
    most(size_of(next.M - M_half + group_part(half_reaction)));                        // (37f)
    most(size_of(next.M - s.M(s.x_rate(s.half_momentum(next), next.xi), next.xi)));
    z = next;
  }
  return most.value;
}

}  // namespace

void reduced_equations(Study& study) {
  study.uses("E11");
  Residuals changed;
  for (auto const& [name, board] : examples) {
    for (auto const& [tau_name, tau] : taus) {
      Residuals r;
      measure_momenta(r, changed, board, tau);
      System37 const printed{board, tau, Block::of_inverse},
          corrected{board, tau, Block::inverse_of}, other_sign{board, tau, Block::inverse_of, -1};
      r.measure("FJM-13", distance_of_37(printed));
      r.measure("FJM-13", "corrected", distance_of_37(corrected));
      changed.control("FJM-13", "sign of h xi in (37b)", distance_of_37(other_sign));
      for (auto const& system : {printed, corrected})
        r.measure("FJM-13/sequence", residual_of_sequence(system));
      changed.control("FJM-13/sequence", "sign of h xi in (37b)", residual_of_sequence(other_sign));
      r.supply(study, N, quad_epsilon, name + ", " + tau_name);
    }
    Residuals r;
    measure_on_group(r, changed, board);
    r.measure("FJM-14/reconstruction", residual_on_whole_space(board));
    changed.control("FJM-14/reconstruction", "products from the left",
                    residual_on_whole_space(board, true));
    r.supply(study, 1, 0x1p-52, name + " on the group");
    study.progress(0.3);
  }
  changed.supply(study, N, quad_epsilon);
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::reduced_equations_study
