#pragma once
#include <vector>

#include "integrators/core/method/method.hpp"

namespace rattleback::laboratory {

/// Returns the cards of the methods that the module is built with, in catalogue order.
std::vector<MethodCard> cards_of_methods();

}  // namespace rattleback::laboratory
