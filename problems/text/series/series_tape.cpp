#include "problems/text/series/series_tape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rattleback::text {

using graph::Operation;

int SeriesTape::add_row(bool is_fixed) {
  is_fixed_.push_back(is_fixed);
  slopes_.push_back(-1);
  return static_cast<int>(is_fixed_.size()) - 1;
}

int SeriesTape::slope_of(int row) {
  if (slopes_[row] >= 0) return slopes_[row];
  int const slope = add_row(false);
  steps_.push_back({.rule = Rule::slope, .operation = Operation::negate, .a = row, .to = slope});
  return slopes_[row] = slope;
}

int SeriesTape::add_pair(Rule rule, Operation operation, int a, bool is_second) {
  for (auto const& step : steps_)
    if (step.rule == rule && step.a == a) return is_second ? step.other : step.to;
  Step step{.rule = rule, .operation = operation, .a = a};
  step.slope_a = slope_of(a);
  step.to = add_row(false);
  step.other = add_row(false);
  steps_.push_back(step);
  return is_second ? step.other : step.to;
}

int SeriesTape::add(Operation operation, int a, int b) {
  if (is_fixed_[a] && (b < 0 || is_fixed_[b])) {
    int const to = add_row(true);
    fixed_steps_.push_back({operation, a, b, to});
    return to;
  }
  Step step{.rule = Rule::add, .operation = operation, .a = a, .b = b};
  bool has_slope = false, has_denominator = false;
  switch (operation) {
    case Operation::add:
      break;
    case Operation::subtract:
      step.rule = Rule::subtract;
      break;
    case Operation::multiply:
      step.rule = a == b ? Rule::square : Rule::multiply;
      if (is_fixed_[a] || is_fixed_[b]) step.rule = Rule::scale;
      if (is_fixed_[b]) std::swap(step.a, step.b);
      break;
    case Operation::product_or_zero:
      step.rule = Rule::product_or_zero;
      break;
    case Operation::divide:
      step.rule = is_fixed_[b] ? Rule::divide_by_fixed : Rule::divide;
      break;
    case Operation::power:
      // An exponent that changes with time.
      if (!is_fixed_[b])
        return add(Operation::exponential,
                   add(Operation::multiply, add(Operation::logarithm, a, -1), b), -1);
      step.rule = Rule::power;
      step.slope_a = slope_of(a);
      has_slope = true;
      break;
    case Operation::arc_tangent_of_quotient:
      step.rule = Rule::arc_tangent_of_quotient;
      step.slope_a = slope_of(a);
      step.slope_b = slope_of(b);
      has_slope = has_denominator = true;
      break;
    case Operation::square_root:
      step.rule = Rule::square_root;
      break;
    case Operation::exponential:
      step.rule = Rule::exponential;
      step.slope_a = slope_of(a);
      break;
    case Operation::logarithm:
      step.rule = Rule::logarithm;
      has_slope = true;
      break;
    case Operation::arc_tangent:
      step.rule = Rule::arc_tangent;
      has_slope = has_denominator = true;
      break;
    case Operation::hyperbolic_tangent:
      step.rule = Rule::hyperbolic_tangent;
      step.slope_a = slope_of(a);
      has_denominator = true;
      break;
    case Operation::sine:
    case Operation::cosine:
      return add_pair(Rule::sine_and_cosine, operation, a, operation == Operation::cosine);
    case Operation::hyperbolic_sine:
    case Operation::hyperbolic_cosine:
      return add_pair(Rule::hyperbolic_sine_and_cosine, operation, a,
                      operation == Operation::hyperbolic_cosine);
    case Operation::absolute:
    case Operation::sign:
      step.rule = operation == Operation::sign ? Rule::sign : Rule::absolute;
      step.side = side_count_++;
      break;
    default:
      step.rule = Rule::negate;
  }
  step.to = add_row(false);
  if (has_denominator) step.other = add_row(false);
  if (has_slope) step.slope_to = slopes_[step.to] = add_row(false);
  steps_.push_back(step);
  return step.to;
}

SeriesTape::SeriesTape(Tape const& tape, std::vector<int> const& lasting) : tape_(tape) {
  std::vector<int> plain(tape.plain_count_), value(tape.value_count_);
  for (std::size_t i = 0; i < tape.constants_.size(); ++i) plain[i] = add_row(true);
  for (auto const& [number, to] : tape.parameters_)
    parameters_.push_back({number, plain[to] = add_row(true)});
  for (int const to : tape.times_) times_.push_back(plain[to] = add_row(false));
  auto const add_all = [this](std::vector<Tape::Step> const& steps, std::vector<int>& rows) {
    for (auto const& [operation, a, b, to] : steps)
      rows[to] = add(operation, rows[a], b < 0 ? -1 : rows[b]);
  };
  add_all(tape.plain_steps_, plain);
  for (auto const& [from, to] : tape.conversions_) value[to] = plain[from];
  for (auto const& [array, entry, to] : tape.inputs_)
    inputs_.push_back({array, entry, value[to] = add_row(false)});
  add_all(tape.steps_, value);
  for (auto const& [array, entry, from] : tape.outputs_) {
    first_result_.resize(std::size_t(array) + 1, static_cast<int>(results_.size()));
    results_.push_back(value[from]);
  }
  put_lasting_first(lasting);
}

