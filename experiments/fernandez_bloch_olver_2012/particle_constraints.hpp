#pragma once
// The panels of constraint errors, figures 3 and 7, in three readings.

#include "experiments/fernandez_bloch_olver_2012/particle_panels.hpp"
#include "experiments/fernandez_bloch_olver_2012/ten_digits.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::fernandez_bloch_olver_2012::particles {

struct ConstraintReading {
  std::string id, title, words, assumption;
  std::vector<double> (*errors)(Particle const&, Run const&);
};

/// (z_(i+1) - z_i)/k + a(x-bar) (y_(i+1) - y_i)/k with x, y of the method, and z of the exact
/// motion at the same t_i (of HDEL, tau_i): footnote 7 to the letter.
inline std::vector<double> with_exact_z(Particle const& particle, Run const& run) {
  std::vector<double> errors;
  for (std::size_t i = 0; i + 1 < run.nodes.q.size(); ++i) {
    auto const &q0 = run.nodes.q[i], &q1 = run.nodes.q[i + 1];
    errors.push_back((run.exact_z[i + 1] - run.exact_z[i]) / run.step +
                     particle.a((q0[0] + q1[0]) / 2) * (q1[1] - q0[1]) / run.step);
  }
  return errors;
}

/// The same with z_0 = 0, z_(i+1) = z_i - a(x-bar) (y_(i+1) - y_i) instead of the exact z, in the
/// arithmetic of Number: k and the method's x, y (from double) enter it, then everything is done
/// in it.
template <class Number>
std::vector<double> with_reconstructed_z(Particle const& particle, Run const& run) {
  std::vector<double> errors;
  Number const k(run.step);
  Number z(0);
  for (std::size_t i = 0; i + 1 < run.nodes.q.size(); ++i) {
    Number const x0(run.nodes.q[i][0]), x1(run.nodes.q[i + 1][0]);
    Number const y0(run.nodes.q[i][1]), y1(run.nodes.q[i + 1][1]);
    Number const a = particle.a(Number((x0 + x1) / Number(2))), increment = y1 - y0;
    Number const next = z - a * increment;
    errors.push_back(double((next - z) / k + a * (increment / k)));
    z = next;
  }
  return errors;
}

inline std::vector<ConstraintReading> const readings{
    {"literal", "exact {/:Italic z}", "with the exact z of footnote 7", "", with_exact_z},
    {"double", "own {/:Italic z}, double", "with z reconstructed, in double",
     "z reconstructed from the constraint itself; ", with_reconstructed_z<double>},
    {"decimal", "own {/:Italic z}, 10 digits", "with z reconstructed, in ten-digit arithmetic",
     "hypothesis: z reconstructed from the constraint itself, every operation rounded to ten "
     "decimal digits; ",
     with_reconstructed_z<TenDigits>}};

/// Measures the rows of constraint_claims.
inline void measure_constraints(Findings& findings, std::string const& prefix,
                                Particle const& particle) {
  auto const runs = paper_runs(particle);
  std::map<std::string, std::vector<double>> most, middle;  // per reading, one number a method
  for (std::size_t m = 0; m < methods.size(); ++m) {
    std::vector<std::vector<double>> errors;
    for (auto const& reading : readings) {
      errors.push_back(reading.errors(particle, runs[m]));
      most[reading.id].push_back(largest(errors.back()));
      middle[reading.id].push_back(median(errors.back()));
    }
    auto& table = findings.table(methods[m], {"time", "literal", "double", "decimal"});
    for (std::size_t i = 0; i < errors[0].size(); ++i)
      table.add({runs[m].middle(i), errors[0][i], errors[1][i], errors[2][i]});
  }
  for (std::string const reading : {"literal", "decimal"}) {
    auto const &large = most[reading], &usual = middle[reading];
    auto const row = prefix + "/" + reading;
    for (std::size_t m = 0; m < methods.size(); ++m)
      findings.measure(row + "/" + methods[m], large[m],
                       fmt::format("{:.3e} (median {:.1e})", large[m], usual[m]));
    double const ratio = large[1] / smaller_or_nan(large[0], large[2]);
    findings.measure(row + "/ranking", ratio,
                     fmt::format("{:.3g} (of medians {:.3g})", ratio,
                                 usual[1] / smaller_or_nan(usual[0], usual[2])));
  }
  findings.measure(prefix + "/decimal/hdel-median", middle["decimal"][1]);
  double const worst = largest(most["double"]);
  findings.measure(prefix + "/double", worst, fmt::format("{:.1e}", worst));
}

