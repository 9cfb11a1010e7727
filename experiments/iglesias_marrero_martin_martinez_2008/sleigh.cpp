#include "experiments/iglesias_marrero_martin_martinez_2008/group_runs.hpp"

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
  GroupRun run(Q step, long steps, bool backwards = false) const {
    return from(step, steps, backwards ? -v : v, backwards ? -w : w);
  }
  GroupRun from(Q step, long steps, Q speed, Q turn) const {
    return {"chaplygin_sleigh",     name, "euler_poincare_suslov", step, steps, 1,
            Numbers{speed, 0, turn}};
  }
};
std::array<Sleigh, 3> const& sleighs() {
  static std::array<Sleigh, 3> const all{{{"SLE-A", 1, 1, 0.5Q, 0, -1, 1},
                                          {"SLE-B", 1.5Q, 0.8Q, 0.6Q, 0.3Q, -0.7Q, 0.9Q},
                                          {"SLE-C", 1, 1, 0.4Q, 0, 0, 1.2Q}}};
  return all;
}

std::vector<Measured> const& quantities() {
  static std::vector<Measured> const all{
      {"velocity",
       [](Numbers const&, Numbers const& v) {
         return Numbers{v[0], v[2]};
       }},
      {"angle", [](Numbers const& q, Numbers const&) { return Numbers{q[2]}; }},
      {"point", [](Numbers const& q, Numbers const&) {
         return Numbers{q[0], q[1]};
       }}};
  return all;
}

void measure_energy(Findings& findings) {
  long const steps = findings.quick ? 3000 : 30000;
  Largest in_double, in_quad;
  for (auto const& s : sleighs()) {
    auto run = s.run(0.1Q, steps);
    run.every = 0;
    in_double(energy_change(watched(findings, run, run.in_double())));
    in_quad(energy_change(s.run(0.1Q, 300).in_quad()));
  }
  findings.measure("C9", in_double.value,
                   fmt::format("{:.1e} in {} steps", in_double.value, steps));
  findings.measure("C9/quad", in_quad.value);
}

void measure_asymptotics(Findings& findings) {
  Largest limit, factors;
  std::string words;
  Q const h = 0.1Q;
  for (auto const& s : sleighs()) {
    // Until e^(-rate t) is 1e-16.
    long const steps = std::lround(double(37 / s.decay_rate() / h));
    auto const t = s.run(h, steps).in_quad();
    auto const& end = t.v.back();
    limit(double(absolute(end[0] - s.b * end[2] - s.limit())));
    Q const x = h * s.limit(), low = s.D() - s.a * x / 2, high = s.D() + s.a * x / 2;
    Q const observed = end[2] / t.v[t.v.size() - 2][2];
    factors(double(absolute(observed - low / high)));
    // Next to the straight motion backwards, which is unstable.
    auto const away = s.from(h, 1, -s.limit(), 1e-15Q).in_quad();
    factors(double(absolute(away.v[1][2] / away.v[0][2] - high / low)));
    words += fmt::format(", {} {:.12f}", s.name, double(observed));
  }
  findings.measure("C10", limit.value);
  findings.measure("C10/factors", factors.value, fmt::format("{:.1e}{}", factors.value, words));

  double worst = 2;
  std::string numbers;
  for (auto const& s : sleighs()) {
    std::vector<double> steps, errors;
    for (Q const size : {0.4Q, 0.2Q, 0.1Q, 0.05Q}) {
      long const count = std::lround(double(45 / s.decay_rate() / size));
      Q const turned = s.run(size, count).in_double().q.back()[2] -
                       s.run(size, count, true).in_double().q.back()[2];
      steps.push_back(double(size));
      errors.push_back(double(absolute(turned - s.turning())));
      if (s.name == "SLE-A")
        numbers += fmt::format("{}{:.9f}", numbers.empty() ? "" : ", ", double(turned));
    }
    double const slope = fit_power(steps, errors).slope;
    if (std::abs(slope - 2) >= std::abs(worst - 2)) worst = slope;
  }
  findings.measure("C10/turning", worst,
                   fmt::format("{:.3f} (SLE-A: {}; exact {:.9f})", worst, numbers,
                               double(sleighs()[0].turning())));
}

