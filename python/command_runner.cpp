#include "python/command_runner.hpp"

#include <cxxabi.h>
#include <pthread.h>
#include <signal.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <thread>

#include "base/invalid_input.hpp"
#include "base/io_error.hpp"
#include "program/program.hpp"
#include "program/text/caller.hpp"
#include "program/text/interruption.hpp"
#include "program/text/messages.hpp"

namespace rattleback {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
constexpr auto longest_wait = 50ms;

/// Returns the message of the current exception in the words of the command line, with its notes on
/// separate lines.
std::string complaint_in_flight() {
  try {
    auto const complaint = report_of_current_exception();
    std::string text = complaint.message;
    for (auto const& note : complaint.notes) text += "\n" + note;
    return text;
  } catch (...) {
    return "a defect of the program; please report it with the command that shows it";
  }
}

/// Command in a thread of its own, which shares ownership, because the waiting thread may end
/// first.
class Command {
 public:
  Command(std::vector<std::string> arguments, bool wants_table) : arguments_(std::move(arguments)) {
    if (wants_table) caller.table = &result.rows;
    caller.progress = [this](std::string const& label, double fraction) {
      std::lock_guard const lock(mutex_);
      label_ = label;
      fraction_ = fraction;
      is_new_ = true;
    };
  }

  void run() {
    using enum CommandResult::End;
    std::vector<char const*> words{"rattleback"};
    for (auto const& argument : arguments_) words.push_back(argument.c_str());
    try {
      result.status = run_program(static_cast<int>(words.size()), words.data());
    } catch (Interrupted const&) {
      result.end = interrupted;
    } catch (InvalidInput const&) {
      result.end = misuse, result.complaint = complaint_in_flight();
    } catch (IoError const&) {
      result.end = file_failure, result.complaint = complaint_in_flight();
    } catch (std::bad_alloc const&) {
      result.end = no_memory, result.complaint = complaint_in_flight();
    } catch (...) {
      result.end = defect, result.complaint = complaint_in_flight();
    }
    result.printed = std::move(caller.printed);
    result.messages = std::move(caller.messages);
    std::lock_guard const lock(mutex_);
    has_ended_ = true;
    change_.notify_all();
  }

  /// Waits for a short time; returns true if the work has ended.
  bool wait() {
    std::unique_lock lock(mutex_);
    return change_.wait_for(lock, longest_wait, [&] { return has_ended_; });
  }
  bool has_ended() {
    std::lock_guard const lock(mutex_);
    return has_ended_;
  }

  void show(Host& host) {
    std::string label;
    double fraction = 0;
    {
      std::lock_guard const lock(mutex_);
      if (!is_new_) return;
      is_new_ = false;
      label = label_;
      fraction = fraction_;
    }
    host.show(label, fraction);
  }

  Caller caller;
  CommandResult result;

 private:
  std::vector<std::string> const arguments_;
  std::mutex mutex_;
  std::condition_variable change_;
  std::string label_;
  double fraction_ = 0;
  bool is_new_ = false, has_ended_ = false;
};

/// Queue of the threads that run commands.
struct Turns {
  std::mutex mutex;
  std::condition_variable change;
  bool taken = false;
  int inside = 0;  ///< number of threads that run a command or wait
  std::shared_ptr<Command> work;
  std::optional<std::thread::id> last;  ///< thread that ends the interpreter
  bool cut_off = false;                 ///< true in the child of a fork during a command
};

/// Never freed, because threads may use it until the process ends. The child of a fork gets a new
/// one, because threads that hold the mutex or wait for it do not exist in the child.
Turns* turns = new Turns;

void before_fork() { turns->mutex.lock(); }
void after_fork_in_parent() { turns->mutex.unlock(); }
void after_fork_in_child() {
  auto* const before = turns;
  turns = new Turns;
  turns->cut_off = before->cut_off || before->taken;
  before->mutex.unlock();
}

[[maybe_unused]] int const handlers =
    pthread_atfork(&before_fork, &after_fork_in_parent, &after_fork_in_child);

/// True while this thread runs a command.
thread_local bool runs_command = false;

[[noreturn]] void refuse_forked() {
  throw CommandRefused(
      "rattleback: this process was forked while a command ran, which cannot end here; start "
      "processes "
      "by the method 'spawn' or 'forkserver' of multiprocessing, or fork before or after "
      "commands");
}

/// Registration of a thread in run_command.
class Presence {
 public:
  Presence() {
    std::lock_guard const lock(mine_->mutex);
    if (mine_->cut_off) refuse_forked();
    if (runs_command)
      throw CommandRefused(
          "rattleback: a command is called from the progress callback, or a signal handler, of "
          "another that this thread runs; call it after the other has returned");
    ++mine_->inside;
  }
  ~Presence() {
    if (mine_ != turns) return;
    std::lock_guard const lock(mine_->mutex);
    --mine_->inside;
    mine_->change.notify_all();
  }
  Presence(Presence const&) = delete;
  Presence& operator=(Presence const&) = delete;

