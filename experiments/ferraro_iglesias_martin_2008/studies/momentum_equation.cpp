#include "experiments/ferraro_iglesias_martin_2008/shared/groups.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/worst.hpp"
#include "experiments/measure/convergence.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

template <int n>
using Nodes = std::vector<Vector<Quad, n>>;

double size_of(Quad x) { return double(abs(x)); }

/// Residuals of theorem 2 and of its proof's identity, for L_d with the momenta M (q_(k+1) - q_k),
/// relative to the largest momentum.
/// @param section    q -> element xi of the Lie algebra, with xi_Q(q) in D but for the control
/// @param generator  (xi, q) -> xi_Q(q)
template <int n, class Mass, class Section, class Generator>
void theorem_2(Study& study, std::string const& instance, Nodes<n> const& q, Mass const& mass,
               Section const& section, Generator const& generator, bool is_control = false) {
  Worst worst;
  Largest size;
  auto const add = [&](char const* id, Quad x) {
    is_control ? worst.control(id, "section that violates the constraint", size_of(x))
               : worst(id, size_of(x));
  };
  for (std::size_t k = 1; k + 1 < q.size(); ++k) {
    Vector<Quad, n> const p1 = mass.cwiseProduct(q[k] - q[k - 1]);
    Vector<Quad, n> const p2 = mass.cwiseProduct(q[k + 1] - q[k]);
    auto const xi1 = section(q[k]), xi2 = section(q[k + 1]);
    using Element = std::remove_cvref_t<decltype(xi1)>;
    Quad const before = p1.dot(generator(xi1, q[k])), after = p2.dot(generator(xi2, q[k + 1]));
    Quad const change = p2.dot(generator(Element(xi2 - xi1), q[k + 1]));
    add("FIM-07", after - before - change);
    add("FIM-57", before - p2.dot(generator(xi1, q[k + 1])));
    size(largest_entry(p2));
  }
  worst.supply(study, instance, in_quad(0, double(q.size() - 1)), size.value);
}

/// Left sides of the printed equations of example 1 at three nodes, relative to h^-2 or h^-1 times
/// the size of the coordinates.
struct ParticleEquations {
  Vector<Quad, 3> d1, d2;
  Quad h, y1, y2;
  double size;

  ParticleEquations(Nodes<3> const& q, std::size_t k, Quad h)
      : d1(q[k] - q[k - 1]),
        d2(q[k + 1] - q[k]),
        h(h),
        y1(q[k][1]),
        y2(q[k + 1][1]),
        size(1 + largest_entry(q[k])) {}

  Quad of_9a(Quad y) const { return (d2[0] - d1[0] + y * (d2[2] - d1[2])) / (h * h); }
  Quad of_9b() const { return (d2[1] - d1[1]) / (h * h); }
  double per_h(Quad x) const { return size_of(x) * double(h) / size; }
  double per_h2(Quad x) const { return size_of(x) * double(h * h) / size; }
  double a(Quad y) const { return per_h2(of_9a(y)); }
  double b() const { return per_h2(of_9b()); }
  double c() const { return per_h((d1[2] + d2[2] - y1 * (d1[0] + d2[0])) / (2 * h)); }
  /// The constraint by DLA.
  double constraint(Quad y) const { return per_h((d2[2] - y * d2[0]) / h); }
  /// The momentum equations of (1, 0, y) and (0, 1, 0) less (9a) and (9b).
  double momentum(int sign) const {
    Quad const after = (d2[0] + y2 * d2[2]) / (h * h), before = (d1[0] + y1 * d1[2]) / (h * h);
    Quad const right = sign * (y2 - y1) * d2[2] / (h * h);
    return larger_or_nan(per_h2(after - before - right - of_9a(y1)),
                         per_h2(d2[1] / (h * h) - d1[1] / (h * h) - of_9b()));
  }
};

