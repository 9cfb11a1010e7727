#include "laboratory/methods_of_module.hpp"

#include "integrators/core/method/method_card.hpp"
#include "methods.hpp"

namespace rattleback::laboratory {
namespace {
template <class... Methods>
std::vector<MethodCard> cards_of(MethodList<Methods...>) {
  return {card_of<Methods>()...};
}
}  // namespace

std::vector<MethodCard> cards_of_methods() { return cards_of(AllMethods{}); }

}  // namespace rattleback::laboratory
