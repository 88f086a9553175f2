"""Loading: dlt sources that read every list provably complete into the warehouse."""

from nightaudit.load.source import pms_source

__all__ = ["pms_source"]
