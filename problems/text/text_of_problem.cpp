#include "problems/text/text_of_problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "problems/core/graph/formula.hpp"
#include "problems/core/rigid_body.hpp"

namespace rattleback::text {

namespace {

constexpr std::size_t longest_line = 100;

std::string in_quotes(std::string const& text) {
  std::string result = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}
std::vector<std::string> all_in_quotes(std::vector<std::string> texts) {
  for (auto& text : texts) text = in_quotes(text);
  return texts;
}

/// Returns a list on one line, or on several if it is long.
std::string list(std::vector<std::string> const& entries) {
  auto const line = fmt::format("[{}]", fmt::join(entries, ", "));
  if (line.size() <= longest_line) return line;
  std::string text = "[";
  std::size_t used = longest_line;
  for (auto const& entry : entries) {
    if (text.size() > 1) text += ",";
    bool const fits = used + entry.size() < longest_line;
    text += fits ? " " : "\n  ";
    text += entry;
    used = entry.size() + 2 + (fits ? used : 0);
  }
  return text + "]";
}

/// Returns a decimal with `digits` digits, without zeros at its end: 0.05 or 2e-05.
std::string decimal(Quad const& value, int digits) {
  auto const text = print_quad(fmt::format("%.{}e", digits - 1), static_cast<RawQuad>(value));
  auto const e = text.find('e');
  int const exponent = std::stoi(text.substr(e + 1));
  std::string const sign = text[0] == '-' ? "-" : "";
  std::string figures =
      text.substr(sign.size(), 1) + text.substr(sign.size() + 2, e - sign.size() - 2);
  while (figures.size() > 1 && figures.back() == '0') figures.pop_back();
  int const count = static_cast<int>(figures.size());
  constexpr int smallest = -5, largest = 15;
  if (exponent < smallest || exponent > largest)
    return fmt::format("{}{}{}{}e{}", sign, figures[0], count > 1 ? "." : "", figures.substr(1),
                       exponent);
  if (exponent < 0) return sign + "0." + std::string(-exponent - 1, '0') + figures;
  if (count <= exponent + 1) return sign + figures + std::string(exponent + 1 - count, '0');
  return sign + figures.substr(0, exponent + 1) + "." + figures.substr(exponent + 1);
}

/// True if the numbers agree to rounding in quad precision.
bool agree(Quad const& a, Quad const& b) {
  constexpr int units = 16;
  return abs(a - b) <= units * std::numeric_limits<Quad>::epsilon() * abs(b);
}

/// Returns numerator and denominator of a positive number, by continued fractions, if they are
/// short.
std::optional<std::pair<long, long>> fraction_of(Quad const& value) {
  constexpr long largest = 10000;
  Quad rest = value, p = 1, q = 0, last_p = 0, last_q = 1;
  for (;;) {
    Quad const whole = floor(rest);
    std::swap(p, last_p);
    std::swap(q, last_q);
    p += whole * last_p;
    q += whole * last_q;
    if (!(p <= largest && q <= largest)) return {};
    if (agree(p / q, value)) return std::pair(static_cast<long>(p), static_cast<long>(q));
    if (rest == whole) return {};
    rest = 1 / (rest - whole);
  }
}
std::string quotient_text(std::string numerator, long factor, long denominator) {
  if (numerator.empty() || factor != 1)
    numerator = std::to_string(factor) + (numerator.empty() ? "" : "*") + numerator;
  return denominator == 1 ? numerator : fmt::format("{}/{}", numerator, denominator);
}

/// Returns a formula of a number: a fraction, with pi, or its root or cosine; else an empty text.
std::string formula_of_value(Quad const& value) {
  std::string const sign = value < 0 ? "-" : "";
  Quad const size = abs(value), pi = 4 * atan(Quad(1));
  if (auto const f = fraction_of(size)) return sign + quotient_text("", f->first, f->second);
  if (auto const f = fraction_of(size / pi)) return sign + quotient_text("pi", f->first, f->second);
  if (auto const f = fraction_of(size * size))
    return fmt::format("{}sqrt({})", sign, quotient_text("", f->first, f->second));
  if (size >= 1) return "";
  if (auto const f = fraction_of(acos(size) / pi))
    return fmt::format("{}cos({})", sign, quotient_text("pi", f->first, f->second));
  return "";
}

/// Returns a short decimal with this value, else a formula, else all digits.
std::string number(Quad const& value, std::string formula = {}) {
  if (value == 0) return "0";
  constexpr int short_digits = 16, all_digits = 36;
  auto const text = decimal(value, short_digits);
  if (agree(Quad(read_quad(text.c_str())), value)) return text;
  if (formula.empty()) formula = formula_of_value(value);
  return formula.empty() ? decimal(value, all_digits) : in_quotes(formula);
}
std::vector<std::string> numbers(std::vector<Quad> const& all) {
  std::vector<std::string> texts;
  for (auto const& one : all) texts.push_back(number(one));
  return texts;
}

bool is_rotation_entry(std::string const& name) {
  auto const entries = rotation_coordinates();
  return std::find(entries.begin(), entries.end(), name) != entries.end();
}

/// Writes the configuration of a case. A rotation is a vector or nine entries, whichever is
/// shorter; the identity is left out.
std::string position(StatedProblem const& problem, StatedCase const& c) {
  std::vector<Quad> own;
  Vec<Quad, 9> rotation = SO3::identity<Quad>();
  int entry = 0;
  for (std::size_t i = 0; i < c.q.size(); ++i)
    if (is_rotation_entry(problem.coordinates[i]))
      rotation[entry++] = c.q[i];
    else
      own.push_back(c.q[i]);
  auto const q = [](std::vector<Quad> const& values) {
    return values.empty() ? "" : fmt::format("q = {}\n", list(numbers(values)));
  };
  auto const turn = SO3::log(rotation);
  if (turn[0] == 0 && turn[1] == 0 && turn[2] == 0) return q(own);
  auto const by_vector =
      q(own) + fmt::format("rotation = {}\n", list(numbers({turn[0], turn[1], turn[2]})));
  auto const by_entries = q(c.q);
  return by_vector.size() < by_entries.size() ? by_vector : by_entries;
}

std::string velocity(StatedProblem const& problem, StatedCase const& c) {
  std::vector<std::string> all, named;
  for (std::size_t i = 0; i < c.v.size(); ++i) {
    if (!c.v[i]) continue;
    all.push_back(number(*c.v[i]));
    named.push_back(problem.velocities[i] + " = " + all.back());
  }
  if (all.size() == c.v.size()) return fmt::format("v = {}\n", list(all));
  return fmt::format("v = {{ {} }}\n", fmt::join(named, ", "));
}

std::string text_of_case(StatedProblem const& problem, StatedCase const& c) {
  auto text = fmt::format("\n[[case]]\nname = {}\n", in_quotes(c.name));
  if (!c.note.empty()) text += fmt::format("note = {}\n", in_quotes(c.note));
  text += position(problem, c) + velocity(problem, c);
  std::vector<std::string> parameters;
  for (auto const& [name, value] : c.parameters) parameters.push_back(name + " = " + number(value));
  if (!parameters.empty())
    text += fmt::format("parameters = {{ {} }}\n", fmt::join(parameters, ", "));
  return text;
}

std::string heading(StatedProblem const& problem) {
  auto const& card = problem.card;
  auto text = fmt::format("# Problem {} of the catalogue: {}\nname = {}\n", card.id, card.source,
                          in_quotes(card.name));
  std::vector<std::string> own;
  for (auto const& name : problem.coordinates)
    if (!is_rotation_entry(name)) own.push_back(name);
  bool const on_group = problem.factors.size() > 1 || problem.factors.front()[0] != 'R';
  if (on_group) text += fmt::format("space = {}\n", list(all_in_quotes(problem.factors)));
  if (!own.empty()) text += fmt::format("coordinates = {}\n", list(all_in_quotes(own)));
  text += fmt::format("time_scale = {}\n", card.time_scale);
  return text;
}

}  // namespace

std::string formula_of(graph::Recorded const& number) {
  constexpr std::size_t longest = 40;
  try {
    graph::Graph graph;
    auto const node = number.in(graph);
    auto const texts = graph::formula_texts(graph, {node}, {}, "*");
    auto const& text = texts.formulas.front();
    return texts.abbreviations.empty() && text.size() <= longest ? text : "";
  } catch (graph::NotRecordable const&) {
    return "";
  }
}

std::string written(StatedProblem const& problem) {
  std::vector<std::string> names;
  for (auto const& parameter : problem.parameters) names.push_back(parameter.name);
  if (problem.driven) names.emplace_back("t");
  names.insert(names.end(), problem.coordinates.begin(), problem.coordinates.end());
  names.insert(names.end(), problem.velocities.begin(), problem.velocities.end());
  std::vector<graph::Index> outputs{problem.lagrangian};
  for (auto const* more : {&problem.constraints, &problem.forces, &problem.invariants})
    outputs.insert(outputs.end(), more->begin(), more->end());
  auto const texts = graph::formula_texts(problem.graph, outputs, names, "*");
  auto next = texts.formulas.begin();
  auto const take = [&](std::size_t count) {
    std::vector<std::string> taken(next, next + static_cast<std::ptrdiff_t>(count));
    next += static_cast<std::ptrdiff_t>(count);
    return taken;
  };

  auto text = heading(problem);
  text += fmt::format("lagrangian = {}\n", in_quotes(take(1).front()));
  text += fmt::format("constraints = {}\n", list(all_in_quotes(take(problem.constraints.size()))));
  auto const forces = take(problem.forces.size());
  auto const invariants = take(problem.invariants.size());
  if (invariants.empty() && !problem.card.invariants.empty())
    text += fmt::format("# not stated, because numbers are compared: the invariants {}\n",
                        fmt::join(problem.card.invariants, ", "));
  auto const add_table = [&](char const* name, auto const& rows) {
    if (rows.empty()) return;
    text += fmt::format("\n[{}]\n", name);
    for (auto const& [key, row] : rows) text += fmt::format("{} = {}\n", key, in_quotes(row));
  };
  using Rows = std::vector<std::pair<std::string, std::string>>;
  add_table("definitions", texts.abbreviations);
  Rows rows;
  for (std::size_t i = 0; i < invariants.size(); ++i)
    rows.emplace_back(problem.card.invariants[i], invariants[i]);
  add_table("invariants", rows);
  rows.clear();
  for (std::size_t i = 0; i < forces.size(); ++i)
    if (forces[i] != "0") rows.emplace_back(problem.velocities[i], forces[i]);
  add_table("forces", rows);
  if (!problem.parameters.empty()) text += "\n[parameters]\n";
  for (auto const& [name, meaning, value, formula] : problem.parameters)
    text += fmt::format("{} = {}  # {}\n", name, number(value, formula), meaning);
  for (auto const& c : problem.cases) text += text_of_case(problem, c);
  return text;
}

}  // namespace rattleback::text
