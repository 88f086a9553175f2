"""Access groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import Get, Pages, Post, Put, Resource

if TYPE_CHECKING:
    from nightaudit.client.records.access_groups import AccessGroup


class AccessGroups(Resource):
    """Groups mapped from an external access control system."""

    list: Pages[AccessGroup] = Pages("/accessGroups", filters="buildingId name")
    create: Post[AccessGroup, AccessGroup] = Post("/accessGroups")
    get: Get[AccessGroup] = Get("/accessGroups/{id}")
    update: Put[AccessGroup, AccessGroup] = Put("/accessGroups/{id}")
