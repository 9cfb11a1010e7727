#include "experiments/iglesias_marrero_martin_martinez_2008/shared/suslov_body.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::suslov_study {

namespace {

using Pair = PlanarInertia<double>::Pair;

/// Velocity w(t) of the exact motion. With A = L L^T, zeta = L^T w = r (cos, sin)(phi) and beta =
/// L^-1 b, the parts of zeta along and orthogonal to beta are r (sech, tanh)(kappa t + c), kappa =
/// r |beta|/det L.
Pair exact_velocity(PlanarInertia<double> const& body, Pair const& w, double t) {
  double const l11 = std::sqrt(body.A(0, 0)), l21 = body.A(0, 1) / l11;
  double const l22 = std::sqrt(body.A(1, 1) - l21 * l21);
  double const z1 = l11 * w[0] + l21 * w[1], z2 = l22 * w[1], r = std::hypot(z1, z2);
  double b1 = body.b[0] / l11, b2 = (body.b[1] - l21 * b1) / l22;
  double const size = std::hypot(b1, b2), kappa = r * size / (l11 * l22);
  b1 /= size, b2 /= size;
  double const phase = std::atanh((b1 * z2 - b2 * z1) / r) + kappa * t;
  double const along = (b1 * z1 + b2 * z2 > 0 ? r : -r) / std::cosh(phase);
  double const across = r * std::tanh(phase);
  double const y2 = (b2 * along + b1 * across) / l22;
  return {(b1 * along - b2 * across - l21 * y2) / l11, y2};
}

void draw_energy(Study& study) {
  auto& table = study.table("energy", {"t", "change"});
  auto const beginning = study.execute(suslov_run(0.1_quad, 1500));
  double const H = beginning.invariant_values[0][0];
  for (std::size_t k = 0; k < beginning.times.size(); ++k)
    table.add({beginning.times[k], std::abs(beginning.invariant_values[k][0] / H - 1)});
}

void measure_asymptotics(Study& study) {
  auto const body = suslov_inertia<Quad>();
  auto const limit = attractor(body, {1, 0.3_quad});
  Quad const speed = sqrt(limit.squaredNorm()), b = sqrt(body.b.squaredNorm());
  Quad const rate = body.across(body.velocity(body.b / b));  // |b| b^ . A^-1 b^
  Largest of_limit, factors;
  std::string words;
  for (Quad const h : {0.1_quad, 0.5_quad}) {
    long const steps = h < 0.2_quad ? 1000 : 200;
    auto const t = study.execute_quad(suslov_run(h, steps));
    auto const across = [&](std::vector<Quad> const& v) { return body.across({v[0], v[1]}); };
    of_limit(distance(vector_of<Quad>(t.v.back()), Vector{{limit[0], limit[1], 0}}));
    Quad const half = asin(h * speed) / 2, eps = tan(half) * rate;
    std::size_t const n = t.v.size();
    Quad const observed = across(t.v[n - 1]) / across(t.v[n - 2]);
    factors(double(observed - (1 - eps) / (1 + eps)));
    words += fmt::format("{}{:.12f} at $h$ = {:g}", words.empty() ? "" : ", ", double(observed),
                         double(h));
    // Neighbour, at a distance of 1e-14, of the other end of the orbit.
    std::vector<Quad> const near{-limit[0] + 1e-14_quad, -limit[1], 0};
    auto const away = study.execute_quad(suslov_run(h, 1, near));
    Quad const grown = across(away.v[1]) / across(away.v[0]);
    factors(double(grown - (1 + eps) / (1 - eps)));
  }
  study.add_finding(
      "S7", factors.value,
      fmt::format("{:.1e} (factors {}; the velocity ends {:.1e} from the steady rotation "
                  "({:.6f}, {:.6f}))",
                  factors.value, words, of_limit.value, double(limit[0]), double(limit[1])));
}

void draw_orbits(Study& study) {
  auto const body = suslov_inertia<double>();
  auto& exact = study.table("exact", {"w1", "w2", "orbit"});
  auto& exact_nodes = study.table("exact_nodes", {"w1", "w2"});
  auto& discrete = study.table("discrete", {"w1", "w2"});
  auto& line = study.table("line", {"w1", "w2"});
  double const h = 0.6;
  Pair const end = attractor(body, {1, 0.3});
  for (double const s : {-1.7, 1.7}) line.add({s * end[0], s * end[1]});
  double orbit = 0;
  for (double const scale : {0.5, 0.95, 1.4})
    for (double const side : {-1.0, 1.0}) {
      // Orbits from a neighbourhood of the unstable end, away from the line.
      Pair const w = -scale * end + Pair::Constant(side * 0.03);
      double const time = 24 / scale;
      for (double t = 0; t <= time; t += 0.05) {
        auto const x = exact_velocity(body, w, t);
        exact.add({x[0], x[1], orbit});
      }
      ++orbit;
      auto const t = study.execute(
          suslov_run(Quad(h), std::lround(time / h), std::vector<Quad>{w[0], w[1], 0}));
      for (std::size_t k = 0; k < t.v.size(); ++k) {
        discrete.add({t.v[k][0], t.v[k][1]});
        auto const x = exact_velocity(body, w, t.times[k]);
        exact_nodes.add({x[0], x[1]});
      }
    }
  for (auto const& [name, step, steps] :
       {std::tuple{"coarse", 0.5_quad, 80}, {"fine", 0.1_quad, 400}}) {
    auto& decay = study.table(std::string("decay_") + name, {"t", "distance"});
    auto const t = study.execute_quad(suslov_run(step, steps));
    std::size_t const every = step < 0.2_quad ? 15 : 5;
    for (std::size_t k = 0; k < t.v.size(); k += every)
      decay.add(
          {double(t.times[k]), std::abs(body.across({double(t.v[k][0]), double(t.v[k][1])}))});
  }
  auto& decay = study.table("decay_exact", {"t", "distance"});
  for (double t = 0; t <= 40; t += 0.25)
    decay.add({t, std::abs(body.across(exact_velocity(body, {1, 0.3}, t)))});
}

}  // namespace

void suslov(Study& study) {
  auto const momentum = error_of_velocity(
      "momentum", [](Vector const& v) { return suslov_inertia<Quad>().momentum(v.head(2)); });
  measure_orders(study, "S0", "Suslov", "Suslov body",
                 errors_of(study, "suslov", suslov_run(0, 0), {20, 40, 80, 160, 320, 640},
                           {momentum, error_of_q("rotation", 0, 9)}));
  control_orders(study, "S0", "another body", suslov_run(0, 0), 4, error_of_q("rotation", 0, 9),
                 motion_of_another(study, suslov_run(0, 0), 4, {{"I13", -0.7_quad}}));
  study.progress(0.5);
  draw_energy(study);
  measure_asymptotics(study);
  draw_orbits(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::suslov_study
