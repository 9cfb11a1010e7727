#include "integrators/core/text/examination.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rattleback::text {

namespace {
using graph::Index;

/// Examination of the formulas of a text file: rejects those that are not a mechanical system, and
/// finds the structure of the others.
class Examination {
 public:
  Examination(ProblemFile const& file, RecordedFormulas const& formulas)
      : file_(file),
        graph_(formulas.graph),
        formulas_(formulas),
        size_(formulas.size),
        n_(formulas.dof),
        m_(formulas.constraints),
        mass_(formulas.mass),
        mu_(formulas.mu) {
    collect_points();
  }

  ExaminedSystem findings() {
    refuse_wrong_degrees();
    refuse_degenerate_terms();
    ExaminedSystem f;
    FormulaNames const names{file_.coordinates, file_.velocities};
    f.found = found_structure(formulas_, names, points_);
    for (auto const& start : file_.cases) f.starts.push_back(this->start(start));
    f.texts = equation_texts(formulas_, names, file_.parameter_names());
    f.words = words(f.found);
    if (file_.is_regularised)
      f.words +=
          "; the mass matrix of the stated Lagrangian is singular, and half the squares of the "
          "constraints, which vanish on every motion, are added to it";
    if (!file_.left_out.empty())
      f.words += fmt::format(
          "; left out, because the others imply {}: {}; multipliers are those of least norm",
          file_.left_out.size() == 1 ? "it" : "them", fmt::join(file_.left_out, ", "));
    if (auto const integrates = integrable_in_words(formulas_, points_, file_.position_count());
        !integrates.empty())
      f.words += fmt::format("; {}, which holonomic = [...] would state", integrates);
    auto [always, here] = by_range(f.found, names);
    f.reversing_symmetry =
        joined(reversing_in_words(always, names, formulas_.translations), "; ", at_these_values,
               reversing_in_words(here, names, formulas_.translations));
    if (auto const conserved = conserved_in_words(always, names); !conserved.empty())
      f.words += "; conserved: " + conserved;
    if (auto const conserved = conserved_in_words(here, names); !conserved.empty())
      f.words += fmt::format("; conserved {} {}", at_these_values, conserved);
    return f;
  }

 private:
  static constexpr char const* at_these_values = "at the file's values of the parameters alone:";

