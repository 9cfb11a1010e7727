#pragma once
// Six problems, and what every symmetric method and every solver costs on them.

#include <array>

#include "experiments/beyond/shared/measured_orders.hpp"

namespace rattleback::beyond {

inline constexpr std::array orders{2, 4, 6, 8};
/// Position errors at which methods are chosen: the one that is drawn, and one of low cost.
inline constexpr double wanted = 1e-6, rough = 1e-3;
inline constexpr long short_time = 10, long_time = 200;

struct Subject {
  Run motion;
  char const *name, *table;
  enum class Orders { none, in_full, always } orders = Orders::none;  ///< measured
};

std::vector<Subject> subjects();
bool has_orders(Subject const& subject, bool quick);

/// Filters of `cheapest`.
bool any(ComparedMethod const& by);
std::function<bool(ComparedMethod const&)> of_order(int order);

/// A problem with what its entrants cost.
struct Studied {
  Subject subject;
  std::vector<Curve> symmetric;  ///< up to `short_time`, of methods that do not miss their order
  std::vector<Curve> adaptive;
  /// Up to `long_time`: of each order the cheapest at the wanted error that lasts, and that of the
  /// maps of points, and the cheapest of all at the rough error. A method lasts when its finest run
  /// completes with an energy error below 1e-6 or of its order.
  std::vector<Curve> long_symmetric;
  std::vector<Curve> long_adaptive;  ///< the cheapest at both errors
  std::vector<Curve> rejected;       ///< cheaper in the short run, but not lasting

  double work(double error, int order, std::string const& base) const;
  bool has(int order, std::string const& base) const;
};
Studied studied(Study& study, Subject const& subject);

/// The position error below which the solvers cost less than the methods in short runs.
double solvers_pay_below(Studied const& s);

/// Energy and constraint after a long run by one method that did as much work.
struct Kept {
  double energy = std::nan(""), constraint = std::nan("");
  std::string by;
};
/// The smallest energy error of the curves at that work; nothing where none gets there.
Kept kept_at(double work, std::vector<Curve> const& curves);

}  // namespace rattleback::beyond
