"""Activities and their notes."""

from nightaudit.client.operation import Get, Pages, Patch, Post, Put, Resource
from nightaudit.client.records.activities import Activity, ActivityStatus, Note


class Activities(Resource):
    """Tasks; search filter names are not shown, those here are assumed from the fields."""

    list = Pages[Activity](
        "/activities", filters="unitId status activityTypeId assignedUserId assignedTeamId assignedCompanyId"
    )
    create = Post[Activity]("/activities")
    get = Get[Activity]("/activities/{id}")
    update = Put[Activity]("/activities/{id}")
    note = Get[Note]("/activities/notes/{id}")
    notes = Pages[Note]("/activities/{id}/notes")
    add_note = Post[Note]("/activities/{id}/notes")
    set_status = Patch[Activity]("/activities/{id}/status", body=ActivityStatus, formerly="PUT")
