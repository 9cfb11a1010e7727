#pragma once
// Motions at equidistant times, interpolated by polynomials.

#include <vector>

namespace rattleback {

/// Rows of coordinates, velocities and energy at the times 0, spacing, 2 spacing, ...
class MotionTable {
 public:
  MotionTable() = default;
  MotionTable(double spacing, int coordinates, int velocities)
      : spacing_(spacing), coordinates_(coordinates), velocities_(velocities) {}

  /// Appends a row (q, v, energy) of width() numbers.
  void append(std::vector<double> const& row);
  /// Removes all rows but the first `count`.
  void shorten(long count);
  void replace(long i, std::vector<double> const& row);

  int coordinates() const { return coordinates_; }
  int velocities() const { return velocities_; }
  int width() const { return coordinates_ + velocities_ + 1; }
  long rows() const { return long(numbers_.size()) / width(); }
  double spacing() const { return spacing_; }
  double end() const { return double(rows() - 1) * spacing_; }
  double const* row(long i) const { return numbers_.data() + i * width(); }

  /// Writes the columns [first, last) at a time in [0, end()] into to[first .. last), by the
  /// polynomial of degree 9 through the ten nearest rows. Requires at least ten rows.
  void interpolate(double time, int first, int last, double* to) const;
  /// Returns the largest number of rows, from the first on, whose interpolation_error() is at most
  /// `allowed`; fewer than 20 if there are none.
  long rows_known_to(double allowed, int first, int last) const;
  /// Returns the largest difference of every second row from its interpolation by the others, in
  /// columns [first, last). It bounds the error between rows if that error falls with their
  /// spacing. Infinite with fewer than 20 rows.
  double interpolation_error(int first, int last) const;

 private:
  /// Returns the difference of row i from its interpolation by every second of `count` rows.
  double difference_at(long i, long count, int first, int last, std::vector<double>& at) const;

  double spacing_ = 0;
  int coordinates_ = 0, velocities_ = 0;
  std::vector<double> numbers_;
};

}  // namespace rattleback
