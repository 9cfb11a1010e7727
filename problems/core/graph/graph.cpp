#include "problems/core/graph/graph.hpp"

#include <algorithm>
#include <cstdlib>
#include <unordered_set>

namespace rattleback::graph {

double Rational::nearest() const {
  // A quotient of at least 64 bits, whose last one says that there is a rest, is rounded once.
  bool const negative = numerator_ < 0;
  auto const size = static_cast<std::uint64_t>(negative ? -numerator_ : numerator_);
  if (size == 0) return 0;
  int const shift = 64 + __builtin_clzll(size);
  unsigned __int128 const scaled = static_cast<unsigned __int128>(size) << shift;
  auto const divisor = static_cast<std::uint64_t>(denominator_);
  auto const quotient = scaled / divisor | (scaled % divisor != 0 ? 1 : 0);
  double const rounded = std::ldexp(static_cast<double>(quotient), -shift);
  return negative ? -rounded : rounded;
}

Decimal decimal_of(std::string const& digits, int exponent) {
  Decimal decimal{digits, exponent, 0, 0};
  // Without a decimal point the text means the same in every locale.
  auto const text = digits + "e" + std::to_string(exponent);
  char* end = nullptr;
  decimal.nearest = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !std::isfinite(decimal.nearest) || decimal.nearest == 0)
    throw std::logic_error("'" + text + "' is not a decimal in the range of numbers");
  decimal.nearest_quad = Quad(read_quad(text.c_str()));
  return decimal;
}

void Graph::add_facts(Node const& node) {
  auto const& [operation, a, b, value] = node;
  Facts facts{-1, 0};
  if (operation == Operation::constant) {
    facts.value = value.nearest();
  } else if (operation == Operation::decimal) {
    facts.value = decimals_[a].nearest;
  } else if (operation == Operation::input) {
    facts.last_input = a;
  } else {
    facts.last_input = std::max(facts_[a].last_input, b < 0 ? -1 : facts_[b].last_input);
    if (facts.last_input < 0)
      facts.value = b < 0 ? applied<double>(operation, facts_[a].value)
                          : combined<double>(operation, facts_[a].value, facts_[b].value);
  }
  facts_.push_back(facts);
}

Index Graph::made(Node const& node) {
  auto const key =
      std::tuple(node.operation, node.a, node.b, node.value.numerator(), node.value.denominator());
  auto const [at, is_new] = known_.try_emplace(key, size());
  if (is_new) {
    nodes_.push_back(node);
    add_facts(node);
  }
  return at->second;
}

Index Graph::constant(Rational value) { return made({Operation::constant, -1, -1, value}); }

Index Graph::constant(Decimal const& value) {
  auto const [at, is_new] = known_decimals_.try_emplace({value.digits, value.exponent}, size());
  if (is_new) {
    decimals_.push_back(value);
    return made({Operation::decimal, static_cast<Index>(decimals_.size()) - 1});
  }
  return at->second;
}

Index Graph::input(int number) { return made({Operation::input, number}); }

Graph::Term Graph::term(Index i) {
  Node const node = nodes_[i];
  if (node.operation == Operation::constant) return {node.value, constant(1)};
  if (node.operation == Operation::negate) {
    auto const [factor, base] = term(node.a);
    return {negative(factor), base};
  }
  if (node.operation == Operation::multiply && nodes_[node.a].operation == Operation::constant)
    return {nodes_[node.a].value, node.b};
  return {1, i};
}

Index Graph::scaled(Rational factor, Index base) {
  if (factor == Rational(0)) return constant(0);
  if (is_constant(base, 1)) return constant(factor);
  if (factor == Rational(1)) return base;
  if (factor == Rational(-1)) {
    // -(a - b) is b - a.
    if (nodes_[base].operation == Operation::subtract)
      return subtract(nodes_[base].b, nodes_[base].a);
    return made({Operation::negate, base});
  }
  return made({Operation::multiply, constant(factor), base});
}

Index Graph::sum(Index a, Index b, bool minus) {
  auto const one = term(a);
  auto other = term(b);
  if (minus) other.factor = negative(other.factor);
  if (one.factor == Rational(0)) return scaled(other.factor, other.base);
  if (other.factor == Rational(0)) return a;
  if (one.base == other.base) {
    if (auto const factor = graph::sum(one.factor, other.factor)) return scaled(*factor, one.base);
    return made({minus ? Operation::subtract : Operation::add, a, b});
  }
  // A common factor comes out, so that 2 a + 2 b, halved, is a + b. Not from a constant.
  bool const constants = is_constant(one.base, 1) || is_constant(other.base, 1);
  bool const opposite = one.factor == negative(other.factor);
  if (!constants && (one.factor == other.factor || opposite)) {
    auto const [first, second] = std::minmax(one.base, other.base);
    Index const inner = opposite ? made({Operation::subtract, one.base, other.base})
                                 : made({Operation::add, first, second});
    return scaled(one.factor, inner);
  }
  // The subtrahend has a positive factor.
  if (other.factor.numerator() < 0)
    return made({Operation::subtract, a, scaled(negative(other.factor), other.base)});
  if (one.factor.numerator() < 0)
    return made({Operation::subtract, scaled(other.factor, other.base),
                 scaled(negative(one.factor), one.base)});
  Index const right = scaled(other.factor, other.base);
  return made({Operation::add, std::min(a, right), std::max(a, right)});
}

