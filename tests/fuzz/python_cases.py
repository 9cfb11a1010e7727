"""Random calls in this process: SEED NUMBER...; prints "begin NUMBER KIND", "fault WORDS" and "end" for
each. Started by python_calls.py in an empty folder."""

import locale
import os
import random
import signal
import sys
import threading
import time

import rattleback as rb

import python_values as values

NEEDED = {
    "run": {"step": 0.1, "steps": 20},
    "converge": {"steps_per_unit": [2, 4, 8, 16]},
    "compare": {"steps_per_unit": [2, 4, 8, 16]},
    "ensemble": {"step": 0.1, "until": 3, "orbits": 10, "energy": 1.5, "seed": 1},
    "choose": {"until": 1, "error": 0.1, "limit": 1},
}
# Calls of the main thread last until a signal; the other kinds end by themselves.
SECONDS = {"one_call": 1.5, "name": 1.5, "text": 5, "callback": 20}
LONG = {"step": 1e-5, "until": 1e6, "every": 10**9}
LONGEST_MESSAGE = 12000  # an option's name and a value of 5000 letters, as text and as repr


class Enough(Exception):
    """Exception that ends calls: time is up, or a callback stops."""


class Fault(Exception):
    pass


def require(fact, words):
    if not fact:
        raise Fault(words)


class Calls:
    def __init__(self, chance, options):
        self.chance, self.options = chance, options
        self.problem = rb.Problem("contact_oscillator")

    def value(self, name):
        if self.chance.random() < 0.75:
            return self.chance.choice(values.FITTING[name])
        return self.chance.choice(values.ODD)

    def call(self, verb=None, **further):
        """Calls a function without arguments, and formats its result as text."""
        chance = self.chance
        verb = verb or chance.choices(list(NEEDED), [10, 2, 1, 5, 1])[0]
        names = chance.sample(self.options[verb], min(chance.randrange(5), len(self.options[verb])))
        options = dict(NEEDED[verb]) | {name: self.value(name) for name in names}
        if chance.random() < 0.1 and verb == "run":
            options.pop("steps")
        if chance.random() < 0.05:
            word = chance.choice(["help", "json", "evry", "", "step ", "st\0ep", "h", "é", "class"])
            options[word] = chance.choice([True, 1, "x"])
        for name in ("step", "until"):
            if verb == "ensemble" or name == "step" and verb == "run":
                options.setdefault(name, 0.1)
        options |= further
        odd = chance.random() < 0.1
        integrators = [chance.choice(values.ODD_INTEGRATORS if odd else values.INTEGRATORS)]
        problem = self.problem

        def work():
            return getattr(problem, verb)(*integrators, **options)

        return work, f"{verb}({integrators[0]!r}, {options!r})"[:1000]

    def judged(self, work, words):
        """Runs the work; it must return or be rejected properly."""
        try:
            result = work()
            repr(result), getattr(result, "_repr_html_", str)()
        except (rb.Misuse, rb.FileFailure, TypeError) as refusal:
            text = str(refusal)
            require(text and len(text) < LONGEST_MESSAGE, f"{words}: words {text[:300]!r}")
            for defect in ("defect of the program", "incompatible function arguments",
                           "Unable to cast", "object has no attribute"):
                require(defect not in text, f"{words}: {text[:500]}")
        except Enough:
            pass
        except Fault:
            raise
        except BaseException as error:
            raise Fault(f"{words}: {type(error).__name__}: {str(error)[:500]}") from None

    # ---- kinds of cases ----
    def one_call(self):
        self.judged(*self.call())

    def name(self):
        name = self.chance.choice(values.PROBLEMS)
        self.judged(lambda: rb.Problem(name), f"Problem({name!r})"[:300])

    def text(self):
        numbers = [self.chance.choice(["k", "0.5", "1e-3", "k^2", "sqrt(2)", "9" * 30, "-1"]),
                   self.chance.choice(["1", "0.25", '"pi"', "1e400", "-0.0", "nan", '"1/0"']),
                   self.chance.choice(["0.1", "1e-300", "5", "inf", "0,5", "-3"])]
        text = values.TEXT.format(*numbers)
        if self.chance.random() < 0.1:
            text = self.chance.choice(["", "\0", "\ud800", "x", 5, None, b"x", text[:90], text * 2])

        def work():
            return rb.problem_from_text(text).run("gni", step=0.1, steps=3)

        def refused():
            try:
                return work()
            except UnicodeEncodeError:
                return None  # text that cannot be written to a file

        self.judged(refused, f"text {text!r}"[:400])

    def threads(self):
        """Case of calls in several threads; a callback ends them when time is up."""
        limit = time.monotonic() + 1.5
        found = []

        def enough(label, fraction):
            if time.monotonic() > limit:
                raise Enough

        def work(call, words):
            try:
                self.judged(call, words)
            except Fault as fault:
                found.append(fault)

        calls = [self.call(self.chance.choice(["run", "ensemble"]), progress=enough)
                 for _ in range(3)]
        threads = [threading.Thread(target=work, args=call) for call in calls]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if found:
            raise found[0]

    def callback(self):
        """Case of a callback that raises or calls the package."""
        kind = self.chance.choice([Enough, KeyError, SystemExit, KeyboardInterrupt, "nested", "thread"])

        def callback(label, fraction):
            if kind == "nested":
                rb.problems()
            if kind == "thread":
                thread = threading.Thread(target=lambda: None)
                thread.start(), thread.join()
                raise Enough
            raise kind()

        expected = RuntimeError if kind == "nested" else Enough if kind == "thread" else kind
        try:
            self.problem.run("gni", **LONG, progress=callback)
        except expected:
            return
        raise Fault(f"the exception of a callback ({kind}) is lost")

    def until(self, stop):
        """Returns an unstarted thread whose run lasts until an event is set."""
        def until_stopped(label, fraction):
            if stop.is_set():
                raise Enough

        def run():
            try:
                self.problem.run("gni", **LONG, progress=until_stopped)
            except Enough:
                pass

        return threading.Thread(target=run)

    def interruption(self):
        """Case of Control-C in a run, or while another thread runs."""
        other = None
        stop = threading.Event()
        if self.chance.random() < 0.5:
            other = self.until(stop)
            other.start()
            time.sleep(0.05)
        sent = []

        def send():
            time.sleep(self.chance.choice([0, 0.01, 0.2]))
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        sender = threading.Thread(target=send)
        try:
            sender.start()
            self.problem.run("gni", **LONG)
            raise Fault("a run of hours ended without the interruption")
        except KeyboardInterrupt:
            require(time.monotonic() - sent[0] < 5, "Control-C takes effect too late")
        finally:
            stop.set()
            for thread in (sender, other):
                if thread:
                    thread.join()

    def fork(self):
        """Case of a child process that calls, with or without another running thread."""
        stop = threading.Event()
        busy = self.chance.random() < 0.5
        other = self.until(stop)
        if busy:
            other.start()
            time.sleep(0.1)
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(20)
            try:
                self.problem.run("gni", step=0.1, steps=2)
                os._exit(0)
            except RuntimeError:
                os._exit(7)
            except BaseException:
                os._exit(9)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        stop.set()
        if busy:
            other.join()
        require(status == (7 if busy else 0), f"a child, busy {busy}, ends with {status}")


