"""Results of commands: numbers by name, tables in notebooks, plots."""

import functools
import html
import json

import numpy as np

from rattleback._calls import number


def _figure(axes):
    if axes is not None:
        return axes
    import matplotlib.pyplot as plt

    return plt.subplots()[1]


def _labelled(axes, x, y, legend=False):
    axes.set(xlabel=x, ylabel=y)
    if legend:
        axes.legend()
    return axes


def _is_length(name):
    """True for x, y, z with a number or without: the lengths among the coordinates of all problems."""
    return name[0] in "xyz" and (name[1:].isdigit() or not name[1:])


def _cell(value):
    return f"{value:.4g}" if isinstance(value, float) else html.escape("not measured" if value is None else str(value))


def _html(heading, columns, rows):
    head = "".join(f"<th>{html.escape(c)}</th>" for c in columns)
    body = "".join("<tr>" + "".join(f"<td>{_cell(x)}</td>" for x in row) + "</tr>" for row in rows)
    return (f"<p>{html.escape(heading)}</p><table><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>")


def structured(columns, rows):
    """Returns a structured array with a field for each column of an array of doubles; its rows are those
    of the array."""
    return rows.view([(name, float) for name in columns])[:, 0] if columns else None


class Run:
    """Result of a run: `run["x"]` is a column of the recorded nodes (or crossings), `run.summary` the
    JSON output of the command line, computed when it is first read."""

    def __init__(self, problem, result, columns, rows):
        self._problem = problem  # which the result refers to
        self._result = result
        self.columns = columns
        self._rows = rows

    @functools.cached_property
    def summary(self):
        return json.loads(self._result.json())

    def __reduce__(self):
        return _unpickled, (self.summary, self.columns, self._rows)

    def __getitem__(self, column):
        if column not in self.columns:
            raise KeyError(f"no column {column!r}; there are: {', '.join(self.columns)}")
        return self._rows[:, self.columns.index(column)]

    def __len__(self):
        return len(self._rows)

    def __repr__(self):
        s = self.summary
        return (f"<Run of {s['integrator']} on {s['problem']}: {s['steps']} steps of "
                f"{number(s['step']):g}, {s['status']}>")

    @property
    def ok(self):
        return self.summary["status"] == "ok"

    @property
    def t(self):
        return self["t" if "t" in self.columns else "time"]

    @property
    def q(self):
        """Final coordinates, rounded to double in quad precision."""
        return np.array([number(x) for x in self.summary["q"]])

    @property
    def v(self):
        return np.array([number(x) for x in self.summary["v"]])

    @property
    def sensitivity(self):
        """Derivatives of the final (q, v) by parameters, coordinates and velocities of the start, as arrays by
        name; for runs with `sensitivity=True`."""
        if "sensitivity" not in self.summary:
            raise KeyError("the run has no sensitivity; pass sensitivity=True to run()")
        return {name: np.array(part["q"] + part["v"]) for name, part in self.summary["sensitivity"].items()}

    def to_numpy(self):
        """Returns a structured array with a field for each column."""
        return structured(self.columns, self._rows)

    def _repr_html_(self):
        invariants = self.summary["invariants"]
        rows = [(name, *(number(i[k]) for k in ("initial", "final", "max_deviation")))
                for name, i in invariants.items()]
        rows.append(("constraint violation", "", number(self.summary["constraint_violation"]["final"]),
                     number(self.summary["constraint_violation"]["max"])))
        return _html(repr(self)[1:-1], ("", "initial", "final", "largest deviation"), rows)

    def plot(self, y=None, x=None, ax=None, **style):
        """Plots column `y` against `x` (default: time) in the units of the problem; by default the path
        in x and y, or in the first two coordinates. A plane of lengths has equal axes."""
        names = self.summary["coordinates"]
        if y is None:
            plane = ("x", "y") if {"x", "y"} <= set(names) else names[:2]
            x, y = plane if len(names) > 1 else (None, names[0])
        ax = _figure(ax)
        horizontal = self.t if x is None else self[x]
        ax.plot(horizontal, self[y], **style)
        _labelled(ax, *(f"{name} (problem's units)" for name in ("time t" if x is None else x, y)))
        if x is not None and _is_length(x) and _is_length(y):
            ax.set_aspect("equal", adjustable="datalim")
        return ax


def _unpickled(summary, columns, rows):
    run = Run(None, None, columns, rows)
    run.summary = summary
    return run


class Convergence:
    """Observed orders: `results` has one entry for each method and starting procedure."""

    def __init__(self, data):
        self.data = data
        self.results = data["results"]

    def __repr__(self):
        return f"<Convergence on {self.data['problem']}: {len(self.results)} results>"

    def order(self, integrator, component="positions", start=None):
        """Returns the observed order; NaN if there is no slope."""
        for result in self.results:
            if result["integrator"] == integrator and start in (None, result["start"]):
                for observed in result["orders"]:
                    if observed["component"] == component:
                        return number(observed["order"])
        raise KeyError(f"no order of {component} by {integrator}")

    def _rows(self):
        for result in self.results:
            for o in result["orders"]:
                yield (result["integrator"], result["start"], o["component"], number(o["order"]),
                       number(o["promised"]) or "")

    def _repr_html_(self):
        return _html(f"Observed orders on {self.data['problem']}",
                     ("integrator", "start", "component", "order", "promised"), self._rows())

    def plot(self, component="positions", ax=None):
        ax = _figure(ax)
        for result in self.results:
            for o in result["orders"]:
                if o["component"] == component:
                    ax.loglog(result["steps"], [number(e) for e in o["errors"]], "o-",
                              label=f"{result['integrator']}, {result['start']}")
        return _labelled(ax, "h", f"error of {component}", legend=True)


