#pragma once
// The panels of constraint errors, figures 3 and 7, in three readings.

#include "experiments/fernandez_bloch_olver_2012/particle_panels.hpp"
#include "experiments/fernandez_bloch_olver_2012/ten_digits.hpp"

namespace rattleback::fernandez_bloch_olver_2012::particles {

struct ConstraintReading {
  std::string id, title, assumption;
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
    {"literal", "exact {/:Italic z}", "", with_exact_z},
    {"double", "own {/:Italic z}, double",
     "z reconstructed from the constraint itself, double precision", with_reconstructed_z<double>},
    {"decimal", "own {/:Italic z}, 10 digits",
     "hypothesis: z reconstructed from the constraint itself, every operation rounded to ten "
     "decimal digits",
     with_reconstructed_z<TenDigits>}};

/// Measures rows PREFIX/READING/METHOD, PREFIX/READING/METHOD-median and PREFIX/READING/ranking.
inline void measure_constraints(Findings& findings, std::string const& prefix,
                                Particle const& particle) {
  auto const runs = paper_runs(particle);
  std::vector<std::vector<std::vector<double>>> errors(methods.size());
  for (std::size_t m = 0; m < methods.size(); ++m)
    for (auto const& reading : readings) errors[m].push_back(reading.errors(particle, runs[m]));
  for (std::size_t m = 0; m < methods.size(); ++m) {
    auto& table = findings.table(methods[m], {"time", "literal", "double", "decimal"});
    for (std::size_t i = 0; i < errors[m][0].size(); ++i)
      table.add({runs[m].middle(i), errors[m][0][i], errors[m][1][i], errors[m][2][i]});
  }
  for (std::size_t k = 0; k < readings.size(); ++k) {
    auto const row = [&](std::string const& end) { return prefix + "/" + readings[k].id + end; };
    std::vector<double> most, middle;
    for (std::size_t m = 0; m < methods.size(); ++m) {
      most.push_back(largest(errors[m][k]));
      middle.push_back(median(errors[m][k]));
      findings.measure(row("/" + methods[m]), most[m],
                       fmt::format("{:.3e} (median {:.1e})", most[m], middle[m]));
    }
    findings.measure(row("/ranking"), most[1] / std::min(most[0], most[2]),
                     fmt::format("{:.3g} (of medians {:.3g})", most[1] / std::min(most[0], most[2]),
                                 middle[1] / std::min(middle[0], middle[2])));
    if (readings[k].id == "decimal") findings.measure(row("/hdel-median"), middle[1]);
  }
}

inline std::vector<Claim> constraint_claims(std::string const& prefix, std::string const& number,
                                            Particle const& particle) {
  std::vector<Claim> all;
  for (auto const& reading : readings) {
    bool const literal = reading.id == "literal";
    std::string const how = literal ? "with the exact z of footnote 7"
                            : reading.id == "double"
                                ? "with z reconstructed, in double"
                                : "with z reconstructed, in ten-digit decimal arithmetic";
    std::string const assumption =
        reading.assumption.empty() ? euler_start : reading.assumption + "; " + euler_start;
    auto const add = [&](std::string const& end, std::string const& place,
                         std::string const& statement, std::string const& printed,
                         Criterion const& criterion, std::string const& reason,
                         std::string const& correction) {
      all.push_back({.id = prefix + "/" + reading.id + end,
                     .place = place,
                     .statement = statement + ", " + how,
                     .printed = printed,
                     .criterion = criterion,
                     .reason = reason,
                     .correction = correction,
                     .assumption = assumption});
    };
    for (std::size_t m = 0; m < methods.size(); ++m) {
      int const k = methods[m] == "hdel" ? 9 : 8;
      add("/" + methods[m], fmt::format("figure {}({})", number, "abc"[m]),
          "Largest constraint error of " + name_of(methods[m]), fmt::format("10^-{}", k),
          order_of(k), order_reason, correction_of(methods[m], particle));
    }
    if (reading.id == "decimal")
      add("/hdel-median", fmt::format("figure {}(b)", number), "Median constraint error of HDEL",
          "10^-9", order_of(9), order_reason + "; a median says what most of a picture shows",
          correction_of("hdel", particle));
    add("/ranking", "figure " + number,
        "HDEL keeps the constraint best: its largest error over the smaller of the others'", "< 1",
        at_most(0.5), "a picture's difference in order, at least a factor two",
        correction_of("rdla", particle) + "; " + pthdel_energy);
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
      figure.panels.push_back({.title = panel_title(m, name_of(methods[m]) + ", " + reading.title),
                               .x_label = axis_of(methods[m]),
                               .y_label = "constraint error",
                               .x_range = {time_range(particle, methods[m])},
                               .series = {{methods[m] + ".csv", "time", reading.id,
                                           reading.id == "literal" ? "lines" : "points"}}});
  return figure;
}

}  // namespace rattleback::fernandez_bloch_olver_2012::particles
