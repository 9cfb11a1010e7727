#include "experiments/core/experiment.hpp"

namespace rattleback::beyond {

Paper paper() {
  return {.id = "beyond",
          .short_name = "Beyond the papers",
          .citation = "Studies of this project: systems and methods that the papers do not treat",
          .published = false};
}

}  // namespace rattleback::beyond
