"""Reads HTML strictly: every element closed in order, every attribute once."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

VOID = {"meta", "br", "img", "link", "input", "hr"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    own_text: list[str] = field(default_factory=list)

    def all(self, *tags: str) -> list[Element]:
        """Every element below, in the document's order, of these tags (of any when none is given)."""
        return [element for element in self._walk() if not tags or element.tag in tags]

    @property
    def text(self) -> str:
        return " ".join(" ".join([*self.own_text, *(text for it in self._walk() for text in it.own_text)]).split())

    def _walk(self) -> Iterator[Element]:
        for child in self.children:
            yield child
            yield from child._walk()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("document", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>, line {self.getpos()[0]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].own_text.append(data)


def read_html(text: str) -> Element:
    """The document as a tree; an AssertionError names what is not closed in order."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert 1 == len(reader.open), f"never closed: {[element.tag for element in reader.open[1:]]}"
    return reader.root
