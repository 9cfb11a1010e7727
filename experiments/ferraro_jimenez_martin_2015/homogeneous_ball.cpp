#include <complex>

#include "experiments/ferraro_jimenez_martin_2015/ball_runs.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;
using Complex = std::complex<double>;

// m = r = Omega = 1, I = 2/3.
constexpr double inertia = 2.0 / 3, alpha = 0.4;
constexpr Complex i{0, 1};

Runs runs_of(std::string const& start, std::string const& retraction = "cayley") {
  return {"body_frame_ball",
          "figure_1",
          "reduced_gni",
          start == "A" ? "euler" : "plain",
          {{"retraction", retraction}}};
}
Complex contact(Trajectory<double> const& t, std::size_t k) { return {t.q[k][0], t.q[k][1]}; }

/// What the reflection conserves beside the energy: m r vx + I w2, m r vy - I w1, I w3.
struct Conserved {
  double values[4];  ///< the moving energy last
};
Conserved conserved(Numbers const& p, Complex z) {
  double const kinetic =
      (p[0] * p[0] + p[1] * p[1]) / 2 + (p[2] * p[2] + p[3] * p[3] + p[4] * p[4]) / (2 * inertia);
  return {{p[0] + p[3], p[1] - p[2], p[4], kinetic - (z.real() * p[1] - z.imag() * p[0])}};
}

/// Of the discrete motion: v = i alpha (z - z_c) by the conserved momenta and (40).
Complex centre_of(Trajectory<double> const& t) {
  auto const k = conserved(momenta_of_step(t, 1).p, contact(t, 1));
  return Complex(-k.values[1], k.values[0]) / inertia;
}

/// z_k = z_c + A exp(i k phi) + B (-1)^k exp(-i k phi), sin phi = h alpha.
struct ClosedForm {
  Complex centre, A, B;
  double phi;
  ClosedForm(Trajectory<double> const& t, double h) : phi(std::asin(h * alpha)) {
    centre = centre_of(t);
    Complex const turn = std::polar(1.0, phi), z0 = contact(t, 0) - centre;
    A = (contact(t, 1) - centre + z0 * std::conj(turn)) / (2 * turn.real());
    B = z0 - A;
  }
  Complex at(std::size_t k) const {
    Complex const turn = std::polar(1.0, double(k) * phi);
    return centre + A * turn + (k % 2 ? -1.0 : 1.0) * B * std::conj(turn);
  }
};

void measure_closed_form(Findings& findings, std::string const& start) {
  double const h = 0.1;
  long const steps = 10000;
  auto const t = run(runs_of(start), RawQuad(steps) / 10, steps, 1);
  watch(findings, runs_of(start), t);
  ClosedForm const form(t, h);
  auto& table = findings.table("closed_form_" + start, {"k", "radius", "distance"});
  double largest = 0, recurrence = 0;
  auto const first = conserved(momenta_of_step(t, 1).p, contact(t, 1));
  double most[4] = {};
  for (std::size_t k = 0; k < t.q.size(); ++k) {
    Complex const z = contact(t, k);
    double const off = std::abs(z - form.at(k));
    largest = larger_or_nan(largest, off);
    table.add({double(k), std::abs(z - form.centre), off});
    if (k == 0) continue;
    auto const now = conserved(momenta_of_step(t, k).p, z);
    for (int c = 0; c < 4; ++c)
      most[c] = larger_or_nan(most[c], std::abs(now.values[c] - first.values[c]));
    if (k + 1 < t.q.size())
      recurrence = larger_or_nan(recurrence, std::abs(contact(t, k + 1) - contact(t, k - 1) -
                                                      2.0 * i * h * alpha * (z - form.centre)));
  }
  auto const id = [&](std::string const& key) { return "FJM-21/" + key + "/" + start; };
  findings.measure(id("recurrence"), recurrence);
  findings.measure(
      id("closed_form"), largest,
      fmt::format("{:.2e} (centre ({:.6f}, {:.6f}), |A| = {:.6f}, |B| = {:.6f})", largest,
                  form.centre.real(), form.centre.imag(), std::abs(form.A), std::abs(form.B)));
  findings.measure(id("momenta"), larger_or_nan({most[0], most[1], most[2]}));
  findings.measure(id("moving_energy"), most[3]);
}

