#include "tests/command_line/program_run.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace rattleback {

namespace fs = std::filesystem;

namespace {
void redirect(int stream, fs::path const& path) {
  int const file = ::open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
  if (file < 0 || ::dup2(file, stream) < 0) ::_exit(127);
}
}  // namespace

long Finished::err_lines() const { return std::ranges::count(err, '\n'); }

std::string Scratch::text_of(std::string const& file) const { return read_text(path() / file); }

std::vector<std::string> Scratch::files() const {
  std::vector<std::string> names;
  for (auto const& entry : fs::directory_iterator(path())) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

Finished Scratch::run(std::vector<std::string> const& arguments,
                      std::vector<Sent> const& signals) const {
  return run_file(RATTLEBACK_EXECUTABLE, arguments, signals);
}

Finished Scratch::shell(std::string const& command) const {
  return run_file("/bin/sh", {"-c", command}, {});
}

Finished Scratch::run_file(std::string const& file, std::vector<std::string> const& arguments,
                           std::vector<Sent> const& signals) const {
  // Output is stored in another folder, so that `files` lists only files of the program.
  TemporaryFolder const streams;
  std::vector<char*> argv{const_cast<char*>(file.c_str())};
  for (auto const& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t const child = ::fork();
  if (child < 0) throw std::runtime_error("cannot start the program");
  if (child == 0) {
    redirect(STDOUT_FILENO, streams.path / "out");
    redirect(STDERR_FILENO, streams.path / "err");
    ::setenv("RATTLEBACK", RATTLEBACK_EXECUTABLE, 1);
    auto const programs = fs::path(RATTLEBACK_EXECUTABLE).parent_path().string();
    ::setenv("PATH", (programs + ":" + std::getenv("PATH")).c_str(), 1);
    // Classes that the user has built do not affect the test.
    ::setenv("XDG_CACHE_HOME", (path() / "cache").c_str(), 1);
    if (::chdir(path().c_str()) == 0) ::execv(file.c_str(), argv.data());
    ::_exit(127);
  }
  using Clock = std::chrono::steady_clock;
  auto const start = Clock::now();
  for (auto const& sent : signals) {
    std::this_thread::sleep_until(start + std::chrono::milliseconds(sent.after_ms));
    ::kill(child, sent.signal);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  std::chrono::duration<double> const since =
      Clock::now() - start - std::chrono::milliseconds(signals.empty() ? 0 : signals[0].after_ms);
  Finished finished{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                    read_text(streams.path / "out"), read_text(streams.path / "err"),
                    since.count()};
  return finished;
}

std::vector<std::string> words(std::string const& text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

json json_of(Finished const& finished, int status) {
  EXPECT_EQ(finished.status, status) << finished.err;
  return json::parse(finished.out);
}

json json_of(Scratch const& scratch, std::string const& arguments) {
  return json_of(scratch.run(words(arguments + " --json")));
}

json json_of(std::string const& arguments) { return json_of(Scratch(), arguments); }

long digits(std::string const& number) {
  auto const mantissa = number.substr(0, number.find('e'));
  auto const first = mantissa.find_first_of("123456789");
  if (first == std::string::npos) return 0;
  return std::count_if(mantissa.begin() + static_cast<long>(first), mantissa.end(),
                       [](unsigned char c) { return std::isdigit(c); });
}

std::vector<std::string> lines(std::string const& text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

std::vector<std::string> blocks(std::string const& page, std::string const& kind) {
  std::vector<std::string> found;
  std::string const opening = "\n```" + kind + "\n";
  for (auto at = page.find(opening); at != page.npos; at = page.find(opening, at + 1)) {
    auto const begin = at + opening.size();
    found.push_back(page.substr(begin, page.find("\n```", begin) + 1 - begin));
  }
  return found;
}

void write(Scratch const& scratch, std::string const& name, std::string const& text) {
  write_text(scratch.path() / name, text);
}

void replace_in(Scratch const& scratch, std::string const& file, std::string const& old,
                std::string const& replacement) {
  auto text = scratch.text_of(file);
  auto const at = text.find(old);
  ASSERT_NE(at, text.npos) << old;
  write(scratch, file, text.replace(at, old.size(), replacement));
}

void copy_example(Scratch const& scratch, std::string const& name, std::string const& old,
                  std::string const& replacement) {
  write(scratch, name, read_text(RATTLEBACK_DOCS "/examples/" + name));
  replace_in(scratch, name, old, replacement);
}

Finished success_of(Finished finished) {
  EXPECT_EQ(finished.status, 0) << finished.err;
  return finished;
}

Finished success_of(Scratch const& scratch, std::string const& arguments) {
  SCOPED_TRACE(arguments);
  return success_of(scratch.run(words(arguments)));
}

std::string out_of(Scratch const& scratch, std::string const& arguments) {
  return success_of(scratch, arguments).out;
}

std::string refusal_of(Finished const& finished) {
  EXPECT_EQ(finished.status, 2) << finished.err;
  EXPECT_EQ(finished.err_lines(), 1) << finished.err;
  EXPECT_EQ(finished.out, "");
  return finished.err;
}

std::string refusal_of(Scratch const& scratch, std::string const& arguments) {
  SCOPED_TRACE(arguments);
  return refusal_of(scratch.run(words(arguments)));
}

void expect_refusal(Finished const& finished, std::string const& said) {
  EXPECT_THAT(refusal_of(finished), HasSubstr(said));
}

void expect_refusal(Scratch const& scratch, std::string const& arguments, std::string const& said) {
  SCOPED_TRACE(arguments);
  expect_refusal(scratch.run(words(arguments)), said);
}

std::vector<std::string> fields(json const& object) {
  std::vector<std::string> names;
  for (auto const& [name, value] : object.items()) names.push_back(name);
  return names;
}

bool has_null(json const& value) {
  return value.is_null() || (value.is_structured() && std::ranges::any_of(value, has_null));
}

}  // namespace rattleback
