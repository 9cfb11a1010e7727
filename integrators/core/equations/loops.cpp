#include "integrators/core/equations/loops.hpp"

namespace rattleback {

text::LoopsText loops_of(std::string const& name, TracedEquations const& traced,
                         std::vector<Factor> const& factors) {
  using text::SeriesTape, text::Tape;
  auto const& q = traced.inputs[0];
  auto const& v = traced.inputs[1];
  auto const tape = [&](std::vector<graph::Result> const& results) {
    return Tape(traced.graph, static_cast<int>(traced.parameters.size()), {q, v}, results,
                traced.driven);
  };
  bool const has_closed_form = !traced.motion.empty() && traced.terms[4].entries.size() == 1;
  auto const series = has_closed_form
                          ? SeriesTape::of_closed_form(tape(traced.motion), q.count, v.count)
                          : SeriesTape::of_saddle_form(tape(traced.terms), text::tangent_tape(factors),
                                                       q.count, v.count);
  return series.code(name);
}

}  // namespace rattleback
