#include "experiments/ferraro_jimenez_martin_2015/shared/reduced_system.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

Quad const h = reduced_step;
constexpr int N = reduced_steps;

struct Example {
  std::string name;
  Board board;
};
std::vector<Example> const& examples() {
  static std::vector<Example> const all{
      {"snakeboard", {}},
      {"rotor on the board", {.coupled = true, .stiffness = Quad(1) / 5}},
      {"rotor on the board, constraints of psi' and phi'",
       {.coupled = true, .dragging = true, .stiffness = Quad(1) / 5}}};
  return all;
}
std::vector<std::pair<Tau, std::string>> const taus{{Tau::cayley, "Cayley map"},
                                                    {Tau::exponential, "exponential map"}};

/// L_d of section 7.2 at (x, x', g), with the Cayley map.
Quad discrete_lagrangian(Board const& board, Two const& x, Two const& next,
                         Matrix3<Quad> const& g) {
  Five u;
  u << (next - x) / h, inverse_cayley<Se2>(g) / h;
  return h / 2 * u.dot(board.metric() * u) - h / 2 * (board.V(x) + board.V(next));
}
/// D_1, D_2 L_d and the translates l*_g D_3 L_d, r*_g D_3 L_d, by differentiation along curves.
struct Derivatives {
  Two D1, D2;
  Three left, right;
};
Derivatives derivatives(Board const& board, Two const& x, Two const& next, Matrix3<Quad> const& g) {
  Derivatives d;
  for (int i = 0; i < 2; ++i) {
    Two const e = Two::Unit(i);
    d.D1[i] = derivative([&](Quad s) { return discrete_lagrangian(board, x + s * e, next, g); });
    d.D2[i] = derivative([&](Quad s) { return discrete_lagrangian(board, x, next + s * e, g); });
  }
  for (int j = 0; j < 3; ++j) {
    auto const curve = [&](Quad s) {
      return retract<Se2>(Tau::exponential, Three(s * Three::Unit(j)));
    };
    d.left[j] = derivative(
        [&](Quad s) { return discrete_lagrangian(board, x, next, Matrix3<Quad>(g * curve(s))); });
    d.right[j] = derivative(
        [&](Quad s) { return discrete_lagrangian(board, x, next, Matrix3<Quad>(curve(s) * g)); });
  }
  return d;
}
Five transformation(Two const& x_part, Three const& group) {
  Five p;
  p << x_part, group;
  return p;
}

/// Largest residuals along nodes of (30), and of changed equations.
struct Residuals {
  Largest average, annihilator, eq_33, pull_backs, eq_35, eq_36, display;
};

template <class Residual>
void keep(Largest& most, Residual const& residual) {
  most(largest_double(residual));
}

/// What does not need L_d on the group: any retraction.
void measure_momenta(Residuals& r, Residuals& changed, Board const& board, Tau tau) {
  auto const nodes = run_of_30(board, tau, start_of(board), h, N);
  Matrix5 const G = board.metric(), inverse = board.inverse_metric();
  Blocks const blocks(board, Block::inverse_of);
  for (std::size_t k = 1; k < nodes.size(); ++k) {
    Two const x = nodes[k].x;
    auto const rows = board.rows(x);
    Five const u = nodes[k].velocities(), before = nodes[k - 1].velocities();
    Five const plus = legendre(board, tau, x, before, h, true),
               minus = legendre(board, tau, x, u, h, false);
    keep(r.average, Two(rows * inverse * Five((plus + minus) / 2)));
    keep(changed.average, Two(rows * inverse * plus));
    // P* of an element of the annihilator, and what Q* leaves outside of it
    Five const jump = minus - plus, in_annihilator = rows.transpose() * Two(1, Quad(-3) / 10);
    keep(r.annihilator, Five(in_annihilator - normal_part(board, x, in_annihilator).momentum));
    keep(r.annihilator, Five(jump - rows.transpose() * normal_part(board, x, jump).impulse));
    Five const sum = minus + plus;
    keep(changed.annihilator, Five(sum - rows.transpose() * normal_part(board, x, sum).impulse));
    // (35): lambda from (33a) and (35) together
    Two const lambda = -normal_part(board, x, jump).impulse;
    Three const D3 = blocks.G_xt.transpose() * nodes[k].x_rate + blocks.G_tt * nodes[k].xi,
                D3_before =
                    blocks.G_xt.transpose() * nodes[k - 1].x_rate + blocks.G_tt * nodes[k - 1].xi;
    Three const after_tau = inverse_tangent<Se2>(tau, Three(h * nodes[k].xi)).transpose() * D3,
                before_tau =
                    inverse_tangent<Se2>(tau, Three(-h * nodes[k - 1].xi)).transpose() * D3_before;
    keep(r.eq_35, Three(before_tau - after_tau - rows.rightCols<3>().transpose() * lambda));
    Three const before_forward =
        inverse_tangent<Se2>(tau, Three(h * nodes[k - 1].xi)).transpose() * D3_before;
    keep(changed.eq_35,
         Three(before_forward - after_tau - rows.rightCols<3>().transpose() * lambda));
    // the display after (36)
    Two const momenta = (G * Five((u + before) / 2)).head<2>();
    keep(r.display, Two(rows * inverse * transformation(momenta, (before_tau + after_tau) / 2)));
    keep(changed.display, Two(rows * transformation(momenta, (before_tau + after_tau) / 2)));
  }
}

