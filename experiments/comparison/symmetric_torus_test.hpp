#pragma once
// Does a method hold where nothing protects it? On tori that a reversing map takes to themselves
// symmetric methods keep the energy without a drift; on others that says nothing.

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "experiments/measure/trend.hpp"
#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// What becomes of the energy of the fibre where no reversing map takes the torus to itself.
enum class DriftTest { not_applicable, kept, bounded, drifts, fails };

char const* name_of(DriftTest kind);

struct DriftTestResult {
  DriftTest kind = DriftTest::not_applicable;
  std::string where;  ///< the case that decided, "pendulum_cvt a3 from -v"; all where it holds
  /// Of the logarithm of the fibre's energy there, per unit of time; nan without a run.
  double rate = std::numeric_limits<double>::quiet_NaN();

  bool holds() const { return kind == DriftTest::kept || kind == DriftTest::bounded; }
};

/// The energy of the fibre at the kept nodes of a run on pendulum_cvt or knife_edge_cvt.
struct FibreEnergy {
  std::vector<double> times, energy;
  double deviation = 0;  ///< largest distance from the first
  Trend of_logarithm;
};
/// Throws std::logic_error where the problem has no fibre.
FibreEnergy fibre_energy(Trajectory<double> const& run, MethodCard const& method);

/// -v of the start of a case. Throws std::logic_error if the problem has no such case.
std::vector<RawQuad> reversed_velocity(ProblemEntry const& problem, std::string const& case_name);

/// A deviation that is rounding, of an energy of order one.
inline constexpr double fibre_rounding = 1e-11;

/// Runs the method with these options on pendulum_cvt, cases a2, a2-reverse and a3, and
/// knife_edge_cvt, case c1, both ways round, to t = 2000 (a3: 4000) with h = 0.1 (solvers:
/// tolerances 1e-6), until it drifts or fails on one of them. A drift moves the logarithm by more
/// in the whole run than it swings (Trend). A method that runs on neither problem does not apply.
/// Every method is run once in the life of the program. Safe to call from several threads.
DriftTestResult drift_test_of(MethodCard const& method,
                              std::vector<std::pair<std::string, std::string>> const& options);

}  // namespace rattleback
