// Dots in place of velocities and primes.

#include <algorithm>

#include "base/formulas/formulas.hpp"

namespace rattleback::formulas {

namespace {

bool operator==(Node const& a, Node const& b) {
  return a.kind == b.kind && a.text == b.text &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                    [](Node const& x, Node const& y) { return x == y; });
}

/// Symbol with an index and exponents.
struct Symbol {
  Node base, index, upper;

  explicit Symbol(Node const& node) {
    bool const has_scripts = node.kind == Kind::scripts;
    base = has_scripts ? node.parts[0] : node;
    if (!has_scripts) return;
    index = node.parts[1];
    upper = node.parts[2];
  }
  bool has_name_of(Symbol const& other) const {
    return base == other.base && row_of({index}) == row_of({other.index});
  }
  /// Removes the primes in front of the exponent and returns their number.
  int take_primes() {
    int count = 0;
    Node rest;
    auto const parts = upper.kind == Kind::row ? upper.parts : std::vector{upper};
    for (Node const& part : parts)
      if (part.kind == Kind::sign && part.text == "'")
        ++count;
      else
        append(rest, part);
    upper = rest;
    return count;
  }
  Node node(int dots) const {
    Node dotted = base;
    if (dots > 0) dotted.text += dots == 1 ? "\u0307" : "\u0308";
    if (index.empty() && upper.empty()) return dotted;
    return {Kind::scripts, "", {dotted, index, upper}};
  }
};

}  // namespace

Node with_dots(Node node, std::vector<std::string> const& coordinates,
               std::vector<std::string> const& velocities) {
  if (node.kind == Kind::letters || node.kind == Kind::scripts) {
    Symbol symbol(node);
    for (std::size_t i = 0; i < velocities.size(); ++i) {
      auto const velocity = read_card(velocities[i]);
      if (!velocity || velocity->parts.size() != 1 ||
          !symbol.has_name_of(Symbol(velocity->parts[0])))
        continue;
      int dots = symbol.take_primes();
      bool const is_derivative = i < coordinates.size() && velocities[i] == "v" + coordinates[i];
      auto const coordinate = is_derivative ? read_card(coordinates[i]) : std::nullopt;
      if (coordinate && coordinate->parts.size() == 1) {
        Symbol const of(coordinate->parts[0]);
        symbol.base = of.base;
        symbol.index = of.index;
        ++dots;
      }
      return symbol.node(dots);
    }
  }
  for (Node& part : node.parts) part = with_dots(std::move(part), coordinates, velocities);
  return node;
}

}  // namespace rattleback::formulas
