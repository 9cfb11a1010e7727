"""Problems and integrators."""

import atexit
import fcntl
import glob
import itertools
import os
import shutil
import tempfile

import numpy as np

from rattleback._calls import Misuse, _name_of, call
from rattleback._results import Choice, Comparison, Convergence, Ensemble, Run


def _names(integrators):
    return [_name_of(name, "integrator") for name in integrators]


class Problem:
    """Problem of the catalogue, given by its id, or problem in a text (.toml), given by its path."""

    _text = None  # of a problem given as text

    def __init__(self, name):
        path = _name_of(name, "problem")
        is_file = path.endswith(".toml") and "/" not in path
        self.name = "./" + path if is_file else path
        self.card, _, _ = call("show", self.name)
        if "coordinates" not in self.card:
            raise Misuse(f"{self.name!r} is an integrator, not a problem; rattleback.problems() "
                         "lists problems")

    def __reduce_ex__(self, protocol):
        if self._text is not None:  # its file ends with the process
            return problem_from_text, (self._text,)
        return super().__reduce_ex__(protocol)

    def __repr__(self):
        return f"<Problem {self.name}: {self.card['name']}>"

    @property
    def coordinates(self):
        return self.card["coordinates"]

    @property
    def velocities(self):
        return self.card["velocities"]

    @property
    def integrators(self):
        """Ids of the applicable integrators."""
        return self.card["integrators"]

    @property
    def refused_integrators(self):
        """Reasons why the other integrators do not apply."""
        return self.card["refused_integrators"]

    def run(self, integrator, *, step, progress=None, **options):
        """Integrates up to `until` or for `steps` steps. Records every node, every K-th with `every=K`,
        or with `section="vy=0"` every crossing. `measure="recorded"` measures invariants and constraint
        at recorded nodes only."""
        options["step"] = step
        return Run(*call("run", self.name, *_names([integrator]), options=options, progress=progress,
                         wants_table=True))

    def sweep(self, integrator, values, *, step, progress=None, **options):
        """Runs once for each value of a parameter, `values="k=0:1:50"`, and returns a structured numpy
        array with one row a run: the value, `failed`, the last time, q, v and the largest deviations.
        Options are those of `run`."""
        options.update(step=step, sweep=values)
        data = call("run", self.name, *_names([integrator]), options=options, progress=progress)[0]
        types = [(name, float) for name in data["columns"]]
        return np.array([tuple(map(float, row)) for row in data["rows"]], dtype=types)

    def converge(self, *integrators, progress=None, **options):
        """Measures orders against the certified reference, by default of all applicable integrators."""
        return Convergence(call("converge", self.name, *_names(integrators), options=options,
                                progress=progress)[0])

    def compare(self, *integrators, progress=None, **options):
        """Compares orders, structure on a long run, and work against errors, with advice."""
        return Comparison(call("compare", self.name, *_names(integrators), options=options,
                               progress=progress)[0])

    def choose(self, *, until, error, quantity=None, limit=None, progress=None, **options):
        """Finds the cheapest method, and its step, with an error below `error` up to `until`."""
        options.update(until=until, error=error, quantity=quantity, limit=limit)
        return Choice(call("choose", self.name, options=options, progress=progress)[0])

    def ensemble(self, integrator, *, step, until, final=False, progress=None, **options):
        """Computes statistics of the errors of invariants over many initial conditions. `final=True`
        also stores the final state of each orbit, and a path writes it to that file."""
        options.update(step=step, until=until)
        if not isinstance(final, bool):
            options["final"] = final
        return Ensemble(*call("ensemble", self.name, *_names([integrator]), options=options,
                              progress=progress, wants_table=final is not False))


_PREFIX = "rattleback-text-"
_numbers = itertools.count()
_own = None  # process, folder of its texts, and descriptor that holds the folder's lock


def _locked(folder):
    """Returns a descriptor with the lock of a folder; None if a process has it or the folder is gone."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(descriptor).st_uid == os.geteuid() and os.path.isdir(folder):
            return descriptor
    except OSError:
        pass
    os.close(descriptor)
    return None


def _remove(process, folder):
    if process == os.getpid():  # not in a fork
        shutil.rmtree(folder, ignore_errors=True)


def _folder_of_texts():
    """Returns the folder for texts of this process. Removes those of ended processes: their locks are free."""
    global _own
    if _own is None or _own[0] != os.getpid():
        for left in glob.glob(os.path.join(glob.escape(tempfile.gettempdir()), _PREFIX + "*")):
            descriptor = _locked(left)
            if descriptor is not None:
                shutil.rmtree(left, ignore_errors=True)
                os.close(descriptor)
        lock = None
        while lock is None:  # another process may remove the folder before it is locked
            folder = tempfile.mkdtemp(prefix=_PREFIX)
            lock = _locked(folder)
        atexit.register(_remove, os.getpid(), folder)
        _own = os.getpid(), folder, lock
    return _own[1]


def problem_from_text(text):
    """Returns the problem of a text in the format of a problem file (.toml). It can be pickled."""
    path = os.path.join(_folder_of_texts(), f"problem_{next(_numbers)}.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    problem = Problem(path)
    problem._text = text
    return problem


def problems():
    """Returns ids and names of all problems."""
    return {card["id"]: card.get("name", card.get("header")) for card in call("list", "problems")[0]}


def integrators():
    """Returns ids and names of all integrators."""
    cards = call("list", "integrators")[0]
    return {card["id"]: card.get("name", card.get("header")) for card in cards}
