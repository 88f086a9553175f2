"""Everything a deployment decides; the one reader of the environment and of configuration files."""

from __future__ import annotations

import datetime
import hashlib
import zoneinfo
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from nightaudit.errors import ConfigurationError
from nightaudit.settings.sources import (
    DOTENV,
    PREFIX,
    TOML,
    Dotenv,
    Environment,
    Toml,
    by_source,
    require_file,
    require_lines,
    where_no_settings_are,
)
from nightaudit.settings.types import Address, BaseAddress, Day, Folder, HeaderSecret, Names, Zone, listed

SANDBOX = "sandbox"
"""The client id of a sandbox; its API key begins with this and a dash. So a sandbox is distinguished from a tenant's service."""
DEMO = "demo"
"""The client id of the demo's sandbox, so that a load of another sandbox does not go into the demo's data."""
A_DAY, A_CENTURY = 86_400, 36_500  # in seconds, in nights: a larger value is a slip, and would overflow


class Settings(BaseSettings):
    """The settings of one tenant: `NIGHTAUDIT_*` in the environment, then `.env`, then `nightaudit.toml`.

    `Settings.read` raises ConfigurationError with the name of each setting that is wrong.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=DOTENV,
        toml_file=TOML,
        extra="ignore",
        str_strip_whitespace=True,
        frozen=True,
    )

    base_url: BaseAddress = Field(
        "", description="Address of the service, without /api/v3, such as https://pms.example.com"
    )
    token_url: Address = Field("", description="Token endpoint of OAuth 2.0 client credentials; its host may differ")
    client_id: str = Field("", description="OAuth client id")
    client_secret: SecretStr = Field(SecretStr(""), description="OAuth client secret")
    api_key: HeaderSecret = Field(SecretStr(""), description="API key, sent as X-Auth-Token if no client id is set")
    scope: str = Field("api/read", description="OAuth scope to request; empty requests none")
    data_dir: Folder = Field(Path("data"), description="Folder for the warehouse and its state")
    page_size: int = Field(500, ge=1, le=10_000, description="Rows to request per page; the server may return fewer")
    concurrency: int = Field(4, ge=1, le=64, description="Maximum number of requests in flight")
    child_requests: int = Field(
        1_000, ge=0, description="Maximum number of requests for child lists per load; the rest is left for later loads"
    )
    extra_lists: Names = Field(
        (),
        description="Lists that the tenant has in addition to the documented ones (companies, currencies, ..., or a path"
        " such as /promotions), separated by commas",
    )
    timeout_seconds: float = Field(30.0, gt=0, le=A_DAY, description="Timeout of one request, in seconds")
    deadline_seconds: float = Field(
        300.0, gt=0, le=A_DAY, description="Longest time for one page, with all retries, in seconds"
    )
    settle_seconds: float = Field(
        60.0, ge=0, le=A_DAY, description="Seconds until an ambiguous write is read back, or a cached answer refused"
    )
    excluded_buildings: Names = Field(
        (),
        description="Names or ids of buildings to leave out of every mart, separated by commas; a build warns of a building"
        " that it cannot find",
    )
    publish_names: bool = Field(
        default=False,
        description="Publish contacts' names, e-mail addresses and telephone numbers beside their pseudonyms, and the names"
        " of finance accounts",
    )
    base_currency: str = Field(
        "GBP", pattern=r"^[A-Z]{3}$", examples=["GBP"], description="Currency of the base-currency columns"
    )
    time_zone: Zone = Field(
        "Europe/London",
        description="Time zone of buildings that have none, and of dates that the API writes as moments in UTC",
    )
    tenancy_gap_nights: int = Field(
        0,
        ge=0,
        le=A_CENTURY,
        description="Longest gap, in nights, between two stays of one contact that are joined to one tenancy",
    )
    residential_from_nights: int = Field(
        28, ge=1, le=A_CENTURY, description="Number of nights from which a stay is residential"
    )
    incremental_from_units: int = Field(
        0,
        ge=0,
        description="Number of units from which a build keeps its large tables and replaces only the rows that changed",
    )
    engine: Literal["duckdb", "spark"] = Field(
        "duckdb", description="Where tables are stored: duckdb (a work file) or spark (Iceberg tables)"
    )
    lake_catalog: SecretStr = Field(
        SecretStr(""), description="Catalog of the Iceberg tables: postgresql://user:password@host:port/database"
    )
    lake_location: str = Field(
        "", description="Folder or bucket of the Iceberg tables, such as file:///srv/lake (default: DATA_DIR/lake)"
    )
    tenant: str = Field(
        "",
        pattern=r"^([a-z][a-z0-9_]{0,30})?$",
        examples=["acme_2"],
        description="Name of the tenant if several share a lake: it is put before the names of the schemas, and into every"
        " row",
    )
    spark_master: str = Field(
        "local[2]",
        description="Where Spark runs: local[N] for N cores of this machine, or thrift://host:port of a cluster's server",
    )
    today: Day = Field(
        None,
        ge=datetime.date(1970, 1, 1),
        le=datetime.date(2199, 12, 31),
        description="Business date (default: the current date)",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        "WARNING", description="Lowest level that is logged"
    )

    @model_validator(mode="after")
    def _check_credentials(self) -> Settings:
        if self.client_id and not (self.client_secret.get_secret_value() and self.token_url):
            raise ValueError(
                "NIGHTAUDIT_CLIENT_ID is set, so NIGHTAUDIT_CLIENT_SECRET and NIGHTAUDIT_TOKEN_URL must be set too"
            )
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the hook's signature
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - the hook's signature
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments before environment before `.env` before `nightaudit.toml`."""
        file = getattr(dotenv_settings, "env_file", None)
        if file:
            require_lines(Path(file))
        require_file(Path(TOML))
        return (
            init_settings,
            Environment(settings_cls),
            Dotenv(settings_cls, env_file=file),
            Toml(settings_cls),
        )

    @classmethod
    def read(cls, **given: Any) -> Settings:
        """Read all sources; raises ConfigurationError naming each wrong setting, without its value, and each unknown argument."""
        from nightaudit.settings import mistakes

        mistakes.require_known(given)
        with mistakes.naming_mistakes(given):
            return cls(**given)

    def provenance(self) -> dict[str, tuple[str, str]]:
        """Return by setting its value, secrets hidden, and its source: environment, .env, nightaudit.toml or default."""
        sources = by_source(type(self))
        values = {name: getattr(self, name) for name in type(self).model_fields}
        return {
            name: (
                listed(value) if isinstance(value, tuple) else str(value),
                next((source for source, given in sources.items() if name in given), "default"),
            )
            for name, value in values.items()
        }

    def require_service(self) -> None:
        """Raise ConfigurationError unless an address and credentials are set."""
        if not self.base_url:
            raise ConfigurationError(
                "NIGHTAUDIT_BASE_URL is not set.",
                hint="Run `nightaudit init`, which asks for the settings it needs, or `nightaudit demo`, which needs no"
                " service." + where_no_settings_are(),
            )
        if not self.client_id and not self.api_key.get_secret_value():
            raise ConfigurationError(
                "No credentials are set. Set NIGHTAUDIT_CLIENT_ID, NIGHTAUDIT_CLIENT_SECRET and NIGHTAUDIT_TOKEN_URL, or"
                " NIGHTAUDIT_API_KEY.",
                hint="Run `nightaudit init`, which asks for them." + where_no_settings_are(),
            )

    @property
    def base_url_hash(self) -> str:
        """A hash of the service's address, by which files kept between runs, and plans of corrections, name the service."""
        return hashlib.sha256(self.base_url.encode()).hexdigest()

    @property
    def business_date(self) -> datetime.date:
        """Today in the tenant's own time zone unless NIGHTAUDIT_TODAY fixes it."""
        return self.today or datetime.datetime.now(zoneinfo.ZoneInfo(self.time_zone)).date()

    def dated(self) -> Settings:
        """Return a copy with the present business date fixed, so that a run that passes midnight keeps it to its end."""
        return self.model_copy(update={"today": self.business_date})

    def hurried(self, seconds: float) -> Settings:
        """Return a copy by which no request, with all its retries, takes longer than so many seconds: a person is waiting."""
        wait, deadline = min(seconds, self.timeout_seconds), min(seconds, self.deadline_seconds)
        return self.model_copy(update={"timeout_seconds": wait, "deadline_seconds": deadline})
