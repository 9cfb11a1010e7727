#include "experiments/core/panels.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/suslov_body.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

using Pair = PlanarInertia<double>::Pair;

Numbers start_velocity() { return {1, 0.3Q, 0}; }

/// w(t) of the exact motion: with A = L L^T, zeta = L^T w = r (cos, sin)(phi) and beta = L^-1 b,
/// the parts of zeta along and across beta are r (sech, tanh)(kappa t + c), kappa = r |beta|/det L.
Pair exact_velocity(PlanarInertia<double> const& body, Pair const& w, double t) {
  double const l11 = std::sqrt(body.A11), l21 = body.A12 / l11;
  double const l22 = std::sqrt(body.A22 - l21 * l21);
  double const z1 = l11 * w[0] + l21 * w[1], z2 = l22 * w[1], r = std::hypot(z1, z2);
  double b1 = body.b1 / l11, b2 = (body.b2 - l21 * b1) / l22;
  double const size = std::hypot(b1, b2), kappa = r * size / (l11 * l22);
  b1 /= size, b2 /= size;
  double const phase = std::atanh((b1 * z2 - b2 * z1) / r) + kappa * t;
  double const along = (b1 * z1 + b2 * z2 > 0 ? r : -r) / std::cosh(phase);
  double const across = r * std::tanh(phase);
  double const y2 = (b2 * along + b1 * across) / l22;
  return {(b1 * along - b2 * across - l21 * y2) / l11, y2};
}

void draw_energy(Findings& findings) {
  auto& table = findings.table("energy", {"t", "change"});
  auto const beginning = findings.execute(suslov_run(0.1Q, 1500));
  double const H = beginning.invariant_values[0][0];
  for (std::size_t k = 0; k < beginning.times.size(); ++k)
    table.add({beginning.times[k], std::abs(beginning.invariant_values[k][0] / H - 1)});
}

void measure_asymptotics(Findings& findings) {
  auto const body = suslov_inertia<Q>();
  auto const w0 = start_velocity();
  auto const limit = body.attractor({w0[0], w0[1]}, sqrtq);
  Q const speed = sqrtq(limit[0] * limit[0] + limit[1] * limit[1]);
  Q const b = sqrtq(body.b1 * body.b1 + body.b2 * body.b2);
  auto const Ab = body.velocity({body.b1 / b, body.b2 / b});
  Q const rate = body.across(Ab);  // |b| b^ . A^-1 b^
  Largest of_limit, factors;
  std::string words;
  for (Q const h : {0.1Q, 0.5Q}) {
    long const steps = h < 0.2Q ? 1000 : 200;
    auto const t = findings.execute_quad(suslov_run(h, steps));
    auto const across = [&](Numbers const& v) { return body.across({v[0], v[1]}); };
    of_limit(distance(t.v.back(), {limit[0], limit[1], 0}));
    Q const half = asinq(h * speed) / 2, eps = tanq(half) * rate;
    std::size_t const n = t.v.size();
    Q const observed = across(t.v[n - 1]) / across(t.v[n - 2]);
    factors(observed - (1 - eps) / (1 + eps));
    words += fmt::format("{}{:.12f} at h = {:g}", words.empty() ? "" : ", ", double(observed),
                         double(h));
    // A neighbour of the other end of the same orbit, 1e-14 away.
    Numbers const near{-limit[0] + 1e-14Q, -limit[1], 0};
    auto const away = findings.execute_quad(suslov_run(h, 1, near));
    Q const grown = across(away.v[1]) / across(away.v[0]);
    factors(grown - (1 + eps) / (1 - eps));
  }
  findings.find(
      "S7", factors.value,
      fmt::format("{:.1e} (factors {}; the velocity ends {:.1e} from the steady rotation "
                  "({:.6f}, {:.6f}))",
                  factors.value, words, of_limit.value, double(limit[0]), double(limit[1])));
}

