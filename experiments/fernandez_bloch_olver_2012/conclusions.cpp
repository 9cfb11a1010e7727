#include "experiments/fernandez_bloch_olver_2012/constraint_readings.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// RDLA, HDEL and PTHDEL on one system of section 5, as in its figures (5.2 with h = 0.05).
struct SystemRuns {
  std::string problem, name;
  ReducedRun rdla, hdel, pthdel;
};

std::vector<SystemRuns> all_runs() {
  auto const particle = [](std::string const& problem, std::string const& name, long tau_steps) {
    return SystemRuns{problem, name, reduced_run(problem, "rdla", 0.05, 200),
                      reduced_run(problem, "hdel", 0.05, tau_steps),
                      reduced_run(problem, "pthdel", 0.05, 200)};
  };
  return {particle("hamiltonizable_particle", "particle", 60),
          particle("sinusoidal_particle", "sinusoidal", 200),
          {"knife_edge", "knife edge", knife_run("rdla"), hdel_r3(), knife_run("pthdel")}};
}

double largest(std::vector<double> const& values) {
  double size = 0;
  for (double const v : values) size = larger_or_nan(size, std::abs(v));
  return size;
}
double median_size(std::vector<double> values) {
  for (double& v : values) v = std::abs(v);
  return median(values);
}

/// In how many systems the constraint errors of HDEL are below those of RDLA.
void compare_constraints(Findings& findings, std::vector<SystemRuns> const& systems) {
  using Reading = std::vector<double> ConstraintReadings::*;
  using Measure = double (*)(std::vector<double>);
  struct Comparison {
    std::string id;
    Reading reading;
    Measure measure;
  };
  Measure const by_largest = [](std::vector<double> v) { return largest(v); };
  Measure const by_median = median_size;
  std::vector<Comparison> const comparisons{
      {"K14", &ConstraintReadings::literal, by_largest},
      {"K14/self-consistent", &ConstraintReadings::self_consistent, by_largest},
      {"K14/ten-digit", &ConstraintReadings::ten_digits, by_largest},
      {"K14/ten-digit-median", &ConstraintReadings::ten_digits, by_median}};
  for (auto const& [id, reading, measure] : comparisons) {
    int better = 0;
    std::vector<std::string> words;
    for (auto const& s : systems) {
      double const hdel = measure(constraint_readings(s.problem, s.hdel).*reading);
      double const rdla = measure(constraint_readings(s.problem, s.rdla).*reading);
      better += hdel < rdla;
      words.push_back(fmt::format("{}: HDEL {:.2e}, RDLA {:.2e}", s.name, hdel, rdla));
    }
    findings.measure(id, better, fmt::format("{} ({})", better, fmt::join(words, "; ")));
  }
}

/// Largest |E - 1| of the second half of a run over that of the first.
double growth(std::vector<double> const& errors) {
  auto const middle = errors.begin() + long(errors.size() / 2);
  return largest({middle, errors.end()}) / largest({errors.begin(), middle});
}

void compare_energies(Findings& findings, std::vector<SystemRuns> const& systems) {
  for (auto const& s : systems) {
    auto& table = findings.table("energy_" + s.problem, {"i", "rdla", "pthdel"});
    for (std::size_t i = 0; i < s.pthdel.energy_errors.size(); ++i)
      table.add({double(i) + at_intervals, s.rdla.energy_errors[i], s.pthdel.energy_errors[i]});
  }
  auto const ratio = [&](std::string const& id, double pthdel, double rdla) {
    findings.measure(
        id, pthdel / rdla,
        fmt::format("{:.2f} (PTHDEL {:.2e}, RDLA {:.2e})", pthdel / rdla, pthdel, rdla));
  };
  auto const& [particle, sinusoidal, knife] = std::tie(systems[0], systems[1], systems[2]);
  ratio("K15", largest(sinusoidal.pthdel.energy_errors), largest(sinusoidal.rdla.energy_errors));
  ratio("K15/particle", largest(particle.pthdel.energy_errors),
        largest(particle.rdla.energy_errors));
  ratio("K15/roots", largest(knife.pthdel.energy_errors), largest(knife.rdla.energy_errors));
  ratio("K15/roots-median", median_size(knife.pthdel.energy_errors),
        median_size(knife.rdla.energy_errors));
  for (auto const& [id, run] :
       {std::pair{"K15/growth", &sinusoidal.pthdel}, {"K15/growth-particle", &particle.pthdel}}) {
    double const g = growth(run->energy_errors);
    findings.measure(id, g, fmt::format("{:.2f}", g));
  }
}

