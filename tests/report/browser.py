"""Chromium without a window, where it is installed."""

import shutil
import subprocess
from pathlib import Path

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")


def browse(page: Path, *options: str) -> str:
    """Open a page; return what Chromium prints."""
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={page.parent / 'profile'}"]
    done = subprocess.run([*command, *options, page.as_uri()], check=True, capture_output=True, timeout=120)
    return done.stdout.decode()
