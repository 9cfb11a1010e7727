#include "experiments/choose/motion_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

namespace {

constexpr int points = 10;
/// Weights (-1)^j binomial(9, j) of the barycentric formula at equidistant points.
constexpr std::array<double, points> weights{1, -9, 36, -84, 126, -126, 84, -36, 9, -1};

/// Interpolates at the position x, in units of rows, in `count` rows that are `stride` numbers
/// apart.
void barycentric(double const* numbers, long stride, long count, double x, int first, int last,
                 double* to) {
  long const begin = std::clamp(long(std::floor(x)) - points / 2 + 1, 0L, count - points);
  double const s = x - double(begin);
  std::array<double, points> share;
  double sum = 0;
  for (int j = 0; j < points; ++j) {
    if (s == j) {
      std::copy(numbers + (begin + j) * stride + first, numbers + (begin + j) * stride + last,
                to + first);
      return;
    }
    share[std::size_t(j)] = weights[std::size_t(j)] / (s - j);
    sum += share[std::size_t(j)];
  }
  for (int column = first; column < last; ++column) {
    double value = 0;
    for (int j = 0; j < points; ++j)
      value += share[std::size_t(j)] * numbers[(begin + j) * stride + column];
    to[column] = value / sum;
  }
}

}  // namespace

void MotionTable::append(std::vector<double> const& row) {
  numbers_.insert(numbers_.end(), row.begin(), row.end());
}

void MotionTable::shorten(long count) {
  if (count < rows()) numbers_.resize(std::size_t(count * width()));
}

void MotionTable::replace(long i, std::vector<double> const& row) {
  std::copy(row.begin(), row.end(), numbers_.begin() + i * width());
}

void MotionTable::interpolate(double time, int first, int last, double* to) const {
  double const x = std::clamp(time / spacing_, 0.0, double(rows() - 1));
  barycentric(numbers_.data(), width(), rows(), x, first, last, to);
}

double MotionTable::difference_at(long i, long count, int first, int last,
                                  std::vector<double>& at) const {
  barycentric(numbers_.data(), 2 * width(), (count + 1) / 2, double(i) / 2, first, last, at.data());
  double largest = 0;
  for (int column = first; column < last; ++column)
    largest = larger_or_nan(largest, std::abs(at[std::size_t(column)] - row(i)[column]));
  return largest;
}

double MotionTable::interpolation_error(int first, int last) const {
  if (rows() < 2 * points) return std::numeric_limits<double>::infinity();
  auto at = std::vector<double>(std::size_t(width()));
  double largest = 0;
  for (long i = 1; i / 2 + 1 < (rows() + 1) / 2; i += 2)
    largest = larger_or_nan(largest, difference_at(i, rows(), first, last, at));
  return largest;
}

long MotionTable::rows_known_to(double allowed, int first, int last) const {
  auto at = std::vector<double>(std::size_t(width()));
  long count = rows();
  // Rows near the end of a shorter table are interpolated by other rows, and are tested again.
  for (long from = 1; count >= 2 * points; from = std::max(1L, count - 4 * points) | 1) {
    long i = from;
    while (i / 2 + 1 < (count + 1) / 2 && difference_at(i, count, first, last, at) <= allowed)
      i += 2;
    if (!(i / 2 + 1 < (count + 1) / 2)) return count;
    count = i;
  }
  return count;
}

}  // namespace rattleback
