#include "integrators/core/equations/structure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>

#include "problems/core/numbers/quad.hpp"

namespace rattleback {

namespace {
using graph::Index;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double rank_tolerance = 1e-10, rounding = 1e-11;

/// Values of nodes, by rows; an entry at rounding level, as double and quad precision tell, is
/// zero.
Matrix determined_values(graph::Graph const& graph, std::vector<Index> const& nodes, int rows,
                         std::vector<double> const& inputs) {
  auto const values = graph::evaluate<double>(graph, nodes, inputs);
  auto const exact =
      graph::evaluate<Quad>(graph, nodes, std::vector<Quad>(inputs.begin(), inputs.end()));
  Matrix matrix(rows, static_cast<long>(values.size()) / std::max(rows, 1));
  constexpr double largest_error = 1e-3;
  for (std::size_t k = 0; k < values.size(); ++k) {
    bool const is_determined = abs(Quad(values[k]) - exact[k]) <= largest_error * abs(exact[k]);
    matrix.data()[k] =
        is_determined || !std::isfinite(values[k]) ? static_cast<double>(exact[k]) : 0;
  }
  return matrix;
}

/// Scales rows and columns until the largest entry of each is 1 (Ruiz); a factor is halved in its
/// logarithm. Returns the factors of the columns.
Eigen::RowVectorXd equilibrate(Matrix& matrix) {
  Eigen::RowVectorXd columns = Eigen::RowVectorXd::Ones(matrix.cols());
  constexpr int rounds = 20;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < matrix.rows(); ++i)
      if (double const largest = matrix.row(i).cwiseAbs().maxCoeff(); largest > 0)
        matrix.row(i) /= std::sqrt(largest);
    for (int j = 0; j < matrix.cols(); ++j)
      if (double const largest = matrix.col(j).cwiseAbs().maxCoeff(); largest > 0) {
        matrix.col(j) /= std::sqrt(largest);
        columns[j] /= std::sqrt(largest);
      }
  }
  return columns;
}

class Examination {
 public:
  Examination(RecordedFormulas const& formulas, FormulaNames const& names,
              std::vector<std::vector<double>> const& points)
      : f_(formulas), names_(names), points_(points) {}

  FoundStructure found() const {
    if (f_.momentum_offset.empty())
      throw graph::NotRecordable("the Lagrangian or a constraint divides by a velocity");
    FoundStructure found;
    if (f_.driven) found.driven = driven_structure(f_, points_);
    found.linear_term = linear_term();
    found.no_constant_mass = why_no_constant_mass(found.linear_term);
    found.drift = drift();
    if (f_.driven) found.no_group_variables = "the system is driven";
    if (f_.euclidean) {
      if (!f_.driven) {
        found.group_variables = all_group_variables(found);
        found.no_group_variables = why_no_group_variables(found);
      }
      found.constraint_constant_along_reaction =
          found.no_constant_mass.empty() &&
          rattleback::constraint_constant_along_reaction(f_, points_);
    }
    found.no_invariant_kinetic = why_no_invariant_kinetic(found);
    found.no_invariant_constraints = why_no_invariant_constraints(found);
    for (auto const& [coordinate, velocity] : f_.translations)
      if (!depends_on_any({coordinate})) found.cyclic.push_back(coordinate);
    found.reversing = reversing();
    found.conserved = conserved();
    return found;
  }

 private:
  std::string coordinate_in(Index node) const {
    int const i = dependence(f_.graph, node, f_.parameters, f_.size);
    return i < 0 ? "" : names_.coordinates[i];
  }
  bool depends_on_time(Index node) const {
    return f_.driven && dependence(f_.graph, node, f_.parameters - 1, 1) >= 0;
  }
  /// True if the Lagrangian, a constraint or the force depends on one of these coordinates.
  bool depends_on_any(std::vector<int> const& coordinates) const {
    for (int const i : coordinates) {
      if (dependence(f_.graph, f_.lagrangian, f_.parameters + i, 1) >= 0) return true;
      for (auto const* nodes : {&f_.constraint, &f_.applied_force})
        for (auto const node : *nodes)
          if (dependence(f_.graph, node, f_.parameters + i, 1) >= 0) return true;
    }
    return false;
  }
  Matrix matrix_at(std::vector<Index> const& nodes, int rows, std::size_t point) const {
    return determined_values(f_.graph, nodes, rows, points_[point]);
  }

