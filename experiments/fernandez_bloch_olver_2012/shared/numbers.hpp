#pragma once
// Supply of several numbers to statements and tables at a time.

#include "experiments/core/experiment.hpp"
#include "experiments/measure/sweep.hpp"
#include "experiments/theory/numbers.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

using theory::Quad, theory::Vector;

/// Largest absolute value of the entries of a residual; NaN if an entry is NaN.
struct Size {
  double value = 0;
  Size(Quad one) : Size{one, Quad(0)} {}
  Size(std::initializer_list<Quad> entries) {
    for (Quad const& entry : entries) value = larger_or_nan(value, std::abs(double(entry)));
  }
  template <class Derived>
  Size(Eigen::MatrixBase<Derived> const& entries)
      : value(theory::largest_entry(typename Derived::PlainObject(entries))) {}
};

/// Formula with a parameter: one value gives the reading of a statement, another value a control.
template <class Point>
struct Formula {
  std::string statement, reading, control;  ///< reading and control: empty if there is none
  Quad right, wrong;
  std::function<Size(Point const&, Quad)> residual;
};
template <class Point>
std::vector<InstanceRow<Point>> rows_of(std::vector<Formula<Point>> const& formulas) {
  std::vector<InstanceRow<Point>> rows;
  for (auto const& [statement, reading, control, right, wrong, residual] : formulas) {
    auto const at = [residual = residual](Quad c) {
      return [=](Point const& point) { return residual(point, c).value; };
    };
    if (!reading.empty()) rows.push_back({statement, reading, at(right)});
    if (!control.empty()) rows.push_back({statement, control, at(wrong), true});
  }
  return rows;
}

/// Supplies formulas at given points.
template <class Point>
void over(Study& study, std::vector<Point> const& points,
          std::vector<Formula<Point>> const& formulas, std::string const& instance = {},
          Measured const& common = {.value = 0}) {
  study.over(points, rows_of(formulas), instance, common);
}
/// Supplies formulas at 100 random points of four coordinates between -1.2 and 1.2.
void over_random(Study& study, std::vector<Formula<Vector>> const& formulas,
                 std::string const& instance = {}, double epsilon = quad_epsilon);

/// Largest size of a residual at the points of (13) between x0 and x1, epsilon = 0, 1/4, 1/2, 1.
/// @param exchanged  1 if the second argument belongs to 1 - epsilon, else 0
/// @param residual   function of the x at epsilon, and of the tested x
Size over_epsilons(Quad x0, Quad x1, Quad exchanged,
                   std::function<Size(Quad x, Quad tested)> const& residual);

/// Number of a reading, or of a control, of a statement.
struct Number {
  std::string statement, name;
  double value;
  bool is_control = false;
};

/// Supplies the numbers of one instance.
/// @param common  precision, steps and details of all numbers
void supply(Study& study, std::string const& instance, std::vector<Number> const& numbers,
            Measured common = {.value = 0});

/// Integral of f from a to b, to double precision.
/// @param depth  largest number of bisections
double integral(std::function<double(double)> const& f, double a, double b, unsigned depth = 10);

/// Values f(0), ..., f(count - 1).
template <class F>
std::vector<double> series(std::size_t count, F const& f) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(f(i));
  return values;
}
inline double smallest(std::vector<double> const& values) {
  double least = std::numeric_limits<double>::infinity();
  for (double const value : values) least = smaller_or_nan(least, value);
  return least;
}
/// Numbers first, first + 1, ...
inline std::vector<double> counting(std::size_t count, double first = 0) {
  return series(count, [=](std::size_t i) { return double(i) + first; });
}
/// Values from index `first` on.
inline std::vector<double> from(std::size_t first, std::vector<double> const& values) {
  return {values.begin() + long(first), values.end()};
}
inline std::vector<double> absolute(std::vector<double> const& values) {
  return series(values.size(), [&](std::size_t i) { return std::abs(values[i]); });
}

}  // namespace rattleback::fernandez_bloch_olver_2012
