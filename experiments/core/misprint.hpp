#pragma once
// Misprints, each judged by what its printed and its corrected reading do.

#include <algorithm>

#include "experiments/core/experiment.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback {

/// A wrong and a right reading of one formula, by the size of their defect.
struct Readings {
  double printed, corrected;
  /// How clearly the right one is right; the corrected defect counts at least as one rounding.
  double separation() const { return printed / larger_or_nan(corrected, 2e-16); }
};

/// A misprint with a numerical effect.
struct Misprint {
  std::string id, place, statement, printed, correction;
  std::string defect;  ///< what the readings measure, in words
  Readings (*measure)();
};

/// One claim each: the printed reading's defect is at least a thousand times the corrected one's.
std::vector<Claim> misprint_claims(std::vector<Misprint> const& misprints);

/// Measures those claims. @param share  of the whole computation's progress that they are
void measure_misprints(std::vector<Misprint> const& misprints, Findings& findings,
                       double share = 1);

/// The claim of a misprint without a number, which is not checkable.
Claim wording_claim(std::string id, std::string place, std::string statement, std::string printed,
                    std::string correction);

}  // namespace rattleback
