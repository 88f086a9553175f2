"""Send the mail form of the report, which `nightaudit report --mail FOLDER` writes. Needs Python alone.

python send_mail.py outbox --host mail.example.com --from audit@example.com --to board@example.com [--user audit]

The password of --user is read from SMTP_PASSWORD. The connection is encrypted; --plain sends to a relay on this machine.
"""

from __future__ import annotations

import argparse
import os
import re
import smtplib
import ssl
import sys
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from pathlib import Path

PICTURE = re.compile(r'src="([\w-]+\.png)"')


def message(folder: Path, sender: str, to: list[str]) -> EmailMessage:
    """Return the mail of a folder: its mail.txt, and its mail.html with the pictures that it names attached inside."""
    page = (folder / "mail.html").read_text(encoding="utf-8")
    title = re.search(r"<title>(.*?)</title>", page)
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = title[1] if title else "Night audit", sender, ", ".join(to)
    mail["Date"], mail["Message-ID"] = formatdate(localtime=True), make_msgid()
    mail.set_content((folder / "mail.txt").read_text(encoding="utf-8"))
    mail.add_alternative(PICTURE.sub(r'src="cid:\1"', page), subtype="html")
    body = mail.get_payload()[1]
    for name in sorted(set(PICTURE.findall(page))):
        body.add_related((folder / name).read_bytes(), "image", "png", cid=f"<{name}>", filename=name)
    return mail


def main() -> str | None:
    """Send one mail; return why it could not be sent."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("folder", type=Path)
    words.add_argument("--host", required=True)
    words.add_argument("--port", type=int, default=587)
    words.add_argument("--from", dest="sender", required=True)
    words.add_argument("--to", action="append", required=True, help="may be given several times")
    words.add_argument("--user", default="")
    words.add_argument("--plain", action="store_true", help="without encryption")
    given = words.parse_args()
    if not (given.sender and all(given.to)):
        words.error("an address is empty")
    try:
        mail = message(given.folder, given.sender, given.to)
        with smtplib.SMTP(given.host, given.port, timeout=60) as server:
            if not given.plain:
                server.starttls(context=ssl.create_default_context())
            if given.user:
                server.login(given.user, os.environ.get("SMTP_PASSWORD", ""))
            server.send_message(mail)
    except UnicodeEncodeError:
        return "The mail was not sent: --user and SMTP_PASSWORD can be sent only if all their letters are ASCII."
    except (OSError, ValueError, smtplib.SMTPException) as error:
        return f"The mail was not sent: {error}"
    return None


if __name__ == "__main__":
    sys.exit(main())
