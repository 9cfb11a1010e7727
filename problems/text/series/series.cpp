#include "problems/text/series/series.hpp"

#include <algorithm>
#include <cmath>

#include "problems/core/graph/recorded.hpp"
#include "problems/core/numbers/dense_matrix.hpp"
#include "problems/core/spaces/se2.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback::text {

namespace {

/// Returns q' = q v as a tape of q and v.
Tape tangent_tape(ProblemFile const& file) {
  using graph::Recorded;
  graph::Graph graph;
  graph::Result rates{"qdot", {}};
  auto const sizes = file.sizes();
  int q = 0, v = sizes.coordinates;
  auto const add = [&]<class G>(G) {
    Vec<Recorded, G::size> at;
    Vec<Recorded, G::dof> velocity;
    for (int i = 0; i < G::size; ++i) at[i] = Recorded(graph, graph.input(q++));
    for (int i = 0; i < G::dof; ++i) velocity[i] = Recorded(graph, graph.input(v++));
    auto const along = G::tangent(at, velocity);
    for (int i = 0; i < G::size; ++i) rates.entries.push_back(along[i].in(graph));
  };
  for (auto const& [kind, n] : sizes.factors)
    if (kind == Factor::se2)
      add(SE2{});
    else if (kind == Factor::so3)
      add(SO3{});
    else
      for (int i = 0; i < n; ++i) add(R<1>{});
  return Tape(graph, 0, {{"q", 0, sizes.coordinates}, {"v", sizes.coordinates, sizes.velocities}},
              {rates});
}

/// Returns a power of two near x^(-1/2), 1 for zero.
template <class S>
S scale_of(S const& x) {
  using std::abs;
  double const size = static_cast<double>(abs(x));
  return size > 0 && std::isfinite(size) ? S(std::ldexp(1.0, -std::ilogb(size) / 2)) : S(1);
}

}  // namespace

template <class S>
Series<S>::Series(Loaded const& text, SeriesSystem<S> const& system)
    : coordinates_(text.file.sizes().coordinates),
      velocities_(text.file.sizes().velocities),
      constraints_(text.file.sizes().constraints),
      unit_of_time_(system.time),
      units_(std::size_t(coordinates_ + velocities_), S(1)),
      terms_(text.tapes.terms, {mass, right_hand_side, mu, phi_along_motion}, system.parameters),
      tangent_(tangent_tape(text.file), {0}, system.parameters) {
  parts_.reserve(2);
  if (text.tapes.has_motion && constraints_ == 1)
    motion_.emplace(text.tapes.motion, std::vector<int>{0, 1}, system.parameters);
  if (system.coordinate.empty()) return;
  std::copy_n(system.coordinate.begin(), coordinates_, units_.begin());
  std::copy_n(system.velocity.begin(), velocities_, units_.begin() + coordinates_);
}

template <class S>
void Series<S>::reserve(int order) {
  order_ = order;
  if (std::size_t(order) < stride_) return;
  stride_ = std::size_t(order) + 1;
  rows_.assign(units_.size() * stride_, S(0));
  int const unknowns = velocities_ + constraints_;
  solutions_.assign(std::size_t(unknowns) * stride_, S(0));
  right_.resize(std::size_t(unknowns));
  exchanges_.reserve(std::size_t(unknowns));
  for (auto* part : {&terms_, &tangent_, motion_ ? &*motion_ : nullptr})
    if (part) part->numbers.reserve(order + 1);
}

template <class S>
void Series<S>::take(Part& part, int k) {
  part.numbers.take(k, [this, k](int array, int entry) {
    int const i = array == 0 ? entry : coordinates_ + entry;
    return row(i)[k] * units_[std::size_t(i)];
  });
}

template <class S>
bool Series<S>::expand(S const& t, S const& direction, S const* y, int order, S const& ahead) {
  reserve(order);
  S const time = t * unit_of_time_, rate = direction * unit_of_time_;
  for (bool const is_closed : {true, false}) {
    if (is_closed && !motion_) continue;
    is_closed_ = is_closed;
    if (is_closed)
      parts_.assign({&*motion_});
    else
      parts_.assign({&terms_, &tangent_});
    for (int i = 0; i < size(); ++i) row(i)[0] = y[i];
    bool const meets_kink = begin(time, rate);
    if (!(is_closed ? has_positive_pivots() : factor())) continue;
    integrate(0, rate);
    if (meets_kink) {
      // The motion leads to one side of the kink.
      for (int i = 0; i < size(); ++i) row(i)[0] = y[i] + ahead * row(i)[1];
      begin(time + ahead * rate, rate);
      for (auto* part : parts_) part->sides = part->numbers.sides();
      for (int i = 0; i < size(); ++i) row(i)[0] = y[i];
      begin(time, rate);
      for (auto* part : parts_) part->sides.clear();
      if (!is_closed && !factor()) return false;
      integrate(0, rate);
    }
    for (int k = 1; k < order; ++k) {
      for (auto* part : parts_) {
        take(*part, k);
        part->numbers.advance(k);
      }
      integrate(k, rate);
    }
    return true;
  }
  return false;
}

