#include "base/files/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <utility>

#include "base/files/cleanup.hpp"
#include "base/io_error.hpp"

namespace rattleback {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// End of a pipe that no child inherits.
class PipeEnd {
 public:
  explicit PipeEnd(int number = -1) : number_(number) {}
  PipeEnd(PipeEnd&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  PipeEnd& operator=(PipeEnd&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~PipeEnd() { close(); }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  int number() const { return number_; }

 private:
  int number_;
};

struct Pipe {
  PipeEnd read, write;
};

Pipe open_pipe() {
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw_io_error("cannot open a pipe");
  return {PipeEnd(ends[0]), PipeEnd(ends[1])};
}

std::vector<char*> pointers(std::vector<std::string> const& texts) {
  std::vector<char*> list;
  for (std::string const& text : texts) list.push_back(const_cast<char*>(text.c_str()));
  list.push_back(nullptr);
  return list;
}

/// Waits for the program `id`, which the calling process started as the leader of their group, and
/// ends as the program did. If the parent of the calling process is killed, kills the group:
/// signals for the death of a parent reach children only, not the compiler of a compiler's driver.
[[noreturn]] void guard(pid_t id, sigset_t const& watched, sigset_t const& none) {
  ::close_range(0, ~0U, 0);
  int status = 0;
  for (int number = 0; ::waitpid(id, &status, WNOHANG) != id;)
    if (::sigwait(&watched, &number) == 0 && number == SIGHUP) ::kill(0, SIGKILL);
  if (!WIFSIGNALED(status)) ::_exit(WEXITSTATUS(status));
  rlimit const no_core{};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::signal(WTERMSIG(status), SIG_DFL);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::kill(::getpid(), WTERMSIG(status));
  ::_exit(EXIT_FAILURE);
}

/// Turns the forked child into a guard of the program. Another thread may have held any lock at the
/// fork, so only async-signal-safe functions are called.
[[noreturn]] void become(char const* program, char* const* arguments, char* const* environment,
                         char const* folder, pid_t parent, int output, int failure) {
  ::setpgid(0, 0);
  for (int const number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGCHLD})
    ::signal(number, SIG_DFL);
  sigset_t none, watched;
  ::sigemptyset(&none);
  ::sigemptyset(&watched);
  for (int const number : {SIGHUP, SIGCHLD}) ::sigaddset(&watched, number);
  ::sigprocmask(SIG_SETMASK, &watched, nullptr);
  ::prctl(PR_SET_PDEATHSIG, SIGHUP);
  if (::getppid() != parent) ::_exit(EXIT_FAILURE);
  pid_t const guardian = ::getpid(), id = ::_Fork();
  if (id > 0) guard(id, watched, none);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (id == 0 && ::getppid() != guardian) ::_exit(EXIT_FAILURE);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  int const nothing = ::open("/dev/null", O_RDONLY);
  if (id == 0 && nothing >= 0 && ::dup2(nothing, STDIN_FILENO) >= 0 &&
      ::dup2(output, STDOUT_FILENO) >= 0 && ::dup2(output, STDERR_FILENO) >= 0 &&
      ::chdir(folder) == 0)
    ::execve(program, arguments, environment);
  int const error = errno;
  [[maybe_unused]] auto const told = ::write(failure, &error, sizeof error);
  ::_exit(EXIT_FAILURE);
}

/// Running child, killed with its process group by the destructor.
class Child {
 public:
  explicit Child(ChildProcess const& process)
      : name_(process.program.string()), most_output_(process.most_output) {
    std::vector<std::string> arguments{name_};
    arguments.insert(arguments.end(), process.arguments.begin(), process.arguments.end());
    auto const argument_list = pointers(arguments), environment = pointers(process.environment);
    Pipe output = open_pipe(), failure = open_pipe();
    pid_t const parent = ::getpid();
    id_ = ::fork();
    if (id_ < 0) throw_io_error("cannot start '" + name_ + "'");
    if (id_ == 0)
      become(name_.c_str(), argument_list.data(), environment.data(), process.folder.c_str(),
             parent, output.write.number(), failure.write.number());
    ::setpgid(id_, id_);  // also set by the child; the first call counts
    kill_on_exit(id_);
    output_ = std::move(output.read);
    ::fcntl(output_.number(), F_SETFL, O_NONBLOCK);
    failure.write.close();
    int error = 0;
    ssize_t told;
    while ((told = ::read(failure.read.number(), &error, sizeof error)) < 0 && errno == EINTR) {
    }
    if (told == sizeof error) {
      end();
      throw_io_error("cannot start '" + name_ + "'", error);
    }
  }
  ~Child() { end(); }
  Child(Child const&) = delete;
  Child& operator=(Child const&) = delete;

  /// Waits briefly for output or for the end, and appends the output to `text`.
  void wait(std::string& text) {
    // A closed output announces the end, so the wait is shorter.
    bool const open = output_.number() >= 0;
    pollfd watched{output_.number(), POLLIN, 0};
    ::poll(&watched, open ? 1 : 0, open ? 20 : 1);
    read(text);
  }

  void read(std::string& text) {
    std::array<char, 4096> buffer;
    for (ssize_t count; output_.number() >= 0;) {
      count = ::read(output_.number(), buffer.data(), buffer.size());
      if (count == 0) output_.close();
      if (count <= 0) return;
      text.append(buffer.data(), std::min<std::size_t>(count, most_output_ - text.size()));
      if (text.size() == most_output_) return;  // yields to the caller in endless output
    }
  }

  /// True if the child has ended; it stays unreaped, so that its process id is not reused.
  bool has_ended() const {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOWAIT | WNOHANG) == 0 &&
           info.si_pid == id_;
  }

  /// Kills the rest of the group and returns the status of the child.
  int end() {
    if (id_ <= 0) return 0;
    ::kill(-id_, SIGKILL);
    ::kill(id_, SIGKILL);
    int status = 0;
    while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    forget(id_);
    id_ = 0;
    return status;
  }

 private:
  std::string const name_;
  std::size_t const most_output_;
  pid_t id_ = 0;
  PipeEnd output_;
};

}  // namespace

std::string ChildEnd::words() const {
  if (WIFSIGNALED(status))
    return fmt::format("signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
  return fmt::format("exit status {}", WEXITSTATUS(status));
}

fs::path program_in_path(std::string const& name) {
  char const* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    fs::path const file = fs::path(folder.empty() ? "." : folder) / name;
    std::error_code ignored;
    if (::access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file, ignored))
      return fs::absolute(file);
  }
  return {};
}

ChildEnd run_child(ChildProcess const& process, Watch const& watch) {
  auto const end = Clock::now() + process.patience;
  std::string output;
  Child child(process);
  while (!child.has_ended()) {
    if (watch) watch();
    if (Clock::now() >= end)
      throw IoError(fmt::format("'{}' exceeded the time limit of {:g} s and was stopped",
                                process.program.string(),
                                std::chrono::duration<double>(process.patience).count()));
    child.wait(output);
  }
  child.read(output);
  return {child.end(), output};
}

}  // namespace rattleback
