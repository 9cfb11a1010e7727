#include "program/interface/provenance.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <sundials/sundials_config.h>
#include <sys/resource.h>

#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <boost/version.hpp>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "program/interface/messages.hpp"

namespace rattleback {

namespace {
/// Number of the meaning of the keys in JSON; it grows if a key is removed, renamed or redefined.
constexpr int schema = 1;
}  // namespace

std::string compiler() { return RATTLEBACK_COMPILER_VERSION; }
std::string build_preset() { return RATTLEBACK_PRESET; }
std::string build_type() { return RATTLEBACK_BUILD_TYPE; }
std::string build_flags() { return RATTLEBACK_FLAGS; }

std::string architecture() {
#if defined(__x86_64__)
  return "x86_64";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "unknown";
#endif
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string text; std::getline(file, text);)
    if (text.starts_with("model name"))
      if (auto const colon = text.find(": "); colon != text.npos) return text.substr(colon + 2);
  return "unknown";
}

std::vector<std::pair<std::string, std::string>> library_versions() {
  return {{"Eigen",
           fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
          {"Boost", fmt::format("{}.{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000,
                                BOOST_VERSION % 100)},
          {"SUNDIALS", SUNDIALS_VERSION},
          {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100,
                              FMT_VERSION % 100)},
          {"nlohmann-json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR,
                                        NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
          {"CLI11", CLI11_VERSION},
          {"glibc", gnu_get_libc_version()}};
}

nlohmann::json program_stamp() {
  return {{"version", version()}, {"commit", source_commit()}, {"schema", schema}};
}

Json stamped(JsonObject object) { return object.add("program", Json::of(program_stamp())); }

void print_result(JsonObject const& result) { print_text(stamped(result).text() + "\n"); }

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

double cpu_seconds_so_far() {
  double total = 0;
  for (int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    ::getrusage(who, &used);
    for (auto const& t : {used.ru_utime, used.ru_stime})
      total += static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  }
  return total;
}

}  // namespace rattleback
