#include "experiments/ferraro_jimenez_martin_2015/shared/printed_forms.hpp"
#include "experiments/ferraro_jimenez_martin_2015/shared/reduced_system.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::errata_study {

void errata(Study& study) {
  auto const compare = [&](std::string const& id, double printed, double right) {
    study.add_erratum(id, printed, right,
                      fmt::format("printed {:.2e}, right {:.2e}", printed, right));
  };
  auto const maps = symplecticity();
  compare("E7", maps.better_printed, maps.corrected);
  auto const line = shake_line(), display = display_after_23c(),
             double_step = order_of_composition();
  compare("E7/remark", line.printed, line.corrected);
  compare("E8/display", display.printed, display.corrected);
  compare("E10", double_step.printed, double_step.corrected);
  Board const board{.coupled = true, .stiffness = 0.2_quad};
  compare("E11", distance_of_37({board, Tau::cayley, Block::of_inverse}),
          distance_of_37({board, Tau::cayley, Block::inverse_of}));
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::errata_study
