#include "experiments/core/panels.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/measuring.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

/// m, J of the centre of mass, a, b and the start (v, w) at the origin.
struct Sleigh {
  std::string name;
  Q m, J, a, b, v, w;

  Q D() const { return a * a + J / m; }
  /// Speed of the straight motion that is reached.
  Q limit() const {
    Q const u = v - b * w;
    return sqrtq(u * u + D() * w * w);
  }
  Q turning() const { return M_PIq * sqrtq(D()) / a; }
  Q decay_rate() const { return a * limit() / D(); }
  Run run(Q step, long steps, bool backwards = false) const {
    return from(step, steps, backwards ? -v : v, backwards ? -w : w);
  }
  Run from(Q step, long steps, Q speed, Q turn) const {
    return {.problem = "chaplygin_sleigh",
            .method = "euler_poincare_suslov",
            .case_name = name,
            .step = step,
            .steps = steps,
            .v = Numbers{speed, 0, turn}};
  }
};
std::array<Sleigh, 3> const& sleighs() {
  static std::array<Sleigh, 3> const all{{{"SLE-A", 1, 1, 0.5Q, 0, -1, 1},
                                          {"SLE-B", 1.5Q, 0.8Q, 0.6Q, 0.3Q, -0.7Q, 0.9Q},
                                          {"SLE-C", 1, 1, 0.4Q, 0, 0, 1.2Q}}};
  return all;
}

void measure_asymptotics(Findings& findings) {
  Largest limit, factors;
  std::string words;
  Q const h = 0.1Q;
  for (auto const& s : sleighs()) {
    // Until e^(-rate t) is 1e-16.
    long const steps = std::lround(double(37 / s.decay_rate() / h));
    auto const t = findings.execute_quad(s.run(h, steps));
    auto const& end = t.v.back();
    limit(end[0] - s.b * end[2] - s.limit());
    Q const x = h * s.limit(), low = s.D() - s.a * x / 2, high = s.D() + s.a * x / 2;
    Q const observed = end[2] / t.v[t.v.size() - 2][2];
    factors(observed - low / high);
    // Next to the straight motion backwards, which is unstable.
    auto const away = findings.execute_quad(s.from(h, 1, -s.limit(), 1e-15Q));
    factors(away.v[1][2] / away.v[0][2] - high / low);
    words += fmt::format(", {} {:.12f}", s.name, double(observed));
  }
  findings.find("C10", factors.value,
                fmt::format("{:.1e}{}; the speed ends {:.1e} from its limit", factors.value, words,
                            limit.value));

  double worst = 2;
  std::string numbers;
  for (auto const& s : sleighs()) {
    std::vector<double> steps, errors;
    for (Q const size : {0.4Q, 0.2Q, 0.1Q, 0.05Q}) {
      long const count = std::lround(double(45 / s.decay_rate() / size));
      Q const turned = findings.execute(s.run(size, count)).q.back()[2] -
                       findings.execute(s.run(size, count, true)).q.back()[2];
      steps.push_back(double(size));
      errors.push_back(double(absolute(turned - s.turning())));
      if (s.name == "SLE-A")
        numbers += fmt::format("{}{:.9f}", numbers.empty() ? "" : ", ", double(turned));
    }
    double const slope = fit_power(steps, errors).slope;
    if (std::abs(slope - 2) >= std::abs(worst - 2)) worst = slope;
  }
  findings.find("C10/turning", worst,
                fmt::format("{:.3f} (SLE-A: {}; exact {:.9f})", worst, numbers,
                            double(sleighs()[0].turning())));
}

/// The exact path at multiples of `step`: u = v - b w and w by tanh and sech, the rest by
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

void draw_paths(Findings& findings) {
  for (auto const& s : sleighs()) {
    auto& exact = findings.table("exact_" + s.name, {"x", "y"});
    auto& discrete = findings.table("discrete_" + s.name, {"x", "y"});
    double const time = 8, h = 0.4;
    for (bool const backwards : {true, false}) {
      auto const run = s.run(Q(h), std::lround(time / h), backwards);
      for (auto const& q : findings.execute(run).q) discrete.add({q[0], q[1]});
      auto curve = exact_path(s, time, backwards, 0.02);
      if (backwards) std::reverse(curve.begin(), curve.end());
      for (auto const& point : curve) exact.add(point);
    }
  }
}

void compute(Findings& findings) {
  for (auto const& s : {sleighs()[0], sleighs()[1]}) {
    auto run = s.run(0, 0);
    run.v.reset();
    auto const velocity = error_of_velocity("velocity", [](Numbers const& v) {
      return Numbers{v[0], v[2]};
    });
    measure_orders(findings, "C0", "sleigh", "sleigh " + s.name,
                   errors_of(findings, s.name, run, {20, 40, 80, 160, 320, 640},
                             {velocity, error_of_q("angle", 2, 3), error_of_q("point", 0, 2)}));
  }
  findings.progress(0.4);
  measure_asymptotics(findings);
  draw_paths(findings);
}

Panel path(std::string title, std::string const& name, Range x, Range y) {
  auto panel =
      plain_panel(std::move(title), italic("x"), italic("y"),
                  {{"exact_" + name + ".csv", "x", "y", "lines", "exact"},
                   {"discrete_" + name + ".csv", "x", "y", "points", italic("h") + " = 0.4"}},
                  x, y);
  panel.key = "top left";
  return panel;
}

}  // namespace

Experiment sleigh() {
  auto errors =
      errors_panel("(d) SLE-A, SLE-B", "error at " + italic("t") + " = 4", {}, {{0.005, 0.25}});
  errors.key = "top left";
  for (std::string const body : {"A", "B"})
    for (std::string const name : {"velocity", "angle", "point"})
      errors.series.push_back(
          {"errors_SLE-" + body + ".csv", "h", name, "linespoints", name + ", " + body});
  return {
      .id = "immm2008_sleigh",
      .paper = paper_id,
      .title = "The discrete Chaplygin sleigh in motion",
      .about = "Order, asymptotics and paths of the discrete Chaplygin sleigh.",
      .choices = {{"bodies and starts",
                   "at the origin; SLE-A: m = J = 1, a = .5, b = 0, v = -1, w = 1; SLE-B: m = "
                   "1.5, J = .8, a = .6, b = .3, v = -.7, w = .9; SLE-C: m = J = 1, a = .4, b "
                   "= 0, v = 0, w = 1.2, in both directions of time",
                   "the paper gives none; a cusp, a loop and a heart"},
                  {"how the first interval is found", "from the nodal momentum on D_c",
                   "the paper gives equations for intervals only"}},
      .figures = {{.id = "paths",
                   .caption = "Chaplygin's sleigh, paths of the contact point for −8 ≤ "
                              "{/:Italic t} ≤ 8: (a), (b) a loop with a cusp, (c) a heart whose "
                              "notch is the start; (d) errors.",
                   .columns = 2,
                   .width = 7.2,
                   .height = 6.8,
                   .panels = {path("(a) SLE-A", "SLE-A", {{-6.5, 5.5}}, {{-11, 1}}),
                              path("(b) SLE-B", "SLE-B", {{-8, 6.5}}, {{-9.5, 5}}),
                              path("(c) SLE-C", "SLE-C", {{-6.5, 1.5}}, {{-4, 4}}), errors}}},
      .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
