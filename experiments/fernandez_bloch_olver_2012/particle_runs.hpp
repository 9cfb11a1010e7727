#pragma once
// Runs on the two particles of sections 5.1 and 5.2, with what the paper's panels show of them.
// Entry i of an interval quantity belongs to the interval from node i to node i + 1.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/fernandez_bloch_olver_2012/printed_orders.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::fernandez_bloch_olver_2012::particles {

/// A particle with the constraint vz + a(x) vy = 0 and f = (1 + a^2)^(-1/2).
struct Particle {
  std::string problem;
  bool sinusoidal;        ///< a(x) = sin x; otherwise a(x) = x
  long steps, tau_steps;  ///< N and N_tau

  template <class T>
  T a(T const& x) const {
    using std::sin;
    return sinusoidal ? T(sin(x)) : x;
  }
  double F(double x) const { return std::sqrt(1 + a(x) * a(x)); }
};

inline Particle const hamiltonizable{"hamiltonizable_particle", false, 200, 60};
inline Particle const sinusoidal{"sinusoidal_particle", true, 200, 200};

inline RawQuad const step = RawQuad(1) / 20;  // h = h_tau = 0.05

struct Run {
  Trajectory<double> nodes;
  double step;
  std::vector<double> own_times;  ///< t_i; of HDEL tau_i
  std::vector<double> times;      ///< t_i; of HDEL the exact t(tau_i)
  std::vector<double> errors;     ///< of (x, y) against the exact motion at own_times
  std::vector<double> exact_z;    ///< at own_times
  std::vector<double> energies;   ///< E - 1 at the midpoints with the difference quotients
  std::vector<double> poincare;   ///< E of the Poincare Lagrangian, (49), at the midpoints

  double middle(std::size_t i) const { return (own_times[i] + own_times[i + 1]) / 2; }
};

/// `steps` steps of size h (in tau for HDEL) from the paper's data, alpha_x = alpha_y = 1. Methods
/// whose velocities live at the nodes are watched there: then `energies` belongs to nodes 1, 2, ...
inline Run run(Particle const& particle, std::string const& method, std::string const& start,
               RawQuad h, long steps) {
  auto const& entry = find_problem(particle.problem);
  RunSpec spec;
  spec.setting.case_name = "FBO";
  spec.start = start;
  spec.step = h;
  spec.steps = steps;
  spec.every = 1;
  Run result{entry.method(method).integrate(spec), double(h), {}, {}, {}, {}, {}, {}};
  auto const& nodes = result.nodes;
  std::vector<RawQuad> times;
  for (std::size_t i = 0; i < nodes.q.size(); ++i) {
    times.push_back(RawQuad(i) * h);
    result.own_times.push_back(double(times.back()));
  }
  if (!nodes.taus.empty()) times = entry.times_at(spec.setting, times);
  auto const exact = entry.exact(spec.setting, times);
  for (std::size_t i = 0; i < nodes.q.size(); ++i) {
    result.times.push_back(double(times[i]));
    result.exact_z.push_back(double(exact[i].q[2]));
    result.errors.push_back(std::hypot(double(RawQuad(nodes.q[i][0]) - exact[i].q[0]),
                                       double(RawQuad(nodes.q[i][1]) - exact[i].q[1])));
  }
  for (std::size_t i = 0; i + 1 < nodes.q.size(); ++i) {
    result.energies.push_back(nodes.invariant_values[i + 1][0] - 1);
    double const x = (nodes.q[i][0] + nodes.q[i + 1][0]) / 2;
    result.poincare.push_back(result.energies.back() / particle.F(x));
  }
  return result;
}

/// As the paper has it: h = h_tau = 0.05, N or N_tau steps.
inline Run paper_run(Particle const& particle, std::string const& method,
                     std::string const& start = "euler") {
  return run(particle, method, start, step, method == "hdel" ? particle.tau_steps : particle.steps);
}

inline double largest(std::vector<double> const& values) {
  double most = 0;
  for (double value : values) most = larger_or_nan(most, std::abs(value));
  return most;
}

inline double median(std::vector<double> values) {
  for (double& value : values) value = std::abs(value);
  std::sort(values.begin(), values.end());
  std::size_t const n = values.size();
  return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

inline std::string const euler_start =
    "second point r_1 = r_0 + h v_0, which the paper does not say";
inline std::string const rdla_force = "(24)-(25) with the force -(h/2) F on each side";
inline std::string const pthdel_energy = "(52) with h E f instead of E f";
inline std::string const sinusoidal_step = "h = h_tau = 0.05; 0.5 is printed";

/// What had to be corrected for a method of the paper to work on a particle.
inline std::string correction_of(std::string const& method, Particle const& particle) {
  std::string text = method == "rdla" ? rdla_force : method == "pthdel" ? pthdel_energy : "";
  if (particle.sinusoidal) text = sinusoidal_step + (text.empty() ? "" : "; " + text);
  return text;
}

inline std::vector<Choice> choices(std::vector<Choice> more = {}) {
  std::vector<Choice> all{
      {"the second point r_1", "r_1 = r_0 + h v_0 (of HDEL: h_tau and the velocity in tau)",
       "not stated; of three candidates the printed constants single it out (study of the second "
       "point). As the acceleration vanishes at the start, a second-order Taylor step is the same"},
      {"E of (44)", "1, the energy of the continuous start",
       "E is defined by the initial condition, and the text states E = 1"},
      {"discrete energies", "at midpoints of intervals with difference quotients",
       "where the discrete Lagrangian with epsilon = 1/2 samples"}};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace rattleback::fernandez_bloch_olver_2012::particles
