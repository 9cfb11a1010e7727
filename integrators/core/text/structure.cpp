#include "integrators/core/text/structure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace rattleback::text {

namespace {
using graph::Index;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class Examination {
 public:
  Examination(ProblemFile const& file, TracedEquations const& traced)
      : file_(file),
        graph_(traced.graph),
        size_(static_cast<int>(file.coordinates.size())),
        n_(static_cast<int>(file.velocities.size())),
        m_(static_cast<int>(file.constraints.size())),
        mass_(entries(traced, "mass")),
        mu_(entries(traced, "mu")),
        momentum_at_rest_(entries(traced, "p_at_rest")),
        drift_(entries(traced, "phi_at_rest")) {
    collect_points();
  }

  Findings findings() {
    refuse_wrong_degrees();
    refuse_degenerate_terms();
    Findings f;
    f.dependent_velocities = dependent_velocities();
    f.no_constant_mass = why_no_constant_mass();
    for (int k = 0; k < m_ && !f.affine; ++k) {
      f.affine = !graph_.is_constant(drift_[k], 0);
      if (f.affine) f.drift = fmt::format("constraint {} has a part without velocities", k + 1);
    }
    if (!f.affine && linear_terms().empty()) f.reversing_symmetry = "(q, v) -> (q, -v)";
    f.no_group_variables = why_no_group_variables(f);
    f.no_invariant_kinetic = why_no_invariant_kinetic();
    f.no_invariant_constraints = why_no_invariant_constraints(f);
    if (file_.on_group() && f.no_invariant_kinetic.empty())
      f.words = "L = v^T M v / 2 with constant M";
    else if (f.no_constant_mass.empty())
      f.words = "L = v^T M v / 2 - V(q) with constant M";
    else
      f.words = f.no_constant_mass;
    if (f.affine)
      f.words += "; " + f.drift;
    else if (file_.on_group() && f.no_invariant_constraints.empty())
      f.words += "; constraints constant in the body";
    else
      f.words += "; constraints linear in velocities";
    if (!file_.on_group() && f.no_group_variables.empty())
      f.words += fmt::format("; group variables {}", fmt::join(group_variables(), ", "));
    return f;
  }

 private:
  static std::vector<Index> entries(TracedEquations const& traced, std::string const& name) {
    for (auto const& result : traced.terms)
      if (result.name == name) return result.entries;
    throw std::logic_error("no result " + name);
  }
  std::string const& name_of_input(int input) const {
    int const k = input - file_.parameter_count();
    if (k < 0) return file_.parameters[input].first;
    return k < size_ ? file_.coordinates[k] : file_.velocities[k - size_];
  }
  /// The first of `count` inputs that the node depends on, by name; empty when there is none.
  std::string dependence(graph::Graph const& graph, Index node, int first, int count) const {
    auto const needed = graph.needed_for(std::array{node});
    for (Index i = 0; i <= node; ++i)
      if (needed[i] && graph[i].operation == graph::Operation::input && graph[i].a >= first &&
          graph[i].a < first + count)
        return name_of_input(graph[i].a);
    return {};
  }
  std::string on_coordinate(Index node) const {
    return dependence(graph_, node, file_.parameter_count(), size_);
  }
  std::string on_velocity(Index node) const {
    return dependence(graph_, node, file_.parameter_count() + size_, n_);
  }
  /// Of a formula as it stands.
  std::string stated_on_coordinate(Index node) const {
    return dependence(file_.graph, node, file_.parameter_count(), size_);
  }
  /// What the entry of M stands for.
  std::string entry_of_mass(int i, int j) const {
    auto const &one = file_.velocities[i], &other = file_.velocities[j];
    return i == j ? fmt::format("the mass of {}", one)
                  : fmt::format("the mass that couples {} and {}", one, other);
  }

  void refuse_wrong_degrees() const {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j <= i; ++j)
        if (auto const velocity = on_velocity(mass_[i * n_ + j]); !velocity.empty())
          file_.fail(file_.lagrangian_at,
                     fmt::format("the Lagrangian is not quadratic in velocities: {} depends on {}",
                                 entry_of_mass(i, j), velocity));
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
  }