void particle(Study& study) {
  auto run = run_of("nonholonomic_particle", "P1", "gni", RawQuad(1) / 10, study.quick ? 60 : 160);
  double const steps = double(run.steps);
  Quad const h = Quad(run.step);
  auto const q = nodes_of<Quad, 3>(study.execute_quad(run));
  run.method = "dla_midpoint";
  auto const dla = nodes_of<Quad, 3>(study.execute_quad(run)), any = random_points<3>(8);

  auto const translation = [](Vector<Quad, 3> const& xi, Vector<Quad, 3> const&) { return xi; };
  Vector<Quad, 3> const mass = Vector<Quad, 3>::Ones();
  auto const theorem = [&](char const* instance, auto const& section, bool is_control = false) {
    theorem_2(study, instance, q, mass, section, translation, is_control);
  };
  theorem("particle, first section",
          [](auto const& at) { return Vector<Quad, 3>(Quad(1), Quad(0), at[1]); });
  theorem("particle, second section",
          [](auto const&) { return Vector<Quad, 3>(Quad(0), Quad(1), Quad(0)); });
  theorem("particle, a general section", [](auto const& at) {
    Quad const f = sin(at[0]) + at[2], g = cos(at[1] * at[2]);
    return Vector<Quad, 3>(f, g, at[1] * f);
  });
  theorem(
      "particle, z-component with the other sign",
      [](auto const& at) { return Vector<Quad, 3>(Quad(1), Quad(0), -at[1]); }, true);

  Worst worst, symmetry, at_any;
  for (std::size_t k = 1; k + 1 < q.size(); ++k) {
    ParticleEquations const gni(q, k, h), by_dla(dla, k, h);
    worst("FIM-09", larger_or_nan({gni.a(gni.y1), gni.b(), gni.c()}));
    worst.control("FIM-09", "y_2 in (9a)", gni.a(gni.y2));
    worst.control("FIM-09", "(9c) by DLA", by_dla.c());
    worst("FIM-11", larger_or_nan(by_dla.a(by_dla.y1), by_dla.b()));
    worst.control("FIM-11", "y_2 in (9a)", by_dla.a(by_dla.y2));
    worst("FIM-63", by_dla.constraint((by_dla.y1 + by_dla.y2) / 2));
    worst.control("FIM-63", "left end", by_dla.constraint(by_dla.y1));
    // Momenta along y and along x, relative to the first.
    auto const change = [&](int i) {
      Quad const first = q[1][i] - q[0][i];
      return size_of((q[k + 1][i] - q[k][i]) / first - 1);
    };
    symmetry("FIM-08", change(1));
    symmetry.control("FIM-08", "translation along x", change(0));
  }
  worst.supply(study, "", in_quad(0, steps));
  symmetry.supply(study, "particle, y", in_quad(0, steps));
  for (std::size_t k = 1; k + 1 < any.size(); ++k) {
    ParticleEquations const at(any, k, h);
    at_any("FIM-62", at.momentum(1));
    at_any.control("FIM-62", "sign of the right side", at.momentum(-1));
  }
  at_any.supply(study, "", in_quad(0));
}

/// q_(k+1) = (Id - 2 I^-1 Q^T I) (q_k - q_(k-1)) + q_k with Q as printed; or Q^T in place of
/// I^-1 Q^T I.
Nodes<5> explicit_scheme(Vector<Quad, 5> const& q0, Vector<Quad, 5> const& q1, std::size_t nodes,
                         bool without_inertia = false) {
  Nodes<5> q{q0, q1};
  Vector<Quad, 5> I = snakeboard_geometry(q0).metric.diagonal();
  if (without_inertia) I.setOnes();
  while (q.size() < nodes) {
    auto const& last = q.back();
    Vector<Quad, 5> const d = last - q[q.size() - 2], p = I.cwiseProduct(d);
    Vector<Quad, 5> const normal = printed_snakeboard_projector(last).transpose() * p;
    Vector<Quad, 5> const next = last + d - 2 * normal.cwiseQuotient(I);
    q.push_back(next);
  }
  return q;
}

/// The three printed terms of example 2 against the left side, relative to the largest momentum.
double printed_terms(Nodes<5> const& q, Quad h, int sign_of_third) {
  SnakeboardData const data;
  Largest defect, size;
  Vector<Quad, 3> const mass(data.m, data.m, data.J + 2 * data.J1);
  for (std::size_t k = 1; k + 1 < q.size(); ++k) {
    Vector<Quad, 5> const d1 = (q[k] - q[k - 1]) / (h * h), d2 = (q[k + 1] - q[k]) / (h * h);
    auto const abc1 = snakeboard_direction(q[k]), abc2 = snakeboard_direction(q[k + 1]);
    Vector<Quad, 3> const p1 = mass.cwiseProduct(d1.head<3>()),
                          p2 = mass.cwiseProduct(d2.head<3>());
    Quad const right = mass[0] * (abc2[0] - abc1[0]) * d2[0] +
                       mass[1] * (abc2[1] - abc1[1]) * d2[1] +
                       sign_of_third * mass[2] * (abc2[2] - abc1[2]) * d2[2];
    defect(size_of(p2.dot(abc2) - p1.dot(abc1) - right));
    size(largest_entry(p2));
  }
  return defect.value / size.value;
}

