#include "base/program_file.hpp"

#include <dlfcn.h>
#include <link.h>

namespace rattleback {

std::filesystem::path program_file() {
  Dl_info info{};
  link_map* map = nullptr;
  auto const here = reinterpret_cast<void const*>(&program_file);
  bool const found = ::dladdr1(here, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0;
  // The program itself has no name in the loader's list.
  if (found && map && map->l_name && *map->l_name) return map->l_name;
  std::error_code unreadable;
  auto const program = std::filesystem::read_symlink("/proc/self/exe", unreadable);
  return unreadable ? std::filesystem::path() : program;
}

}  // namespace rattleback
