#include "experiments/iglesias_marrero_martin_martinez_2008/veselova_arrows.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// V3, V4: the pair equations as corrected along a run, and what the theory's definitions say.
void equations(Findings& findings) {
  Q const h = Q(1) / 10;
  auto const system = veselova(h, 1);
  auto const run = veselova_runs("heavy").in_quad(h, findings.quick ? 10 : 40);
  Largest matrix, vector, theory;
  std::vector<Arrow> g;
  for (std::size_t k = 1; k < run.q.size(); ++k)
    g.push_back(interval_between(run.q[k - 1], run.q[k]));
  for (std::size_t k = 1; k < g.size(); ++k) {
    auto const rest = pair_equation(g[k - 1], g[k], h, -1);
    matrix(double(largest(rest)));
    matrix(double(largest(system.constraint(g[k]))));
    vector(double(largest(vector_equation(g[k - 1], g[k], h))));
    theory(distance(legendre_plus(system, g[k - 1]), legendre_minus(system, g[k])));
  }
  findings.measure("V3/run", matrix.value);
  findings.measure("V4/run", vector.value);
  findings.measure("V3/theory", theory.value);
}

/// V6, V7 at random intervals of M_c.
void reversal(Findings& findings) {
  Q const h = Q(1) / 10;
  Draw draw;
  Largest of_constraint, free_lagrangian, free_map, heavy_map, coboundary;
  double heavy_lagrangian = 0;
  int const samples = findings.quick ? 3 : 8;
  for (int sample = 0; sample < samples; ++sample) {
    auto const g = random_interval(draw, Q(1) / 10);
    for (Q const mgl : {Q(0), Q(1)}) {
      auto const system = veselova(h, mgl);
      of_constraint(constraint_asymmetry(system, g));
      double const asymmetry = lagrangian_asymmetry(system, g);
      double const of_map = reversibility_of_map(system, g);
      if (mgl == 0) {
        free_lagrangian(asymmetry);
        free_map(of_map);
      } else {
        heavy_lagrangian = larger_or_nan(heavy_lagrangian, asymmetry);
        heavy_map(of_map);
        auto const height = [&](Numbers const& x) { return dot(x, {0.28Q, 0.0Q, 0.96Q}); };
        Q const difference = system.lagrangian(system.inverse(g)) - system.lagrangian(g);
        coboundary(double(
            absolute(difference - h * (height(system.source(g)) - height(system.target(g))))));
      }
    }
  }
  findings.measure("V6", of_constraint.value);
  findings.measure("V7/heavy", heavy_lagrangian);
  findings.measure("V7/free", free_lagrangian.value);
  findings.measure("V7/map-free", free_map.value);
  findings.measure("V7/map-heavy", heavy_map.value);
  findings.measure("V7/coboundary", coboundary.value);
  Largest of_method;
  for (std::string const name : {"free", "heavy"})
    of_method(veselova_runs(name).entry().reversibility_defect(
        veselova_runs(name).specification(h, 1, 0)));
  findings.measure("V7/method", of_method.value);
}

/// V8 and V9.
void regularity(Findings& findings) {
  Q const h = Q(1) / 10;
  auto const system = veselova(h, 1);
  Numbers const gamma{0.6Q, 0, 0.8Q}, xi{0.3Q, -0.2Q, 0.5Q}, eta{0.1Q, 0.7Q, -0.4Q};
  Q const value = -bilinear(system, system.unit(gamma), xi, eta);
  Q const product = xi[0] * eta[0] + 2 * xi[1] * eta[1] + 2.5Q * xi[2] * eta[2];
  findings.measure(
      "V8", std::abs(double(value - product / h)),
      fmt::format("{:.1e} (value {:.7f}, printed {:+.2f})", std::abs(double(value - product / h)),
                  double(value), double(-product)));

  Draw draw;
  std::vector<double> angles;
  Largest against_theory;
  int const bodies = findings.quick ? 300 : 1500;
  auto& table = findings.table("singular_angles", {"gamma3", "angle"});
  for (int i = 0; i < bodies; ++i) {
    auto const plane = random_plane(draw);
    double const angle = first_singular_angle(plane);
    angles.push_back(angle);
    table.add({double(plane.gamma[2]), angle});
    if (i >= 3) continue;
    // The theory's own determinant changes sign there.
    auto const sign_at = [&](double t) {
      return determinant(right_regularity(system, interval_turned_by(plane, t)));
    };
    bool const crossed = sign_at(angle - 1e-5) * sign_at(angle + 1e-5) < 0;
    against_theory(crossed ? 0 : 1);
  }
  auto const [low, high] = minmax_element_or_nan(angles.begin(), angles.end());
  findings.measure("V9", *low, fmt::format("{:.4f} (largest {:.4f})", *low, *high));
  findings.measure("V9/theory", against_theory.value);
}

