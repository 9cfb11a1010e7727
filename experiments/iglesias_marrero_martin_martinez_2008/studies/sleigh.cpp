#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008::sleigh_study {

namespace {

/// Sleigh with mass m, moment J about the centre of mass, a, b and the initial (v, w) at the
/// origin.
struct Sleigh {
  std::string name;
  Quad m, J, a, b, v, w;

  Quad D() const { return a * a + J / m; }
  /// Limit of the speed, reached in straight motion.
  Quad limit() const {
    Quad const u = v - b * w;
    return sqrt(u * u + D() * w * w);
  }
  Quad turning() const { return quad_pi * sqrt(D()) / a; }
  Quad decay_rate() const { return a * limit() / D(); }
  Run run(Quad step, long steps, bool backwards = false) const {
    return from(step, steps, backwards ? -v : v, backwards ? -w : w);
  }
  Run from(Quad step, long steps, Quad speed, Quad turn) const {
    return {.problem = "chaplygin_sleigh",
            .method = "euler_poincare_suslov",
            .case_name = name,
            .step = step,
            .steps = steps,
            .v = std::vector<Quad>{speed, 0, turn}};
  }
};
std::array<Sleigh, 3> const& sleighs() {
  static std::array<Sleigh, 3> const all{
      {{"SLE-A", 1, 1, 0.5_quad, 0, -1, 1},
       {"SLE-B", 1.5_quad, 0.8_quad, 0.6_quad, 0.3_quad, -0.7_quad, 0.9_quad},
       {"SLE-C", 1, 1, 0.4_quad, 0, 0, 1.2_quad}}};
  return all;
}

void measure_asymptotics(Study& study) {
  Largest limit, factors, continuous;
  std::string words;
  Quad const h = 0.1_quad;
  for (auto const& s : sleighs()) {
    // Steps until e^(-rate t) = 1e-16.
    long const steps = std::lround(double(37 / s.decay_rate() / h));
    auto const t = study.execute_quad(s.run(h, steps));
    auto const& end = t.v.back();
    limit(end[0] - s.b * end[2] - s.limit());
    Quad const x = h * s.limit(), low = s.D() - s.a * x / 2, high = s.D() + s.a * x / 2;
    Quad const observed = end[2] / t.v[t.v.size() - 2][2];
    factors(observed - low / high);
    Quad const from_continuous = observed - exp(-h * s.decay_rate());
    continuous(from_continuous);
    // Motion near the backward straight motion, which is unstable.
    auto const away = study.execute_quad(s.from(h, 1, -s.limit(), 1e-15_quad));
    factors(away.v[1][2] / away.v[0][2] - high / low);
    words += fmt::format(", {} {:.12f} ({:.1e} from the continuous factor)", s.name,
                         double(observed), double(abs(from_continuous)));
  }
  study.add_finding("C10", {factors.value, continuous.value},
                    fmt::format("{:.1e}{}; the speed ends {:.1e} from its limit", factors.value,
                                words, limit.value));
}

/// Exact path at multiples of `step`: u = v - b w and w by tanh and sech, the other coordinates by
/// Simpson's rule within a step.
std::vector<std::vector<double>> exact_path(Sleigh const& s, double time, bool backwards,
                                            double step) {
  double const sign = backwards ? -1 : 1, limit = double(s.limit()), rate = double(s.decay_rate());
  double const root = std::sqrt(double(s.D())), ratio = root / double(s.a);
  double const phase = std::atanh(sign * double(s.v - s.b * s.w) / limit);
  double const side = sign * double(s.w) > 0 ? 1 : -1;
  auto const gudermann = [](double z) { return 2 * std::atan(std::tanh(z / 2)); };
  auto const theta = [&](double t) {
    return side * ratio * (gudermann(rate * t + phase) - gudermann(phase));
  };
  auto const v = [&](double t) {
    double const w = side * limit / root / std::cosh(rate * t + phase);
    return limit * std::tanh(rate * t + phase) + double(s.b) * w;
  };
  std::vector<std::vector<double>> path;
  double x = 0, y = 0;
  for (long k = 0; k <= std::lround(time / step); ++k) {
    double const t0 = step * double(k), t1 = t0 + step / 2, t2 = t0 + step;
    path.push_back({x, y});
    auto const rule = [&](auto const& f) { return step / 6 * (f(t0) + 4 * f(t1) + f(t2)); };
    x += rule([&](double t) { return v(t) * std::cos(theta(t)); });
    y += rule([&](double t) { return v(t) * std::sin(theta(t)); });
  }
  return path;
}

void draw_paths(Study& study) {
  for (auto const& s : sleighs()) {
    auto& exact = study.table("exact_" + s.name, {"x", "y"});
    auto& discrete = study.table("discrete_" + s.name, {"x", "y"});
    double const time = 8, h = 0.4;
    for (bool const backwards : {true, false}) {
      auto const run = s.run(Quad(h), std::lround(time / h), backwards);
      for (auto const& q : study.execute(run).q) discrete.add({q[0], q[1]});
      auto curve = exact_path(s, time, backwards, 0.02);
      if (backwards) std::reverse(curve.begin(), curve.end());
      for (auto const& point : curve) exact.add(point);
    }
  }
}

}  // namespace

void sleigh(Study& study) {
  for (auto const& s : {sleighs()[0], sleighs()[1]}) {
    auto run = s.run(0, 0);
    run.v.reset();
    auto const velocity = [](std::string name, long i) {
      return error_of_velocity(name, [i](Vector const& v) { return Vector{{v[i]}}; });
    };
    measure_orders(study, "C0", "sleigh", "sleigh " + s.name,
                   errors_of(study, s.name, run, {20, 40, 80, 160, 320, 640},
                             {velocity("velocity", 0), velocity("rotation", 2),
                              error_of_q("angle", 2, 3), error_of_q("point", 0, 2)}));
  }
  auto run = sleighs()[0].run(0, 0);
  run.v.reset();
  control_orders(study, "C0", "another body", run, 4, error_of_q("angle", 2, 3),
                 motion_of_another(study, run, 4, {{"a", 0.55_quad}}));
  study.progress(0.4);
  measure_asymptotics(study);
  draw_paths(study);
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008::sleigh_study
