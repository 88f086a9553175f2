"""A service that issues tokens, and takes the last one for some calls."""

import base64
import threading
from urllib.parse import parse_qs

from client.loopback import Asked, Exchange

BASIC = "Basic " + base64.b64encode(b"planted-id:planted-secret").decode()


class TokenService:
    """Issues tokens and takes only the last; a token lives for `reads` calls; `style` is how the secret must come."""

    def __init__(self, *, reads: float = float("inf"), style: str = "basic", expires_in: object = 3600) -> None:
        self.reads, self.style, self.expires_in = reads, style, expires_in
        self.lock = threading.Lock()
        self.issued = 0
        self.left = reads
        self.forms: list[dict[str, list[str]]] = []

    def __call__(self, asked: Asked, exchange: Exchange) -> None:
        if asked.path == "/token":
            self.issue(asked, exchange)
            return
        with self.lock:
            good = asked.headers.get("authorization") == f"Bearer token-{self.issued}" and self.left > 0
            self.left -= good
        exchange.json({"id": 1} if good else {"error": "invalid_token"}, 200 if good else 401)

    def issue(self, asked: Asked, exchange: Exchange) -> None:
        form = parse_qs(asked.body.decode())
        self.forms.append(form)
        basic = asked.headers.get("authorization") == BASIC
        fields = form.get("client_secret") == ["planted-secret"] and form.get("client_id") == ["planted-id"]
        if (self.style == "basic" and not basic) or (self.style == "form" and not (fields and not basic)):
            exchange.json({"error": "invalid_client", "error_description": f"not {asked.body.decode()}"}, 401)
            return
        with self.lock:
            self.issued += 1
            self.left = self.reads
            token = f"token-{self.issued}"
        exchange.json({"access_token": token, "token_type": "Bearer", "expires_in": self.expires_in})
