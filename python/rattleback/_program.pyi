from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

__version__: str

class Misuse(ValueError): ...
class FileFailure(OSError): ...

Progress = Callable[[str, float], object]

class FinishedRun:
    def json(self) -> str: ...

class Problem:
    def __init__(self, name: bytes, text: bytes | None) -> None: ...
    def run(
        self,
        integrator: bytes,
        options: Sequence[tuple[str, bytes | None]],
        progress: Progress | None,
    ) -> tuple[FinishedRun, list[str], NDArray[np.float64], list[str]]: ...
    def card(self) -> str: ...
    def messages(self) -> list[str]: ...

def command(
    arguments: Sequence[bytes],
    progress: Progress | None,
    wants_table: bool,
    problem: Problem | None,
) -> tuple[str, list[str], NDArray[np.float64], list[str]]: ...
