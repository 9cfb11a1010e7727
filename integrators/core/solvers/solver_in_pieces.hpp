#pragma once
// An adaptive solver that restarts where the equations change: at stated times, and at the zeros
// of switching functions, which are the arguments of the kinks of a system.

#include "integrators/core/solvers/solver_equations.hpp"

namespace rattleback {

/// Share of a step that is not looked at before a switch: the equations change there.
inline constexpr double look_gap = 1e-11;

/// Opens a solver at y0 = (q, v); its time 0 means `begin` of the run. `interval` is the distance
/// of nodes.
using OpenSolver = std::function<std::unique_ptr<StartedSolver<double>>(
    double begin, std::vector<double> const& y0, double interval)>;

/// Returns a solver whose pieces end at the stops and at the zeros of the switching functions of
/// the system. The steps of a piece see one side of the switches, and a zero is located to rounding
/// by short explicit runs from the last step before it. The solver fails with `slides` where the
/// motions on both sides of a switch lead back to it, and after 1000 switches between two nodes.
/// @param equations  with the clock of the run, on both sides of the switches
/// @param side       the side on which `open` evaluates the equations
/// @param stops      times of the run, ascending
std::unique_ptr<StartedSolver<double>> solver_in_pieces(SolverEquations<double> equations,
                                                        std::shared_ptr<SwitchSide> side,
                                                        OpenSolver open, std::vector<double> y0,
                                                        double interval, std::vector<double> stops);

}  // namespace rattleback
