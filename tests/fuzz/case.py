"""What to run in a folder, and what may come of it."""

import dataclasses


@dataclasses.dataclass
class Case:
    """`bounded`: it must end by itself, without being interrupted. `writes`: paths below which it
    may write; `cache`: the one of them where a failure leaves what was made before it. `judge`: further complaints about its Ending, in a folder."""
    arguments: list
    bounded: bool = True
    writes: list = dataclasses.field(default_factory=list)
    cache: bytes | None = None
    environment: dict = dataclasses.field(default_factory=dict)
    stdout: str = "caught"
    stderr: str = "caught"
    interrupt_after: float | None = None
    judge: object = lambda ending, folder: []
