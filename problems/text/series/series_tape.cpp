#include "problems/text/series/series_tape.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

#include "problems/core/graph/recorded.hpp"
#include "problems/core/spaces/se2.hpp"
#include "problems/core/spaces/so3.hpp"

namespace rattleback::text {

using graph::Operation;

namespace {

/// FNV-1a.
std::uint64_t hashed(std::uint64_t hash, std::uint64_t number) {
  return (hash ^ number) * 0x100000001b3;
}

}  // namespace

std::span<SeriesLoops const>& generated_series_loops() {
  static std::span<SeriesLoops const> loops;
  return loops;
}

Tape tangent_tape(std::span<Factor const> factors) {
  using graph::Recorded;
  graph::Graph graph;
  graph::Argument q{"q", 0, 0}, v{"v", 0, 0};
  for (auto const& [kind, n] : factors) {
    q.count += kind == Factor::so3 ? SO3::size : kind == Factor::se2 ? SE2::size : n;
    v.count += kind == Factor::euclidean ? n : SO3::dof;
  }
  v.first = q.count;
  graph::Result rates{"qdot", {}};
  int next_q = q.first, next_v = v.first;
  auto const add = [&]<class G>(G) {
    Vec<Recorded, G::size> at;
    Vec<Recorded, G::dof> velocity;
    for (int i = 0; i < G::size; ++i) at[i] = Recorded(graph, graph.input(next_q++));
    for (int i = 0; i < G::dof; ++i) velocity[i] = Recorded(graph, graph.input(next_v++));
    auto const along = G::tangent(at, velocity);
    for (int i = 0; i < G::size; ++i) rates.entries.push_back(along[i].in(graph));
  };
  for (auto const& [kind, n] : factors)
    if (kind == Factor::se2)
      add(SE2{});
    else if (kind == Factor::so3)
      add(SO3{});
    else
      for (int i = 0; i < n; ++i) add(R<1>{});
  return Tape(graph, 0, {q, v}, {rates});
}

SeriesTape SeriesTape::of_closed_form(Tape const& motion, int coordinates, int velocities) {
  SeriesTape made(coordinates, velocities);
  made.add(motion);
  made.integrate(0, 0, coordinates);
  made.integrate(1, coordinates, velocities);
  made.keep({}, {conditions});
  return made;
}

SeriesTape SeriesTape::of_saddle_form(Tape const& terms, Tape const& tangent, int coordinates,
                                      int velocities) {
  SeriesTape made(coordinates, velocities);
  made.add(terms);
  // Without constraints the last results have no entries.
  made.first_result_.resize(qdot, static_cast<int>(made.results_.size()));
  made.add(tangent);
  made.integrate(qdot, 0, coordinates);
  made.keep({mass, right_hand_side, mu, phi_along_motion}, {});
  return made;
}

SeriesTape::SeriesTape(int coordinates, int velocities)
    : coordinates_(coordinates), size_(coordinates + velocities) {
  for (int i = 0; i < size_; ++i) add_row(false);
}

int SeriesTape::add_row(bool is_fixed) {
  is_fixed_.push_back(is_fixed);
  slopes_.push_back(-1);
  return static_cast<int>(is_fixed_.size()) - 1;
}

int SeriesTape::slope_of(int row) {
  if (slopes_[row] >= 0) return slopes_[row];
  int const slope = add_row(false);
  steps_.push_back({.rule = Rule::slope, .a = row, .to = slope});
  return slopes_[row] = slope;
}

int SeriesTape::add_pair(Rule rule, int a, bool is_second) {
  for (auto const& step : steps_)
    if (step.rule == rule && step.a == a) return is_second ? step.other : step.to;
  Step step{.rule = rule, .a = a};
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
  Step step{.rule = Rule::add, .a = a, .b = b};
  bool has_slope = false, has_other = false;
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
      has_slope = has_other = true;
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
      has_slope = has_other = true;
      break;
    case Operation::hyperbolic_tangent:
      step.rule = Rule::hyperbolic_tangent;
      step.slope_a = slope_of(a);
      has_other = true;
      break;
    case Operation::sine:
    case Operation::cosine:
      return add_pair(Rule::sine_and_cosine, a, operation == Operation::cosine);
    case Operation::hyperbolic_sine:
    case Operation::hyperbolic_cosine:
      return add_pair(Rule::hyperbolic_sine_and_cosine, a,
                      operation == Operation::hyperbolic_cosine);
    case Operation::absolute:
    case Operation::sign:
      step.rule = operation == Operation::sign ? Rule::sign : Rule::absolute;
      has_other = true;
      break;
    default:
      step.rule = Rule::negate;
  }
  step.to = add_row(false);
  if (has_other) step.other = add_row(false);
  if (has_slope) step.slope_to = slopes_[step.to] = add_row(false);
  steps_.push_back(step);
  return step.to;
}

