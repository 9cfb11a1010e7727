#include "program/interface/shared_options.hpp"

#include <algorithm>
#include <stdexcept>

namespace rattleback {

OptionDescription const& shared_option(std::string const& name) {
  static std::vector<OptionDescription> const all{
      {"PROBLEM", "", "Problem, see `list problems`, or its file name"},
      {"INTEGRATOR", "", "Method, see `list integrators`, or its header"},
      {"--step", "H", "Step size; output interval of adaptive solvers"},
      {"--case", "NAME", "Named parameters and initial condition (default: the first)"},
      {"--set", "PARAMETER=VALUE", "Set a parameter; may be repeated"},
      {"--option", "NAME=VALUE", "Set an option of the method; may be repeated"},
      {"--steps-per-unit", "A,B,C,D,..", "At least four numbers of steps per unit, increasing"},
      {"--section", "NAME=VALUE", "Record the crossings of this section, which --output writes"},
      {"--crossing", "up|down|both", "Direction of the crossings (default up)"},
      {"--figure", "FILE", "Draw the result as FILE.svg, .pdf or .png"},
      {"--width", "W", "Width of the figure, such as 86mm, 18cm or 3.4in, one column"},
      {"--threads", "K", "Threads (default: all); the result does not depend on it"},
      {"--strict", "", "Exit status 1 for a failed run, a broken law or a difference"},
      {"--json", "", "Print JSON"}};
  auto const found = std::ranges::find(all, name, &OptionDescription::name);
  if (found == all.end()) throw std::logic_error(name + " is not shared");
  return *found;
}

std::string renamed_option(std::string const& name) { return name == "--jobs" ? "--threads" : ""; }

}  // namespace rattleback
