#include "problems/text/series/series_code.hpp"

#include <fmt/format.h>

namespace rattleback::text {

LoopsText SeriesTape::code(std::string const& name) const {
  auto const call = [](char const* function, Step const& step, char const* arguments) {
    auto rows = step.rows();
    auto end = rows.size();
    while (rows[end - 1] < 0) --end;
    std::string places;
    for (std::size_t i = 0; i < end; ++i)
      places += (i > 0 ? ", " : "") +
                (rows[i] < 0 ? "nullptr" : fmt::format("r + {}", rows[i] * row_size<double>));
    return fmt::format("  {}<Rule({})>(Of<S>{{{}}}, {});\n", function, int(step.rule), places,
                       arguments);
  };
  if (lasting_ > most_operations_of_loops) return {};
  std::string begin, advance;
  for (std::size_t i = 0; i < lasting_; ++i) {
    begin += call("begin", steps_[i], "rate");
    advance += call("advance", steps_[i], "k, order, factor");
  }
  return {
      fmt::format(R"(template <class S>
void begin_{0}(S* r, S rate) {{
{1}}}
template <class S>
void advance_{0}(S* r, int k, S rate) {{
  S const order(k), factor = rate / (order + S(1));
  r += k;
{2}}}
)",
                  name, begin, advance),
      fmt::format("    {{{0}u, {{{{&begin_{1}, &advance_{1}}}, {{&begin_{1}, &advance_{1}}}}}}},\n",
                  fingerprint(), name)};
}

std::string loops_source(std::vector<LoopsText> const& loops) {
  std::string functions, entries;
  for (auto const& one : loops) {
    functions += one.functions;
    entries += one.entry;
  }
  return fmt::format(R"(#include "problems/text/series/series_tape.hpp"
namespace rattleback::text {{
namespace {{
template <class S>
using Of = Coefficients<S>;
{}SeriesLoops const all[]{{
{}}};
}}  // namespace
std::span<SeriesLoops const> loops_of_catalogue() {{ return all; }}
}}  // namespace rattleback::text
)",
                     functions, entries);
}

}  // namespace rattleback::text
