"""Activities and their notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import Get, Pages, Patch, Post, Put, Resource

if TYPE_CHECKING:
    from nightaudit.client.records.activities import Activity, ActivityStatus, Note


class Activities(Resource):
    """Tasks; search filter names are not shown, those here are assumed from the fields."""

    list: Pages[Activity] = Pages(
        "/activities", filters="unitId status activityTypeId assignedUserId assignedTeamId assignedCompanyId"
    )
    create: Post[Activity, Activity] = Post("/activities")
    get: Get[Activity] = Get("/activities/{id}")
    update: Put[Activity, Activity] = Put("/activities/{id}")
    note: Get[Note] = Get("/activities/notes/{id}")
    notes: Pages[Note] = Pages("/activities/{id}/notes")
    add_note: Post[Note, Note] = Post("/activities/{id}/notes")
    set_status: Patch[Activity, ActivityStatus] = Patch("/activities/{id}/status", formerly="PUT")