 private:
  Turns* const mine_ = turns;
};

/// Turn of this thread; the constructor waits for it.
class Turn {
 public:
  Turn(std::shared_ptr<Command> const& work, Host& host) {
    for (;;) {
      bool has_turn = false, ends = false;
      host.while_others_run([&] {
        std::unique_lock lock(mine_->mutex);
        mine_->change.wait_for(lock, longest_wait, [&] { return !mine_->taken || is_too_late(); });
        ends = is_too_late();
        if (ends || mine_->taken) return;
        has_turn = mine_->taken = true;
        mine_->work = work;
      });
      if (ends) throw InterpreterEnds{};
      if (has_turn) break;
      host.look();
      if (is_lost()) refuse_forked();
    }
    runs_command = true;
    set_caller(&work->caller);
  }
  ~Turn() {
    runs_command = false;
    if (is_lost()) return;
    std::lock_guard const lock(mine_->mutex);
    set_caller(nullptr);
    forget_interruption();
    mine_->taken = false;
    mine_->work.reset();
    mine_->change.notify_all();
  }
  Turn(Turn const&) = delete;
  Turn& operator=(Turn const&) = delete;

  /// True in the child if this thread forked the process.
  bool is_lost() const { return mine_ != turns; }
  bool ends() const {
    std::lock_guard const lock(mine_->mutex);
    return is_too_late();
  }

 private:
  bool is_too_late() const { return mine_->last && *mine_->last != std::this_thread::get_id(); }

  Turns* const mine_ = turns;
};

}  // namespace

CommandResult run_command(std::vector<std::string> arguments, bool wants_table, Host& host) {
  Presence const presence;
  auto const work = std::make_shared<Command>(std::move(arguments), wants_table);
  Turn const turn(work, host);
  // Detached: a thread that the end of the interpreter ends while it waits must not end the
  // process.
  std::thread([work] { work->run(); }).detach();
  std::exception_ptr thrown;
  for (bool ended = false; !ended;) {
    host.while_others_run([&] { ended = work->wait(); });
    if (thrown) continue;
    try {
      host.look();
      work->show(host);
    } catch (abi::__forced_unwind const&) {
      throw;  // the interpreter ends this thread
    } catch (...) {
      thrown = std::current_exception();
      if (!turn.is_lost()) interrupt(SIGINT);
    }
    if (turn.is_lost()) break;
  }
  if (thrown) std::rethrow_exception(thrown);
  if (turn.is_lost()) refuse_forked();
  if (work->result.end == CommandResult::End::interrupted && turn.ends()) throw InterpreterEnds{};
  return std::move(work->result);
}

void end_commands(Host& host) {
  if (runs_command) return;
  auto* const mine = turns;
  std::shared_ptr<Command> work;
  {
    std::lock_guard const lock(mine->mutex);
    if (mine->cut_off) return;
    mine->last = std::this_thread::get_id();
    work = mine->work;
    if (work) interrupt(SIGINT);
    mine->change.notify_all();
  }
  // The work must end before the program's data are destroyed; a waiting thread may be busy with a
  // callback.
  std::optional<Clock::time_point> limit;
  for (bool ended = false; !ended;) {
    host.while_others_run([&] {
      std::unique_lock lock(mine->mutex);
      ended = mine->change.wait_for(lock, longest_wait, [&] { return mine->inside == 0; });
    });
    if (!limit && (!work || work->has_ended())) limit = Clock::now() + 1s;
    if (limit && Clock::now() > *limit) return;
    if (!ended) host.look();
  }
}

}  // namespace rattleback