Index Graph::add(Index a, Index b) { return sum(a, b, false); }
Index Graph::subtract(Index a, Index b) { return sum(a, b, true); }
Index Graph::negate(Index a) {
  auto const [factor, base] = term(a);
  return scaled(negative(factor), base);
}

Index Graph::multiply(Index a, Index b) {
  auto const one = term(a), other = term(b);
  auto const factor = product(one.factor, other.factor);
  if (!factor) return made({Operation::multiply, std::min(a, b), std::max(a, b)});
  if (*factor == Rational(0)) return constant(0);
  if (is_constant(one.base, 1)) return scaled(*factor, other.base);
  if (is_constant(other.base, 1)) return scaled(*factor, one.base);
  auto const [first, second] = std::minmax(one.base, other.base);
  return scaled(*factor, made({Operation::multiply, first, second}));
}

Index Graph::divide(Index a, Index b) {
  auto const one = term(a), other = term(b);
  if (other.factor == Rational(0)) throw NotRecordable("a quotient whose divisor is always zero");
  auto const factor = quotient(one.factor, other.factor);
  if (!factor) return made({Operation::divide, a, b});
  if (*factor == Rational(0)) return constant(0);
  if (one.base == other.base) return constant(*factor);
  if (is_constant(other.base, 1)) return scaled(*factor, one.base);
  return scaled(*factor, made({Operation::divide, one.base, other.base}));
}

Index Graph::arc_tangent_of_quotient(Index a, Index b) {
  return made({Operation::arc_tangent_of_quotient, a, b});
}

Index Graph::power(Index a, Index b) {
  if (is_constant(b, 0)) return constant(1);
  if (is_constant(b, 1)) return a;
  if (is_constant(b, *Rational::of(1, 2))) return apply(Operation::square_root, a);
  return made({Operation::power, a, b});
}

Index Graph::product_or_zero(Index a, Index b) {
  auto const& [operation, base, exponent, value] = nodes_[term(b).base];
  bool const finite =
      operation == Operation::square_root || operation <= Operation::input ||
      (operation == Operation::power && last_input(exponent) < 0 && facts_[exponent].value > 0);
  if (nodes_[a].operation == Operation::constant || finite) return multiply(a, b);
  return made({Operation::product_or_zero, a, b});
}

Index Graph::product_where_not_zero(Index a, Index b) {
  bool const is_known = nodes_[a].operation == Operation::constant || last_input(b) < 0;
  return is_known ? multiply(a, b) : made({Operation::product_or_zero, a, b});
}

Index Graph::apply(Operation function, Index a) {
  bool const at_zero = is_constant(a, 0), at_one = is_constant(a, 1);
  switch (function) {
    case Operation::cosine:
    case Operation::exponential:
    case Operation::hyperbolic_cosine:
      if (at_zero) return constant(1);
      break;
    case Operation::logarithm:
      if (at_one) return constant(0);
      break;
    default:
      if (at_zero) return a;
      if (function == Operation::square_root && at_one) return a;
  }
  return made({function, a});
}

Index Graph::copy(Graph const& other, Index i) {
  return copy(other, other.nodes_for(std::span(&i, 1)))[i];
}

std::vector<Index> Graph::copy(Graph const& other, std::vector<Index> const& nodes) {
  std::vector<Index> made_here(other.size(), -1);
  for (Index const i : nodes) {
    bool const leaf = other[i].operation <= Operation::input;
    auto const here = [&](Index operand) { return leaf || operand < 0 ? -1 : made_here[operand]; };
    made_here[i] = copy(other, i, here(other[i].a), here(other[i].b));
  }
  return made_here;
}

Index Graph::copy(Graph const& other, Index i, Index a, Index b) {
  Node const& node = other[i];
  if (node.operation == Operation::constant) return constant(node.value);
  if (node.operation == Operation::decimal) return constant(other.decimal(node));
  if (node.operation == Operation::input) return input(node.a);
  return made({node.operation, a, b});
}

std::vector<Index> Graph::nodes_for(std::span<Index const> outputs) const {
  std::vector<Index> open(outputs.begin(), outputs.end()), found;
  std::unordered_set<Index> known;
  while (!open.empty()) {
    Index const i = open.back();
    open.pop_back();
    if (!known.insert(i).second) continue;
    found.push_back(i);
    if (nodes_[i].operation <= Operation::input) continue;
    open.push_back(nodes_[i].a);
    if (nodes_[i].b >= 0) open.push_back(nodes_[i].b);
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<bool> Graph::needed_for(std::span<Index const> outputs) const {
  std::vector<bool> needed(nodes_.size());
  for (Index i : outputs) needed[i] = true;
  for (Index i = size() - 1; i >= 0; --i) {
    if (!needed[i] || nodes_[i].operation <= Operation::input) continue;
    needed[nodes_[i].a] = true;
    if (nodes_[i].b >= 0) needed[nodes_[i].b] = true;
  }
  return needed;
}

Graph& constants() {
  static Graph graph;
  return graph;
}

}  // namespace rattleback::graph
