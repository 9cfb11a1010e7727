#pragma once

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

/// Keeps the largest of what it is given; not a number counts as largest.
struct Largest {
  double value = 0;
  void operator()(double x) {
    if (!(x <= value)) value = x;
  }
};

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