/// p^+ from p^- by the right translations of SE(2) and of R^2 x S^1, less D_2 L_d: the first
/// preserve (p_x, p_y, p_theta + x p_y - y p_x). The mass along y is `ratio` times that along x.
double by_either_group(Nodes<5> const& q, int ratio) {
  Largest difference, size;
  auto I = snakeboard_geometry(q[0]).metric.diagonal().eval();
  I[1] *= ratio;
  for (std::size_t k = 0; k + 1 < q.size(); ++k) {
    Vector<Quad, 5> const p = I.cwiseProduct(q[k + 1] - q[k]);  // both p^- and D_2 L_d
    auto const moment = [&](std::size_t at) { return Quad(q[at][0] * p[1] - q[at][1] * p[0]); };
    Vector<Quad, 5> by_plane = p;
    by_plane[2] += moment(k) - moment(k + 1);
    difference(largest_entry(by_plane - p));
    size(largest_entry(p));
  }
  return difference.value / size.value;
}

void snakeboard(Study& study) {
  auto const run = run_of("snakeboard", "FIM", "gni", RawQuad(1) / 10, study.quick ? 150 : 500);
  Quad const h = Quad(run.step);
  auto const q = nodes_of<Quad, 5>(study.execute_quad(run));
  Vector<Quad, 5> const I = snakeboard_geometry(q[0]).metric.diagonal();

  // The section (a + c y, b - c x, c) generates (a, b, c).
  auto const section = [](Vector<Quad, 5> const& at) {
    auto const abc = snakeboard_direction(at);
    return Vector<Quad, 3>(abc[0] + abc[2] * at[1], abc[1] - abc[2] * at[0], abc[2]);
  };
  auto const generator = [](Vector<Quad, 3> const& e, Vector<Quad, 5> const& at) {
    Vector<Quad, 5> v;
    v << e[0] - e[2] * at[1], e[1] + e[2] * at[0], e[2], Quad(0), Quad(0);
    return v;
  };
  theorem_2(study, "snakeboard, SE(2)", q, I, section, generator);

  Worst worst, symmetry;
  Largest size;
  auto const energies = [&](Nodes<5> const& nodes) {
    std::vector<Quad> all;
    for (std::size_t k = 1; k < nodes.size(); ++k) {
      Vector<Quad, 5> const d = nodes[k] - nodes[k - 1];
      all.push_back(d.dot(I.cwiseProduct(d)) / 2);
    }
    return all;
  };
  auto const own = explicit_scheme(q[0], q[1], q.size()),
             without_inertia = explicit_scheme(q[0], q[1], q.size(), true);
  Vector<Quad, 5> const first = q[1] - q[0];
  for (auto const& node : q) size(largest_entry(node));
  for (std::size_t k = 1; k < q.size(); ++k) {
    Vector<Quad, 5> const d = q[k] - q[k - 1], p = I.cwiseProduct(d);
    for (int const i : {3, 4}) symmetry("FIM-08", size_of(d[i] / first[i] - 1));
    worst("FIM-14", largest_entry(own[k] - q[k]) / size.value);
    worst.control("FIM-14", "Q^T without the inertia",
                  largest_entry(without_inertia[k] - q[k]) / size.value);
    if (k == 1) continue;
    Vector<Quad, 5> const before = I.cwiseProduct(q[k - 1] - q[k - 2]);
    Vector<Quad, 5> const normal = printed_snakeboard_projector(q[k - 1]).transpose() * before;
    auto const residual = [&](int factor) {
      return largest_entry(p - before + factor * normal) / largest_entry(p);
    };
    worst("FIM-70", residual(2));
    worst.control("FIM-70", "factor 1 of Q", residual(1));
  }
  worst("FIM-74", relative_spread(energies(q)));
  worst.control("FIM-74", "Q^T without the inertia", relative_spread(energies(without_inertia)));
  worst("FIM-15", printed_terms(q, h, 1));
  worst.control("FIM-15", "sign of the third term", printed_terms(q, h, -1));
  worst("FIM-73", "same discrete Lagrangian", by_either_group(q, 1));
  worst.control("FIM-73", "unequal masses", by_either_group(q, 2));
  worst.supply(study, "", in_quad(0, double(run.steps)));
  symmetry.supply(study, "snakeboard, psi and phi", in_quad(0, double(run.steps)));
  auto const order = observed_orders(study.problem("snakeboard"), study.method("snakeboard", "gni"),
                                     "exact", {20, 40, 80, 160})
                         .orders.front();
  study.find("FIM-14/order", order.order,
             fmt::format("{:.3f} on the snakeboard, h = 1/20 to 1/160", order.order));
}

}  // namespace

void momentum_equation(Study& study) {
  particle(study);
  study.progress(0.4);
  snakeboard(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