  std::string linear_term() const {
    for (int i = 0; i < f_.dof; ++i)
      if (!f_.graph.is_constant(f_.momentum_offset[i], 0))
        return fmt::format("the Lagrangian has a term that is linear in {}", names_.velocities[i]);
    return {};
  }
  std::string drift() const {
    for (int k = 0; k < f_.constraints; ++k)
      if (!f_.graph.is_constant(f_.constraint_at_rest[k], 0))
        return fmt::format("constraint {} has a part without velocities", k + 1);
    return {};
  }
  std::string why_no_constant_mass(std::string const& linear_term) const {
    for (int i = 0; i < f_.dof; ++i)
      for (int j = 0; j <= i; ++j)
        if (auto const coordinate = coordinate_in(f_.mass[i * f_.dof + j]); !coordinate.empty())
          return fmt::format("{} depends on {}", entry_of_mass(names_.velocities, i, j),
                             coordinate);
        else if (depends_on_time(f_.mass[i * f_.dof + j]))
          return fmt::format("{} depends on t", entry_of_mass(names_.velocities, i, j));
    if (!linear_term.empty()) return linear_term;
    Eigen::LLT<Matrix> const factors(matrix_at(f_.mass, f_.dof, 0));
    return factors.info() == Eigen::Success ? "" : "its mass matrix is not positive definite";
  }

  /// True if the constraints determine the velocities of these coordinates of R^n at some point.
  bool constraints_determine(std::vector<int> const& coordinates) const {
    for (std::size_t point = 0; point < points_.size(); ++point) {
      auto const mu = matrix_at(f_.mu, f_.constraints, point);
      Matrix part(f_.constraints, f_.constraints);
      for (int k = 0; k < f_.constraints; ++k) part.col(k) = mu.col(coordinates[k]);
      if (part.allFinite() && Eigen::FullPivLU<Matrix>(part).isInvertible()) return true;
    }
    return false;
  }
  std::vector<std::vector<int>> all_group_variables(FoundStructure const& found) const {
    std::vector<std::vector<int>> all;
    std::vector<int> chosen;
    auto const choose = [&](auto const& self, int first) -> void {
      if (static_cast<int>(chosen.size()) == f_.constraints) {
        if (constraints_determine(chosen)) all.push_back(chosen);
        return;
      }
      for (int i = first; i < f_.size; ++i) {
        if (depends_on_any({i})) continue;
        chosen.push_back(i);
        self(self, i + 1);
        chosen.pop_back();
      }
    };
    if (!found.affine() && f_.constraints > 0) choose(choose, 0);
    return all;
  }
  std::vector<std::string> names_of(std::vector<int> const& coordinates) const {
    std::vector<std::string> names;
    for (int const i : coordinates) names.push_back(names_.coordinates[i]);
    return names;
  }
  /// Returns why the last coordinates are not group variables, and names other coordinates that
  /// are.
  std::string why_no_group_variables(FoundStructure const& found) const {
    if (found.affine()) return found.drift;
    if (f_.constraints == 0) return "the system has no constraints";
    int const m = f_.constraints, first = f_.size - m;
    std::string others;
    if (!found.group_variables.empty())
      others = fmt::format("; {} would do, stated last",
                           fmt::join(names_of(found.group_variables.front()), ", "));
    auto const name_in = [&](Index node) {
      int const i = dependence(f_.graph, node, f_.parameters + first, m);
      return i < 0 ? std::string() : names_.coordinates[first + i];
    };
    if (auto const name = name_in(f_.lagrangian); !name.empty())
      return fmt::format("the Lagrangian depends on {}, one of the last {} coordinates{}", name, m,
                         others);
    for (int k = 0; k < m; ++k)
      if (auto const name = name_in(f_.constraint[k]); !name.empty())
        return fmt::format("constraint {} depends on {}, one of the last {} coordinates{}", k + 1,
                           name, m, others);
    std::vector<int> last;
    for (int i = first; i < f_.size; ++i) last.push_back(i);
    if (constraints_determine(last)) return {};
    return fmt::format("the constraints do not determine the velocities of {}{}",
                       fmt::join(names_of(last), ", "), others);
  }

  std::string why_no_invariant_kinetic(FoundStructure const& found) const {
    if (auto const coordinate = coordinate_in(f_.lagrangian); !coordinate.empty())
      return fmt::format("the Lagrangian depends on {}", coordinate);
    if (depends_on_time(f_.lagrangian)) return "the Lagrangian depends on t";
    return found.no_constant_mass;
  }
  std::string why_no_invariant_constraints(FoundStructure const& found) const {
    for (int k = 0; k < f_.constraints; ++k)
      if (auto const coordinate = coordinate_in(f_.constraint[k]); !coordinate.empty())
        return fmt::format("constraint {} depends on {}", k + 1, coordinate);
      else if (depends_on_time(f_.constraint[k]))
        return fmt::format("constraint {} depends on t", k + 1);
    return found.drift;
  }

