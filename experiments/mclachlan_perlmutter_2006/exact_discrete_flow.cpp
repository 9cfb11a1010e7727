#include <fmt/format.h>

#include <algorithm>

#include "experiments/core/experiment.hpp"
#include "experiments/mclachlan_perlmutter_2006/printed_forms_exact.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

namespace {

/// Theorem 2: the closed form of the exact discrete Lagrangian of an oscillator.
double oscillator_lagrangian(Vector3d const& a, Vector3d const& b, double h) {
  return ((a.squaredNorm() + b.squaredNorm()) * std::cos(h) - 2 * a.dot(b)) / (2 * std::sin(h));
}
void theorem_2(Findings& findings) {
  ExactSystem const free{1, false};
  Vector3d const v{-0.24, 0.6, 0.8};
  double action = 0, sum = 0;
  Motion const one(free, start, v, time_step), two(free, start, v, 2 * time_step);
  action = std::abs(one.action() - oscillator_lagrangian(start, one.end(), time_step));
  for (int j = 0; j < 3; ++j)
    sum = larger_or_nan(sum, std::abs(difference([&](double s) {
                          Vector3d const q1 = one.end() + s * Vector3d::Unit(j);
                          return oscillator_lagrangian(start, q1, time_step) +
                                 oscillator_lagrangian(q1, two.end(), time_step);
                        })));
  findings.measure("C20", sum);
  findings.measure("C20/action", action);
}

void edla(Findings& findings, std::vector<Orbit> const& orbits) {
  double plus = 0, minus = 0, sum = 0, momenta = 0, rank = 1, transversal = 1;
  for (auto const& orbit : orbits) {
    auto const e = orbit.equations(orbit.of_orbit());
    plus = larger_or_nan(plus, std::abs(e.plus));
    minus = larger_or_nan(minus, std::abs(e.minus));
    sum = larger_or_nan(sum, std::abs(e.forced));
    momenta = larger_or_nan(momenta, std::abs(e.mismatch));
    for (auto const& [fibre, w] :
         {std::pair{orbit.ahead, orbit.w_ahead}, std::pair{orbit.behind, orbit.w_behind}}) {
      // Squares of the singular values: roots of x^2 - trace x + determinant.
      auto const t = fibre.tangents(w);
      Eigen::Matrix2d const square = t.transpose() * t;
      double const half = square.trace() / 2,
                   spread = std::sqrt(half * half - square.determinant());
      rank = smaller_or_nan(rank, std::sqrt((half - spread) / (half + spread)));
    }
    transversal = smaller_or_nan(transversal, orbit.transversality(orbit.w_ahead, orbit.w_behind));
  }
  findings.measure("C25/(7.16)", plus);
  findings.measure("C25/(7.17)", minus);
  findings.measure("C25/(7.12)", sum);
  findings.measure("C25/corollary 6", momenta);
  findings.measure("C25/plain", std::abs(orbits[1].equations(orbits[1].of_orbit()).plain));
  findings.measure("S/proposition 12", smaller_or_nan(rank, transversal),
                   fmt::format("{:.3f} (ratio of singular values {:.3f}, sine of the angle {:.3f})",
                               smaller_or_nan(rank, transversal), rank, transversal));
  // Proposition 10: (q0, v) -> (q0, q1) has full rank n + k where its derivative by v has rank k.
  findings.measure("S/proposition 10", 3 + (rank > 1e-6 ? 2 : 1));
}

void given_the_ends(Findings& findings, std::vector<Orbit> const& orbits) {
  double residual = 0, slope = 1e9, roots = 0, apart = 0;
  std::string values;
  char const* const names[]{"family_free", "family_oscillator"};
  int const half = findings.quick ? 6 : 20;
  for (std::size_t i = 0; i < orbits.size(); ++i) {
    auto const& orbit = orbits[i];
    auto& table = findings.table(names[i], {"s", "sum", "impulses"});
    double const reach = 0.3, spacing = reach / half;
    std::vector<double> edla(std::size_t(2 * half + 1));
    std::vector<Orbit::Discrete> all(edla.size());
    for (int side : {1, -1}) {
      Vector4d x = orbit.of_orbit(), before = x;
      for (int k = 0; k <= half; ++k) {
        // The sums are analytic in s: no point is skipped where the family goes on.
        Vector4d const guess = 2 * x - before;
        before = x;
        x = orbit.admissible(side * k * spacing, k == 0 ? x : guess);
        auto const at = std::size_t(half + side * k);
        all[at] = orbit.equations(x);
        edla[at] = all[at].forced;
        if (i == 0 && k > 0) apart = larger_or_nan(apart, std::abs(all[at].mismatch));
      }
    }
    for (int k = -half; k <= half; ++k)
      table.add({k * spacing, edla[std::size_t(half + k)],
                 edla[std::size_t(half + k)] - all[std::size_t(half + k)].plain});
    residual = larger_or_nan(residual, std::abs(edla[std::size_t(half)]));
    double const s = (edla[std::size_t(half + 1)] - edla[std::size_t(half - 1)]) / (2 * spacing);
    slope = smaller_or_nan(slope, std::abs(s));
    int changes = 0;
    for (std::size_t k = 0; k + 1 < edla.size(); ++k)
      if (k != std::size_t(half) - 1 && k != std::size_t(half))
        changes += edla[k] * edla[k + 1] < 0;
    changes += edla[std::size_t(half - 1)] * edla[std::size_t(half + 1)] < 0;
    roots = larger_or_nan(roots, double(changes));
    values += fmt::format("{}{:.3f} ... {:.3f}", i ? "; " : "", edla.front(), edla.back());
    findings.progress(0.3 + 0.25 * double(i));
  }
  findings.measure("C26", residual);
  findings.measure("C26/simple", slope, fmt::format("{:.3f} (sums from {})", slope, values));
  findings.measure("C26/only", roots);

  // C29: without a potential (q0, q2) is in C_d^e for every member of the family, by scaling.
  auto const& free = orbits[0];
  double const product = (free.ahead.motion(2 * free.w_ahead).end() - free.behind.base).norm();
  findings.measure("C29/product", product);
  findings.measure("C29", apart);
}

/// Smallest distance to a point that time-h motions from q0 come.
double nearest_approach(Fibre const& fibre, Vector2d const& guess, Vector3d const& target) {
  auto const w = solved<2>(
      guess, [&](Vector2d const& x) -> Vector3d { return fibre.motion(x).end() - target; });
  return (fibre.motion(w).end() - target).norm();
}

void scaling(Findings& findings, std::vector<Orbit> const& orbits) {
  char const* const suffix[]{"", "/potential"};
  for (std::size_t i = 0; i < orbits.size(); ++i) {
    auto const& o = orbits[i];
    double const doubled = (o.ahead.motion(2 * o.w_ahead).end() - o.behind.base).norm();
    double const nearest = nearest_approach(o.ahead, 2 * o.w_ahead, o.behind.base);
    findings.measure(std::string("C28") + suffix[i], nearest,
                     fmt::format("{:.2e} ({:.2e} with the doubled velocity)", nearest, doubled));
    // Proposition 11: the motion from rest stays; the pair (q, q) belongs to C_d^e.
    findings.measure(std::string("C27/(i), proof") + suffix[i],
                     (o.ahead.motion(Vector2d::Zero()).end() - start).norm());
    std::vector<double> tilts;
    double closed = 0;
    for (double const h : {0.6, 0.3, 0.15}) {
      Fibre const fibre{o.system, start, h};
      // A brake orbit: out of a point at rest, which it reaches again after the time h.
      Vector3d const rest = solved<3>(start, [&](Vector3d const& q) -> Vector3d {
        return Motion(o.system, q, Vector3d::Zero(), h / 2).end() - start;
      });
      Vector2d const w = -Motion(o.system, rest, Vector3d::Zero(), h / 2).end_velocity().tail<2>();
      closed = larger_or_nan(closed, (fibre.motion(w).end() - start).norm());
      Vector3d const normal_of_C = Vector3d(1, 0, start[1]).normalized();
      tilts.push_back(std::asin(smaller_or_nan(1.0, o.normal(fibre, w).cross(normal_of_C).norm())));
    }
    findings.measure(std::string("C27/(i)") + suffix[i], closed);
    findings.measure(
        std::string("C27/(ii)") + suffix[i], tilts[0],
        fmt::format("{:.2e}, {:.2e}, {:.2e} at h = 0.6, 0.3, 0.15", tilts[0], tilts[1], tilts[2]));
  }
}

std::vector<Misprint> const& misprints() {
  static std::vector<Misprint> const all{
      {"S/(7.2)", "(7.2)", "What the multiplier depends on in the Jacobi equation",
       "(d lambda/d q) U", "+ (d lambda/d qdot) Udot: lambda is a function on TQ",
       "residual of a varied motion", jacobi_equation}};
  return all;
}

void compute(Findings& findings) {
  std::vector<Orbit> const orbits{Orbit(0), Orbit(1)};
  theorem_2(findings);
  edla(findings, orbits);
  findings.progress(0.3);
  given_the_ends(findings, orbits);
  scaling(findings, orbits);
  measure_misprints(misprints(), findings, 0);
  for (auto const* id : {"S/propositions 2, 3", "S/propositions 5 to 7", "S/theorem 1"})
    findings.not_checkable(id,
                           std::string(id) == "S/theorem 1"
                               ? "it states that a Hamiltonian form exists; no number follows"
                               : "existence and structure of a foliation or a flow near the "
                                 "diagonal; methods that could not exist otherwise run elsewhere");
}

std::vector<Claim> claims() {
  std::string const ours = "system, orbit and step are ours";
  std::string const differences = "sixth-order differences in double leave about 1e-12";
  std::vector<Claim> all;
  auto const add = [&](std::string id, std::string place, std::string statement,
                       std::string printed, Criterion criterion, std::string reason,
                       std::string correction = {}) {
    all.push_back({.id = std::move(id),
                   .place = std::move(place),
                   .statement = std::move(statement),
                   .printed = std::move(printed),
                   .criterion = std::move(criterion),
                   .reason = std::move(reason),
                   .correction = std::move(correction),
                   .assumption = ours,
                   .quick_criterion = {}});
  };
  add("C20", "theorem 2",
      "The exact discrete Lagrangian of the oscillator, by its closed form, has the exact motion "
      "as its discrete motion: D2 L(q0, q1) + D1 L(q1, q2)",
      "0", at_most(1e-10), differences);
  add("C20/action", "theorem 2", "Its closed form is the integral of L along the motion", "0",
      at_most(1e-12), "quadrature to rounding");
  std::string const both = " (larger of V = 0 and V = |r|^2/2)";
  add("C25/(7.16)", "(7.16)", "D2 L = -F^+ + FL(qdot(h)) on V" + both, "0", at_most(1e-10),
      differences);
  add("C25/(7.17)", "(7.17)", "D1 L = -F^- - FL(qdot(0)) on V" + both, "0", at_most(1e-10),
      differences);
  add("C25/(7.12)", "theorem 5, (7.12)", "D1 L + D2 L = -F^+ - F^- on V_(q0,q2)^q1" + both, "0",
      at_most(1e-10), differences);
  add("C25/corollary 6", "corollary 6", "The momenta p^+ and p^- of a node are the same" + both,
      "0", at_most(1e-10), differences);
  add("C25/plain", "theorem 5", "The impulses F are needed: D1 L + D2 L alone, V = |r|^2/2",
      "not 0", at_least(1e-6), "far above the 1e-12 of the differences");
  add("C26", "section 7.2",
      "Among the q1 that are admissible for (q0, q2), that of the orbit fulfils (7.12)" + both, "0",
      at_most(1e-10), differences);
  add("C26/simple", "section 7.2",
      "(7.12) determines it locally: slope of the sum of (7.12) along the family (smaller of the "
      "two)",
      "not 0", at_least(0.1), "velocity is 1 in these units");
  add("C26/only", "section 7.2", "Zeros of that sum on the family within |s| <= 0.3 (larger)", "1",
      within(1, 0), "counted by its signs");
  std::string const V0 = ", V = 0", V1 = ", V = |r|^2/2";
  for (int i = 0; i < 2; ++i) {
    std::string const s = i ? "/potential" : "", V = i ? V1 : V0;
    add("C27/(i)" + s, "proposition 11 (i)",
        "(q0, q0) is in C_d^e" + V + ": a motion that returns after h", "0", at_most(1e-12),
        "Newton's method in double");
    add("C27/(i), proof" + s, "proof of proposition 11 (i)",
        "q(t) = q0 is a motion" + V + ": distance from q0 after h, from rest", "0", at_most(1e-12),
        "rounding");
    add("C27/(ii)" + s, "proposition 11 (ii)",
        "0 x C_q0 is tangent to C_d^e at (q0, q0)" + V +
            ": angle between C_q0 and the tangent "
            "plane of the points reached from q0",
        "0", at_most(1e-6), "differences leave 1e-9");
    add("C28" + s, "proposition 12, proof; section 7.2",
        "By scaling q(2h) is reached from q0 in the time h" + V +
            ": distance to the nearest point "
            "that is",
        "0", at_most(1e-12), "rounding");
  }
  add("C29/product", "failure to be a subgroupoid",
      "For q1 on the orbit the product (q0, q2) is in C_d^e, V = 0", "0", at_most(1e-12),
      "rounding");
  add("C29", "failure to be a subgroupoid",
      "The product of (q0, q1) and (q1, q2) is in C_d^e only if the momenta match at q1, V = 0: "
      "largest mismatch along the family, whose products are all the pair of C29/product",
      "0", at_most(1e-10), differences);
  add("S/proposition 10", "proposition 10", "C_d^e has the dimension n + k", "5", within(5, 0),
      "rank of (q0, v) -> (q0, q1)");
  add("S/proposition 12", "proposition 12",
      "The fibres have the dimension k = 2 and meet in dimension 1: ratio of singular values and "
      "sine of the angle between the planes (smallest)",
      "not 0", at_least(1e-3), "the rank that differences tell apart from a smaller one");
  for (auto& claim : misprint_claims(misprints())) all.push_back(std::move(claim));
  for (auto const* id : {"S/propositions 2, 3", "S/propositions 5 to 7", "S/theorem 1"})
    add(id, "sections 2 to 4", "Structural statements", "proof", at_least(0), "nothing to compare");
  return all;
}

}  // namespace

