"""Case of the fuzzer: command to run in a folder, and its permitted effects."""

import dataclasses


@dataclasses.dataclass
class Case:
    """`bounded`: must end without being interrupted. `writes`: paths below which it may write; `cache`:
    the path of these whose files may remain after a failure. `judge`: function from its Ending and the
    folder to further complaints."""
    arguments: list
    bounded: bool = True
    writes: list = dataclasses.field(default_factory=list)
    cache: bytes | None = None
    environment: dict = dataclasses.field(default_factory=dict)
    stdout: str = "caught"
    stderr: str = "caught"
    interrupt_after: float | None = None
    judge: object = lambda ending, folder: []