  /// Inputs at which matrices are looked at: the starts, and points without a pattern.
  void collect_points() {
    auto const number = [&](Number const& x) {
      return graph::evaluate<double>(file_.graph, std::array{x.node}, {})[0];
    };
    std::vector<double> standard;
    for (auto const& [name, value] : file_.parameters) standard.push_back(number(value));
    for (auto const& start : file_.cases) {
      auto& inputs = points_.emplace_back(standard);
      for (auto const& [name, value] : start.parameters)
        for (std::size_t k = 0; k < standard.size(); ++k)
          if (file_.parameters[k].first == name) inputs[k] = number(value);
      for (auto const& value : start.q) inputs.push_back(number(value));
      inputs.resize(inputs.size() + n_, 0.0);
    }
    constexpr int more = 5;
    for (int point = 0; point < more; ++point) {
      auto& inputs = points_.emplace_back(standard);
      for (int i = 0; i < size_ + n_; ++i)
        inputs.push_back(std::sin(1.0 + 1.7 * i + 0.9 * point * (i + 2)));
    }
  }
  Matrix matrix_at(std::vector<Index> const& nodes, int rows, std::size_t point) const {
    auto const values = graph::evaluate<double>(graph_, nodes, points_[point]);
    return Eigen::Map<Matrix const>(values.data(), rows, n_);
  }
  int largest_rank(std::vector<Index> const& nodes, int rows) const {
    int rank = 0;
    for (std::size_t point = 0; point < points_.size(); ++point) {
      auto const matrix = matrix_at(nodes, rows, point);
      Eigen::FullPivLU<Matrix> elimination(matrix);
      elimination.setThreshold(1e-10);
      if (matrix.allFinite()) rank = std::max<int>(rank, static_cast<int>(elimination.rank()));
    }
    return rank;
  }
  void refuse_degenerate_terms() const {
    if (largest_rank(mass_, n_) < n_) {
      std::string massless;
      for (int i = 0; i < n_ && massless.empty(); ++i) {
        bool empty = true;
        for (int j = 0; j < n_; ++j) empty = empty && graph_.is_constant(mass_[i * n_ + j], 0);
        if (empty) massless = fmt::format(": {} has no kinetic energy", file_.velocities[i]);
      }
      file_.fail(file_.lagrangian_at,
                 "the mass matrix of the Lagrangian is singular everywhere" + massless);
    }
    if (m_ >= n_)
      file_.fail(file_.constraints_at.back(),
                 fmt::format("{} constraints leave none of {} velocities free", m_, n_));
    if (int const rank = largest_rank(mu_, m_); rank < m_)
      file_.fail(file_.constraints_at.back(),
                 fmt::format("the constraints are dependent: {} of them state {}", m_, rank));
  }

  /// Those that the first start leaves out; else those whose coefficients are farthest from
  /// singular, in the worst of the starts.
  std::vector<int> dependent_velocities() const {
    std::vector<int> best, chosen;
    for (int j = 0; j < n_; ++j)
      if (!file_.cases.front().v[j]) best.push_back(j);
    if (!best.empty()) return best;
    double best_size = -1;
    auto const choose = [&](auto const& self, int first) -> void {
      if (static_cast<int>(chosen.size()) < m_) {
        for (int j = first; j < n_; ++j) {
          chosen.push_back(j);
          self(self, j + 1);
          chosen.pop_back();
        }
        return;
      }
      double smallest = std::numeric_limits<double>::infinity();
      for (std::size_t point = 0; point < file_.cases.size(); ++point) {
        auto const mu = matrix_at(mu_, m_, point);
        Matrix part(m_, m_);
        for (int j = 0; j < m_; ++j) part.col(j) = mu.col(chosen[j]);
        smallest = std::min(smallest, std::abs(part.determinant()));
      }
      // Not by rounding alone.
      if (smallest > 1.000001 * best_size) best = chosen, best_size = smallest;
    };
    choose(choose, 0);
    return best;
  }

