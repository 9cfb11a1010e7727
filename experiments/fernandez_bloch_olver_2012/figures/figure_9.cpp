#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

void add_energies(Study& study, std::string const& name, std::vector<double> const& errors,
                  double offset) {
  auto& table = study.table("energy_" + name, {"i", "error", "size"});
  for (std::size_t i = 0; i < errors.size(); ++i)
    table.add({double(i) + offset, errors[i], std::abs(errors[i])});
}

std::string in_words(Scores const& s) {
  return fmt::format(
      "largest {:.3e} at i = {}, median {:.2e}, near the zeros of f {:.2e}, away {:.2e}", s.largest,
      s.at, s.median, s.largest_near, s.largest_away);
}

/// |E - 1| of the three methods from one start; of HDEL by L_c and by l_c.
void measure_energies(Study& study, std::string const& start) {
  auto const [rdla, hdel, pthdel] = knife_runs(study, start);
  std::string const data = fmt::format("knife edge, 100 steps of 0.07, {}", words_of(start));
  auto const of_rdla = scores(rdla.energies, at_intervals);
  auto const of_pthdel = scores(pthdel.energies, at_intervals);
  std::pair<std::string, Scores> const of_hdel[]{
      {"E of L_c", scores(hdel.energies, at_intervals)},
      {"E of l_c", scores(hdel_energies_in_t(hdel), at_intervals)}};
  auto const sizes = [&](std::string const& statement, std::string const& prefix, Scores const& s,
                         std::string const& what) {
    for (auto const& [place, value] :
         {std::pair{"everywhere", s.largest}, {"away", s.largest_away}})
      study.measure(statement, prefix + start + ", " + place,
                    measured(value, "|E - 1| of {} at midpoints, {}: {}", what, data, in_words(s)));
  };
  sizes("K8", "", of_rdla, "RDLA");
  sizes("K10", "", of_pthdel, "PTHDEL");
  auto const [low, high] = minmax_element_or_nan(pthdel.poincare.begin(), pthdel.poincare.end());
  double const level = largest(pthdel.poincare);
  auto of_level = measured(level,
                           "largest |energy of the Poincaré Lagrangian| along PTHDEL, {}: {:.3e} "
                           "(from {:.3e} to {:.3e})",
                           data, level, *low, *high);
  of_level.steps = knife_nodes;
  study.measure("K11", start, of_level);
  double const growth = of_pthdel.largest_near / of_pthdel.largest_away - 1;
  study.measure("K10b", start,
                measured(growth,
                         "largest |E - 1| of PTHDEL near the zeros of f ({:.2e}) over that away "
                         "from them ({:.2e}), less 1, {}: {:.3g}",
                         of_pthdel.largest_near, of_pthdel.largest_away, data, growth));
  for (auto const& [energy, s] : of_hdel) {
    sizes("K9", energy + ", ", s, "HDEL (R3), " + energy);
    for (auto const& [measure, of] :
         {std::pair{"median", &Scores::median}, {"largest", &Scores::largest}}) {
      double const ratio = smaller_or_nan(of_rdla.*of, s.*of) / (of_pthdel.*of);
      study.measure("K10a", measure + (", " + energy) + ", " + start,
                    measured(ratio,
                             "{} |E - 1| of RDLA {:.2e}, HDEL (R3, {}) {:.2e}, PTHDEL {:.2e}, "
                             "{}: the smaller of the others over that of PTHDEL {:.3g}",
                             measure, of_rdla.*of, energy, s.*of, of_pthdel.*of, data, ratio));
    }
  }
}

}  // namespace

void figure_9(Study& study) {
  auto const [rdla, hdel, pthdel] = knife_runs(study, "euler");
  auto const in_t = hdel_energies_in_t(hdel);
  for (auto const& [name, energies] : {std::pair{"rdla", rdla.energies},
                                       {"hdel", hdel.energies},
                                       {"hdel_in_t", in_t},
                                       {"pthdel", pthdel.energies},
                                       {"pthdel_poincare", pthdel.poincare},
                                       {"hdel_r1", hdel_r1(study).energies},
                                       {"hdel_r2", hdel_r2(study).energies}})
    add_energies(study, name, energies, at_intervals);
  for (auto const& [name, run] : {std::pair{"rdla", &rdla}, {"hdel", &hdel}, {"pthdel", &pthdel}})
    add_steps(study, name, *run);
  for (auto const& start : starts) measure_energies(study, start);
  auto const of_hdel = scores(in_t, at_intervals);
  study.find("knife-edge/hdel-energy", of_hdel.largest_away,
             fmt::format(
                 "largest |E - 1| of l_c along HDEL (R3) on the knife edge, more than four steps "
                 "from the zeros of f, {}: {:.2e}; at them {:.3g}; of L_c {:.2e}",
                 words_of("euler"), of_hdel.largest_away, of_hdel.largest, largest(hdel.energies)));

  Largest smooth;
  std::vector<std::string> words;
  for (auto const& method : other_methods) {
    auto const energies = knife_run(study, method, {}).energies;
    double const offset = method == "dla_midpoint" ? at_intervals : at_next_nodes;
    add_energies(study, method, energies, offset);
    double const sharp = abruptness(energies, offset);
    smooth(sharp);
    words.push_back(fmt::format("{:.2g} {}", sharp, method));
  }
  double const of_rdla = abruptness(rdla.energies, at_intervals);
  double const of_pthdel = abruptness(pthdel.energies, at_intervals);
  double const ratio = smaller_or_nan(of_rdla, of_pthdel) / smooth.value;
  study.measure("K3a", measured(ratio,
                                "sharpest bend of the energy error near the zeros of f over "
                                "that away, knife edge, 100 steps of 0.07: {:.2g} RDLA, {:.2g} "
                                "PTHDEL; {}; the smaller of the former over the largest of the "
                                "latter {:.3g}",
                                of_rdla, of_pthdel, fmt::join(words, ", "), ratio));
}

}  // namespace rattleback::fernandez_bloch_olver_2012
