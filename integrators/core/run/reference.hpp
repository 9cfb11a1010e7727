#pragma once
// The exact motion in quad precision: two formulations that share no solve, by Taylor series where
// a text states the problem in smooth formulas, else by extrapolation.

#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "integrators/core/method/trajectory.hpp"
#include "integrators/core/run/run_spec.hpp"
#include "integrators/core/tables/problem_table.hpp"

namespace rattleback {

/// An initial value problem y' = f(t, y), from the time 0 on, in quad precision; f returns false
/// when it cannot be evaluated.
struct QuadOde {
  std::vector<Quad> y0;
  std::function<bool(Quad const& t, std::vector<Quad> const& y, std::vector<Quad>& dydt)> f;
  /// Numbers at whose change of sign f is not smooth; null for a smooth f.
  std::function<std::vector<Quad>(Quad const& t, std::vector<Quad> const& y)> kinks;
  /// Returns the length of a shorter step in place of one from (t0, y0) to (t1, y1) that must be
  /// taken again; empty to keep it.
  std::function<std::optional<Quad>(Quad const& t0, std::vector<Quad> const& y0, Quad const& t1,
                                    std::vector<Quad> const& y1)>
      shorter_step = [](auto const&...) { return std::nullopt; };
  Quad share = 1;  ///< length of steps, as a share of what the error allows
  Quad longest_step = std::numeric_limits<double>::infinity();  ///< longest step of a series
};

/// y at each of the times (ascending, >= 0), by adaptive Bulirsch-Stoer extrapolation with relative
/// and absolute tolerance `tolerance`. Throws std::runtime_error when f fails or steps vanish.
std::vector<std::vector<Quad>> extrapolate(QuadOde const& ode, std::vector<Quad> const& times,
                                           Quad tolerance);

/// Text that identifies what was asked, for the cache. Numbers enter with all their digits.
std::string reference_key(std::string const& problem, std::vector<Quad> const& parameters,
                          std::vector<Quad> const& y0, std::vector<Quad> const& times);

/// Looks up and stores references. The cache is a folder next to the program, or that of the
/// environment variable RATTLEBACK_CACHE. An entry holds its whole key, which includes a hash of
/// the code.
std::optional<Reference> cached_reference(std::string const& key);
void keep_reference(std::string const& key, Reference const& reference);

/// Hash of the code that references depend on; a change of it voids the cache.
std::string reference_code_hash();

/// The exact motion at the given times (>= 0), certified by two formulations that share no solve.
/// Throws InvalidInput on a setting that makes no sense, and where the motion ends.
Reference reference(SharedProblem const& problem, Setting const& setting,
                    std::vector<RawQuad> const& times);

}  // namespace rattleback