/// Distances from the centre for a step beside the limit h alpha = 1.
void measure_stability(Findings& findings) {
  double largest = 0;
  for (auto const& [name, turn] : {std::pair{"below", 0.99}, std::pair{"above", 1.01}}) {
    double const h = turn / alpha;
    long const steps = 60;
    auto const t = run(runs_of("B"), RawQuad(h) * steps, steps, 1);
    watch(findings, runs_of("B"), t);
    Complex const centre = centre_of(t);
    auto& table = findings.table(std::string("radius_") + name, {"k", "radius"});
    Numbers count, logarithm;
    for (std::size_t n = 0; n < t.q.size(); ++n) {
      double const radius = std::abs(contact(t, n) - centre);
      table.add({double(n), radius});
      largest = turn < 1 ? larger_or_nan(largest, radius) : largest;
      if (n >= 20) {
        count.push_back(double(n));
        logarithm.push_back(std::log(radius));
      }
    }
    if (turn < 1) {
      ClosedForm const form(t, h);
      double const bound = std::abs(form.A) + std::abs(form.B);
      findings.measure("FJM-21/stability/below", largest / bound,
                       fmt::format("{:.6f} of |A| + |B| = {:.3f}", largest / bound, bound));
    } else {
      double const rate = fit_line(count, logarithm).slope;
      findings.measure("FJM-21/stability/above", rate / std::acosh(turn),
                       fmt::format("{:.4f} ({:.5f} a step)", rate / std::acosh(turn), rate));
    }
  }
}

void measure_retractions(Findings& findings) {
  long const steps = 1000;
  auto const cayley = run(runs_of("B"), 100, steps, 1);
  auto const exponential = run(runs_of("B", "exp"), 100, steps, 1);
  watch(findings, runs_of("B", "exp"), exponential);
  double largest = 0;
  for (std::size_t k = 1; k < cayley.q.size(); ++k)
    largest = larger_or_nan(
        {largest, contact_distance(cayley.q[k], exponential.q[k]),
         distance(momenta_of_step(cayley, k).p, momenta_of_step(exponential, k).p, 0, 5)});
  findings.measure("FJM-21/retraction", largest);
}

void compute(Findings& findings) {
  measure_closed_form(findings, "A");
  measure_closed_form(findings, "B");
  findings.progress(0.6);
  measure_stability(findings);
  measure_retractions(findings);
}

