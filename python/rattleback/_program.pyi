from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

class Misuse(ValueError): ...
class FileFailure(OSError): ...

def command(
    arguments: Sequence[bytes],
    progress: Callable[[str, float], object] | None = None,
    wants_table: bool = False,
) -> tuple[int, str, list[str], list[str], NDArray[np.float64]]: ...
