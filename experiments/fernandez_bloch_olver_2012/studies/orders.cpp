#include <fmt/ranges.h>

#include "experiments/core/fit.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// A system and how far it is followed: `coarse` steps of `step` in the method's own time.
struct Followed {
  std::string problem, name;
  double step;
  long coarse, coarse_of_hdel;
};
std::vector<Followed> const& followed() {
  static std::vector<Followed> const all{{"hamiltonizable_particle", "particle", 0.1, 100, 30},
                                         {"sinusoidal_particle", "sinusoidal", 0.1, 100, 100},
                                         {"knife_edge", "knife", 0.07, 20, 20}};
  return all;
}

struct Labelled {
  std::string id, name;
};
std::vector<Labelled> const& compared() {
  static std::vector<Labelled> const all{
      {"rdla", "RDLA"}, {"hdel", "HDEL"}, {"pthdel", "PTHDEL"}, {"dla_midpoint", "DLA (15)–(16)"}};
  return all;
}

/// What is varied.
struct Variant {
  std::string epsilon = "0.5", start = "legendre", tau_grid = "constant", solve = "newton";
};

/// Error of the reduced coordinates at the last node, against the closed form in the time that the
/// method counts in. Not a number where the run does not get there.
double end_error(Followed const& system, std::string const& method, Variant const& variant,
                 double step, long steps) {
  auto const& problem = find_problem(system.problem);
  RunSpec spec;
  spec.start = variant.start;
  spec.step = RawQuad(step);
  spec.steps = steps;
  spec.options = {{"epsilon", variant.epsilon}};
  if (method != "dla_midpoint") spec.options.emplace_back("solve", variant.solve);
  if (method == "hdel") spec.options.emplace_back("tau_grid", variant.tau_grid);
  auto const run = problem.method(method).integrate(spec);
  if (run.outcome != Outcome::ok) return std::numeric_limits<double>::quiet_NaN();
  std::vector<RawQuad> times{RawQuad(step) * RawQuad(double(steps))};
  if (method == "hdel" && variant.tau_grid == "constant") times = problem.times_at({}, times);
  auto const exact = problem.exact({}, times)[0].q;
  return std::hypot(run.q.back()[0] - double(exact[0]), run.q.back()[1] - double(exact[1]));
}

/// Farthest from 2; what is not a number is.
double farther(double a, double b) { return std::abs(a - 2) <= std::abs(b - 2) ? b : a; }

struct Errors {
  std::vector<double> steps, errors;
  /// The exponent farthest from 2 over single halvings.
  double farthest_exponent() const {
    double farthest = 2;
    for (std::size_t i = 1; i < errors.size(); ++i)
      farthest = farther(farthest, std::log2(errors[i - 1] / errors[i]));
    return farthest;
  }
  /// From the finest four.
  double order() const {
    return fit_power({steps.end() - 4, steps.end()}, {errors.end() - 4, errors.end()}).slope;
  }
};

/// Over successive halvings of the step.
Errors errors_of(Followed const& system, std::string const& method, Variant variant, int levels) {
  if (system.problem == "knife_edge" && method == "hdel" && variant.tau_grid == "constant")
    variant.tau_grid = "matched";
  long const coarse = method == "hdel" ? system.coarse_of_hdel : system.coarse;
  Errors all;
  for (int level = 0; level < levels; ++level) {
    double const step = system.step / double(1 << level);
    all.steps.push_back(step);
    all.errors.push_back(end_error(system, method, variant, step, coarse << level));
  }
  return all;
}

/// HDEL on the knife edge in constant steps of tau, to tau = 0.91.
Errors knife_in_tau(std::string const& start, int levels) {
  Followed const& knife = followed()[2];
  Errors all;
  for (int level = 0; level < levels; ++level) {
    double const step = 0.07 / double(1 << level);
    all.steps.push_back(step);
    all.errors.push_back(end_error(knife, "hdel", {.start = start}, step, 13L << level));
  }
  return all;
}

constexpr int levels = 5;

void add(Findings& findings, std::string const& name, Errors const& e) {
  auto& table = findings.table(name, {"h", "error"});
  for (std::size_t i = 0; i < e.steps.size(); ++i) table.add({e.steps[i], e.errors[i]});
}

/// G1: the smallest order over epsilon of one method on one system from one start.
void measure_epsilons(Findings& findings, Followed const& system, Labelled const& method,
                      std::string const& start) {
  double smallest = std::numeric_limits<double>::infinity();
  std::vector<std::string> words;
  for (std::string const epsilon : {"0", "0.25", "0.5", "0.75"}) {
    double const order =
        errors_of(system, method.id, {.epsilon = epsilon, .start = start}, levels).order();
    if (!(order >= smallest)) smallest = order;  // also what is not a number
    words.push_back(fmt::format("{:.3f}", order));
  }
  findings.measure(
      "G1", start, method.name + ", " + system.name,
      {.value = smallest,
       .words = fmt::format("smallest order of the last error of the reduced coordinates by {} on "
                            "the {}, {}, finest four of five halvings of the step: {:.3f} (epsilon "
                            "= 0, 1/4, 1/2, 3/4: {})",
                            method.name, system.name, words_of(start), smallest,
                            fmt::join(words, ", "))});
}

/// G31: HDEL in constant steps of tau.
void measure_hdel(Findings& findings, Followed const& system, std::string const& start) {
  bool const knife = system.problem == "knife_edge";
  double const order =
      (knife ? knife_in_tau(start, levels) : errors_of(system, "hdel", {.start = start}, levels))
          .order();
  findings.measure("G31", start, system.name,
                   {.value = order,
                    .words = fmt::format("order of the last error of the reduced coordinates by "
                                         "HDEL in constant steps of tau on the {}{}, {}, finest "
                                         "four of five halvings: {:.3f}",
                                         system.name, knife ? " up to tau = 0.91" : "",
                                         words_of(start), order)});
}

