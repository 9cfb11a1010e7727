#include "base/invalid_input.hpp"
#include "problems/core/graph/recorded.hpp"
#include "problems/core/numbers/dual.hpp"
#include "problems/core/numbers/transcendental.hpp"
#include "problems/core/spaces/se2.hpp"
#include "problems/core/spaces/so3.hpp"
#include "problems/text/readers.hpp"

namespace rattleback::text {

namespace {

using graph::Recorded;

/// Appends the derivatives of the coordinates of a factor by time, g' = g xi.
template <class G>
void add_tangent(std::vector<Recorded> const& q, std::vector<Recorded> const& v,
                 std::vector<Recorded>& rates) {
  Vec<Recorded, G::size> at;
  Vec<Recorded, G::dof> along;
  std::copy_n(q.begin() + static_cast<long>(rates.size()), G::size, at.c);
  std::copy_n(v.begin(), G::dof, along.c);
  auto const rate = G::tangent(at, along);
  rates.insert(rates.end(), rate.c, rate.c + G::size);
}

}  // namespace

graph::Index rate_of(graph::Index g, ProblemFile& file) {
  auto const input = [&](int k) { return Recorded(file.graph, file.graph.input(k)); };
  int const size = static_cast<int>(file.coordinates.size()), first = file.first_coordinate();
  std::vector<Recorded> q, v, rates;
  for (int i = 0; i < size; ++i) q.push_back(input(first + i));
  for (int i = 0; i < static_cast<int>(file.velocities.size()); ++i)
    v.push_back(input(first + size + i));
  for (auto const& factor : file.factors) {
    switch (factor.kind) {
      case Factor::euclidean:
        rates.insert(rates.end(), v.begin(), v.begin() + factor.n);
        v.erase(v.begin(), v.begin() + factor.n);
        continue;
      case Factor::se2:
        add_tangent<SE2>(q, v, rates);
        break;
      case Factor::so3:
        add_tangent<SO3>(q, v, rates);
        break;
      default:
        throw InvalidInput("position constraints are stated on products of R^n, SE2 and SO3");
    }
    constexpr int dof = 3;
    v.erase(v.begin(), v.begin() + dof);
  }
  using D = Dual<Recorded, 1>;
  std::vector<D> inputs;
  for (int k = 0; k < first + size; ++k) {
    inputs.emplace_back(input(k));
    if (k >= first) inputs.back().slope[0] = rates[static_cast<std::size_t>(k - first)];
    if (file.driven && k == file.parameter_count()) inputs.back().slope[0] = Recorded(1);
  }
  auto const formula = file.graph;  // the file's graph grows
  return graph::evaluate<D>(formula, std::array{g}, std::span<D const>(inputs))[0].slope[0].in(
      file.graph);
}

}  // namespace rattleback::text