  std::string linear_terms() const {
    for (int i = 0; i < n_; ++i)
      if (!graph_.is_constant(momentum_at_rest_[i], 0))
        return fmt::format("the Lagrangian has a term that is linear in {}", file_.velocities[i]);
    return {};
  }
  std::string why_no_constant_mass() const {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j <= i; ++j)
        if (auto const coordinate = on_coordinate(mass_[i * n_ + j]); !coordinate.empty())
          return fmt::format("{} depends on {}", entry_of_mass(i, j), coordinate);
    if (auto const linear = linear_terms(); !linear.empty()) return linear;
    Eigen::LLT<Matrix> const factors(matrix_at(mass_, n_, 0));
    return factors.info() == Eigen::Success ? "" : "its mass matrix is not positive definite";
  }

  /// Those that an abelian Chaplygin system would have: the last ones.
  std::vector<std::string> group_variables() const {
    return {file_.coordinates.end() - m_, file_.coordinates.end()};
  }
  std::string why_no_group_variables(Findings const& f) const {
    if (f.affine) return f.drift;
    int const first = file_.parameter_count() + size_ - m_;
    auto const on_group_variable = [&](Index node) {
      return dependence(file_.graph, node, first, m_);
    };
    if (auto const name = on_group_variable(file_.lagrangian_node); !name.empty())
      return fmt::format("the Lagrangian depends on {}, one of the last {} coordinates", name, m_);
    for (int k = 0; k < m_; ++k)
      if (auto const name = on_group_variable(file_.constraint_nodes[k]); !name.empty())
        return fmt::format("constraint {} depends on {}, one of the last {} coordinates", k + 1,
                           name, m_);
    for (std::size_t point = 0; point < points_.size(); ++point) {
      Matrix const last = matrix_at(mu_, m_, point).rightCols(m_);
      if (last.allFinite() && Eigen::FullPivLU<Matrix>(last).isInvertible()) return {};
    }
    return fmt::format("the constraints do not determine the velocities of {}",
                       fmt::join(group_variables(), ", "));
  }
  std::string why_no_invariant_kinetic() const {
    if (auto const coordinate = stated_on_coordinate(file_.lagrangian_node); !coordinate.empty())
      return fmt::format("the Lagrangian depends on {}", coordinate);
    return why_no_constant_mass();
  }
  std::string why_no_invariant_constraints(Findings const& f) const {
    for (int k = 0; k < m_; ++k)
      if (auto const coordinate = stated_on_coordinate(file_.constraint_nodes[k]);
          !coordinate.empty())
        return fmt::format("constraint {} depends on {}", k + 1, coordinate);
    return f.drift;
  }

  ProblemFile const& file_;
  graph::Graph const& graph_;
  int size_, n_, m_;  ///< coordinates, velocities, constraints
  std::vector<Index> mass_, mu_, momentum_at_rest_, drift_;
  std::vector<std::vector<double>> points_;  ///< of the starts, then others
};

}  // namespace

Findings examined(ProblemFile const& file, TracedEquations const& traced) {
  return Examination(file, traced).findings();
}

std::string Findings::refusal_of(MethodCard const& card, Structure needed) const {
  auto const because = [&](std::string const& why) {
    return why.empty() ? "" : fmt::format("{} needs {}: {}", card.id, card.applies_to, why);
  };
  switch (needed) {
    case Structure::general:
      return "";
    case Structure::constant_mass:
      return because(no_constant_mass);
    case Structure::linear_constraints:
      return because(no_constant_mass.empty() ? drift : no_constant_mass);
    case Structure::chaplygin:
      return because(no_group_variables);
    case Structure::invariant_kinetic:
      return because(no_invariant_kinetic);
    case Structure::invariant_constraints:
      return because(no_invariant_kinetic.empty() ? no_invariant_constraints
                                                  : no_invariant_kinetic);
  }
  return "";
}

std::string not_looked_for(MethodCard const& card, bool on_group) {
  return fmt::format("{} needs {}{}", card.id, card.applies_to,
                     on_group ? "" : "; a text file is not searched for that");
}

void record_equations(TracedEquations const& traced, Tapes& tapes) {
  int const parameters = static_cast<int>(traced.parameters.size());
  auto const tape = [&](std::vector<std::string> const& names,
                        std::vector<graph::Result> const& results) {
    std::vector<graph::Argument> arguments;
    for (auto const& name : names)
      for (auto const& input : traced.inputs)
        if (input.name == name) arguments.push_back(input);
    // What a function may not read it is not used for, e.g. the inverse of a mass that varies.
    if (!graph::reads_only(traced.graph, results, parameters, arguments)) return Tape();
    return Tape(traced.graph, parameters, arguments, results);
  };
  for (auto const& [name, arguments, results] : traced.functions)
    for (auto const& [own_name, own] :
         {std::pair{"momentum", &Tapes::momentum}, std::pair{"metric", &Tapes::metric},
          std::pair{"configuration_force", &Tapes::configuration_force},
          std::pair{"force", &Tapes::force},
          std::pair{"constraint_force", &Tapes::constraint_force},
          std::pair{"constraint_terms", &Tapes::constraint_terms},
          std::pair{"mass_inverse", &Tapes::mass_inverse}})
      if (name == own_name) tapes.*own = tape(arguments, results);
  tapes.terms = tape({"q", "v"}, traced.terms);
  tapes.has_motion = !traced.motion.empty();
  if (tapes.has_motion) tapes.motion = tape({"q", "v"}, traced.motion);
}

}  // namespace rattleback::text
