#pragma once
// Iterates of the Poincare map of (5.4), however many: runs in portions, each from where the last
// one ended.

#include <fmt/format.h>

#include <set>

#include "experiments/mclachlan_perlmutter_2006/shared/contact_maps.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback::mclachlan_perlmutter_2006 {

/// One crossing of the section vy = 0 with dvy/dt > 0.
struct Iterate {
  double x, z, vz, energy_error;
};

/// The first `count` iterates from a case of the contact oscillator by a method, N steps each;
/// hands each to use(number, iterate).
template <class Use>
void poincare_iterates(Study& study, std::string const& method, std::string const& case_name, int N,
                       long count, Use const& use) {
  long const portion = 10000;
  Run run{.problem = "contact_oscillator",
          .method = method,
          .case_name = case_name,
          .section = Section{.component = "vy"}};
  double start_energy = 0;
  for (long done = 0; done < count;) {
    long const now = smaller_or_nan(portion, count - done);
    auto const t = study.execute(run.with(step_of_period(N), now * N, 0));
    if (done == 0) start_energy = t.invariants[0].initial;
    auto const& points = t.section;
    if (static_cast<long>(points.times.size()) != now)
      throw std::logic_error("the closing steps miss the section");
    for (long i = 0; i < now; ++i)
      use(done + i + 1, Iterate{points.q[i][0], points.q[i][2], points.v[i][2],
                                points.invariant_values[i][0] - start_energy});
    run.q.emplace(t.q.back().begin(), t.q.back().end());
    run.v.emplace(t.v.back().begin(), t.v.back().end());
    done += now;
  }
}

/// Boxes of a 64 x 64 grid over (z, vz) that an orbit visits on the side x > 0.
class VisitedBoxes {
 public:
  void visit(Iterate const& i) {
    auto const slot = [](double value, double half) {
      return static_cast<int>(std::floor((value + half) / (2 * half) * 64));
    };
    if (i.x > 0) boxes_.insert({slot(i.z, 1.5), slot(i.vz, 1.1)});
  }
  /// Boxes that both visit, as a fraction of those that either does.
  double overlap(VisitedBoxes const& other) const {
    std::size_t both = 0;
    for (auto const& box : boxes_) both += other.boxes_.count(box);
    return double(both) / double(boxes_.size() + other.boxes_.size() - both);
  }

 private:
  std::set<std::pair<int, int>> boxes_;
};

/// A long chaotic orbit as figures 3 and 4 show it: the section, and the energy at every iterate.
struct LongOrbit {
  VisitedBoxes boxes;
  std::vector<double> energy_errors;  ///< at every iterate
};

/// Computes orbit B and, if it is drawn, fills the tables "section" and "energy".
LongOrbit long_orbit(Study& study, int N, long iterates, bool drawn);

}  // namespace rattleback::mclachlan_perlmutter_2006
