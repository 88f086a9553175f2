"""The tree of errors, branched by what the caller should do next; who must tell more apart has kinds of its own.

NightauditError                 exit 1    something failed; the message says what and what to do
├── UsageError                  exit 2    the call was wrong: correct the words
├── ConfigurationError          exit 3    a setting is missing or wrong: correct the setting
│   └── CredentialsError        exit 3    the service does not accept who we are
├── ApiError                    exit 4    the service, or the way to it, failed
│   ├── Unreachable             exit 4    nothing answered; the request may be sent again
│   ├── ServiceFailed           exit 4    the service answered 408, 425, 5xx or a limit until the tries or the deadline ran out
│   ├── UnreadableAnswer        exit 4    the service answered something that is not the API's JSON
│   ├── Refused                 exit 4    any other 4xx, or a redirect: sending the same again will not help
│   │   ├── NotFound            exit 4    404 or 410
│   │   ├── Forbidden           exit 4    403, or 401 for this request alone: a scope is missing
│   │   └── Conflict            exit 4    409 or 412: somebody else changed the record meanwhile
│   ├── NotSent                 exit 4    a write that provably was not sent: it may be sent again
│   ├── AmbiguousWrite          exit 4    a write that may have been carried out: read before sending again
│   └── UnprovenWalk            exit 4    a list kept changing, and could not be read completely
├── DataCheckError              exit 5    the data broke a rule of the marts
├── PartlyLoaded                exit 6    some streams loaded, others failed
└── Locked                      exit 75   another run holds the lock
"""


class NightauditError(Exception):
    """Root of every error this package raises on purpose.

    `hint` says what to do next and may be empty; `exit_code` is what the command line ends with.
    """

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def add(self, sentence: str) -> None:
        """Add a sentence to the message."""
        self.message = f"{self.message} {sentence}"
        self.args = (self.message,)

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class UsageError(NightauditError):
    """The command cannot be carried out as given: unknown words, or a plan that is not approved, stopped or over a limit."""

    exit_code = 2


class ConfigurationError(NightauditError):
    """A person must change something first: a setting, the credentials or their rights, or the data directory."""

    exit_code = 3


class CredentialsError(ConfigurationError):
    """The token endpoint or the service does not accept the credentials."""


class ApiError(NightauditError):
    """The service, or the way to it, failed.

    `method` and `path` name the request; `status` is the HTTP status when there was one; `detail` is what the service said.
    """

    exit_code = 4

    def __init__(
        self,
        message: str,
        *,
        method: str = "",
        path: str = "",
        status: int | None = None,
        detail: str = "",
        hint: str = "",
    ) -> None:
        super().__init__(message, hint=hint)
        self.method = method
        self.path = path
        self.status = status
        self.detail = detail


class Unreachable(ApiError):
    """No connection, or no answer in time."""


class ServiceFailed(ApiError):
    """408, 425, 5xx or a limit until the tries or the deadline ran out."""


class UnreadableAnswer(ApiError):
    """An answer that is not the API's JSON: HTML, a cut body, NaN, a repeated key, an unknown envelope."""


class Refused(ApiError):
    """Another 4xx answer, or a redirect: the request was understood and turned down."""


class NotFound(Refused):
    """404 or 410: the record or the endpoint does not exist for this tenant, or not any more."""


class Forbidden(Refused):
    """403, or a 401 beside other requests that are answered: the credentials lack the scope or the right."""


class Conflict(Refused):
    """409 or 412: the record was changed by someone else."""


class NotSent(ApiError):
    """A write that provably never reached the service; it may be sent again."""


class AmbiguousWrite(ApiError):
    """A write whose fate is unknown: the connection broke or a 5xx came after it was sent."""


class UnprovenWalk(ApiError):
    """A list that could not be read provably complete within the allowed step-backs."""


class DataCheckError(NightauditError):
    """The loaded data broke a rule of the marts; the message names the tests that failed."""

    exit_code = 5


class PartlyLoaded(NightauditError):
    """Some streams are committed and others failed; the message names both."""

    exit_code = 6


class Locked(NightauditError):
    """Another run holds the lock of this data directory; the message names it."""

    exit_code = 75
