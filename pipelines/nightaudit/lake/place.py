"""Where the tables lie and which catalog knows them, as pyiceberg and as Spark want to be told."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from nightaudit.errors import ConfigurationError

if TYPE_CHECKING:
    from nightaudit.settings import Settings

CATALOG = "lake"  # Spark and pyiceberg find each other's tables by this name
INSTALL = "Run `make spark`: it says what is missing."
JDBC_JARS = (Path(sys.prefix) / "share/java/postgresql.jar", Path("/usr/share/java/postgresql.jar"))


@dataclass(frozen=True, slots=True)
class Lake:
    """A folder or bucket of Iceberg tables and the PostgreSQL database that is their catalog."""

    location: str  # file:///srv/lake or s3://bucket/lake
    address: str  # postgresql://user:password@host:port/database
    tenant: str = ""  # whose tables these are, where several tenants share a lake

    @classmethod
    def of(cls, settings: Settings) -> Lake:
        """The lake of these settings. Raises ConfigurationError when no catalog is named, or none of PostgreSQL."""
        address = settings.lake_catalog.get_secret_value()
        if urlsplit(address).scheme != "postgresql" or not urlsplit(address).hostname:
            raise ConfigurationError(
                "NIGHTAUDIT_LAKE_CATALOG is no address of a PostgreSQL database.",
                hint="Set it to postgresql://user:password@host:port/database.",
            )
        location = settings.lake_location or f"file://{settings.data_dir.resolve() / 'lake'}"
        return cls(location, address, settings.tenant)

    def namespace(self, schema: str) -> str:
        """Where the tables of a schema are, such as `raw` or `acme_raw`."""
        return f"{self.tenant}_{schema}" if self.tenant else schema

    def pyiceberg_properties(self) -> dict[str, str]:
        """What `pyiceberg.catalog.load_catalog` is given beside the name."""
        address = self.address.replace("postgresql://", "postgresql+psycopg2://", 1)
        return {"type": "sql", "uri": address, "warehouse": self.location}

    def spark_options(self) -> dict[str, str]:
        """The options that show a Spark session these tables as its own."""
        parts = urlsplit(self.address)
        this = f"spark.sql.catalog.{CATALOG}"
        jars = ":".join(map(str, (iceberg_jar(), jdbc_jar())))
        return {
            # `spark.jars` would load them too late for the catalog.
            "spark.driver.extraClassPath": jars,
            "spark.executor.extraClassPath": jars,
            "spark.sql.extensions": "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
            this: "org.apache.iceberg.spark.SparkCatalog",
            f"{this}.type": "jdbc",
            f"{this}.uri": f"jdbc:postgresql://{parts.hostname}:{parts.port or 5432}{parts.path}",
            f"{this}.jdbc.user": unquote(parts.username or ""),
            f"{this}.jdbc.password": unquote(parts.password or ""),
            f"{this}.jdbc.schema-version": "V1",  # without it the catalog keeps no views
            f"{this}.warehouse": self.location,
            "spark.sql.defaultCatalog": CATALOG,  # dbt names schemas, never databases
            "spark.sql.session.timeZone": "UTC",
        }


def iceberg_jar() -> Path:
    """Iceberg for Spark 3.5, which comes inside a package. Raises ConfigurationError where that is not installed."""
    try:
        import snowpark_connect_deps_iceberg
    except ModuleNotFoundError:
        raise ConfigurationError("The extra `spark` is not installed.", hint=INSTALL) from None
    jars = Path(str(snowpark_connect_deps_iceberg.__file__)).parent / "jars"
    return next(jars.glob("iceberg-spark-runtime-3.5_2.12-*.jar"))


def jdbc_jar() -> Path:
    """The driver of PostgreSQL for Java. Raises ConfigurationError where it is not installed."""
    found = next((jar for jar in JDBC_JARS if jar.exists()), None)
    if found is None:
        raise ConfigurationError("Java's driver of PostgreSQL is not installed.", hint=INSTALL)
    return found