/// Time, place of the first crossing of the x axis by a polyline from the origin, after its start.
struct Crossing {
  double time, x, theta;
};
template <class S>
Crossing crossing(Trajectory<S> const& t) {
  for (std::size_t k = 1; k + 1 < t.q.size(); ++k)
    if ((t.q[k][1] > 0) != (t.q[k + 1][1] > 0)) {
      S const part = t.q[k][1] / (t.q[k][1] - t.q[k + 1][1]);
      auto const at = [&](S a, S b) { return double(a + part * (b - a)); };
      return {at(t.times[k], t.times[k + 1]), at(t.q[k][0], t.q[k + 1][0]),
              at(t.q[k][2], t.q[k + 1][2])};
    }
  return {NAN, NAN, NAN};
}
/// The exact motion at multiples of `step`: u = v - b w and w by tanh and sech, the rest by
/// Simpson's rule within a step.
Trajectory<double> exact_motion(Sleigh const& s, double time, bool backwards, double step = 5e-4) {
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
  Trajectory<double> motion;
  double x = 0, y = 0;
  for (long k = 0; k <= std::lround(time / step); ++k) {
    double const t0 = step * double(k), t1 = t0 + step / 2, t2 = t0 + step;
    motion.times.push_back(t0);
    motion.q.push_back({x, y, theta(t0)});
    auto const rule = [&](auto const& f) { return step / 6 * (f(t0) + 4 * f(t1) + f(t2)); };
    x += rule([&](double t) { return v(t) * std::cos(theta(t)); });
    y += rule([&](double t) { return v(t) * std::sin(theta(t)); });
  }
  return motion;
}

void measure_heart(Findings& findings) {
  auto const& s = sleighs()[2];
  std::vector<double> steps, errors;
  std::string numbers;
  auto const exact = crossing(exact_motion(s, 10, false));
  for (Q const h : {0.2Q, 0.1Q, 0.05Q, 0.025Q}) {
    long const count = std::lround(double(10 / h));
    auto const there = crossing(s.run(h, count).in_double());
    steps.push_back(double(h));
    errors.push_back(std::abs(there.x - exact.x));
    numbers += fmt::format("{}{:.9f}", numbers.empty() ? "" : ", ", there.x);
  }
  double const order = fit_power(steps, errors).slope;
  findings.measure("C10/heart", order,
                   fmt::format("{:.3f} (x = {}; exact {:.9f} at t = {:.6f})", order, numbers,
                               exact.x, exact.time));
  // The other branch is its mirror image, so that they cross on the axis.
  auto const forth = s.run(0.1Q, 100).in_quad(), back = s.run(0.1Q, 100, true).in_quad();
  Largest mirrored;
  for (std::size_t k = 0; k < forth.q.size(); ++k)
    mirrored(distance(forth.q[k], {back.q[k][0], -back.q[k][1], -back.q[k][2]}));
  findings.measure("C10/mirror", mirrored.value);
}

/// How often the blade's velocity changes its sign.
int cusps(Trajectory<double> const& t) {
  int number = 0;
  for (std::size_t k = 1; k < t.v.size(); ++k) number += (t.v[k][0] > 0) != (t.v[k - 1][0] > 0);
  return number;
}