template <class S>
bool Series<S>::begin(S const& time, S const& rate) {
  bool meets_kink = false;
  for (auto* part : parts_) {
    take(*part, 0);
    if (part->numbers.begin(time, rate, part->sides)) meets_kink = true;
  }
  return meets_kink;
}

template <class S>
bool Series<S>::has_positive_pivots() const {
  constexpr int conditions = 3;
  for (int i = 0; i <= velocities_; ++i)
    if (!(*motion_->numbers.result(conditions, i) > S(0))) return false;
  return true;
}

template <class S>
bool Series<S>::factor() {
  int const n = velocities_, all = n + constraints_;
  auto const entry = [&](int array, int i) { return *terms_.numbers.result(array, i); };
  matrix_.assign(std::size_t(all) * all, S(0));
  scales_.assign(std::size_t(all), S(1));
  exchanges_.clear();
  auto const at = [&](int i, int j) -> S& { return matrix_[std::size_t(i * all + j)]; };
  for (int i = 0; i < n; ++i) scales_[std::size_t(i)] = scale_of(entry(mass, i * n + i));
  for (int k = 0; k < constraints_; ++k) {
    S square(0);
    for (int i = 0; i < n; ++i) {
      S const scaled = entry(mu, k * n + i) * scales_[std::size_t(i)];
      square = square + scaled * scaled;
    }
    scales_[std::size_t(n + k)] = scale_of(square);
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      at(i, j) = entry(mass, i * n + j) * scales_[std::size_t(i)] * scales_[std::size_t(j)];
    for (int k = 0; k < constraints_; ++k) {
      S const scaled = entry(mu, k * n + i) * scales_[std::size_t(i)] * scales_[std::size_t(n + k)];
      at(i, n + k) = -scaled;
      at(n + k, i) = scaled;
    }
  }
  return factor_in_place(all, matrix_.data(),
                         [this](int k, int pivot) { exchanges_.emplace_back(k, pivot); });
}

template <class S>
void Series<S>::solve(int k) {
  int const n = velocities_, all = n + constraints_;
  auto const& terms = terms_.numbers;
  // Coefficient k of a product without its term of order 0.
  auto const rest = [&](int array, int entry, int of) {
    return k == 0 || terms.is_fixed(array, entry)
               ? S(0)
               : convolution(terms.result(array, entry) + 1, solution(of) + k - 1, k);
  };
  for (int i = 0; i < n; ++i) {
    S sum = terms.result(right_hand_side, i)[k];
    for (int j = 0; j < n; ++j) sum = sum - rest(mass, i * n + j, j);
    for (int c = 0; c < constraints_; ++c) sum = sum + rest(mu, c * n + i, n + c);
    right_[std::size_t(i)] = sum;
  }
  for (int c = 0; c < constraints_; ++c) {
    S sum = -terms.result(phi_along_motion, c)[k];
    for (int i = 0; i < n; ++i) sum = sum - rest(mu, c * n + i, i);
    right_[std::size_t(n + c)] = sum;
  }
  for (int i = 0; i < all; ++i)
    right_[std::size_t(i)] = right_[std::size_t(i)] * scales_[std::size_t(i)];
  for (auto const& [i, j] : exchanges_) std::swap(right_[std::size_t(i)], right_[std::size_t(j)]);
  substitute(all, matrix_.data(), right_.data());
  for (int i = 0; i < all; ++i) solution(i)[k] = right_[std::size_t(i)] * scales_[std::size_t(i)];
}

template <class S>
void Series<S>::integrate(int k, S const& rate) {
  if (!is_closed_) solve(k);
  S const factor = rate / S(k + 1);
  auto const& along = is_closed_ ? motion_->numbers : tangent_.numbers;
  auto const put = [&](int i, S const& derivative) {
    row(i)[k + 1] = factor * derivative / units_[std::size_t(i)];
  };
  for (int i = 0; i < coordinates_; ++i) put(i, along.result(0, i)[k]);
  for (int i = 0; i < velocities_; ++i)
    put(coordinates_ + i, is_closed_ ? along.result(1, i)[k] : solution(i)[k]);
}

template <class S>
void Series<S>::evaluate_change(S const& s, S* change) const {
  for (int i = 0; i < size(); ++i) {
    S sum(0);
    for (int k = order_; k > 0; --k) sum = sum * s + row(i)[k];
    change[i] = sum * s;
  }
}

template <class S>
void Series<S>::evaluate_rate(S const& s, S* rate) const {
  for (int i = 0; i < size(); ++i) {
    S sum(0);
    for (int k = order_; k > 0; --k) sum = sum * s + S(k) * row(i)[k];
    rate[i] = sum;
  }
}

template <class S>
std::shared_ptr<Series<S>> series_of(Loaded const& text, SeriesSystem<S> const& system) {
  return std::make_shared<Series<S>>(text, system);
}

template class Series<double>;
template class Series<Quad>;
template std::shared_ptr<Series<double>> series_of(Loaded const&, SeriesSystem<double> const&);
template std::shared_ptr<Series<Quad>> series_of(Loaded const&, SeriesSystem<Quad> const&);

}  // namespace rattleback::text
