"""Buildings, developments, units, unit types, their features, images, contracts and locations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import Delete, Get, Pages, Post, Put, Resource, Upload

if TYPE_CHECKING:
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

    list: Pages[Building] = Pages("/buildings", filters="name developmentId areaId cityId status")
    create: Post[Building, Building] = Post("/buildings")
    get: Get[Building] = Get("/buildings/{id}")
    update: Put[Building, Building] = Put("/buildings/{id}")
    delete: Delete[None] = Delete("/buildings/{id}")
    access_codes: Pages[AccessCode] = Pages("/buildings/{id}/accessCodes")
    custom_fields: Pages[CustomField] = Pages("/buildings/{id}/customFields")


class Developments(Resource):
    """Groups of buildings."""

    list: Pages[Development] = Pages("/developments", filters="developmentName areaId areaName")
    create: Post[Development, Development] = Post("/developments")
    get: Get[Development] = Get("/developments/{id}")
    update: Put[Development, Development] = Put("/developments/{id}")
    delete: Delete[None] = Delete("/developments/{id}")
    features_facilities: Pages[FeatureFacility] = Pages("/developments/{id}/featuresFacilities")
    replace_features_facilities: Put[FeatureFacility, Ids] = Put("/developments/{id}/featuresFacilities")
    link_features_facilities: Post[FeatureFacility, Ids] = Post("/developments/{id}/featuresFacilities/link")
    unlink_features_facilities: Post[FeatureFacility, Ids] = Post("/developments/{id}/featuresFacilities/unlink")
    images: Pages[Image] = Pages("/developments/{id}/images")
    upload_image: Upload[Image, bytes] = Upload("/developments/{id}/images/upload")
    delete_image: Delete[None] = Delete("/developments/{id}/images/{imageId}")


class UnitTypes(Resource):
    """Classes of units."""

    list: Pages[UnitType] = Pages("/unitTypes")
    create: Post[UnitType, UnitType] = Post("/unitTypes")
    get: Get[UnitType] = Get("/unitTypes/{id}")
    update: Put[UnitType, UnitType] = Put("/unitTypes/{id}")
    delete: Delete[None] = Delete("/unitTypes/{id}")
    features_facilities: Pages[FeatureFacility] = Pages("/unitTypes/{id}/featuresFacilities")
    replace_features_facilities: Put[FeatureFacility, Ids] = Put("/unitTypes/{id}/featuresFacilities")
    link_features_facilities: Post[FeatureFacility, Ids] = Post("/unitTypes/{id}/featuresFacilities/link")
    unlink_features_facilities: Post[FeatureFacility, Ids] = Post("/unitTypes/{id}/featuresFacilities/unlink")
    images: Pages[Image] = Pages("/unitTypes/{id}/images")
    upload_image: Upload[Image, bytes] = Upload("/unitTypes/{id}/images/upload")
    delete_image: Delete[None] = Delete("/unitTypes/{id}/images/{imageId}")


class Units(Resource):
    """Bookable accommodation."""

    list: Pages[Unit] = Pages("/units", filters="buildingId unitTypeId bookable")
    create: Post[Unit, Unit] = Post("/units")
    get: Get[Unit] = Get("/units/{id}")
    update: Put[Unit, Unit] = Put("/units/{id}")
    delete: Delete[None] = Delete("/units/{id}")
    access_groups: Pages[Reference] = Pages("/units/{id}/accessGroups")
    custom_fields: Pages[CustomField] = Pages("/units/{id}/customFields")
    contracts: Pages[UnitContract] = Pages("/units/{unitId}/unitContracts")
    locations: Pages[UnitLocation] = Pages("/units/{unitId}/unitLocations")


class UnitContracts(Resource):
    """Contracts on units."""

    list: Pages[UnitContract] = Pages("/unitContracts", filters="unitId buildingId")
    get: Get[UnitContract] = Get("/unitContracts/{id}")
    units: Pages[Unit] = Pages("/unitContracts/{id}/units")


class UnitLocations(Resource):
    """Places inside units."""

    list: Pages[UnitLocation] = Pages("/unitLocations", filters="unitId buildingId type")
    get: Get[UnitLocation] = Get("/unitLocations/{id}")
