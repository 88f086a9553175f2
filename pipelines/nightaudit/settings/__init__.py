"""The settings of a deployment: read from the environment, `.env` and `nightaudit.toml`, and checked."""

from nightaudit.settings.settings import DEMO, SANDBOX, Settings

__all__ = ["DEMO", "SANDBOX", "Settings"]
