"""The result of one check of the doctor."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from nightaudit.errors import NightauditError


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked, what was found, and what to do about it.

    advice     empty where nothing is to be done
    exit_code  the exit code of the command because of this finding; 0 where all is well, and for a mere warning
    """

    check: str
    found: str
    advice: str = ""
    exit_code: int = 0

    @classmethod
    def of(cls, check: str, error: NightauditError) -> Self:
        """Return the finding that a check failed with this error."""
        return cls(check, error.message, error.hint, error.exit_code)

    @property
    def mark(self) -> str:
        """`ok`, `!` for a warning, `!!` for a fault that keeps runs from working."""
        return "!!" if self.exit_code else "!" if self.advice else "ok"

    def as_dict(self) -> dict[str, Any]:
        """Return the finding as JSON-ready values."""
        return asdict(self) | {"ok": not self.exit_code, "mark": self.mark}
