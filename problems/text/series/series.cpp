#include "problems/text/series/series.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "problems/core/numbers/dense_matrix.hpp"

namespace rattleback::text {

namespace {

template <class S>
void exchange_in(Mask<S> const& where, S& x, S& y) {
  S const old = x;
  x = select(where, y, x);
  y = select(where, old, y);
}

/// Returns a power of two near x^(-1/2), 1 for zero.
template <class S>
S scale_of(S const& x) {
  using std::abs;
  double const size = static_cast<double>(abs(x));
  return size > 0 && std::isfinite(size) ? S(std::ldexp(1.0, -std::ilogb(size) / 2)) : S(1);
}

Lanes scale_of(Lanes x) { return each_lane(x, &scale_of<double>); }

using rattleback::factor_in_place;
/// Factors of the matrix in each lane, with pivots of its own.
template <class Exchange>
LaneMask factor_in_place(int n, Lanes* m, Exchange const& exchange) {
  auto const at = [=](int i, int j) -> Lanes& { return m[i * n + j]; };
  Lanes largest(0);
  for (int i = 0; i < n * n; ++i) largest = larger(largest, abs(m[i]));
  LaneMask regular(true);
  for (int k = 0; k < n; ++k) {
    Lanes size = abs(at(k, k)), pivot(k);
    for (int i = k + 1; i < n; ++i) {
      auto const is_larger = abs(at(i, k)) > size;
      size = select(is_larger, abs(at(i, k)), size);
      pivot = select(is_larger, Lanes(i), pivot);
    }
    for (int i = k + 1; i < n; ++i) {
      auto const where = pivot == Lanes(i);
      if (!any(where)) continue;
      for (int j = 0; j < n; ++j) exchange_in(where, at(k, j), at(i, j));
      exchange(k, i, where);
    }
    for (int i = k + 1; i < n; ++i) {
      Lanes const f = at(i, k) / at(k, k);
      for (int j = k + 1; j < n; ++j) at(i, j) = at(i, j) - f * at(k, j);
      at(i, k) = f;
    }
    regular = regular & (size > Lanes(1e-14) * largest);
  }
  return regular;
}

SeriesSystem<Lanes> on_lanes(SeriesSystem<double> const& system) {
  return {{system.parameters.begin(), system.parameters.end()},
          system.time,
          system.coordinate,
          system.velocity};
}

}  // namespace

SeriesTapes::SeriesTapes(Loaded const& text)
    : saddle(SeriesTape::of_saddle_form(text.tapes.terms, tangent_tape(text.file.factors),
                                        text.file.sizes().coordinates,
                                        text.file.sizes().velocities)) {
  auto const sizes = text.file.sizes();
  if (text.tapes.has_motion && sizes.constraints == 1)
    closed = SeriesTape::of_closed_form(text.tapes.motion, sizes.coordinates, sizes.velocities);
}

SeriesTapes const& LazySeriesTapes::of(Loaded const& text) const {
  std::call_once(are_made_, [&] { tapes_ = std::make_shared<SeriesTapes const>(text); });
  return *tapes_;
}

template <class S>
Series<S>::Series(Loaded const& text, SeriesSystem<S> const& system,
                  std::span<SeriesLoops const> loops)
    : text_(text),
      system_(system),
      coordinates_(text.file.sizes().coordinates),
      velocities_(text.file.sizes().velocities),
      constraints_(text.file.sizes().constraints),
      unit_of_time_(system.time),
      units_(std::size_t(coordinates_ + velocities_), S(1)),
      loops_(loops),
      solutions_(std::size_t(velocities_ + constraints_) * row_size<S>, S(0)),
      right_(std::size_t(velocities_ + constraints_)) {
  exchanges_.reserve(right_.size());
  if (auto const& closed = text.series_tapes.of(text).closed)
    motion_.emplace(*closed, system.parameters, loops);
  numbers_ = motion_ ? &*motion_ : &saddle();
  if (system.coordinate.empty()) return;
  std::copy_n(system.coordinate.begin(), coordinates_, units_.begin());
  std::copy_n(system.velocity.begin(), velocities_, units_.begin() + coordinates_);
}

template <class S>
typename Series<S>::Numbers& Series<S>::saddle() {
  if (saddle_) return *saddle_;
  auto& terms = saddle_.emplace(text_.series_tapes.of(text_).saddle, system_.parameters, loops_);
  int const n = velocities_, m = constraints_;
  for (auto const& [array, count] : {std::pair(SeriesTape::mass, n * n), {SeriesTape::mu, m * n}})
    for (int i = 0; i < count; ++i)
      varying_.push_back(terms.is_fixed(array, i) ? nullptr : terms.result(array, i));
  for (int i = 0; i < n; ++i) given_.push_back(terms.result(SeriesTape::right_hand_side, i));
  for (int i = 0; i < m; ++i) given_.push_back(terms.result(SeriesTape::phi_along_motion, i));
  return terms;
}

template <class S>
Mask<S> Series<S>::expand(S const& t, S const& direction, S const* y, int order, S const& ahead) {
  if (order >= row_size<S>) throw std::logic_error("the order of a power series is too high");
  order_ = order;
  S const time = t * unit_of_time_, rate = direction * unit_of_time_;
  for (bool const closed : {true, false}) {
    if (closed && !motion_) continue;
    auto* const numbers = closed ? &*motion_ : &saddle();
    numbers_ = numbers;
    set_point(y);
    if (!begin(time, rate)) continue;
    if (numbers->meets_kink()) {
      // The motion leads to one side of the kink.
      for (int i = 0; i < size(); ++i)
        numbers->y(i)[0] = (y[i] + ahead * coefficient(i, 1)) * units_[std::size_t(i)];
      numbers->begin(time + ahead * rate, rate);
      numbers->set_sides(true);
      set_point(y);
      bool const is_regular = begin(time, rate);
      numbers->set_sides(false);
      if (!is_regular && !closed) return false;
    }
    advance(rate);
    return true;
  }
  return false;
}

template <class S>
void Series<S>::set_point(S const* y) {
  for (int i = 0; i < size(); ++i) numbers_->y(i)[0] = y[i] * units_[std::size_t(i)];
}

template <class S>
void Series<S>::advance(S const& rate) {
  for (int k = 1; k < order_; ++k) {
    numbers_->advance(k, rate);
    if (!uses_closed_form()) solve(k, rate);
  }
}

template <class S>
Mask<S> Series<S>::has_positive_pivots() const {
  Mask<S> are_positive(true);
  for (int i = 0; i <= velocities_; ++i)
    are_positive = are_positive & (*numbers_->result(SeriesTape::conditions, i) > S(0));
  return are_positive;
}

template <class S>
Mask<S> Series<S>::factor() {
  int const n = velocities_, all = n + constraints_;
  auto const entry = [&](int array, int i) { return *numbers_->result(array, i); };
  matrix_.assign(std::size_t(all) * all, S(0));
  scales_.assign(std::size_t(all), S(1));
  exchanges_.clear();
  auto const at = [&](int i, int j) -> S& { return matrix_[std::size_t(i * all + j)]; };
  for (int i = 0; i < n; ++i)
    scales_[std::size_t(i)] = scale_of(entry(SeriesTape::mass, i * n + i));
  for (int k = 0; k < constraints_; ++k) {
    S square(0);
    for (int i = 0; i < n; ++i) {
      S const scaled = entry(SeriesTape::mu, k * n + i) * scales_[std::size_t(i)];
      square = square + scaled * scaled;
    }
    scales_[std::size_t(n + k)] = scale_of(square);
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      at(i, j) =
          entry(SeriesTape::mass, i * n + j) * scales_[std::size_t(i)] * scales_[std::size_t(j)];
    for (int k = 0; k < constraints_; ++k) {
      S const scaled =
          entry(SeriesTape::mu, k * n + i) * scales_[std::size_t(i)] * scales_[std::size_t(n + k)];
      at(i, n + k) = -scaled;
      at(n + k, i) = scaled;
    }
  }
  if constexpr (!OnLanes<S>)
    if (null_space_) return null_space_->factor(n, constraints_, matrix_);
  return factor_in_place(all, matrix_.data(), [this](int k, int pivot, auto... where) {
    exchanges_.push_back({k, pivot, where...});
  });
}

template <class S>
Mask<S> Series<S>::begin(S const& time, S const& rate) {
  numbers_->begin(time, rate);
  if (uses_closed_form()) return has_positive_pivots();
  auto const is_regular = factor();
  if (any(is_regular)) solve(0, rate);
  return is_regular;
}

template <class S>
void Series<S>::solve(int k, S const& rate) {
  int const n = velocities_, all = n + constraints_;
  S const* const* const mass = varying_.data();
  S const* const* const mu = mass + n * n;
  // Coefficient k of a product without its term of order 0.
  auto const rest = [&](S const* row, int of) {
    return k == 0 || !row ? S(0) : convolution(row + 1, solution(of) + k - 1, k);
  };
  for (int i = 0; i < n; ++i) {
    S sum = given_[std::size_t(i)][k];
    for (int j = 0; j < n; ++j)
      if (mass[i * n + j]) sum = sum - rest(mass[i * n + j], j);
    for (int c = 0; c < constraints_; ++c) sum = sum + rest(mu[c * n + i], n + c);
    right_[std::size_t(i)] = sum;
  }
  for (int c = 0; c < constraints_; ++c) {
    S sum = -given_[std::size_t(n + c)][k];
    for (int i = 0; i < n; ++i)
      if (mu[c * n + i]) sum = sum - rest(mu[c * n + i], i);
    right_[std::size_t(n + c)] = sum;
  }
  for (int i = 0; i < all; ++i)
    right_[std::size_t(i)] = right_[std::size_t(i)] * scales_[std::size_t(i)];
  if constexpr (!OnLanes<S>)
    if (null_space_) null_space_->solve(right_.data());
  if (!null_space_) {
    for (auto const& [i, j, where] : exchanges_)
      exchange_in(where, right_[std::size_t(i)], right_[std::size_t(j)]);
    substitute(all, matrix_.data(), right_.data());
  }
  for (int i = 0; i < all; ++i) solution(i)[k] = right_[std::size_t(i)] * scales_[std::size_t(i)];
  S const factor = rate / S(k + 1);
  for (int i = 0; i < n; ++i) numbers_->y(coordinates_ + i)[k + 1] = factor * solution(i)[k];
}

template <class S>
void Series<S>::evaluate_change(S const* rows, S const& s, S* change) const {
  // Powers of s from the highest on. The first term is the largest: it comes last.
  std::array<S, row_size<S>> powers;
  S* const square = powers.data() + order_;
  square[0] = s * s;
  for (int k = 1; k < order_ - 1; ++k) square[-k] = (k == 1 ? s : square[2 - k]) * square[0];
  for (int i = 0; i < size(); ++i) {
    auto const* const y = rows + i * row_size<S>;
    change[i] = (convolution(y + 2, square, order_ - 1) + y[1] * s) / units_[std::size_t(i)];
  }
}

template <class S>
void Series<S>::evaluate_rate(S const& s, S* rate) const {
  for (int i = 0; i < size(); ++i) {
    auto const* const y = numbers_->y(i);
    S sum(0);
    for (int k = order_; k > 0; --k) sum = sum * s + S(k) * y[k];
    rate[i] = sum / units_[std::size_t(i)];
  }
}

template <class S>
std::shared_ptr<Series<S>> series_of(Loaded const& text, SeriesSystem<S> const& system) {
  return std::make_shared<Series<S>>(text, system);
}

template <>
Series<Lanes>::Series(std::shared_ptr<Series<double>> single)
    : Series(single->text_, on_lanes(single->system_)) {
  single_ = std::move(single);
}

template <>
LaneMask Series<Lanes>::expand(Lanes const& t, Lanes const& direction, Lanes const* y, int order,
                               Lanes const& ahead) {
  order_ = order;
  numbers_ = motion_ ? &*motion_ : &saddle();
  set_point(y);
  auto regular = begin(t * unit_of_time_, direction * unit_of_time_) & !numbers_->meets_kink();
  advance(direction * unit_of_time_);
  std::vector<double> one(units_.size());
  for (int lane = 0; lane < lane_count; ++lane) {
    if (regular[lane]) continue;
    for (std::size_t i = 0; i < one.size(); ++i) one[i] = y[i][lane];
    if (!single_->expand(t[lane], direction[lane], one.data(), order, ahead[lane])) continue;
    regular.value[lane] = -1;
    for (int i = 0; i < size(); ++i)
      for (int k = 0; k <= order; ++k) numbers_->y(i)[k].set(lane, single_->numbers_->y(i)[k]);
  }
  return regular;
}

template class Series<double>;
template class Series<Quad>;
template class Series<Lanes>;
template std::shared_ptr<Series<double>> series_of(Loaded const&, SeriesSystem<double> const&);
template std::shared_ptr<Series<Quad>> series_of(Loaded const&, SeriesSystem<Quad> const&);

}  // namespace rattleback::text
