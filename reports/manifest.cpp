#include "reports/manifest.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace rattleback::reports {

namespace fs = std::filesystem;

std::string sha256_text(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned int length = 0;
  if (EVP_Digest(text.data(), text.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("SHA-256 is not available in the cryptography library");
  }
  std::string hexadecimal;
  for (unsigned int i = 0; i < length; ++i) hexadecimal += fmt::format("{:02x}", digest[i]);
  return hexadecimal;
}

std::string sha256_file(fs::path const& path) { return sha256_text(read_text(path)); }

std::string read_text(fs::path const& path) {
  std::ifstream file(path, std::ios::binary);
  // Opening a folder succeeds on Linux and only the reading fails, hence the separate test.
  if (!file || fs::is_directory(path)) {
    throw std::runtime_error(fmt::format("cannot read {}", path.string()));
  }
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) throw std::runtime_error(fmt::format("cannot read {}", path.string()));
  return text;
}

void write_atomically(fs::path const& path, std::string_view text) {
  // The process number keeps two writers of the same path from sharing one temporary file.
  fs::path temporary = path;
  temporary += fmt::format(".{}.part", ::getpid());
  std::error_code failure;
  {
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    file.close();
    if (!file) failure = std::make_error_code(std::errc::io_error);
  }
  if (!failure) fs::rename(temporary, path, failure);
  if (failure) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw std::runtime_error(fmt::format("cannot write {}", path.string()));
  }
}

nlohmann::json read_json(fs::path const& path) {
  std::string const text = read_text(path);
  try {
    return nlohmann::json::parse(text);
  } catch (nlohmann::json::exception const& error) {
    throw std::runtime_error(fmt::format("{} is not valid JSON: {}", path.string(), error.what()));
  }
}

void write_manifest(fs::path const& experiment_folder, nlohmann::json const& provenance) {
  nlohmann::json manifest = provenance;
  nlohmann::json outputs = nlohmann::json::object();
  fs::path const manifest_path = experiment_folder / "manifest.json";
  for (auto const& entry : fs::recursive_directory_iterator(experiment_folder)) {
    if (!entry.is_regular_file() || entry.path() == manifest_path) continue;
    std::string const name = entry.path().lexically_relative(experiment_folder).generic_string();
    outputs[name] = sha256_file(entry.path());
  }
  manifest["outputs"] = std::move(outputs);
  write_atomically(manifest_path, manifest.dump(2) + "\n");
}

}  // namespace rattleback::reports
