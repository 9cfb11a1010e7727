#pragma once
// Problems and vectors behind the plain pointers of tables.

#include <vector>

#include "problems/core/problem.hpp"

namespace rattleback {

/// The problem that `system` points to. Its sizes are at work from now on.
template <class P>
P const& problem_at(void const* system) {
  auto const& problem = *static_cast<P const*>(system);
  work_on(problem);
  return problem;
}
/// The problem at time t, which an autonomous problem ignores.
template <class P, class S>
decltype(auto) problem_at(void const* system, [[maybe_unused]] S const& t) {
  if constexpr (Driven<P>) {
    P moved = problem_at<P>(system);
    clock_of(moved) = t;
    return moved;
  } else {
    return problem_at<P>(system);
  }
}
/// The problem P of a system that was made as an Own: the same object, or one with its parameters.
template <class P, class Own>
decltype(auto) stated_at(void const* system) {
  if constexpr (std::is_same_v<P, Own>) {
    return problem_at<P>(system);
  } else {
    auto const& own = problem_at<Own>(system);
    P same;
    auto const parameters = same.parameters();
    for (std::size_t k = 0; k < parameters.size(); ++k)
      same.*(parameters[k].member) = own.parameter(static_cast<int>(k));
    return same;
  }
}
template <auto N, class S>
Vec<S, N> vector_at(S const* numbers) {
  Vec<S, N> v;
  for (int i = 0; i < N; ++i) v[i] = numbers[i];
  return v;
}
template <class S, auto N>
void put(Vec<S, N> const& v, S* numbers) {
  for (int i = 0; i < N; ++i) numbers[i] = v[i];
}
/// Replaces the numbers of `to`, whose memory is used again.
template <class S, auto N>
void assign(std::vector<S>& to, Vec<S, N> const& v) {
  to.assign(v.c, v.c + length(N));
}
/// Replaces the numbers of `to` by those of m, row by row.
template <class S, auto R, auto C>
void assign(std::vector<S>& to, Mat<S, R, C> const& m) {
  to.clear();
  for (int i = 0; i < R; ++i) to.insert(to.end(), m.row[i].c, m.row[i].c + length(C));
}
template <class S, auto N>
std::vector<S> flat(Vec<S, N> const& v) {
  return {v.c, v.c + length(N)};
}

}  // namespace rattleback
