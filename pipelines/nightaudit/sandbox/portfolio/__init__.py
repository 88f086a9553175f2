"""A believable portfolio from a seed: stock, stays, money; a folder of it; and how it lives on."""

from nightaudit.sandbox.portfolio.folder import encode, read_folder, write_folder
from nightaudit.sandbox.portfolio.generator import generate, planted

__all__ = ["encode", "generate", "planted", "read_folder", "write_folder"]
