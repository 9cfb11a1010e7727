#include <fmt/format.h>

#include "experiments/ferraro_jimenez_martin_2015/oscillator_maps.hpp"
#include "experiments/ferraro_jimenez_martin_2015/runs.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using Square = Eigen::Matrix<Quad, Eigen::Dynamic, Eigen::Dynamic>;

/// Determinant of (q_0, p_0^-) -> (q_1, p_1^-) at the case's start with its velocity moved off the
/// constraint. p_0^- = G v, start `plain`; by central differences in (q_0, v_0).
struct Mapped {
  Candidate candidate;
  int constraints;
};
double determinant(Mapped const& mapped) {
  auto const& problem = find_problem(mapped.candidate.problem);
  auto spec = mapped.candidate.spec(RawQuad(1) / 10, 1, 1);
  spec.start = "plain";
  auto const start = mapped.candidate.run_quad(RawQuad(1) / 10, 1);
  int const size = static_cast<int>(start.start_q.size()), dof = static_cast<int>(start.start_v.size());
  std::vector<RawQuad> q = start.start_q, v = start.start_v;
  for (int i = 0; i < dof; ++i) v[i] += RawQuad(i + 1) / 10;

  // (q_1, p_1^-), or with a vanishing step (q_0, p_0^-).
  auto const image = [&](RawQuad const& step, std::vector<RawQuad> const& z) {
    spec.step = step;
    spec.setting.q.emplace(z.begin(), z.begin() + size);
    spec.setting.v.emplace(z.begin() + size, z.end());
    spec.setting.own_state = true;
    auto const run = problem.method(mapped.candidate.method).integrate_quad(spec);
    std::vector<RawQuad> all = run.q.back();
    auto const& p = run.memory.front().second;
    all.insert(all.end(), p.begin(), p.end());
    return all;
  };
  std::vector<RawQuad> z = q;
  z.insert(z.end(), v.begin(), v.end());
  auto const slope = [&](RawQuad const& step) {
    int const n = size + dof;
    Square D(n, n);
    RawQuad const d = 1e-9;
    for (int j = 0; j < n; ++j) {
      auto up = z, down = z;
      up[j] += d;
      down[j] -= d;
      auto const a = image(step, up), b = image(step, down);
      for (int i = 0; i < n; ++i) D(i, j) = Quad((a[i] - b[i]) / (2 * d));
    }
    return D.partialPivLu().determinant();
  };
  // A step of 1e-30 is the reflection R alone, whose determinant is (-1)^m.
  Quad const reflection = slope(RawQuad(1e-30Q));
  Quad const sign = mapped.constraints % 2 == 0 ? 1 : -1;
  return double(slope(RawQuad(1) / 10) / (reflection * sign));
}

void compute(Findings& findings) {
  std::vector<Mapped> const maps{
      {{test_system, "T", "gni", {{"epsilon", "0.5"}}}, 1},
      {{test_system, "T", "gni", {{"epsilon", "0"}}}, 1},
      {{test_system, "T", "gni_composition"}, 1},
      {{"nonholonomic_particle", "P1", "gni"}, 1},
      {{"snakeboard", "FIM", "gni"}, 2},
      {{"snakeboard", "FIM", "reduced_gni"}, 2},
      {{"chaplygin_sleigh", "FIM", "gni"}, 1},
      {{"chaplygin_sleigh", "FIM", "reduced_gni"}, 1}};
  double worst = 0;
  std::vector<std::string> words;
  for (auto const& m : maps) {
    double const value = determinant(m);
    double const expected =
        m.candidate.method == "gni_composition" ? 1 : m.constraints % 2 == 0 ? 1 : -1;
    worst = std::max(worst, std::abs(value - expected));
    words.push_back(fmt::format("{} {} {:+.12f}", m.candidate.problem, m.candidate.method, value));
  }
  findings.measure("FJM-01/volume", worst, fmt::format("{:.1e} ({})", worst, fmt::join(words, ", ")));
}

}  // namespace

}  // namespace rattleback::ferraro_jimenez_martin_2015