void compute(Findings& findings) {
  auto const systems = all_runs();
  compare_constraints(findings, systems);
  compare_energies(findings, systems);
}

std::vector<Claim> claims() {
  std::string const runs = "start euler, h = 0.05 in section 5.2, R3 on the knife edge";
  std::vector<Claim> all;
  for (auto const& [id, words, more] :
       {std::tuple{"K14", "footnote 7 as written, largest errors", ""},
        {"K14/self-consistent", "group variable from the method itself, in double, largest errors",
         "; g_(i+1) = g_i - A(r-bar)(r_(i+1) - r_i)"},
        {"K14/ten-digit", "the same with ten decimal digits, largest errors",
         "; hypothesis: Maple's ten digits"},
        {"K14/ten-digit-median", "the same with ten decimal digits, medians",
         "; hypothesis: Maple's ten digits"}})
    all.push_back(
        {.id = id,
         .place = "section 6",
         .statement = fmt::format("HDEL generally keeps the constraint better than RDLA: number of "
                                  "the three systems where it does ({})",
                                  words),
         .printed = "generally superior",
         .criterion = at_least(2),
         .reason = "generally is in most of them",
         .correction = {},
         .assumption = runs + more});
  std::string const comparable = "compares well: within a factor of ten";
  struct Row {
    std::string id, statement, printed, reason;
    Criterion criterion;
  };
  for (auto const& row : std::vector<Row>{
           {"K15",
            "PTHDEL compares well with RDLA for bounded multipliers: its largest energy error over "
            "that of RDLA, sinusoidal particle (f and 1/f bounded)",
            "compares well", comparable, at_most(10)},
           {"K15/particle", "The same on the particle of section 5.1 (f bounded, 1/f not)",
            "compares well", comparable, at_most(10)},
           {"K15/growth",
            "It inherits the energy behaviour of a variational integrator: largest energy error of "
            "the second half of a run over that of the first, sinusoidal particle",
            "favorable long-term behaviour", "bounded is 1, linear growth is 2", at_most(1.5)},
           {"K15/growth-particle", "The same on the particle of section 5.1",
            "favorable long-term behaviour", "bounded is 1, linear growth is 2", at_most(1.5)},
           {"K15/roots",
            "For multipliers with roots it may be superior to RDLA: ratio of the largest energy "
            "errors, knife edge",
            "superior", "superior is less", at_most(1)},
           {"K15/roots-median", "The same by medians", "superior", "superior is less", at_most(1)}})
    all.push_back({.id = row.id,
                   .place = "section 6",
                   .statement = row.statement,
                   .printed = row.printed,
                   .criterion = row.criterion,
                   .reason = row.reason,
                   .correction = {},
                   .assumption = runs});
  return all;
}

Panel energy_panel(std::string const& title, std::string const& problem, double last,
                   std::string const& key) {
  std::string const data = "energy_" + problem + ".csv";
  return {
      .title = title,
      .x_label = "{/:Italic i}",
      .y_label = "{/:Italic E} − 1",
      .x_range = {{0, last}},
      .key = key,
      .series = {{data, "i", "rdla", "lines", "RDLA"}, {data, "i", "pthdel", "lines", "PTHDEL"}}};
}

}  // namespace

Experiment conclusions() {
  return {.id = "fbo2012_conclusions",
          .paper = "fernandez_bloch_olver_2012",
          .title = "What the conclusions of the paper say, over its three systems",
          .about =
              "The runs of section 5 side by side: constraint errors of HDEL and RDLA in three "
              "readings "
              "of footnote 7, energy errors of PTHDEL and RDLA.",
          .choices = knife_choices(),
          .claims = claims(),
          .figures = {{.id = "conclusions",
                       .number = "",
                       .caption = "Deviation of the energy of l_c from one by RDLA and PTHDEL: (a) "
                                  "particle (1/f unbounded), (b) sinusoidal particle (f and 1/f "
                                  "bounded), (c) knife edge (f with roots).",
                       .columns = 3,
                       .width = 8.6,
                       .height = 2.9,
                       .panels = {energy_panel("(a) particle", "hamiltonizable_particle", 200,
                                               "top left"),
                                  energy_panel("(b) sinusoidal", "sinusoidal_particle", 200, "off"),
                                  energy_panel("(c) knife edge", "knife_edge", 100, "off")}}},
          .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
