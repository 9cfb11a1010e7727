#pragma once
// Elimination of the multipliers of several constraints. Solving (W A^T) lambda = s - A a squares
// small differences of the rows of A: two constraints that differ by 1e-8 would count as dependent,
// as those of the snakeboard do when its wheels pass a right angle. The rows of A are therefore
// eliminated first, with complete pivoting, together with the rows of W and s.

#include <array>
#include <cmath>
#include <utility>

#include "problems/core/numbers/linear_solve.hpp"

namespace rattleback {

/// Position of the largest entry, on lanes that of each lane.
template <class S>
struct Pivot {
  using Slot = std::conditional_t<OnLanes<S>, S, int>;
  Slot row, column;
  S size;
};

/// Returns the largest entry of A on and below row k.
template <class S, auto m, auto n>
Pivot<S> largest_entry(Mat<S, m, n> const& mu, int k) {
  using std::abs;
  using Slot = typename Pivot<S>::Slot;
  Pivot<S> pivot{Slot(k), Slot(0), abs(mu(k, 0))};
  for (int i = k; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      S const size = abs(mu(i, j));
      auto const larger = size > pivot.size;
      pivot.row = select(larger, Slot(i), pivot.row);
      pivot.column = select(larger, Slot(j), pivot.column);
      pivot.size = select(larger, size, pivot.size);
    }
  return pivot;
}

/// Exchanges entry k with entry `picked`.
template <class Slot, class Entries>
void exchange(Entries& entries, int k, Slot const& picked, [[maybe_unused]] int count) {
  if constexpr (OnLanes<Slot>) {
    for (int i = k + 1; i < count; ++i) {
      auto const here = picked == Slot(i);
      auto const old = entries[k];
      entries[k] = select(here, entries[i], old);
      entries[i] = select(here, old, entries[i]);
    }
  } else if (picked != k) {
    std::swap(entries[k], entries[picked]);
  }
}

template <class S, auto n, class Slot>
S entry_at(Vec<S, n> const& row, Slot const& column) {
  if constexpr (OnLanes<S>) {
    S entry = row[0];
    for (int j = 1; j < n; ++j) entry = select(column == Slot(j), row[j], entry);
    return entry;
  } else {
    return row[column];
  }
}

/// Computes acceleration and multipliers from the acceleration `free` without constraints, A, W = A
/// M^-1 and (D_q phi) v. A constraint that depends on the others is ignored and its multiplier is
/// 0; on lanes the result is NaN.
/// @return true if a constraint depends on the others
template <class S, auto m, auto n>
bool constrain(Vec<S, n> const& free, Mat<S, m, n> mu, Mat<S, m, n> raised, Vec<S, m> along,
               S* vdot, S* multipliers) {
  using Slot = typename Pivot<S>::Slot;
  std::array<Slot, capacity(m)> picked;
  Mat<S, m, m> factors;
  std::array<Mask<S>, capacity(m)> independent;
  Mask<S> all_independent(true);
  S largest(0);
  for (int k = 0; k < m; ++k) {
    auto const pivot = largest_entry(mu, k);
    if (k == 0) largest = pivot.size;
    independent[k] = pivot.size > S(1e-14) * largest;
    all_independent = all_independent & independent[k];
    picked[k] = pivot.row;
    exchange(mu.row, k, pivot.row, length(m));
    exchange(raised.row, k, pivot.row, length(m));
    exchange(along.c, k, pivot.row, length(m));
    S const inverse = S(1) / entry_at(mu.row[k], pivot.column);
    for (int i = k + 1; i < m; ++i) {
      S const factor = select(independent[k], entry_at(mu.row[i], pivot.column) * inverse, S(0));
      factors(i, k) = factor;
      mu.row[i] = mu.row[i] - factor * mu.row[k];
      raised.row[i] = raised.row[i] - factor * raised.row[k];
      along[i] = along[i] - factor * along[k];
    }
  }
  Mat<S, m, m> gram;
  Vec<S, m> rest;
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < m; ++j)
      gram(i, j) =
          select(independent[i] & independent[j], dot(mu.row[i], raised.row[j]), S(i == j ? 1 : 0));
    rest[i] = select(independent[i], -along[i] - dot(mu.row[i], free), S(0));
  }
  Vec<S, m> lambda = solve_without_pivoting(gram, rest);
  Vec<S, n> acceleration = free;
  for (int k = 0; k < m; ++k) acceleration = acceleration + lambda[k] * raised.row[k];
  // Multipliers of the original rows from those of the eliminated rows.
  for (int k = length(m) - 1; k >= 0; --k) {
    for (int i = k + 1; i < m; ++i) lambda[k] = lambda[k] - factors(i, k) * lambda[i];
    exchange(lambda.c, k, picked[k], length(m));
  }
  if constexpr (OnLanes<S>) {
    acceleration = select(all_independent, acceleration, not_numbers<S, n>());
    lambda = select(all_independent, lambda, not_numbers<S, m>());
  }
  for (int i = 0; i < n; ++i) vdot[i] = acceleration[i];
  for (int k = 0; k < m; ++k) multipliers[k] = lambda[k];
  return !OnLanes<S> && !all(all_independent);
}

}  // namespace rattleback
