#include "experiments/ferraro_iglesias_martin_2008/shared/groups.hpp"
#include "experiments/measure/convergence.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

namespace {

template <int n>
using Nodes = std::vector<Vector<Quad, n>>;

double size_of(Quad x) { return double(abs(x)); }

/// Residuals of theorem 2 and of its proof's identity, for L_d with the momenta M (q_(k+1) - q_k).
/// @param section    q -> element xi of the Lie algebra with xi_Q(q) in D
/// @param generator  (xi, q) -> xi_Q(q)
struct Theorem2 {
  double equation, identity;

  template <int n, class Mass, class Section, class Generator>
  Theorem2(Nodes<n> const& q, Mass const& mass, Section const& section,
           Generator const& generator) {
    Largest of_equation, of_identity, size;
    for (std::size_t k = 1; k + 1 < q.size(); ++k) {
      Vector<Quad, n> const p1 = mass.cwiseProduct(q[k] - q[k - 1]);
      Vector<Quad, n> const p2 = mass.cwiseProduct(q[k + 1] - q[k]);
      auto const xi1 = section(q[k]), xi2 = section(q[k + 1]);
      using Element = std::remove_cvref_t<decltype(xi1)>;
      Quad const before = p1.dot(generator(xi1, q[k])), after = p2.dot(generator(xi2, q[k + 1]));
      Quad const change = p2.dot(generator(Element(xi2 - xi1), q[k + 1]));
      of_equation(size_of(after - before - change));
      of_identity(size_of(before - p2.dot(generator(xi1, q[k + 1]))));
      size(largest_entry(p2));
    }
    equation = of_equation.value / size.value;
    identity = of_identity.value / size.value;
  }

  void measure(Study& study, std::string const& instance, double steps) const {
    for (auto const& [statement, value, what] :
         {std::tuple{"FIM-07", equation, "the momentum equation"},
          {"FIM-57", identity, "the equality of the two momenta"}})
      study.measure(statement, "as printed", instance,
                    measured_in_quad(value, steps,
                                     "{:.1e}: residual of {} along {} steps with 113 bits, "
                                     "relative to the largest momentum",
                                     value, what, steps));
  }
};

/// Residuals of the printed equations of example 1, relative to h^-2 or h^-1 times the size of the
/// coordinates.
struct ParticleEquations {
  Largest a, b, c, midpoint, momentum;

  ParticleEquations(Nodes<3> const& q, Quad h) {
    for (std::size_t k = 1; k + 1 < q.size(); ++k) {
      Vector<Quad, 3> const d1 = q[k] - q[k - 1], d2 = q[k + 1] - q[k], second = d2 - d1;
      Quad const y1 = q[k][1], y2 = q[k + 1][1], h2 = h * h;
      double const size = 1 + largest_entry(q[k]), per_h = size / double(h),
                   per_h2 = per_h / double(h);
      a(size_of((second[0] + y1 * second[2]) / h2) / per_h2);
      b(size_of(second[1] / h2) / per_h2);
      c(size_of((d1[2] + d2[2] - y1 * (d1[0] + d2[0])) / (2 * h)) / per_h);
      midpoint(size_of((d2[2] - (y1 + y2) / 2 * d2[0]) / h) / per_h);
      // The equation of the section (1, 0, y) less (9a).
      Quad const after = (d2[0] + y2 * d2[2]) / h2, before = (d1[0] + y1 * d1[2]) / h2;
      Quad const right = (y2 - y1) * d2[2] / h2;
      momentum(size_of(after - before - right - (second[0] + y1 * second[2]) / h2) / per_h2);
    }
  }
};

void particle(Study& study) {
  auto run = run_of("nonholonomic_particle", "P1", "gni", RawQuad(1) / 10, study.quick ? 60 : 160);
  double const steps = double(run.steps);
  Quad const h = Quad(run.step);
  auto const q = nodes_of<Quad, 3>(study.execute_quad(run));
  run.method = "dla_midpoint";
  ParticleEquations const gni(q, h), dla(nodes_of<Quad, 3>(study.execute_quad(run)), h);
  ParticleEquations const any(random_points<3>(8), h);

  auto const translation = [](Vector<Quad, 3> const& xi, Vector<Quad, 3> const&) { return xi; };
  Vector<Quad, 3> const mass = Vector<Quad, 3>::Ones();
  auto const measure = [&](char const* instance, auto const& section) {
    Theorem2(q, mass, section, translation).measure(study, instance, steps);
  };
  measure("particle, first section",
          [](auto const& at) { return Vector<Quad, 3>(Quad(1), Quad(0), at[1]); });
  measure("particle, second section",
          [](auto const&) { return Vector<Quad, 3>(Quad(0), Quad(1), Quad(0)); });
  measure("particle, a general section", [](auto const& at) {
    Quad const f = sin(at[0]) + at[2], g = cos(at[1] * at[2]);
    return Vector<Quad, 3>(f, g, at[1] * f);
  });

  auto const along = fmt::format("along {} steps with 113 bits, relative to the terms", steps);
  study.measure("FIM-09",
                measured_in_quad(larger_or_nan({gni.a.value, gni.b.value, gni.c.value}), steps,
                                 "residuals {:.1e} of (9a), {:.1e} of (9b), {:.1e} of (9c) {}",
                                 gni.a.value, gni.b.value, gni.c.value, along));
  study.measure("FIM-11", measured_in_quad(
                              larger_or_nan(dla.a.value, dla.b.value), steps,
                              "residuals {:.1e} of (9a), {:.1e} of (9b) by DLA with midpoints {}",
                              dla.a.value, dla.b.value, along));
  study.measure(
      "FIM-63",
      measured_in_quad(
          dla.midpoint.value, steps,
          "residual {:.1e} of the printed constraint by DLA, which has {:.1e} in (9c), {}",
          dla.midpoint.value, dla.c.value, along));
  study.measure(
      "FIM-62",
      measured_in_quad(
          any.momentum.value, 1,
          "{:.1e}: largest difference of the momentum equation of (1, 0, y) and (9a) at random "
          "nodes with 113 bits, relative to the terms; that of (0, 1, 0) is (9b) term by term",
          any.momentum.value));
  Largest symmetry;
  Quad const first = q[1][1] - q[0][1];
  for (std::size_t k = 1; k < q.size(); ++k) symmetry(size_of((q[k][1] - q[k - 1][1]) / first - 1));
  study.measure(
      "FIM-08", "as printed", "particle, y",
      measured_in_quad(symmetry.value, steps,
                       "{:.1e}: relative change of the momentum along y, {} steps with 113 bits",
                       symmetry.value, steps));
}

/// q_(k+1) = (Id - 2 I^-1 Q^T I) (q_k - q_(k-1)) + q_k with Q as printed.
Nodes<5> explicit_scheme(Vector<Quad, 5> const& q0, Vector<Quad, 5> const& q1, std::size_t nodes) {
  Nodes<5> q{q0, q1};
  auto const I = snakeboard_geometry(q0).metric.diagonal().eval();
  while (q.size() < nodes) {
    auto const& last = q.back();
    Vector<Quad, 5> const d = last - q[q.size() - 2], p = I.cwiseProduct(d);
    Vector<Quad, 5> const normal = printed_snakeboard_projector(last).transpose() * p;
    Vector<Quad, 5> const next = last + d - 2 * normal.cwiseQuotient(I);
    q.push_back(next);
  }
  return q;
}

/// The three printed terms of example 2 against the left side.
double printed_terms(Nodes<5> const& q, Quad h) {
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
                       mass[2] * (abc2[2] - abc1[2]) * d2[2];
    defect(size_of(p2.dot(abc2) - p1.dot(abc1) - right));
    size(largest_entry(p2));
  }
  return defect.value / size.value;
}