  static std::string joined(std::string const& first, char const* between, char const* before,
                            std::string const& second) {
    if (second.empty()) return first;
    return fmt::format("{}{}{} {}", first, first.empty() ? "" : between, before, second);
  }
  /// Symmetries and conserved momenta that are there for all values of the parameters, and those
  /// that the file's values bring about, k = 0 for instance.
  std::pair<FoundStructure, FoundStructure> by_range(FoundStructure const& found,
                                                     FormulaNames const& names) const {
    FoundStructure always = found, here;
    if (file_.parameters.empty()) return {always, here};
    auto const elsewhere = found_structure(formulas_, names, points_of_other_parameters());
    auto const split = [](auto& kept, auto const& others, auto& moved) {
      auto const is_here_alone = [&](auto const& entry) {
        return std::find_if(others.begin(), others.end(), [&](auto const& other) {
                 return is_same(entry, other);
               }) == others.end();
      };
      std::copy_if(kept.begin(), kept.end(), std::back_inserter(moved), is_here_alone);
      std::erase_if(kept, is_here_alone);
    };
    split(always.reversing, elsewhere.reversing, here.reversing);
    split(always.conserved, elsewhere.conserved, here.conserved);
    return {always, here};
  }
  static bool is_same(std::vector<int> const& a, std::vector<int> const& b) { return a == b; }
  static bool is_same(std::vector<double> const& a, std::vector<double> const& b) {
    constexpr double rounding = 1e-9;
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](double x, double y) { return std::abs(x - y) <= rounding; });
  }
  /// Points without a pattern near the file's values of the parameters, and where these vanish
  /// elsewhere.
  std::vector<std::vector<double>> points_of_other_parameters() const {
    auto points = points_;
    int number = 0;
    for (auto& inputs : points)
      for (int k = 0; k < file_.parameter_count(); ++k) {
        double const change = std::sin(0.7 + 1.3 * ++number) / 3;
        inputs[k] = inputs[k] == 0 ? change : inputs[k] * (1 + change);
      }
    return points;
  }
  std::string words(FoundStructure const& found) const {
    std::string words;
    if (file_.on_group() && found.no_invariant_kinetic.empty())
      words = "L = v^T M v / 2 with constant M";
    else if (found.no_constant_mass.empty())
      words = "L = v^T M v / 2 - V(q) with constant M";
    else
      words = found.no_constant_mass;
    if (!found.linear_term.empty()) words += " (that term dissipates nothing)";
    if (found.affine())
      words += "; " + found.drift;
    else if (file_.on_group() && found.no_invariant_constraints.empty())
      words += "; constraints constant in the body";
    else
      words += "; constraints linear in velocities";
    auto const named = [&](std::vector<int> const& coordinates) {
      std::vector<std::string> of_coordinates;
      for (int const i : coordinates) of_coordinates.push_back(file_.coordinates[i]);
      return fmt::format("{}", fmt::join(of_coordinates, ", "));
    };
    if (formulas_.euclidean && found.no_group_variables.empty())
      words += "; group variables " + named(found.group_variables.back());
    else if (!found.group_variables.empty())
      words += fmt::format("; group variables {}, where they are stated last",
                           named(found.group_variables.front()));
    if (!found.cyclic.empty()) words += "; cyclic coordinates " + named(found.cyclic);
    return words;
  }
  std::string on_velocity(Index node) const {
    int const i = dependence(graph_, node, file_.first_coordinate() + size_, n_);
    return i < 0 ? "" : file_.velocities[i];
  }

  void refuse_wrong_degrees() const {
    for (Index const i : graph_.nodes_for(std::array{formulas_.lagrangian}))
      if (auto const velocity = on_velocity(i);
          graph_[i].operation == graph::Operation::absolute && !velocity.empty())
        file_.fail(file_.lagrangian_at,
                   fmt::format("the Lagrangian is not quadratic in velocities: an abs(...) depends "
                               "on {}",
                               velocity));
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j <= i; ++j)
        if (auto const velocity = on_velocity(mass_[i * n_ + j]); !velocity.empty())
          file_.fail(file_.lagrangian_at,
                     fmt::format("the Lagrangian is not quadratic in velocities: {} depends on {}",
                                 entry_of_mass(file_.velocities, i, j), velocity));
    for (int k = 0; k < m_; ++k) {
      bool empty = true;
      for (int j = 0; j < n_; ++j) {
        Index const entry = mu_[k * n_ + j];
        empty = empty && graph_.is_constant(entry, 0);
        if (auto const velocity = on_velocity(entry); !velocity.empty())
          file_.fail(file_.constraints_at[k],
                     fmt::format("this constraint is not linear in velocities: its coefficient of "
                                 "{} depends on {}",
                                 file_.velocities[j], velocity));
      }
      if (empty)
        file_.fail(file_.constraints_at[k],
                   fmt::format("this constraint has no velocity; a constraint is a formula in {}",
                               fmt::join(file_.velocities, ", ")));
    }
    if (formulas_.momentum_offset.empty())
      file_.fail(file_.lagrangian_at, "the Lagrangian or a constraint divides by a velocity");
  }

  double number(Number const& x) const { return *file_.graph.fixed_value(x.node); }
  /// The inputs of the formulas at a start, at rest.
  std::vector<double> inputs_of(Start const& start) const {
    std::vector<double> inputs;
    for (auto const& parameter : file_.parameters) {
      auto const is_own = [&](auto const& own) { return own.first == parameter.name; };
      auto const own = std::find_if(start.parameters.begin(), start.parameters.end(), is_own);
      inputs.push_back(number(own == start.parameters.end() ? parameter.value : own->second));
    }
    if (file_.driven) inputs.push_back(0);
    for (auto const& value : start.q) inputs.push_back(number(value));
    inputs.resize(inputs.size() + n_, 0.0);
    return inputs;
  }
  /// Inputs at which matrices are looked at: the starts, and points without a pattern.
  void collect_points() {
    std::vector<double> standard;
    for (auto const& parameter : file_.parameters) standard.push_back(number(parameter.value));
    constexpr std::size_t most = 100;
    for (auto const& start : file_.cases)
      if (points_.size() < most) points_.push_back(inputs_of(start));
    if (file_.driven) standard.push_back(generic_time);
    constexpr int more = 5;
    auto const others = points_without_pattern(standard, size_ + n_, more);
    points_.insert(points_.end(), others.begin(), others.end());
  }
  int largest_rank(std::vector<Index> const& nodes, int rows) const {
    int rank = 0;
    for (auto const& inputs : points_) rank = std::max(rank, rank_at(graph_, nodes, rows, inputs));
    return rank;
  }
  void refuse_degenerate_terms() const {
    if (largest_rank(mass_, n_) < n_) {
      if (!file_.is_regularised && m_ > 0) throw SingularMass{};
      std::string massless;
      for (int i = 0; i < n_ && massless.empty(); ++i) {
        bool empty = true;
        for (int j = 0; j < n_; ++j) empty = empty && graph_.is_constant(mass_[i * n_ + j], 0);
        if (empty) massless = fmt::format(": {} has no kinetic energy", file_.velocities[i]);
        for (int k = 0; k < file_.parameter_count() && massless.empty(); ++k)
          if (points_.front()[k] == 0 && dependence(graph_, mass_[i * n_ + i], k, 1) >= 0)
            massless = fmt::format(": the mass of {} depends on {}, which is 0",
                                   file_.velocities[i], file_.parameters[k].name);
      }
      file_.fail(file_.lagrangian_at,
                 "the mass matrix of the Lagrangian is singular everywhere" + massless);
    }
    int const rank = m_ == 0 ? 0 : largest_rank(mu_, m_);
    if (rank == n_)
      file_.fail(file_.constraints_at.front(),
                 fmt::format("{} constraints leave none of {} velocities free", m_, n_));
    if (rank == m_) return;
    refuse_contradictions();
    // The last constraint without which as many independent ones remain, at each point.
    for (int k = m_ - 1; k >= 0; --k) {
      auto others = mu_;
      others.erase(others.begin() + k * n_, others.begin() + (k + 1) * n_);
      if (std::all_of(points_.begin(), points_.end(), [&](auto const& inputs) {
            return rank_at(graph_, others, m_ - 1, inputs) == rank_at(graph_, mu_, m_, inputs);
          }))
        throw RedundantConstraint{std::size_t(k)};
    }
    file_.fail(file_.constraints_at.back(),
               fmt::format("the constraints are dependent: {} of them state {}", m_, rank));
  }
  /// Constraints whose terms without velocities differ where their other terms agree.
  void refuse_contradictions() const {
    if (formulas_.constraint_at_rest.empty()) return;
    std::vector<Index> with_rest;
    for (int k = 0; k < m_; ++k) {
      with_rest.insert(with_rest.end(), mu_.begin() + k * n_, mu_.begin() + (k + 1) * n_);
      with_rest.push_back(formulas_.constraint_at_rest[k]);
    }
    for (auto const& inputs : points_)
      if (rank_at(graph_, with_rest, m_, inputs) > rank_at(graph_, mu_, m_, inputs))
        file_.fail(file_.constraints_at.back(),
                   "the constraints contradict each other: their terms with velocities are "
                   "dependent, and those without are not");
  }

  /// Returns the dependent velocities of a case: those that it leaves out, otherwise those that the
  /// constraints determine best at its point. Rejects a case whose velocities are not determined.
  FoundStart start(Start const& start) const {
    auto const inputs = inputs_of(start);
    auto const mu = graph::evaluate<double>(graph_, mu_, inputs),
               mass = graph::evaluate<double>(graph_, mass_, inputs);
    std::vector<int> all(n_), left_out;
    std::iota(all.begin(), all.end(), 0);
    for (int const j : all)
      if (!start.v[j]) left_out.push_back(j);
    // A constraint without a value is named when the start is checked.
    for (double const x : mu)
      if (!std::isfinite(x)) return {{all.begin(), all.begin() + m_}, ""};
    auto const names = [&](std::vector<int> const& velocities) {
      std::vector<std::string> of;
      for (int const j : velocities) of.push_back(file_.velocities[j]);
      return fmt::format("{}", fmt::join(of, " and "));
    };
    if (!file_.dependent_velocities.empty() && left_out.empty())
      return {file_.dependent_velocities, ""};
    auto best = determined_velocities(mu, mass, all);
    auto const rank = static_cast<int>(best.size());
    for (int j = 0; rank < m_ && static_cast<int>(best.size()) < m_; ++j)
      if (std::find(best.begin(), best.end(), j) == best.end()) best.push_back(j);
    std::sort(best.begin(), best.end());
    if (left_out.empty()) return {best, ""};
    auto undetermined = left_out;
    for (int const j : determined_velocities(mu, mass, left_out)) std::erase(undetermined, j);
    if (undetermined.empty()) {
      auto determined = left_out;  // then others, where the case leaves fewer out
      for (int const j : best) {
        if (static_cast<int>(determined.size()) == m_) break;
        if (std::find(left_out.begin(), left_out.end(), j) != left_out.end()) continue;
        determined.push_back(j);
        if (determined_velocities(mu, mass, determined).size() < determined.size())
          determined.pop_back();
      }
      for (int j = 0; static_cast<int>(determined.size()) < m_; ++j)
        if (std::find(determined.begin(), determined.end(), j) == determined.end())
          determined.push_back(j);
      std::sort(determined.begin(), determined.end());
      return {determined, ""};
    }
    return {left_out,
            rank < m_
                ? fmt::format("the constraints are singular at the start of case {}", start.name)
                : fmt::format("the constraints do not determine {}, which case {} "
                              "leaves out; leave out {} instead",
                              names(undetermined), start.name, names(best))};
  }

  ProblemFile const& file_;
  graph::Graph const& graph_;
  RecordedFormulas const& formulas_;
  int size_, n_, m_;  ///< coordinates, velocities, constraints
  std::vector<Index> const &mass_, &mu_;
  std::vector<std::vector<double>> points_;  ///< coordinates of the first starts, then random ones
};

}  // namespace