void SeriesTape::add(Tape const& tape) {
  std::vector<int> plain(tape.plain_count_), value(tape.value_count_);
  for (std::size_t i = 0; i < tape.constants_.size(); ++i)
    constants_.push_back({tape.doubles_[i], tape.quads_[i], plain[i] = add_row(true)});
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
    value[to] = array == 0 ? entry : coordinates_ + entry;
  add_all(tape.steps_, value);
  int last = -1;
  for (auto const& [array, entry, from] : tape.outputs_) {
    for (; last < array; ++last) first_result_.push_back(static_cast<int>(results_.size()));
    results_.push_back(value[from]);
  }
}

void SeriesTape::integrate(int array, int first, int count) {
  for (int i = 0; i < count; ++i)
    steps_.push_back({.rule = Rule::integral, .a = result(array, i), .to = first + i});
}

void SeriesTape::keep(std::vector<int> const& lasting, std::vector<int> const& values) {
  std::vector<bool> is_needed(is_fixed_.size());
  auto const need = [&](std::vector<int> const& arrays) {
    for (std::size_t const array : arrays) {
      auto const end = array + 1 < first_result_.size() ? std::size_t(first_result_[array + 1])
                                                        : results_.size();
      for (auto i = std::size_t(first_result_[array]); i < end; ++i) is_needed[results_[i]] = true;
    }
  };
  auto const needs = [&](Step const& step) {
    auto const is = [&](int row) { return row >= 0 && is_needed[row]; };
    return step.rule == Rule::integral || is(step.to) || is(step.other) || is(step.slope_to);
  };
  auto const need_operands = [&] {
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step)
      if (needs(*step))
        for (int const row : {step->a, step->b, step->slope_a, step->slope_b})
          if (row >= 0) is_needed[row] = true;
  };
  need(lasting);
  need_operands();
  auto const end = std::stable_partition(steps_.begin(), steps_.end(), needs);
  lasting_ = static_cast<std::size_t>(end - steps_.begin());
  need(values);
  need_operands();
  std::erase_if(steps_, [&](Step const& step) { return !needs(step); });
  order_by_depth();
  renumber();
  fingerprint_ = hash_of_steps();
}

void SeriesTape::order_by_depth() {
  using Rank = std::pair<int, std::uint64_t>;  // depth and hash of a formula
  std::vector<Rank> ranks(is_fixed_.size());
  auto const rank_of = [&](int kind, std::initializer_list<int> operands) {
    Rank rank(0, kind);
    for (int const row : operands)
      if (row >= 0)
        rank = {std::max(rank.first, ranks[row].first + 1), hashed(rank.second, ranks[row].second)};
    return rank;
  };
  for (int i = 0; i < size_; ++i) ranks[i].second = hashed(1, std::uint64_t(i));
  for (auto const& [nearest, nearest_quad, to] : constants_)
    ranks[to].second = std::bit_cast<std::uint64_t>(nearest);
  for (auto const& [number, to] : parameters_) ranks[to].second = hashed(2, std::uint64_t(number));
  for (auto const& [operation, a, b, to] : fixed_steps_)
    ranks[to] = rank_of(-int(operation), {a, b});
  std::vector<std::pair<Rank, Step>> lasting;
  for (std::size_t i = 0; i < lasting_; ++i) {
    auto const& [rule, a, b, to, slope_a, slope_b, slope_to, other] = steps_[i];
    bool const is_last = rule == Rule::integral;
    auto const rank = is_last ? Rank(std::numeric_limits<int>::max(), to)
                              : rank_of(int(rule), {a, b, slope_a, slope_b});
    for (auto const& [row, place] : {std::pair(to, 0), {slope_to, 1}, {other, 2}})
      if (row >= 0 && !is_last)
        ranks[row] = {rank.first, hashed(rank.second, std::uint64_t(place))};
    lasting.emplace_back(rank, steps_[i]);
  }
  std::stable_sort(lasting.begin(), lasting.end(),
                   [](auto const& x, auto const& y) { return x.first < y.first; });
  for (std::size_t i = 0; i < lasting_; ++i) steps_[i] = lasting[i].second;
}

