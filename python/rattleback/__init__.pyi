from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from os import PathLike
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray

class Misuse(ValueError): ...
class FileFailure(OSError): ...

__version__: str

Number = float | int | str | Decimal | Fraction | np.number[Any]
Path = str | PathLike[str]
Progress = Callable[[str, float], object]

class Run:
    columns: list[str]
    @property
    def summary(self) -> dict[str, Any]: ...
    def __getitem__(self, column: str) -> NDArray[np.float64]: ...
    def __len__(self) -> int: ...
    @property
    def ok(self) -> bool: ...
    @property
    def t(self) -> NDArray[np.float64]: ...
    @property
    def q(self) -> NDArray[np.float64]: ...
    @property
    def v(self) -> NDArray[np.float64]: ...
    @property
    def sensitivity(self) -> dict[str, NDArray[np.float64]]: ...
    def to_numpy(self) -> NDArray[np.void]: ...
    def plot(
        self, y: str | None = None, x: str | None = None, ax: Axes | None = None, **style: Any
    ) -> Axes: ...

class Convergence:
    data: dict[str, Any]
    results: list[dict[str, Any]]
    def order(
        self, integrator: str, component: str = "positions", start: str | None = None
    ) -> float: ...
    def plot(self, component: str = "positions", ax: Axes | None = None) -> Axes: ...

class Comparison:
    data: dict[str, Any]
    @property
    def advice(self) -> list[str]: ...
    def __getitem__(self, integrator: str) -> dict[str, Any]: ...
    def plot(
        self, cost: str = "work", error: str = "position_error", ax: Axes | None = None
    ) -> Axes: ...

class Choice:
    data: dict[str, Any]
    answer: str
    methods: list[dict[str, Any]]
    excluded: dict[str, str]
    @property
    def best(self) -> dict[str, Any] | None: ...
    def __getitem__(self, method: str) -> dict[str, Any]: ...
    def plot(self, ax: Axes | None = None) -> Axes: ...

class Ensemble:
    data: dict[str, Any]
    final: NDArray[np.void] | None
    def __getitem__(self, name: str) -> Any: ...
    def plot(self, quantity: str = "variance", ax: Axes | None = None) -> Axes: ...

class Problem:
    name: str
    card: dict[str, Any]
    def __init__(self, name: Path) -> None: ...
    @property
    def coordinates(self) -> list[str]: ...
    @property
    def velocities(self) -> list[str]: ...
    @property
    def integrators(self) -> list[str]: ...
    @property
    def refused_integrators(self) -> dict[str, str]: ...
    def run(
        self,
        integrator: Path,
        *,
        step: Number,
        progress: Progress | None = None,
        steps: int | None = None,
        start_time: Number | None = None,
        until: Number | None = None,
        until_event: str | None = None,
        case: str | None = None,
        set: Mapping[str, Number] | None = None,
        option: Mapping[str, Number] | None = None,
        q: ArrayLike | None = None,
        v: ArrayLike | None = None,
        q1: ArrayLike | None = None,
        start: str | None = None,
        precision: str | None = None,
        every: int | None = None,
        measure: str | bool | None = None,
        section: str | None = None,
        crossing: str | None = None,
        project: bool = False,
        sensitivity: bool = False,
        multipliers: bool = False,
        output: Path | None = None,
        figure: Path | None = None,
        panel: str | Sequence[str] | None = None,
        width: str | None = None,
        strict: bool = False,
    ) -> Run: ...
    def converge(
        self,
        *integrators: Path,
        progress: Progress | None = None,
        case: str | None = None,
        set: Mapping[str, Number] | None = None,
        steps_per_unit: Sequence[int] | None = None,
        until: Number | None = None,
        error: Number | None = None,
        figure: Path | None = None,
        width: str | None = None,
    ) -> Convergence: ...
    def compare(
        self,
        *integrators: Path,
        progress: Progress | None = None,
        case: str | None = None,
        set: Mapping[str, Number] | None = None,
        steps_per_unit: Sequence[int] | None = None,
        tolerances: Sequence[Number] | None = None,
        until: Number | None = None,
        error: Number | None = None,
        limit: Number | None = None,
        columns: str | Sequence[str] | None = None,
        output: Path | None = None,
    ) -> Comparison: ...
    def choose(
        self,
        *,
        until: Number,
        error: Number,
        quantity: str | None = None,
        limit: Number | None = None,
        progress: Progress | None = None,
        case: str | None = None,
        set: Mapping[str, Number] | None = None,
    ) -> Choice: ...
    def ensemble(
        self,
        integrator: Path,
        *,
        step: Number,
        until: Number,
        final: bool | Path = False,
        progress: Progress | None = None,
        orbits: int | None = None,
        energy: Number | None = None,
        seed: int | None = None,
        starts: Path | None = None,
        invariant: str | None = None,
        every: int | None = None,
        threads: int | None = None,
        set: Mapping[str, Number] | None = None,
        option: Mapping[str, Number] | None = None,
        shard: str | None = None,
        checkpoint: Path | None = None,
        section: str | None = None,
        crossing: str | None = None,
        columns: str | Sequence[str] | None = None,
        output: Path | None = None,
        figure: Path | None = None,
        lyapunov: bool = False,
        strict: bool = False,
    ) -> Ensemble: ...

def problem_from_text(text: str) -> Problem: ...
def problems() -> dict[str, str]: ...
def integrators() -> dict[str, str]: ...