/// V11: J = (Psi(xi))left(L_d) for xi = (-gamma_3, 1), Psi(a, b) = a gamma + b e3, on the symmetric
/// top I = (2, 2, 1), e = e3; theorem 3.24 along a run.
void momentum_equation(Findings& findings) {
  Q const h = Q(1) / 10;
  auto const system = veselova(h, 1, {2, 2, 1}, {0, 0, 1});
  auto runs = veselova_runs("heavy");
  runs.parameters = {{"I1", 2}, {"I2", 2}, {"I3", 1}, {"e1", 0}, {"e3", 1}};
  auto const run = runs.in_quad(h, findings.quick ? 10 : 60);
  auto const Psi = [](Numbers const& x, Numbers const& xi) {
    return sum(times(xi[0], x), Numbers{0, 0, xi[1]});
  };
  auto const section = [](Numbers const& x) { return Numbers{-x[2], 1}; };
  Largest rest, invariance;
  Numbers J;
  Arrow before;
  for (std::size_t k = 1; k < run.q.size(); ++k) {
    auto const g = interval_between(run.q[k - 1], run.q[k]);
    auto const x = system.target(g);
    Q const after = left_field(system, g, Psi(x, section(x)));
    for (Numbers const& constant : {Numbers{1, 0}, {0, 1}})
      invariance(double(absolute(left_field(system, g, Psi(x, constant)) -
                                 right_field(system, g, Psi(system.source(g), constant)))));
    if (k > 1) {
      auto const change = sum(section(x), times(-1, section(system.target(before))));
      rest(double(absolute(after - J.back() - left_field(system, g, Psi(x, change)))));
    }
    J.push_back(after);
    before = g;
  }
  findings.measure("V11/invariance", invariance.value);
  findings.measure("V11", rest.value,
                   fmt::format("{:.1e} (J in [{:.3f}, {:.3f}])", rest.value,
                               double(*std::min_element(J.begin(), J.end())),
                               double(*max_element_or_nan(J.begin(), J.end()))));
}

void compute(Findings& findings) {
  equations(findings);
  findings.progress(0.2);
  reversal(findings);
  findings.progress(0.5);
  regularity(findings);
  findings.progress(0.8);
  momentum_equation(findings);
}