def odd_files():
    os.makedirs("folder.csv", exist_ok=True)
    os.makedirs("folder", exist_ok=True)
    with open("starts.csv", "w") as file:
        file.write("x,y,z,vx,vy,vz\n1,0,0,0,1,0\n0.5,0.25,0,-0.25,1,1\n")


def main():
    seed, numbers = sys.argv[1], sys.argv[2:]
    # Text printed by the program must not count as output of this script.
    out = os.fdopen(os.dup(1), "w")
    printed = os.open("printed", os.O_CREAT | os.O_RDWR)
    os.dup2(printed, 1)

    def say(*words):
        print(*words, file=out, flush=True)

    def on_alarm(number, frame):
        raise Enough

    with open(os.path.join(os.path.dirname(rb.__file__), "__init__.pyi")) as file:
        options = values.options_of(file.read())
    signal.signal(signal.SIGALRM, on_alarm)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    plain = rb.Problem("contact_oscillator").run("gni", step=0.1, steps=3).summary
    for number in numbers:
        chance = random.Random(f"{seed}:{number}")
        odd_files()
        locale.setlocale(locale.LC_ALL, chance.choice(["C", "C.UTF-8", "de_DE.UTF-8"]))
        calls = Calls(chance, options)
        kind = chance.choices(["one_call", "name", "text", "threads", "callback", "interruption", "fork"],
                              [70, 8, 8, 5, 2, 4, 3])[0]
        say("begin", number, kind)
        try:
            try:
                signal.setitimer(signal.ITIMER_REAL, SECONDS.get(kind, 0))
                getattr(calls, kind)()
            except Enough:
                pass
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            after = calls.problem.run("gni", step=0.1, steps=3).summary
            require(after == plain, f"a plain run gives different numbers: {after}")
            require(os.fstat(printed).st_size == 0, "the program prints to stdout")
        except Fault as fault:
            say("fault", repr(str(fault)))
        os.ftruncate(printed, 0)
    say("end")


if __name__ == "__main__":
    main()