Experiment exact_discrete_flow() {
  auto const panel = [](std::string label, std::string column, std::string key) {
    return Panel{.title = column == "sum" ? "(a)" : "(b)",
                 .x_label = "{/:Italic s}",
                 .y_label = std::move(label),
                 .x_range = {{-0.3, 0.3}},
                 .key = std::move(key),
                 .series = {{"family_free.csv", "s", column, "linespoints", "{/:Italic V} = 0"},
                            {"family_oscillator.csv", "s", column, "linespoints",
                             "{/:Italic V} = |{/:Italic r}|^2/2"}}};
  };
  return {
      .id = "mp2006_exact_discrete_flow",
      .paper = "mclachlan_perlmutter_2006",
      .title = "The exact discrete flow and its equations",
      .about =
          "Section 7 on a particle in R^3 with xdot + y zdot = 0: what holds for any reversible "
          "Lagrangian, and what needs V = 0.",
      .choices = {{"system", "L = |qdot|^2/2 - V, V = 0 and |r|^2/2, xdot + y zdot = 0",
                   "the paper computes no example; n = 3, k = 2 leaves a family of middle points"},
                  {"orbit", "q0 = (0.5, 0.3, -0.4), v0 = (-0.24, 0.6, 0.8), h = 0.6",
                   "the start of the contact oscillator elsewhere in this project"},
                  {"exact motion", "Taylor series of order 26, Gauss quadrature",
                   "to rounding; derivatives by sixth-order differences"}},
      .claims = claims(),
      .figures = {{.id = "exact_discrete_flow",
                   .number = "",
                   .caption =
                       "The exact discrete equations along the middle points that fixed ends "
                       "({/:Italic q}_0, {/:Italic q}_2) admit, at the distance {/:Italic s} from "
                       "that of the orbit: (a) the sum of (7.12), which vanishes on the orbit "
                       "alone, (b) the part of it that the constraint forces contribute.",
                   .columns = 2,
                   .width = 6.9,
                   .height = 3.1,
                   .panels = {panel("{/:Italic D}_1{/:Italic L} + {/:Italic D}_2{/:Italic L} + "
                                    "{/:Italic F}^+ + {/:Italic F}^−",
                                    "sum", "top left"),
                              panel("{/:Italic F}^+ + {/:Italic F}^−", "impulses", "off")}}},
      .compute = compute};
}

}  // namespace rattleback::mclachlan_perlmutter_2006