std::vector<Claim> claims() {
  ClaimList add{"section 4.4.1",
                "I = diag(1, 2, 2.5), e = (.28, 0, .96), mgl = 0 or 1, gamma_0 = (.6, 0, .8), w_0 "
                "= (.8, .5, -.6)"};
  std::string const quad = quad_reason, sign = "E3: the sign of gravity";
  add("V3/theory",
      "The integrator solves the discrete nonholonomic equations of (L_d, M_c, D_c): largest F^+ - "
      "F^- on D_c along a run with 113 bits, h = .1",
      "the equations", at_most(1e-22), quad);
  add("V3/run",
      "The matrix equation M_(k+1) - Omega_k^T M_k Omega_k - mgl h^2 hat(gamma x e) = lambda "
      "hat(gamma) and the constraint along that run: largest rest",
      "the equation with + mgl h^2", at_most(1e-28), "113 bits")
      .correction = sign;
  add("V4/run", "The vector equation, set equal to zero, along that run: largest rest",
      "no equality sign", at_most(1e-28), "113 bits")
      .correction = "E4: = 0";
  add("V6", "i(M_c) = M_c: largest rest of the constraint at i(g), random g in M_c", "reversible",
      at_most(1e-28), "113 bits");
  add("V7/heavy",
      "L_d o i is not L_d, so the system is not reversible in the sense of definition 3.15: "
      "largest |L_d(i(g)) - L_d(g)|, mgl = 1",
      "not reversible", at_least(1e-4), "far above rounding");
  add("V7/free", "The same for mgl = 0, where the system is reversible", "not reversible",
      at_most(1e-28), "113 bits")
      .correction = "only for mgl other than 0";
  add("V7/map-heavy",
      "Its evolution operator U is reversible all the same: largest |U(i(U(g))) - i(g)|, mgl = 1",
      "not mentioned", at_most(1e-22), quad);
  add("V7/map-free", "The same, mgl = 0", "not mentioned", at_most(1e-22), quad);
  add("V7/coboundary",
      "The reason: L_d(i(g)) - L_d(g) is h mgl (f(alpha(g)) - f(beta(g))) with f = gamma . e, "
      "which the equations do not see",
      "not mentioned", at_most(1e-28), "113 bits");
  add("V7/method", "Reversibility of the integrator in double precision, mgl = 0 and 1",
      "not mentioned", at_most(1e-13), "two steps with a few roundings of 1e-16");
  add("V8", "(C_xi right)(C_eta left)(L_d) at units, less xi . I eta/h", "-xi . I eta",
      at_most(1e-15), "113 bits and nested difference quotients")
      .correction = "E8: (1/h) xi . I eta";
  add("V9",
      "The system is regular near the units: smallest angle of rotation at which it is not, over "
      "random gamma and axes",
      "regular in a neighbourhood", at_least(0.5),
      "a neighbourhood well beyond the .05 to .2 of a step");
  add("V9/theory",
      "There the determinant of G on D_c and the tangents of M_c changes sign (0: at three of "
      "three random places)",
      "not mentioned", between(0, 0), "a sign");
  add("V11/invariance",
      "The heavy symmetric top is invariant under Psi(a, b) = a gamma + b e3 (definition 3.23)",
      "definition 3.23", at_most(1e-24), quad)
      .place = "theorem 3.24";
  add("V11",
      "Change of its nonholonomic momentum along xi = (-gamma_3, 1): largest rest of theorem 3.24 "
      "along a run",
      "equality", at_most(1e-20), quad)
      .place = "theorem 3.24";
  for (auto* id : {"V11/invariance", "V11"})
    for (auto& claim : add.all)
      if (claim.id == id)
        claim.assumption = "the symmetric top I = diag(2, 2, 1), e = e3, as an example of ours";
  return add.all;
}

}  // namespace

Experiment veselova_structure() {
  return {.id = "immm2008_veselova_structure",
          .paper = paper_id,
          .title = "Veselova's rigid body: equations, symmetry, regularity",
          .about =
              "The discrete equations of section 4.4.1 against the theory's definitions in quad "
              "precision: reversibility of the system and of its evolution operator, regularity, "
              "the momentum equation.",
          .choices = {{"the body, gravity and the motion",
                       "I = diag(1, 2, 2.5), e = (.28, 0, .96), mgl = 0 or 1, gamma_0 = (.6, 0, "
                       ".8), w_0 = (.8, .5, -.6)",
                       "none is printed"}},
          .claims = claims(),
          .figures =
              {{.id = "veselova_regularity",
                .number = "",
                .caption = "Smallest angle of rotation at which an interval of Veselova's discrete "
                           "system is not regular, for random {/:Italic γ} and axes.",
                .width = 4.6,
                .height = 3.4,
                .panels = {{.title = "",
                            .x_label = "{/:Italic γ}_3",
                            .y_label = "first singular angle (radians)",
                            .x_range = {{-1, 1}},
                            .y_range = {{1.4, 2}},
                            .series = {{"singular_angles.csv", "gamma3", "angle", "dots", ""}}}}}},
          .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
