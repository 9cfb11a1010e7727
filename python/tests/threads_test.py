"""Threads, forks, callbacks and signals, with time limits."""

import os
import signal
import sys
import threading
import time
import unittest
from pathlib import Path

import rattleback as rb
from support import InFolder, SKATE, WithOscillator, python

LONG = """
import os, signal, sys, threading, time
import rattleback as rb
problem = rb.Problem("contact_oscillator")
def long_run(**options):
    return problem.run("gni", step=1e-4, until=1e6, every=10**9, **options)
def long_command(**options):
    return problem.ensemble("gni", step=1e-4, until=1e6, orbits=50, energy=1, seed=1, **options)
def begin(work=long_run, **options):
    threading.Thread(target=work, kwargs=options, daemon=True).start()
    time.sleep(0.4)
"""


class Callbacks(WithOscillator):
    def long_run(self, progress):
        return self.problem.run("gni", step=1e-4, until=1e6, every=10**9, progress=progress)

    def test_a_callback_of_a_run_may_call_the_package(self):
        seen = []

        def f(label, fraction):
            seen.append(rb.Problem("contact_oscillator").run("gni", step=0.1, steps=2).ok)
            if len(seen) == 2:
                raise LookupError("seen twice")

        with self.assertRaisesRegex(LookupError, "seen twice"):
            self.long_run(f)
        self.assertEqual(seen, [True, True])

    def test_a_callback_of_another_command_cannot(self):
        begun = time.monotonic()
        for threads in (1, 2):
            with self.assertRaisesRegex(RuntimeError, "from the progress callback"):
                self.problem.ensemble("gni", step=1e-4, until=1e6, orbits=50, energy=1, seed=1,
                                      threads=threads, progress=lambda label, fraction: rb.problems())
        self.assertLess(time.monotonic() - begun, 20)
        self.assertTrue(rb.problems())

    def test_what_cannot_be_called_is_refused_at_once(self):
        with self.assertRaisesRegex(TypeError, "progress: 5"):
            self.problem.run("gni", step=0.1, steps=2, progress=5)

    def test_control_c_ends_a_run_whose_callback_calls_the_package(self):
        ended = python(LONG + """
def f(label, fraction):
    rb.Problem("contact_oscillator")
    os.kill(os.getpid(), signal.SIGINT)
try:
    long_run(progress=f)
except KeyboardInterrupt:
    print("interrupted")
""")
        self.assertEqual((ended.stdout, ended.stderr, ended.returncode), ("interrupted\n", "", 0))


class Threads(InFolder):
    def test_runs_of_threads_are_right_and_do_not_wait(self):
        problem = rb.Problem("contact_oscillator")
        expected = {i: problem.run("gni", step=0.1, steps=i).summary for i in range(1, 9)}
        seen, stop = {}, threading.Event()

        def until_stopped(label, fraction):
            if stop.is_set():
                raise LookupError

        def long_run():
            with self.assertRaises(LookupError):
                problem.run("gni", step=1e-4, until=1e6, every=10**9, progress=until_stopped)

        threads = [threading.Thread(target=long_run)] + [threading.Thread(
            target=lambda i=i: seen.setdefault(i, problem.run("gni", step=0.1, steps=i).summary))
            for i in expected]
        for thread in threads:
            thread.start()
        for thread in threads[1:]:
            thread.join(20)
        self.assertEqual(seen, expected)
        stop.set()
        threads[0].join(20)

    def test_control_c_while_another_thread_runs(self):
        for work in ("long_run", "long_command"):
            ended = python(LONG + f"begin({work})" + """
sent = []
def send():
    time.sleep(0.4)
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send).start()
try:
    long_run()
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
""")
            self.assertEqual(ended.returncode, 0, ended.stderr)
            self.assertLess(float(ended.stdout), 1)

    def test_signal_handlers_may_call_while_the_main_thread_waits(self):
        ended = python(LONG + """
turn = threading.Event()
def f(label, fraction):
    if turn.is_set():
        raise SystemExit
begin(long_command, progress=f)
def handle(number, frame):
    turn.set()
    print(problem.run("gni", step=0.1, steps=3).ok)
signal.signal(signal.SIGUSR1, handle)
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGUSR1)).start()
print(len(rb.problems()) > 9)
""")
        self.assertEqual((ended.stdout, ended.returncode), ("True\nTrue\n", 0), ended.stderr)