std::vector<Claim> claims() {
  std::vector<Claim> all;
  std::string const unstated = "(not stated)";
  for (std::string const start : {"A", "B"}) {
    auto const assumption = start == "A" ? start_a : start_b;
    auto const claim = [&](std::string const& key, std::string statement, double bound,
                           std::string reason) {
      all.push_back({.id = "FJM-21/" + key + "/" + start,
                     .place = "section 7.4, first example",
                     .statement = std::move(statement) + ", start " + start,
                     .printed = unstated,
                     .criterion = at_most(bound),
                     .reason = std::move(reason),
                     .correction = {},
                     .assumption = assumption});
    };
    claim("recurrence",
          "The contact point z = x + i y of the method is a leapfrog: largest residual of "
          "z_(k+1) - z_(k-1) = 2 i h alpha (z_k - z_c), 10000 steps of 0.1",
          1e-12, "rounding of positions up to 7, drifting with the conserved momenta");
    claim("closed_form",
          "z_k = z_c + A exp(i k phi) + B (-1)^k exp(-i k phi), sin phi = h alpha: largest "
          "distance over 10000 steps",
          1e-10, "rounding grows at most linearly: 10000 steps of 1e-14");
    claim("momenta",
          "m r vx + I w2, m r vy - I w1 and I w3 of the momenta p^- are constant: largest change",
          1e-12, "rounding, 10000 steps");
    claim("moving_energy",
          "The moving energy H - <p, Y> of the momenta p^- is constant (the affine form of the "
          "2008 paper's theorem 1): largest change",
          1e-12, "rounding of terms up to 10, 10000 steps");
  }
  all.push_back({.id = "FJM-21/stability/below",
                 .place = "section 7.4, first example",
                 .statement = "h alpha = 0.99 is stable: largest distance from the centre, over "
                              "|A| + |B|",
                 .printed = unstated,
                 .criterion = at_most(1 + 1e-9),
                 .reason = "the triangle inequality for the closed form",
                 .correction = {},
                 .assumption = start_b});
  all.push_back({.id = "FJM-21/stability/above",
                 .place = "section 7.4, first example",
                 .statement = "h alpha = 1.01 is unstable: growth of the distance a step, over "
                              "acosh(h alpha)",
                 .printed = unstated,
                 .criterion = within(1, 0.02),
                 .reason = "the roots of the leapfrog; fitted over steps 20 to 60",
                 .correction = {},
                 .assumption = start_b});
  all.push_back({.id = "FJM-21/retraction",
                 .place = "section 7.4, first example",
                 .statement = "Position and momenta do not depend on the retraction when the first "
                              "momentum is given: Cayley map against exponential, 1000 steps",
                 .printed = unstated,
                 .criterion = at_most(1e-11),
                 .reason =
                     "rounding; with equal inertias the momentum of an interval is parallel to "
                     "its angular velocity, and Ad* of any retraction leaves it",
                 .correction = {},
                 .assumption = start_b});
  return all;
}

}  // namespace

Experiment homogeneous_ball() {
  auto const panel = [](std::string title, std::string y_label) {
    return Panel{
        .title = std::move(title), .x_label = "step {/:Italic k}", .y_label = std::move(y_label)};
  };
  auto radius = panel("(a)", "distance from the centre");
  radius.x_range = {{0, 100}};
  radius.y_range = {{3.534, 3.558}};
  radius.key = "top right";
  radius.series = {{"closed_form_A.csv", "k", "radius", "lines", "start A"},
                   {"closed_form_B.csv", "k", "radius", "lines", "start B"}};
  auto off = panel("(b)", "distance from the closed form");
  off.y_scale = "log";
  off.y_range = {{1e-17, 1e-9}};
  off.key = "bottom right";
  off.series = {{"closed_form_A.csv", "k", "distance", "dots", "start A"},
                {"closed_form_B.csv", "k", "distance", "dots", "start B"}};
  auto limit = panel("(c)", "distance from the centre");
  limit.y_scale = "log";
  limit.key = "top left";
  limit.series = {{"radius_below.csv", "k", "radius", "linespoints", "{/:Italic h}α = 0.99"},
                  {"radius_above.csv", "k", "radius", "lines", "{/:Italic h}α = 1.01"}};
  return {.id = "fjm2015_homogeneous_ball",
          .paper = paper_id,
          .title = "Homogeneous ball: what the method does exactly",
          .about =
              "The reduced GNI on the homogeneous ball is a leapfrog for the contact point; "
              "its momenta about the contact point and its moving energy are exact. The paper "
              "states none of this.",
          .choices = {starts_choice()},
          .claims = claims(),
          .figures = {{.id = "closed_form",
                       .number = "",
                       .caption = "Homogeneous ball, {/:Italic h} = 0.1: (a) distance of the "
                                  "contact point from the centre of the discrete motion, whose "
                                  "alternating part depends on the start; (b) distance from the "
                                  "closed form. (c) Start B on both sides of the limit "
                                  "{/:Italic h}α = 1.",
                       .columns = 3,
                       .width = 9.6,
                       .height = 3.6,
                       .panels = {radius, off, limit}}},
          .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