/// (33), (36), the pull-backs and the unreduced equations, with L_d on the group.
void measure_on_group(Residuals& r, Residuals& changed, Board const& board) {
  auto const nodes = run_of_30(board, Tau::cayley, start_of(board), h, N);
  Matrix5 const G = board.metric(), inverse = board.inverse_metric();
  Blocks const blocks(board, Block::inverse_of);
  auto const group = [&](std::size_t k) {
    return retract<Se2>(Tau::cayley, Three(h * nodes[k].xi));
  };
  for (std::size_t k = 1; k + 1 < nodes.size(); k += 3) {
    Two const x = nodes[k].x;
    auto const rows = board.rows(x);
    auto const now = derivatives(board, x, nodes[k + 1].x, group(k)),
               before = derivatives(board, nodes[k - 1].x, x, group(k - 1));
    Five const minus = transformation(-now.D1, now.right),
               plus = transformation(before.D2, before.left), jump = minus - plus;
    Two const lambda = -normal_part(board, x, jump).impulse;
    Two const second = (nodes[k + 1].x - 2 * x + nodes[k - 1].x) / h;
    Two const of_33a = G.topLeftCorner<2, 2>() * second +
                       blocks.G_xt * Three(nodes[k].xi - nodes[k - 1].xi) + h * board.V_x(x);
    keep(r.eq_33, Two(of_33a + rows.leftCols<2>().transpose() * lambda));
    keep(r.eq_33, Two(of_33a - jump.head<2>()));
    keep(r.eq_33, Three(before.left - now.right - rows.rightCols<3>().transpose() * lambda));
    keep(changed.eq_33, Three(before.left - now.right + rows.rightCols<3>().transpose() * lambda));
    Three const D3 = blocks.G_xt.transpose() * nodes[k].x_rate + blocks.G_tt * nodes[k].xi;
    keep(r.pull_backs,
         Three(inverse_tangent<Se2>(Tau::cayley, Three(h * nodes[k].xi)).transpose() * D3 -
               now.right));
    keep(r.pull_backs,
         Three(inverse_tangent<Se2>(Tau::cayley, Three(-h * nodes[k].xi)).transpose() * D3 -
               now.left));
    keep(changed.pull_backs,
         Three(inverse_tangent<Se2>(Tau::cayley, Three(h * nodes[k].xi)).transpose() * D3 -
               now.left));
    Two const momenta = G.topLeftCorner<2, 2>() * Two((nodes[k + 1].x - nodes[k - 1].x) / (2 * h)) +
                        blocks.G_xt * Three((nodes[k].xi + nodes[k - 1].xi) / 2);
    keep(r.eq_36, Two(rows * inverse * transformation(momenta, (before.left + now.right) / 2)));
  }
}

/// (8) on the whole space, in the coordinates (psi, phi, X, Y, theta), along the nodes W_k g_k; or
/// g_k W_k.
double residual_on_whole_space(Board const& board, bool from_the_left = false) {
  auto const nodes = run_of_30(board, Tau::cayley, start_of(board), h, N);
  auto const pose = [](Five const& q) {
    Quad const c = cosine(q[4]), s = sine(q[4]);
    Matrix3<Quad> W;
    W << c, -s, q[2], s, c, q[3], 0, 0, 1;
    return W;
  };
  Five q = Five::Zero();
  q.head<2>() = nodes[0].x;
  std::vector<Five> points{q};
  for (std::size_t k = 0; k + 1 < nodes.size(); ++k) {
    Matrix3<Quad> const g = retract<Se2>(Tau::cayley, Three(h * nodes[k].xi));
    Matrix3<Quad> const W =
        from_the_left ? g * pose(points.back()) : Matrix3<Quad>(pose(points.back()) * g);
    q << nodes[k + 1].x, W(0, 2), W(1, 2), points.back()[4] + atan2q(g(1, 0), g(0, 0));
    points.push_back(q);
  }
  auto const L = [&](Five const& from, Five const& to) {
    return discrete_lagrangian(board, from.head<2>(), to.head<2>(),
                               Matrix3<Quad>(pose(from).inverse() * pose(to)));
  };
  Largest largest;
  for (std::size_t k = 1; k + 1 < points.size(); k += 3) {
    Five D1, D2;
    for (int i = 0; i < 5; ++i) {
      Five const e = Five::Unit(i);
      D1[i] = derivative([&](Quad s) { return L(points[k] + s * e, points[k + 1]); });
      D2[i] = derivative([&](Quad s) { return L(points[k - 1], points[k] + s * e); });
    }
    // (psi', phi', xi) = J (psi', phi', X', Y', theta')
    Matrix5 J = Matrix5::Identity();
    Matrix3<Quad> const W = pose(points[k]);
    J.block<2, 2>(2, 2) = W.topLeftCorner<2, 2>().transpose();
    // Q* of the coordinates: with momenta in the frame, (J^-1)^T p = J p since J is orthogonal
    Five const in_frame = J * D2;
    Five const normal = J.transpose() * normal_part(board, points[k].head<2>(), in_frame).momentum;
    keep(largest, Five(D1 + D2 - 2 * normal));
  }
  return largest.value;
}

