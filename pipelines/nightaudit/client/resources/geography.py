"""Geography: areas, cities and countries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import Delete, Get, Pages, Post, Put, Resource

if TYPE_CHECKING:
    from nightaudit.client.records.geography import Area, City, Country


class Areas(Resource):
    """Areas; a delete marks them as deleted."""

    list: Pages[Area] = Pages("/areas")
    create: Post[Area, Area] = Post("/areas")
    get: Get[Area] = Get("/areas/{id}")
    update: Put[Area, Area] = Put("/areas/{id}")
    delete: Delete[None] = Delete("/areas/{id}")


class Cities(Resource):
    """Cities; a delete marks them as deleted. The optional filters are not shown: `name` is assumed."""

    list: Pages[City] = Pages("/cities", filters="name")
    create: Post[City, City] = Post("/cities")
    get: Get[City] = Get("/cities/{id}")
    update: Put[City, City] = Put("/cities/{id}")
    delete: Delete[None] = Delete("/cities/{id}")


class Countries(Resource):
    """Countries; how they are created is not shown."""

    list: Pages[Country] = Pages("/countries", filters="countryName")
    get: Get[Country] = Get("/countries/{id}")
