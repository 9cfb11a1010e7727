#include "integrators/core/registry/lookup.hpp"

#include <fmt/format.h>

#include <deque>
#include <mutex>

namespace rattleback::text {
namespace {

std::mutex reading;

std::deque<std::shared_ptr<LoadedProblem>>& loaded_problems() {
  static std::deque<std::shared_ptr<LoadedProblem>> problems;
  return problems;
}
std::shared_ptr<LoadedProblem const>& in_place_of_file() {
  static std::shared_ptr<LoadedProblem const> problem;
  return problem;
}
using CompiledTexts = std::function<CompiledText(ProblemFile const&, LoadedProblem const&)>;
CompiledTexts& compiled_texts() {
  static CompiledTexts source;
  return source;
}

}  // namespace

TextLoader const& loader(SpaceKind kind, bool driven) {
  for (auto const& loader : text_loaders())
    if (loader.kind == kind && loader.driven == driven) return loader;
  if (kind == SpaceKind::large && !text_loaders().empty())
    throw InvalidInput(
        fmt::format("this build takes texts of at most {} velocities and {} "
                    "constraints",
                    capacity_of_any_size.velocities, capacity_of_any_size.constraints));
  throw InvalidInput("this program was built without problems in texts");
}

std::string fixed_signature(ProblemFile const& file) {
  std::string type;
  for (auto factor = file.space.rbegin(); factor != file.space.rend(); ++factor) {
    auto const own = factor->front() == 'R' ? fmt::format("R<{}>", factor->substr(1)) : *factor;
    type = type.empty() ? own : fmt::format("Product<{}, {}>", own, type);
  }
  return fmt::format("{}, {}, {}", type, file.constraints.size(), file.driven);
}

void look_up_compiled_texts(CompiledTexts source) { compiled_texts() = std::move(source); }

bool is_path(std::string const& problem) {
  return problem.find('/') != std::string::npos || problem.ends_with(".toml");
}

namespace {
ProblemEntry const& loaded_from(ProblemFile file) {
  file.require_sizes();
  auto const& own = loader(file.kind_of_space(), file.driven);
  auto const shared = std::make_shared<LoadedProblem>();
  auto& loaded = *shared;
  loaded.signature = own.signature;
  auto again = file;
  auto const content = file.content;
  for (bool is_loaded = false; !is_loaded;) try {
      own.load(file, loaded);
      is_loaded = true;
    } catch (RedundantConstraint const& redundant) {
      again.leave_out(redundant.number);
      file = again;
    } catch (SingularMass const&) {
      again.regularise();
      file = again;
    }
  if (auto const& source = compiled_texts())
    if (auto const compiled = source(again, loaded)) {
      loaded.signature = fixed_signature(again);
      compiled(again, loaded);
    }
  loaded.entry.content = content;
  return loaded_problems().emplace_back(shared)->entry;
}
}  // namespace

ProblemEntry const& problem_in_file(std::string const& path) {
  std::lock_guard const lock(reading);
  if (auto const& kept = in_place_of_file(); kept && kept->entry.card.id == path)
    return kept->entry;
  return loaded_from(read_problem(path));
}

ProblemEntry const& problem_in_text(std::string const& path, std::string text) {
  std::lock_guard const lock(reading);
  return loaded_from(problem_of_text(path, std::move(text)));
}

void forget_problems_in_files() {
  std::lock_guard const lock(reading);
  std::erase_if(loaded_problems(), [](auto const& problem) { return problem.use_count() == 1; });
}

std::shared_ptr<LoadedProblem const> keep(ProblemEntry const& entry) {
  std::lock_guard const lock(reading);
  for (auto const& problem : loaded_problems())
    if (&problem->entry == &entry) return problem;
  return nullptr;
}

LoadedProblem const* loaded_problem(ProblemEntry const& entry) { return keep(entry).get(); }

InPlaceOfFile::InPlaceOfFile(std::shared_ptr<LoadedProblem const> problem) {
  std::lock_guard const lock(reading);
  in_place_of_file() = std::move(problem);
}

InPlaceOfFile::~InPlaceOfFile() {
  std::lock_guard const lock(reading);
  in_place_of_file() = nullptr;
}

}  // namespace rattleback::text
