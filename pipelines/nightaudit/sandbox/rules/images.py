"""Images of unit types and developments: multipart upload, list, delete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import Developments, UnitTypes
from nightaudit.sandbox.problem import invalid, not_found
from nightaudit.sandbox.rules.features import parent_of
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call


@rule(UnitTypes.images, Developments.images)
def list_images(call: Call) -> Answer:
    """List images, paginated: file name, size in bytes, type."""
    _, field, parent = parent_of(call)
    return call.page("images", f'"{field}" = ?', [parent])


@rule(UnitTypes.upload_image, Developments.upload_image)
def upload_image(call: Call) -> Answer:
    """Create an image from a multipart file; the size limit is not shown. Only what the API shows of an image is stored."""
    (_, field, parent), file = parent_of(call), call.body
    if not file.file_name:
        raise invalid("file", "The form has no file with a name.")
    image = {"fileName": file.file_name, "size": len(file.content), "type": file.media_type, field: parent}
    return call.records.insert("images", image)


@rule(UnitTypes.delete_image, Developments.delete_image)
def delete_image(call: Call) -> Answer:
    """Delete an image; 404 if the parent or the image is unknown, or the image belongs to another parent."""
    _, field, parent = parent_of(call)
    image = call.records.get("images", call.ids[1])
    if image is None or image.get(field) != parent:
        raise not_found("image", call.ids[1], "imageId")
    call.records.delete("images", image["id"])
    return None