/// p^+ from p^- by the right translations of SE(2) and of R^2 x S^1, less D_2 L_d: the first keep
/// (p_x, p_y, p_theta + x p_y - y p_x).
double by_either_group(Nodes<5> const& q) {
  Largest difference, size;
  auto const I = snakeboard_geometry(q[0]).metric.diagonal().eval();
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
  double const steps = double(run.steps);
  Quad const h = Quad(run.step);
  auto const q = nodes_of<Quad, 5>(study.execute_quad(run));
  auto const I = snakeboard_geometry(q[0]).metric.diagonal().eval();
  auto const along = fmt::format("along {} steps with 113 bits", steps);

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
  Theorem2(q, I, section, generator).measure(study, "snakeboard, SE(2)", steps);

  Largest matrix, scheme, symmetry, size;
  std::vector<Quad> energies;
  auto const own = explicit_scheme(q[0], q[1], q.size());
  Vector<Quad, 5> const first = q[1] - q[0];
  for (std::size_t k = 1; k < q.size(); ++k) {
    Vector<Quad, 5> const d = q[k] - q[k - 1], p = I.cwiseProduct(d);
    energies.push_back(d.dot(p) / 2);
    for (int const i : {3, 4}) symmetry(size_of(d[i] / first[i] - 1));
    scheme(largest_entry(own[k] - q[k]));
    size(largest_entry(q[k]));
    if (k == 1) continue;
    Vector<Quad, 5> const before = I.cwiseProduct(q[k - 1] - q[k - 2]);
    Vector<Quad, 5> const normal = printed_snakeboard_projector(q[k - 1]).transpose() * before;
    matrix(largest_entry(p - before + 2 * normal) / largest_entry(p));
  }
  double const terms = printed_terms(q, h), groups = by_either_group(q);
  double const distance = scheme.value / size.value, spread = relative_spread(energies);
  auto const measure = [&](char const* id, double value, std::string words) {
    study.measure(id, measured_in_quad(value, steps, "{:.1e}: {} {}", value, words, along));
  };
  study.measure("FIM-08", "as printed", "snakeboard, psi and phi",
                measured_in_quad(symmetry.value, steps,
                                 "{:.1e}: relative change of the momenta along psi and phi {}",
                                 symmetry.value, along));
  measure("FIM-70", matrix.value,
          "residual of the equation with the printed Q, relative to its terms,");
  measure("FIM-14", distance,
          "distance of the nodes by the printed scheme from the method's, relative to the largest "
          "coordinate,");
  measure(
      "FIM-74", spread,
      "relative spread of H(q_k, p_k^-), the energy of theorem 1, which is a function of position "
      "and momentum (at the nodes another energy is lost: finding FIM-74/nodes),");
  measure("FIM-15", terms, "residual of the printed equation, relative to the largest momentum,");
  study.measure(
      "FIM-73", "same discrete Lagrangian",
      measured_in_quad(groups, steps,
                       "{:.1e}: largest difference of the pre-momentum by the right translations "
                       "of SE(2) from that by those of R^2 x S^1, relative to the momentum, {}",
                       groups, along));
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
