"""Buildings, developments, units, unit types, their features, images, contracts and locations."""

from nightaudit.client.operation import Delete, Get, Pages, Post, Put, Resource, Upload
from nightaudit.client.records.bookings import CustomField
from nightaudit.client.records.properties import (
    AccessCode,
    Building,
    Development,
    FeatureFacility,
    Image,
    Unit,
    UnitContract,
    UnitLocation,
    UnitType,
)
from nightaudit.client.records.record import Reference

Ids = list[int]


class Buildings(Resource):
    """Buildings; the optional filters are not shown: those here are assumed from the fields."""

    list = Pages[Building]("/buildings", filters="name developmentId areaId cityId status")
    create = Post[Building]("/buildings")
    get = Get[Building]("/buildings/{id}")
    update = Put[Building]("/buildings/{id}")
    delete = Delete[None]("/buildings/{id}")
    access_codes = Pages[AccessCode]("/buildings/{id}/accessCodes")
    custom_fields = Pages[CustomField]("/buildings/{id}/customFields")


class Developments(Resource):
    """Groups of buildings."""

    list = Pages[Development]("/developments", filters="developmentName areaId areaName")
    create = Post[Development]("/developments")
    get = Get[Development]("/developments/{id}")
    update = Put[Development]("/developments/{id}")
    delete = Delete[None]("/developments/{id}")
    features_facilities = Pages[FeatureFacility]("/developments/{id}/featuresFacilities")
    replace_features_facilities = Put[FeatureFacility]("/developments/{id}/featuresFacilities", body=Ids)
    link_features_facilities = Post[FeatureFacility]("/developments/{id}/featuresFacilities/link", body=Ids)
    unlink_features_facilities = Post[FeatureFacility]("/developments/{id}/featuresFacilities/unlink", body=Ids)
    images = Pages[Image]("/developments/{id}/images")
    upload_image = Upload[Image]("/developments/{id}/images/upload", body=bytes)
    delete_image = Delete[None]("/developments/{id}/images/{imageId}")


class UnitTypes(Resource):
    """Classes of units."""

    list = Pages[UnitType]("/unitTypes")
    create = Post[UnitType]("/unitTypes")
    get = Get[UnitType]("/unitTypes/{id}")
    update = Put[UnitType]("/unitTypes/{id}")
    delete = Delete[None]("/unitTypes/{id}")
    features_facilities = Pages[FeatureFacility]("/unitTypes/{id}/featuresFacilities")
    replace_features_facilities = Put[FeatureFacility]("/unitTypes/{id}/featuresFacilities", body=Ids)
    link_features_facilities = Post[FeatureFacility]("/unitTypes/{id}/featuresFacilities/link", body=Ids)
    unlink_features_facilities = Post[FeatureFacility]("/unitTypes/{id}/featuresFacilities/unlink", body=Ids)
    images = Pages[Image]("/unitTypes/{id}/images")
    upload_image = Upload[Image]("/unitTypes/{id}/images/upload", body=bytes)
    delete_image = Delete[None]("/unitTypes/{id}/images/{imageId}")


class Units(Resource):
    """Bookable accommodation."""

    list = Pages[Unit]("/units", filters="buildingId unitTypeId bookable")
    create = Post[Unit]("/units")
    get = Get[Unit]("/units/{id}")
    update = Put[Unit]("/units/{id}")
    delete = Delete[None]("/units/{id}")
    access_groups = Pages[Reference]("/units/{id}/accessGroups")
    custom_fields = Pages[CustomField]("/units/{id}/customFields")
    contracts = Pages[UnitContract]("/units/{unitId}/unitContracts")
    locations = Pages[UnitLocation]("/units/{unitId}/unitLocations")


class UnitContracts(Resource):
    """Contracts on units."""

    list = Pages[UnitContract]("/unitContracts", filters="unitId buildingId")
    get = Get[UnitContract]("/unitContracts/{id}")
    units = Pages[Unit]("/unitContracts/{id}/units")


class UnitLocations(Resource):
    """Places inside units."""

    list = Pages[UnitLocation]("/unitLocations", filters="unitId buildingId type")
    get = Get[UnitLocation]("/unitLocations/{id}")