void draw_paths(Findings& findings) {
  int worst = 1;
  for (auto const& s : sleighs()) {
    auto& exact = findings.table("exact_" + s.name, {"x", "y"});
    auto& discrete = findings.table("discrete_" + s.name, {"x", "y"});
    double const time = 8, h = 0.4;
    for (bool const backwards : {true, false}) {
      auto const t = s.run(Q(h), std::lround(time / h), backwards).in_double();
      if (!backwards && s.name != "SLE-C")
        if (int const n = cusps(t); n != 1) worst = n;
      for (auto const& q : t.q) discrete.add({q[0], q[1]});
      auto curve = exact_motion(s, time, backwards, 0.02).q;
      if (backwards) std::reverse(curve.begin(), curve.end());
      for (auto const& q : curve) exact.add({q[0], q[1]});
    }
  }
  findings.measure("C10/cusp", worst);
  Largest distances;
  for (auto const& s : {sleighs()[0], sleighs()[1]}) {
    Setting setting;
    setting.case_name = s.name;
    auto const certified = find_problem("chaplygin_sleigh").reference(setting, {Q(4)}).states[0];
    distances(distance(numbers_of(exact_motion(s, 4, false).q.back()), certified.q));
  }
  findings.measure("C10/closed", distances.value);
}

/// a = b = 0: the body turns at a constant rate.
void measure_momentum(Findings& findings) {
  GroupRun run = sleighs()[0].run(0.1Q, 200);
  run.parameters = {{"a", 0}, {"b", 0}};
  auto const t = run.in_quad();
  Largest change;
  Q const first = sinq(t.q[1][2] - t.q[0][2]);
  for (std::size_t k = 1; k + 1 < t.q.size(); ++k)
    change(double(absolute(sinq(t.q[k + 1][2] - t.q[k][2]) - first)));
  findings.measure("C11", change.value);
}

void compute(Findings& findings) {
  for (auto const& s : {sleighs()[0], sleighs()[1]}) {
    auto run = s.run(0, 0);
    run.v.reset();
    measure_orders(findings, "C3/" + s.name, s.name, quantities(),
                   orders_of(findings, run, 4, 20, 6, quantities()));
  }
  findings.progress(0.2);
  measure_energy(findings);
  measure_asymptotics(findings);
  findings.progress(0.6);
  measure_heart(findings);
  measure_momentum(findings);
  draw_paths(findings);
}

std::vector<Claim> claims() {
  std::vector<Claim> all;
  auto const add = [&](std::string id, std::string place, std::string statement,
                       std::string printed, Criterion criterion, std::string reason) {
    all.push_back({.id = std::move(id),
                   .place = std::move(place),
                   .statement = std::move(statement),
                   .printed = std::move(printed),
                   .criterion = std::move(criterion),
                   .reason = std::move(reason),
                   .assumption = our_data});
  };
  std::string const here = "section 4.3.2";
  for (std::string const body : {"SLE-A", "SLE-B"})
    for (auto const& [name, what] : {std::pair{"velocity", "the velocity (v, w)"},
                                     {"angle", "theta"},
                                     {"point", "the contact point"}})
      add("C3/" + body + "/order/" + name, here,
          std::string("Exponent of h of the error at t = 4 of ") + what + ", " + body +
              ", h = .2 to .00625",
          not_claimed, within(2, 0.1), "a symmetric method of order two");
  add("C9", "section 5, citing [14]",
      "A discrete energy is preserved: H of the nodal momentum, largest relative change in 30000 "
      "steps of .1 (quick: 3000), three bodies",
      "preservation of a discrete energy", at_most(1e-12), "rounding, at random or in a row");
  add("C9/quad", "section 5, citing [14]", "The same with 113 bits, 300 steps",
      "preservation of a discrete energy", at_most(1e-29), "rounding of 34 digits");
  add("C10", here,
      "The discrete motion tends to the straight motion of the continuous one: largest difference "
      "of v - b w from its limit, three bodies, h = .1",
      not_claimed, at_most(1e-14), "the run ends where e^(-rate t) is 1e-16");
  add("C10/factors", here,
      "Factors per step by which it approaches, and by which it leaves the backward one, against "
      "(D -+ a x/2)/(D +- a x/2), D = a^2 + J/m, x = h v: largest difference",
      not_claimed, at_most(1e-12), "measured 1e-15 from the straight motion");
  add("C10/turning", here,
      "Exponent of h of the error of the total angle turned, exactly pi D^(1/2)/a: farthest from 2 "
      "of three bodies",
      not_claimed, within(2, 0.1), "from h = .4 on");
  add("C10/heart", here,
      "SLE-C, a heart with its notch at the start: exponent of h of the error of the point where "
      "its polyline crosses the x axis",
      not_claimed, within(2, 0.1), "from h = .2 on");
  add("C10/mirror", here,
      "SLE-C: both directions in time are mirror images, so that they meet on the x axis: largest "
      "difference, 100 steps with 113 bits",
      not_claimed, at_most(1e-28), "rounding of 34 digits");
  add("C10/cusp", here,
      "SLE-A and SLE-B run backwards at first and reverse once: number of reversals up to t = 8",
      not_claimed, between(1, 1), "once, as tanh has one zero");
  add("C10/closed", here,
      "The exact paths that are drawn are the certified ones: largest distance at t = 4, SLE-A and "
      "SLE-B",
      not_claimed, at_most(1e-11), "Simpson's rule with steps of .0005 leaves 1e-13");
  add("C11", "corollary 3.26",
      "With a = b = 0, e is a horizontal symmetry: largest change of sin(theta_k), 200 steps with "
      "113 bits",
      "J_e is a constant of the motion", at_most(1e-30), "rounding of 34 digits");
  return all;
}

