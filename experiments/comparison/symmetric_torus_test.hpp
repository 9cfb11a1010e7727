#pragma once
// Drift test on non-symmetric tori. On tori that a reversing symmetry maps to themselves, symmetric
// methods preserve the energy without a drift; on other tori, symmetry implies no such bound.

#include <limits>
#include <string>
#include <vector>

#include "experiments/measure/trend.hpp"
#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Behaviour of the energy of the fibre on tori that no reversing symmetry maps to themselves.
enum class DriftTest { not_applicable, kept, bounded, drifts, fails };

char const* name_of(DriftTest kind);

struct DriftTestResult {
  DriftTest kind = DriftTest::not_applicable;
  /// Case that decided, such as "pendulum_cvt a3 from -v"; all cases if the test holds.
  std::string where;
  /// Rate of the logarithm of the fibre's energy in that case, per unit time; NaN without a run.
  double rate = std::numeric_limits<double>::quiet_NaN();

  bool holds() const { return kind == DriftTest::kept || kind == DriftTest::bounded; }
};

/// Energy of the fibre at the recorded nodes of a run on pendulum_cvt or knife_edge_cvt.
struct FibreEnergy {
  std::vector<double> times, energy;
  double deviation = 0;  ///< largest difference from the first value
  Trend of_logarithm;
};
/// Returns the fibre energy of a run. Throws std::logic_error if the problem has no fibre.
FibreEnergy fibre_energy(Trajectory<double> const& run, MethodCard const& method);

/// Returns -v of the initial condition of a case. Throws std::logic_error if there is no such case.
std::vector<RawQuad> reversed_velocity(ProblemEntry const& problem, std::string const& case_name);

/// Deviation that counts as rounding, for an energy of order one.
inline constexpr double fibre_rounding = 1e-11;

/// Runs the method with these options on pendulum_cvt, cases a2, a2-reverse and a3, and
/// knife_edge_cvt, case c1, in both time directions, to t = 2000 (a3: 4000) with h = 0.1 (solvers:
/// tolerances 1e-6), until it drifts or fails in one case. Drift: see Trend. Not applicable if the
/// method runs on neither problem. Results are cached per program run. Safe to call from several
/// threads.
DriftTestResult drift_test_of(MethodCard const& method, OptionValues const& options);

}  // namespace rattleback
