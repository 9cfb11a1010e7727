#pragma once
// Runs of section 5 of Fernandez, Bloch & Olver 2012 with the exact motion at their nodes. Entry i
// of an interval quantity belongs to the interval from node i to node i + 1.

#include <array>

#include "experiments/core/series.hpp"
#include "experiments/core/words.hpp"
#include "experiments/fernandez_bloch_olver_2012/shared/numbers.hpp"
#include "experiments/theory/numbers.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

using Plane = Eigen::Vector2d;  ///< (r_1, r_2), or a vector in this plane

/// One of the three systems, with unit masses, and the data of its simulations: r = (x, y) or (x,
/// phi), g' = -A r', l_c = (|r'|^2 + (A r')^2)/2 + S x. Functions accept any sequence that begins
/// with r, of any number type.
struct System {
  std::string problem, name;
  Quad step;              ///< h = h_tau
  long steps, tau_steps;  ///< N and N_tau
  Quad S = 0;             ///< sine of the inclination of the plane

  bool knife() const { return problem == "knife_edge"; }
  bool sinusoidal() const { return problem == "sinusoidal_particle"; }

  /// Index and value of the nonzero entry of A(r).
  int place() const { return knife() ? 0 : 1; }
  template <class R>
  auto a(R const& r) const {
    using theory::sin, theory::tan;
    using T = std::decay_t<decltype(r[0])>;
    if (knife()) return T(0) - tan(r[1]);
    return sinusoidal() ? T(sin(r[0])) : r[0];
  }
  /// Connection term A(r) d.
  template <class R, class D>
  auto connection(R const& r, D const& d) const {
    return a(r) * d[place()];
  }
  /// Reducing multiplier f(r).
  template <class R>
  auto f(R const& r) const {
    using theory::cos, theory::sqrt;
    using T = std::decay_t<decltype(r[0])>;
    return knife() ? T(cos(r[1])) : T(1 / sqrt(1 + a(r) * a(r)));
  }
};

inline System const particle{"hamiltonizable_particle", "particle", Quad(1) / 20, 200, 60};
inline System const sinusoidal{"sinusoidal_particle", "sinusoidal particle", Quad(1) / 20, 200,
                               200};
/// Knife edge on a plane inclined by 5 degrees.
inline System const knife_edge{"knife_edge", "knife edge", Quad(0.07), 100, 100, sin(quad_pi / 36)};
inline std::vector<System> const systems{particle, sinusoidal, knife_edge};

inline std::vector<std::string> const methods{"rdla", "hdel", "pthdel"};
std::string name_of(std::string const& method);

/// Starts: the paper gives no second point r_1; k is the step of the method.
inline std::vector<std::string> const starts{"euler", "legendre", "exact"};
std::string words_of(std::string const& start);

using Options = std::vector<std::pair<std::string, std::string>>;

/// Returns a run of `steps` steps of size k in the method's own time from the paper's data, with
/// every node recorded.
/// @param start  name of the start; empty: the method's default
Run run_of(System const& system, std::string const& method, std::string const& start, Quad k,
           long steps, Options options = {});
/// Returns the paper's run, with its number and size of steps. HDEL on the knife edge uses the
/// steps of tau in which t advances by h (R3).
Run run_of(System const& system, std::string const& method, std::string const& start);
/// Returns the run from (0, 0) with another velocity.
Run with_velocity(Run run, Quad v1, Quad v2);

/// Distance of two points in the plane of r.
template <class A, class B>
double distance_of(A const& a, B const& b) {
  return std::hypot(double(a[0]) - double(b[0]), double(a[1]) - double(b[1]));
}

/// Energy errors E - E_0 of interval i, or of node i + 1.
std::vector<double> energies_of(Trajectory<double> const& t);