void SeriesTape::put_lasting_first(std::vector<int> const& lasting) {
  std::vector<bool> is_needed(is_fixed_.size());
  for (auto const& [array, entry, from] : tape_.outputs_)
    if (std::find(lasting.begin(), lasting.end(), array) != lasting.end())
      is_needed[result(array, entry)] = true;
  auto const needs = [&](Step const& step) {
    auto const is = [&](int row) { return row >= 0 && is_needed[row]; };
    return is(step.to) || is(step.other) || is(step.slope_to);
  };
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step)
    if (needs(*step))
      for (int const row : {step->a, step->b, step->slope_a, step->slope_b})
        if (row >= 0) is_needed[row] = true;
  auto const end = std::stable_partition(steps_.begin(), steps_.end(), needs);
  lasting_ = static_cast<std::size_t>(end - steps_.begin());
}

namespace {

template <class S>
bool is_zero_up_to(S const* a, int k) {
  return std::all_of(a, a + k + 1, [](S const& x) { return x == S(0); });
}
template <class S>
S coefficient_of_square(S const* a, int k) {
  S const twice = convolution(a, a + k, (k + 1) / 2);
  S const rest = k % 2 == 0 ? a[k / 2] * a[k / 2] : S(0);
  return twice + twice + rest;
}
/// Coefficient k of a b, where terms with a_j = 0 are zero.
template <class S>
S coefficient_or_zero(S const* a, S const* b, int k) {
  S sum(0);
  for (int j = 0; j <= k; ++j) sum = sum + product_or_zero(a[j], b[k - j]);
  return sum;
}
/// Coefficient k > 0 of a^b with a_0 = 0: the lowest term of a is taken out of the power.
template <class S>
S coefficient_of_power_at_zero(S const* a, S const& b, S const* c, int k) {
  double const exponent = static_cast<double>(b);
  if (is_zero_up_to(a, k) && exponent >= 0) return S(0);
  if (exponent < 0 || exponent != std::floor(exponent)) return std::numeric_limits<S>::quiet_NaN();
  if (exponent == 0) return S(0);
  int lowest = 0;
  while (a[lowest] == S(0)) ++lowest;
  if (lowest * exponent > k) return S(0);
  int const first = lowest * static_cast<int>(exponent), i = k - first;
  if (i == 0) return raised_to(a[lowest], b);
  S sum(0);
  for (int j = 1; j <= i; ++j) sum = sum + (S(j) * b - S(i - j)) * a[lowest + j] * c[first + i - j];
  return sum / (S(i) * a[lowest]);
}

}  // namespace

template <class S>
SeriesTape::Numbers<S>::Numbers(SeriesTape const& tape, std::vector<S> parameters)
    : tape_(tape), parameters_(std::move(parameters)), sides_(std::size_t(tape.side_count_)) {}

template <class S>
void SeriesTape::Numbers<S>::reserve(int count) {
  stride_ = std::size_t(count);
  rows_.assign(tape_.is_fixed_.size() * stride_, S(0));
  for (std::size_t i = 0; i < tape_.tape_.constants_.size(); ++i)
    *row(int(i)) = tape_.tape_.template constant<S>(i);
  for (auto const& [number, to] : tape_.parameters_) *row(to) = parameters_[std::size_t(number)];
  for (auto const& [operation, a, b, to] : tape_.fixed_steps_)
    *row(to) = b < 0 ? graph::applied<S>(operation, *row(a))
                     : graph::combined<S>(operation, *row(a), *row(b));
  lasting_.clear();
  auto const at = [this](int i) { return i < 0 ? nullptr : row(i); };
  for (std::size_t i = 0; i < tape_.lasting_; ++i) {
    auto const& step = tape_.steps_[i];
    lasting_.push_back({step.rule, at(step.a), at(step.b), at(step.slope_a), at(step.slope_b),
                        at(step.to), at(step.slope_to), at(step.other),
                        step.side < 0 ? nullptr : &sides_[std::size_t(step.side)]});
  }
}

