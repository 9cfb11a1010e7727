#pragma once
// Classes in headers outside the tree, and the ids that they are known by once they were built.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rattleback {

/// A class, or a class template over the number type, in a header of the user.
struct HeaderClass {
  std::filesystem::path header;  ///< absolute
  std::string type;
};

/// Without `type` the class is the header's name in camel case: MyMethod in my_method.hpp. Throws
/// Misuse where the name is no C++ name, FileFailure where there is no file.
HeaderClass class_in_header(std::string const& header, std::optional<std::string> const& type = {});

/// Does a word that stands for a problem or a method mean a header?
bool is_header(std::string const& word);

/// Throws Misuse unless an id is made of letters, digits and _.
void require_id(std::string const& id, HeaderClass const& in);

enum class HeaderKind { method, problem };

/// What was built, by its id. `built_for` are the problems that a method was compiled for.
struct BuiltClass {
  std::string id;
  HeaderClass in;
  std::vector<std::string> built_for;
};
/// From now on the id means the class; a note says which one it meant before. Throws FileFailure
/// where the cache cannot be written.
void remember(HeaderKind kind, std::string const& id, HeaderClass const& in,
              std::string const& built_for = "");
/// None where nothing of that id was built. Throws FileFailure where the cache is damaged.
std::optional<BuiltClass> recalled(HeaderKind kind, std::string const& id);
/// All that were built and whose headers are still there, by id. A note names what is damaged.
std::vector<BuiltClass> all_recalled(HeaderKind kind);

}  // namespace rattleback
