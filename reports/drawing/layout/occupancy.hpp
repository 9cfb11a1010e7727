// Cells of a panel that its curves cover.
#pragma once

#include <vector>

namespace rattleback::reports {

/// Rectangle; y grows upwards or downwards with the coordinates in use.
struct Rectangle {
  double left, low, right, high;

  bool meets(Rectangle const& other) const {
    return left < other.right && other.left < right && low < other.high && other.low < high;
  }
  bool contains(Rectangle const& other) const {
    return left <= other.left && other.right <= right && low <= other.low && other.high <= high;
  }
  /// True if the segment between two points has a point inside.
  bool meets_segment(double x0, double y0, double x1, double y1) const;
};

/// Grid over the unit square, the axes of a panel, whose cells a curve covers or leaves free.
class Occupancy {
 public:
  Occupancy();
  void add_point(double x, double y);
  void add_segment(double x0, double y0, double x1, double y1);
  /// Returns the number of covered cells that meet `area`.
  long covered(Rectangle const& area) const;

 private:
  std::vector<char> cells_;
};

}  // namespace rattleback::reports
