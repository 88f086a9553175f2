"""Invented names, built from syllables: people, buildings, streets and firms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio.randomness import pick

if TYPE_CHECKING:
    from random import Random

_FIRST = (
    *("Ael", "Bron", "Cai", "Dov", "Elu", "Fen", "Gir", "Hal", "Isk", "Jor", "Kel", "Lum", "Mav", "Nor", "Osk", "Pel"),
)
_FIRST_END = ("a", "an", "ena", "eth", "i", "ine", "is", "o", "on", "ra", "wen", "yn")
_LAST = (
    *("Ash", "Bel", "Cor", "Dray", "Eck", "Fal", "Gorm", "Hex"),
    *("Ill", "Jask", "Kor", "Lind", "Mar", "Nev", "Orl", "Quil"),
)
_LAST_MIDDLE = ("a", "e", "i", "o", "u", "en", "il", "or", "um", "ar")
_LAST_END = (
    *("dale", "dottir", "fex", "gan", "holt", "kvist", "lund"),
    *("mere", "quist", "rath", "sen", "thorpe", "vik", "zar"),
)
_PLACE = ("Larkmoor", "Quenby", "Tarn", "Ostrow", "Velm", "Harrowgale", "Sundrake", "Pellwick", "Marrion", "Isselburn")
_PLACE_END = ("House", "Yard", "Court", "Works", "Quay", "Gardens", "Lofts", "Terrace", "Point", "Mill")
_STREET = ("Fennet", "Corvane", "Ashlip", "Dromley", "Untervelt", "Skolmar", "Brindle", "Wexholm")
_FIRM = ("Northvane", "Calderix", "Omberlin", "Tesselmark", "Vantrow", "Quorum Vale", "Hexholm", "Ludovar")
_FIRM_END = ("Consulting", "Engineering", "Films", "Logistics", "Health", "Energy")


def person(rng: Random) -> tuple[str, str]:
    """Return a first and a last name."""
    return pick(rng, _FIRST) + pick(rng, _FIRST_END), pick(rng, _LAST) + pick(rng, _LAST_MIDDLE) + pick(rng, _LAST_END)


def building(number: int) -> str:
    """Return the name of the n-th building; names repeat after a hundred, with a number added."""
    place, end, lap = number % len(_PLACE), (number + number // len(_PLACE)) % len(_PLACE_END), number // 100
    return f"{_PLACE[place]} {_PLACE_END[end]}" + (f" {lap + 1}" if lap else "")


def street(number: int) -> str:
    """Return a house number and street."""
    return f"{3 + number * 7 % 190} {_STREET[number % len(_STREET)]} Street"


def firm(number: int) -> str:
    """Return the name of the n-th company."""
    return f"{_FIRM[number % len(_FIRM)]} {_FIRM_END[number // len(_FIRM) % len(_FIRM_END)]}"


COMPANIES = len(_FIRM) * len(_FIRM_END)
