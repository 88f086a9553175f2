"""Images of unit types and developments: multipart upload, list, delete."""

from __future__ import annotations

from nightaudit.client.resources import Developments, UnitTypes
from nightaudit.sandbox.calls.call import Call, Upload
from nightaudit.sandbox.problem import invalid, not_found
from nightaudit.sandbox.rules.features import PARENTS
from nightaudit.sandbox.rules.plain import collection_of, singular
from nightaudit.sandbox.rules.registry import Answer, rule


def parent_field(call: Call) -> str:
    """Return the field of images with the id of the parent in the path; raises Problem 404 for an unknown parent."""
    collection = collection_of(call.operation)
    call.need(collection, call.ids[0], singular(collection))
    return PARENTS[collection]


@rule(UnitTypes.images, Developments.images)
def list_images(call: Call) -> Answer:
    """List images, paginated: file name, size in bytes, type."""
    return call.page("images", f'"{parent_field(call)}" = ?', [call.ids[0]])


@rule(UnitTypes.upload_image, Developments.upload_image)
def upload_image(call: Call) -> Answer:
    """Create an image from a multipart file; the size limit is not shown. Only what the API shows of an image is stored."""
    field, file = parent_field(call), call.body
    if not isinstance(file, Upload) or not file.file_name:
        raise invalid("file", "The form has no file with a name.")
    image = {"fileName": file.file_name, "size": len(file.content), "type": file.media_type, field: call.ids[0]}
    return call.records.insert("images", image)


@rule(UnitTypes.delete_image, Developments.delete_image)
def delete_image(call: Call) -> Answer:
    """Delete an image; 404 if the parent or the image is unknown, or the image belongs to another parent."""
    field = parent_field(call)
    image = call.records.get("images", call.ids[1])
    if image is None or image.get(field) != call.ids[0]:
        raise not_found("image", call.ids[1], "imageId")
    call.records.delete("images", image["id"])
    return None