/// The second point r_0 + k v_0, epsilon = 1/2.
void measure_euler(Findings& findings) {
  double knife = 1;
  std::vector<std::string> words;
  for (auto const& system : followed())
    for (auto const& method : compared()) {
      auto const e = errors_of(system, method.id, {.start = "euler"}, levels);
      add(findings, system.name + "_" + method.id + "_euler", e);
      double const order = e.order();
      words.push_back(fmt::format("{:.2f} {} {}", order, method.name, system.name));
      bool const farther = std::abs(order - 1) > std::abs(knife - 1) || std::isnan(order);
      if (system.problem == "knife_edge" && method.id != "dla_midpoint" && farther) knife = order;
    }
  findings.find(
      "second-point/order", knife,
      fmt::format("order of RDLA, HDEL and PTHDEL on the knife edge up to t = 1.4 that is "
                  "farthest from 1, {}, finest four of five halvings: {:.2f} ({})",
                  words_of("euler"), knife, fmt::join(words, ", ")));
}

/// Through both zeros of f, with all roots in view.
void measure_crossing(Findings& findings) {
  Followed const through{"knife_edge", "knife", 0.07, 100, 100};
  std::vector<std::string> const crossing{"rdla", "pthdel", "dla_midpoint"};
  auto& table = findings.table("crossing", {"h", "rdla", "pthdel", "dla_midpoint"});
  std::vector<Errors> all;
  for (auto const& method : crossing)
    all.push_back(errors_of(through, method, {.solve = "scalar"}, 4));
  for (std::size_t i = 0; i < 4; ++i)
    table.add({all[0].steps[i], all[0].errors[i], all[1].errors[i], all[2].errors[i]});
  std::vector<std::string> words;
  for (std::size_t m = 0; m < all.size(); ++m) {
    std::vector<std::string> each;
    for (double const e : all[m].errors) each.push_back(fmt::format("{:.1e}", e));
    words.push_back(fmt::format("{}: {:.2f}, errors {}", crossing[m], all[m].farthest_exponent(),
                                fmt::join(each, ", ")));
  }
  double const exponent = farther(all[0].farthest_exponent(), all[1].farthest_exponent());
  findings.find(
      "zeros/order", exponent,
      fmt::format("exponent of the error at t = 7 over each halving from 100 to 800 steps "
                  "on the knife edge, the farthest from 2, RDLA and PTHDEL, {}: {:.2f} "
                  "({})",
                  words_of("legendre"), exponent, fmt::join(words, "; ")));
}

void compute(Findings& findings) {
  double done = 0;
  for (auto const& system : followed())
    for (auto const& method : compared()) {
      add(findings, system.name + "_" + method.id, errors_of(system, method.id, {}, levels));
      for (std::string const start : {"legendre", "exact"}) {
        bool const variational = method.id == "hdel" || method.id == "pthdel";
        if (variational) measure_epsilons(findings, system, method, start);
        if (method.id == "hdel") measure_hdel(findings, system, start);
      }
      findings.progress(done += 0.07);
    }
  measure_euler(findings);
  measure_crossing(findings);
}

Panel panel(std::string const& title, std::string const& system, std::string const& suffix,
            std::string const& time) {
  Panel p{.title = title,
          .x_label = "{/:Italic h}",
          .y_label = "error at " + time,
          .x_scale = "log",
          .y_scale = "log",
          .x_range = {{2.5e-3, 0.2}},
          .key = "bottom right",
          .series = {}};
  for (auto const& method : compared())
    p.series.push_back(
        {system + "_" + method.id + suffix + ".csv", "h", "error", "linespoints", method.name});
  return p;
}

}  // namespace

Experiment orders() {
  return {.id = "fbo2012_orders",
          .paper = "fernandez_bloch_olver_2012",
          .title = "Orders of the four methods",
          .about =
              "Errors under successive halvings of the step for every method, system and start, "
              "and for four values of epsilon, against the closed forms of the motions.",
          .choices =
              {{"second point r_1",
                "three starts: p_0 = dl/dv(r_0, v_0) (legendre), the exact second point (exact), "
                "r_0 + h v_0 (euler)",
                "the paper does not say; its numbers fit the last, which costs an order where "
                "the acceleration at the start is not 0"},
               {"force for epsilon != 1/2", "half of the symmetrised force on each side",
                "(24)-(25) do not divide it"},
               {"HDEL on the knife edge", "steps of tau of equal steps of t",
                "tau turns; constant steps are measured to tau = 0.91"}},
          .figures = {{.id = "orders",
                       .number = "",
                       .caption = "Errors of the reduced coordinates at the end, epsilon = 1/2: "
                                  "(a)-(c) from p_0 = dl/dv, (d) from the second point r_0 + h "
                                  "v_0, which costs an order on the knife edge.",
                       .columns = 2,
                       .width = 6.9,
                       .height = 6.0,
                       .panels = {panel("(a) particle", "particle", "",
                                        "{/:Italic t} = 10 (HDEL: τ = 3)"),
                                  panel("(b) sinusoidal particle", "sinusoidal", "",
                                        "{/:Italic t} = 10 (HDEL: τ = 10)"),
                                  panel("(c) knife edge", "knife", "", "{/:Italic t} = 1.4"),
                                  panel("(d) knife edge, {/:Italic r}_1 = {/:Italic r}_0 + "
                                        "{/:Italic h v}_0",
                                        "knife", "_euler", "{/:Italic t} = 1.4")}}},
          .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