inline std::vector<Claim> constraint_claims(std::string const& prefix, std::string const& number,
                                            Particle const& particle) {
  std::vector<Claim> all;
  std::string const all_corrections = correction_of("rdla", particle) + "; " + pthdel_energy;
  for (auto const& reading : readings) {
    // With a reading of ours the verdict must name it before the misprints.
    auto const add = [&](std::string const& end, std::string const& place,
                         std::string const& statement, std::string const& printed,
                         Criterion const& criterion, std::string const& reason,
                         std::string const& correction) {
      all.push_back({.id = prefix + "/" + reading.id + end,
                     .place = place,
                     .statement = statement + ", " + reading.words,
                     .printed = printed,
                     .criterion = criterion,
                     .reason = reason,
                     .correction = reading.id == "literal" ? correction : "",
                     .assumption = reading.id == "literal"
                                       ? euler_start
                                       : reading.assumption + euler_start +
                                             (correction.empty() ? "" : "; " + correction)});
    };
    if (reading.id == "double") {
      add("", "figure " + number, "Largest constraint error of all three methods", "10^-8, 10^-9",
          between(of_order(9).low, of_order(8).high),
          "rounding only: the printed sizes are not errors of the methods", all_corrections);
      continue;
    }
    for (std::size_t m = 0; m < methods.size(); ++m) {
      int const k = methods[m] == "hdel" ? 9 : 8;
      add("/" + methods[m], fmt::format("figure {}({})", number, "abc"[m]),
          "Largest constraint error of " + name_of(methods[m]), fmt::format("10^-{}", k),
          of_order(k), order_reason, correction_of(methods[m], particle));
    }
    if (reading.id == "decimal")
      add("/hdel-median", fmt::format("figure {}(b)", number), "Median constraint error of HDEL",
          "10^-9", of_order(9),
          std::string(order_reason) + "; the median says where most of a picture is",
          correction_of("hdel", particle));
    add("/ranking", "figure " + number,
        "HDEL keeps the constraint best: its largest error over the smaller of the others'", "< 1",
        at_most(0.5), "figures of different order differ by a factor two at least",
        all_corrections);
  }
  return all;
}

inline std::vector<Choice> constraint_choices() {
  return choices({{"which z the constraint's discretisation uses",
                   "three readings, one row of panels each: the exact z; z reconstructed from the "
                   "constraint in double; the same in ten-digit decimal arithmetic",
                   "footnote 7 names the exact z, but errors as small as the printed ones cannot "
                   "come from it: the exact x, y leave the discretisation's own h^2 error"},
                  {"what is rounded to ten digits",
                   "h, x_i, y_i when they enter, then the result of every operation, to nearest, "
                   "ties to even; the runs themselves are in double",
                   "ten digits are the default of the software named; a hypothesis"}});
}

inline Figure constraint_figure(Particle const& particle, std::string const& number,
                                std::string const& caption) {
  Figure figure{.id = "figure_" + number,
                .number = number,
                .caption = caption,
                .columns = 3,
                .width = 6.9,
                .height = 6.3,
                .panels = {}};
  for (auto const& reading : readings)
    for (std::size_t m = 0; m < methods.size(); ++m)
      figure.panels.push_back({.title = fmt::format("({})", "abc"[m]),
                               .x_label = axis_of(methods[m]),
                               .y_label = "error, " + reading.title,
                               .x_range = {time_range(particle, methods[m])},
                               .series = {{methods[m] + ".csv", "time", reading.id,
                                           reading.id == "literal" ? "lines" : "points"}}});
  return figure;
}

}  // namespace rattleback::fernandez_bloch_olver_2012::particles
