"""Where the Iceberg tables and their catalog are, as options of pyiceberg and of Spark."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from nightaudit.errors import ConfigurationError

if TYPE_CHECKING:
    from nightaudit.settings import Settings

CATALOG = "lake"  # the catalog's name, the same for Spark and pyiceberg: each finds the other's tables by it
PASSWORD = f"spark.sql.catalog.{CATALOG}.jdbc.password"
INSTALL = "Run `make spark`, which lists what is missing."
SCHEMES = ("file", "s3")
JARS = Path(sys.prefix) / "share/java"  # where a deployment puts the jars that no Python package contains
JDBC_JARS = (JARS / "postgresql.jar", Path("/usr/share/java/postgresql.jar"))


@dataclass(frozen=True, slots=True)
class Lake:
    """A folder or bucket of Iceberg tables and the PostgreSQL database that is their catalog."""

    location: str  # file:///srv/lake or s3://bucket/lake
    address: str  # postgresql://user:password@host:port/database
    tenant: str = ""  # whose tables these are, where several tenants share a lake

    @classmethod
    def of(cls, settings: Settings) -> Lake:
        """Return the lake of these settings. Raises ConfigurationError for a catalog or location of another kind."""
        address = settings.lake_catalog.get_secret_value()
        if urlsplit(address).scheme != "postgresql" or not urlsplit(address).hostname:
            raise ConfigurationError(
                "NIGHTAUDIT_LAKE_CATALOG is not the address of a PostgreSQL database.",
                hint="Set it to postgresql://user:password@host:port/database.",
            )
        location = settings.lake_location or f"file://{settings.data_dir.resolve() / 'lake'}"
        if urlsplit(location).scheme not in SCHEMES:
            raise ConfigurationError(
                f"NIGHTAUDIT_LAKE_LOCATION {location} is neither a folder nor a bucket.",
                hint="Set it to file:///srv/lake or s3://bucket/lake.",
            )
        if {"#", "?"} & set(location):
            raise ConfigurationError(
                f"The lake would be in {location}, which has a # or a question mark in its path.",
                hint="Iceberg cannot write in such a folder: set NIGHTAUDIT_LAKE_LOCATION to another one.",
            )
        return cls(location.rstrip("/"), address, settings.tenant)

    @property
    def is_bucket(self) -> bool:
        """Whether the tables are in object storage. Credentials, region and endpoint come from AWS's environment variables."""
        return urlsplit(self.location).scheme == "s3"

    def namespace(self, schema: str) -> str:
        """Return the namespace of a schema: `raw`, or `acme_raw` of the tenant `acme`."""
        return f"{self.tenant}_{schema}" if self.tenant else schema

    def pyiceberg_properties(self) -> dict[str, str]:
        """Return the properties for `pyiceberg.catalog.load_catalog`."""
        address = self.address.replace("postgresql://", "postgresql+psycopg2://", 1)
        properties = {"type": "sql", "uri": address, "warehouse": self.location}
        if self.is_bucket:
            properties["py-io-impl"] = "pyiceberg.io.fsspec.FsspecFileIO"  # Arrow's own ignores AWS_ENDPOINT_URL
        return properties

    def spark_options(self) -> dict[str, str]:
        """Return the options with which a Spark session uses this catalog as its default."""
        parts = urlsplit(self.address)
        query = f"?{parts.query}" if parts.query else ""
        this = f"spark.sql.catalog.{CATALOG}"
        jars = ":".join(map(str, (iceberg_jar(), jdbc_jar(), *((_aws_jar(),) if self.is_bucket else ()))))
        return {
            # `spark.jars` would load them too late for the catalog.
            "spark.driver.extraClassPath": jars,
            "spark.executor.extraClassPath": jars,
            "spark.sql.extensions": "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
            this: "org.apache.iceberg.spark.SparkCatalog",
            f"{this}.type": "jdbc",
            f"{this}.uri": f"jdbc:postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}{query}",
            f"{this}.jdbc.user": unquote(parts.username or ""),
            PASSWORD: unquote(parts.password or ""),
            f"{this}.jdbc.schema-version": "V1",  # without it the catalog keeps no views
            f"{this}.warehouse": self.location,
            **({f"{this}.io-impl": "org.apache.iceberg.aws.s3.S3FileIO"} if self.is_bucket else {}),
            "spark.sql.defaultCatalog": CATALOG,  # dbt names schemas, never databases
            "spark.sql.session.timeZone": "UTC",
        }


def lake_in_use(settings: Settings) -> Lake | None:
    """Return the lake that NIGHTAUDIT_ENGINE chooses for the tables; None where it chooses a work file. Raises as `Lake.of`."""
    return Lake.of(settings) if settings.engine == "spark" else None


def not_installed() -> ConfigurationError:
    """Return the error to raise where a Python package that a lake needs is missing."""
    return ConfigurationError("The extra `spark` is not installed.", hint=INSTALL)


def iceberg_jar() -> Path:
    """Return the jar of Iceberg for Spark 3.5, part of a Python package. Raises ConfigurationError where it is not installed."""
    try:
        import snowpark_connect_deps_iceberg
    except ModuleNotFoundError:
        raise not_installed() from None
    jars = Path(str(snowpark_connect_deps_iceberg.__file__)).parent / "jars"
    return next(jars.glob("iceberg-spark-runtime-3.5_2.12-*.jar"))


def jdbc_jar() -> Path:
    """Return the jar of PostgreSQL's Java driver. Raises ConfigurationError where it is not installed."""
    found = next((jar for jar in JDBC_JARS if jar.exists()), None)
    if found is None:
        raise ConfigurationError("The Java driver of PostgreSQL is not installed.", hint=INSTALL)
    return found


def _aws_jar() -> Path:
    """Return the jar with which Iceberg reads buckets; no Python package has it. Raises ConfigurationError where none is."""
    found = next(JARS.glob("iceberg-aws-bundle-*.jar"), None)
    if found is None:
        version = iceberg_jar().stem.rpartition("-")[2]
        raise ConfigurationError(
            "Spark cannot read a bucket, because Iceberg's library for it is not installed.",
            hint=f"Download iceberg-aws-bundle-{version}.jar from Maven into {JARS}.",
        )
    return found