  /// Nodes of the mass matrix, the right-hand side and the constraints.
  std::vector<Index> nodes_of_terms() const {
    auto nodes = f_.mass;
    for (auto const* more : {&f_.right_hand_side, &f_.constraint})
      nodes.insert(nodes.end(), more->begin(), more->end());
    return nodes;
  }
  /// True if mass matrix, forces and constraints keep their sizes; each may change its sign. Not
  /// the Lagrangian: it may change by a derivative along the motion.
  /// @param turned  numbers of translations
  /// @param terms   at all points
  bool is_reversing(std::vector<int> const& turned, std::vector<Matrix> const& terms) const {
    auto const equal = [](double a, double b) {
      return std::abs(a - b) <= rounding * (std::abs(a) + std::abs(b));
    };
    std::vector<double> sign_of(f_.dof, 1.0);
    for (int const k : turned) sign_of[f_.translations[k].second] = -1;
    std::vector<int> sign_of_constraint(f_.constraints, 0);
    int looked_at = 0;
    auto const nodes = nodes_of_terms();
    for (std::size_t p = 0; p < points_.size(); ++p) {
      auto const& before = terms[p];
      auto image = points_[p];
      for (int j = 0; j < f_.dof; ++j) image[f_.parameters + f_.size + j] *= -sign_of[j];
      for (int const k : turned) image[f_.parameters + f_.translations[k].first] *= -1;
      if (f_.driven) image[f_.parameters - 1] *= -1;
      if (is_far(before, graph::evaluate<double>(f_.graph, nodes, image), sign_of)) return false;
      auto const after = determined_values(f_.graph, nodes, 1, image);
      if (!before.allFinite() || !after.allFinite()) continue;
      ++looked_at;
      int next = 0;
      for (int i = 0; i < f_.dof; ++i)
        for (int j = 0; j < f_.dof; ++j, ++next)
          if (!equal(after(next), sign_of[i] * sign_of[j] * before(next))) return false;
      for (int i = 0; i < f_.dof; ++i, ++next)
        if (!equal(after(next), sign_of[i] * before(next))) return false;
      for (int k = 0; k < f_.constraints; ++k, ++next) {
        double const a = before(next), b = after(next);
        if (equal(a, 0) && equal(b, 0)) continue;
        int const sign = equal(a, b) ? 1 : equal(a, -b) ? -1 : 0;
        if (sign == 0 || sign_of_constraint[k] * sign < 0) return false;
        sign_of_constraint[k] = sign;
      }
    }
    return looked_at > 0;
  }
  /// True if entries of the mass matrix are not those of the image, by more than their errors in
  /// double precision: nearly all patterns end here, long before quad precision.
  bool is_far(Matrix const& before, std::vector<double> const& image,
              std::vector<double> const& sign_of) const {
    int next = 0;
    for (int i = 0; i < f_.dof; ++i)
      for (int j = 0; j < f_.dof; ++j, ++next) {
        double const expected = sign_of[i] * sign_of[j] * before(next);
        if (std::abs(image[static_cast<std::size_t>(next)] - expected) >
                0.01 * std::abs(expected) &&
            expected != 0)
          return true;
      }
    return false;
  }
  std::vector<std::vector<int>> reversing() const {
    constexpr int most = 10;
    int const n = static_cast<int>(f_.translations.size());
    std::vector<std::vector<int>> all;
    std::vector<Matrix> terms;
    for (auto const& point : points_)
      terms.push_back(determined_values(f_.graph, nodes_of_terms(), 1, point));
    for (int pattern = 0; pattern < (n > most ? 1 : 1 << n); ++pattern) {
      std::vector<int> turned;
      for (int k = 0; k < n; ++k)
        if (pattern >> k & 1) turned.push_back(k);
      if (!is_reversing(turned, terms)) continue;
      for (int& k : turned) k = f_.translations[k].first;
      all.push_back(turned);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](auto const& a, auto const& b) { return a.size() < b.size(); });
    return all;
  }

  std::vector<std::vector<double>> conserved() const {
    int const n = static_cast<int>(f_.translations.size());
    if (n == 0) return {};
    std::vector<Eigen::RowVectorXd> rows;
    auto const add = [&](Matrix const& terms) {
      bool all_finite = true;
      for (int row = 0; row < terms.rows(); ++row) {
        Eigen::RowVectorXd of_translations(n);
        for (int k = 0; k < n; ++k) of_translations[k] = terms(row, f_.translations[k].second);
        all_finite = all_finite && of_translations.allFinite();
        if (of_translations.allFinite()) rows.push_back(of_translations);
      }
      return all_finite;
    };
    bool looked_at = false;
    for (std::size_t point = 0; point < points_.size(); ++point) {
      bool const constraints = f_.constraints == 0 || add(matrix_at(f_.mu, f_.constraints, point));
      looked_at = (add(matrix_at(f_.force, 1, point)) && constraints) || looked_at;
    }
    if (!looked_at) return {};
    Matrix all(static_cast<long>(rows.size()), n);
    for (std::size_t i = 0; i < rows.size(); ++i) all.row(static_cast<long>(i)) = rows[i];
    Eigen::RowVectorXd const columns = equilibrate(all);
    Eigen::FullPivLU<Matrix> elimination(all);
    elimination.setThreshold(rank_tolerance);
    if (elimination.dimensionOfKernel() == 0) return {};
    Matrix kernel = elimination.kernel().transpose();
    // Reduced, so that each begins with 1 and has as many zeros as can be.
    int row = 0;
    for (int column = 0; column < n && row < kernel.rows(); ++column) {
      int pivot = row;
      for (int i = row; i < kernel.rows(); ++i)
        if (std::abs(kernel(i, column)) > std::abs(kernel(pivot, column))) pivot = i;
      if (std::abs(kernel(pivot, column)) < rank_tolerance) continue;
      kernel.row(row).swap(kernel.row(pivot));
      kernel.row(row) /= kernel(row, column);
      for (int i = 0; i < kernel.rows(); ++i)
        if (i != row) kernel.row(i) -= kernel(i, column) * kernel.row(row);
      ++row;
    }
    std::vector<std::vector<double>> directions;
    for (int i = 0; i < kernel.rows(); ++i) {
      auto& direction = directions.emplace_back(f_.dof, 0.0);
      double first = 0;  // which is 1 in the units of the problem, too
      for (int k = 0; k < n; ++k) {
        if (std::abs(kernel(i, k)) <= rank_tolerance) continue;
        if (first == 0) first = kernel(i, k) * columns[k];
        direction[f_.translations[k].second] = kernel(i, k) * columns[k] / first;
      }
    }
    return directions;
  }

  RecordedFormulas const& f_;
  FormulaNames const& names_;
  std::vector<std::vector<double>> const& points_;
};

}  // namespace

