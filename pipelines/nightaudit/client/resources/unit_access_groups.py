"""Unit access groups."""

from nightaudit.client.operation import Get, Pages, Post, Put, Resource
from nightaudit.client.records.unit_access_groups import UnitAccessGroup


class UnitAccessGroups(Resource):
    """Links of units to access groups; the update carries the id in its body."""

    list = Pages[UnitAccessGroup]("/unitAccessGroups")
    create = Post[UnitAccessGroup]("/unitAccessGroups")
    update = Put[UnitAccessGroup]("/unitAccessGroups")
    get = Get[UnitAccessGroup]("/unitAccessGroups/{id}")
