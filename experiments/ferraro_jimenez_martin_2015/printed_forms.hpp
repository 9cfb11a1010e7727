#pragma once
// Formulas of sections 5 and 7.2 as they are printed and as they should read, side by side.

#include "experiments/core/misprint.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

/// E7: the better of the two printed Euler methods, the worse of the two corrected ones, h = 0.1.
Readings symplecticity();

/// E7/remark: the first line of remark 5.1 along a run of RATTLE, h = 0.1: rest over h^2.
Readings shake_line();

/// E8: how much lambda~_(k+1) moves each candidate for the equation that determines it, (23b) being
/// inserted, in units of (h/2) C(q_(k+1)): (23c) and (14e).
struct Coefficients {
  double of_23c, of_14e;
};
Coefficients multiplier_coefficients();

/// E8/display: the display after (23c), for one step of Euler B with -h: rest of the equation.
Readings display_after_23c();

/// E9: rest of (21) along the exact motion over h, with the force term and without it. At fixed
/// step sizes the corrected one is O(h).
Readings equation_21(double h);

/// E10: a double step of the free Euler methods beside the scheme that remark 5.5 prints.
Readings order_of_composition();

/// E11: largest distance of the nodes of (37) from those of (30), 200 steps of 0.05 of a snakeboard
/// whose rotor is coupled to the board, when (37c) takes the block of the whole inverse or the
/// inverse of the block.
Readings block_inverse();

}  // namespace rattleback::ferraro_jimenez_martin_2015
