#include "experiments/choose/rung_search.hpp"

#include <algorithm>
#include <cmath>

namespace rattleback {

void RungSearch::record(int rung, double error) { errors_[rung] = error; }

int RungSearch::finest_failure() const {
  int finest = -1;
  for (auto const& [rung, error] : errors_)
    if (!passes(error)) finest = rung;
  return finest;
}

std::optional<int> RungSearch::coarsest_pass_above(int rung) const {
  auto const at = errors_.upper_bound(rung);  // no rung above the finest failure fails
  return at == errors_.end() ? std::nullopt : std::optional(at->first);
}

std::optional<int> RungSearch::found() const {
  int const failure = finest_failure();
  auto const pass = coarsest_pass_above(failure);
  if (!pass || *pass != failure + 1) return {};
  return errors_.contains(*pass + 1) && errors_.contains(*pass + 2) ? pass : std::nullopt;
}

std::optional<int> RungSearch::next() const {
  int const failure = finest_failure();
  auto const pass = coarsest_pass_above(failure);
  if (!pass) {
    if (failure == ladder_.last || (failure >= 0 && stagnates_at(failure))) return {};
    return failure < 0 ? 0 : std::min(failure + jump_from(failure), ladder_.last);
  }
  if (*pass > failure + 1) {
    // number of rungs to the rung at which the error reaches the bound
    double const room = std::log2(bound_ / errors_.at(*pass)) / ladder_.bits_per_rung;
    int const middle = (failure + *pass + 1) / 2;
    int const guess = std::isfinite(room) ? *pass - std::max(1, int(std::min(room, 1e6))) : middle;
    return std::clamp(guess, failure + 1, *pass - 1);
  }
  for (int finer : {*pass + 1, *pass + 2}) {
    if (finer > ladder_.last) return {};
    if (!errors_.contains(finer)) return finer;
  }
  return {};
}

bool RungSearch::stagnates_at(int rung) const {
  double const now = errors_.at(rung);
  if (!std::isfinite(now)) return false;
  for (auto const& [coarser, error] : errors_)
    if (coarser <= rung - ladder_.patience && std::isfinite(error) && now > error / 2) return true;
  return false;
}

int RungSearch::jump_from(int rung) const {
  double const error = errors_.at(rung);
  if (!std::isfinite(error)) return std::max(1, ladder_.longest_jump / 2);
  double bits = ladder_.bits_per_rung;
  auto const at = errors_.find(rung);
  if (at != errors_.begin())
    if (auto const before = std::prev(at); std::isfinite(before->second)) {
      double const seen = std::log2(before->second / error) / (rung - before->first);
      bits = std::clamp(seen, bits / 8, bits);
    }
  double const rungs = std::ceil(std::log2(error / bound_) / bits);
  return int(std::clamp(rungs, 1.0, double(ladder_.longest_jump)));
}

bool RungSearch::falls_short() const {
  auto const finite = [](auto const& entry) { return std::isfinite(entry.second); };
  auto const coarsest = std::find_if(errors_.begin(), errors_.end(), finite);
  auto const finest = std::find_if(errors_.rbegin(), errors_.rend(), finite);
  if (coarsest == errors_.end() || finest->first < coarsest->first + 4) return false;
  double const fall = std::log2(coarsest->second / finest->second);
  return fall < ladder_.bits_per_rung * (finest->first - coarsest->first) / 2;
}

}  // namespace rattleback
