"""Access groups."""

from nightaudit.client.operation import Get, Pages, Post, Put, Resource
from nightaudit.client.records.access_groups import AccessGroup


class AccessGroups(Resource):
    """Groups mapped from an external access control system."""

    list = Pages[AccessGroup]("/accessGroups", filters="buildingId name")
    create = Post[AccessGroup]("/accessGroups")
    get = Get[AccessGroup]("/accessGroups/{id}")
    update = Put[AccessGroup]("/accessGroups/{id}")
