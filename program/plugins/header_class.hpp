#pragma once
// Headers of the program, classes in users' headers, and records of the ids of built classes.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rattleback {

/// Class of a method in a user's header.
struct HeaderClass {
  std::filesystem::path header;  ///< absolute path
  std::string type;
};

/// Returns the class `type` in the header; by default the header's name in camel case, MyMethod in
/// my_method.hpp. Throws InvalidInput if the name is not a C++ name, IoError if the file is
/// missing.
HeaderClass class_in_header(std::string const& header, std::optional<std::string> const& type = {});

/// Returns the folders of the program's headers, handwritten ones first: its source and build
/// folders, or include/rattleback of the installation. Throws InvalidInput if neither exists.
std::vector<std::filesystem::path> header_folders();

/// True if the name of a method is the path of a header.
bool is_header(std::string const& word);

/// Throws InvalidInput unless the id consists of letters, digits and _.
void require_id(std::string const& id, HeaderClass const& in);

/// Record of a method that was built.
struct BuiltClass {
  std::string id;
  HeaderClass in;
  std::vector<std::string> built_for;  ///< ids of the problems that it was compiled for
};
/// Records that the id means the class. Throws InvalidInput if it also means a class in a header
/// that still exists, IoError if the cache cannot be written.
void register_built(std::string const& id, HeaderClass const& in, std::string const& built_for);
/// Returns the record of the id, if there is one. Throws IoError if the record is damaged.
std::optional<BuiltClass> find_built(std::string const& id);
/// Returns the records of all classes whose headers exist, sorted by id. A note names each damaged
/// record.
std::vector<BuiltClass> all_built();

}  // namespace rattleback