void SeriesTape::renumber() {
  std::vector<int> place(is_fixed_.size(), -1);
  std::iota(place.begin(), place.begin() + size_, 0);
  std::vector<bool> is_fixed(std::size_t(size_), false);
  auto const move = [&](int& row) {
    if (row >= 0 && place[row] < 0) {
      place[row] = static_cast<int>(is_fixed.size());
      is_fixed.push_back(is_fixed_[row]);
    }
    if (row >= 0) row = place[row];
  };
  for (auto& [rule, a, b, to, slope_a, slope_b, slope_to, other] : steps_)
    for (int* row : {&a, &b, &slope_a, &slope_b, &to, &slope_to, &other}) move(*row);
  for (int& row : results_) move(row);
  for (auto& [operation, a, b, to] : fixed_steps_)
    for (int* row : {&a, &b, &to}) move(*row);
  for (auto& constant : constants_) move(constant.to);
  for (auto& parameter : parameters_) move(parameter.to);
  for (int& row : times_) move(row);
  is_fixed_ = std::move(is_fixed);
}

std::uint64_t SeriesTape::hash_of_steps() const {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (std::size_t i = 0; i < lasting_; ++i) {
    hash = hashed(hash, std::uint64_t(steps_[i].rule));
    for (int const row : steps_[i].rows()) hash = hashed(hash, std::uint64_t(row));
  }
  return hash;
}

namespace {

/// Functions of a rule, by its number.
template <class S>
struct OfRule {
  void (*begin)(Coefficients<S> const&, S const& rate);
  void (*advance)(Coefficients<S> const&, int k, S const& order, S const& factor);
};
template <class S>
constexpr auto rules = []<int... i>(std::integer_sequence<int, i...>) {
  return std::array{OfRule<S>{&begin<Rule(i), S>, &advance<Rule(i), S>}...};
}
(std::make_integer_sequence<int, int(Rule::count)>());

}  // namespace

template <class S>
SeriesTape::Numbers<S>::Numbers(SeriesTape const& tape, std::vector<S> const& parameters,
                                std::span<SeriesLoops const> loops)
    : tape_(tape), rows_(tape.is_fixed_.size() * row_size<S>, S(0)) {
  for (auto const& [nearest, nearest_quad, to] : tape.constants_)
    *row(to) = graph::nearest_of<S>(nearest, nearest_quad);
  for (auto const& [number, to] : tape.parameters_) *row(to) = parameters[std::size_t(number)];
  for (auto const& [operation, a, b, to] : tape.fixed_steps_)
    *row(to) = b < 0 ? graph::applied<S>(operation, *row(a))
                     : graph::combined<S>(operation, *row(a), *row(b));
  for (auto const& step : tape.steps_) {
    auto const at = [this](int i) { return row(std::max(i, 0)); };
    steps_.push_back({step.rule,
                      {at(step.a), at(step.b), at(step.to), at(step.slope_a), at(step.slope_b),
                       at(step.slope_to), at(step.other)}});
  }
  if constexpr (!std::same_as<S, Quad>)
    for (auto const& [fingerprint, functions] : loops)
      if (fingerprint == tape.fingerprint())
        loops_ = std::get<SeriesLoops::Functions<S>>(functions);
}

template <class S>
void SeriesTape::Numbers<S>::begin(S const& time, S const& rate) {
  for (int const to : tape_.times_) {
    row(to)[0] = time;
    row(to)[1] = rate;
  }
  std::size_t first = 0;
  if (has_loops()) {
    loops_.begin(rows_.data(), rate);
    first = tape_.lasting_;
  }
  for (std::size_t i = first; i < steps_.size(); ++i)
    rules<S>[std::size_t(steps_[i].rule)].begin(steps_[i].of, rate);
}

template <class S>
void SeriesTape::Numbers<S>::advance(int k, S const& rate) {
  if (has_loops()) return loops_.advance(rows_.data(), k, rate);
  S const order(k), factor = rate / S(k + 1);
  for (std::size_t i = 0; i < tape_.lasting_; ++i) {
    auto const& [rule, of] = steps_[i];
    auto const& [a, b, c, slope_a, slope_b, slope_c, other] = of;
    rules<S>[std::size_t(rule)].advance(
        {a + k, b + k, c + k, slope_a + k, slope_b + k, slope_c + k, other + k}, k, order, factor);
  }
}

template <class S>
Mask<S> SeriesTape::Numbers<S>::meets_kink() const {
  Mask<S> meets(false);
  for (auto const& [rule, of] : steps_)
    if (OnLanes<S> ? has_zeros(rule) : rule == Rule::absolute || rule == Rule::sign)
      meets = meets | (*of.a == S(0));
  return meets;
}

template <class S>
void SeriesTape::Numbers<S>::set_sides(bool as_last) {
  for (auto const& [rule, of] : steps_)
    if (rule == Rule::absolute || rule == Rule::sign) of.other[1] = as_last ? of.other[0] : S(0);
}

template class SeriesTape::Numbers<double>;
template class SeriesTape::Numbers<Quad>;
template class SeriesTape::Numbers<Lanes>;

}  // namespace rattleback::text
