"""Reads every page of a list, several at once, one connection each: libcurl, or the standard library where that is missing."""

from __future__ import annotations

import http.client
import io
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode, urlsplit

try:
    import pycurl
except ImportError:
    pycurl = None

_own = threading.local()


def page(url: str, token: str) -> bytes:
    """The body of one answer, over this thread's own connection."""
    status, body = _by_curl(url, token) if pycurl else _by_standard_library(url, token)
    if status != 200:
        raise RuntimeError(f"{url} answered {status}: {body[:200]!r}")
    return body


def _by_curl(url: str, token: str) -> tuple[int, bytes]:
    curl = getattr(_own, "connection", None)
    if curl is None:
        curl = _own.connection = pycurl.Curl()
        curl.setopt(pycurl.HTTPHEADER, [f"Authorization: Bearer {token}"])
        curl.setopt(pycurl.TCP_NODELAY, 1)
        curl.setopt(pycurl.BUFFERSIZE, 512 * 1024)
    body = io.BytesIO()
    curl.setopt(pycurl.URL, url)
    curl.setopt(pycurl.WRITEFUNCTION, body.write)
    curl.perform()
    return curl.getinfo(pycurl.RESPONSE_CODE), body.getvalue()


def _by_standard_library(url: str, token: str) -> tuple[int, bytes]:
    where = urlsplit(url)
    connection = getattr(_own, "connection", None)
    if connection is None:
        connection = _own.connection = http.client.HTTPConnection(where.netloc)
    connection.request("GET", f"{where.path}?{where.query}", headers={"Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    return answer.status, answer.read()


def pages(url: str, token: str, size: int, concurrency: int) -> Iterator[bytes]:
    """The body of every page of a list, in order, with up to twice `concurrency` asked for ahead."""

    def read(number: int) -> bytes:
        return page(f"{url}?{urlencode({'page': number, 'size': size, 'sort': 'id,asc'})}", token)

    first = read(0)
    yield first
    count = json.loads(first[first.rindex(b'],"pageable"') + 2 :].join([b"{", b""]))["totalPages"]
    with ThreadPoolExecutor(concurrency) as pool:
        ahead = [pool.submit(read, number) for number in range(1, min(count, 2 * concurrency + 1))]
        following = iter(range(len(ahead) + 1, count))
        while ahead:
            body = ahead.pop(0).result()
            number = next(following, None)
            if number is not None:
                ahead.append(pool.submit(read, number))
            yield body