Panel path(std::string title, std::string const& name, std::pair<double, double> x,
           std::pair<double, double> y) {
  return {.title = std::move(title),
          .x_label = "{/:Italic x}",
          .y_label = "{/:Italic y}",
          .x_range = x,
          .y_range = y,
          .key = "top left",
          .series = {{"exact_" + name + ".csv", "x", "y", "lines", "exact"},
                     {"discrete_" + name + ".csv", "x", "y", "points", "{/:Italic h} = 0.4"}}};
}

}  // namespace

Experiment sleigh() {
  Panel errors{.title = "(d) SLE-A, SLE-B",
               .x_label = "{/:Italic h}",
               .y_label = "error at {/:Italic t} = 4",
               .x_scale = "log",
               .y_scale = "log",
               .x_range = {{0.005, 0.25}},
               .key = "top left"};
  for (std::string const body : {"A", "B"})
    for (std::string const name : {"velocity", "angle", "point"})
      errors.series.push_back(
          {"errors_SLE-" + body + ".csv", "h", name, "linespoints", name + ", " + body});
  return {
      .id = "immm2008_sleigh",
      .paper = group_paper,
      .title = "The discrete Chaplygin sleigh in motion",
      .about = "Order, exact energy, asymptotics and paths of the discrete Chaplygin sleigh.",
      .choices = {{"bodies and starts",
                   "at the origin; SLE-A: m = J = 1, a = .5, b = 0, v = -1, w = 1; SLE-B: m = "
                   "1.5, J = .8, a = .6, b = .3, v = -.7, w = .9; SLE-C: m = J = 1, a = .4, b "
                   "= 0, v = 0, w = 1.2, in both directions of time",
                   "the paper gives none; a cusp, a loop and a heart"},
                  {"how the first interval is found", "from the nodal momentum on D_c",
                   "the paper gives equations for intervals only"}},
      .claims = claims(),
      .figures = {{.id = "paths",
                   .number = "",
                   .caption = "Chaplygin's sleigh, paths of the contact point for −8 ≤ "
                              "{/:Italic t} ≤ 8: (a), (b) a loop with a cusp, (c) a heart whose "
                              "notch is the start; (d) errors.",
                   .columns = 2,
                   .width = 7.2,
                   .height = 6.8,
                   .panels = {path("(a) SLE-A", "SLE-A", {-6.5, 5.5}, {-11, 1}),
                              path("(b) SLE-B", "SLE-B", {-8, 6.5}, {-9.5, 5}),
                              path("(c) SLE-C", "SLE-C", {-6.5, 1.5}, {-4, 4}), errors}}},
      .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
