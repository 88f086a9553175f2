"""Unit access groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import Get, Pages, Post, Put, Resource

if TYPE_CHECKING:
    from nightaudit.client.records.unit_access_groups import UnitAccessGroup


class UnitAccessGroups(Resource):
    """Links of units to access groups; the update carries the id in its body."""

    list: Pages[UnitAccessGroup] = Pages("/unitAccessGroups")
    create: Post[UnitAccessGroup, UnitAccessGroup] = Post("/unitAccessGroups")
    update: Put[UnitAccessGroup, UnitAccessGroup] = Put("/unitAccessGroups")
    get: Get[UnitAccessGroup] = Get("/unitAccessGroups/{id}")