class End(InFolder):
    """The interpreter ends while daemon threads run commands or wait for them."""

    def ends(self, code, status=0):
        ended = python(LONG + code)
        self.assertEqual((ended.returncode, ended.stderr), (status, ""))
        return ended.stdout

    def test_in_a_run_or_a_command(self):
        self.ends("begin()")
        self.ends("begin(); sys.exit(3)", 3)
        self.ends("begin(long_command)")

    def test_with_waiting_threads(self):
        self.ends("for _ in range(4): begin(long_command)")

    def test_in_a_callback_that_sleeps(self):
        self.ends("begin(progress=lambda *p: time.sleep(60)); time.sleep(2); sys.exit(4)", 4)

    def test_in_a_thread_that_runs_again_and_again(self):
        self.ends("""
def again():
    while True:
        problem.run("gni", step=0.1, steps=20)
for _ in range(3):
    threading.Thread(target=again, daemon=True).start()
time.sleep(0.3)
""")

    def test_functions_at_exit_that_were_there_before_may_call(self):
        ended = python("""
import atexit
atexit.register(lambda: print(problem.run("gni", step=0.1, steps=2).ok))
""" + LONG + "begin()")
        self.assertEqual((ended.returncode, ended.stderr, ended.stdout), (0, "", "True\n"))

    def test_with_an_exception_of_the_main_thread(self):
        ended = python(LONG + "begin(); raise LookupError('of main')")
        self.assertEqual(ended.returncode, 1)
        self.assertIn("LookupError: of main", ended.stderr)
        self.assertNotIn("terminate", ended.stderr)


class Forks(InFolder):
    FORK = LONG + """
def child(work):
    pid = os.fork()
    if pid == 0:
        try:
            work()
            os._exit(0)
        except RuntimeError as refusal:
            os._exit(7 if "forked" in str(refusal) else 8)
        except BaseException:
            os._exit(9)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
def short_run():
    problem.run("gni", step=0.1, steps=2)
"""

    def test_a_child_runs(self):
        for before in ("short_run()", "begin()", "begin(long_command)"):
            ended = python(self.FORK + before + """
print(child(short_run), child(rb.problems), child(lambda: os._exit(child(short_run))))
""")
            self.assertEqual(ended.stdout, "0 0 0\n", ended.stderr)

    def test_a_child_of_a_fork_in_the_callback_ends(self):
        ended = python(self.FORK + """
def f(label, fraction):
    print(child(short_run), flush=True)
    if os.fork() == 0:
        return
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
    raise LookupError
try:
    long_run(progress=f)
except RuntimeError as refusal:
    os._exit(7)
except LookupError:
    print(problem.run("gni", step=0.1, steps=2).ok)
""")
        self.assertEqual(ended.stdout, "0\n7\nTrue\n", ended.stderr)

    def test_pools_of_processes(self):
        Path("pool.py").write_text("""
import multiprocessing, sys
import rattleback as rb
def steps(n):
    return rb.Problem("contact_oscillator").run("gni", step=0.1, steps=n).summary["steps"]
if __name__ == "__main__":
    steps(1)
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            print(pool.map(steps, [3, 1, 2]))
""")
        ended = python("import runpy; runpy.run_path('pool.py', run_name='__main__')")
        self.assertEqual(ended.stdout, "[3, 1, 2]\n[3, 1, 2]\n", ended.stderr)

    def test_texts_in_pools(self):
        Path("pool.py").write_text("""
import multiprocessing, pickle, sys
import rattleback as rb
def steps(problem):
    return problem.run("gni", step=0.1, steps=2).summary["steps"]
if __name__ == "__main__":
    problem = rb.problem_from_text(sys.argv[1])
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            print(pool.map(steps, 4 * [problem]))
    pickle.dump(problem, open("problem.pickle", "wb"))
""")
        os.mkdir("temporary")
        environment = {**os.environ, "TMPDIR": os.path.abspath("temporary")}
        ended = python("import runpy; runpy.run_path('pool.py', run_name='__main__')", SKATE,
                       env=environment)
        self.assertEqual(ended.stdout, 2 * "[2, 2, 2, 2]\n", ended.stderr)
        ended = python("import pickle, rattleback; print(pickle.load(open('problem.pickle', 'rb'))"
                       ".run('gni', step=0.1, steps=2).ok)", env=environment)
        self.assertEqual(ended.stdout, "True\n", ended.stderr)
        self.assertEqual(os.listdir("temporary"), [])


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    unittest.main(argv=sys.argv[:1])
