#include "program/interface/messages.hpp"

#include <cxxabi.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>

#include "base/invalid_input.hpp"
#include "base/io_error.hpp"
#include "program/interface/interruption.hpp"

namespace rattleback {

namespace {
std::atomic<Caller*> present{nullptr};

/// Returns `text` with "..." in place of the bytes between its first `head` and its last `tail`
/// bytes; no character of several bytes is cut.
std::string without_middle(std::string_view text, std::size_t head, std::size_t tail) {
  auto const goes_on = [&](std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  auto from = text.size() - tail;
  while (head < from && goes_on(head)) ++head;
  while (head < from && goes_on(from)) --from;
  return std::string(text.substr(0, head)).append("...").append(text.substr(from));
}

/// Returns the message without the middle of words of more than 400 characters, and without its own
/// middle if it remains longer than 3800 characters.
std::string readable(std::string_view message) {
  constexpr std::size_t longest_word = 400, longest_message = 3800;
  std::string text;
  while (!message.empty()) {
    auto const end = std::min(message.find(' '), message.size() - 1) + 1;
    auto const word = message.substr(0, end);
    text += word.size() > longest_word ? without_middle(word, 200, 100) : std::string(word);
    message.remove_prefix(end);
  }
  return text.size() > longest_message ? without_middle(text, 2600, 1100) : text;
}

std::string const too_large =
    "not enough memory: use fewer nodes (--every, --until), orbits (--orbits) or threads "
    "(--threads)";
}  // namespace

void Caller::take_message(std::string message) {
  std::lock_guard const lock(mutex_);
  messages.push_back(std::move(message));
}

Caller* caller() { return present; }
void set_caller(Caller* caller) { present = caller; }

void print_text(std::string const& text) {
  if (auto* const here = caller())
    here->printed += text;
  else
    fmt::print("{}", text);
}

void print_message(std::string_view message) noexcept {
  try {
    if (auto* const here = caller()) {
      here->take_message(readable(message));
      return;
    }
    std::string line = "rattleback: " + readable(message);
    for (char& c : line)
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
    line += '\n';
    // On a terminal, the line may show progress.
    if (::isatty(STDERR_FILENO)) line.insert(0, "\r\x1b[K");
    for (std::string_view left = line; !left.empty();) {
      auto const written = ::write(STDERR_FILENO, left.data(), left.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return;
      left.remove_prefix(static_cast<std::size_t>(written));
    }
  } catch (std::bad_alloc const&) {
  }
}

std::string type_name(std::type_info const& type) {
  int failed = 0;
  std::unique_ptr<char, decltype(&std::free)> const demangled(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &failed), &std::free);
  std::string const name = failed ? type.name() : demangled.get();
  return name.starts_with("std::") ? name.substr(5) : name;
}

void print_left_out(std::string const& reason) { print_message("note: left out: " + reason); }

void flush_stdout() {
  if (std::fflush(stdout) != 0) throw_io_error("cannot write to stdout");
}

ErrorReport report_of_current_exception() {
  try {
    throw;
  } catch (InputFileError const& mistake) {
    return {mistake.what(), mistake.notes};
  } catch (InvalidInput const& misuse) {
    return {misuse.what()};
  } catch (IoError const& failure) {
    return {failure.what()};
  } catch (std::bad_alloc const&) {
    return {too_large};
  } catch (std::length_error const&) {
    return {too_large};
  } catch (std::filesystem::filesystem_error const& error) {
    return {fmt::format("cannot use '{}': {}", error.path1().string(), error.code().message())};
  } catch (std::system_error const& error) {
    // Formatted output to stdout and the start of a thread throw this type.
    return {fmt::format("{}: {}",
                        std::ferror(stdout) ? "cannot write to stdout"
                                            : "the system provided no thread or another resource",
                        error.code().message())};
  } catch (std::exception const& error) {
    return {
        fmt::format("a defect of the program ({}); please report it with the command that "
                    "shows it",
                    type_name(typeid(error)))};
  } catch (...) {
    return {
        "a defect of the program (an exception of unknown type); please report it with the "
        "command that shows it"};
  }
}

namespace {
constexpr std::chrono::milliseconds first_wait{1000}, wait{200};
}

Progress::Progress(std::string label)
    : label_(std::move(label)),
      watched_(isatty(STDERR_FILENO) == 1),
      next_(std::chrono::steady_clock::now() + first_wait) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void Progress::operator()(double fraction) {
  throw_if_interrupted();
  auto* const here = caller();
  if (here ? !here->progress : !watched_) return;
  std::lock_guard const lock(mutex_);
  auto const now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + wait;
  if (here) return here->progress(label_, fraction);
  shown_ = true;
  std::fputs(fmt::format("\r{} {:.0f}%", label_, 100 * fraction).c_str(), stderr);
}

void Progress::line(std::string const& text) {
  if (caller()) return;
  std::lock_guard const lock(mutex_);
  if (shown_) std::fputs("\r\x1b[K", stderr);
  shown_ = false;
  std::fputs(("rattleback: note: " + text + "\n").c_str(), stderr);
}

}  // namespace rattleback
