{#
    occupancy.on_the_books(as_of): what was sold, by stay month, as known at the end of that day. As with ageing the
    parameter is untyped and cast inside, and nothing names a database.
#}
{% macro create_on_the_books() %}
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
    'Nights and net amount sold by stay month as known on a date: select * from occupancy.on_the_books(date ''2026-06-30''). room_stays are the stays with a night in the month.'
{% endmacro %}
