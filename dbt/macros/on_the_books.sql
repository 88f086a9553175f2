{#
    occupancy.on_the_books(as_of): nights and money sold, by stay month, as known at the end of that day.
    occupancy.on_the_books_nights(as_of): the same by night, to compare nights of the same weekday. As in ageing.sql, the parameter
    is untyped and cast inside, and no name contains a database.
#}
{% macro create_on_the_books() %}{{ return(adapter.dispatch('create_on_the_books')()) }}{% endmacro %}
{# Spark 3.5 has no functions that return tables. #}
{% macro spark__create_on_the_books() %}{% endmacro %}
{% macro duckdb__create_on_the_books() %}
    create or replace macro occupancy.on_the_books(as_of) as table
    select
        changes.stay_month,
        changes.building_id,
        cast(sum(changes.nights) as bigint) as nights,
        cast(sum(changes.net_amount) as decimal(18, 2)) as net_amount,
        changes.currency_code,
        count(*) as room_stays
    from occupancy.fct_on_the_books_changes as changes
    where
        changes.known_from <= cast(as_of as date)
        and (changes.known_to is null or changes.known_to > cast(as_of as date))
    group by changes.stay_month, changes.building_id, changes.currency_code;
    comment on macro table occupancy.on_the_books is
    'Nights and net room amount (without day use and extras) sold by stay month as known on a date: select * from occupancy.on_the_books(date ''2026-06-30''). Columns: stay_month, building_id, nights, net_amount, currency_code, and room_stays, the stays with a night in the month.';

    create or replace macro occupancy.on_the_books_nights(as_of) as table
    select
        nights.stay_date,
        nights.building_id,
        count(*) as nights,
        cast(sum(nights.cents) * 0.01 as decimal(18, 2)) as net_amount,
        nights.currency_code
    from (
        select
            numbered.building_id,
            numbered.currency_code,
            {{ add_days('numbered.first_night', 'numbered.night_number') }} as stay_date,
            {{ night_share('numbered.cents', 'numbered.night_number', 'numbered.nights') }} as cents
        from (
            select
                changes.building_id,
                changes.currency_code,
                changes.first_night,
                changes.nights,
                cast(changes.net_amount * 100 as bigint) as cents,
                {{ unfold('changes.nights') }} as night_number
            from occupancy.fct_on_the_books_changes as changes
            where
                changes.known_from <= cast(as_of as date)
                and (changes.known_to is null or changes.known_to > cast(as_of as date))
        ) as numbered
    ) as nights
    group by nights.stay_date, nights.building_id, nights.currency_code;
    comment on macro table occupancy.on_the_books_nights is
    'Nights and net room amount (without day use and extras) sold by night as known on a date, a month''s amount of a stay spread over its nights: select * from occupancy.on_the_books_nights(date ''2026-06-30''). Columns: stay_date, building_id, nights, net_amount, currency_code.'
{% endmacro %}
