#pragma once
// Iterates of the Poincare map of (5.4) in figures 2 to 4.

#include <set>
#include <span>

#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

/// Crossing of the section vy = 0 with dvy/dt > 0.
struct Iterate {
  double x, z, vz, energy_error;  ///< energy_error: H - 3/2
};
using Iterates = std::vector<Iterate>;

/// Run of a method from a case of the contact oscillator that records the crossings.
Run section_run(std::string const& method, std::string const& case_name);
/// Returns the crossings that a run recorded.
Iterates crossings(Trajectory<double> const& run);
/// Computes the first `count` iterates of a method from a case of the contact oscillator, N steps
/// each, in runs of 10,000 iterates. Throws std::logic_error if a run misses the section.
Iterates poincare_iterates(Study& study, std::string const& method, std::string const& case_name,
                           int N, long count);
/// Energy error at every iterate.
std::vector<double> energy_errors(Iterates const& orbit);
/// Fills the tables "section" and "energy".
void tabulate_orbit(Study& study, Iterates const& orbit);

/// Boxes of a 64 x 64 grid over (z, vz).
using Boxes = std::set<std::pair<int, int>>;
/// Returns the boxes that the iterates visit on the side x > 0.
Boxes visited_boxes(std::span<Iterate const> orbit);
/// Ratio of the number of boxes in both sets to the number of boxes in at least one.
double overlap(Boxes const& a, Boxes const& b);

}  // namespace rattleback::mclachlan_perlmutter_2006