int rank_at(graph::Graph const& graph, std::vector<Index> const& nodes, int rows,
            std::vector<double> const& inputs) {
  Matrix matrix = determined_values(graph, nodes, rows, inputs);
  if (!matrix.allFinite()) return -1;
  equilibrate(matrix);
  Eigen::FullPivLU<Matrix> elimination(matrix);
  elimination.setThreshold(rank_tolerance);
  return static_cast<int>(elimination.rank());
}

std::vector<int> determined_velocities(std::vector<double> const& mu,
                                       std::vector<double> const& mass,
                                       std::vector<int> const& from) {
  if (mu.empty()) return {};
  auto const n = std::lround(std::sqrt(static_cast<double>(mass.size())));
  Matrix rows = Eigen::Map<Matrix const>(mu.data(), static_cast<long>(mu.size()) / n, n);
  // Ties go to the first.
  for (int j = 0; j < n; ++j) {
    double const own = std::abs(mass[j * n + j]);
    rows.col(j) *= (1 - 1e-6 * j) / (own > 0 ? std::sqrt(own) : 1);
  }
  for (int k = 0; k < rows.rows(); ++k)
    if (double const size = rows.row(k).cwiseAbs().maxCoeff(); size > 0) rows.row(k) /= size;
  Eigen::MatrixXd part(rows.rows(), static_cast<long>(from.size()));
  for (std::size_t j = 0; j < from.size(); ++j) part.col(static_cast<long>(j)) = rows.col(from[j]);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> const factors(part);
  std::vector<int> determined;
  for (int k = 0; k < std::min(part.rows(), part.cols()); ++k)
    if (std::abs(factors.matrixQR()(k, k)) > rank_tolerance)
      determined.push_back(from[factors.colsPermutation().indices()[k]]);
  return determined;
}

int dependence(graph::Graph const& graph, Index node, int first, int count) {
  auto const needed = graph.needed_for(std::array{node});
  for (Index i = 0; i <= node; ++i)
    if (needed[i] && graph[i].operation == graph::Operation::input && graph[i].a >= first &&
        graph[i].a < first + count)
      return graph[i].a - first;
  return -1;
}

std::vector<std::vector<double>> points_without_pattern(std::vector<double> const& parameters,
                                                        int more_inputs, int count) {
  std::vector<std::vector<double>> points;
  for (int point = 0; point < count; ++point) {
    auto& inputs = points.emplace_back(parameters);
    for (int i = 0; i < more_inputs; ++i)
      inputs.push_back(std::sin(1.0 + 1.7 * i + 0.9 * point * (i + 2)));
  }
  return points;
}

FoundStructure found_structure(RecordedFormulas const& formulas, FormulaNames const& names,
                               std::vector<std::vector<double>> points) {
  return Examination(formulas, names, points).found();
}

}  // namespace rattleback
