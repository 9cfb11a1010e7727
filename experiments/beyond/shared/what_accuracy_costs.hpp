#pragma once
// Six problems, and the cost of every symmetric method and every solver on them.

#include <array>

#include "experiments/beyond/shared/work_and_error.hpp"

namespace rattleback::beyond {

inline constexpr std::array orders{2, 4, 6, 8};
/// Position errors at which methods are chosen: the error of the figure, and a rough error.
inline constexpr double wanted = 1e-6, rough = 1e-3;
inline constexpr long short_time = 10, long_time = 200;

struct Subject {
  Run motion;
  char const *name, *table;
  /// Measurement of orders: none, in full runs only, or always.
  enum class Orders { none, in_full, always } orders = Orders::none;
};

std::vector<Subject> subjects();
bool has_orders(Subject const& subject, bool quick);

/// Filters of cheapest().
bool any(ComparedMethod const& by);
std::function<bool(ComparedMethod const&)> of_order(int order);

/// Problem with the cost curves of its methods.
struct Studied {
  Subject subject;
  std::vector<Curve> symmetric;  ///< runs to `short_time` by methods that do not miss their order
  std::vector<Curve> adaptive;
  /// Runs to `long_time`: for each order the cheapest method at the error `wanted` that lasts, the
  /// cheapest map of points, and the cheapest of all at the error `rough`. A method lasts if its
  /// finest run completes with an energy error below 1e-6 or of its order.
  std::vector<Curve> long_symmetric;
  std::vector<Curve> long_adaptive;  ///< cheapest at both errors
};
Studied studied(Study& study, Subject const& subject);

/// Returns the position error below which solvers cost less than the methods in short runs.
double solvers_pay_below(Studied const& s);

}  // namespace rattleback::beyond