void draw_orbits(Findings& findings) {
  auto const body = suslov_inertia<double>();
  auto& exact = findings.table("exact", {"w1", "w2", "orbit"});
  auto& exact_nodes = findings.table("exact_nodes", {"w1", "w2"});
  auto& discrete = findings.table("discrete", {"w1", "w2"});
  auto& line = findings.table("line", {"w1", "w2"});
  double const h = 0.6;
  Pair const end = body.attractor({1, 0.3}, std::sqrt);
  for (double const s : {-1.7, 1.7}) line.add({s * end[0], s * end[1]});
  double orbit = 0;
  for (double const scale : {0.5, 0.95, 1.4})
    for (double const side : {-1.0, 1.0}) {
      // From close to the unstable end, off the line.
      Pair const w{-scale * end[0] + side * 0.03, -scale * end[1] + side * 0.03};
      double const time = 24 / scale;
      for (double t = 0; t <= time; t += 0.05) {
        auto const x = exact_velocity(body, w, t);
        exact.add({x[0], x[1], orbit});
      }
      ++orbit;
      auto const t =
          findings.execute(suslov_run(Q(h), std::lround(time / h), Numbers{w[0], w[1], 0}));
      for (std::size_t k = 0; k < t.v.size(); ++k) {
        discrete.add({t.v[k][0], t.v[k][1]});
        auto const x = exact_velocity(body, w, t.times[k]);
        exact_nodes.add({x[0], x[1]});
      }
    }
  for (auto const& [name, step, steps] : {std::tuple{"coarse", 0.5Q, 80}, {"fine", 0.1Q, 400}}) {
    auto& decay = findings.table(std::string("decay_") + name, {"t", "distance"});
    auto const t = findings.execute_quad(suslov_run(step, steps));
    std::size_t const every = step < 0.2Q ? 15 : 5;
    for (std::size_t k = 0; k < t.v.size(); k += every)
      decay.add(
          {double(t.times[k]), std::abs(body.across({double(t.v[k][0]), double(t.v[k][1])}))});
  }
  auto& decay = findings.table("decay_exact", {"t", "distance"});
  for (double t = 0; t <= 40; t += 0.25)
    decay.add({t, std::abs(body.across(exact_velocity(body, {1, 0.3}, t)))});
}

void compute(Findings& findings) {
  auto const momentum = error_of_velocity("momentum", [](Numbers const& v) {
    auto const p = suslov_inertia<Q>().momentum({v[0], v[1]});
    return Numbers{p[0], p[1]};
  });
  measure_orders(findings, "S0", "Suslov", "Suslov body",
                 errors_of(findings, "suslov", suslov_run(0, 0), {20, 40, 80, 160, 320, 640},
                           {momentum, error_of_q("rotation", 0, 9)}));
  findings.progress(0.5);
  draw_energy(findings);
  measure_asymptotics(findings);
  draw_orbits(findings);
}

Figure orbits() {
  auto plane =
      plain_panel("(a) " + italic("h") + " = 0.6", "ω_1", "ω_2",
                  {{"line.csv", "w1", "w2", "lines", "{/:Bold b} · ω = 0"},
                   {.data = "exact.csv", .x = "w1", .y = "w2", .label = "exact", .group = "orbit"},
                   {"discrete.csv", "w1", "w2", "points", "discrete"},
                   {"exact_nodes.csv", "w1", "w2", "points", "exact, same times"}},
                  {{-1.7, 1.7}}, {{-2.2, 1.5}});
  plane.key = "bottom left";
  auto decay =
      growth_panel("(b)", italic("t"), "|{/:Bold b} · ω|",
                   {{"decay_exact.csv", "t", "distance", "lines", "exact"},
                    {"decay_coarse.csv", "t", "distance", "points", italic("h") + " = 0.5"},
                    {"decay_fine.csv", "t", "distance", "points", italic("h") + " = 0.1"}});
  decay.x_range = {{0, 40}};
  auto const energy =
      plain_panel("(c) " + italic("h") + " = 0.1", italic("t"),
                  "|" + italic("H") + "/" + italic("H") + "_0 − 1|",
                  {{"energy.csv", "t", "change", "lines", ""}}, {{0, 150}}, {{0, 1e-13}});
  auto errors = errors_panel("(d)", "error at " + italic("t") + " = 4",
                             {{"errors_suslov.csv", "h", "momentum", "linespoints", "momentum"},
                              {"errors_suslov.csv", "h", "rotation", "linespoints", "attitude"}},
                             {{0.005, 0.25}});
  errors.key = "top left";
  return {.id = "orbits",
          .caption =
              "Suslov's problem: (a) orbits on ellipses of constant energy, from near the "
              "unstable to the stable half of the line {/:Bold b} · ω = 0, exact and "
              "discrete; (b) distance from the line; (c) relative change of the energy; (d) "
              "errors of nodal momentum and attitude.",
          .columns = 2,
          .width = 7.4,
          .height = 7.0,
          .panels = {plane, decay, energy, errors}};
}

}  // namespace

Experiment suslov() {
  return {.id = "immm2008_suslov",
          .paper = paper_id,
          .title = "The discrete Suslov system in motion",
          .about = "Order, energy and asymptotics of the discrete Suslov system.",
          .choices = {{"the body, its start and the step",
                       "J = [[2, .2, .8], [.2, 1.5, .5], [.8, .5, 1.2]], w_0 = (1, .3, 0), h = .1",
                       "the paper gives none; no entry of J is zero"},
                      {"how the first interval is found", "from the nodal momentum I w_0 on D_c",
                       "the paper gives equations for intervals only"}},
          .figures = {orbits()},
          .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