class Comparison:
    """Comparison: `data` is the full JSON output, `advice` its sentences."""

    def __init__(self, data):
        self.data = data

    def __repr__(self):
        return f"<Comparison of {len(self._ran())} integrators on {self.data['problem']['id']}>"

    @property
    def advice(self):
        return [a["sentence"] for a in self.data["advice"]]

    def _ran(self):
        return [m for m in self.data["methods"] if not m.get("refusal")]

    def __getitem__(self, integrator):
        for method in self.data["methods"] + self.data["variants"]:
            if method["id"] == integrator:
                return method
        raise KeyError(f"{integrator!r} was not compared")

    def _repr_html_(self):
        rows = []
        for m in self._ran():
            s = m.get("structure", {})  # missing if the method was abandoned
            energy = s.get("energy", {})
            rows.append((m["id"], number(s.get("constraint_violation", "nan")),
                         energy.get("class", m.get("gave_up", "")),
                         number(energy.get("deviation", "nan")),
                         number(m["work"][-1]["position_error"]) if m["work"] else ""))
        table = _html(repr(self)[1:-1], ("integrator", "constraint", "energy", "deviation",
                                         "least position error"), rows)
        return table + "".join(f"<p>{html.escape(a)}</p>" for a in self.advice)

    def plot(self, cost="work", error="position_error", ax=None):
        """Plots errors against costs of all successful runs."""
        ax = _figure(ax)
        for m in self._ran():
            runs = [r for r in m["work"] if r["outcome"] == "ok"]
            points = [(number(r[cost]), number(r[error])) for r in runs]
            points = [p for p in points if p[0] > 0 and p[1] > 0]
            if points:
                ax.loglog(*zip(*points), "o-", label=m["id"])
        return _labelled(ax, cost, error, legend=True)


class Choice:
    """Result of `choose`: `answer` as a sentence, `methods` with the best first, `excluded` with
    reasons, `data` the full JSON output."""

    def __init__(self, data):
        self.data = data
        self.answer = data["answer"]
        self.methods = data["methods"]
        self.excluded = {e["method"]: e["reason"] for e in data["excluded"]}

    def __repr__(self):
        return f"<Choice of {len(self.methods)} methods on {self.data['problem']}: {self.answer}>"

    @property
    def best(self):
        """The first method; None if no method meets the error."""
        return self.methods[0] if self.methods else None

    def __getitem__(self, method):
        for found in self.methods:
            if method in (found["method"], self._label(found)):
                return found
        reason = self.excluded.get(method, "it does not apply")
        raise KeyError(f"{method!r} does not meet the error: {reason}")

    @staticmethod
    def _label(found):
        return ", ".join([found["method"], *(" ".join(o) for o in found["options"].items())])

    def _repr_html_(self):
        rows = [(self._label(m), "" if m["step"] is None else number(m["step"]),
                 "" if m["tolerance"] is None else number(m["tolerance"]), number(m["error"]),
                 number(m["energy_error"]), number(m["constraint"]), number(m["cpu_seconds"]))
                for m in self.methods]
        table = _html(self.answer, ("method", "step", "tolerance", "error", "energy error",
                                    "constraint", "CPU seconds"), rows)
        further = (self.data["energy_answer"], self.data["exclusions"])
        return table + "".join(f"<p>{html.escape(words)}</p>" for words in further)

    def plot(self, ax=None):
        """Plots CPU seconds against the energy error of every method that meets the error."""
        ax = _figure(ax)
        for m in self.methods:
            if number(m["energy_error"]) > 0:
                ax.loglog(number(m["cpu_seconds"]), number(m["energy_error"]), "o",
                          label=self._label(m))
        return _labelled(ax, "CPU seconds", "energy error", legend=True)


class Ensemble:
    """Ensemble statistics: `ensemble["variance"]` at `ensemble["times"]`. `ensemble.final`: structured
    array with orbit number, time and final state of each orbit; None unless requested."""

    def __init__(self, data, columns, rows):
        self.data = data
        self.final = structured(columns, rows)

    def __getitem__(self, name):
        if name not in self.data:
            raise KeyError(f"no {name!r}; there are: {', '.join(self.data)}")
        value = self.data[name]
        return np.array([number(x) for x in value]) if isinstance(value, list) else value

    def __repr__(self):
        run = self.data.get("shard_of", self.data)
        return f"<Ensemble of {self.data['orbits']} orbits of {run['integrator']} on {run['problem']}>"

    def plot(self, quantity="variance", ax=None):
        ax = _figure(ax)
        ax.plot(self["times"], self[quantity])
        return _labelled(ax, "t", quantity)
