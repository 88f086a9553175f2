"""The settings of a deployment: read from the environment, `.env` and `nightaudit.toml`, and checked.

what there is to set:      settings, types
where it is read from:     sources
what is wrong with it:     mistakes
"""

from nightaudit.settings.settings import DEMO, SANDBOX, Settings

__all__ = ["DEMO", "SANDBOX", "Settings"]