ExaminedSystem examined(ProblemFile const& file, RecordedFormulas const& formulas) {
  return Examination(file, formulas).findings();
}

std::string ExaminedSystem::missing(Structure needed) const {
  switch (needed) {
    case Structure::general:
    case Structure::driven:
      break;
    case Structure::constant_mass:
    case Structure::driven_constant_mass:
      return found.no_constant_mass;
    case Structure::linear_constraints:
      return found.no_constant_mass.empty() ? found.drift : found.no_constant_mass;
    case Structure::chaplygin:
      return found.no_group_variables;
    case Structure::invariant_kinetic:
      return found.no_invariant_kinetic;
    case Structure::invariant_constraints:
    case Structure::one_constraint_on_rotations:
      return found.no_invariant_kinetic.empty() ? found.no_invariant_constraints
                                                : found.no_invariant_kinetic;
  }
  return "";
}

std::string ExaminedSystem::refusal_of(MethodCard const& card, Structure needed) const {
  auto const why = missing(needed);
  return why.empty() ? "" : fmt::format("{} needs {}: {}", card.id, card.applies_to, why);
}

std::string not_looked_for(MethodCard const& card, bool on_group) {
  return fmt::format("{} needs {}{}", card.id, card.applies_to,
                     on_group ? "" : "; a text file is not searched for that");
}

std::string refusal_of_large(MethodCard const& card) {
  auto const& most = capacity_of_any_size;
  return fmt::format("{} takes texts of at most {} velocities and {} constraints", card.id,
                     most.velocities, most.constraints);
}

void record_equations(TracedEquations const& traced, Tapes& tapes) {
  int const parameters = static_cast<int>(traced.parameters.size());
  auto const tape = [&](std::vector<std::string> const& names,
                        std::vector<graph::Result> const& results) {
    auto const arguments = traced.arguments(names);
    // A function that would read other arguments is not used, for example the inverse of a mass
    // matrix that varies.
    if (!graph::reads_only(traced.graph, results, parameters, arguments)) return Tape();
    return Tape(traced.graph, parameters, arguments, results, traced.driven);
  };
  for (auto const& [name, arguments, results] : traced.functions)
    for (auto const& [own_name, own] : tapes_of_functions)
      if (name == own_name) tapes.*own = tape(arguments, results);
  tapes.terms = tape({"q", "v"}, traced.terms);
  tapes.has_motion = !traced.motion.empty();
  if (tapes.has_motion) tapes.motion = tape({"q", "v"}, traced.motion);
}

}  // namespace rattleback::text