template <class S>
bool SeriesTape::Numbers<S>::begin(S const& time, S const& rate, std::vector<S> const& sides) {
  using std::cos, std::cosh, std::sin, std::sinh;
  bool meets_kink = false;
  for (int const to : tape_.times_) {
    row(to)[0] = time;
    if (stride_ > 1) row(to)[1] = rate;
  }
  for (auto const& step : tape_.steps_) {
    S const &a = *row(step.a), &b = *row(std::max(step.b, 0));
    S& c = *row(step.to);
    switch (step.rule) {
      case Rule::slope:
        c = S(0);
        break;
      case Rule::sine_and_cosine:
        c = sin(a);
        *row(step.other) = cos(a);
        break;
      case Rule::hyperbolic_sine_and_cosine:
        c = sinh(a);
        *row(step.other) = cosh(a);
        break;
      case Rule::absolute:
      case Rule::sign: {
        S& side = sides_[std::size_t(step.side)];
        side = sign(a);
        if (a == S(0)) {
          meets_kink = true;
          if (!sides.empty()) side = sides[std::size_t(step.side)];
        }
        c = step.rule == Rule::sign ? side : side * a;
        break;
      }
      default:
        c = step.b < 0 ? graph::applied<S>(step.operation, a)
                       : graph::combined<S>(step.operation, a, b);
        if (step.rule == Rule::arc_tangent) *row(step.other) = S(1) + a * a;
        if (step.rule == Rule::arc_tangent_of_quotient) *row(step.other) = a * a + b * b;
        if (step.rule == Rule::hyperbolic_tangent) *row(step.other) = S(1) - c * c;
    }
    if (step.slope_to >= 0) *row(step.slope_to) = S(0);
  }
  return meets_kink;
}

template <class S>
void SeriesTape::Numbers<S>::advance(int k) {
  S const order(k);
  for (auto const& [rule, a, b, slope_a, slope_b, c, slope_c, other, side] : lasting_) {
    switch (rule) {
      case Rule::add:
        c[k] = a[k] + b[k];
        break;
      case Rule::subtract:
        c[k] = a[k] - b[k];
        break;
      case Rule::negate:
        c[k] = -a[k];
        break;
      case Rule::scale:
        c[k] = a[0] * b[k];
        break;
      case Rule::divide_by_fixed:
        c[k] = a[k] / b[0];
        break;
      case Rule::multiply:
        c[k] = convolution(a, b + k, k + 1);
        break;
      case Rule::square:
        c[k] = coefficient_of_square(a, k);
        break;
      case Rule::product_or_zero:
        c[k] = coefficient_or_zero(a, b, k);
        break;
      case Rule::divide:
        c[k] = (a[k] - convolution(b + 1, c + k - 1, k)) / b[0];
        break;
      case Rule::power:
        c[k] = a[0] == S(0) ? coefficient_of_power_at_zero(a, b[0], c, k)
                            : (b[0] * convolution(slope_a + 1, c + k - 1, k) -
                               convolution(slope_c + 1, a + k - 1, k - 1)) /
                                  (order * a[0]);
        break;
      case Rule::square_root:
        if (c[0] == S(0)) {
          c[k] = is_zero_up_to(a, k) ? S(0) : std::numeric_limits<S>::quiet_NaN();
        } else {
          c[k] = S(0);
          c[k] = (a[k] - coefficient_of_square(c, k)) / (c[0] + c[0]);
        }
        break;
      case Rule::exponential:
        c[k] = convolution(slope_a + 1, c + k - 1, k) / order;
        break;
      case Rule::logarithm:
        c[k] = (a[k] - convolution(slope_c + 1, a + k - 1, k - 1) / order) / a[0];
        break;
      case Rule::arc_tangent:
        c[k] = (a[k] - convolution(slope_c + 1, other + k - 1, k - 1) / order) / other[0];
        other[k] = coefficient_of_square(a, k);
        break;
      case Rule::arc_tangent_of_quotient:
        c[k] = (convolution(slope_a + 1, b + k - 1, k) - convolution(slope_b + 1, a + k - 1, k) -
                convolution(slope_c + 1, other + k - 1, k - 1)) /
               (order * other[0]);
        other[k] = coefficient_of_square(a, k) + coefficient_of_square(b, k);
        break;
      case Rule::sine_and_cosine:
        c[k] = convolution(slope_a + 1, other + k - 1, k) / order;
        other[k] = -convolution(slope_a + 1, c + k - 1, k) / order;
        break;
      case Rule::hyperbolic_sine_and_cosine:
        c[k] = convolution(slope_a + 1, other + k - 1, k) / order;
        other[k] = convolution(slope_a + 1, c + k - 1, k) / order;
        break;
      case Rule::hyperbolic_tangent:
        c[k] = convolution(slope_a + 1, other + k - 1, k) / order;
        other[k] = -coefficient_of_square(c, k);
        break;
      case Rule::absolute:
        c[k] = *side * a[k];
        break;
      case Rule::sign:
        c[k] = S(0);
        break;
      case Rule::slope:
        c[k] = order * a[k];
        break;
    }
    if (slope_c) slope_c[k] = order * c[k];
  }
}

template class SeriesTape::Numbers<double>;
template class SeriesTape::Numbers<Quad>;

}  // namespace rattleback::text
