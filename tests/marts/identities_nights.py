"""Identities of nights and supply: days agree with the stays, and no unit-night is lost."""

from marts.identity import TODAY, Identity

SUMS = (
    *("inventory_nights", "closed_nights", "out_of_order_nights", "available_nights", "available_nights_net_ooo"),
    *(
        "occupied_nights",
        "tentative_nights",
        "vacant_nights",
        "conflict_nights",
        "sold_nights",
        "arrivals",
        "departures",
    ),
    *("room_revenue_net", "room_revenue_vat", "room_revenue_gross", "extras_revenue_net", "day_use_revenue_net"),
)
OF_DAYS = ", ".join(f"sum({name}) as {name}" for name in SUMS)
ONE_ROW = "where rowid = (select min(rowid) from {})"

NIGHTS = (
    Identity(
        "the nights of a stay are its nights",
        """select room_stay_id, stays.nights, counted.nights as found
        from (from occupancy.fct_room_stays where occupancy_state <> 'none') as stays
        full join (select room_stay_id, count(*) as nights from occupancy.fct_stay_nights group by all) as counted
            using (room_stay_id)
        where coalesce(stays.nights, 0) <> coalesce(counted.nights, 0)""",
        f"delete from occupancy.fct_stay_nights {ONE_ROW.format('occupancy.fct_stay_nights')}",
    ),
    Identity(
        "every unit-night of a unit's life has one row",
        """select unit_id, supply_to - supply_from as nights, counted.nights as found
        from core.dim_units
        full join (
            select unit_id, count(*) as nights, min(night_date) as first, max(night_date) as last
            from occupancy.fct_unit_nights group by all
        ) as counted using (unit_id)
        where coalesce(supply_to - supply_from, 0) <> coalesce(counted.nights, 0)
            or counted.first <> supply_from or counted.last + 1 <> supply_to""",
        f"delete from occupancy.fct_unit_nights {ONE_ROW.format('occupancy.fct_unit_nights')}",
    ),
    Identity(
        "supply = closed + out of order + sold + held + vacant, every day",
        """from occupancy.fct_occupancy_daily where inventory_nights
            <> closed_nights + out_of_order_nights + occupied_nights + tentative_nights + vacant_nights
            or available_nights <> inventory_nights - closed_nights
            or available_nights_net_ooo <> available_nights - out_of_order_nights""",
        f"""update occupancy.fct_occupancy_daily set vacant_nights = vacant_nights + 1
        {ONE_ROW.format("occupancy.fct_occupancy_daily")}""",
    ),
    Identity(
        "the days count the unit-nights, state by state",
        """select night_date, building_id, unit_type_id, days.occupied_nights, states.occupied
        from (from occupancy.fct_occupancy_daily where inventory_nights > 0) as days
        full join (
            select night_date, building_id, unit_type_id, count(*) as inventory,
                count(*) filter (state = 'occupied') as occupied, count(*) filter (state = 'tentative') as held,
                count(*) filter (state = 'closed') as closed, count(*) filter (state = 'out_of_order') as repairs,
                count(*) filter (state = 'vacant') as vacant, count(*) filter (is_conflict) as conflicts
            from occupancy.fct_unit_nights group by all
        ) as states using (night_date, building_id, unit_type_id)
        where (days.inventory_nights, days.occupied_nights, days.tentative_nights, days.closed_nights,
            days.out_of_order_nights, days.vacant_nights, days.conflict_nights)
            is distinct from (states.inventory, states.occupied, states.held, states.closed, states.repairs,
            states.vacant, states.conflicts)""",
        """update occupancy.fct_unit_nights set state = 'vacant'
        where rowid = (select min(rowid) from occupancy.fct_unit_nights where state = 'occupied')""",
    ),
    Identity(
        "a unit-night is occupied where a sold stay holds it, twice where two do, held where only options are",
        """select unit_id, night_date, state, is_conflict, sold, held
        from occupancy.fct_unit_nights as units
        left join (
            select unit_id, night_date, count(*) filter (occupancy_state = 'occupied') as sold,
                count(*) filter (occupancy_state = 'tentative') as held
            from occupancy.fct_stay_nights where unit_id is not null group by all
        ) as stays using (unit_id, night_date)
        where (state = 'occupied') <> (coalesce(sold, 0) > 0) or is_conflict <> (coalesce(sold, 0) > 1)
            or (state = 'tentative' and coalesce(held, 0) = 0)
            or (state = 'vacant' and coalesce(held, 0) > 0)""",
        """update occupancy.fct_unit_nights set is_conflict = not is_conflict
        where rowid = (select min(rowid) from occupancy.fct_unit_nights where state = 'occupied')""",
    ),
    Identity(
        "sold nights = occupied + second stays of conflicts + nights without a place in the supply",
        """with stays as (
            select count(*) as sold, count(*) filter (units.unit_id is null) as elsewhere
            from occupancy.fct_stay_nights as nights
            left join occupancy.fct_unit_nights as units
                on nights.unit_id = units.unit_id and nights.night_date = units.night_date
            where occupancy_state = 'occupied'
        ),
        seconds as (
            select coalesce(sum(stays - 1), 0) as nights from (
                select count(*) as stays from occupancy.fct_stay_nights as nights
                semi join occupancy.fct_unit_nights as units
                    on nights.unit_id = units.unit_id and nights.night_date = units.night_date
                where occupancy_state = 'occupied' group by nights.unit_id, nights.night_date)
        ),
        days as (
            select sum(sold_nights) as sold, sum(occupied_nights) as occupied from occupancy.fct_occupancy_daily
        )
        from stays, seconds, days where coalesce(days.sold, 0) <> stays.sold
            or stays.sold <> coalesce(days.occupied, 0) + seconds.nights + stays.elsewhere""",
        """update occupancy.fct_occupancy_daily set sold_nights = sold_nights + 1
        where rowid = (select min(rowid) from occupancy.fct_occupancy_daily)""",
    ),
    Identity(
        "months are the sums of their days",
        f"""from (select date_trunc('month', night_date)::date as month, building_id, {OF_DAYS}
            from occupancy.fct_occupancy_daily group by all) as days
        full join occupancy.fct_occupancy_monthly as months using (month, building_id)
        where {" or ".join(f"days.{name} is distinct from months.{name}" for name in SUMS)}""",
        f"""update occupancy.fct_occupancy_monthly set extras_revenue_net = extras_revenue_net + 0.01
        {ONE_ROW.format("occupancy.fct_occupancy_monthly")}""",
    ),
    Identity(
        "ratios are sums over sums",
        """from occupancy.fct_occupancy_monthly
        where abs(coalesce(occupancy_rate, 0) * available_nights - occupied_nights) > 1e-6 * (1 + occupied_nights)
                and available_nights > 0
            or abs(coalesce(occupancy_rate_net_ooo, 0) * available_nights_net_ooo - occupied_nights)
                > 1e-6 * (1 + occupied_nights) and available_nights_net_ooo > 0
            or (sold_nights > 0) <> (adr is not null) or (available_nights > 0) <> (revpar is not null)
            or abs(adr * sold_nights - room_revenue_net) > 0.0051 * sold_nights
            or abs(revpar * available_nights - room_revenue_net) > 0.0051 * available_nights
            or abs(trevpar * available_nights - room_revenue_net - extras_revenue_net) > 0.0051 * available_nights""",
        """update occupancy.fct_occupancy_monthly set adr = adr + 0.02
        where rowid = (select min(rowid) from occupancy.fct_occupancy_monthly where sold_nights > 0)""",
    ),
    Identity(
        "every sold stay arrives once and departs once",
        """with days as (select sum(arrivals) as arrivals, sum(departures) as departures
            from occupancy.fct_occupancy_daily),
        stays as (select count(*) as stays from occupancy.fct_room_stays where occupancy_state = 'occupied')
        from days, stays where coalesce(arrivals, 0) <> stays or coalesce(departures, 0) <> stays""",
        f"""update occupancy.fct_occupancy_daily set arrivals = arrivals + 1
        {ONE_ROW.format("occupancy.fct_occupancy_daily")}""",
    ),
    Identity(
        "vacancies are the vacant unit-nights, each run as long as it can be",
        """select vacancies.unit_id, vacant_from, vacancies.nights, count(nights.night_date) as found
        from occupancy.fct_vacancies as vacancies
        full join (from occupancy.fct_unit_nights where state = 'vacant') as nights
            on vacancies.unit_id = nights.unit_id and night_date between vacant_from - 1 and vacant_to
        group by all
        having found is distinct from vacancies.nights""",
        """update occupancy.fct_vacancies set vacant_to = vacant_to - 1, nights = nights - 1
        where rowid = (select min(rowid) from occupancy.fct_vacancies)""",
    ),
    Identity(
        "every sold stay is in one tenancy, and no night is lost between them",
        """with stays as (select count(*) as stays, sum(nights) as nights from occupancy.fct_room_stays
            where occupancy_state = 'occupied'),
        tenancies as (select sum(stay_count) as stays, sum(nights) as nights from occupancy.fct_tenancies)
        from stays, tenancies where stays.stays <> coalesce(tenancies.stays, 0)
            or coalesce(stays.nights, 0) <> coalesce(tenancies.nights, 0)""",
        f"update occupancy.fct_tenancies set nights = nights + 1 {ONE_ROW.format('occupancy.fct_tenancies')}",
    ),
    Identity(
        "departures are the ends of tenancies with a night",
        """from (from occupancy.fct_tenancies where nights > 0) as tenancies
        full join occupancy.fct_departures as departures using (tenancy_id)
        where tenancies.last_end_date is distinct from departures.departure_date
            or tenancies.nights is distinct from departures.nights
            or tenancies.first_start_date >= tenancies.last_end_date""",
        f"""update occupancy.fct_departures set departure_date = departure_date + 1
        {ONE_ROW.format("occupancy.fct_departures")}""",
    ),
    Identity(
        "the rent roll holds every stay with a night of every residential tenancy, and nothing else",
        """from (select tenancy_id, nights, last_end_date from occupancy.fct_tenancies where is_residential) as tenancies
        full join (
            select tenancy_id, sum(rent.nights) as nights, max(tenancy_end_date) as ends,
                bool_and(rent.net_amount = stays.net_amount and rent.nights = stays.nights) as as_sold
            from occupancy.fct_rent_roll as rent join occupancy.fct_room_stays as stays using (room_stay_id)
            group by all
        ) as rents using (tenancy_id)
        where tenancies.nights is distinct from rents.nights or tenancies.last_end_date is distinct from rents.ends
            or not rents.as_sold""",
        f"delete from occupancy.fct_rent_roll {ONE_ROW.format('occupancy.fct_rent_roll')}",
    ),
    Identity(
        "what is on the books today is what the stays hold",
        f"""from occupancy.on_the_books({TODAY}) as books
        full join (
            select date_trunc('month', night_date)::date as stay_month, building_id, currency_code, count(*) as nights,
                sum(net_amount) as net_amount, count(distinct room_stay_id) as room_stays
            from occupancy.fct_stay_nights where occupancy_state = 'occupied' group by all
        ) as sold using (stay_month, building_id, currency_code)
        where books.nights is distinct from sold.nights or books.net_amount is distinct from sold.net_amount
            or books.room_stays is distinct from sold.room_stays""",
        """update occupancy.fct_on_the_books_changes set net_amount = net_amount + 0.01
        where rowid = (select min(rowid) from occupancy.fct_on_the_books_changes where known_to is null)""",
    ),
    Identity(
        "pickup is the difference of two looks at the books",
        f"""with days as (select {TODAY} as today, {TODAY} - 7 as week_before),
        pickup as (
            select stay_month, sum(case when known_from > week_before and known_from <= today then nights else 0 end)
                - sum(case when known_to > week_before and known_to <= today then nights else 0 end) as nights
            from occupancy.fct_on_the_books_changes, days group by all
        ),
        looks as (
            select stay_month, sum(nights) as nights from (
                select stay_month, nights from occupancy.on_the_books({TODAY}) union all
                select stay_month, -nights from occupancy.on_the_books({TODAY} - 7)) group by all
        )
        from pickup full join looks using (stay_month)
        where coalesce(pickup.nights, 0) <> coalesce(looks.nights, 0)
            or exists (from occupancy.fct_on_the_books_changes where known_to <= known_from)""",
        """update occupancy.fct_on_the_books_changes set known_to = known_from
        where rowid = (select min(rowid) from occupancy.fct_on_the_books_changes)""",
    ),
)
