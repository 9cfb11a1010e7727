#include "experiments/measure/orders.hpp"

#include "experiments/fernandez_bloch_olver_2012/shared/printed_forms.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/runs.hpp"

namespace rattleback::fernandez_bloch_olver_2012::orders_study {

namespace {

/// System with the length of its runs: `coarse` steps of `step` in the method's own time.
struct Followed {
  System system;
  std::string name;
  double step;
  long coarse, coarse_of_hdel;
  std::string tau_grid;
};
std::vector<Followed> const followed{{particle, "particle", 0.1, 100, 30, "constant"},
                                     {sinusoidal, "sinusoidal", 0.1, 100, 100, "constant"},
                                     {knife_edge, "knife", 0.07, 20, 20, "matched"}};
/// Knife edge to tau = 0.91, and through both zeros of f.
Followed const knife_in_tau{knife_edge, "knife", 0.07, 20, 13, "constant"};
Followed const knife_through{knife_edge, "knife", 0.07, 100, 100, "matched"};

std::vector<std::pair<std::string, std::string>> const compared{
    {"rdla", "RDLA"}, {"hdel", "HDEL"}, {"pthdel", "PTHDEL"}, {"dla_midpoint", "DLA (15)–(16)"}};

/// Varied options.
struct Variant {
  std::string start = "legendre", epsilon = "0.5", solve = "newton";
};

/// Errors of the reduced coordinates at the last node over successive halvings of the step, against
/// the closed form in the method's own time.
ErrorsOverSteps errors_of(Study& study, Followed const& f, std::string const& method,
                          Variant const& variant = {}, int levels = 5) {
  bool const hdel = method == "hdel";
  Options options{{"epsilon", variant.epsilon}};
  if (method != "dla_midpoint") options.emplace_back("solve", variant.solve);
  if (hdel) options.emplace_back("tau_grid", f.tau_grid);
  long const coarse = hdel ? f.coarse_of_hdel : f.coarse;
  std::vector<long> counts;
  for (int level = 0; level < levels; ++level) counts.push_back(coarse << level);

  Quad const end = Quad(f.step) * coarse;
  auto const& problem = study.problem(f.system.problem);
  bool const in_tau = hdel && f.tau_grid == "constant";
  auto const exact =
      problem.exact({}, in_tau ? problem.times_at({}, {end}) : std::vector<Quad>{end});
  ErrorOf const of_reduced{
      "error", [](auto const& run, auto const& at) { return distance_of(run.q.back(), at.q); }};
  return errors_over_steps(study, run_of(f.system, method, variant.start, 0, 0, options), end,
                           counts, {of_reduced}, exact[0]);
}
double order_of(ErrorsOverSteps const& errors) { return errors.of[0].order; }

/// Returns the number farther from 2; NaN counts as the farthest.
double farther(double a, double b) { return std::abs(a - 2) <= std::abs(b - 2) ? b : a; }

/// Exponent farthest from 2 over single halvings.
double farthest_exponent(std::vector<double> const& errors) {
  double farthest = 2;
  for (std::size_t i = 1; i < errors.size(); ++i)
    farthest = farther(farthest, std::log2(errors[i - 1] / errors[i]));
  return farthest;
}

/// Measures G1: smallest order over epsilon of one method on one system with one start.
void measure_epsilons(Study& study, Followed const& f, std::string const& method,
                      std::string const& start) {
  Measured smallest{.value = std::numeric_limits<double>::infinity()};
  for (std::string const epsilon : {"0", "0.25", "0.5", "0.75"}) {
    double const order =
        order_of(errors_of(study, f, method, {.start = start, .epsilon = epsilon}));
    smallest.value = smaller_or_nan(smallest.value, order);
    smallest.details.emplace_back("$epsilon$ = " + epsilon, order);
  }
  study.measure("G1", start, name_of(method) + ", " + f.name, smallest);
}

/// Order at tau = 3, against (56), of the variational integrator of (30) with the L_d^epsilon of
/// (13) at epsilon = 0, not symmetrised.
double order_without_symmetrisation() {
  std::vector<double> steps, errors;
  for (double const h : {0.1, 0.05, 0.025, 0.0125}) {
    auto const momenta = [&](Plane const& middle, Plane const& w) -> EndMomenta {
      double const x = middle[0] - h / 2 * w[0], u = 1 + x * x;
      Plane const p(w[0] / u, w[1]), kick(-h * x * w[0] * w[0] / (u * u), 0);
      return {p - kick, p};
    };
    auto const last = path(momenta, h, int(std::lround(3 / h))).back();
    steps.push_back(h);
    errors.push_back(distance_of(last, Plane(std::sinh(3.0), 3)));
  }
  return rattleback::order_of(steps, errors, 3);
}

/// Measures the start with the second point r_0 + k v_0, epsilon = 1/2.
void measure_euler(Study& study) {
  for (auto const& f : followed)
    for (auto const& [method, name] : compared) {
      auto const errors = errors_of(study, f, method, {.start = "euler"});
      add_table(study, f.name + "_" + method + "_euler", errors);
    }
}

/// Measures the passage through both zeros of f, with a search for all roots.
void measure_crossing(Study& study) {
  std::vector<ErrorsOverSteps> all;
  std::vector<std::string> words;
  double exponent = 2;
  for (std::string const method : {"rdla", "pthdel", "dla_midpoint"}) {
    all.push_back(errors_of(study, knife_through, method, {.solve = "scalar"}, 4));
    auto const& errors = all.back().of[0].errors;
    double const of_method = farthest_exponent(errors);
    words.push_back(
        fmt::format("{}: {:.2f}, errors {}", method, of_method, in_words(errors, "{:.1e}")));
    if (method != "dla_midpoint") exponent = farther(exponent, of_method);
  }
  tabulate(study, "crossing",
           {{"h", all[0].steps},
            {"rdla", all[0].of[0].errors},
            {"pthdel", all[1].of[0].errors},
            {"dla_midpoint", all[2].of[0].errors}});
  study.add_finding(
      "zeros/order", exponent,
      fmt::format("exponent of the error at $t$ = 7 over each halving from 100 to 800 steps "
                  "on the knife edge, the farthest from 2, RDLA and PTHDEL, {}: {:.2f} ({})",
                  words_of("legendre"), exponent, joined(words)));
}

}  // namespace

void orders(Study& study) {
  study.uses("E1");
  study.control("G1", "not symmetrised", {order_without_symmetrisation()});
  study.measure("E1", "times -h/2, epsilon = 1/4",
                {order_of(errors_of(study, followed[0], "rdla", {.epsilon = "0.25"}))});
  double done = 0;
  for (auto const& f : followed)
    for (auto const& [method, name] : compared) {
      add_table(study, f.name + "_" + method, errors_of(study, f, method));
      for (std::string const start : {"legendre", "exact"}) {
        // HDEL in constant steps of tau.
        auto const& in_tau = f.system.knife() && method == "hdel" ? knife_in_tau : f;
        if (method == "hdel" || method == "pthdel") measure_epsilons(study, in_tau, method, start);
        if (method != "hdel") continue;
        study.measure("G31", start, f.name,
                      {order_of(errors_of(study, in_tau, method, {.start = start}))});
      }
      study.progress(done += 0.07);
    }
  measure_euler(study);
  measure_crossing(study);
}

}  // namespace rattleback::fernandez_bloch_olver_2012::orders_study
