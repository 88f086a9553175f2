import gzip
import tracemalloc

import pytest

from nightaudit.client.body import Body, TooLarge
from nightaudit.errors import UnreadableAnswer

BOMB = gzip.compress(bytes(50_000_000))


def test_a_bomb_is_never_unpacked_beyond_the_cap() -> None:
    body = Body("gzip", 10_000)
    tracemalloc.start()
    with pytest.raises(TooLarge):
        body.add(BOMB)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200_000


@pytest.mark.parametrize("step", [1, 7, 65_536])
def test_chunks_may_fall_anywhere(step: int) -> None:
    packed = gzip.compress(b"first ") + gzip.compress(b"second")
    body = Body("GZIP", 100)
    for start in range(0, len(packed), step):
        body.add(packed[start : start + step])
    assert b"first second" == body.whole()


@pytest.mark.parametrize("missing", [1, 8, 15])
def test_a_cut_stream_is_noticed_wherever_it_was_cut(missing: int) -> None:
    body = Body("gzip", 100)
    body.add(gzip.compress(b"{}")[:-missing])
    with pytest.raises(UnreadableAnswer, match="is incomplete"):
        body.whole()


@pytest.mark.parametrize("encoding", ["", "identity", "none", "UTF-8"])
def test_a_plain_body_passes_untouched(encoding: str) -> None:
    body = Body(encoding, 4)
    body.add(b"ab")
    body.add(b"cd")
    assert b"abcd" == body.whole()


@pytest.mark.parametrize("encoding", ["br", "zstd", "deflate", "gzip, gzip"])
def test_a_body_packed_otherwise_is_refused(encoding: str) -> None:
    with pytest.raises(UnreadableAnswer, match=f"compressed as {encoding}, which was not requested"):
        Body(encoding, 4)