/// Run with the exact motion at its nodes.
struct Simulation {
  Trajectory<double> trajectory;
  double step = 0;                ///< step in the method's own time, or in the time of its grid
  std::vector<double> intervals;  ///< lengths k_i in the own time
  std::vector<double> own_times;  ///< i step; tau_i of a method with `counts_in_tau`
  std::vector<double> times;      ///< exact t of the nodes
  std::vector<std::vector<double>> exact;  ///< q of the exact motion at these times
  std::vector<double> errors;    ///< distance of (r_1, r_2) at the nodes: "rmsd" in the paper
  std::vector<double> energies;  ///< E - E_0 (E_0 = 1) of interval i, or of node i + 1
  std::vector<double> poincare;  ///< f (E - 1) at the middle of the intervals, (49)

  std::size_t nodes() const { return trajectory.q.size(); }
  Plane node(std::size_t i) const { return {trajectory.q[i][0], trajectory.q[i][1]}; }
  /// Midpoint of interval i, and increment of r over this interval.
  Plane middle(std::size_t i) const { return (node(i) + node(i + 1)) / 2; }
  Plane increment(std::size_t i) const { return node(i + 1) - node(i); }
  /// Values f(i) of all intervals i.
  template <class F>
  std::vector<double> over_intervals(F const& f) const {
    return series(nodes() - 1, f);
  }
  /// Midpoints of the intervals in the own time.
  std::vector<double> own_middles() const {
    return over_intervals([&](auto i) { return (own_times[i] + own_times[i + 1]) / 2; });
  }
  std::vector<double> coordinate(int c) const {
    return series(nodes(), [&](auto i) { return node(i)[c]; });
  }
};

/// Returns the simulation. Nodes of a method with `counts_in_tau` are compared with the exact
/// motion at tau_i, all others at i k.
Simulation simulation(Study& study, System const& system, Run const& run);
/// Returns the paper's simulation.
Simulation simulation(Study& study, System const& system, std::string const& method,
                      std::string const& start);
/// Returns the simulation with steps `factor` times as large.
Simulation coarse_simulation(Study& study, System const& system, std::string const& method,
                             std::string const& start, long factor = 4);

/// Simulations by RDLA, HDEL and PTHDEL.
std::vector<Simulation> simulations(Study& study, System const& system,
                                    std::string const& start = "euler");

/// Simulations of the sinusoidal particle with the printed step 0.5, for which E9/h has 0.05, by
/// RDLA with the forces (22)-(23), which need no correction, by HDEL and by PTHDEL.
std::vector<Simulation> simulations_as_printed(Study& study, std::string const& start);

std::vector<double> second_half(std::vector<double> const& values);

/// Statistic of a series of errors.
struct Measure {
  std::string name;
  double (*of)(std::vector<double> const&);
};
inline std::vector<Measure> const error_measures{
    {"largest", largest},
    {"root mean square", root_mean_square},
    {"median", [](std::vector<double> const& values) { return median(values); }}};

/// Nonholonomic integrator (21) with one of the two pairs of forces.
struct Forces {
  std::string name, method;
};
inline std::vector<Forces> const both_forces{{"(22)-(23)", "dla_midpoint"}, {"(24)-(25)", "rdla"}};

/// Ratio with its two numbers as details.
Measured ratio_of(double a, double b);
/// Number with those of the three methods as details.
Measured with_three(double value, std::array<double, 3> const& of);

/// Smaller ratio of neighbours among one statistic of the errors of RDLA, HDEL and PTHDEL.
template <class First, class Runs>
Measured ranking_of_errors(Measure const& measure, First const& rdla, Runs const& runs) {
  std::array const of{measure.of(rdla.errors), measure.of(runs[1].errors),
                      measure.of(runs[2].errors)};
  return with_three(smaller_or_nan(of[1] / of[0], of[2] / of[1]), of);
}

/// Ratio of two runs' largest errors, relative to the ratio of their largest energy errors.
Measured explanation(Simulation const& a, Simulation const& b);
/// Supplies the relation of errors to energy errors, for PTHDEL against RDLA, and for r_1 = r_0 + k
/// v_0 against the other starts.
/// @param rdla  versions of RDLA, with their names in the readings
void measure_explanation(Study& study, std::string const& statement, System const& system,
                         std::vector<Forces> const& rdla);

}  // namespace rattleback::fernandez_bloch_olver_2012