/// Largest residual of (37a) to (37f) and of the definition of M~ along the stated sequence.
double residual_of_sequence(Board const& board, Tau tau, Block block, int sign = 1) {
  Blocks const blocks(board, block);
  Matrix5 const inverse = board.inverse_metric();
  auto z = start_of_37(board, tau, start_of(board), h, block);
  Largest largest;
  for (int k = 0; k < N; ++k) {
    auto const next = step_of_37(board, tau, z, h, block, sign);
    auto const rows = board.rows(next.x);
    Two const half = half_momentum(board, z, h);
    Three const moved = Ad<Se2>(retract<Se2>(tau, Three(h * z.xi))).transpose() * z.M,
                M_half = moved - rows.rightCols<3>().transpose() * next.lambda / 2;
    keep(largest, Two((next.x - z.x) / h - blocks.x_rate(half, z.xi)));                 // (37c)
    keep(largest, Two(rows * inverse * transformation(next.p, (moved + next.M) / 2)));  // (37d)
    keep(largest, Two(next.p - half + h / 2 * board.V_x(next.x) +
                      rows.leftCols<2>().transpose() * next.lambda / 2));  // (37e)
    keep(largest,
         Three(next.M - M_half + rows.rightCols<3>().transpose() * next.lambda / 2));  // (37f)
    keep(largest,
         Three(next.M -
               blocks.M(tau, blocks.x_rate(half_momentum(board, next, h), next.xi), next.xi, h)));
    z = next;
  }
  return largest.value;
}

}  // namespace

void reduced_equations(Study& study) {
  study.uses("E11");
  Residuals changed;
  Largest reconstruction, of_37, sequence_of_37;
  for (auto const& [name, board] : examples()) {
    for (auto const& [tau, tau_name] : taus) {
      Residuals r;
      measure_momenta(r, changed, board, tau);
      double const sequence = larger_or_nan(residual_of_sequence(board, tau, Block::of_inverse),
                                            residual_of_sequence(board, tau, Block::inverse_of));
      of_37(distance_of_37(board, tau, Block::inverse_of, -1));
      sequence_of_37(residual_of_sequence(board, tau, Block::inverse_of, -1));
      for (auto const& [id, reading, value] :
           {std::tuple("FJM-13/average", "as printed", r.average.value),
            std::tuple("FJM-13/annihilator", "as printed", r.annihilator.value),
            std::tuple("FJM-13/(35)", "as printed", r.eq_35.value),
            std::tuple("FJM-13", "as printed", distance_of_37(board, tau, Block::of_inverse)),
            std::tuple("FJM-13", "corrected", distance_of_37(board, tau, Block::inverse_of)),
            std::tuple("FJM-13/sequence", "as printed", sequence),
            std::tuple("FJM-13/(36)", "as printed", r.display.value)})
        study.measure(id, reading, name + ", " + tau_name, in_quad(value, N));
    }
    Residuals r;
    measure_on_group(r, changed, board);
    reconstruction(residual_on_whole_space(board, true));
    for (auto const& [id, value] :
         {std::pair("FJM-13/(33)", r.eq_33.value),
          std::pair("FJM-23/pull-backs", r.pull_backs.value),
          std::pair("FJM-13/(36)", r.eq_36.value),
          std::pair("FJM-14/reconstruction", residual_on_whole_space(board))})
      study.measure(id, "as printed", name + " on the group", {.value = value});
    study.progress(0.3);
  }
  for (auto const& [id, control, value] :
       {std::tuple("FJM-13/average", "post-momenta alone", changed.average),
        std::tuple("FJM-13/annihilator", "sum in place of the jump", changed.annihilator),
        std::tuple("FJM-13/(35)", "sign of the argument", changed.eq_35),
        std::tuple("FJM-13", "sign of h xi in (37b)", of_37),
        std::tuple("FJM-13/sequence", "sign of h xi in (37b)", sequence_of_37),
        std::tuple("FJM-13/(36)", "metric not inverted", changed.display),
        std::tuple("FJM-13/(33)", "sign of lambda in (33b)", changed.eq_33),
        std::tuple("FJM-23/pull-backs", "sign of sigma", changed.pull_backs),
        std::tuple("FJM-14/reconstruction", "products from the left", reconstruction)})
    study.control(id, control, in_quad(value.value, N));
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
