#include <mutex>

#include "integrators/core/registry/lookup.hpp"
#include "problems/text/problem_text.hpp"
#include "problems/text/series/series_tape.hpp"

namespace rattleback::text {

[[maybe_unused]] static bool const loops_are_set =
    (generated_series_loops() = loops_of_catalogue(), true);

std::shared_ptr<Loaded const> text_of_catalogue(std::string const& id) {
  static std::mutex recording;
  std::lock_guard const lock(recording);
  auto made = std::make_shared<Loaded>();
  made->file = problem_of_text(id, text_in_catalogue(id));
  loader(made->file.kind_of_space(), made->file.driven).record(*made);
  return made;
}

LoadedProblem problem_of_catalogue(std::string const& id) {
  auto file = problem_of_text(id, text_in_catalogue(id));
  auto const& own = loader(file.kind_of_space(), file.driven);
  LoadedProblem made;
  made.signature = own.signature;
  own.load(file, made);
  return made;
}

}  // namespace rattleback::text
