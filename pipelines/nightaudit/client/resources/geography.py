"""Geography: areas, cities and countries."""

from nightaudit.client.operation import Delete, Get, Pages, Post, Put, Resource
from nightaudit.client.records.geography import Area, City, Country


class Areas(Resource):
    """Areas; a delete marks them as deleted."""

    list = Pages[Area]("/areas")
    create = Post[Area]("/areas")
    get = Get[Area]("/areas/{id}")
    update = Put[Area]("/areas/{id}")
    delete = Delete[None]("/areas/{id}")


class Cities(Resource):
    """Cities; a delete marks them as deleted. The optional filters are not shown: `name` is assumed."""

    list = Pages[City]("/cities", filters="name")
    create = Post[City]("/cities")
    get = Get[City]("/cities/{id}")
    update = Put[City]("/cities/{id}")
    delete = Delete[None]("/cities/{id}")


class Countries(Resource):
    """Countries; how they are created is not shown."""

    list = Pages[Country]("/countries", filters="countryName")
    get = Get[Country]("/countries/{id}")
