#include "integrators/core/registry/stated_multipliers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/run/resolve.hpp"
#include "problems/core/numbers/dense_matrix.hpp"
#include "problems/core/numbers/dual.hpp"

namespace rattleback {

namespace {

/// Returns the text whose equations lack some of its constraints; null: there is none.
text::ProblemFile const* with_left_out(ProblemEntry const& problem) {
  auto const* text = text::loaded_problem(problem);
  return text && !text->loaded->file.left_out.empty() ? &text->loaded->file : nullptr;
}

/// Returns the solution of a symmetric positive definite system; NaN if it is singular.
template <class S>
std::vector<S> solve_positive_definite(DenseMatrix<S> m, std::vector<S> b) {
  using std::sqrt;
  std::vector<S> length(b.size());
  for (int i = 0; i < m.n; ++i) length[i] = sqrt(m(i, i));
  for (int i = 0; i < m.n; ++i) {
    b[i] = b[i] / length[i];
    for (int j = 0; j < m.n; ++j) m(i, j) = m(i, j) / (length[i] * length[j]);
  }
  auto [x, singular] = solve(m, b);
  for (int i = 0; i < m.n; ++i)
    x[i] = singular ? S(std::numeric_limits<double>::quiet_NaN()) : x[i] / length[i];
  return x;
}

/// Multipliers of the stated constraints from those of the equations.
template <class S>
class LeastNorm {
 public:
  using Out = Erased<S>;

  LeastNorm(text::ProblemFile const& equations, ProblemEntry const& problem, Setting const& setting)
      : stated_(text::problem_of_text(equations.path, equations.text)) {
    auto const system = resolve<S>(problem.functions, setting).system;
    for (int k = 0; k < stated_.parameter_count(); ++k)
      inputs_.emplace_back(system->parameter(system.get(), k));
    // Equal constraints are left out from the last one on.
    auto left_out = equations.left_out;
    for (std::size_t k = stated_.constraints.size(); k-- > 0;)
      if (auto const found = std::ranges::find(left_out, stated_.constraints[k]);
          found != left_out.end())
        left_out.erase(found);
      else
        kept_.insert(kept_.begin(), k);
  }

  std::size_t kept() const { return kept_.size(); }
  std::size_t stated() const { return stated_.constraints.size(); }

  /// @param multipliers  those of the equations
  std::vector<Out> operator()(Out t, Out const* q, Out const* multipliers) const {
    if (kept_.empty()) return std::vector<Out>(stated());
    auto const rows = coefficients(t, q);
    int const m = static_cast<int>(kept_.size()), n = static_cast<int>(rows[0].size());
    auto const product = [&](auto const& a, auto const& b) { return dot(n, a.data(), b.data()); };
    DenseMatrix<S> gram(m), of_B(m);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < m; ++j) gram(i, j) = product(rows[kept_[i]], rows[kept_[j]]);
    std::vector<std::vector<S>> B;
    for (auto const& row : rows) {
      std::vector<S> along(m);
      for (int i = 0; i < m; ++i) along[i] = product(rows[kept_[i]], row);
      auto const& b = B.emplace_back(solve_positive_definite(gram, along));
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < m; ++j) of_B(i, j) = of_B(i, j) + b[i] * b[j];
    }
    auto const x = solve_positive_definite(of_B, std::vector<S>(multipliers, multipliers + m));
    std::vector<Out> all;
    all.reserve(B.size());
    for (auto const& b : B) all.push_back(static_cast<Out>(dot(m, b.data(), x.data())));
    return all;
  }

 private:
  /// Returns the coefficients of the velocities in each stated constraint.
  std::vector<std::vector<S>> coefficients(Out t, Out const* q) const {
    using D = Dual<S, 1>;
    auto inputs = inputs_;
    if (stated_.driven) inputs.emplace_back(S(t));
    for (std::size_t i = 0; i < stated_.coordinates.size(); ++i) inputs.emplace_back(S(q[i]));
    auto const first = inputs.size();
    inputs.resize(first + stated_.velocities.size(), D(S(0)));
    std::vector<std::vector<S>> rows(stated());
    for (std::size_t j = first; j < inputs.size(); ++j) {
      inputs[j].slope[0] = S(1);
      auto const phi = graph::evaluate<D>(stated_.graph, stated_.constraint_nodes, inputs);
      inputs[j].slope[0] = S(0);
      for (std::size_t k = 0; k < rows.size(); ++k) rows[k].push_back(phi[k].slope[0]);
    }
    return rows;
  }

  text::ProblemFile stated_;
  std::vector<Dual<S, 1>> inputs_;  ///< the parameters
  std::vector<std::size_t> kept_;   ///< places of the constraints of the equations
};

/// Passes rows on with the multipliers of the stated constraints, which end them.
template <class S>
class StatedRows final : public TableSink {
 public:
  StatedRows(TableSink& to, LeastNorm<S> const& least_norm) : to_(to), least_norm_(least_norm) {}
  void begin(std::vector<std::string> const& columns) override {
    auto names = columns;
    names.resize(names.size() - least_norm_.kept());
    for (std::size_t k = 1; k <= least_norm_.stated(); ++k)
      names.push_back("lambda" + std::to_string(k));
    to_.begin(unique_columns(names));
  }
  void row(std::vector<double> const& numbers) override { pass(numbers); }
  void row(std::vector<RawQuad> const& numbers) override { pass(numbers); }

 private:
  template <class Out>
  void pass(std::vector<Out> numbers) {
    if constexpr (std::is_same_v<Out, Erased<S>>) {
      auto const end = numbers.size() - least_norm_.kept();
      auto const all = least_norm_(numbers[0], &numbers[1], numbers.data() + end);
      numbers.resize(end);
      numbers.insert(numbers.end(), all.begin(), all.end());
    }
    to_.row(numbers);
  }

  TableSink& to_;
  LeastNorm<S> const& least_norm_;
};

}  // namespace

int stated_constraints(ProblemEntry const& problem) {
  auto const* text = with_left_out(problem);
  return problem.constraints + (text ? static_cast<int>(text->left_out.size()) : 0);
}

template <class Out>
Trajectory<Out> with_stated_multipliers(
    ProblemEntry const& problem, std::function<Trajectory<Out>(RunSpec const&)> const& integrate,
    RunSpec spec) {
  auto const* text = with_left_out(problem);
  if (!text) return integrate(spec);
  using S = std::conditional_t<std::is_same_v<Out, double>, double, Quad>;
  LeastNorm<S> const least_norm(*text, problem, spec.setting);
  std::optional<StatedRows<S>> rows;
  if (spec.table && spec.tabulates_multipliers) spec.table = &rows.emplace(*spec.table, least_norm);
  auto t = integrate(spec);
  for (std::size_t i = 0; i < t.multipliers.size(); ++i)
    if (!t.multipliers[i].empty())
      t.multipliers[i] = least_norm(t.times[i], t.q[i].data(), t.multipliers[i].data());
  return t;
}

template Trajectory<double> with_stated_multipliers(
    ProblemEntry const&, std::function<Trajectory<double>(RunSpec const&)> const&, RunSpec);
template Trajectory<RawQuad> with_stated_multipliers(
    ProblemEntry const&, std::function<Trajectory<RawQuad>(RunSpec const&)> const&, RunSpec);

}  // namespace rattleback
