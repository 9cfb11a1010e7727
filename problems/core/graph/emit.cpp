#include "problems/core/graph/emit.hpp"

#include <algorithm>
#include <stdexcept>

namespace rattleback::graph {

namespace {

class Writer {
 public:
  Writer(Graph const& graph, std::vector<std::string> const& parameters,
         std::vector<Argument> const& arguments, std::vector<bool> const& needed,
         bool every_operation)
      : every_operation_(every_operation),
        graph_(graph),
        parameters_(parameters),
        arguments_(arguments),
        plain_(graph.size()),
        names_(graph.size()) {
    for (Index i = 0; i < graph.size(); ++i)
      if (needed[i]) write(i);
  }
  std::string const& lines() const { return lines_; }
  /// The node in the number type T.
  std::string as_result(Index i) const { return plain_[i] ? "T(" + names_[i] + ")" : names_[i]; }

 private:
  void write(Index i) {
    Node const& node = graph_[i];
    if (node.operation == Operation::constant) {
      plain_[i] = true;
      names_[i] = constant(node.value);
      return;
    }
    if (node.operation == Operation::decimal) {
      auto const& decimal = graph_.decimal(node);
      plain_[i] = true;
      names_[i] = literal("\"" + decimal.digits + "\", " + std::to_string(decimal.exponent),
                          decimal.nearest, decimal.nearest_quad);
      return;
    }
    if (node.operation == Operation::input) {
      plain_[i] = node.a < static_cast<int>(parameters_.size());
      names_[i] = plain_[i] ? "a" + std::to_string(node.a) : input(node.a);
      if (plain_[i]) lines_ += "    Real const& " + names_[i] + " = " + parameters_[node.a] + ";\n";
      return;
    }
    plain_[i] = plain_[node.a] && (node.b < 0 || plain_[node.b]);
    std::string const name = (plain_[i] ? "c" : "t") + std::to_string(count_++);
    lines_ += std::string("    ") + (plain_[i] ? "Real" : "T") + " const " + name + " = " +
              expression(node, plain_[i] ? "Real" : "T") + ";\n";
    names_[i] = name;
  }
  std::string expression(Node const& node, std::string const& type) const {
    std::string const& a = names_[node.a];
    if (node.operation <= Operation::divide) {
      constexpr char const* signs[]{" + ", " - ", " * ", " / "};
      return a + signs[static_cast<int>(node.operation) - static_cast<int>(Operation::add)] +
             names_[node.b];
    }
    switch (node.operation) {
      case Operation::negate:
        return "-" + a;
      case Operation::square_root:
      case Operation::sine:
      case Operation::cosine:
      case Operation::arc_tangent:
      case Operation::absolute:
      case Operation::sign:
        return std::string(function_name(node.operation)) + "(" + a + ")";
      default:
        if (every_operation_) return call(node, type);
        throw NotRecordable("a function that generated code does not call");
    }
  }
  /// By the operation's number.
  std::string call(Node const& node, std::string const& type) const {
    bool const one = node.b < 0;
    return std::string("graph::") + (one ? "applied<" : "combined<") + type +
           ">(static_cast<graph::Operation>(" + std::to_string(static_cast<int>(node.operation)) +
           "), " + type + "(" + names_[node.a] + ")" +
           (one ? "" : ", " + type + "(" + names_[node.b] + ")") + ")";
  }
  std::string constant(Rational value) const {
    auto const numerator = std::to_string(value.numerator());
    // A quotient of large integers in double precision is not always the nearest double.
    constexpr std::int64_t largest = std::int64_t(1) << 53;
    if (every_operation_ && std::max(std::abs(value.numerator()), value.denominator()) > largest)
      return literal(numerator + ", " + std::to_string(value.denominator()), value.nearest(),
                     number_of<Quad>(value));
    if (value.denominator() == 1) return "Real(" + numerator + ")";
    return "fraction<Real, " + numerator + ", " + std::to_string(value.denominator()) + ">";
  }
  std::string literal(std::string const& exact, double number, Quad const& quad) const {
    if (!every_operation_) throw NotRecordable("a decimal of many digits");
    return "graph::number_of<Real>(" + exact + ", " + hexadecimal(number) + ", Quad(" +
           hexadecimal(quad) + "_quad))";
  }
  /// A literal that no compiler rounds again, without the decimal point of any locale.
  static std::string hexadecimal(Quad const& number) {
    constexpr int bits = 113;
    int exponent = 0;
    Quad const fraction = frexp(number, &exponent);
    auto rest = static_cast<unsigned __int128>(static_cast<RawQuad>(abs(ldexp(fraction, bits))));
    std::string digits;
    for (; rest != 0; rest /= 16)
      digits.insert(digits.begin(), "0123456789abcdef"[static_cast<int>(rest % 16)]);
    return (number < 0 ? "-0x" : "0x") + digits + "p" + std::to_string(exponent - bits);
  }
  std::string input(int number) const {
    for (auto const& [name, first, count] : arguments_)
      if (number >= first && number < first + count)
        return name + "[" + std::to_string(number - first) + "]";
    throw std::logic_error("a function needs an input that is not one of its arguments");
  }

  bool const every_operation_;
  Graph const& graph_;
  std::vector<std::string> const& parameters_;
  std::vector<Argument> const& arguments_;
  std::vector<bool> plain_;
  std::vector<std::string> names_;
  std::string lines_;
  int count_ = 0;
};

}  // namespace

bool reads_only(Graph const& graph, std::vector<Result> const& results, int parameters,
                std::vector<Argument> const& arguments) {
  std::vector<Index> outputs;
  for (auto const& result : results)
    outputs.insert(outputs.end(), result.entries.begin(), result.entries.end());
  auto const needed = graph.needed_for(outputs);
  for (Index i = 0; i < graph.size(); ++i) {
    if (!needed[i] || graph[i].operation != Operation::input) continue;
    int const number = graph[i].a;
    bool known = number < parameters;
    for (auto const& [name, first, count] : arguments)
      known = known || (number >= first && number < first + count);
    if (!known) return false;
  }
  return true;
}

std::string function_text(Graph const& graph, std::string const& name,
                          std::vector<std::string> const& parameters,
                          std::vector<Argument> const& arguments,
                          std::vector<Result> const& results, bool every_operation) {
  std::vector<Index> outputs;
  std::string signature;
  for (auto const& argument : arguments)
    signature += ", [[maybe_unused]] T const* " + argument.name;
  for (auto const& [array, entries] : results) {
    signature += ", [[maybe_unused]] T* __restrict " + array;
    outputs.insert(outputs.end(), entries.begin(), entries.end());
  }
  Writer const writer(graph, parameters, arguments, graph.needed_for(outputs), every_operation);
  std::string text = "  template <class T>\n  static void " + name +
                     "([[maybe_unused]] System const& system" + signature + ") {\n" +
                     "    using std::abs, std::atan, std::cos, std::sin, std::sqrt;\n" +
                     writer.lines();
  for (auto const& [array, entries] : results)
    for (std::size_t k = 0; k < entries.size(); ++k)
      text +=
          "    " + array + "[" + std::to_string(k) + "] = " + writer.as_result(entries[k]) + ";\n";
  return text + "  }\n";
}

}  // namespace rattleback::graph
