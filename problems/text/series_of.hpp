#pragma once
// Power series in time of the motion of a text. Declarations for tables; series.hpp defines them.

#include <memory>
#include <mutex>
#include <vector>

namespace rattleback::text {

struct Loaded;
template <class S>
class Series;

/// Numbers of a system that its power series need.
template <class S>
struct SeriesSystem {
  std::vector<S> parameters;         ///< values in the order of the text
  double time = 1;                   ///< unit of time
  std::vector<double> coordinate{};  ///< units of the coordinates; empty: those of the text
  std::vector<double> velocity{};    ///< units of the velocities; empty: those of the text
};

struct SeriesTapes;
/// The tapes of the power series of a text, made at their first use. A copy makes its own.
class LazySeriesTapes {
 public:
  LazySeriesTapes() = default;
  LazySeriesTapes(LazySeriesTapes const&) {}
  LazySeriesTapes& operator=(LazySeriesTapes const&) = delete;
  SeriesTapes const& of(Loaded const& text) const;

 private:
  mutable std::once_flag are_made_;
  mutable std::shared_ptr<SeriesTapes const> tapes_;
};

/// Returns the power series of a text, which must outlive them.
template <class S>
std::shared_ptr<Series<S>> series_of(Loaded const& text, SeriesSystem<S> const& system);

/// Returns the parameters of a problem for its power series.
template <class P>
SeriesSystem<typename P::Real> series_system(P const& problem) {
  SeriesSystem<typename P::Real> system;
  for (auto const& parameter : problem.parameters())
    system.parameters.push_back(problem.*(parameter.member));
  return system;
}

}  // namespace rattleback::text
